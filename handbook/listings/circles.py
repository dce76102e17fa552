import math

import bumper


def circles_meet(a, b):
    """Whether two circles (x, y, radius) have a point in common."""
    return math.hypot(b[0] - a[0], b[1] - a[1]) <= a[2] + b[2]


def circles_meet_by_squares(a, b):
    dx, dy, total = b[0] - a[0], b[1] - a[1], a[2] + b[2]
    return dx * dx + dy * dy <= total * total


a = (0, 0, 10)
b = (12, 9, 10)  # 12² + 9² = 225 = 15², so the distance is 15
c = (15, 20, 10)  # the distance is 25
assert circles_meet(a, b) and circles_meet_by_squares(a, b) and bumper.intersects(a, b)
assert not circles_meet(a, c) and not circles_meet_by_squares(a, c) and not bumper.intersects(a, c)
