"""A physics toy: the mouse picks up and throws crates, the right button removes them, and the space bar blows them up. The arrow
keys move a hero, who pushes crates and stands on them.

    python examples/toy.py [--frames COUNT] [--picture FILE]
"""

import array
import math
import sys

import pygame

import bumper

SIZE, CRATE = (640, 480), 32
WALLS = (-20, -900, 20, 1400), (640, -900, 20, 1400), (-20, 440, 680, 60)


class Toy:
    def __init__(self):
        self.simulation = bumper.Simulation(gravity=(0, 900))
        self.floor = [self.simulation.insert_static(wall) for wall in WALLS][-1]
        self.hand = None  # The joint that pulls the picked body to the mouse.
        for row in range(6):
            for k in range(6 - row):
                self.simulation.insert((320 + (k - (6 - row) / 2) * (CRATE + 2), 440 - (row + 1) * CRATE, CRATE, CRATE), restitution=0.2)

        self.hero = bumper.Mover((580, 400, 20, 40), gravity=(0, 900))
        self.hero.walk_settings = (8, 8)  # It climbs on what is up to 8 pixels high.
        self.body = self.simulation.insert_mover(self.hero, CRATE * CRATE)

    def under(self, mouse):
        return next((body for body, _, _ in self.simulation.intersecting(mouse, kinds="dynamic", ignore=self.body)), None)

    def press(self, mouse):
        self.release()
        body = self.under(mouse)
        if body is not None:
            floor, strength = self.simulation.body_of(self.floor), 20000 * self.simulation[body].mass
            self.hand = self.simulation.insert_mouse_joint(floor, body, mouse, max_force=strength)

    def drag(self, mouse):
        if self.hand is not None:
            self.simulation.set_target(self.hand, mouse)

    def release(self):
        if self.hand is not None:
            self.simulation.remove_joint(self.hand)
        self.hand = None

    def erase(self, mouse):
        self.release()
        if self.under(mouse) is not None:
            self.simulation.remove(self.under(mouse))

    def explode(self, at, radius=160, speed=900):
        """Pushes away the bodies within a radius, if no wall is between: the nearer, the harder."""
        for body, _, _ in self.simulation.intersecting(bumper.Circle(at, radius), kinds="dynamic", ignore=self.body):
            away = pygame.Vector2(self.simulation[body].center) - at
            if 0 < away.length() < radius and not self.simulation.sweep(at, away, kinds="static"):
                self.simulation.apply_impulse(body, away.normalize() * speed * (CRATE * CRATE) * (1 - away.length() / radius))

    def step(self, walk=0):
        """Advances the toy by a frame; `walk` is 1 if the hero walks to the right, and -1 to the left. Returns the volume of the sound of each body that has hit something, and where it is."""
        self.hero.velocity = (180 * walk, self.hero.velocity[1])
        self.simulation.step_with_movers(1 / 60, [(self.hero, self.body)])
        hits = (hit for hit in self.simulation.events() if hit.began and hit.approach_speed > 40 and hit.points)
        return [(min(1, hit.normal_impulse / (CRATE * CRATE * 400)), hit.points[0].point) for hit in hits]


def main(frames=-1, picture=None, held=()):
    pygame.init()
    screen, clock, toy = pygame.display.set_mode(SIZE), pygame.time.Clock(), Toy()
    wave = (int(12000 * math.exp(-k / 500) * math.sin(k / 12)) for k in range(4000))
    knock, sounds = pygame.mixer.get_init() and pygame.mixer.Sound(buffer=array.array("h", wave).tobytes()), []
    for key in held:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))
    while frames != 0:
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                frames = 1
            elif event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
                toy.explode(pygame.mouse.get_pos())
            elif event.type == pygame.KEYDOWN and event.key == pygame.K_UP:
                toy.hero.jump(60)
            elif event.type == pygame.MOUSEBUTTONDOWN:
                (toy.press if event.button == 1 else toy.erase)(event.pos)
            elif event.type == pygame.MOUSEBUTTONUP:
                toy.release()
        toy.drag(pygame.mouse.get_pos())
        keys = pygame.key.get_pressed()
        sounds += (heard := toy.step(keys[pygame.K_RIGHT] - keys[pygame.K_LEFT]))
        for volume, _ in heard if knock else ():
            knock.set_volume(volume)
            knock.play()
        screen.fill("white")
        toy.simulation.draw(screen, "#546e7a", 0)
        toy.hero.shape.draw(screen, "#ff7043", 0)
        pygame.display.flip()
        frames -= 1
        clock.tick(60 if frames < 0 else 0)
    if picture:
        pygame.image.save(screen, picture)
    return toy, sounds


if __name__ == "__main__":
    arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    main(int(arguments.get("--frames", -1)), arguments.get("--picture"))
