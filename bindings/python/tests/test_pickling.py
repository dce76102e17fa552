"""Tests that shapes are recreated bit for bit from their repr and from pickles, as lockstep games need."""

import copy
import math
import pickle
import random

import pytest

import bumper


def number(rng):
    return rng.choice([rng.uniform(-100, 100), rng.randint(-9, 9), rng.uniform(-1e9, 1e9), rng.uniform(-1e-9, 1e-9)])


def flat(rng):
    def point():
        return number(rng), number(rng)

    def size():
        return abs(number(rng)) + 0.1, abs(number(rng)) + 0.1

    kind = rng.randrange(13)
    if kind == 0:
        return bumper.Point(point())
    if kind == 1:
        return bumper.Box(point(), size())
    if kind == 2:
        return bumper.Circle(point(), abs(number(rng)))
    if kind == 3:
        return bumper.Segment(point(), point())
    if kind == 4:
        return bumper.Triangle(point(), point(), point())
    if kind == 5:
        return bumper.Capsule(point(), point(), abs(number(rng)))
    if kind == 6:
        return bumper.OrientedBox(point(), size(), rng.uniform(-400, 400))
    if kind == 7:
        return bumper.Ellipse(point(), size(), rng.uniform(-400, 400))
    if kind == 8:
        # A star, which may be concave. If all radii are equal it is convex, and may be rounded.
        radii = [rng.choice([5, 9])] * 6 if rng.random() < 0.5 else [rng.uniform(2, 9) for _ in range(6)]
        corners = [(math.cos(k) * r + 3, math.sin(k) * r) for k, r in enumerate(radii)]
        return bumper.Polygon(corners, rng.uniform(0.1, 2) if len(set(radii)) == 1 and rng.random() < 0.5 else 0.0)
    if kind == 9:
        rows = ["".join(rng.choice("#.") for _ in range(5)) for _ in range(3)]
        return bumper.Sprite(bumper.Mask.from_rows(rows), point(), rng.uniform(0.1, 3), rng.random() < 0.5, rng.random() < 0.5)
    if kind == 10:
        return bumper.HalfSpace(point(), point())
    if kind == 11:
        heights = [number(rng) for _ in range(rng.randint(2, 9))]
        holes = [cell for cell in range(len(heights) - 1) if rng.random() < 0.2]
        return bumper.HeightField(point(), rng.uniform(0.1, 50), heights, holes)
    return bumper.Compound([flat(rng) for _ in range(rng.randint(1, 3))], rng.uniform(-180, 180), point())


def solid(rng):
    def point():
        return number(rng), number(rng), number(rng)

    kind = rng.randrange(13)
    if kind == 0:
        return bumper.Point3(point())
    if kind == 1:
        return bumper.Box3(point(), tuple(abs(c) + 0.1 for c in point()))
    if kind == 2:
        return bumper.Sphere(point(), abs(number(rng)))
    if kind == 3:
        return bumper.Cylinder(point(), point(), abs(number(rng)))
    if kind == 4:
        return bumper.Segment3(point(), point())
    if kind == 5:
        return bumper.Triangle3(point(), point(), point())
    if kind == 6:
        return bumper.Capsule3(point(), point(), abs(number(rng)))
    if kind == 7:
        return bumper.OrientedBox3(point(), tuple(abs(c) for c in point()), (point(), rng.uniform(-400, 400)))
    if kind == 8:
        return bumper.Hull([point() for _ in range(8)])
    if kind == 9:
        return bumper.HalfSpace3(point(), point())
    if kind == 10:
        points = [point() for _ in range(rng.randint(1, 9))]
        triangles = [tuple(rng.randrange(len(points)) for _ in range(3)) for _ in range(rng.randint(0, 9))]
        return bumper.Mesh(points, triangles, rng.random() < 0.5)
    if kind == 11:
        columns, rows = rng.randint(2, 5), rng.randint(2, 5)
        heights = [[number(rng) for _ in range(columns)] for _ in range(rows)]
        holes = [(i, k) for k in range(rows - 1) for i in range(columns - 1) if rng.random() < 0.2]
        return bumper.HeightField3(point(), (rng.uniform(0.1, 50), rng.uniform(0.1, 50)), heights, holes)
    return bumper.Compound3([solid(rng) for _ in range(2)], (point(), rng.uniform(-180, 180)), point())


def moved(rng, shape):
    """The shape after a few random rotations and translations."""
    for _ in range(rng.randrange(4)):
        if rng.random() < 0.5:
            shape = shape.translated([number(rng) for _ in range(2 if isinstance(shape, bumper.Shape) else 3)])
        elif isinstance(shape, bumper.Shape):
            shape = shape.rotated(rng.uniform(-400, 400))
        else:
            shape = shape.rotated([number(rng) for _ in range(3)], rng.uniform(-400, 400))
    return shape


@pytest.mark.parametrize("make", [flat, solid])
def test_pickle_copy_and_repr_keep_shapes_to_the_bit(make):
    rng = random.Random(5)
    kinds = set()
    for case in range(1500):
        try:
            shape = moved(rng, make(rng))
        except (ValueError, OverflowError):
            continue
        kinds.add(type(shape))
        names = {**vars(bumper)}
        text = repr(shape)
        assert pickle.loads(pickle.dumps(shape)) == shape, (case, text)
        if "Mask(" not in text:
            assert eval(text, names) == shape, (case, text)
            assert repr(eval(text, names)) == text
        assert copy.deepcopy(shape) == shape
    assert len(kinds) == (13)


def test_pickle_keeps_subclasses():
    shape = OwnBox(-1, 0, 1 + 2**-53, 2).translated((1e-17, 0))
    assert type(shape) is bumper.Box
    odd = bumper.Box.between((-1, 0), (1e-17, 2))
    assert repr(odd) == "Box.between((-1.0, 0.0), (1e-17, 2.0))"
    own = OwnBox.between((-1, 0), (1e-17, 2))
    back = pickle.loads(pickle.dumps(own))
    assert type(own) is type(back) is OwnBox and back == own == OwnBox(odd) and own.bounds[0] == -1
    coin = OwnCircle.with_radius_squared((1, 2), 5)
    back = pickle.loads(pickle.dumps(coin))
    assert type(coin) is type(back) is OwnCircle and back == coin == bumper.Circle(coin) and OwnCircle(bumper.Circle(1, 2, 3)).radius == 3
    log = bumper.Cylinder.along((0, 0, 0), (1, 2, 3), 10, 1)
    assert eval(repr(log), vars(bumper)) == log and log.bounds[5] > 8


class OwnBox(bumper.Box):
    pass


class OwnCircle(bumper.Circle):
    pass


def test_pickle_keeps_masks():
    for size in ((0, 0), (5, 0), (0, 5), (70, 3)):
        mask = bumper.Mask(size, fill=True)
        assert pickle.loads(pickle.dumps(mask)) == mask and pickle.loads(pickle.dumps(mask)).get_size() == size


def test_position_and_direction_restore_a_body_to_the_bit():
    simulation = bumper.Simulation(gravity=(0, 900))
    crate = simulation.insert((0, 0, 30, 10), degrees=33, angular_velocity=200)
    for _ in range(50):
        simulation.step(1 / 60)
    state, shapes = simulation[crate], simulation.shapes(crate)
    assert len(state.direction) == 2
    simulation.set_pose(crate, (0, 0), 0)
    simulation.set_pose(crate, state.position, state.direction)
    assert simulation.shapes(crate) == shapes and simulation[crate].direction == state.direction
    other = simulation.insert((0, 0, 30, 10), position=state.position, degrees=state.direction)
    assert simulation.shapes(other) == shapes


def hero_on_a_lift():
    """A simulation with a lift, a crate and a hero, the hero, and the id of his body."""
    cave = bumper.Simulation(gravity=(0, 900))
    cave.insert((-400, 100, 800, 20), kind="kinematic", velocity=(30, -60))
    cave.insert((60, 68, 32, 32), "a crate")
    hero = bumper.Mover((0, 60, 20, 40), gravity=(0, 900))
    hero.coyote_time, hero.buffer_time, hero.keep_platform_velocity = 0.1, 1, True
    return cave, hero, cave.insert_mover(hero, 2000)


def run(cave, hero, body, frames=30):
    for _ in range(frames):
        hero.velocity = (150, hero.velocity[1])
        cave.step_with_movers(1 / 60, [(hero, body)])
    return cave.state_hash(), hero.position, hero.velocity, hero.grounded, pickle.dumps(hero)


@pytest.mark.parametrize("in_the_air", [True, False])
def test_save_game_with_a_hero_goes_on_with_the_same_bits(in_the_air):
    cave, hero, body = hero_on_a_lift()
    for frame in range(20):
        if frame == 5 and in_the_air:
            hero.jump(60)
        cave.step_with_movers(1 / 60, [(hero, body)])
    # On the ground it jumps at once, with the velocity of the lift; in the air the jump is pending.
    hero.jump(40)
    assert hero.grounded != in_the_air
    saved = pickle.dumps((cave, hero, body))
    copies = [copy.deepcopy((cave, hero, body)), (copy.copy(cave), copy.copy(hero), body), pickle.loads(saved)]
    first = run(cave, hero, body)
    assert all(run(*game) == first for game in copies)
    # A jump that was not saved makes a difference.
    other, late, body = pickle.loads(saved)
    late.jump(0)
    assert run(other, late, body) != first


def test_3d_movers_and_worlds_are_pickled():
    world = bumper.World3()
    floor = world.insert((-50, -50, -10, 100, 100, 10), {"name": "floor"})
    mover = bumper.Mover3(bumper.Sphere(0, 0, 30, 2), gravity=(0, 0, -90))
    own = world.insert(mover.shape)
    world.update()
    for _ in range(20):
        mover.step(1 / 60, world, id=own)
    again, twin = pickle.loads(pickle.dumps((world, mover)))
    assert again.ids() == world.ids() and again[own] == world[own] and again.data_of(floor) == {"name": "floor"}
    for _ in range(60):
        mover.step(1 / 60, world, id=own)
        twin.step(1 / 60, again, id=own)
    assert twin.position == mover.position and twin.grounded and again[own] == world[own]
    shown = [[(event.a, event.b, event.now) for event in of.update()] for of in (world, again)]
    assert shown[0] == shown[1] and len(shown[0]) == 1
    assert again.insert((0, 0, 0)) == world.insert((0, 0, 0))
    assert copy.copy(world).data_of(floor) is world.data_of(floor) is not copy.deepcopy(world).data_of(floor)


def test_damaged_states_of_movers_and_worlds_are_refused():
    mover, world = bumper.Mover((0, 0, 5)), bumper.World()
    world.insert((0, 0, 5))
    for state in (b"", b"\1\2\3", mover.__reduce__()[2] + b"\0"):
        with pytest.raises(ValueError, match="state"):
            mover.__setstate__(state)
        with pytest.raises(ValueError, match="state"):
            world.__setstate__((state, {}))
    assert mover.shape == bumper.Circle(0, 0, 5) and len(world) == 1
