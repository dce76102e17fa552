"""Tests of meshes and 3D height fields: compared with brute force over their triangles, in worlds and for movers."""

import copy
import math
import pickle
import random

import pytest

import bumper


def minus(a, b):
    return tuple(p - q for p, q in zip(a, b))


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def hit_triangle(corners, origin, direction):
    """The distance along a ray of a unit direction at which it hits a triangle, or None."""
    a, b, c = corners
    normal = cross(minus(b, a), minus(c, a))
    speed = dot(normal, direction)
    if speed == 0:
        return None
    distance = dot(normal, minus(a, origin)) / speed
    at = [o + distance * d for o, d in zip(origin, direction)]
    sides = [dot(normal, cross(minus(q, p), minus(at, p))) for p, q in ((a, b), (b, c), (c, a))]
    return distance if distance >= 0 and min(sides) >= 0 else None


def nearest_hit(triangles, origin, direction, one_sided=False):
    """The smallest distance at which a ray hits a triangle, with the number of the triangle; None if it hits none."""
    best = None
    for part, corners in triangles:
        if one_sided and dot(cross(minus(corners[1], corners[0]), minus(corners[2], corners[0])), direction) >= 0:
            continue
        distance = hit_triangle(corners, origin, direction)
        if distance is not None and (best is None or distance < best[0]):
            best = distance, part
    return best


COLUMNS, ROWS, CELL, ORIGIN = 9, 7, (2.0, 3.0), (-8.0, 1.0, -9.0)


def random_terrain(seed):
    """Random heights and holes, and the triangles of their cells, each with the number of its cell."""
    chance = random.Random(seed)
    heights = [[chance.uniform(0, 4) for _ in range(COLUMNS)] for _ in range(ROWS)]
    holes = sorted({(chance.randrange(COLUMNS - 1), chance.randrange(ROWS - 1)) for _ in range(6)}, key=lambda cell: cell[::-1])
    return chance, heights, holes, triangles_of(heights, holes)


def triangles_of(heights, holes):
    point = lambda i, k: (ORIGIN[0] + i * CELL[0], ORIGIN[1] + heights[k][i], ORIGIN[2] + k * CELL[1])
    triangles = []
    for k in range(ROWS - 1):
        for i in range(COLUMNS - 1):
            if (i, k) not in holes:
                cell = k * (COLUMNS - 1) + i
                triangles.append((cell, (point(i, k), point(i, k + 1), point(i + 1, k))))
                triangles.append((cell, (point(i + 1, k), point(i, k + 1), point(i + 1, k + 1))))
    return triangles


def mesh_of(triangles, **options):
    """A mesh of these triangles, in the same order, that share no points."""
    points = [corner for _, corners in triangles for corner in corners]
    return bumper.Mesh(points, [(3 * k, 3 * k + 1, 3 * k + 2) for k in range(len(triangles))], **options)


def rays(chance, count):
    """Random rays that begin around the terrain. Half of them point at it, and every fifth one is parallel to an axis."""
    for index in range(count):
        origin = tuple(chance.uniform(-12, 12) for _ in range(3))
        direction = [chance.uniform(-1, 1) for _ in range(3)]
        if index % 2:
            direction = minus((chance.uniform(-8, 8), 3, chance.uniform(-9, 9)), origin)
        if index % 5 == 0:
            axis = chance.randrange(3)
            direction = [math.copysign(1, direction[axis]) if k == axis else 0 for k in range(3)]
        length = math.hypot(*direction)
        yield origin, tuple(c / length for c in direction)


def check_rays(shape, world, id, triangles, chance, one_sided=False):
    hits = 0
    for origin, direction in rays(chance, 400):
        expected = nearest_hit(triangles, origin, direction, one_sided)
        hit = shape.cast(origin, direction)
        assert (hit is None) == (expected is None)
        found = world.cast(origin, direction)
        assert (found is None) == (hit is None)
        if hit:
            assert (hit.distance, hit.part) == (pytest.approx(expected[0], abs=1e-9), expected[1])
            assert (found[0], found[1].distance, found[1].part) == (id, pytest.approx(hit.distance), hit.part)
            assert dot(hit.normal, direction) <= 0 and math.hypot(*hit.normal) == pytest.approx(1)
        hits += hit is not None
    assert 40 < hits < 360


@pytest.mark.parametrize("seed", range(4))
def test_rays_hit_a_height_field_like_its_triangles(seed):
    chance, heights, holes, triangles = random_terrain(seed)
    field = bumper.HeightField3(ORIGIN, CELL, heights, holes)
    world = bumper.World3()
    check_rays(field, world, world.insert(field), triangles, chance)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("one_sided", [False, True])
def test_rays_hit_a_mesh_like_its_triangles(seed, one_sided):
    chance, _, _, triangles = random_terrain(seed)
    mesh = mesh_of(triangles, one_sided=one_sided)
    world = bumper.World3()
    numbered = [(part, corners) for part, (_, corners) in enumerate(triangles)]
    check_rays(mesh, world, world.insert(mesh), numbered, chance, one_sided)


@pytest.mark.parametrize("seed", range(3))
def test_queries_agree_with_the_triangles(seed):
    """A mesh and a height field of the same triangles give the answers of these, for spheres, boxes and capsules."""
    chance, heights, holes, triangles = random_terrain(seed)
    field, mesh = bumper.HeightField3(ORIGIN, CELL, heights, holes), mesh_of(triangles)
    shapes = [bumper.Triangle3(*corners) for _, corners in triangles]
    met = swept = 0
    for index in range(60):
        at, size = (chance.uniform(-10, 10), chance.uniform(-1, 7), chance.uniform(-11, 11)), chance.uniform(0.2, 2)
        probe = [bumper.Sphere(at, size), bumper.Box3(at, (size, size, size)), bumper.Capsule3(at, (at[0], at[1] + size, at[2]), 0.5)][index % 3]
        moves = tuple(chance.uniform(-9, 9) for _ in range(3))
        gap = min(shape.distance(probe) for shape in shapes)
        times = [hit.time for shape in shapes if (hit := probe.sweep(moves, shape))]
        parts = {part for part, shape in enumerate(shapes) if shape.intersects(probe)}
        for ground, numbers in ((mesh, parts), (field, {triangles[part][0] for part in parts})):
            assert ground.distance(probe) == pytest.approx(gap, abs=1e-9) == probe.distance(ground)
            assert ground.intersects(probe) == bool(parts)
            assert ground.overlaps(probe) == any(shape.overlaps(probe) for shape in shapes)
            assert ground.relation(probe) == max(shape.relation(probe) for shape in shapes)
            assert not parts or ground.contact(probe).parts[0] in numbers
            hit = probe.sweep(moves, ground)
            assert (hit is None) == (not times) and (not times or hit.time == pytest.approx(min(times), abs=1e-6))
        met, swept = met + bool(parts), swept + bool(times)
    assert 3 < met < 57 and 3 < swept < 57


@pytest.mark.parametrize("seed", range(3))
def test_heights_and_normals_are_those_of_vertical_rays(seed):
    chance, heights, holes, triangles = random_terrain(seed)
    field = bumper.HeightField3(ORIGIN, CELL, heights, holes)
    outside = 0
    for _ in range(200):
        x, z = chance.uniform(-10, 10), chance.uniform(-11, 11)
        expected = nearest_hit(triangles, (x, 50, z), (0, -1, 0))
        if expected is None:
            assert field.height_at(x, z) is None is field.normal_at(x, z)
            outside += 1
        else:
            assert field.height_at(x, z) == pytest.approx(50 - expected[0])
            assert field.normal_at(x, z) == pytest.approx(field.cast((x, 50, z), (0, -1, 0)).normal)
    assert 20 < outside < 180


def test_changed_heights_are_those_of_a_new_height_field():
    chance, heights, holes, _ = random_terrain(9)
    field = bumper.HeightField3(ORIGIN, CELL, heights, holes)
    for _ in range(30):
        width, depth = chance.randint(1, COLUMNS), chance.randint(1, ROWS)
        column, row = chance.randint(0, COLUMNS - width), chance.randint(0, ROWS - depth)
        patch = [[chance.uniform(-9, 9) for _ in range(width)] for _ in range(depth)]
        before, copied = field, copy.deepcopy(heights)
        field = field.with_heights(column, row, patch)
        assert before.heights == copied
        for k in range(depth):
            heights[row + k][column:column + width] = patch[k]
        assert field == bumper.HeightField3(ORIGIN, CELL, heights, holes) and field.heights == heights
    world = bumper.World3()
    check_rays(field, world, world.insert(field), triangles_of(heights, holes), chance)


def test_one_sided_mesh_stops_only_at_the_front():
    corners = [(-50, 0, -50), (-50, 0, 50), (50, 0, -50), (50, 0, 50)]
    triangles = [(0, 1, 2), (2, 1, 3)]
    floor, both = bumper.Mesh(corners, triangles, one_sided=True), bumper.Mesh(corners, triangles)
    assert floor.one_sided and not both.one_sided and floor != both
    down, up = ((1, 9, 1), (0, -1, 0)), ((1, -9, 1), (0, 1, 0))
    assert floor.cast(*down).distance == both.cast(*down).distance == both.cast(*up).distance == 9 and floor.cast(*up) is None
    ball = bumper.Sphere(3, -5, 3, 1)
    assert ball.sweep((0, 10, 0), floor) is None and ball.sweep((0, 10, 0), both).time == pytest.approx(0.4)
    # Distances and relations count both sides.
    assert floor.distance(ball) == 4 and floor.overlaps((3, -0.5, 3, 1))
    for ground in (floor, both):
        mover = bumper.Mover3(ball, gravity=(0, -10, 0))
        mover.travel((0, 10, 0), [ground])
        assert mover.center[1] == pytest.approx(5 if ground is floor else -1)
        for _ in range(120):
            mover.step(1 / 60, [ground])
        # From above, the front holds it.
        assert mover.grounded == (ground is floor)
        assert mover.center[1] == pytest.approx(1) if ground is floor else mover.center[1] < -1


def test_sphere_inside_a_closed_mesh_does_not_touch_it():
    points = [(x, y, z) for x in (0, 9) for y in (0, 9) for z in (0, 9)]
    faces = [(0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)]
    room = bumper.Mesh(points, [t for a, b, c, d in faces for t in ((a, b, c), (a, c, d))])
    assert room.bounds == pytest.approx((0, 0, 0, 9, 9, 9)) and room.distance((4, 4, 4, 1)) == 3
    assert (4, 4, 4) not in room and (0, 4, 4) in room and str(room.relation((4, 4, 1, 1))) == "touching"


def test_properties_of_meshes():
    points = [(0, 0, 0), (4, 0, 0), (0, 0, 4), (8, 0, 0), (9, 9, 9)]
    mesh = bumper.Mesh(iter(points), ((0, 2, 1), [0, 1, 3]))
    assert mesh.points == points and mesh.triangles == [(0, 2, 1), (0, 1, 3)] and len(mesh) == 2 and mesh
    # The corners of the second triangle lie on one line. It keeps its index, but nothing hits it.
    assert mesh.degenerate == 1 and mesh.triangle(0) == bumper.Triangle3((0, 0, 0), (0, 0, 4), (4, 0, 0))
    assert mesh.triangle(1) == bumper.Triangle3((0, 0, 0), (4, 0, 0), (8, 0, 0)) and mesh.distance((7, 0, 0)) == 3
    assert repr(bumper.Mesh(points[:3], [(0, 2, 1)])) == "Mesh([(0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 0.0, 4.0)], [(0, 2, 1)])"
    assert copy.copy(mesh) is mesh is copy.deepcopy(mesh) and mesh == bumper.Mesh(points, mesh.triangles)
    assert mesh != bumper.Mesh(points, mesh.triangles[:1]) and mesh != 5
    moved = mesh.translated((1, 2, 3))
    assert type(moved) is bumper.Mesh and moved.points[0] == (1, 2, 3) and moved.translated((-1, -2, -3)) == mesh
    # A rotated mesh is a mesh, and keeps its side.
    wall = bumper.Mesh(points[:3], [(0, 2, 1)], one_sided=True).rotated((1, 0, 0), 90, (0, 0, 0))
    assert type(wall) is bumper.Mesh and wall.one_sided and wall.points[2] == pytest.approx((0, -4, 0))
    assert wall.cast((1, -1, 5), (0, 0, -1)).distance == pytest.approx(5) and wall.cast((1, -1, -5), (0, 0, 1)) is None
    empty = bumper.Mesh([], [])
    assert len(empty) == 0 and empty and empty.points == [] and empty == bumper.Mesh((), ()) and not empty.intersects((0, 0, 0, 9))
    both = bumper.Compound3([(50, 0, 0, 1), mesh])
    assert both.cast((1, 9, 1), (0, -1, 0)).part == 1 and pickle.loads(pickle.dumps(both)) == both


def test_properties_of_height_fields():
    hill = bumper.HeightField3((0, 10, 0), (2, 3), [[0, 1, 0], [0, 5, 0], [0, 1, 0]], holes=[(1, 1), (0, 1)])
    assert hill.origin == (0, 10, 0) and hill.cell == (2, 3) and hill.heights[1] == [0, 5, 0] and hill.holes == [(0, 1), (1, 1)]
    text = "HeightField3((0.0, 10.0, 0.0), (2.0, 3.0), [[0.0, 1.0, 0.0], [0.0, 5.0, 0.0], [0.0, 1.0, 0.0]], [(0, 1), (1, 1)])"
    assert repr(hill) == text and eval(text, vars(bumper)) == hill and copy.deepcopy(hill) is hill
    assert hill != bumper.HeightField3(hill.origin, hill.cell, hill.heights) != 5
    # The holes are the second row of cells, so the bounds end at the second row of heights.
    assert hill.bounds == pytest.approx((0, 10, 0, 4, 5, 3))
    moved = hill.translated((1, 2, 3))
    assert type(moved) is bumper.HeightField3 and moved.origin == (1, 12, 3) and moved.holes == hill.holes
    assert moved.translated((-1, -2, -3)) == hill
    # Heights are along y, so a rotated height field is a compound. A rotation by 90 degrees about x lets them point along z.
    upright = hill.rotated((1, 0, 0), 90, (0, 0, 0))
    assert type(upright) is bumper.Compound3 and upright.cast((2, -3, 50), (0, 0, -1)).distance == pytest.approx(35)
    assert pickle.loads(pickle.dumps(upright)) == upright
    assert hill.with_heights(0, 0, []) == hill


@pytest.mark.parametrize("kind", ["f8", "f4", "i4", "u1", ">i2"])
def test_arrays_give_the_shapes_of_lists(kind):
    numpy = pytest.importorskip("numpy")
    generator = numpy.random.default_rng(3)
    points = generator.integers(0, 99, (2000, 3)).astype(kind)
    triangles = generator.integers(0, 99, (1500, 3)).astype(kind)
    mesh = bumper.Mesh(points, triangles)
    assert mesh == bumper.Mesh(points.tolist(), triangles.tolist()) == bumper.Mesh(list(points), memoryview(triangles) if kind[0] != ">" else triangles)
    heights = generator.integers(0, 99, (60, 70)).astype(kind)
    field = bumper.HeightField3((0, 0, 0), (1, 1), heights, numpy.array([[3, 4]]))
    assert field == bumper.HeightField3((0, 0, 0), (1, 1), heights.tolist(), [(3, 4)]) and field.heights == heights.tolist()
    # Arrays that are not contiguous.
    assert bumper.HeightField3((0, 0, 0), (1, 1), heights.T[::2]).heights == heights.T[::2].tolist()
    assert field.with_heights(5, 6, heights[:2, :3]).heights[7][5:8] == heights[1, :3].tolist()
    assert bumper.Mesh(points[::-1], triangles[:0]).points[0] == tuple(points[-1].tolist())


CORNERS = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
FLAT = [[0, 0, 0], [0, 0, 0]]


def field(heights=FLAT, holes=(), origin=(0, 0, 0), cell=(1, 1)):
    return bumper.HeightField3(origin, cell, heights, holes)


@pytest.mark.parametrize("call, error, text", [
    (lambda: bumper.Mesh(CORNERS, [(0, 1, 2), (0, 1, 3)]), ValueError, "triangles: triangle 1 of the mesh uses point 3, which does not exist"),
    (lambda: bumper.Mesh(CORNERS, [(0, 1, -1)]), ValueError, "triangles: triangle 0 of the mesh uses point -1, which does not exist"),
    (lambda: bumper.Mesh(CORNERS, [(0, 1, 0.5)]), ValueError, "triangles: triangle 0 of the mesh uses point 0.5, which does not exist"),
    (lambda: bumper.Mesh(CORNERS, [(0, 1, 2**40)]), ValueError, "triangles: triangle 0 of the mesh uses point 1099511627776, which does not exist"),
    (lambda: bumper.Mesh([*CORNERS, (0, math.inf, 0)], [(0, 1, 2), (1, 2, 3)]), ValueError,
     "points: triangle 1 of the mesh has a coordinate that is not finite"),
    (lambda: bumper.Mesh([*CORNERS, (0, math.inf, 0)], [(0, 1, 2)]), ValueError, "points[3]: inf is not a finite number"),
    (lambda: bumper.Mesh(CORNERS, [(0, 1)]), ValueError, "triangles: rows of 3 numbers are needed, not of 2"),
    (lambda: bumper.Mesh([(0, 0), (1, 0)], []), ValueError, "points: rows of 3 numbers are needed, not of 2"),
    (lambda: bumper.Mesh(CORNERS, [(0, 1, 2), (0, 1)]), ValueError, "triangles: row 1 has 2 numbers, and row 0 has 3"),
    (lambda: bumper.Mesh(CORNERS, [(0, 1, 2), (0, 1, None)]), TypeError, "triangles[1]: must be real number, not NoneType"),
    (lambda: bumper.Mesh(CORNERS, 5), TypeError, "triangles: an array or an iterable of rows is needed, not int"),
    (lambda: bumper.Mesh(CORNERS, ["012"]), TypeError, "triangles[0]: a row of numbers is needed, not str"),
    (lambda: bumper.Mesh(b"012", []), ValueError, "points: an array with 2 dimensions is needed, not with 1"),
    (lambda: bumper.Mesh(CORNERS, []).triangle(0), IndexError, "index: 0 of 0 triangles"),
    (lambda: bumper.Mesh(CORNERS, []).center, ValueError, "an empty shape has no position"),
    (lambda: bumper.Mesh(CORNERS, [(0, 1, 2)]).translated((math.nan, 0, 0)), ValueError, "offset: nan is not a finite number"),
    (lambda: field([[0, 0]]), ValueError, "heights: a height field needs two heights along each axis"),
    (lambda: field([]), ValueError, "heights: a height field needs two heights along each axis"),
    (lambda: field([[0, 0], [0]]), ValueError, "heights: row 1 has 1 numbers, and row 0 has 2"),
    (lambda: field([[0, 0], [0, math.nan]]), ValueError, "heights: the height in column 1 of row 1 is not finite"),
    (lambda: field([0, 0, 0]), TypeError, "heights[0]: 'int' object is not iterable"),
    (lambda: field(memoryview(b"0123")), ValueError, "heights: an array with 2 dimensions is needed, not with 1"),
    (lambda: field(cell=(1, 0)), ValueError, "cell: the sides of a cell must be positive, and large enough for the coordinates"),
    (lambda: field(cell=(1, math.inf)), ValueError, "cell: inf is not a finite number"),
    (lambda: field(origin=(0, math.nan, 0)), ValueError, "origin: nan is not a finite number"),
    (lambda: field(holes=[(1, 0), (2, 0)]), ValueError, "holes: there is no cell in column 2 of row 0"),
    (lambda: field(holes=[(0, 1)]), ValueError, "holes: there is no cell in column 0 of row 1"),
    (lambda: field(holes=[(-1, 0)]), ValueError, "holes: there is no cell in column -1 of row 0"),
    (lambda: field(holes=[(1, 0, 0)]), ValueError, "holes: rows of 2 numbers are needed, not of 3"),
    (lambda: field().with_heights(2, 1, [[1, 2]]), ValueError, "heights: the column or row is outside the height field"),
    (lambda: field().with_heights(1, 0, [[1], [math.inf]]), ValueError, "heights: the height in column 1 of row 1 is not finite"),
    (lambda: field().height_at(math.nan, 0), ValueError, "x: nan is not a finite number"),
    (lambda: field().normal_at(0, math.inf), ValueError, "z: inf is not a finite number"),
])
def test_errors_state_the_argument_and_the_reason_in_one_line(call, error, text):
    with pytest.raises(error) as raised:
        call()
    assert str(raised.value) == text


class Level(bumper.Mesh):
    pass


class Terrain(bumper.HeightField3):
    pass


def test_pickle_keeps_meshes_and_height_fields():
    chance, heights, holes, triangles = random_terrain(1)
    mesh, ground = mesh_of(triangles, one_sided=True), bumper.HeightField3(ORIGIN, CELL, heights, holes)
    for shape in (mesh, ground, mesh.rotated((1, 2, 3), 40), ground.translated((0.1, 0.2, 0.3)), ground.rotated((1, 2, 3), 40)):
        again = pickle.loads(pickle.dumps(shape))
        assert type(again) is type(shape) and again == shape and repr(again) == repr(shape)
        for origin, direction in rays(chance, 20):
            hit, same = shape.cast(origin, direction), again.cast(origin, direction)
            assert (hit and (hit.distance, hit.part)) == (same and (same.distance, same.part))
    for own in (Level(CORNERS, [(0, 1, 2)], one_sided=True), Terrain((0, 0, 0), (1, 1), FLAT, [(1, 0)])):
        again = pickle.loads(pickle.dumps(own))
        assert type(again) is type(own) and again == own
    world = bumper.World3()
    ids = [world.insert(mesh, "mesh"), world.insert(ground, "ground")]
    again = pickle.loads(pickle.dumps(world))
    assert [again[id] for id in ids] == [mesh, ground]


def stairs(count, rise, run):
    """A mesh of stairs along x, with a floor in front of them."""
    points, triangles = [], []

    def quad(a, b, c, d):
        first = len(points)
        points.extend((a, b, c, d))
        triangles.extend([(first, first + 1, first + 2), (first, first + 2, first + 3)])

    quad((-20, 0, -5), (-20, 0, 5), (0, 0, 5), (0, 0, -5))
    for k in range(count):
        x, y = k * run, k * rise
        quad((x, y, -5), (x, y, 5), (x, y + rise, 5), (x, y + rise, -5))
        quad((x, y + rise, -5), (x, y + rise, 5), (x + run, y + rise, 5), (x + run, y + rise, -5))
    return bumper.Mesh(points, triangles)


@pytest.mark.parametrize("in_world", [False, True])
@pytest.mark.parametrize("climbs", [False, True])
def test_mover_climbs_stairs(in_world, climbs):
    ground = stairs(8, 0.3, 1)
    obstacles = [ground]
    if in_world:
        obstacles = bumper.World3()
        obstacles.insert(ground, "stairs")
    hero = bumper.Mover3(bumper.Box3(-5, 0.5, -0.5, 1, 2, 1), gravity=(0, -20, 0))
    hero.walk_settings = (0.4, 0.4) if climbs else (0.2, 0.2)
    for _ in range(120):
        hero.velocity = (6, hero.velocity[1], 0)
        hits = hero.step(1 / 60, obstacles)
        assert not ground.overlaps(hero.shape)
    x, feet = hero.center[0], hero.shape.bounds[1]
    assert hero.grounded
    if climbs:
        assert x == pytest.approx(7.5, abs=0.2) and feet == pytest.approx(2.4, abs=1e-3)
        assert any(0 <= hit.parts[1] < len(ground) for hit in hits)
    else:
        # It stops at the first stair.
        assert x == pytest.approx(-0.5, abs=1e-3) and feet == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("as_mesh", [False, True])
def test_mover_follows_terrain(as_mesh):
    """A sphere walks over hills, and stays on the ground that the heights describe."""
    heights = [[1.5 * math.sin(i / 3) + math.cos(k / 4) for i in range(40)] for k in range(30)]
    field = bumper.HeightField3((0, 0, 0), (1, 1), heights)
    ground = field
    if as_mesh:
        points = [(i, heights[k][i], k) for k in range(30) for i in range(40)]
        cells = [40 * k + i for k in range(29) for i in range(39)]
        ground = bumper.Mesh(points, [t for c in cells for t in ((c, c + 40, c + 1), (c + 1, c + 40, c + 41))])
    world = bumper.World3()
    id = world.insert(ground)
    hero = bumper.Mover3(bumper.Sphere(5, 6, 5, 0.5), gravity=(0, -20, 0))
    hero.walk_settings = (0.4, 0.4)
    for _ in range(45):
        hero.step(1 / 60, world)
    for _ in range(240):
        hero.velocity = (6, hero.velocity[1], 3)
        hits = hero.step(1 / 60, world)
        assert hero.grounded and abs(ground.contact(hero.shape, within=1).separation) < 1e-6
        x, y, z = hero.center
        assert y > field.height_at(x, z) and all(hit.id == id for hit in hits)
    assert x > 25 and z > 15


def test_hero_falls_through_a_hole():
    flat = [[0] * 5 for _ in range(5)]
    for holes, falls in (([], False), ([(2, 2)], True), ([(1, 1)], False)):
        ground = bumper.HeightField3((0, 0, 0), (2, 2), flat, holes)
        hero = bumper.Mover3(bumper.Sphere(5, 3, 5, 0.5), gravity=(0, -10, 0))
        for _ in range(120):
            hero.step(1 / 60, [ground])
        assert (hero.center[1] < -2) == falls and hero.grounded != falls


def test_world_finds_and_replaces_levels():
    world = bumper.World3()
    ground = bumper.HeightField3((0, 0, 0), (1, 1), [[0] * 9 for _ in range(9)])
    id = world.insert(ground, "ground")
    assert world.intersecting((4, 0.5, 4, 1)) == [id] and world.nearest((4, 3, 4, 1), 5)[1].separation == pytest.approx(2)
    hit = world.sweep(bumper.Sphere(4.2, 5, 3.4, 1), (0, -8, 0))[1]
    assert hit.time == pytest.approx(0.5) and hit.parts[1] == 3 * 8 + 4
    world[id] = ground.with_heights(3, 3, [[5, 5], [5, 5]])
    assert world.nearest((3.5, 9, 3.5, 1), 5)[1].separation == pytest.approx(3)
    ball = world.insert((4, 0.5, 4, 1))
    assert [(event.a, event.b) for event in world.update() if event.began] in ([(id, ball)], [(ball, id)])
