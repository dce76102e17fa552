import bumper

pill = bumper.Capsule((0, 0), (40, 30), 10)
assert bumper.distance((5, 35), pill) == 15  # the closest point of the segment is (20, 15)
assert bumper.distance((52, 46), pill) == 10  # beyond the end: the closest point is the end (40, 30)
# Of two circles, it is the distance of the centers minus both radii.
assert bumper.distance((0, 0, 2), (30, 40, 3)) == 45
