import bumper


def circle_meets_box(circle, box):
    """Whether a circle (x, y, radius) and a box (x, y, width, height) have a point in common."""
    # The point of the box that is closest to the center of the circle.
    x = max(box[0], min(box[0] + box[2], circle[0]))
    y = max(box[1], min(box[1] + box[3], circle[1]))
    return (circle[0] - x) ** 2 + (circle[1] - y) ** 2 <= circle[2] ** 2


box = (0, 0, 60, 40)
corner = (75, 55, 15)  # the closest point is (60, 40), and 15² + 15² is more than 15²
side = (75, 20, 15)  # the closest point is (60, 20)
assert not circle_meets_box(corner, box) and str(bumper.relation(corner, box)) == "apart"
assert circle_meets_box(side, box) and str(bumper.relation(side, box)) == "touching"
