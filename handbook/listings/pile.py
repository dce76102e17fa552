import bumper

simulation = bumper.Simulation(gravity=(0, 900))  # y points down
simulation.insert((-200, 340, 1040, 100), kind="static")
crates = [
    simulation.insert((-20, -20, 40, 40), position=(340 + 42 * k + 21 * row, 320 - 40 * row), friction=0.6)
    for row in range(6)
    for k in range(6 - row)
]
for frame in range(120):
    simulation.step(1 / 60)
x, y = simulation[crates[-1]].center
assert abs(y - 120) < 2  # it still stands on the top
