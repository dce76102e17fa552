import bumper

wall = bumper.Box(300, 40, 10, 400)
step = 60, 0

# By hand: move by the part of the step that is free.
dot = bumper.Box(0, 200, 20, 20)
for frame in range(50):
    hit = bumper.sweep(dot, step, wall)  # None if nothing is in the way
    dot = dot.translated((60 * (hit.time if hit else 1), 0))
assert dot.bounds[0] == 280

# A mover does it with any number of obstacles.
mover = bumper.Mover((0, 200, 20, 20), response="stop")
for frame in range(50):
    mover.travel(step, [wall])
assert mover.position == (280, 0)
