"""Tests of 3D worlds and movers, which are compared with brute force and closed forms."""

import math
import random

import pytest
from hypothesis import given, strategies as st

import bumper

WHOLE = st.integers(-20, 20)
PLACE = st.tuples(WHOLE, WHOLE, WHOLE)


def shape(chance):
    """Creates a random shape of one of several kinds."""
    place = lambda: tuple(chance.uniform(0, 100) for _ in range(3))
    size = lambda: chance.uniform(1, 12)
    return chance.choice([
        lambda: bumper.Sphere(place(), size()), lambda: bumper.Box3(place(), (size(), size(), size())),
        lambda: bumper.Capsule3(at := place(), tuple(c + size() for c in at), size()),
        lambda: bumper.OrientedBox3(place(), (size(), size(), size()), ((1, 2, 3), size() * 9)),
    ])()


def test_world_queries_agree_with_brute_force():
    chance = random.Random(7)
    world, shapes = bumper.World3(), {}
    for k in range(150):
        of = shape(chance)
        shapes[world.insert(of, k, layers=1 + k % 2)] = of
    assert len(world) == 150 and set(world.ids()) == set(shapes) and 0 not in shapes
    odd = [id for id in shapes if world.data_of(id) % 2]
    met = swept = seen = 0
    for _ in range(60):
        probe, vector = shape(chance), tuple(chance.uniform(-90, 90) for _ in range(3))
        expected = {id for id, of in shapes.items() if of.intersects(probe)}
        met += len(expected)
        assert set(world.intersecting(probe)) == expected
        assert set(world.intersecting(probe, layers=2)) == expected.intersection(odd)
        nearest = min(probe.contact(shapes[id], within=1e9).separation for id in odd)
        id, contact = world.nearest(probe, accept=lambda id, data: data % 2)
        assert id in odd and contact.separation == pytest.approx(nearest)
        if nearest >= 1:
            assert world.nearest(probe, nearest - 1, accept=lambda id, data: data % 2) is None
        times = [hit.time for id in shapes if id not in odd and (hit := probe.sweep(vector, shapes[id]))]
        found = world.sweep(probe, vector, ignore=odd)
        assert (found is None) == (not times) and (not times or found[1].time == pytest.approx(min(times), abs=1e-6))
        rays = [hit.distance for of in shapes.values() if (hit := of.cast((50, 50, 50), vector))]
        found = world.cast((50, 50, 50), vector)
        assert (found is None) == (not rays) and (not rays or found[1].distance == pytest.approx(min(rays)))
        swept, seen = swept + bool(times), seen + bool(rays)
    assert met > 20 and 0 < swept < 60 and 0 < seen
    for x, y, z, w, h, d in world.boxes():
        assert w >= 0 and h >= 0 and d >= 0


def test_events_begin_and_end():
    chance = random.Random(11)
    world = bumper.World3()
    ids = [world.insert(shape(chance)) for _ in range(50)]
    before, began = set(), 0
    for _ in range(15):
        for id in chance.sample(ids, 10):
            world.move_by(id, tuple(chance.uniform(-30, 30) for _ in range(3)))
        world.move_to(ids[0], (50, 50, 50))
        world.rotate(ids[1], (1, 1, 0), 40)
        assert world[ids[0]].center == pytest.approx((50, 50, 50))
        events = world.update()
        now = {(a, b) for a in ids for b in ids if a < b and world[a].intersects(world[b])}
        pair = lambda event: (min(event.a, event.b), max(event.a, event.b))
        assert {pair(event) for event in events if event.began} == now - before
        assert {pair(event) for event in events if event.ended} == before - now
        before, began = now, began + len(now - before)
    assert began > 5


@given(PLACE, PLACE, st.integers(0, 90))
def test_moved_colliders_equal_moved_shapes(about, offset, degrees):
    world, log = bumper.World3(), bumper.Capsule3((0, 0, 0), (9, 3, 1), 2)
    id = world.insert(log)
    world.move_by(id, offset)
    assert world[id] == log.translated(offset)
    world[id] = log
    world.rotate(id, (0, 0, 1), degrees, about=about)
    assert world[id].center == pytest.approx(log.rotated((0, 0, 1), degrees, about).center, abs=1e-9)


def test_ids_and_data_are_kept():
    world = bumper.World3()
    first = world.insert((0, 0, 0, 1), "first")
    assert world.remove(first) == "first"
    second = world.insert((0, 0, 0, 1, 1, 1))
    assert first != second and first not in world and second in world and isinstance(world[second], bumper.Box3)
    for call in (world.remove, world.data_of, world.__getitem__, world.__delitem__):
        with pytest.raises(KeyError):
            call(first)
    with pytest.raises(TypeError):
        world.insert(bumper.Circle(0, 0, 1))
    with pytest.raises(ValueError, match="^one_way: 'up' is not 'min-x'"):
        world.insert((0, 0, 0, 1), one_way="up")
    with pytest.raises(ValueError, match="^axis: "):
        world.rotate(second, (0, 0, 0), 5)
    with pytest.raises(ZeroDivisionError):
        world.intersecting((0, 0, 0), accept=lambda id, data: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        world.travel(world.insert((9, 0, 0, 1)), (-90, 0, 0), lambda id, data: 1 / 0)


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("from_below", [False, True])
def test_one_way_sides_block_from_one_side(axis, from_below):
    """A slab that blocks movers only from below, or only from above."""
    along = lambda far: tuple(far if k == axis else 0 for k in range(3))
    world = bumper.World3()
    corner, size = [-50] * 3, [100] * 3
    corner[axis], size[axis] = 10, 2
    world.insert((*corner, *size), one_way=("min-", "max-")[not from_below] + "xyz"[axis])
    for start, step, stop in ((0, 50, 9), (30, -50, 13)):
        mover = bumper.Mover3(bumper.Sphere(along(start), 1), response="stop")
        mover.travel(along(step), world)
        held = (step > 0) == from_below
        assert start + mover.position[axis] == pytest.approx(stop if held else start + step)


RESPONSES = {
    "back-up": (0, 4, -2), "stop": (20, 8 / 3, -4 / 3), "slide": (20, 4, -2), "bounce": (10, 4, -2), "cross": (30, 4, -2),
}


@pytest.mark.parametrize("response", RESPONSES)
@pytest.mark.parametrize("in_world", [False, True])
def test_responses_change_the_motion(response, in_world):
    wall = (30, -100, -100, 10, 300, 300)
    mover = bumper.Mover3((0, 0, 0, 10, 10, 10), velocity=(30, 4, -2), response=response)
    obstacles = [wall]
    if in_world:
        obstacles = bumper.World3()
        obstacles.insert(wall)
    hits = mover.step(1, obstacles)
    assert mover.position == pytest.approx(RESPONSES[response])
    assert hits and hits[0].normal == (-1, 0, 0) and hits[0].response == response and (hits[0].id or not in_world)


def test_movers_never_tunnel_or_overlap():
    chance = random.Random(2)
    world = bumper.World3()
    for _ in range(80):
        world.insert(shape(chance))
    mover = bumper.Mover3(bumper.Sphere(-20, -20, -20, 3), response="bounce")
    mover.bounds = (-30, -30, -30, 160, 160, 160)
    hits = 0
    for _ in range(200):
        mover.velocity = tuple(chance.uniform(-3000, 3000) for _ in range(3))
        start, found = mover.center, mover.step(1 / 60, world)
        hits += len(found)
        assert all(mover.shape.contact(world[id], within=1e9).depth < 1e-6 for id in world.intersecting(mover.shape))
        assert all(-27.001 <= c <= 127.001 for c in mover.center)
        if not found:
            vector = tuple(v / 60 for v in mover.velocity)
            assert mover.center == pytest.approx([a + b for a, b in zip(start, vector)])
    assert hits > 50


def test_mover_walks_and_jumps():
    """Gravity points along -z, so up is +z."""
    floor, stair = (-100, -100, -10, 200, 200, 10), (5, -100, 0, 200, 200, 1)
    mover = bumper.Mover3((0, 0, 0, 2, 2, 4), gravity=(0, 0, -900))
    mover.walk_settings = (1.5, 1.5)
    mover.step(1 / 60, [floor])
    assert mover.grounded and mover.position == pytest.approx((0, 0, 0))
    for _ in range(10):
        mover.velocity = (60, 0, mover.velocity[2])
        mover.step(1 / 60, [floor, stair])
    assert mover.grounded and mover.position == pytest.approx((10, 0, 1))
    mover.velocity = (0, 0, 0)
    mover.jump(20)
    highest = max((mover.step(1 / 60, [floor, stair]), mover.position[2])[1] for _ in range(60))
    assert highest == pytest.approx(21, abs=1) and mover.grounded and mover.walk_settings == (1.5, 1.5)


def test_collider_moves_with_its_mover():
    world = bumper.World3()
    wall = world.insert((30, -9, -9, 2, 20, 20), "wall")
    own = world.insert((0, 0, 0, 1))
    mover = bumper.Mover3(world[own])
    hits = mover.travel((100, 5, 0), world, id=own, response=lambda id, data: "slide" if data == "wall" else None)
    assert [hit.id for hit in hits] == [wall] and world[own].center == pytest.approx((29, 5, 0))
    mover.position = (0, 0, 0)
    with pytest.raises(ZeroDivisionError):
        mover.travel((100, 0, 0), world, response=lambda id, data: 1 / 0)
    assert mover.position == (0, 0, 0)
    for name, wrong in (("velocity", (1, 2)), ("bounds", (0, 0, 0, 1)), ("gravity", "no")):
        with pytest.raises(TypeError):
            setattr(mover, name, wrong)
    with pytest.raises(ValueError, match="^velocity: "):
        mover.velocity = (0, math.inf, 0)
    with pytest.raises(TypeError):
        mover.step(1, bumper.World())
