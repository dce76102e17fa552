import bumper

shelf = bumper.Box3(5, 5, 11, 15, 3, 19)
assert not bumper.Box3(0, 0, 0, 10, 10, 10).intersects(shelf)
assert bumper.Box3(0, 0, 0, 10, 10, 11).intersects(shelf)

pillar = bumper.Cylinder((0, 0, 0), (0, 30, 0), 10)
assert pillar.contains((6, 15, 8))
assert not pillar.contains((6, 31, 8))
