import bumper


def dot(v, u):
    return v[0] * u[0] + v[1] * u[1]


def normals(points):
    """For each edge of a polygon, the direction perpendicular to it."""
    following = points[1:] + points[:1]
    return [(to[1] - start[1], start[0] - to[0]) for start, to in zip(points, following)]


def polygons_meet(a, b):
    """Whether two convex polygons have a point in common."""
    for axis in normals(a) + normals(b):
        p = [dot(point, axis) for point in a]
        q = [dot(point, axis) for point in b]
        if max(p) < min(q) or max(q) < min(p):
            return False  # a gap, so the polygons are apart
    return True


def tent_at(x, y):
    return [(x + 15, y + 60), (x + 70, y + 60), (x + 40, y)]


kite = [(0, 30), (40, 0), (80, 30), (40, 90)]
assert not polygons_meet(kite, tent_at(80, 40))
assert polygons_meet(kite, tent_at(30, 40))
for x in range(-100, 101, 5):
    for y in range(-100, 101, 5):
        tent = tent_at(x, y)
        assert polygons_meet(kite, tent) == bumper.intersects(bumper.Polygon(kite), bumper.Polygon(tent))
