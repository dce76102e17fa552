import bumper

# A floor of twenty tiles.
tiles = [bumper.Box(16 * k, 150, 16, 16) for k in range(20)]

# By the oldest rule, a hero who has sunk into the floor by a hair overlaps a tile wherever it goes.
sunk = bumper.Box(30, 126.001, 14, 24)
for frame in range(60):
    moved = sunk.translated((2, 0))
    if not any(bumper.overlaps(moved, tile) for tile in tiles):
        sunk = moved
assert sunk.bounds[0] == 30

# A mover in the same place runs across the seams.
hero = bumper.Mover(sunk, gravity=(0, 900))
for frame in range(60):
    hero.velocity = 120, hero.velocity[1]
    hero.step(1 / 60, tiles)
assert round(hero.position[0]) == 120
