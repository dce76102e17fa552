import bumper


def boxes_meet(a, b):
    """Whether two boxes (x, y, width, height) have a point in common."""
    gap_on_x = a[0] + a[2] < b[0] or b[0] + b[2] < a[0]
    gap_on_y = a[1] + a[3] < b[1] or b[1] + b[3] < a[1]
    return not gap_on_x and not gap_on_y


wall, dot = (60, 40, 40, 100), (160, 80, 30, 30)
assert not boxes_meet(wall, dot)
assert str(bumper.relation(wall, dot)) == "apart"
dot = (90, 80, 30, 30)
assert boxes_meet(wall, dot)
assert str(bumper.relation(wall, dot)) == "overlapping"
