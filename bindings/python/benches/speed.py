"""What calls cost, beside pygame-ce and pymunk in one process: nanoseconds of processor time, the least of many turns taken in turn.

    python bindings/python/benches/speed.py
"""

import os
import operator
import random
import time

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy
import pygame
import pygame.geometry
import pymunk

import bumper

TURNS = 40


def table(title, *rows):
    """Rows of a name, how many calls a turn has, and what is called for each entrant."""
    print(f"\n{title}\n")
    heads = list(dict.fromkeys(head for _, _, calls in rows for head in calls))
    print("| ns | " + " | ".join(heads) + " |\n| --- |" + " ---: |" * len(heads))
    for name, count, calls in rows:
        least = dict.fromkeys(calls, float("inf"))
        for _ in range(TURNS):
            for head, call in calls.items():
                start = time.process_time_ns()
                for _ in range(count):
                    call()
                least[head] = min(least[head], (time.process_time_ns() - start) / count)
        print(f"| {name} | " + " | ".join(f"{least[head]:,.0f}" if head in least else "" for head in heads) + " |")


def calls():
    """Single calls. `empty` is one of two arguments that does nothing."""
    a, b = bumper.Box(0, 0, 10, 10), bumper.Box(5, 5, 10, 10)
    p, q = pygame.Rect(0, 0, 10, 10), pygame.Rect(5, 5, 10, 10)
    c, d = bumper.Circle(0, 0, 5), bumper.Circle(6, 0, 5)
    e, f = pygame.geometry.Circle(0, 0, 5), pygame.geometry.Circle(6, 0, 5)
    space = pymunk.Space()
    u, v = pymunk.Body(1, 1), pymunk.Body(1, 1)
    v.position = 6, 0
    k, m = pymunk.Circle(u, 5), pymunk.Circle(v, 5)
    space.add(u, v, k, m)
    k.cache_bb(), m.cache_bb()
    empty = lambda x, y: lambda: operator.is_(x, y)
    table(
        "Calls",
        ("two boxes", 2000, {"empty": empty(a, b), "bumper": lambda: a.overlaps(b), "pygame": lambda: p.colliderect(q)}),
        ("two rects of pygame", 2000, {"empty": empty(p, q), "bumper": lambda: bumper.overlaps(p, q), "pygame": lambda: p.colliderect(q)}),
        ("two circles", 2000, {"empty": empty(c, d), "bumper": lambda: c.overlaps(d), "pygame": lambda: e.collidecircle(f)}),
        ("contact of circles", 500, {"empty": empty(c, d), "bumper": lambda: c.contact(d), "pymunk": lambda: k.shapes_collide(m)}),
    )


def picture(size, seed):
    chance = random.Random(seed)
    surface = pygame.Surface(size, pygame.SRCALPHA)
    for _ in range(30):
        at = chance.randrange(size[0]), chance.randrange(size[1])
        pygame.draw.circle(surface, "red", at, max(size) // 12)
    return surface


def masks():
    rows = []
    for size in (16, 64, 300):
        surface, other = picture((size, size), 1), picture((size, size), 2)
        a, b = bumper.from_surface(surface), bumper.from_surface(other)
        p, q = pygame.mask.from_surface(surface), pygame.mask.from_surface(other)
        near, far = (size // 3, size // 5), (size - 2, size - 2)
        count = 20000 // size
        each = {
            "overlap": (lambda m, o, at=near: m.overlap(o, at)),
            "overlap at a corner": (lambda m, o, at=far: m.overlap(o, at)),
            "overlap_area": (lambda m, o, at=near: m.overlap_area(o, at)),
            "overlap_mask": (lambda m, o, at=near: m.overlap_mask(o, at)),
            "count": (lambda m, o: m.count()),
            "get_at": (lambda m, o: m.get_at((3, 3))),
            "draw": (lambda m, o, at=near: m.draw(o, at)),
            "copy": (lambda m, o: m.copy()),
            "invert": (lambda m, o: m.invert()),
            "centroid": (lambda m, o: m.centroid()),
            "angle": (lambda m, o: m.angle()),
            "outline": (lambda m, o: m.outline()),
            "scale": (lambda m, o, to=(size * 2, size * 2): m.scale(to)),
            "connected_components": (lambda m, o: m.connected_components()),
            "get_bounding_rects": (lambda m, o: m.get_bounding_rects()),
            "to_surface": (lambda m, o: m.to_surface()),
        }
        for name, call in each.items():
            slow = name in {"scale", "connected_components", "to_surface", "get_bounding_rects", "outline", "angle", "centroid"}
            pair = {"bumper": lambda call=call, m=a.copy(): call(m, b), "pygame": lambda call=call, m=p.copy(): call(m, q)}
            rows.append((f"{name}, {size}", max(1, count // (20 if slow else 1)), pair))
        rows.append((f"from_surface, {size}", max(1, count // 20), {
            "bumper": lambda s=surface: bumper.from_surface(s), "pygame": lambda s=surface: pygame.mask.from_surface(s)}))
        if size < 300:
            rows.append((f"convolve, {size}", 1, {"bumper": lambda a=a, b=b: a.convolve(b), "pygame": lambda p=p, q=q: p.convolve(q)}))
    table("Masks", *rows)


def many():
    generator = numpy.random.default_rng(1)
    places = generator.uniform(0, 3000, (10000, 2))
    boxes = numpy.hstack([places, generator.uniform(5, 20, (10000, 2))])
    rects = [pygame.Rect(*map(int, row)) for row in boxes]
    world, space = bumper.World(), pymunk.Space()
    for x, y, w, h in boxes:
        world.insert((x, y, w, h))
        shape = pymunk.Poly(space.static_body, [(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
        space.add(shape)
    world.update()
    filter = pymunk.ShapeFilter()

    def all_of_pygame():
        return [rect.collidelistall(rects) for rect in rects[:100]]

    table(
        "10,000 boxes",
        ("all pairs, from and to an array", 1, {"bumper": lambda: bumper.collide_many(boxes)}),
        ("100 of them against all", 1, {"bumper": lambda: bumper.collide_many(boxes[:100], boxes), "pygame": all_of_pygame}),
        ("one against all, in an array", 1, {"bumper": lambda: bumper.collide_many(boxes[:1], boxes), "pygame": lambda: rects[0].collidelistall(rects)}),
        ("one against 1,000, in an array", 20, {"bumper": lambda few=boxes[:1000]: bumper.collide_many(few[:1], few), "pygame": lambda few=rects[:1000]: few[0].collidelistall(few)}),
        ("one region of a world", 500, {"bumper": lambda: world.intersecting((1000, 1000, 60, 60)), "pymunk": lambda: space.bb_query(pymunk.BB(1000, 1000, 1060, 1060), filter)}),
        ("a ray through a world", 200, {"bumper": lambda: world.cast((0, 0), (1, 0.9)), "pymunk": lambda: space.segment_query_first((0, 0), (3000, 2700), 0, filter)}),
        ("the nearest in a world", 200, {"bumper": lambda: world.nearest((1500, 1500)), "pymunk": lambda: space.point_query_nearest((1500, 1500), 1000, filter)}),
    )


if __name__ == "__main__":
    calls()
    masks()
    many()
