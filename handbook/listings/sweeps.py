import bumper

wall = bumper.Box(100, 0, 8, 80)
dot = bumper.Box(10, 30, 20, 20)
# Tested only at both ends of the step, the dot never meets the wall.
assert not bumper.intersects(dot, wall) and not bumper.intersects(dot.translated((150, 0)), wall)
# The sweep tests the whole way.
hit = bumper.sweep(dot, (150, 0), wall)
assert abs(hit.time - 70 / 150) < 1e-6
assert hit.normal == (1, 0)
assert bumper.sweep(dot, (-50, 0), wall) is None
