import bumper

# A plank of mass 4 and length 6 that floats. An impulse of 2 at its right end moves that end as if it had the mass 1.
simulation = bumper.Simulation()
plank = simulation.insert((-3, -0.005, 6, 0.01), mass=4)
simulation.apply_impulse(plank, (0, 2), at=(3, 0))
state = simulation[plank]
assert round(state.inertia, 2) == 12
assert round(state.velocity[1], 2) == 0.5
