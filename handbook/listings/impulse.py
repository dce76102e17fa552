import bumper


def collide(a, b, target):
    """Applies the impulse after which b moves away from a at the speed `target`, and returns it."""
    missing = target - (b["velocity"] - a["velocity"])
    effective_mass = 1 / (1 / a["mass"] + 1 / b["mass"])
    impulse = effective_mass * missing
    a["velocity"] -= impulse / a["mass"]
    b["velocity"] += impulse / b["mass"]
    return impulse


clay, crate = {"mass": 2, "velocity": 3}, {"mass": 1, "velocity": 0}
assert collide(clay, crate, 0) == 2
assert clay["velocity"] == crate["velocity"] == 2

# A bounce in the package, without gravity: they part at half of the speed at which they met.
simulation = bumper.Simulation()
a = simulation.insert((0, 0, 10), mass=2, velocity=(300, 0), restitution=0.5)
b = simulation.insert((0, 0, 10), mass=1, position=(60, 0))
for frame in range(60):
    simulation.step(1 / 60)
assert [round(simulation[body].velocity[0]) for body in (a, b)] == [150, 300]
