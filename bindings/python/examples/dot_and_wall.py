"""The dot and the wall of many tutorials: arrow keys move the dot, which stops at the wall and at the edges, however fast it is.

    python examples/dot_and_wall.py [--frames COUNT] [--picture FILE]
"""

import sys

import pygame

import bumper

SIZE = 640, 480
WALL = pygame.Rect(300, 40, 40, 400)
SPEED = 640
KEYS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}


def main(frames=None, picture=None, held=None):
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    clock = pygame.time.Clock()
    dot = bumper.Mover(bumper.Circle(10, 10, 10))
    dot.bounds = (0, 0, *SIZE)
    while frames != 0:
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            break
        down = held or [key for key in KEYS if pygame.key.get_pressed()[key]]
        dot.velocity = SPEED * sum(KEYS[key][0] for key in down), SPEED * sum(KEYS[key][1] for key in down)
        dot.step(1 / 60, [WALL])
        screen.fill("white")
        pygame.draw.rect(screen, "black", WALL)
        pygame.draw.circle(screen, "#ff7043", dot.center, 10)
        pygame.display.flip()
        if frames is None:
            clock.tick(60)
        else:
            frames -= 1
    if picture:
        pygame.image.save(screen, picture)
    return dot.center


if __name__ == "__main__":
    arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    frames = arguments.get("--frames")
    main(int(frames) if frames else None, arguments.get("--picture"))
