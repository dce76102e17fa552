import bumper

# Two circles of radius 10 at a distance of 15: 225 is more than 100 + 100, but less than (10 + 10)².
assert bumper.intersects((0, 0, 10), (15, 0, 10))

# A circle whose center is inside a box: the contact tells how to get out. By 3 to the left edge, and by the radius of 2.
found = bumper.contact((0, 0, 20, 20), bumper.Circle(3, 10, 2))
assert (found.depth, found.normal) == (5, (-1, 0))
