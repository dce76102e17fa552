import bumper

upright = bumper.Box(0, 0, 10, 40)
foot = bumper.Box(0, 30, 40, 10)
dot = bumper.Circle(22, 18, 10)

# By hand: the L is met if one of its parts is.
assert not any(part.intersects(dot) for part in (upright, foot))

# As one shape, which also moves as one.
l_shape = bumper.Compound([upright, foot])
assert str(l_shape.relation(dot)) == "apart"
assert str(l_shape.translated((0, -2)).relation(dot)) == "touching"
assert str(l_shape.translated((4, 0)).relation(dot)) == "overlapping"
