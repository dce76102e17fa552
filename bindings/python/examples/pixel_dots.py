"""The two dots of many tutorials, tested by their pixels: arrow keys move one dot until it touches the other, not only its box.

    python examples/pixel_dots.py [--frames COUNT] [--picture FILE]
"""

import sys

import pygame

import bumper

SIZE = 640, 480
KEYS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
SPEED = 5


def main(frames=None, picture=None, held=None):
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    clock = pygame.time.Clock()
    pixels = bumper.Mask.from_shape((20, 20), bumper.Circle(10, 10, 10))
    moving = pixels.to_surface(setcolor="#ff7043", unsetcolor=None)
    resting = pixels.to_surface(setcolor="#90a4ae", unsetcolor=None)
    there, at = (310, 230), (300, 0)
    while frames != 0:
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            break
        for key in held or [key for key in KEYS if pygame.key.get_pressed()[key]]:
            to = at[0] + SPEED * KEYS[key][0], at[1] + SPEED * KEYS[key][1]
            # The offsets are those of the moving dot relative to the resting one. The sweep does not tunnel and ends without an overlap.
            free, _ = pixels.sweep(pixels, (at[0] - there[0], at[1] - there[1]), (to[0] - there[0], to[1] - there[1]))
            at = there[0] + free[0], there[1] + free[1]
        screen.fill("white")
        screen.blit(resting, there)
        screen.blit(moving, at)
        pygame.display.flip()
        if frames is None:
            clock.tick(60)
        else:
            frames -= 1
    if picture:
        pygame.image.save(screen, picture)
    return at


if __name__ == "__main__":
    arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    frames = arguments.get("--frames")
    main(int(frames) if frames else None, arguments.get("--picture"))
