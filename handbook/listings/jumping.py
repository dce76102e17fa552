import bumper

STEP = 1 / 60  # seconds
ledge = bumper.Box(0, 100, 100, 20)


def jump_at(pressed, coyote_time=0):
    """Runs to the right, presses jump once in some frame, and returns how high the hero rose above the ledge."""
    hero = bumper.Mover((80, 76, 14, 24), gravity=(0, 900))
    hero.coyote_time = coyote_time
    highest = 0
    for frame in range(60):
        hero.velocity = 120, hero.velocity[1]
        if frame == pressed:
            hero.jump(60)
        hero.step(STEP, [ledge])
        highest = min(highest, hero.position[1])
    return round(-highest, 1)


assert jump_at(5) == 60
assert jump_at(14) == 0
assert jump_at(14, coyote_time=0.1) == 57.5
