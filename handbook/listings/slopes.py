import bumper

# Level ground, a slope down, level ground, and a stair of height 8.
ground = bumper.Polygon([(0, 100), (100, 100), (200, 150), (260, 150), (260, 142), (400, 142), (400, 200), (0, 200)])


def run(walk_settings):
    """Runs to the right for three seconds. Returns how far the hero gets, and whether it was ever in the air."""
    hero = bumper.Mover((20, 76, 14, 24), gravity=(0, 900))
    hero.walk_settings = walk_settings
    flies = False
    for frame in range(180):
        hero.velocity = 120, hero.velocity[1]
        hero.step(1 / 60, [ground])
        flies = flies or not hero.grounded
    return round(hero.position[0]), flies


assert run(None) == (226, True)
assert run((9, 6)) == (360, False)  # the height of a stair, and the distance of snapping
