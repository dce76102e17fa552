"""A game with masks, whose sprites come from one sheet: a frog runs and jumps over hills, and collects coins.

    python examples/coins.py [--frames COUNT] [--picture FILE]

Arrow keys move it, space jumps.
"""

import sys

import pygame

import bumper

SIZE = 640, 360
GRAVITY, SPEED, JUMP = 1200, 160, 70
ROWS = {
    "frog": ["...##......##...", "..####....####..", "..####....####..", "..############..", ".##############.",
             "################", "################", ".##############.", "..############..", ".####......####.",
             "####........####", "###..........###"],
    "coin": ["..####..", ".######.", "########", "########", "########", "########", ".######.", "..####.."],
}
COLORS = {"frog": "#43a047", "coin": "#fdd835"}


def sheet():
    """Creates a picture of all sprites, as a game would load from a file, and the rect of each sprite in it."""
    picture = pygame.Surface((64, 16), pygame.SRCALPHA)
    areas, x = {}, 0
    for name, rows in ROWS.items():
        mask = bumper.Mask.from_rows(rows)
        picture.blit(mask.to_surface(setcolor=COLORS[name], unsetcolor=None), (x, 0))
        areas[name] = pygame.Rect((x, 0), mask.get_size())
        x += 32
    return picture, areas


def hills():
    """Draws the ground, which is as wide as the screen."""
    ground = pygame.Surface(SIZE, pygame.SRCALPHA)
    points = [(x, 300 - 18 * (x // 64 % 3) - x % 64 // 4) for x in range(0, SIZE[0] + 16, 16)]
    pygame.draw.polygon(ground, "#6d4c41", [(0, SIZE[1]), *points, SIZE])
    return ground


def main(frames=None, picture=None, held=None):
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    clock = pygame.time.Clock()
    images, areas = sheet()
    frog_image, coin_image = images.subsurface(areas["frog"]), images.subsurface(areas["coin"])
    frog_mask, coin_mask = bumper.from_surface(frog_image), bumper.from_surface(coin_image)
    ground = hills()

    world = bumper.World()
    # A few polygons are exact enough for walking on the hills. Coins are tested by their pixels.
    for corners in bumper.from_surface(ground).convex_polygons(1.0):
        world.insert(bumper.Polygon(corners), "ground")
    for x in range(80, SIZE[0], 90):
        world.insert(bumper.Sprite(coin_mask, (x, 215)), "coin", sensor=True, layers=2)
    hero = bumper.Mover((20, 200, 16, 12), gravity=(0, GRAVITY))
    hero.bounds, hero.walk_settings = (0, -200, SIZE[0], SIZE[1] + 200), (6, 6)
    taken = 0
    while frames != 0:
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            break
        keys = held or [k for k in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_SPACE) if pygame.key.get_pressed()[k]]
        direction = (pygame.K_RIGHT in keys) - (pygame.K_LEFT in keys)
        hero.velocity = SPEED * direction, hero.velocity[1]
        if pygame.K_SPACE in keys and hero.grounded:
            hero.jump(JUMP)
        hero.step(1 / 60, world, layers=1)
        x, y, _, _ = hero.shape.bounds
        # Test pixels against pixels, so that the empty corners of the frog's box do not collect coins.
        frog = bumper.Sprite(frog_mask, (round(x), round(y)))
        for coin in world.intersecting(frog, layers=2):
            world.remove(coin)
            taken += 1
        screen.fill("#e3f2fd")
        screen.blit(ground, (0, 0))
        for id in world.ids():
            if world.data_of(id) == "coin":
                screen.blit(coin_image, world[id].bounds[:2])
        screen.blit(frog_image, (round(x), round(y)))
        pygame.display.flip()
        if frames is None:
            clock.tick(60)
        else:
            frames -= 1
    if picture:
        pygame.image.save(screen, picture)
    return taken, hero.center


if __name__ == "__main__":
    arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    frames = arguments.get("--frames")
    main(int(frames) if frames else None, arguments.get("--picture"))
