"""Tests of queries on simulations: compared with a world of the same shapes, and the filters."""

import random

import pytest

import bumper


def random_shape(rng):
    x, y, size = rng.uniform(0, 100), rng.uniform(0, 100), rng.uniform(1, 7)
    return bumper.Circle(x, y, size) if rng.random() < 0.5 else bumper.Box(x, y, size, 2 * size)


def values(hit):
    """The numbers of a hit, which must be equal to the bit."""
    return repr(hit)


def test_queries_agree_with_a_world():
    rng, found = random.Random(3), 0
    simulation, world, same = bumper.Simulation(gravity=(0, 10)), bumper.World(), {}
    for _ in range(60):
        shape = random_shape(rng)
        same[simulation.insert_static(shape)] = world.insert(shape)
    for _ in range(200):
        shape, moves, start = random_shape(rng), (rng.uniform(-10, 10), rng.uniform(-10, 10)), (rng.uniform(0, 100), 50)

        def told(one):
            return one and (same[one[1]], values(one[2]))

        def known(one):
            return one and (one[0], values(one[1]))

        seen, swept = simulation.cast(start, moves, 30), simulation.sweep(shape, moves)
        assert told(seen) == known(world.cast(start, moves, 30))
        assert told(swept) == known(world.sweep(shape, moves))
        assert told(simulation.nearest(shape, 20)) == known(world.nearest(shape, 20))
        under = simulation.intersecting(shape)
        assert sorted(same[collider] for _, collider, _ in under) == sorted(world.intersecting(shape))
        assert all(relation and body == simulation.body_of(collider) for body, collider, relation in under)
        for first, every, key in (
            (seen, simulation.cast_all(start, moves, 30), "distance"),
            (swept, simulation.sweep_all(shape, moves), "time"),
        ):
            times = [getattr(hit, key) for _, _, hit in every]
            assert times == sorted(times) and told(first) == told(every[0] if every else None)
        found += bool(seen) + bool(swept)
    assert 40 < found < 360


def test_filters_select_colliders():
    simulation = bumper.Simulation()
    kinds = ("static", "kinematic", "dynamic")
    bodies = [
        simulation.insert((-1, -1, 2, 2), kind, kind=kind, position=(0, 10 * k), layers=2, filter=4) for k, kind in enumerate(kinds)
    ]
    colliders = [simulation.colliders_of(body)[0] for body in bodies]

    def under(k, **filters):
        return [body for body, _, _ in simulation.intersecting((0, 10 * k), **filters)]

    for k, kind in enumerate(kinds):
        assert under(k) == under(k, kinds=kind) == under(k, layers=2, own_layers=4) == under(k, ignore=bodies[k - 1]) == [bodies[k]]
        assert not under(k, kinds=[other for other in kinds if other != kind])
        assert not under(k, layers=1) and not under(k, own_layers=3)
        assert not under(k, ignore=bodies[k]) and not under(k, ignore=[colliders[k]]) and not under(k, ignore=bodies + colliders)
        assert under(k, accept=lambda id, data: id == bodies[k] and data == kind) and not under(k, accept=lambda id, data: False)
    simulation.modify_collider(colliders[0], sensor=True)
    assert not under(0) and under(0, sensors=True)
    hits = simulation.cast_all((0, -5), (0, 1), ignore=colliders[1])
    assert [(body, hit.distance) for body, _, hit in hits] == [(bodies[2], 24)]
    # A collider is found where its body is now.
    simulation.set_pose(bodies[2], (30, 0), 45)
    assert not under(2) and simulation.nearest((31.2, 0))[0] == bodies[2] and simulation.intersecting((30.9, 0.9)) == []
    body, collider, contact = simulation.nearest((30, -5), 9)
    assert (body, collider) == (bodies[2], colliders[2]) and contact.separation == pytest.approx(5 - 2**0.5)
    assert simulation.nearest((30, -5), 3) is None
    with pytest.raises(ZeroDivisionError):
        simulation.cast((0, -5), (0, 1), accept=lambda id, data: 1 / 0)
    # A callback may read the simulation, but not change it.
    assert simulation.cast((0, -5), (0, 1), accept=lambda id, data: simulation.data_of(id) == "dynamic") is None
    with pytest.raises(RuntimeError, match="change it after the call"):
        simulation.cast((0, -5), (0, 1), accept=lambda id, data: simulation.remove(id))
    for name, call in {
        "kind": lambda: simulation.intersecting((0, 0), kinds="heavy"),
        "direction": lambda: simulation.cast((0, 0), (0, 0)),
        "moves": lambda: simulation.sweep((0, 0), (0, float("nan"))),
        "max_distance": lambda: simulation.nearest((0, 0), -1),
    }.items():
        with pytest.raises(ValueError, match=f"^{name}: "):
            call()
    with pytest.raises(TypeError):
        simulation.intersecting("a box")
