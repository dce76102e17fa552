"""Tests of 3D shapes: invariants, and comparison with closed forms."""

import copy
import math
import pickle

import pytest
from hypothesis import given, strategies as st

import bumper

WHOLE = st.integers(-20, 20)
PLACE = st.tuples(WHOLE, WHOLE, WHOLE)
LENGTH = st.integers(1, 9)


@st.composite
def shapes(draw):
    a, b, c, r = draw(PLACE), draw(PLACE), draw(PLACE), draw(LENGTH)
    size = draw(st.tuples(LENGTH, LENGTH, LENGTH))
    turn = ((1, 2, 3), draw(st.integers(0, 90)))
    make = draw(st.sampled_from([
        lambda: bumper.Point3(a), lambda: bumper.Box3(a, size), lambda: bumper.Sphere(a, r),
        lambda: bumper.Cylinder(a, (a[0], a[1] + r, a[2]), r), lambda: bumper.Cylinder(a, b, r),
        lambda: bumper.Segment3(a, b), lambda: bumper.Triangle3(a, b, c), lambda: bumper.Capsule3(a, b, r),
        lambda: bumper.OrientedBox3(a, size, turn), lambda: bumper.Hull([a, b, c, (0, 0, 0), (5, 5, 5)]),
        lambda: bumper.Compound3([bumper.Sphere(a, r), (*b, *size)], turn, c), lambda: bumper.Compound3([(*a, r), (*b, r)]),
    ]))
    return make()


@given(shapes(), shapes())
def test_queries_are_consistent(a, b):
    relation, distance = a.relation(b), a.distance(b)
    assert relation == b.relation(a)
    assert a.intersects(b) == bool(relation) and a.overlaps(b) == (relation == bumper.Relation.OVERLAPPING)
    assert distance == pytest.approx(b.distance(a), abs=1e-6)
    if distance > 1e-6:
        assert not relation
    if relation == bumper.Relation.OVERLAPPING:
        assert distance == 0
    contact = a.contact(b, within=math.inf)
    assert max(contact.separation, 0) == pytest.approx(distance, abs=1e-5)
    assert math.hypot(*contact.normal) == pytest.approx(1) and 1 <= len(contact.points) <= 4
    if relation == bumper.Relation.OVERLAPPING and not any(isinstance(of, bumper.Compound3) for of in (a, b)):
        # Moved by the push, the shape only touches.
        assert a.contact(b.translated(contact.push), within=math.inf).separation == pytest.approx(0, abs=1e-3)
    assert (a.contact(b) is not None) == (contact.separation <= 0)


@given(shapes(), shapes(), PLACE)
def test_sweep_ends_at_a_touch(a, b, displacement):
    hit = a.sweep(displacement, b)
    if hit is None:
        assert not a.translated(displacement).overlaps(b)
    elif hit.starts_overlapping:
        assert a.overlaps(b) and hit.time == 0
    else:
        at = a.translated([c * hit.time for c in displacement])
        assert 0 <= hit.time <= 1 and at.distance(b) < 1e-4


@given(shapes(), PLACE)
def test_translated_and_rotated_shapes_give_the_same_answers(a, offset):
    translated = a.translated(offset)
    assert type(translated) is type(a) and translated.center == pytest.approx([p + q for p, q in zip(a.center, offset)], abs=1e-6)
    assert translated.distance(a) == pytest.approx(a.distance(translated), abs=1e-9)
    rotated = a.rotated((3, 1, 2), 70, (0, 0, 0)).rotated((3, 1, 2), -70, (0, 0, 0))
    assert rotated.center == pytest.approx(a.center, abs=1e-6)
    again = pickle.loads(pickle.dumps(a))
    assert type(again) is type(a) and again.bounds == pytest.approx(a.bounds, abs=1e-6)
    assert copy.deepcopy(a) is a and a == a and a != bumper.Point3(1000, 0, 0)
    assert repr(eval(repr(a), vars(bumper))) == pytest.approx(repr(a)) or isinstance(a, (bumper.OrientedBox3, bumper.Compound3, bumper.Cylinder))


@given(PLACE, PLACE, LENGTH, LENGTH)
def test_sphere_queries_are_exact(a, b, r, s):
    far = math.dist(a, b)
    relation = bumper.Sphere(a, r).relation((*b, s))
    # Results for integers are exact.
    square = sum((p - q) ** 2 for p, q in zip(a, b))
    expected = "overlapping" if square < (r + s) ** 2 else "touching" if square == (r + s) ** 2 else "apart"
    assert str(relation) == expected
    assert bumper.Sphere(a, r).distance(bumper.Sphere(b, s)) == pytest.approx(max(0, far - r - s), abs=1e-9)
    hit = bumper.Sphere(a, r).cast((100, 0, 0), [p - q for p, q in zip(a, (100, 0, 0))])
    assert hit.distance == pytest.approx(math.dist(a, (100, 0, 0)) - r)


def test_oriented_cylinders_keep_their_height():
    log = bumper.Cylinder((0, 0, 0), (6, 8, 0), 2)
    assert log.distance((0, 0, 9)) == pytest.approx(7) and log.contains((6, 8, 0)) and not log.contains((6.1, 8.1, 0))
    rotated = bumper.Cylinder((0, 0, 0), (10, 0, 0), 2).rotated((0, 0, 1), 90, (0, 0, 0))
    assert isinstance(rotated, bumper.Cylinder) and rotated.contains((0, 9, 0)) and not rotated.contains((9, 0, 0))


def test_errors_name_the_argument():
    with pytest.raises(ValueError, match="^radius: "):
        bumper.Sphere(0, 0, 0, -1)
    with pytest.raises(ValueError, match="^size: "):
        bumper.OrientedBox3((0, 0, 0), (1, -1, 1))
    with pytest.raises(ValueError, match="^rotation: "):
        bumper.OrientedBox3((0, 0, 0), (1, 1, 1), (0, 0, 0, 0))
    with pytest.raises(ValueError, match="^points: "):
        bumper.Hull([])
    with pytest.raises(ValueError, match="^axis: "):
        bumper.Point3(0, 0, 0).rotated((0, 0, 0), 5)
    with pytest.raises(ValueError, match="^direction: "):
        bumper.Point3(0, 0, 0).cast((0, 0, 0), (0, 0, 0))
    with pytest.raises(ValueError, match="^a: "):
        bumper.Segment3((math.nan, 0, 0), (1, 1, 1))
    for wrong in ((1, 2), "abcde", None, bumper.Circle(0, 0, 1)):
        with pytest.raises(TypeError):
            bumper.Point3(0, 0, 0).distance(wrong)
    with pytest.raises(ValueError, match="empty"):
        bumper.Compound3([]).center
