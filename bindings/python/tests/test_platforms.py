"""Tests of platforms that move with all movers of a world, and of movers with bodies in a simulation."""

import math

import pytest

import bumper

STEP = 1 / 60


def test_lift_carries_a_hero_on_a_crate():
    world = bumper.World()
    lift = world.insert((0, 90, 90, 10), one_way="min-y")
    world.insert((0, 35, 90, 10), "a ceiling")
    shapes = (40, 80, 20, 10), (45, 60, 10, 20)
    movers = [(bumper.Mover(shape, gravity=(0, 1)), world.insert(shape)) for shape in shapes]
    (crate, crate_id), (hero, hero_id) = movers
    assert world.carry(lift, (20, -8), movers) is None
    assert [mover.position for mover, _ in movers] == [pytest.approx((20, -8), abs=1e-6)] * 2
    assert world[hero_id].bounds == pytest.approx((65, 52, 10, 20)) and world[lift].bounds[:2] == (20, 82)
    # There are 7 units between the hero and the ceiling.
    assert world.carry([lift], (0, -9), iter(movers)) == hero_id and world[lift].bounds[1] == 82
    assert world.carry_and_crush(lift, (0, -5), movers) == [] and hero.position[1] == pytest.approx(-13)
    assert hero_id in world.carry_and_crush(lift, (0, -9), movers)
    # A mover that crosses obstacles, or drops through the lift, is not carried.
    before = hero.position
    hero.response, crate.drop_through = "cross", True
    world.carry(lift, (3, 0), movers)
    assert hero.position == before and crate.position[0] == 20


def test_invalid_platforms_are_refused_and_nothing_moves():
    world = bumper.World()
    lift, hero_id = world.insert((0, 90, 90, 10)), world.insert((40, 80, 10, 10))
    hero = bumper.Mover((40, 80, 10, 10), gravity=(0, 1))
    for movers, error, match in (
        ([(hero, hero_id), (hero, hero_id)], ValueError, r"movers\[1\]: .* twice"),
        ([(hero, 999)], KeyError, "999"),
        ([hero], TypeError, "pairs"),
        ({hero: hero_id}, TypeError, "pairs"),
        (5, TypeError, "pairs"),
        ([(bumper.Mover3((0, 0, 0, 1)), hero_id)], TypeError, r"movers\[0\].*Mover"),
        ([(lift, hero_id)], TypeError, r"movers\[0\].*Mover"),
    ):
        with pytest.raises(error, match=match):
            world.carry(lift, (5, -5), movers)
    for platform, displacement, error in ((999, (1, 2), KeyError), ("lift", (1, 2), TypeError), (lift, (math.nan, 0), ValueError)):
        with pytest.raises(error):
            world.carry(platform, displacement, [(hero, hero_id)])
    with pytest.raises(ValueError, match="rule"):
        world.carry_to({lift: (0, 0, 9, 9)}, (0, 0), [], rule="push")
    with pytest.raises(ZeroDivisionError):
        world.carry_to({lift: (0, 0, 9, 9)}, lambda at: (at[0] / 0, 0), [(hero, hero_id)])
    with pytest.raises(ValueError, match="displacement"):
        world.carry_to({lift: (0, 0, 9, 9)}, lambda at: (math.inf, 0), [(hero, hero_id)])
    assert hero.position == (0, 0) and world[lift].bounds == (0, 90, 90, 10)


def test_belts_carry_a_hero_across_their_seam_up_to_a_wall():
    world = bumper.World()
    left, right = world.insert((0, 100, 50, 10)), world.insert((50, 100, 50, 10))
    world.insert((90, 0, 10, 100))
    hero = bumper.Mover((10, 80, 10, 20), gravity=(0, 10))
    own = world.insert(hero.shape)
    for _ in range(10):
        world.carry_on_belts({left: (3, 0), right: (3, 0)}, [(hero, own)])
    assert hero.position == pytest.approx((30, 0), abs=1e-3) and world[own].bounds[0] == pytest.approx(40, abs=1e-3)
    for _ in range(20):
        world.carry_on_belts({left: (3, 0), right: (3, 0)}, [(hero, own)])
    assert hero.position == pytest.approx((70, 0), abs=1e-3)
    for belts, error in (({999: (1, 0)}, KeyError), ({right: (math.nan, 0)}, ValueError), ({right: 3}, TypeError)):
        with pytest.raises(error):
            world.carry_on_belts(belts, [(hero, own)])
    assert hero.position == pytest.approx((70, 0), abs=1e-3)


def test_wheel_turns_with_its_rider():
    world, wheel = bumper.World(), bumper.Circle(0, 0, 5)
    id, shape = world.insert(wheel), bumper.Box(-0.5, -6, 1, 1)
    hero = bumper.Mover(shape, gravity=(0, 10))
    own, seen = world.insert(shape), []

    def displacement(at):
        seen.append((at, hero.position, len(world)))  # The function may read the world and the movers.
        angle = math.atan2(at[1], at[0]) + math.radians(1)
        radius = math.hypot(*at)
        return radius * math.cos(angle) - at[0], radius * math.sin(angle) - at[1]

    assert world.carry_to({id: wheel}, displacement, [(hero, own)]) == []
    assert seen == [((0, -5.5), (0, 0), 2)] and hero.position[0] == pytest.approx(5.5 * math.sin(math.radians(1)), abs=1e-3)
    # A wheel that grows pushes a mover beside it, or not.
    hero.position = (6, 6)
    world[own] = hero.shape
    assert world.carry_to({id: bumper.Circle(0, 0, 7)}, (0, 0), [(hero, own)], rule="never") == []
    assert hero.position == (6, 6) and world[id].radius == 7


def test_lift_in_space():
    world = bumper.World3()
    lift, ball = world.insert((-9, -9, -1, 18, 18, 1)), bumper.Sphere(0, 0, 1, 1)
    hero, own = bumper.Mover3(ball, gravity=(0, 0, -10)), world.insert(ball)
    assert world.carry(lift, (1, 2, 3), [(hero, own)]) is None
    assert hero.position == pytest.approx((1, 2, 3), abs=1e-6) and world[own].center == pytest.approx((1, 2, 4), abs=1e-6)


def test_hero_rides_on_a_crate_on_a_lift_and_pushes_another():
    simulation = bumper.Simulation(gravity=(0, -10))
    lift = simulation.insert((-10, -1, 20, 1), kind="kinematic", velocity=(0, 1))
    low, high = simulation.insert((0, 0, 2, 1)), simulation.insert((4, 0, 1, 1))
    hero = bumper.Mover((0.6, 1, 0.8, 1.8), gravity=(0, -10))
    hero.walk_settings = (0.2, 0.2)
    body = simulation.insert_mover(hero, 2, "the hero")
    assert simulation[body].mass == 2 and simulation.data_of(body) == "the hero"
    for _ in range(60):
        [step] = simulation.step_with_movers(STEP, [(hero, body)])
    assert simulation[lift].position[1] == pytest.approx(1) and hero.position == pytest.approx((0, 1), abs=0.02)
    assert not step.crushed and {simulation.body_of(hit.id) for hit in step.hits} == {low}
    hits = []
    for _ in range(120):
        hero.velocity = (3, hero.velocity[1])
        [step] = simulation.step_with_movers(STEP, [(hero, body)])
        hits += step.hits
    pushes = [hit for hit in hits if simulation.body_of(hit.id) == high]
    assert pushes and all(hit.normal == pytest.approx((-1, 0), abs=0.01) and hit.response == "slide" for hit in pushes)
    assert hero.grounded and hero.position[1] == pytest.approx(2, abs=0.02)
    assert simulation[high].center[0] > 5 and simulation[high].center[1] == pytest.approx(3.5, abs=0.02)
    assert simulation[low].center == pytest.approx((1, 3.5), abs=0.1)


def test_press_crushes_one_of_two_movers():
    simulation = bumper.Simulation(gravity=(0, -10))
    simulation.insert_static((-10, -1, 20, 1))
    press = simulation.insert((-1, 3, 2, 1), kind="kinematic", velocity=(0, -4))
    movers = [bumper.Mover((x, 0, 1, 1), gravity=(0, -10)) for x in (-0.5, 4.5)]
    pairs = [(mover, simulation.insert_mover(mover, 1)) for mover in movers]
    crushed = [False, False]
    for _ in range(60):
        steps = simulation.step_with_movers(STEP, pairs)
        crushed = [crushed[k] or step.crushed for k, step in enumerate(steps)]
    assert crushed == [True, False] and simulation[press].position[1] == pytest.approx(-4)
    # A mover on a layer that the press does not collide with.
    ghost = bumper.Mover((7, 0, 1, 1), gravity=(0, -10))
    id = simulation.insert_mover(ghost, 1, layers=2, filter=0)
    assert simulation.get_collider(simulation.colliders_of(id)[0]).layers == 2
    for _ in range(30):
        assert simulation.step_with_movers(STEP, [(ghost, id)])[0].hits == []
    assert ghost.position[1] < -1


def test_driven_mover_pushes_by_its_mass():
    simulation = bumper.Simulation(gravity=(0, -10))
    hero = bumper.Mover((0, 0, 1, 2))
    body, crate = simulation.insert_mover(hero, 2), simulation.insert((4, 0, 2, 1))
    simulation.drive_mover(body, 0.5, (3, 0), (4, 0), desired_velocity=(2, 0), hits=[(crate, (-1, 0))])
    assert simulation[body].center == (3.5, 1) and simulation[body].velocity == (2, 0) and simulation[crate].velocity == (1, 0)
    for call in (
        lambda: simulation.drive_mover(999, 0.5, (0, 0), (0, 0)),
        lambda: simulation.step_with_movers(STEP, [(hero, 999)]),
        lambda: simulation.step_with_movers(STEP, [(hero, simulation.colliders_of(body)[0])]),
    ):
        with pytest.raises(KeyError):
            call()
    for call in (
        lambda: simulation.drive_mover(body, 0, (0, 0), (0, 0)),
        lambda: simulation.drive_mover(body, 1, (0, math.nan), (0, 0)),
        lambda: simulation.step_with_movers(0, [(hero, body)]),
        lambda: simulation.step_with_movers(STEP, [(hero, body)] * 2),
        lambda: simulation.insert_mover(hero, 0),
        lambda: simulation.insert_mover(hero, math.inf),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        simulation.insert_mover(bumper.Mover3((0, 0, 0, 1)), 1)


def test_mover_keeps_the_velocity_of_a_platform_and_drops_through():
    world = bumper.World()
    plank = world.insert((-9, 0, 18, 1), one_way="min-y")
    own, hero = world.insert((0, -2, 1, 2)), bumper.Mover((0, -2, 1, 2), gravity=(0, 10))
    hero.step(STEP, world, id=own)
    assert hero.grounded and not hero.drop_through and not hero.keep_platform_velocity and not hero.report_all
    hero.keep_platform_velocity = hero.report_all = True
    world.carry(plank, (0.05, 0), [(hero, own)])
    hero.jump(1)
    hero.step(STEP, world, id=own)
    assert hero.velocity[0] == pytest.approx(3) and hero.velocity[1] < -4 and hero.report_all
    hero.position, hero.velocity, hero.drop_through = (0, 0), (0, 0), True
    hero.step(1, world, id=own)
    assert hero.position[1] > 4


def test_teleported_mover_looks_for_ground():
    ground = [(0, 100, 400, 20)]
    hero = bumper.Mover((0, 60, 20, 40), gravity=(0, 900))
    hero.step(1 / 60, ground)
    assert hero.grounded
    hero.position = hero.position
    assert hero.grounded
    hero.center = 200, 30
    assert hero.center == (200, 30) and hero.position == (190, -50) and not hero.grounded
    hero.jump(30)
    hero.step(1 / 60, ground)
    assert hero.velocity[1] > 0
    hero.center = 200, 80
    hero.jump(30)
    hero.step(1 / 60, ground)
    assert hero.velocity[1] < 0
    with pytest.raises(ValueError, match="center"):
        hero.center = float("nan"), 0


def test_step_among_bodies_names_the_right_method():
    cave = bumper.Simulation(gravity=(0, 900))
    hero = bumper.Mover((0, 60, 20, 40), gravity=(0, 900))
    for _ in range(2):
        with pytest.raises(TypeError, match="step_with_movers"):
            hero.step(1 / 60, cave)
        crate = cave.insert((60, 60, 20, 20))
    wall = cave.insert((0, 100, 100, 20), kind="static")
    for body in (crate, wall):
        with pytest.raises(ValueError, match="not dynamic, or its rotation is not fixed"):
            cave.step_with_movers(1 / 60, [(hero, body)])
    assert hero.position == (0, 0)


def test_ids_of_the_wrong_kind_are_named():
    cave = bumper.Simulation(gravity=(0, 900))
    crate, other = cave.insert((60, 60, 20, 20)), cave.insert((160, 60, 20, 20))
    [collider] = cave.colliders_of(crate)
    joint = cave.insert_weld_joint(crate, other, (0, 0))
    hint = r"is the id of a collider, not of a body; body_of\(id\) gives its body"
    calls = [cave.remove, cave.__getitem__, cave.wake, lambda id: cave.insert_mouse_joint(id, crate, (0, 0)), lambda id: cave.modify(id, mass=1)]
    for call in calls:
        with pytest.raises(KeyError, match=hint):
            call(collider)
    with pytest.raises(KeyError, match=r"is the id of a body, not of a collider; colliders_of\(id\)"):
        cave.body_of(crate)
    with pytest.raises(KeyError, match="is the id of a joint, not of a body"):
        cave.remove(joint)
    with pytest.raises(KeyError, match="no body has the id 0"):
        cave.remove(0)
