"""Tests of shapes: invariants of queries, and comparison with exact integer arithmetic."""

import copy
import inspect
import math
import pickle
from fractions import Fraction

import pytest
from hypothesis import assume, given, strategies as st

import bumper
from bumper import Relation

WHOLE = st.integers(-30, 30)
REAL = st.floats(-1000, 1000).map(lambda number: round(number, 3))
PLACES = st.tuples(REAL, REAL)
SIZES = st.floats(0.01, 500)


def polygons(places):
    corners = st.lists(places, min_size=3, max_size=6, unique=True)

    def around(points):
        # Sort the points by angle about their mean. The polygon does not cross itself, but may be concave.
        x, y = (sum(c) / len(points) for c in zip(*points))
        ordered = sorted(points, key=lambda at: math.atan2(at[1] - y, at[0] - x))
        try:
            return bumper.Polygon(ordered)
        except ValueError:
            return bumper.Point(ordered[0])

    return corners.map(around)


SHAPES = st.one_of(
    st.builds(bumper.Point, PLACES),
    st.builds(bumper.Box, PLACES, st.tuples(SIZES, SIZES)),
    st.builds(bumper.Circle, PLACES, SIZES),
    st.builds(bumper.Segment, PLACES, PLACES),
    st.builds(bumper.Triangle, PLACES, PLACES, PLACES),
    st.builds(bumper.Capsule, PLACES, PLACES, SIZES),
    st.builds(bumper.OrientedBox, PLACES, st.tuples(SIZES, SIZES), REAL),
    st.builds(bumper.Ellipse, PLACES, st.tuples(SIZES, SIZES), REAL),
    polygons(PLACES),
    st.builds(lambda a, b: bumper.Compound([bumper.Circle(a, 5), (*b, 20, 3)]), PLACES, PLACES),
)


@given(SHAPES, SHAPES)
def test_queries_are_consistent(a, b):
    relation = a.relation(b)
    assert relation == b.relation(a) == bumper.relation(a, b)
    assert a.intersects(b) == bumper.intersects(a, b) == bool(relation)
    assert a.overlaps(b) == bumper.overlaps(a, b) == (relation is Relation.OVERLAPPING or relation == Relation.OVERLAPPING)
    gap = a.distance(b)
    assert gap == pytest.approx(b.distance(a), abs=1e-6)
    if relation == Relation.APART:
        assert gap > 0
    else:
        assert gap < 1e-6
    found = a.contact(b, within=math.inf)
    assert max(found.separation, 0) == pytest.approx(gap, abs=1e-6)
    assert math.hypot(*found.normal) == pytest.approx(1)
    assert found.depth == max(0, -found.separation)
    # Moved by the push, they touch within a tolerance. (For compounds, the push separates only one pair of parts.)
    out = b.translated(found.push)
    parts = isinstance(a, bumper.Compound) or isinstance(b, bumper.Compound)
    assert parts or a.contact(out, within=math.inf).separation > -1e-6


@given(SHAPES, SHAPES, PLACES, PLACES)
def test_sweep_finds_the_first_touch(a, b, p, q):
    hit = a.sweep(p, b, q)
    if hit is None:
        for k in range(11):
            there = a.translated((p[0] * k / 10, p[1] * k / 10)), b.translated((q[0] * k / 10, q[1] * k / 10))
            assert there[0].contact(there[1], within=math.inf).separation > -1e-6
    else:
        assert 0 <= hit.time <= 1
        assert hit.starts_overlapping == a.overlaps(b) or a.contact(b, within=math.inf).depth < 1e-6
        t = hit.time
        there = a.translated((p[0] * t, p[1] * t)), b.translated((q[0] * t, q[1] * t))
        if not hit.starts_overlapping:
            assert there[0].distance(there[1]) < 1e-5


@given(SHAPES, PLACES, PLACES)
def test_ray_hits_lie_on_the_surface(shape, origin, direction):
    assume(math.hypot(*direction) > 1e-3)
    hit = shape.cast(origin, direction)
    if hit:
        assert bumper.distance(shape, hit.point) < 1e-5
        assert hit.distance == pytest.approx(math.dist(origin, hit.point), abs=1e-6)


@given(SHAPES, PLACES, st.floats(-360, 360))
def test_translated_and_rotated_shapes_return_to_their_position(shape, offset, degrees):
    there = shape.translated(offset)
    x, y, w, h = shape.bounds
    assert there.bounds == pytest.approx((x + offset[0], y + offset[1], w, h), abs=1e-6)
    assert there.moved_to(shape.center).bounds == pytest.approx(shape.bounds, abs=1e-6)
    # Rotated back, the shape is where it was.
    back = shape.rotated(degrees, about=(3, 4)).rotated(-degrees, about=(3, 4))
    for loop in back.outline():
        assert all(shape.distance(point) < 1e-3 for point in loop)


@given(SHAPES)
def test_shapes_survive_copy_pickle_and_repr(shape):
    assert copy.copy(shape) is shape and copy.deepcopy(shape) is shape
    again = pickle.loads(pickle.dumps(shape))
    assert type(again) is type(shape)
    assert again == shape
    assert eval(repr(shape), vars(bumper)) == shape


def three_ways(gap):
    return Relation.APART if gap > 0 else Relation.TOUCHING if gap == 0 else Relation.OVERLAPPING


@given(*[st.tuples(WHOLE, WHOLE, st.integers(0, 20), st.integers(0, 20))] * 2)
def test_boxes_are_exact(a, b):
    (ax, ay, aw, ah), (bx, by, bw, bh) = a, b
    gap = max(bx - ax - aw, ax - bx - bw, by - ay - ah, ay - by - bh)
    assert bumper.relation(a, b) == three_ways(gap)


@given(*[st.tuples(WHOLE, WHOLE, st.integers(0, 30))] * 2)
def test_circles_are_exact(a, b):
    gap = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 - (a[2] + b[2]) ** 2
    # Circles of radius zero are points. Equal points have no interior in common, so this case is compared with two points.
    expected = three_ways(gap) if a[2] or b[2] or gap else bumper.relation(a[:2], b[:2])
    assert bumper.relation(a, b) == expected


@given(st.lists(st.tuples(WHOLE, WHOLE), min_size=3, max_size=3), WHOLE, WHOLE)
def test_points_in_triangles_are_exact(corners, x, y):
    (ax, ay), (bx, by), (cx, cy) = corners
    sides = [
        Fraction((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0))
        for (x0, y0), (x1, y1) in [((ax, ay), (bx, by)), ((bx, by), (cx, cy)), ((cx, cy), (ax, ay))]
    ]
    assume((bx - ax) * (cy - ay) != (by - ay) * (cx - ax))
    inside = all(side >= 0 for side in sides) or all(side <= 0 for side in sides)
    assert bumper.Triangle(*corners).contains((x, y)) == inside
    assert bumper.Polygon(corners).contains((x, y)) == inside


def test_relations_are_ordered_and_hashable():
    assert Relation.APART < Relation.TOUCHING < Relation.OVERLAPPING
    assert [bool(of) for of in (Relation.APART, Relation.TOUCHING, Relation.OVERLAPPING)] == [False, True, True]
    assert str(Relation.TOUCHING) == "touching" and {Relation.APART: 1}[Relation.APART] == 1


def test_shapes_of_pygame_are_accepted():
    pygame = pytest.importorskip("pygame")
    pytest.importorskip("pygame.geometry")
    dot = bumper.Circle(290, 100, 10)
    assert str(dot.relation(pygame.Rect(300, 40, 40, 400))) == "touching"
    assert str(dot.relation(pygame.FRect(299.5, 40, 40, 400))) == "overlapping"
    assert str(dot.relation(pygame.geometry.Circle(310, 100, 10))) == "touching"
    assert str(dot.relation(pygame.geometry.Line(300, 0, 300, 200))) == "touching"
    assert dot.distance(pygame.geometry.Line(310, 0, 310, 100)) == 10
    assert dot.contains(pygame.Vector2(290, 110))
    assert dot.translated(pygame.Vector2(1, 2)).center == (291, 102)
    # A rect with a negative size extends in the other direction.
    assert bumper.overlaps(pygame.Rect(10, 10, -5, -5), (6, 6))

    sprite = pygame.sprite.Sprite()
    sprite.rect = pygame.Rect(100, 100, 3, 2)
    assert bumper.intersects(sprite, (100, 100))
    for mask in (bumper.Mask.from_rows([".##", ".##"]), pygame.mask.Mask((3, 2))):
        sprite.mask = mask
        if not isinstance(mask, bumper.Mask):
            mask.set_at((1, 0)), mask.set_at((1, 1)), mask.set_at((2, 0)), mask.set_at((2, 1))
        assert not bumper.intersects(sprite, (100, 100))
        assert bumper.intersects(sprite, (101, 100))


def test_rects_of_pygame_and_similar_types_are_accepted():
    """Tests rects of pygame, which are read directly, and similar types, which are read as sequences."""
    pygame = pytest.importorskip("pygame")

    class Other(pygame.Rect):
        """A subclass whose coordinates are given only by its items."""

        def __getitem__(self, key):
            numbers = [7, 8, 9, 10]
            return numbers[key]

    class Like:
        topleft = colliderect = None

        def __len__(self):
            return 4

        def __getitem__(self, k):
            return (1, 2, 3, 4)[k]

    far = 2**31 - 1
    for numbers in ((1, 2, 3, 4), (-5, -6, -7, -8), (0, 0, 0, 0), (-far - 1, far, far, 0)):
        rect, sprite = pygame.Rect(numbers), pygame.sprite.Sprite()
        sprite.rect = rect
        x, y, w, h = numbers
        box = bumper.Compound([rect]).bounds
        assert box == (min(x, x + w), min(y, y + h), abs(w), abs(h)) == bumper.Compound([sprite]).bounds
    # FRect has 32-bit floats.
    assert bumper.Compound([pygame.FRect(0.1, 0.25, 1.5, 2)]).bounds == pytest.approx((0.1, 0.25, 1.5, 2), abs=1e-7)
    with pytest.raises(ValueError, match="width"):
        bumper.overlaps(pygame.FRect(0, 0, 1e39, 1), (0, 0))
    assert bumper.Compound([Other(1, 2, 3, 4)]).bounds == (7, 8, 9, 10)
    assert bumper.Compound([Like()]).bounds == (1, 2, 3, 4)


ERRORS = [
    (lambda: bumper.Circle((1, 2), -3), ValueError, "radius: -3"),
    (lambda: bumper.Circle((1, 2), math.nan), ValueError, "radius"),
    (lambda: bumper.Circle("x"), TypeError, "Circle(x, y, radius)"),
    (lambda: bumper.Box(1, 2, 3), TypeError, "Box(x, y, width, height)"),
    (lambda: bumper.Box(1, 2, math.inf, 4), ValueError, "width"),
    (lambda: bumper.Polygon([(0, 0), (1, 1)]), ValueError, "points: "),
    (lambda: bumper.Polygon([(0, 0), (9, 9), (9, 0), (0, 9)]), ValueError, "points: edges"),
    (lambda: bumper.HalfSpace((0, 0), (0, 0)), ValueError, "normal: "),
    (lambda: bumper.HalfSpace((0, math.inf), (0, 1)), ValueError, "point: "),
    (lambda: bumper.HalfSpace3((0, 0, 0), (0, 0, 0)), ValueError, "normal: "),
    (lambda: bumper.HalfSpace((0, 0), (0, 1)).bounds, ValueError, "infinite"),
    (lambda: bumper.HalfSpace((0, 0), (0, 1)).moved_to((1, 1)), ValueError, "infinite"),
    (lambda: bumper.Compound([bumper.HalfSpace((0, 0), (0, 1))]).rotated(30), ValueError, "infinite"),
    (lambda: bumper.HeightField((0, 0), 1, [5]), ValueError, "heights: "),
    (lambda: bumper.HeightField((0, 0), 0, [5, 5]), ValueError, "cell: "),
    (lambda: bumper.HeightField((0, 0), math.nan, [5, 5]), ValueError, "cell: "),
    (lambda: bumper.HeightField((0, 0), 1, [5, math.inf]), ValueError, "heights: "),
    (lambda: bumper.HeightField((0, math.nan), 1, [5, 5]), ValueError, "origin: "),
    (lambda: bumper.HeightField((0, 0), 1, "ab"), TypeError, "heights"),
    (lambda: bumper.HeightField((0, 0), 1, [5, 5], [1]), ValueError, "holes: there is no segment 1"),
    (lambda: bumper.HeightField((0, 0), 1, [5, 5]).with_heights(1, [1, 2]), ValueError, "heights: "),
    (lambda: bumper.HeightField((0, 0), 1, [5, 5]).height_at(math.nan), ValueError, "x: "),
    (lambda: bumper.Point(1, 2).intersects(object()), TypeError, "other"),
    (lambda: bumper.Point(1, 2).translated(5), TypeError, "offset"),
    (lambda: bumper.Point(1, 2).translated((math.nan, 0)), ValueError, "offset: "),
    (lambda: bumper.intersects((1, 2), "a"), TypeError, "b"),
    (lambda: bumper.intersects((1, 2), (math.nan, 2)), ValueError, "a point"),
    (lambda: bumper.cast((0, 0), (0, 0), (1, 1)), ValueError, "direction: "),
    (lambda: bumper.Mask((-1, 3)), ValueError, "size: "),
    (lambda: bumper.Mask((1, 3)).get_at((1, 0)), IndexError, "pos: "),
    (lambda: bumper.Sprite(3), TypeError, "mask"),
    (lambda: bumper.Mover((0, 0, 1, 1), response="fly"), ValueError, "response: "),
    (lambda: bumper.World().insert((0, 0, 1, 1), one_way="in"), ValueError, "one_way: "),
    (lambda: bumper.World().remove(1), KeyError, "id: "),
    (lambda: bumper.collide_many([(0, 0, 1, 1)], 5), TypeError, "b: "),
    (lambda: bumper.collide_many([(0, 0, 1, 1), None]), TypeError, "a[1]: a shape is needed"),
    (lambda: bumper.collide_many([(0, 0, 1, 1)], (1, 2, 3, 4)), TypeError, "b[0]: a shape is needed"),
    (lambda: bumper.collide_many([(0, 0, -1)]), ValueError, "a[0]: radius: -1"),
    (lambda: bumper.overlaps((0, 0), "ab"), TypeError, "a shape is needed"),
    (lambda: bumper.Mask.from_rows("ab"), TypeError, "rows: "),
]


@pytest.mark.parametrize("call, kind, text", ERRORS, ids=range(len(ERRORS)))
def test_errors_name_the_argument(call, kind, text):
    with pytest.raises(kind) as caught:
        call()
    # The name of the argument may be in a note, which exceptions can have since Python 3.11.
    notes = getattr(caught.value, "__notes__", [])
    said = str(caught.value) + "".join(notes)
    assert text in said or not notes


@pytest.mark.parametrize("make", [
    lambda: bumper.Compound([(8e307, 0, 1e307, 5)], translation=(1.7e308, 0)),
    lambda: bumper.Compound([(8e307, 0, 1e307, 5)], 30, translation=(1.7e308, 0)),
    lambda: bumper.Compound([bumper.HalfSpace((8e307, 0), (0, 1))], translation=(1.7e308, 0)),
    lambda: bumper.Compound3([(8e307, 0, 0, 5)], translation=(1.7e308, 0, 0)),
    lambda: bumper.Compound3([(8e307, 0, 0, 5)], ((0, 0, 1), 30), translation=(1.7e308, 0, 0)),
])
def test_translating_a_compound_out_of_range_is_refused(make):
    with pytest.raises(OverflowError, match="translation: "):
        make()


def test_points_as_single_numbers_name_the_right_form():
    assert bumper.Segment(b=(1, 1), a=(0, 0)) == bumper.Segment((0, 0), (1, 1))
    assert bumper.Polygon(points=[(0, 0), (1, 1), (2, 0)], radius=0) == bumper.Polygon([(0, 0), (1, 1), (2, 0)])
    for wrong in [(0, 0, 1, 1), (0, 1), ((0, 0), 1), ((0, 0), (1, 1), (2, 2))]:
        with pytest.raises(TypeError, match=r"Segment\(\(x1, y1\), \(x2, y2\)\)"):
            bumper.Segment(*wrong)
    with pytest.raises(TypeError, match=r"Triangle\(\(x1, y1\)"):
        bumper.Triangle(0, 0, 1, 1, 2, 0)
    for wrong in [((0, 0), (1, 1), (2, 0)), ((0, 0), (1, 1))]:
        with pytest.raises(TypeError, match=r"Polygon\(\[\(x1, y1\)"):
            bumper.Polygon(*wrong)


def test_signatures_show_defaults_that_can_be_passed():
    for of in (bumper.World.intersecting, bumper.World.cast, bumper.Simulation.nearest, bumper.Simulation.insert_mouse_joint, bumper.Mover.step, bumper.cast):
        shown = inspect.signature(of)
        assert all(parameter.default is not ... for parameter in shown.parameters.values()), (of, shown)
    assert inspect.signature(bumper.World.cast).parameters["max_distance"].default == math.inf
