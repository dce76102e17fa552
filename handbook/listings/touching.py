import bumper

a = bumper.Box(0, 0, 20, 20)
b = bumper.Box(20, 5, 20, 20)  # begins where a ends
assert str(bumper.relation(a, b)) == "touching"
assert bumper.intersects(a, b)
assert not bumper.overlaps(a, b)

# A circle within another one, rim to rim.
outer, inner = bumper.Circle(0, 0, 30), bumper.Circle(20, 0, 10)
assert str(bumper.relation(outer, inner)) == "overlapping"
