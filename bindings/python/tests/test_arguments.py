"""Arguments of functions: any iterable is accepted for a list, and errors name the argument and the Python type."""

import gc
import weakref

import pytest

import bumper


def once(*items):
    """An iterator, which can be read only once, and has no length."""
    return iter(items)


def test_any_iterable_is_accepted_for_a_list():
    corners = [(0, 0), (4, 0), (0, 4)]
    assert bumper.Polygon(once(*corners)) == bumper.Polygon(corners)
    assert bumper.Circle(1, 2, 3).translated(map(round, (0.9, 2.2))) == bumper.Circle(2, 4, 3)
    rect, rects = bumper.Rect(0, 0, 9, 9), [(20, 0, 5, 5), (5, 5, 9, 9)]
    assert rect.collidelist(once(*rects)) == 1 and rect.collidelistall(once(*rects)) == [1]
    assert rect.unionall(once(*rects)) == rect.unionall(rects) and rect.collideobjects(once(*rects)) == rects[1]
    world, simulation = bumper.World(), bumper.Simulation()
    mover = bumper.Mover((0, 0, 5, 5))
    id = world.insert(mover.shape)
    lift = world.insert((0, 5, 20, 5))
    assert world.carry(lift, (0, -3), once([mover, id])) is None and mover.position == pytest.approx((0, -3))
    assert world.intersecting((2, 0), ignore=once(id)) == []
    assert len(simulation.shapes(simulation.insert(once((0, 0, 9, 9), (20, 0, 5))))) == 2
    assert bumper.collide_many(once(*rects, rects[0])).tolist() == [(0, 2)]


@pytest.mark.parametrize("call, error, text", [
    (lambda: bumper.Polygon([(0, 0), (4, 4, 3), (4, 0)]), TypeError, "items[1]: two numbers are needed, not 3"),
    (lambda: bumper.Polygon([(0, 0), {4, 5}, (4, 0)]), TypeError, "items[1]: two numbers are needed, not set"),
    (lambda: bumper.Simulation(gravity=5), TypeError, "two numbers are needed, not int"),
    (lambda: bumper.Circle(1, 2, float("nan")), ValueError, "radius: nan is not a finite number"),
    (lambda: bumper.OrientedBox((0, 0), (1, 1), "a"), TypeError, "an angle in degrees is needed, not str"),
    (lambda: bumper.World().insert((0, 0), one_way="up"), ValueError,
     "one_way: 'up' is not 'min-x', 'max-x', 'min-y' or 'max-y'"),
    (lambda: bumper.Simulation().insert((0, 0, 1, 1), kind="solid"), ValueError,
     "kind: 'solid' is not 'dynamic', 'static' or 'kinematic'"),
    (lambda: bumper.World()[99], KeyError, "no shape has the id 99"),
    (lambda: bumper.Simulation()[99], KeyError, "no body has the id 99"),
    (lambda: bumper.World().intersecting((0, 0), ignore=1.5), TypeError, "an id or an iterable of ids is needed, not float"),
    (lambda: bumper.Mover((0, 0, 1, 1)).step(1, bumper.Box(0, 0, 5, 5)), TypeError,
     "a world or an iterable of shapes is needed, not Box"),
    (lambda: bumper.Mask((-1, 2)), ValueError, "size: (-1, 2) is not from 0 to 65535 each way"),
    (lambda: bumper.trace(None), TypeError, "source: a mask, a surface or the path of a picture is needed, not NoneType"),
    (lambda: bumper.from_surface(5), TypeError, "surface: a surface is needed, not int"),
    (lambda: bumper.collide_many(5), TypeError, "a: an array or an iterable of shapes is needed, not int"),
    (lambda: bumper.Rect(0, 0, 1, 1).collidelist(5), TypeError, "rects: an iterable of rects is needed"),
    (lambda: bumper.Simulation().insert_revolute_joint(1, 2, (0, 0)), KeyError, "no body has the id 1"),
])
def test_errors_are_in_the_words_of_python(call, error, text):
    with pytest.raises(error) as raised:
        call()
    assert text in str(raised.value)
    for word in ("f64", "u32", "Vec", "Argument", '"'):
        assert error is KeyError or word not in str(raised.value)


@pytest.mark.parametrize("make", [
    lambda: bumper.Circle(1, 2, 3), lambda: bumper.Sphere(0, 0, 0, 1), lambda: bumper.Mask((2, 2)), bumper.World, bumper.World3,
    lambda: bumper.Mover((0, 0, 1, 1)), lambda: bumper.Mover3((0, 0, 0, 1, 1, 1)), bumper.Simulation, lambda: bumper.Collider((0, 0, 1, 1)),
    lambda: bumper.Rect(0, 0, 1, 1),
])
def test_objects_have_weak_references(make):
    thing = make()
    reference, found = weakref.ref(thing), weakref.WeakValueDictionary({"a": thing})
    assert reference() is thing is found["a"]
    del thing
    gc.collect()
    assert reference() is None and "a" not in found
