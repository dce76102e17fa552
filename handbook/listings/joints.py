import math

import bumper

simulation = bumper.Simulation(gravity=(0, 900))  # y points down
ceiling = simulation.insert((-5, -5, 10, 10), kind="static")
bob = simulation.insert((0, 0, 10), position=(100, 0))
simulation.insert_revolute_joint(ceiling, bob, (0, 0))
for frame in range(60):
    simulation.step(1 / 60)
    x, y = simulation[bob].center
    assert abs(math.hypot(x, y) - 100) < 1  # the hinge holds
