"""Tests of worlds, movers and collide_many, which are compared with brute force."""

import array
import gc
import math
import random
import sys
import threading

import pytest
from hypothesis import given, strategies as st

import bumper

BOXES = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(0, 9), st.integers(0, 9)), max_size=40
)


def collide(a, b, touching):
    return bumper.intersects(a, b) if touching else bumper.overlaps(a, b)


@given(BOXES, BOXES, st.booleans())
def test_collide_many_agrees_with_single_tests(first, second, touching):
    own = [(i, j) for j in range(len(first)) for i in range(j) if collide(first[i], first[j], touching)]
    assert sorted(bumper.collide_many(first, touching=touching)) == sorted(own)
    both = [(i, j) for i, a in enumerate(first) for j, b in enumerate(second) if collide(a, b, touching)]
    assert sorted(bumper.collide_many(first, second, touching=touching)) == both


def test_collide_many_accepts_arrays():
    numpy = pytest.importorskip("numpy")
    generator = numpy.random.default_rng(5)
    for columns in (2, 3, 4):
        rows = generator.integers(1, 99, (120, columns))
        shapes = [tuple(map(int, row)) for row in rows]
        expected = sorted(bumper.collide_many(shapes, touching=True))
        for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"):
            found = bumper.collide_many(rows.astype(kind), touching=True)
            assert sorted(found) == expected, (columns, kind)
        # Every second column of a wider array is not contiguous in memory.
        wide = numpy.repeat(rows, 2, axis=1)
        assert sorted(bumper.collide_many(wide[:, ::2], touching=True)) == expected
    pairs = bumper.collide_many(rows)
    assert numpy.asarray(pairs).tolist() == [list(pair) for pair in pairs] and len(pairs) == len(expected) - len(
        [1 for i, j in expected if not bumper.overlaps(shapes[i], shapes[j])]
    )
    assert pairs.buffer.tolist() == [index for pair in pairs for index in pair]
    assert pairs[-1] == pairs.tolist()[-1]
    with pytest.raises(IndexError):
        pairs[len(pairs)]
    with pytest.raises(ValueError, match="a: "):
        bumper.collide_many(array.array("d", [1, 2, 3, 4]))
    with pytest.raises(ValueError, match="a: (?i:nan)"):
        bumper.collide_many(numpy.full((3, 4), numpy.nan))
    with pytest.raises(ValueError, match="b: -1"):
        bumper.collide_many(rows, numpy.array([[0, 0, 5], [0, 0, -1.0]]))
    with pytest.raises(ValueError, match="a: rows"):
        bumper.collide_many(numpy.zeros((3, 5)))
    # An array that is longer than a block.
    long = numpy.tile(rows, (20, 1))
    assert len(bumper.collide_many(long[:1], long)) == 20 * len(bumper.collide_many(rows[:1], rows))


def test_collide_many_of_few_and_many_agrees():
    """Tests arrays that are read in several blocks: indices count across blocks, and the memory layout does not matter."""
    numpy = pytest.importorskip("numpy")
    generator = numpy.random.default_rng(6)
    mixed = [bumper.Circle(30, 30, 9), (20, 25, 10, 10), bumper.Segment((0, 0), (99, 70)), (5, 5)]
    boxes = [(20, 25, 10, 10), (0, 0, 3, 3), bumper.Box(95, 95, 0, 9)]
    for columns, count, few in ((2, 7000, mixed), (3, 5001, mixed), (4, 6001, mixed), (4, 6001, boxes)):
        rows = generator.integers(1, 99, (count, columns)).astype("f4")
        shapes = [bumper.Box(*row, 0, 0) if columns == 2 else tuple(row) for row in rows.tolist()]
        for touching in (False, True):
            expected = [(a, b) for a, p in enumerate(few) for b, q in enumerate(shapes) if collide(p, q, touching)]
            assert len(expected) > 20 or (columns, touching) == (2, False)
            assert bumper.collide_many(few, rows, touching=touching).tolist() == expected
            assert bumper.collide_many(few, numpy.asfortranarray(rows), touching=touching).tolist() == expected
            assert sorted((b, a) for a, b in bumper.collide_many(rows, few, touching=touching)) == expected
    rows[-1] = numpy.inf
    with pytest.raises(ValueError, match="b: inf"):
        bumper.collide_many(few, rows)
    # The bytes are not aligned.
    raw = bytes(1) + generator.integers(1, 99, (900, 4)).astype("f8").tobytes()
    askew = numpy.frombuffer(raw, "f8", offset=1).reshape(900, 4)
    assert not askew.flags.aligned and len(bumper.collide_many(boxes, askew)) > 9
    assert bumper.collide_many(boxes, askew).tolist() == bumper.collide_many(boxes, askew.copy()).tolist()


def test_pair_arrays_are_not_copied():
    numpy = pytest.importorskip("numpy")
    pairs = bumper.collide_many([(0, 0, 10, 10), (5, 5, 10, 10), (8, 8, 1, 1)])
    array, again = numpy.asarray(pairs), numpy.asarray(pairs)
    assert array.dtype == numpy.uint32 and array.tolist() == [[0, 1], [0, 2], [1, 2]] and numpy.shares_memory(array, again)
    with pytest.raises(ValueError):
        array[0, 0] = 5
    # The array keeps the memory alive.
    del pairs
    gc.collect()
    others = [bumper.collide_many([(0, 0, 9, 9)] * 3) for _ in range(50)]
    assert array.tolist() == [[0, 1], [0, 2], [1, 2]] and numpy.asarray(bumper.collide_many([])).shape == (0, 2) and others


def test_collide_many_accepts_mixed_shapes():
    chance = random.Random(3)
    place = lambda: (chance.uniform(0, 99), chance.uniform(0, 99))
    shapes = [bumper.Capsule(place(), place(), 3) if k % 2 else bumper.Circle(place(), 5) for k in range(60)]
    expected = [(i, j) for i in range(60) for j in range(i + 1, 60) if shapes[i].overlaps(shapes[j])]
    assert 0 < len(expected) < 60 * 59 / 2
    assert sorted(bumper.collide_many(shapes)) == expected


def test_world_queries_agree_with_brute_force():
    chance = random.Random(7)
    world = bumper.World()
    shapes = {}
    for k in range(200):
        shape = bumper.Circle(chance.uniform(0, 300), chance.uniform(0, 300), chance.uniform(1, 20))
        shapes[world.insert(shape, k, layers=1 + k % 2)] = shape
    assert len(world) == 200 and set(world.ids()) == set(shapes) and 0 not in shapes
    odd = [id for id in shapes if world.data_of(id) % 2]
    for _ in range(50):
        probe = bumper.Box(chance.uniform(0, 300), chance.uniform(0, 300), 30, 10)
        assert set(world.intersecting(probe)) == {id for id, shape in shapes.items() if shape.intersects(probe)}
        assert set(world.intersecting(probe, layers=2)) == {id for id in odd if shapes[id].intersects(probe)}
        id, contact = world.nearest(probe, accept=lambda id, data: data % 2)
        assert contact.separation == pytest.approx(
            min(probe.contact(shapes[id], within=1e9).separation for id in odd)
        )
        vector = chance.uniform(-300, 300), chance.uniform(-300, 300)
        found = world.sweep(probe, vector, ignore=odd)
        times = [hit.time for id in shapes if id not in odd and (hit := probe.sweep(vector, shapes[id]))]
        assert (found is None) == (not times) and (not times or found[1].time == pytest.approx(min(times)))
        seen = world.cast(vector, (1, 0.5))
        rays = [hit.distance for shape in shapes.values() if (hit := shape.cast(vector, (1, 0.5)))]
        assert (seen is None) == (not rays) and (not rays or seen[1].distance == pytest.approx(min(rays)))


def test_events_begin_and_end():
    chance = random.Random(11)
    world = bumper.World()
    ids = [world.insert(bumper.Box(chance.uniform(0, 99), chance.uniform(0, 99), 9, 9)) for _ in range(40)]
    before = set()
    for _ in range(20):
        for id in chance.sample(ids, 10):
            world.move_by(id, (chance.uniform(-9, 9), chance.uniform(-9, 9)))
        events = world.update()
        now = {(a, b) for a in ids for b in ids if a < b and world.relation(a, b)}
        pair = lambda event: (min(event.a, event.b), max(event.a, event.b))
        assert {pair(event) for event in events if event.began} == now - before
        assert {pair(event) for event in events if event.ended} == before - now
        before = now
    assert before


def test_ids_are_not_reused():
    world = bumper.World()
    first = world.insert((0, 0, 1, 1), "first")
    assert world.remove(first) == "first"
    second = world.insert((0, 0, 1, 1))
    assert first != second and first not in world and second in world
    for call in (world.remove, world.data_of, world.__getitem__, world.__delitem__):
        with pytest.raises(KeyError):
            call(first)
    with pytest.raises(KeyError):
        world[first] = (0, 0, 1, 1)
    del world[second]
    assert len(world) == 0


def test_exceptions_of_callbacks_are_raised():
    world = bumper.World()
    id = world.insert((0, 0, 10, 10))
    with pytest.raises(ZeroDivisionError):
        world.intersecting((5, 5), accept=lambda id, data: 1 / 0)
    other = world.insert((50, 0, 10, 10))
    with pytest.raises(ZeroDivisionError):
        world.travel(other, (-100, 0), lambda id, data: 1 / 0)
    with pytest.raises(ValueError, match="response"):
        world.travel(other, (-100, 0), lambda id, data: "fly")
    assert world.travel(other, (-100, 0), lambda id, data: "cross")[0] == (-100, 0)
    assert world.travel(other, (200, 0), lambda id, data: None) == ((200, 0), [])
    assert id in world


RESPONSES = {"back-up": (0, 4), "stop": (20, 8 / 3), "slide": (20, 4), "bounce": (10, 4), "cross": (30, 4)}


@pytest.mark.parametrize("response", RESPONSES)
@pytest.mark.parametrize("in_world", [False, True])
def test_responses_change_the_motion(response, in_world):
    wall = (30, -100, 10, 300)
    mover = bumper.Mover((0, 0, 10, 10), velocity=(30, 4), response=response)
    obstacles = [wall]
    if in_world:
        obstacles = bumper.World()
        obstacles.insert(wall)
    hits = mover.step(1, obstacles)
    assert mover.position == pytest.approx(RESPONSES[response])
    assert hits and hits[0].normal == (-1, 0) and hits[0].response == response


def test_movers_never_tunnel_or_overlap():
    chance = random.Random(2)
    world = bumper.World()
    for _ in range(60):
        world.insert((chance.uniform(0, 400), chance.uniform(0, 400), chance.uniform(1, 40), chance.uniform(1, 40)))
    mover = bumper.Mover(bumper.Circle(-20, -20, 6), response="bounce")
    mover.bounds = (-30, -30, 500, 500)
    hits = 0
    for _ in range(300):
        mover.velocity = chance.uniform(-2000, 2000), chance.uniform(-2000, 2000)
        hits += len(mover.step(1 / 60, world))
        assert all(mover.shape.contact(world[id], within=1e9).depth < 1e-6 for id in world.intersecting(mover.shape))
    assert hits > 50


def test_jumps_reach_their_height():
    mover = bumper.Mover((0, 80, 10, 20), gravity=(0, 900))
    ground = [(-100, 100, 300, 20)]
    mover.step(1 / 60, ground)
    assert mover.grounded
    mover.jump(40)
    highest = min((mover.step(1 / 60, ground), mover.position[1])[1] for _ in range(60))
    assert highest == pytest.approx(-40, abs=1)
    mover.walk_settings = (4, 4)
    assert mover.walk_settings == (4, 4)
    mover.walk_settings = None
    assert mover.walk_settings is None


def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4096


def test_calls_do_not_leak_references():
    token = object()
    dot, wall = bumper.Circle(0, 0, 5), bumper.Box(3, 0, 9, 9)
    mask = bumper.Mask((100, 20), fill=True)
    pair = (3, 4)

    def calls():
        dot.intersects(wall), dot.intersects((1, 2, 3, 4)), dot.contact(wall).points, dot.translated(pair)
        mask.overlap(mask, pair), mask.copy(), bumper.Sprite(mask, pair), bumper.collide_many([dot, wall]).tolist()
        mask.get_rect(), mask.get_bounding_rects(), mask.connected_component(pair), mask.draw(mask, pair)
        world = bumper.World()
        id = world.insert(wall, token)
        world.update(), world.intersecting(dot, accept=lambda id, data: data is token), world.travel(id, (1, 1))
        for wrong in (None, "x", (1, 2, 3, 4, 5)):
            try:
                dot.intersects(wrong)
            except TypeError:
                pass

    def counts():
        gc.collect()
        return [sys.getrefcount(of) for of in (token, dot, wall, mask, pair, bumper.Circle, None)][:6]

    for _ in range(2000):
        calls()
    before, size = counts(), resident()
    # About a million calls.
    for _ in range(50000):
        calls()
    assert counts() == before
    # If each call leaked a single object, the memory would grow by many times this limit.
    assert resident() - size < 4 << 20


@pytest.mark.parametrize("kind", [bumper.World, bumper.World3])
def test_worlds_in_cycles_are_collected(kind):
    class Data:
        alive = 0

        def __init__(self):
            Data.alive += 1

        def __del__(self):
            Data.alive -= 1

    for _ in range(10):
        world, data = kind(), Data()
        data.world = world
        # These four numbers are a box in 2D, and a sphere in 3D.
        world.insert((0, 0, 1, 1), data)
    del world, data
    gc.collect()
    assert Data.alive == 0


def test_collide_many_runs_in_threads():
    boxes = [(k % 50 * 3, k // 50 * 3, 4, 4) for k in range(2500)]
    expected = sorted(bumper.collide_many(boxes))
    found = []
    threads = [threading.Thread(target=lambda: found.append(sorted(bumper.collide_many(boxes)))) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert found == [expected] * 4


def test_arrays_of_all_formats_are_read():
    numpy = pytest.importorskip("numpy")
    generator = numpy.random.default_rng(6)
    rows = generator.integers(0, 99, (2000, 4))
    few = rows[:120]
    expected, expected_few = (sorted(bumper.collide_many(of.tolist())) for of in (rows, few))
    kinds = [order + kind for order in "<>" for kind in ("i2", "i4", "i8", "u2", "u4", "u8", "f2", "f4", "f8")]
    for kind in [*kinds, "longdouble", ">g"]:
        assert sorted(bumper.collide_many(rows.astype(kind))) == expected, kind
        # Test one shape against many, and an array with gaps in memory.
        found = bumper.collide_many(rows[:1].astype(kind), rows.astype(kind))
        assert [b for a, b in found] == [b for a, b in bumper.collide_many(rows[:1].tolist(), rows.tolist())], kind
        assert sorted(bumper.collide_many(numpy.repeat(few.astype(kind), 2, axis=1)[:, ::2])) == expected_few, kind
    fractions = generator.uniform(-99, 99, (300, 4)).astype("f2")
    shapes = fractions.astype("f8").tolist()
    assert sorted(bumper.collide_many(fractions)) == sorted(bumper.collide_many(shapes))
    tiny = numpy.array([[2**-24, 0, 2**-14, 65504], [3 * 2**-24, 1, 2**-24, 1]], "f2")
    assert bumper.collide_many(tiny, touching=True).tolist() == [(0, 1)]
    with pytest.raises(ValueError, match="(?i)inf"):
        bumper.collide_many(numpy.full((2, 4), numpy.inf, "f2"))
    truths = numpy.array([[0, 0, 1, 1], [1, 0, 1, 1], [0, 0, 1, 0]], bool)
    assert sorted(bumper.collide_many(truths)) == sorted(bumper.collide_many(truths.astype(int).tolist()))
    # Complex numbers and records are rejected.
    for kind in ("c8", "c16", "clongdouble"):
        with pytest.raises(TypeError, match="a: .*not supported"):
            bumper.collide_many(few.astype(kind))
    records = numpy.zeros((5, 4), [("x", "f8"), ("d", "f8")])
    with pytest.raises(TypeError, match="a: "):
        bumper.collide_many(records)


def test_movers_and_queries_refuse_invalid_numbers():
    player = bumper.Mover((0, 0, 5, 5))
    for name, wrong in (("floor_angle", (-1, 181, math.nan)), ("coyote_time", (-1, math.nan)), ("buffer_time", (-1, math.nan))):
        for number in wrong:
            with pytest.raises(ValueError, match=name):
                setattr(player, name, number)
    player.coyote_time = player.buffer_time = math.inf
    for height in (-1, math.nan, math.inf):
        with pytest.raises(ValueError, match="height"):
            player.jump(height)
    for world, shape in ((bumper.World(), (0, 0, 5, 5)), (bumper.World3(), (0, 0, 0, 5))):
        for max_distance in (-1, math.nan):
            with pytest.raises(ValueError, match="max_distance"):
                world.nearest(shape, max_distance)


@pytest.mark.parametrize("space", [False, True])
def test_all_hits_are_sorted_and_filtered(space):
    world = bumper.World3() if space else bumper.World()

    def at(x):
        return bumper.Sphere(x, 0, 0, 1) if space else bumper.Circle(x, 0, 1)

    def vector(x):
        return (x, 0, 0) if space else (x, 0)

    far, near, middle = world.insert(at(30), "far"), world.insert(at(10), "near"), world.insert(at(20), layers=2)
    rays = lambda **options: [(id, hit.distance) for id, hit in world.cast_all(vector(0), vector(2), **options)]
    assert rays() == [(near, 9), (middle, 19), (far, 29)]
    assert rays(max_distance=20) == [(near, 9), (middle, 19)]
    assert rays(layers=1) == [(near, 9), (far, 29)]
    assert rays(ignore=near) == [(middle, 19), (far, 29)]
    assert rays(accept=lambda id, data: data == "far") == [(far, 29)]
    assert rays(layers=4) == []
    assert world.cast_all(vector(0), vector(1))[0][1].distance == world.cast(vector(0), vector(1))[1].distance
    sweeps = lambda **options: [(id, hit.time) for id, hit in world.sweep_all(at(0), vector(80), **options)]
    assert [id for id, _ in sweeps()] == [near, middle, far]
    assert [time for _, time in sweeps()] == pytest.approx([0.1, 0.225, 0.35])
    only_middle = sweeps()[1:2]
    assert sweeps(layers=2) == only_middle
    assert sweeps(ignore=[far, near]) == only_middle
    assert sweeps(accept=lambda id, data: data is None) == only_middle
    with pytest.raises(ZeroDivisionError):
        world.cast_all(vector(0), vector(1), accept=lambda id, data: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        world.sweep_all(at(0), vector(9), accept=lambda id, data: 1 / 0)
    with pytest.raises(ValueError, match="moves"):
        world.sweep_all(at(0), vector(math.nan))


@pytest.mark.parametrize("space", [False, True])
def test_shapes_of_worlds_are_modified(space):
    world = bumper.World3() if space else bumper.World()

    def at(x):
        return bumper.Sphere(x, 0, 0, 1) if space else bumper.Circle(x, 0, 1)

    id = world.insert(at(0), "old")
    world.modify(id)
    assert world[id] == at(0) and world.data_of(id) == "old"
    world.modify(id, shape=at(5), layers=2, data=["new"])
    assert world[id] == at(5) and world.data_of(id) == ["new"] and len(world) == 1
    assert world.intersecting(at(5), layers=1) == [] and world.intersecting(at(5), layers=2) == [id]
    world.modify(id, layers=1, data=None)
    assert world.intersecting(at(5), layers=1) == [id] and world.data_of(id) is None
    # A sensor does not stop a mover. With a filter that contains no layer of the other shape, the two have no events.
    other = world.insert(at(9))
    step = (-9, 0, 0) if space else (-9, 0)
    assert world.travel(other, step, "stop")[0][0] == pytest.approx(-2)
    world.modify(id, sensor=True)
    assert world.travel(other, step, "stop")[0][0] == -9
    world.modify(other, shape=at(6))
    assert [event.began for event in world.update()] == [True]
    world.modify(id, filter=0)
    assert [event.ended for event in world.update()] == [True]
    # A shape with a one-way side lets movers pass that come from another side.
    world.modify(id, sensor=False, filter=1, one_way="max-x")
    world.modify(other, shape=at(9))
    assert world.travel(other, step, "stop")[0][0] == pytest.approx(-2)
    world.modify(id, one_way="min-x")
    world.modify(other, shape=at(9))
    assert world.travel(other, step, "stop")[0][0] == -9
    # After an error, nothing has changed.
    before = world[id]
    with pytest.raises(ValueError, match="one_way"):
        world.modify(id, shape=at(50), one_way="sideways")
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        world.modify(id, shape=at(50), colour="red")
    with pytest.raises(TypeError, match="argument 'layers'"):
        world.modify(id, shape=at(50), layers="many")
    assert world[id] == before
    world.remove(id)
    with pytest.raises(KeyError):
        world.modify(id, layers=1)
