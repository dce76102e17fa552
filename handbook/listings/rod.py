import math

import bumper


class Pendulum:
    """A ball of mass 2 on a rod of length 100, whose other end is held at (0, 0). y points down."""

    def __init__(self):
        self.x, self.y = 100.0, 0.0
        self.velocity_x = self.velocity_y = 0.0
        self.mass = 2.0

    def step(self, dt):
        self.velocity_y += 900 * dt  # gravity
        length = math.hypot(self.x, self.y)
        dx, dy = self.x / length, self.y / length  # along the rod, away from the hinge
        speed = self.velocity_x * dx + self.velocity_y * dy
        target = -0.2 * (length - 100) / dt
        impulse = self.mass * (target - speed)  # the hinge does not move, so the effective mass is that of the ball
        self.velocity_x += impulse / self.mass * dx
        self.velocity_y += impulse / self.mass * dy
        self.x += self.velocity_x * dt
        self.y += self.velocity_y * dt


ball = Pendulum()
simulation = bumper.Simulation(gravity=(0, 900))
ceiling = simulation.insert((-5, -5, 10, 10), kind="static")
bob = simulation.insert((0, 0, 10), position=(100, 0), mass=2, fixed_rotation=True)
simulation.insert_distance_joint(ceiling, bob, (0, 0), (100, 0))
for frame in range(600):
    ball.step(1 / 600)
    simulation.step(1 / 600)
    assert abs(math.hypot(ball.x, ball.y) - 100) < 0.1
x, y = simulation[bob].center
assert math.hypot(x - ball.x, y - ball.y) < 2
