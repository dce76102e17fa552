import bumper

hero = bumper.Box(50, 40, 20, 20)
wall = bumper.Box(100, 0, 20, 200)
step = 60, 40

# By hand: move up to the wall, and then by the rest of the step without the part that leads into the wall.
hit = bumper.sweep(hero, step, wall)
assert (hit.time, hit.normal) == (0.5, (1, 0))
rest = [part * (1 - hit.time) for part in step]
into = rest[0] * hit.normal[0] + rest[1] * hit.normal[1]
end = [hero.center[k] + step[k] * hit.time + rest[k] - into * hit.normal[k] for k in (0, 1)]
assert end == [90, 90]

# A mover slides if it is told nothing else.
mover = bumper.Mover(hero)
mover.travel(step, [wall])
assert mover.center == (90, 90)
mover = bumper.Mover(hero, response="stop")
mover.travel(step, [wall])
assert mover.center == (90, 70)
