"""Tests of bodies and joints: comparison with closed forms, invariants, and invalid arguments."""

import gc
import math
import sys
import weakref

import pytest
from hypothesis import assume, given, strategies as st

import bumper

STEP = 1 / 60


def steps(simulation, count):
    for _ in range(count):
        simulation.step(STEP)


@given(st.floats(-1000, 1000), st.floats(-50, 50), st.floats(-50, 50), st.integers(1, 90))
def test_free_bodies_fall_by_the_formula(gravity, vx, vy, count):
    simulation = bumper.Simulation((0, gravity))
    # A slow body would fall asleep, even in the air.
    ball = simulation.insert(bumper.Circle(3, 4, 0.5), velocity=(vx, vy), can_sleep=False)
    steps(simulation, count)
    time, state = count * STEP, simulation[ball]
    assert state.center == pytest.approx((3 + vx * time, 4 + vy * time + gravity * time * time / 2), abs=1e-6)
    assert state.velocity == pytest.approx((vx, vy + gravity * time), abs=1e-6)
    assert state.mass == pytest.approx(math.pi / 4) and state.inertia == pytest.approx(math.pi / 32)


def test_tower_stands_and_falls_asleep():
    simulation = bumper.Simulation(gravity=(0, 10))
    ground = simulation.insert((-50, 0, 100, 1), kind="static")
    boxes = [simulation.insert((-0.5, -1 - k, 1, 1)) for k in range(10)]
    simulation.step(STEP)
    assert all(touch.began for touch in simulation.events()) and len(simulation.events()) == 10
    steps(simulation, 300)
    for k, box in enumerate(boxes):
        assert simulation[box].center == pytest.approx((0, -0.5 - k), abs=0.05) and simulation[box].asleep
    weight = [touch.normal_impulse for touch in simulation.events() if ground in (touch.a, touch.b)]
    assert weight == pytest.approx([10 * 10 * STEP], rel=0.01)
    simulation.remove(boxes[0])
    assert not simulation[boxes[1]].asleep
    simulation.step(STEP)
    assert sum(touch.ended for touch in simulation.events()) == 2


def test_pendulum_has_the_analytic_period():
    simulation = bumper.Simulation(gravity=(0, 10))
    post = simulation.insert(bumper.Circle(0, 0, 0.1), kind="static")
    rod = simulation.insert((-0.1, 0, 0.2, 2))
    hinge = simulation.insert_revolute_joint(post, rod, (0, 0))
    # Start with an amplitude of five degrees. With less than one degree, the rod would be slow enough to fall asleep.
    simulation.set_velocity(rod, (0, 0), 60)
    crossed, before = [], None
    for k in range(600):
        simulation.step(STEP)
        angle = simulation[rod].degrees
        if before is not None and before < 0 <= angle:
            crossed.append(k - angle / (angle - before))
        before = angle
    period = 2 * math.pi * math.sqrt(((0.04 + 4) / 12 + 1) / 10)
    assert len(crossed) > 2
    assert (crossed[-1] - crossed[0]) / (len(crossed) - 1) * STEP == pytest.approx(period, rel=0.01)
    state = simulation.get_joint(hinge)
    assert state.anchors[0] == pytest.approx(state.anchors[1], abs=1e-3)
    assert state.degrees == pytest.approx(simulation[rod].degrees, abs=1e-6)


def pair(kind="static"):
    simulation = bumper.Simulation()
    return simulation, simulation.insert(bumper.Circle(0, 0, 0.1), kind=kind), simulation.insert(bumper.Circle(3, 0, 0.5))


def test_joints_constrain_their_bodies():
    simulation, post, one = pair()
    joint = simulation.insert_distance_joint(post, one, (0, 0), (3, 0), length=2)
    steps(simulation, 60)
    assert simulation.get_joint(joint).translation == pytest.approx(2, abs=0.01)
    simulation.remove_joint(joint)

    simulation, post, one = pair()
    joint = simulation.insert_distance_joint(post, one, (0, 0), (3, 0), limits=(0, 3))
    simulation.set_velocity(one, (-1, 0))
    steps(simulation, 60)
    assert simulation[one].center == pytest.approx((2, 0), abs=0.01)  # A rope only limits the largest distance.
    simulation.set_velocity(one, (5, 0))
    steps(simulation, 120)
    assert simulation[one].center[0] < 3.05

    simulation, post, one = pair()
    joint = simulation.insert_prismatic_joint(post, one, (3, 0), (1, 0), limits=(-1, 1.5), motor=(2, 50))
    steps(simulation, 90)
    assert simulation[one].center == pytest.approx((4.5, 0), abs=0.02)
    simulation.set_motor(joint, (-2, 50))
    steps(simulation, 120)
    assert simulation[one].center == pytest.approx((2, 0), abs=0.02)

    simulation, post, one = pair()
    joint = simulation.insert_wheel_joint(post, one, (3, 0), (0, 1), spring=(4, 0.7), motor=(180, math.inf))
    steps(simulation, 60)
    assert simulation[one].angular_velocity == pytest.approx(180, abs=1)
    simulation.set_motor(joint, (90, math.inf))
    steps(simulation, 60)
    assert simulation[one].angular_velocity == pytest.approx(90, abs=1)

    simulation, post, one = pair()
    joint = simulation.insert_mouse_joint(post, one, (3, 0))
    simulation.set_target(joint, (5, 5))
    steps(simulation, 120)
    assert simulation[one].center == pytest.approx((5, 5), abs=0.05)

    simulation, post, one = pair()
    joint = simulation.insert_weld_joint(post, one, (3, 0), spring=(5, 1), angular_spring=(5, 1))
    simulation.apply_impulse(one, (3, 3), (3, 0.2))
    simulation.step(STEP)
    assert simulation[one].velocity != (0, 0)
    steps(simulation, 240)
    assert simulation[one].center == pytest.approx((3, 0), abs=0.05) and simulation[one].degrees == pytest.approx(0, abs=1)
    assert simulation.joints() == [(joint, post, one)]


def test_forces_and_materials_change_the_motion():
    simulation = bumper.Simulation()
    heavy = bumper.Collider((0, 0, 2, 1), density=3, friction=0, restitution=1)
    one = simulation.insert([heavy, (2, 0, 2, 1)], "both", position=(10, 0), degrees=90, density=1)
    state = simulation[one]
    assert state.mass == 8 and state.position == (10, 0) and state.degrees == pytest.approx(90)
    assert state.center == pytest.approx((10 - 0.5, (6 * 1 + 2 * 3) / 8))
    assert [shape.bounds for shape in simulation.shapes(one)] == [
        pytest.approx((9, 0, 1, 2)), pytest.approx((9, 2, 1, 2))
    ]
    assert simulation.shapes(simulation.insert((1, 2, 3, 4), position=(5, 5))) == [bumper.Box(6, 7, 3, 4)]
    del simulation[simulation.ids()[-1]]
    simulation.apply_force(one, (80, 0))
    simulation.apply_torque(one, 0.0)
    simulation.step(0.5)
    assert simulation[one].velocity == pytest.approx((5, 0)) and simulation[one].angular_velocity == 0
    simulation.apply_impulse(one, (0, 8), simulation[one].center)
    assert simulation[one].velocity == pytest.approx((5, 1))
    simulation.set_velocity(one, (0, 0), 90)
    steps(simulation, 60)
    assert simulation[one].degrees == pytest.approx(180, abs=0.01)
    simulation.set_pose(one, (0, 0))
    assert simulation[one].position == (0, 0) and simulation[one].degrees == 0
    assert simulation.data_of(one) == "both" and one in simulation and len(simulation) == 1 and simulation.ids() == [one]
    assert simulation[one].kind == "dynamic" and heavy.density == 3 and heavy.shape == bumper.Box(0, 0, 2, 1)
    # A sensor does not collide, but has contact events.
    eye = simulation.insert(bumper.Collider((-9, -9, 18, 18), sensor=True), kind="static")
    simulation.step(STEP)
    assert [(touch.sensor, touch.points, {touch.a, touch.b}) for touch in simulation.events()] == [
        (True, [], {one, eye})
    ] * 2
    # Two bodies collide only if the filter of each contains the layer of the other.
    for filters, count in (((1, 2), 0), ((3, 2), 0), ((1, 3), 0), ((2, 1), 1), ((3, 3), 1)):
        simulation = bumper.Simulation()
        for layer, filter in zip((1, 2), filters):
            simulation.insert(bumper.Circle(layer, 0, 1), layers=layer, filter=filter)
        simulation.step(STEP)
        assert len(simulation.events()) == count


@given(st.lists(st.tuples(st.floats(-3, 3), st.floats(-9, -1), st.floats(0.2, 1)), min_size=1, max_size=8), st.integers(0, 30))
def test_restored_bodies_continue_bit_for_bit(balls, count):
    def world():
        simulation = bumper.Simulation(gravity=(0, 10))
        simulation.insert((-50, 0, 100, 1), kind="static")
        return simulation, [simulation.insert(bumper.Circle(*ball)) for ball in balls]

    simulation, ids = world()
    other, _ = world()
    steps(simulation, count)
    saved = simulation.save()
    other.restore(saved)
    steps(simulation, 20)
    steps(other, 20)
    assert [repr(simulation[id]) for id in ids] == [repr(other[id]) for id in ids]
    simulation.remove(ids[0])
    with pytest.raises(ValueError, match="saved: "):
        simulation.restore(saved)


@given(st.binary(max_size=80))
def test_invalid_snapshots_are_refused(noise):
    simulation, _, one = pair()
    assume(noise != simulation.save())
    before = repr(simulation[one])
    try:
        simulation.restore(noise)
    except ValueError as error:
        assert str(error).startswith("saved: ") and repr(simulation[one]) == before
    simulation.step(STEP)


def test_errors_name_the_argument():
    simulation, post, one = pair()
    circle = bumper.Circle(0, 0, 1)
    for name, value in {
        "density": 0, "friction": -1, "restitution": 2, "position": (math.nan, 0), "degrees": math.inf,
        "velocity": (0, math.inf), "angular_velocity": math.nan, "linear_damping": -1, "angular_damping": -1,
        "gravity_scale": math.nan, "kind": "heavy",
    }.items():
        with pytest.raises(ValueError, match=f"^{name}: "):
            simulation.insert(circle, **{name: value})
    for shapes in ([], [bumper.Circle(0, 0, 0)], bumper.Segment((0, 0), (1, 1)), bumper.Compound([])):
        with pytest.raises(ValueError, match="^shapes: "):
            simulation.insert(shapes)
    with pytest.raises(TypeError):
        simulation.insert([circle, "a box"])
    with pytest.raises(ValueError, match="^density: "):
        bumper.Collider(circle, density=-1)
    with pytest.raises(ValueError, match="^gravity: "):
        bumper.Simulation((0, math.nan))
    for time in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match="^time: "):
            simulation.step(time)
    for call in (
        lambda: simulation[99], lambda: simulation.remove(0), lambda: simulation.wake(99), lambda: simulation.shapes(99),
        lambda: simulation.apply_force(99, (1, 1)), lambda: simulation.set_pose(99, (0, 0)), lambda: simulation.remove_joint(7),
        lambda: simulation.get_joint(7), lambda: simulation.set_motor(7, None), lambda: simulation.set_target(7, (0, 0)),
        lambda: simulation.insert_weld_joint(post, 99, (0, 0)), lambda: simulation.data_of(99),
    ):
        with pytest.raises(KeyError):
            call()
    with pytest.raises(ValueError, match="^b: "):
        simulation.insert_weld_joint(one, one, (0, 0))
    with pytest.raises(ValueError, match="^a, b: "):
        simulation.insert_weld_joint(post, simulation.insert(circle, kind="static"), (0, 0))
    with pytest.raises(ValueError, match="^axis: "):
        simulation.insert_wheel_joint(post, one, (0, 0), (0, 0))
    with pytest.raises(ValueError, match="^limits: "):
        simulation.insert_revolute_joint(post, one, (0, 0), limits=(5, -5))
    with pytest.raises(ValueError, match="^limits: "):
        simulation.insert_distance_joint(post, one, (0, 0), (3, 0), limits=(-5, 2))
    with pytest.raises(ValueError, match="^motor: "):
        simulation.insert_revolute_joint(post, one, (0, 0), motor=(5, -1))
    with pytest.raises(ValueError, match="^spring: "):
        simulation.insert_prismatic_joint(post, one, (0, 0), (1, 0), spring=(-5, 1))
    with pytest.raises(ValueError, match="^length: "):
        simulation.insert_distance_joint(post, one, (0, 0), (3, 0), length=-1)
    with pytest.raises(ValueError, match="^max_force: "):
        simulation.insert_mouse_joint(post, one, (3, 0), max_force=-1)
    assert len(simulation.joints()) == 0


def test_user_data_is_garbage_collected():
    class Thing:
        pass

    simulation, thing = bumper.Simulation(), Thing()
    before = sys.getrefcount(thing)
    ids = [simulation.insert((k, 0, 1, 1), thing) for k in range(50)]
    assert sys.getrefcount(thing) == before + 50
    for _ in range(20):
        for id in ids:
            assert simulation.data_of(id) is thing
            simulation[id], simulation.shapes(id)
        simulation.step(STEP), simulation.events(), simulation.save()
    assert sys.getrefcount(thing) == before + 50
    for id in ids[:20]:
        assert simulation.remove(id) is thing
    assert sys.getrefcount(thing) == before + 30
    # A reference cycle is garbage collected.
    thing.simulation = simulation
    gone = weakref.ref(thing)
    del thing, simulation
    gc.collect()
    assert gone() is None
