"""Tests of bodies and joints: comparison with closed forms, invariants, and invalid arguments."""

import gc
import math
import sys
import weakref

import pytest
from hypothesis import assume, given, strategies as st

import bumper

STEP = 1 / 60


def steps(bodies, count):
    for _ in range(count):
        bodies.step(STEP)


@given(st.floats(-1000, 1000), st.floats(-50, 50), st.floats(-50, 50), st.integers(1, 90))
def test_free_bodies_fall_by_the_formula(gravity, vx, vy, count):
    bodies = bumper.Bodies((0, gravity))
    # A slow body would fall asleep, even in the air.
    ball = bodies.add(bumper.Circle(3, 4, 0.5), velocity=(vx, vy), can_sleep=False)
    steps(bodies, count)
    time, state = count * STEP, bodies[ball]
    assert state.center == pytest.approx((3 + vx * time, 4 + vy * time + gravity * time * time / 2), abs=1e-6)
    assert state.velocity == pytest.approx((vx, vy + gravity * time), abs=1e-6)
    assert state.mass == pytest.approx(math.pi / 4) and state.inertia == pytest.approx(math.pi / 32)


def test_tower_stands_and_falls_asleep():
    bodies = bumper.Bodies(gravity=(0, 10))
    ground = bodies.add((-50, 0, 100, 1), kind="static")
    boxes = [bodies.add((-0.5, -1 - k, 1, 1)) for k in range(10)]
    bodies.step(STEP)
    assert all(touch.began for touch in bodies.events()) and len(bodies.events()) == 10
    steps(bodies, 300)
    for k, box in enumerate(boxes):
        assert bodies[box].center == pytest.approx((0, -0.5 - k), abs=0.05) and bodies[box].asleep
    weight = [touch.normal_impulse for touch in bodies.events() if ground in (touch.a, touch.b)]
    assert weight == pytest.approx([10 * 10 * STEP], rel=0.01)
    bodies.remove(boxes[0])
    assert not bodies[boxes[1]].asleep
    bodies.step(STEP)
    assert sum(touch.ended for touch in bodies.events()) == 2


def test_pendulum_has_the_analytic_period():
    bodies = bumper.Bodies(gravity=(0, 10))
    post = bodies.add(bumper.Circle(0, 0, 0.1), kind="static")
    rod = bodies.add((-0.1, 0, 0.2, 2))
    hinge = bodies.add_revolute_joint(post, rod, (0, 0))
    # Start with an amplitude of five degrees. With less than one degree, the rod would be slow enough to fall asleep.
    bodies.set_velocity(rod, (0, 0), 60)
    crossed, before = [], None
    for k in range(600):
        bodies.step(STEP)
        angle = bodies[rod].degrees
        if before is not None and before < 0 <= angle:
            crossed.append(k - angle / (angle - before))
        before = angle
    period = 2 * math.pi * math.sqrt(((0.04 + 4) / 12 + 1) / 10)
    assert len(crossed) > 2
    assert (crossed[-1] - crossed[0]) / (len(crossed) - 1) * STEP == pytest.approx(period, rel=0.01)
    state = bodies.joint(hinge)
    assert state.anchors[0] == pytest.approx(state.anchors[1], abs=1e-3)
    assert state.degrees == pytest.approx(bodies[rod].degrees, abs=1e-6)


def pair(kind="static"):
    bodies = bumper.Bodies()
    return bodies, bodies.add(bumper.Circle(0, 0, 0.1), kind=kind), bodies.add(bumper.Circle(3, 0, 0.5))


def test_joints_constrain_their_bodies():
    bodies, post, one = pair()
    joint = bodies.add_distance_joint(post, one, (0, 0), (3, 0), length=2)
    steps(bodies, 60)
    assert bodies.joint(joint).translation == pytest.approx(2, abs=0.01)
    bodies.remove_joint(joint)

    bodies, post, one = pair()
    joint = bodies.add_distance_joint(post, one, (0, 0), (3, 0), limits=(0, 3))
    bodies.set_velocity(one, (-1, 0))
    steps(bodies, 60)
    assert bodies[one].center == pytest.approx((2, 0), abs=0.01)  # A rope only limits the largest distance.
    bodies.set_velocity(one, (5, 0))
    steps(bodies, 120)
    assert bodies[one].center[0] < 3.05

    bodies, post, one = pair()
    joint = bodies.add_prismatic_joint(post, one, (3, 0), (1, 0), limits=(-1, 1.5), motor=(2, 50))
    steps(bodies, 90)
    assert bodies[one].center == pytest.approx((4.5, 0), abs=0.02)
    bodies.set_motor(joint, (-2, 50))
    steps(bodies, 120)
    assert bodies[one].center == pytest.approx((2, 0), abs=0.02)

    bodies, post, one = pair()
    joint = bodies.add_wheel_joint(post, one, (3, 0), (0, 1), spring=(4, 0.7), motor=(180, math.inf))
    steps(bodies, 60)
    assert bodies[one].angular_velocity == pytest.approx(180, abs=1)
    bodies.set_motor(joint, (90, math.inf))
    steps(bodies, 60)
    assert bodies[one].angular_velocity == pytest.approx(90, abs=1)

    bodies, post, one = pair()
    joint = bodies.add_mouse_joint(post, one, (3, 0))
    bodies.set_target(joint, (5, 5))
    steps(bodies, 120)
    assert bodies[one].center == pytest.approx((5, 5), abs=0.05)

    bodies, post, one = pair()
    joint = bodies.add_weld_joint(post, one, (3, 0), spring=(5, 1), angular_spring=(5, 1))
    bodies.apply_impulse(one, (3, 3), (3, 0.2))
    bodies.step(STEP)
    assert bodies[one].velocity != (0, 0)
    steps(bodies, 240)
    assert bodies[one].center == pytest.approx((3, 0), abs=0.05) and bodies[one].degrees == pytest.approx(0, abs=1)
    assert bodies.joints() == [(joint, post, one)]


def test_forces_and_materials_change_the_motion():
    bodies = bumper.Bodies()
    heavy = bumper.Collider((0, 0, 2, 1), density=3, friction=0, restitution=1)
    one = bodies.add([heavy, (2, 0, 2, 1)], "both", place=(10, 0), degrees=90, density=1)
    state = bodies[one]
    assert state.mass == 8 and state.place == (10, 0) and state.degrees == pytest.approx(90)
    assert state.center == pytest.approx((10 - 0.5, (6 * 1 + 2 * 3) / 8))
    assert [shape.bounds for shape in bodies.shapes(one)] == [
        pytest.approx((9, 0, 1, 2)), pytest.approx((9, 2, 1, 2))
    ]
    assert bodies.shapes(bodies.add((1, 2, 3, 4), place=(5, 5))) == [bumper.Box(6, 7, 3, 4)]
    del bodies[bodies.ids()[-1]]
    bodies.apply_force(one, (80, 0))
    bodies.apply_torque(one, 0.0)
    bodies.step(0.5)
    assert bodies[one].velocity == pytest.approx((5, 0)) and bodies[one].angular_velocity == 0
    bodies.apply_impulse(one, (0, 8), bodies[one].center)
    assert bodies[one].velocity == pytest.approx((5, 1))
    bodies.set_velocity(one, (0, 0), 90)
    steps(bodies, 60)
    assert bodies[one].degrees == pytest.approx(180, abs=0.01)
    bodies.set_place(one, (0, 0))
    assert bodies[one].place == (0, 0) and bodies[one].degrees == 0
    assert bodies.data_of(one) == "both" and one in bodies and len(bodies) == 1 and bodies.ids() == [one]
    assert bodies[one].kind == "dynamic" and heavy.density == 3 and heavy.shape == bumper.Box(0, 0, 2, 1)
    # A sensor does not collide, but has contact events.
    eye = bodies.add(bumper.Collider((-9, -9, 18, 18), sensor=True), kind="static")
    bodies.step(STEP)
    assert [(touch.sensor, touch.points, {touch.a, touch.b}) for touch in bodies.events()] == [
        (True, [], {one, eye})
    ] * 2
    # Two bodies collide only if the filter of each contains the layer of the other.
    for filters, count in (((1, 2), 0), ((3, 2), 0), ((1, 3), 0), ((2, 1), 1), ((3, 3), 1)):
        bodies = bumper.Bodies()
        for layer, filter in zip((1, 2), filters):
            bodies.add(bumper.Circle(layer, 0, 1), layers=layer, filter=filter)
        bodies.step(STEP)
        assert len(bodies.events()) == count


@given(st.lists(st.tuples(st.floats(-3, 3), st.floats(-9, -1), st.floats(0.2, 1)), min_size=1, max_size=8), st.integers(0, 30))
def test_restored_bodies_continue_bit_for_bit(balls, count):
    def world():
        bodies = bumper.Bodies(gravity=(0, 10))
        bodies.add((-50, 0, 100, 1), kind="static")
        return bodies, [bodies.add(bumper.Circle(*ball)) for ball in balls]

    bodies, ids = world()
    other, _ = world()
    steps(bodies, count)
    saved = bodies.save()
    other.restore(saved)
    steps(bodies, 20)
    steps(other, 20)
    assert [repr(bodies[id]) for id in ids] == [repr(other[id]) for id in ids]
    bodies.remove(ids[0])
    with pytest.raises(ValueError, match="saved: "):
        bodies.restore(saved)


@given(st.binary(max_size=80))
def test_invalid_snapshots_are_refused(noise):
    bodies, _, one = pair()
    assume(noise != bodies.save())
    before = repr(bodies[one])
    try:
        bodies.restore(noise)
    except ValueError as error:
        assert str(error).startswith("saved: ") and repr(bodies[one]) == before
    bodies.step(STEP)


def test_errors_name_the_argument():
    bodies, post, one = pair()
    circle = bumper.Circle(0, 0, 1)
    for name, value in {
        "density": 0, "friction": -1, "restitution": 2, "place": (math.nan, 0), "degrees": math.inf,
        "velocity": (0, math.inf), "angular_velocity": math.nan, "linear_damping": -1, "angular_damping": -1,
        "gravity_scale": math.nan, "kind": "heavy",
    }.items():
        with pytest.raises(ValueError, match=f"^{name}: "):
            bodies.add(circle, **{name: value})
    for shapes in ([], [bumper.Circle(0, 0, 0)], bumper.Segment((0, 0), (1, 1)), bumper.Compound([])):
        with pytest.raises(ValueError, match="^shapes: "):
            bodies.add(shapes)
    with pytest.raises(TypeError):
        bodies.add([circle, "a box"])
    with pytest.raises(ValueError, match="^density: "):
        bumper.Collider(circle, density=-1)
    with pytest.raises(ValueError, match="^gravity: "):
        bumper.Bodies((0, math.nan))
    for time in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match="^time: "):
            bodies.step(time)
    for call in (
        lambda: bodies[99], lambda: bodies.remove(0), lambda: bodies.wake(99), lambda: bodies.shapes(99),
        lambda: bodies.apply_force(99, (1, 1)), lambda: bodies.set_place(99, (0, 0)), lambda: bodies.remove_joint(7),
        lambda: bodies.joint(7), lambda: bodies.set_motor(7, None), lambda: bodies.set_target(7, (0, 0)),
        lambda: bodies.add_weld_joint(post, 99, (0, 0)), lambda: bodies.data_of(99),
    ):
        with pytest.raises(KeyError):
            call()
    with pytest.raises(ValueError, match="^b: "):
        bodies.add_weld_joint(one, one, (0, 0))
    with pytest.raises(ValueError, match="^a, b: "):
        bodies.add_weld_joint(post, bodies.add(circle, kind="static"), (0, 0))
    with pytest.raises(ValueError, match="^axis: "):
        bodies.add_wheel_joint(post, one, (0, 0), (0, 0))
    with pytest.raises(ValueError, match="^limits: "):
        bodies.add_revolute_joint(post, one, (0, 0), limits=(5, -5))
    with pytest.raises(ValueError, match="^limits: "):
        bodies.add_distance_joint(post, one, (0, 0), (3, 0), limits=(-5, -2))
    with pytest.raises(ValueError, match="^motor: "):
        bodies.add_revolute_joint(post, one, (0, 0), motor=(5, -1))
    with pytest.raises(ValueError, match="^spring: "):
        bodies.add_prismatic_joint(post, one, (0, 0), (1, 0), spring=(-5, 1))
    with pytest.raises(ValueError, match="^length: "):
        bodies.add_distance_joint(post, one, (0, 0), (3, 0), length=-1)
    with pytest.raises(ValueError, match="^max_force: "):
        bodies.add_mouse_joint(post, one, (3, 0), max_force=-1)
    assert len(bodies.joints()) == 0


def test_user_data_is_garbage_collected():
    class Thing:
        pass

    bodies, thing = bumper.Bodies(), Thing()
    before = sys.getrefcount(thing)
    ids = [bodies.add((k, 0, 1, 1), thing) for k in range(50)]
    assert sys.getrefcount(thing) == before + 50
    for _ in range(20):
        for id in ids:
            assert bodies.data_of(id) is thing
            bodies[id], bodies.shapes(id)
        bodies.step(STEP), bodies.events(), bodies.save()
    assert sys.getrefcount(thing) == before + 50
    for id in ids[:20]:
        assert bodies.remove(id) is thing
    assert sys.getrefcount(thing) == before + 30
    # A reference cycle is garbage collected.
    thing.bodies = bodies
    gone = weakref.ref(thing)
    del thing, bodies
    gc.collect()
    assert gone() is None
