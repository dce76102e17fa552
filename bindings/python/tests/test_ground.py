"""Tests of half-spaces and height fields: compared with segments and with their heights, in worlds, movers and bodies."""

import json
import math
import random

import pytest
from hypothesis import given, strategies as st

import bumper

REAL = st.floats(-1000, 1000).map(lambda number: round(number, 3))
PLACES = st.tuples(REAL, REAL)
NORMALS = PLACES.filter(lambda at: math.hypot(*at) > 0.1)
FLOOR = bumper.HalfSpace((0, 100), (0, -2))
HILL = bumper.HeightField((0, 100), 10, [0, -20, -20, 0, 0], holes=[3])


@given(PLACES, NORMALS, PLACES, st.floats(0, 50))
def test_half_space_is_everything_behind_its_line(point, normal, center, radius):
    wall, ball = bumper.HalfSpace(point, normal), bumper.Circle(center, radius)
    assert wall.point == point and math.hypot(*wall.normal) == pytest.approx(1)
    gap = sum((c - p) * n for c, p, n in zip(center, point, normal)) / math.hypot(*normal) - radius
    assert wall.contact(ball, within=math.inf).separation == pytest.approx(gap, abs=1e-9)
    assert abs(gap) < 1e-6 or wall.overlaps(ball) == (gap < 0)
    assert wall.contact(ball, within=math.inf).normal == pytest.approx(wall.normal)


@given(st.lists(REAL, min_size=2, max_size=9), PLACES, st.floats(0.1, 30), PLACES, st.floats(0.1, 30))
def test_height_field_is_a_list_of_segments(heights, origin, cell, center, radius):
    ground, ball = bumper.HeightField(origin, cell, heights), bumper.Circle(center, radius)
    points = [(origin[0] + k * cell, origin[1] + height) for k, height in enumerate(heights)]
    segments = [bumper.Segment(a, b) for a, b in zip(points, points[1:])]
    gap = min(segment.distance(ball) for segment in segments)
    assert ground.distance(ball) == pytest.approx(gap, abs=1e-6)
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        assert ground.height_at((ax + bx) / 2) == pytest.approx((ay + by) / 2, abs=1e-6)
        x, y = ground.normal_at((ax + bx) / 2)
        assert y > 0 and x * (bx - ax) + y * (by - ay) == pytest.approx(0, abs=1e-6)
    assert ground.outline() == [points]
    middle = len(heights) // 2
    with_hole = bumper.HeightField(origin, cell, heights, holes=[middle - 1])
    assert with_hole.outline() == [run for run in (points[:middle], points[middle:]) if len(run) > 1]


def test_properties():
    assert repr(FLOOR) == "HalfSpace((0.0, 100.0), (0.0, -1.0))"
    assert FLOOR == bumper.HalfSpace((0, 100), (0, -1)) != bumper.HalfSpace((0, 100), (0, 1))
    assert FLOOR.translated((5, 6)) == bumper.HalfSpace((5, 106), (0, -1))
    # It rotates about its point.
    wall = FLOOR.rotated(90)
    assert type(wall) is bumper.HalfSpace and wall.point == pytest.approx((0, 100)) and wall.normal == pytest.approx((1, 0))
    assert (-5, 7) in wall and (5, 7) not in wall
    assert FLOOR.rotated(180, about=(0, 0)).point == pytest.approx((0, -100))
    up = bumper.HalfSpace3((0, 0, 0), (0, 0, 3))
    assert repr(up) == "HalfSpace3((0.0, 0.0, 0.0), (0.0, 0.0, 1.0))" and up.point == (0, 0, 0)
    assert type(up.rotated((1, 0, 0), 90)) is bumper.HalfSpace3
    assert up.rotated((1, 0, 0), 90).normal == pytest.approx((0, -1, 0))
    assert repr(HILL) == "HeightField((0.0, 100.0), 10.0, [0.0, -20.0, -20.0, 0.0, 0.0], [3])"
    assert HILL.origin == (0, 100) and HILL.cell == 10 and HILL.heights == [0, -20, -20, 0, 0] and HILL.holes == [3]
    assert HILL.height_at(5) == 90 and HILL.height_at(35) is None is HILL.normal_at(-1)
    # The hole at the end does not count.
    assert HILL.bounds == pytest.approx((0, 80, 30, 20))
    moved = HILL.translated((5, 6))
    assert type(moved) is bumper.HeightField and moved.origin == (5, 106) and moved.holes == [3]
    assert moved.moved_to(HILL.center) == HILL
    # Heights are along y, so a rotated height field is a compound.
    wall = HILL.rotated(90, about=(0, 0))
    assert type(wall) is bumper.Compound and wall.distance((-70, 15)) == pytest.approx(10)
    crater = HILL.with_heights(1, [5, 6])
    assert crater.heights == [0, 5, 6, 0, 0] and crater.holes == [3] and HILL.heights[1] == -20


@pytest.mark.parametrize("ground, top", [(FLOOR, 100), (HILL, 80)])
def test_ground_in_worlds_and_for_movers(ground, top):
    world = bumper.World()
    id = world.insert(ground, "ground")
    assert world[id] == ground and world.nearest((15, top - 30), 100)[0] == id
    assert world.cast((15, 0), (0, 1))[1].distance == pytest.approx(top)
    assert world.sweep(bumper.Circle(15, 0, 5), (0, 200))[1].time == pytest.approx((top - 5) / 200)
    hero = bumper.Mover((10, 0, 10, 20), gravity=(0, 900))
    own = world.insert(hero.shape)
    for frame in range(60):
        hits = hero.step(1 / 60, world, id=own)
    assert hero.grounded and hero.center == pytest.approx((15, top - 10)) and world.data_of(hits[0].id) == "ground"
    assert id in world.intersecting((15, top, 2))
    # Without a world.
    free = bumper.Mover((10, 0, 10, 20), velocity=(0, 600))
    free.step(1, [ground])
    assert free.center == pytest.approx((15, top - 10))
    world.rotate(id, 180, about=(0, 0))
    assert world.intersecting((-15, -top, 2)) == [id]


def test_world_rotates_a_half_space_about_its_point():
    world = bumper.World()
    id = world.insert(bumper.HalfSpace((50, 100), (0, -1)))
    world.rotate(id, 90)
    assert world[id].point == pytest.approx((50, 100)) and world[id].normal == pytest.approx((1, 0))


@pytest.mark.parametrize("ground, top", [(FLOOR, 100), (HILL, 80)])
def test_ground_is_static_in_simulations(ground, top):
    simulation = bumper.Simulation(gravity=(0, 900))
    collider = simulation.insert_static(ground)
    crate = simulation.insert((11, 20, 8, 8))
    for frame in range(120):
        simulation.step(1 / 60)
    assert simulation[crate].center == pytest.approx((15, top - 4), abs=0.1)
    assert simulation.shapes(simulation.body_of(collider)) == [ground]
    for kind in ("dynamic", "kinematic"):
        with pytest.raises(ValueError, match="shapes: "):
            simulation.insert(ground, kind=kind)
    simulation.insert(ground, kind="static", position=(0, 300))


def test_half_space_has_no_one_way_side():
    with pytest.raises(ValueError, match="half-space"):
        bumper.Simulation().insert_static(FLOOR, one_way="min-y")


@pytest.mark.parametrize("count", [6, 200])
def test_collide_many_finds_infinite_shapes(count):
    rng = random.Random(count)
    shapes = [bumper.Circle(rng.uniform(-400, 400), rng.uniform(-400, 400), rng.uniform(1, 9)) for _ in range(count)]
    shapes[count // 2] = FLOOR
    shapes[count // 3] = bumper.Compound([bumper.HalfSpace((0, -300), (1, 1)), (0, 0, 5)])
    shapes[count // 4] = bumper.Compound([])
    expected = [(i, j) for j in range(count) for i in range(j) if bumper.overlaps(shapes[i], shapes[j])]
    assert sorted(bumper.collide_many(shapes)) == sorted(expected)
    both = [(i, j) for i in range(count) for j in range(count) if bumper.overlaps(shapes[i], shapes[j])]
    assert sorted(bumper.collide_many(shapes, shapes)) == both


def test_scenes_give_half_spaces_and_height_fields(tmp_path):
    file = tmp_path / "level.json"
    file.write_text(json.dumps({"bumper": 1, "gravity": [0, 900], "shapes": [
        {"id": "floor", "half_space": {"point": [0, 100], "normal": [0, -2]}},
        {"id": "hill", "height_field": {"origin": [0, 100], "cell": 10, "heights": [0, -20, -20, 0, 0], "holes": [3]}},
        {"id": "both", "at": [5, 6], "compound": [
            {"half_space": {"point": [0, 100], "normal": [0, -2]}},
            {"height_field": {"origin": [0, 100], "cell": 10, "heights": [0, -20, -20, 0, 0], "holes": [3]}}]},
    ]}))
    level = bumper.load(file)
    assert level["floor"].shape == FLOOR and level["hill"].shape == HILL
    assert level["both"].shape == bumper.Compound([FLOOR.translated((5, 6)), HILL.translated((5, 6))])
    world = level.world()
    assert sorted(world.data_of(id) for id in world.intersecting((15, 80, 1))) == ["hill"]
    assert world.data_of(world.cast((15, 0), (0, 1))[0]) == "hill"


def test_ground_is_drawn():
    pygame = pytest.importorskip("pygame")

    def drawn(shape, width=0, offset=(0, 0)):
        surface = pygame.Surface((40, 40))
        shape.draw(surface, "white", width, offset=offset)
        return {(x, y) for x in range(40) for y in range(40) if surface.get_at((x, y))[0]}

    floor = bumper.HalfSpace((5000, 20), (0, -1))
    filled = drawn(floor)
    assert {(x, y) for x in range(40) for y in range(22, 40)} <= filled and all(y >= 19 for x, y in filled)
    # Its outline is its line.
    line = drawn(floor, 1)
    assert {x for x, y in line} == set(range(40)) and all(19 <= y <= 21 for x, y in line)
    assert all(29 <= y <= 31 for x, y in drawn(floor, 1, (7, 10)))
    assert drawn(floor, 1, (0, 500)) == set() == drawn(floor, 0, (0, 500))
    ramp = drawn(bumper.Compound([bumper.HalfSpace((20, 20), (-1, -1))]))
    assert (35, 35) in ramp and (35, 8) in ramp and (10, 10) not in ramp and len(ramp) == pytest.approx(800, abs=90)
    ground = drawn(bumper.HeightField((0, 30), 10, [0, -10, -10, 0, 0], holes=[1]), 1)
    assert (5, 25) in ground and not any(11 <= x <= 19 for x, y in ground) and (35, 30) in ground
    world = bumper.World()
    world.insert(floor)
    surface = pygame.Surface((40, 40))
    world.draw(surface, "white", 0)
    assert surface.get_at((3, 30))[0] and not surface.get_at((3, 10))[0]
