"""Measures calls of bumper, pygame-ce and pymunk in one process, in nanoseconds of the thread's processor time. The libraries are run
in turn many times; the smallest time of each is printed.

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


def loop(call, **names):
    """Creates a function that repeats a call, as text, in a loop. Calling a function instead would double the time of short calls."""
    found = {}
    exec(f"def run(times, {', '.join(f'{name}={name}' for name in names)}):\n for _ in times: {call}", names, found)
    return found["run"]


def table(title, *rows):
    """Prints a table. Each row has a name, the number of calls in a turn, and a loop for each library."""
    print(f"\n{title}\n")
    heads = list(dict.fromkeys(head for _, _, calls in rows for head in calls))
    print("| ns | " + " | ".join(heads) + " |\n| --- |" + " ---: |" * len(heads))
    for name, count, calls in rows:
        least = dict.fromkeys(calls, float("inf"))
        for _ in range(TURNS):
            for head, call in calls.items():
                start = time.thread_time_ns()
                call(range(count))
                least[head] = min(least[head], (time.thread_time_ns() - start) / count)
        print(f"| {name} | " + " | ".join(f"{least[head]:,.0f}" if head in least else "" for head in heads) + " |")


def calls():
    """Measures single calls. `empty` is a call with two arguments of a function that does nearly nothing."""
    a, b = bumper.Box(0, 0, 10, 10), bumper.Box(5, 5, 10, 10)
    p, q = pygame.Rect(0, 0, 10, 10), pygame.Rect(5, 5, 10, 10)
    r, s = pygame.FRect(p), pygame.FRect(q)
    c, d = bumper.Circle(0, 0, 5), bumper.Circle(6, 0, 5)
    e, f = pygame.geometry.Circle(0, 0, 5), pygame.geometry.Circle(6, 0, 5)
    space = pymunk.Space()
    u, v = pymunk.Body(1, 1), pymunk.Body(1, 1)
    v.position = 6, 0
    k, m = pymunk.Circle(u, 5), pymunk.Circle(v, 5)
    space.add(u, v, k, m)
    k.cache_bb(), m.cache_bb()
    empty = loop("f(a, b)", f=operator.is_, a=a, b=b)
    table(
        "Calls",
        ("two boxes", 2000, {"empty": empty, "bumper": loop("a.overlaps(b)", a=a, b=b), "pygame": loop("a.colliderect(b)", a=p, b=q)}),
        # Clearing an empty mask does nothing, so this measures only the call.
        ("a method of a mask without pixels", 2000, {
            "bumper": loop("m.clear()", m=bumper.Mask((0, 0))), "pygame": loop("m.clear()", m=pygame.mask.Mask((0, 0)))}),
        ("two rects of pygame", 2000, {"empty": empty, "bumper": loop("f(a, b)", f=bumper.overlaps, a=p, b=q), "pygame": loop("a.colliderect(b)", a=p, b=q)}),
        ("two float rects of pygame", 2000, {"empty": empty, "bumper": loop("f(a, b)", f=bumper.overlaps, a=r, b=s), "pygame": loop("a.colliderect(b)", a=r, b=s)}),
        ("two circles", 2000, {"empty": empty, "bumper": loop("a.overlaps(b)", a=c, b=d), "pygame": loop("a.collidecircle(b)", a=e, b=f)}),
        ("contact of circles", 500, {"empty": empty, "bumper": loop("a.contact(b)", a=c, b=d), "pymunk": loop("a.shapes_collide(b)", a=k, b=m)}),
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
    for size in (1, 16, 64, 300, 1024):
        surface, other = picture((size, size), 1), picture((size, size), 2)
        a, b = bumper.from_surface(surface), bumper.from_surface(other)
        p, q = pygame.mask.from_surface(surface), pygame.mask.from_surface(other)
        near, far = (size // 3, size // 5), (size - 2, size - 2)
        count = min(20000 // size, 5000)
        slow = {"centroid", "angle", "outline", "scale", "connected_component", "connected_components", "get_bounding_rects", "to_surface"}
        quick = (
            "overlap(o, near)", "overlap(o, far)", "overlap_area(o, near)", "overlap_mask(o, near)", "draw(o, near)", "erase(o, near)",
            "count()", "get_at((0, 0))", "set_at((0, 0))", "copy()", "invert()", "fill()", "clear()", "fill(); m.clear()", "get_size()",
            "get_rect()", "get_rect(topleft=near)",
        )
        for call in quick + tuple(f"{name}({'twice' if name == 'scale' else ''})" for name in sorted(slow)):
            names = {"near": near, "far": far, "twice": (size * 2, size * 2)}
            pair = {head: loop(f"m.{call}", m=m.copy(), o=o, **names) for head, m, o in (("bumper", a, b), ("pygame", p, q))}
            rows.append((f"{call}, {size}", count if call in quick else max(1, count // 20), pair))
        rows.append((f"from_surface, {size}", max(1, count // 20), {
            "bumper": loop("f(s)", f=bumper.from_surface, s=surface), "pygame": loop("f(s)", f=pygame.mask.from_surface, s=surface)}))
        if size < 300:
            rows.append((f"convolve, {size}", 1, {"bumper": loop("m.convolve(o)", m=a, o=b), "pygame": loop("m.convolve(o)", m=p, o=q)}))
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

    few, one, place, way, far = boxes[:100], boxes[:1], (1000, 1000, 60, 60), (1, 0.9), (3000, 2700)
    ours = lambda call, **names: loop(call, many=bumper.collide_many, world=world, all=boxes, **names)
    theirs = lambda call, **names: loop(call, space=space, filter=filter, rects=rects, **names)
    table(
        "10,000 boxes",
        ("all pairs, from and to an array", 1, {"bumper": ours("many(all)")}),
        ("100 of them against all", 1, {
            "bumper": ours("many(few, all)", few=few), "pygame": theirs("[rect.collidelistall(rects) for rect in few]", few=rects[:100])}),
        ("one against all, in an array", 1, {"bumper": ours("many(one, all)", one=one), "pygame": theirs("rects[0].collidelistall(rects)")}),
        ("one against 1,000, in an array", 20, {
            "bumper": ours("many(one, few)", one=one, few=boxes[:1000]), "pygame": theirs("rects[0].collidelistall(few)", few=rects[:1000])}),
        ("one region of a world", 500, {
            "bumper": ours("world.intersecting(place)", place=place),
            "pymunk": theirs("space.bb_query(place, filter)", place=pymunk.BB(1000, 1000, 1060, 1060))}),
        ("a ray through a world", 200, {
            "bumper": ours("world.cast((0, 0), way)", way=way), "pymunk": theirs("space.segment_query_first((0, 0), far, 0, filter)", far=far)}),
        ("the nearest in a world", 200, {
            "bumper": ours("world.nearest((1500, 1500))"), "pymunk": theirs("space.point_query_nearest((1500, 1500), 1000, filter)")}),
    )


if __name__ == "__main__":
    calls()
    masks()
    many()
