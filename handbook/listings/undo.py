import bumper

wall = bumper.Box(300, 40, 40, 400)


def run(speed_x, speed_y):
    """Moves a dot along x and undoes it if it collides, then the same along y. Returns where the dot is after 50 frames."""
    dot = bumper.Box(0, 100, 20, 20)
    for frame in range(50):
        for step in (speed_x, 0), (0, speed_y):
            moved = dot.translated(step)
            if not bumper.overlaps(moved, wall):
                dot = moved
    return dot.bounds[:2]


assert run(10, 2) == (280, 200)
assert run(30, 2) == (270, 200)
assert run(70, 2) == (3500, 200)
