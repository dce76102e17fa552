import bumper

# A gravity that makes everything faster by 1 in a step of 1 / 60, and two crates of mass 1. y points down.
simulation = bumper.Simulation(gravity=(0, 60))
simulation.insert((-5, 0, 10, 1), kind="static")
for y in (-1, -2):
    simulation.insert((-0.5, y, 1, 1), can_sleep=False)
for frame in range(60):
    simulation.step(1 / 60)
# The ground carries both crates, the lower crate one.
assert sorted(round(event.normal_impulse, 2) for event in simulation.events()) == [1, 2]
