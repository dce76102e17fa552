import bumper

moon = bumper.Circle(240, 30, 25)
hit = bumper.cast((0, 10), (1, 0), moon)
assert (hit.distance, hit.point) == (225, (225, 10))

# Can the guard see the player? Only if the ray to the player hits no wall on its way of 200.
wall = bumper.Box(100, 0, 10, 50)
assert bumper.cast((0, 10), (1, 0), wall, max_distance=200) is not None
