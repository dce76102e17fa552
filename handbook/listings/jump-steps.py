import bumper

# A mover is told the height, and finds the speed itself.
hero = bumper.Mover((0, 0, 10, 20), gravity=(0, 2))
hero.jump(100)
highest = 0
for frame in range(20):
    hero.step(1, [(0, 20, 10, 10)])
    highest = max(highest, -hero.position[1])
assert highest == 100
