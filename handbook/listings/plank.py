import bumper

world = bumper.World()
world.insert((0, 200, 300, 20))
world.insert((100, 150, 100, 8), one_way="min-y")
hero = bumper.Mover((140, 176, 14, 24), gravity=(0, 900))


def wait(frames):
    for frame in range(frames):
        hero.step(1 / 60, world)
    return hero.center[1] + 12  # the feet


assert wait(1) == 200
hero.jump(70)  # from below, through the plank
assert wait(60) == 150
hero.drop_through = True  # while the key "down" is held
assert wait(60) == 200
