import bumper

button = bumper.Box(10, 10, 80, 30)
assert bumper.intersects(button, (50, 20))
assert not bumper.intersects(button, (50, 60))

circle = bumper.Circle(0, 0, 25)
assert str(bumper.relation(circle, (15, 20))) == "touching"
assert str(bumper.relation(circle, (16, 20))) == "apart"
