"""Tests of changing bodies, colliders and joints after they were added: compared with closed forms. Also pickles and copies."""

import copy
import math
import pickle
import weakref

import pytest

import bumper

STEP = 1 / 64


def steps(simulation, count):
    for _ in range(count):
        simulation.step(STEP)


def test_colliders_are_added_changed_and_removed():
    simulation = bumper.Simulation()
    body = simulation.insert((0, 0, 2, 2), "a hammer")
    first, handle = simulation.colliders_of(body)[0], simulation.insert_collider(body, (2, 0, 2, 2), density=2)
    assert simulation[body].mass == 12 and simulation.colliders_of(body) == [first, handle] and simulation.body_of(handle) == body
    simulation.modify_collider(handle, shape=(2, 0, 4, 2), density=1)
    assert simulation[body].mass == 12 and simulation[body].center == pytest.approx((3, 1))
    assert simulation.get_collider(handle).shape == bumper.Box(2, 0, 4, 2)
    simulation.set_pose(body, (10, 0), 90)
    assert simulation.shape_of(handle).bounds == pytest.approx((8, 2, 2, 4))
    changes = dict(
        friction=0.25, restitution=0.5, rolling_resistance=0.125, friction_rule="minimum", restitution_rule="average",
        surface_velocity=(1.0, 0.0), one_way="min-y", layers=4, filter=6, sensor=True, density=3,
    )
    simulation.modify_collider(handle, **changes)
    of = simulation.get_collider(handle)
    assert {name: getattr(of, name) for name in changes} == changes and simulation[body].mass == 28
    given = bumper.Collider((0, 0, 2, 2), **changes)
    other = simulation.get_collider(simulation.colliders_of(simulation.insert(given))[0])
    assert {name: getattr(other, name) for name in changes} == changes
    for name, value in {"density": 0, "friction": -1, "restitution": 2, "rolling_resistance": -1, "friction_rule": "mean",
                        "surface_velocity": (0, math.inf), "one_way": "top"}.items():
        for call in (
            lambda: simulation.modify_collider(handle, **{name: value}),
            lambda: simulation.insert_static((0, 0, 1, 1), **{name: value}),
            lambda: simulation.insert_collider(body, (0, 0, 1, 1), **{name: value}),
            lambda: bumper.Collider((0, 0, 1, 1), **{name: value}),
            lambda: simulation.insert((0, 0, 1, 1), **{name: value}),
        ):
            with pytest.raises(ValueError, match=f"^{name}: "):
                call()
    with pytest.raises(ValueError, match="^shape: it has no area"):
        simulation.modify_collider(handle, shape=bumper.Segment((0, 0), (1, 0)))
    with pytest.raises(ValueError, match="^shape: it is empty"):
        simulation.insert_static(bumper.Compound([]))
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        simulation.modify_collider(handle, colour="red")
    with pytest.raises(TypeError, match="argument 'friction'"):
        simulation.modify_collider(handle, friction="high")
    assert {name: getattr(simulation.get_collider(handle), name) for name in changes} == changes
    simulation.remove_collider(handle)
    assert simulation[body].mass == 4
    # The last collider takes its body with it.
    simulation.remove_collider(first)
    assert body not in simulation
    # Ids of bodies, colliders and joints are not confused.
    wall = simulation.insert_static((0, 0, 9, 9), "a wall")
    assert simulation.data_of(simulation.body_of(wall)) == simulation.data_of(wall) == "a wall"
    for call in (
        lambda: simulation.body_of(handle), lambda: simulation.body_of(simulation.body_of(wall)), lambda: simulation.remove(wall),
        lambda: simulation.get_collider(handle), lambda: simulation.shape_of(handle), lambda: simulation.remove_collider(handle),
        lambda: simulation.modify_collider(handle), lambda: simulation.colliders_of(body), lambda: simulation.colliders_of(wall),
        lambda: simulation.insert_collider(body, (0, 0, 1, 1)), lambda: simulation.get_joint(wall), lambda: simulation.data_of(handle),
        lambda: simulation.modify(body), lambda: simulation.modify_joint(wall), lambda: simulation.set_target_pose(body, (0, 0), 1),
        lambda: simulation.sleep(body), lambda: simulation.apply_angular_impulse(body, 1), lambda: simulation.contacts_of(body),
        lambda: simulation.joints_of(body), lambda: simulation.set_break_limits(wall), lambda: simulation.joint_frames(wall),
        lambda: simulation.set_joint_frames(wall, ((0, 0), 0), ((0, 0), 0)),
    ):
        with pytest.raises(KeyError):
            call()


@pytest.mark.parametrize("rule, friction", [
    (None, 0.4), ("geometric-mean", 0.4), ("average", 0.5), ("minimum", 0.2), ("product", 0.16), ("maximum", 0.8),
])
def test_friction_rules_and_conveyor_belts(rule, friction):
    simulation = bumper.Simulation(gravity=(0, 10))
    floor = simulation.insert_static((-50, 0, 200, 1), friction=0.2, friction_rule=rule)
    sled = simulation.insert((-1, -1, 2, 1), friction=0.8, velocity=(8, 0))
    steps(simulation, 400)
    assert simulation[sled].center[0] == pytest.approx(8 * 8 / (2 * friction * 10), rel=0.05)
    simulation.modify_collider(floor, surface_velocity=(-3, 0))
    steps(simulation, 200)
    assert simulation[sled].velocity[0] == pytest.approx(-3, abs=0.05) and not simulation[sled].asleep


def test_one_way_planks_stop_bodies_from_above():
    simulation = bumper.Simulation(gravity=(0, 10))
    simulation.insert_static((-5, 0, 10, 0.5), one_way="min-y")
    above, below = simulation.insert(bumper.Circle(-2, -2, 0.5)), simulation.insert(bumper.Circle(2, 2, 0.5), velocity=(0, -12))
    steps(simulation, 30)
    assert simulation[below].center[1] < -1
    steps(simulation, 200)
    assert [simulation[ball].center[1] for ball in (above, below)] == pytest.approx([-0.5, -0.5], abs=0.02)


def test_bodies_are_changed():
    simulation = bumper.Simulation(gravity=(0, 8))
    body = simulation.insert((0, 0, 1, 1), position=(0.3, 0), degrees=33, velocity=(1, 2), angular_velocity=77)
    steps(simulation, 1)
    before = simulation.state_hash()
    simulation.modify(body)
    simulation.modify(body, position=simulation[body].position, degrees=simulation[body].direction, data="a crate")
    assert simulation.state_hash() == before and simulation.data_of(body) == "a crate"
    simulation.modify(body, gravity_scale=-0.5, mass=10, velocity=(0, 0), angular_velocity=0, data=None)
    assert simulation.state_hash() != before and simulation.data_of(body) is None
    assert simulation[body].mass == 10 and simulation[body].inertia == pytest.approx(10 / 6) and simulation[body].gravity_scale == -0.5
    steps(simulation, 16)
    assert simulation[body].velocity == pytest.approx((0, -1))
    simulation.modify(body, locked_axes=(False, True), fixed_rotation=True, linear_damping=0.5, angular_damping=0.25, bullet=True)
    state = simulation[body]
    assert (state.locked_axes, state.fixed_rotation, state.linear_damping, state.angular_damping, state.bullet, state.can_sleep) == (
        (False, True), True, 0.5, 0.25, True, True
    )
    simulation.modify(body, linear_damping=0)
    simulation.apply_impulse(body, (20, 20), (0, 0))
    steps(simulation, 16)
    assert simulation[body].velocity == pytest.approx((2, 0)) and simulation[body].angular_velocity == 0
    simulation.modify(body, kind="static")
    assert simulation[body].velocity == (0, 0) and simulation[body].kind == "static"
    simulation.modify(body, kind="dynamic", mass=None, locked_axes=(False, False), fixed_rotation=False, gravity_scale=0, position=(100, 0))
    assert simulation[body].mass == 1 and simulation[body].position == (100, 0)
    simulation.apply_angular_impulse(body, 2 * simulation[body].inertia)
    assert simulation[body].angular_velocity == pytest.approx(math.degrees(2))
    simulation.sleep(body)
    assert simulation[body].asleep and simulation[body].angular_velocity == 0
    simulation.modify(body, can_sleep=False)
    assert not simulation[body].asleep and not simulation[body].can_sleep
    before = repr(simulation[body])
    for name, value in {
        "kind": "heavy", "position": (math.nan, 0), "degrees": math.inf, "velocity": (0, math.inf), "angular_velocity": math.nan,
        "gravity_scale": math.nan, "linear_damping": -1, "angular_damping": -1, "mass": 0,
    }.items():
        with pytest.raises(ValueError, match=f"^{name}: "):
            simulation.modify(body, velocity=(1, 1), **{name: value}) if name != "velocity" else simulation.modify(body, velocity=value)
    for name, value in {"mass": "much", "locked_axes": True, "friction": 1}.items():
        with pytest.raises(TypeError, match=f"argument '{name}'"):
            simulation.modify(body, **{name: value})
    with pytest.raises(ValueError, match="^mass: "):
        simulation.insert((0, 0, 1, 1), mass=-1)
    assert repr(simulation[body]) == before


def test_lifts_carry_bodies_to_their_target():
    simulation = bumper.Simulation(gravity=(0, 8))
    lift, box = simulation.insert((-2, 0, 4, 1), kind="kinematic"), simulation.insert((-0.5, -1, 1, 1))
    for k in range(64):
        simulation.set_target_pose(lift, (0, -(k + 1) / 32), STEP)
        simulation.step(STEP)
    assert simulation[lift].position == pytest.approx((0, -2)) and simulation[box].center == pytest.approx((0, -2.5), abs=0.02)
    [contact] = simulation.contacts_of(box)
    assert {contact.a, contact.b} == {lift, box} and len(contact.points) == 2 and contact.collider_indices == (0, 0)
    assert contact.colliders == tuple(simulation.colliders_of(body)[0] for body in (contact.a, contact.b))
    for time in (0, -1, math.nan):
        with pytest.raises(ValueError, match="^time: "):
            simulation.set_target_pose(lift, (0, 0), time)
    with pytest.raises(ValueError, match="^degrees: "):
        simulation.set_target_pose(lift, (0, 0), 1, degrees=math.nan)


def test_a_callback_refuses_contacts():
    simulation, seen = bumper.Simulation(gravity=(0, 10)), []
    trapdoor = simulation.insert_static((-2, 0, 4, 0.5))
    ball = simulation.insert(bumper.Circle(0, -0.5, 0.5))

    def accept(contact):
        seen.append(contact.approach_speed)
        return len(seen) < 20 or trapdoor not in contact.colliders

    for _ in range(120):
        simulation.step(STEP, accept)
    assert len(seen) > 20 and simulation[ball].center[1] > 3
    simulation.set_pose(ball, (0, -0.0))
    with pytest.raises(ZeroDivisionError):
        simulation.step(STEP, lambda contact: 1 / 0)
    simulation.set_pose(ball, (0, -0.0))
    with pytest.raises(RuntimeError):
        simulation.step(STEP, lambda contact: simulation[ball])


def joined(kind, **settings):
    simulation = bumper.Simulation(gravity=(0, 10))
    post, ball = simulation.insert(bumper.Circle(0, 0, 0.1), kind="static"), simulation.insert(bumper.Circle(0, 2, 0.5), mass=1)
    place = {"distance": ((0, 0), (0, 2)), "prismatic": ((0, 1), (1, 0)), "wheel": ((0, 1), (0, 1))}.get(kind, ((0, 1),))
    return simulation, post, ball, getattr(simulation, f"insert_{kind}_joint")(post, ball, *place, **settings)


@pytest.mark.parametrize("kind, settings, changes", [
    ("distance", dict(length=3.0, spring_force="push"), dict(length=5.0, limits=(1.0, 6.0), motor=(1.0, 2.0), spring=(2.0, 0.5), spring_target=0.5, spring_force="pull")),
    ("revolute", dict(limits=(-30, 30)), dict(limits=(-10.0, 20.0), motor=(90.0, 7.0), spring=(2.0, 0.5), spring_target=-45.0, spring_force="push")),
    ("prismatic", dict(), dict(limits=(-1.0, 1.0), motor=(3.0, 4.0), spring=(2.0, 1.0), axis=(0.0, 1.0))),
    ("weld", dict(), dict(spring=(2.0, 1.0), angular_spring=(3.0, 0.5))),
    ("wheel", dict(), dict(limits=(-1.0, 1.0), motor=(180.0, 4.0), spring=(2.0, 1.0), axis=(1.0, 0.0))),
    ("mouse", dict(), dict(spring=(2.0, 1.0), max_force=9.0)),
])
def test_joints_are_read_and_changed(kind, settings, changes):
    simulation, post, ball, joint = joined(kind, **settings)
    before, state = simulation.state_hash(), simulation.get_joint(joint)
    assert (state.kind, state.a, state.b, state.enabled) == (kind, post, ball, True) and simulation.joints_of(ball) == [joint]
    for name, value in settings.items():
        assert getattr(state, name) == (value if isinstance(value, str) else pytest.approx(value))
    simulation.modify_joint(joint)
    assert simulation.state_hash() == before
    simulation.modify_joint(joint, **changes)
    state = simulation.get_joint(joint)
    for name, value in changes.items():
        assert getattr(state, name) == (value if isinstance(value, str) else pytest.approx(value)), name
    for name in ("length", "axis", "max_force", "angular_spring"):
        assert name in {**settings, **changes} or getattr(state, name) is None
    simulation.modify_joint(joint, **{name: None for name in changes if name in ("limits", "motor") or name == "spring" and kind != "mouse"})
    state = simulation.get_joint(joint)
    assert state.limits is state.motor is None and (state.spring is None) == (kind != "mouse")
    with pytest.raises(TypeError, match=f"a {kind} joint got an unexpected keyword argument"):
        simulation.modify_joint(joint, **{"max_force" if kind != "mouse" else "limits": None})


def test_an_elastic_rope_only_pulls():
    simulation, _, ball, rope = joined("distance", length=5, spring=(2, 1), spring_force="pull")
    simulation.step(0.1)
    assert simulation.get_joint(rope).force == (0, 0)
    for _ in range(600):
        simulation.step(1 / 60)
    assert simulation[ball].center[1] == pytest.approx(5 + 10 / (4 * math.pi) ** 2, abs=1e-3)
    with pytest.raises(ValueError, match="spring_force: 'up' is not 'both', 'pull' or 'push'"):
        simulation.modify_joint(rope, spring_force="up")


def test_the_center_of_mass_can_be_set():
    simulation = bumper.Simulation()
    box = simulation.insert(bumper.Box(-1, -1, 2, 2), position=(5, 5), center_of_mass=(0, 0.5))
    assert simulation[box].center == (5, 5.5)
    simulation.modify(box, center_of_mass=None)
    assert simulation[box].center == (5, 5)
    with pytest.raises(ValueError, match="center_of_mass"):
        simulation.modify(box, center_of_mass=(0, math.inf))


def placed(simulation, body, anchor):
    """A point in the coordinates of a body, in the world."""
    angle = math.radians(simulation[body].degrees)
    (x, y), (u, v) = simulation[body].position, anchor
    return (x + math.cos(angle) * u - math.sin(angle) * v, y + math.sin(angle) * u + math.cos(angle) * v)


@pytest.mark.parametrize("kind", ["distance", "revolute", "prismatic", "weld", "wheel", "mouse"])
def test_joint_frames_are_in_body_coordinates(kind):
    simulation, post, ball, joint = joined(kind)
    # The post is at another position than when the joint was inserted, and no angle is a round number.
    simulation.set_pose(post, (3, 1), 33)
    simulation.set_velocity(ball, (1, 2), 50)
    steps(simulation, 3)
    for k in range(3):
        before, (a, b) = simulation.state_hash(), simulation.joint_frames(joint)
        anchors = simulation.get_joint(joint).anchors
        assert placed(simulation, ball, b[0]) == pytest.approx(anchors[1])
        assert a[0] == (0, 0) if kind == "mouse" else placed(simulation, post, a[0]) == pytest.approx(anchors[0])
        turn = simulation[ball].degrees + b[1] - simulation[post].degrees - a[1] - simulation.get_joint(joint).degrees
        assert math.remainder(turn, 360) == pytest.approx(0, abs=1e-9)
        if kind in ("prismatic", "wheel"):
            angle = math.radians(simulation[post].degrees + a[1])
            assert simulation.get_joint(joint).axis == pytest.approx((math.cos(angle), math.sin(angle)))
        else:
            assert b[1] == 0
        # Frames that were read keep all bits.
        simulation.set_joint_frames(joint, a, b)
        assert simulation.state_hash() == before
        simulation.set_joint_frames(joint, ((1, k), 77), ((0.5, -0.25), 130.5 - k))
        assert simulation.state_hash() != before
        a, b = simulation.joint_frames(joint)
        assert a[0] == pytest.approx((0, 0) if kind == "mouse" else (1, k)) and b[0] == pytest.approx((0.5, -0.25))
        assert a[1] - b[1] == pytest.approx(77 - 130.5 + k)
        steps(simulation, 5)


def test_joint_frames_join_bodies_that_are_apart():
    simulation = bumper.Simulation()
    one, other = (simulation.insert((-1, -1, 2, 2), position=(x, 0), linear_damping=2, angular_damping=2) for x in (0, 20))
    weld = simulation.insert_weld_joint(one, other, (0, 0))
    simulation.set_joint_frames(weld, ((1, 0), 90), ((-1, 0), 0))
    steps(simulation, 400)
    assert placed(simulation, one, (1, 0)) == pytest.approx(placed(simulation, other, (-1, 0)), abs=0.01)
    assert simulation[other].degrees - simulation[one].degrees == pytest.approx(90, abs=0.1)
    before = simulation.state_hash()
    for name in ("a", "b"):
        for wrong in (((math.nan, 0), 0), ((0, math.inf), 0), ((0, 0), math.nan)):
            frames = {"a": ((0, 0), 0), "b": ((0, 0), 0), name: wrong}
            with pytest.raises(ValueError, match=f"^{name}: .* is not a finite number"):
                simulation.set_joint_frames(weld, *frames.values())
        for wrong in (5, (1, 2), ((1, 2, 3), 4), ((1, 2), "up")):
            with pytest.raises(TypeError, match=f"(argument|while processing) '{name}'"):
                simulation.set_joint_frames(weld, *{"a": ((0, 0), 0), "b": ((0, 0), 0), name: wrong}.values())
    with pytest.raises(ValueError, match="a number is too large"):
        simulation.set_joint_frames(weld, ((1e200, 0), 0), ((0, 0), 0))
    assert simulation.state_hash() == before
    simulation.remove_joint(weld)
    with pytest.raises(KeyError):
        simulation.joint_frames(weld)


def test_joints_are_disabled_and_break():
    simulation, post, ball, rope = joined("distance")
    simulation.modify_joint(rope, length=5, collide_connected=True)
    steps(simulation, 128)
    assert simulation.get_joint(rope).translation == pytest.approx(5, abs=0.05) and simulation.get_joint(rope).collide_connected
    simulation.set_velocity(ball, (0, 0))
    simulation.modify_joint(rope, enabled=False)
    steps(simulation, 64)
    assert simulation.get_joint(rope).translation == pytest.approx(10, abs=0.1) and not simulation.get_joint(rope).enabled
    for name, value in {"length": -1, "limits": (2, 1), "spring": (-1, 0), "motor": (1, -1)}.items():
        with pytest.raises(ValueError, match=f"^{name}: "):
            simulation.modify_joint(rope, **{name: value})
    with pytest.raises(ValueError, match="^limits: a length is negative"):
        simulation.modify_joint(rope, limits=(-2, 1))
    # A hinge carries a ball of mass 1, which weighs 10, until its limit is less.
    simulation, post, ball, thread = joined("revolute")
    simulation.set_break_limits(thread, 12)
    steps(simulation, 64)
    assert simulation.broken_joints() == []
    simulation.set_break_limits(thread, force=8)
    simulation.step(STEP)
    assert simulation.broken_joints() == [(thread, post, ball)] and simulation.joints() == []
    simulation.step(STEP)
    assert simulation.broken_joints() == []
    for name in ("force", "torque"):
        with pytest.raises(ValueError, match=f"^{name}: "):
            simulation.set_break_limits(thread, **{name: -1})


def scene():
    simulation = bumper.Simulation(gravity=(0, 10))
    simulation.sleep_time = 2
    simulation.insert_static((-50, 0, 100, 1), ["the", "floor"], one_way="min-y", friction_rule="maximum")
    boxes = [simulation.insert((0.3 * k, -1.2 * k - 1, 1, 1), {"box": k}, restitution=0.25, mass=k + 1) for k in range(6)]
    shapes = [
        bumper.Polygon([(0, 0), (1, 0), (1, 1), (0.2, 0.9)], 0.1), bumper.Polygon([(0, 0), (2, 0), (1, 0.5), (0, 2)]),
        bumper.Ellipse((0, 0), (1, 2), 30), bumper.Sprite(bumper.Mask.from_rows(["##.", ".##"]), (0, 0)), bumper.Capsule((0, 0), (1, 1), 0.3),
        bumper.Compound([(0, 0, 1, 1), (2, 0, 0.5)]), bumper.OrientedBox((0, 0), (1, 2), 20),
    ]
    others = [simulation.insert(shape, position=(4 * k - 20, -3), degrees=10 * k) for k, shape in enumerate(shapes)]
    simulation.insert_revolute_joint(boxes[4], boxes[5], (1.5, -5), motor=(90, 3), spring=(2, 1))
    simulation.set_break_limits(simulation.insert_weld_joint(boxes[2], boxes[3], (0.7, -3), angular_spring=(3, 0.7)), 500)
    simulation.remove(boxes.pop(0))
    return simulation, boxes + others


@pytest.mark.parametrize("again", [lambda of: pickle.loads(pickle.dumps(of)), copy.deepcopy, copy.copy])
def test_pickles_and_copies_continue_bit_for_bit(again):
    simulation, ids = scene()
    for _ in range(4):
        steps(simulation, 20)
        other = again(simulation)
        assert other.state_hash() == simulation.state_hash() and other.ids() == simulation.ids() and other.joints() == simulation.joints()
        assert [other.data_of(id) for id in ids] == [simulation.data_of(id) for id in ids]
        assert [other.shapes(id) for id in ids] == [simulation.shapes(id) for id in ids]
        assert (other.data_of(ids[0]) is simulation.data_of(ids[0])) == (again is copy.copy)
        # The same changes to both give the same ids and the same bits.
        for of in (simulation, other):
            ids_of_new = of.insert((0, -9, 1, 1)), of.insert_static((20, -1, 1, 1))
            steps(of, 30)
        assert other.ids() == simulation.ids() and ids_of_new[0] in simulation
        assert other.state_hash() == simulation.state_hash()
        assert [repr(other[id]) for id in ids] == [repr(simulation[id]) for id in ids]
        simulation.remove(ids_of_new[0])
        assert ids_of_new[0] in other


def test_pickles_keep_cycles_and_refuse_damaged_bytes():
    simulation, ids = scene()
    simulation.modify(ids[0], data=[simulation])
    other = pickle.loads(pickle.dumps(simulation))
    assert other.data_of(ids[0])[0] is other
    _, _, (saved, data) = simulation.__reduce__()
    before = other.state_hash()
    for bad in (b"", saved[:-1], saved + b"0", b"noise"):
        with pytest.raises(ValueError, match="^state: "):
            other.__setstate__((bad, data))
    assert other.state_hash() == before


def test_equal_histories_have_equal_hashes():
    simulation, twin = bumper.Simulation((0, 10)), bumper.Simulation((0, 10))
    assert simulation.state_hash() == twin.state_hash()
    for of in (simulation, twin):
        of.insert(bumper.Circle(0, 0, 1))
    assert simulation.state_hash() == twin.state_hash()
    simulation.step(STEP)
    assert simulation.state_hash() != twin.state_hash()
    twin.step(STEP)
    assert simulation.state_hash() == twin.state_hash()


def test_colliders_have_user_data():
    simulation = bumper.Simulation()
    car = simulation.insert((0, 0, 40, 10), "a car")
    body = simulation.colliders_of(car)[0]
    lamp = simulation.insert_collider(car, (40, 0, 4, 4), "a lamp", sensor=True)
    bumper_ = simulation.insert_collider(car, (-2, 0, 2, 10), data=["a bumper"])
    assert [simulation.data_of(id) for id in (car, body, lamp, bumper_)] == ["a car", "a car", "a lamp", ["a bumper"]]
    simulation.modify_collider(body, data="the body")
    simulation.modify_collider(lamp, data=None, sensor=False)
    again = pickle.loads(pickle.dumps(simulation))
    for one in (simulation, again):
        assert [one.data_of(id) for id in (car, body, lamp, bumper_)] == ["a car", "the body", "a car", ["a bumper"]]
    simulation.remove_collider(bumper_)
    assert simulation.remove(car) == "a car"
    for id in (car, body, lamp, bumper_, 5):
        with pytest.raises(KeyError):
            simulation.data_of(id)


def test_data_of_a_removed_collider_is_freed():
    class Data:
        pass

    simulation, data = bumper.Simulation(), [Data(), Data()]
    body = simulation.insert((0, 0, 1, 1))
    ids = [simulation.insert_collider(body, (0, 0, 1, 1), one) for one in data]
    known = [weakref.ref(one) for one in data]
    del data[:]
    simulation.remove_collider(ids[0])
    assert known[0]() is None and known[1]() is not None
    simulation.remove(body)
    assert known[1]() is None
