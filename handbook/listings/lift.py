import bumper

world = bumper.World()
lift = world.insert((100, 160, 60, 10))
hero = bumper.Mover((120, 136, 14, 24), gravity=(0, 900))
item = world.insert(hero.shape)

# In each frame the lifts move first, and then the movers.
for frame in range(60):
    world.carry(lift, (1, -2), [(hero, item)])
    hero.step(1 / 60, world, id=item)
assert world[lift].bounds[:2] == (160, 40)
assert [round(number) for number in hero.position] == [60, -120]

# A ceiling above the hero: the lift would crush it, and stays. The result is the item without room.
world.insert((0, 0, 300, 15))
assert world.carry(lift, (0, -2), [(hero, item)]) == item
assert world[lift].bounds[:2] == (160, 40)
