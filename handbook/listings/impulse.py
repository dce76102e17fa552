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

# A plank of mass 4 and length 6 that floats. An impulse of 2 at its right end moves that end as if it had the mass 1.
simulation = bumper.Simulation()
plank = simulation.insert((-3, -0.005, 6, 0.01), mass=4)
simulation.apply_impulse(plank, (0, 2), at=(3, 0))
assert round(simulation[plank].inertia, 3) == 12
