"""A pyramid of boxes. The space bar throws a ball of iron at it.

    python examples/pyramid.py [--frames COUNT] [--picture FILE]
"""

import sys

import pygame

import bumper

SIZE = 640, 480
GROUND, BOX, ROWS = pygame.Rect(-500, 440, 2000, 100), 32, 8


def build():
    simulation = bumper.Simulation(gravity=(0, 900))
    simulation.insert(GROUND, "ground", kind="static")
    for row in range(ROWS):
        for k in range(ROWS - row):
            x = SIZE[0] / 2 + (k - (ROWS - row) / 2) * (BOX + 2)
            simulation.insert((x, GROUND.top - (row + 1) * BOX, BOX, BOX), "box")
    return simulation


def throw(simulation):
    return simulation.insert(bumper.Circle(-20, 340, 20), "ball", density=10, velocity=(1200, -150))


def draw(screen, simulation):
    screen.fill("white")
    pygame.draw.rect(screen, "black", GROUND)
    for id in simulation.ids():
        for shape in simulation.shapes(id):
            if simulation.data_of(id) == "ball":
                shape.draw(screen, "#ff7043")
            elif simulation.data_of(id) == "box":
                color = "#90a4ae" if simulation[id].asleep else "#546e7a"
                shape.draw(screen, color)
                shape.draw(screen, "white", 1)


def main(frames=None, picture=None, held=None):
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    clock = pygame.time.Clock()
    simulation, fired = build(), False
    while frames != 0:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                frames = 1
        fire = pygame.K_SPACE in held if held else pygame.key.get_pressed()[pygame.K_SPACE]
        if fire and not fired:
            throw(simulation)
        fired = fire
        simulation.step(1 / 60)
        for id in simulation.ids():
            if simulation[id].center[1] > 4 * SIZE[1]:
                del simulation[id]
        draw(screen, simulation)
        pygame.display.flip()
        if frames is None:
            clock.tick(60)
        else:
            frames -= 1
    if picture:
        pygame.image.save(screen, picture)
    return [(simulation.data_of(id), simulation[id]) for id in simulation.ids()]


if __name__ == "__main__":
    arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    frames = arguments.get("--frames")
    main(int(frames) if frames else None, arguments.get("--picture"))
