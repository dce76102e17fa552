import bumper

ball = bumper.Box(50, 40, 20, 20)
wall = bumper.Box(100, 0, 20, 200)
velocity = 60, 40

# By hand: take away twice the part of the velocity that leads into the wall.
hit = bumper.sweep(ball, velocity, wall)
into = velocity[0] * hit.normal[0] + velocity[1] * hit.normal[1]
turned = tuple(velocity[k] - 2 * into * hit.normal[k] for k in (0, 1))
assert turned == (-60, 40)

# A mover also moves by the rest of the step, in the new direction.
mover = bumper.Mover(ball, velocity=velocity, response="bounce")
mover.step(1, [wall])
assert mover.velocity == turned
assert mover.center == (60, 90)
