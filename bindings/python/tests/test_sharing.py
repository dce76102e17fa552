"""Tests with worlds, movers and bodies that are used by several threads and by callbacks."""

import copy
import threading
import time

import pytest

import bumper


@pytest.mark.parametrize("world, shape, displacement", [
    (bumper.World(), (0, 0, 5, 5), (50, 0)),
    (bumper.World3(), (0, 0, 0, 5, 5, 5), (50, 0, 0)),
])
def test_callback_may_read_but_not_change_the_world(world, shape, displacement):
    own = world.insert(shape, "own")
    coin = world.insert(tuple(c + 20 if k == 0 else c for k, c in enumerate(shape)), "coin")

    def look(id, data):
        assert world.data_of(id) == data and len(world) == 2 and world[id] and set(world) == {own, coin} and id in world
        return world.intersecting(shape) == [own]

    assert world.intersecting(shape, accept=look) == [own]

    def take(id, data):
        look(id, data)
        world.remove(id)

    for call in (
        lambda: world.intersecting(shape, accept=take),
        lambda: world.sweep(shape, displacement, accept=take),
        lambda: world.nearest(shape, accept=take),
        lambda: world.travel(own, displacement, take),
    ):
        with pytest.raises(RuntimeError, match="A callback may read it.*change it after the call"):
            call()
    assert len(world) == 2 and world[own].bounds[0] == 0
    # After the call, the world can be changed again.
    _, hits = world.travel(own, displacement, lambda id, data: "cross" if data == "coin" else "slide")
    assert [world.remove(hit.id) for hit in hits] == ["coin"] and len(world) == 1


@pytest.mark.parametrize("dimensions", [2, 3])
def test_callback_may_read_but_not_change_the_mover(dimensions):
    world, kind = [(bumper.World(), bumper.Mover), (bumper.World3(), bumper.Mover3)][dimensions - 2]
    at = (0,) * dimensions
    player = kind(bumper.Circle(at, 5) if dimensions == 2 else bumper.Sphere(at, 5))
    player.velocity = (60,) + at[1:]
    wall = world.insert((20,) + at[1:] + (5,) * dimensions)
    seen = []

    def respond(id, data):
        seen.append((player.velocity[0], player.position))
        return "bounce"

    hits = player.step(1, world, response=respond)
    assert seen[0] == (60, at) and [hit.id for hit in hits] == [wall] and player.velocity[0] == -60

    def change(id, data):
        player.velocity = at

    player.velocity = (600,) + at[1:]
    place = player.position
    with pytest.raises(RuntimeError, match="change it after the call"):
        player.step(1, world, response=change)
    assert player.position == place and player.velocity[0] == 600


def crowd(count):
    simulation = bumper.Simulation(gravity=(0, 900))
    simulation.insert((-5000, 400, 10000, 40), kind="static")
    ids = [simulation.insert((30 * (k % 40), 390 - 25 * (k // 40), 20, 20)) for k in range(count)]
    return simulation, ids


def run(*calls):
    """Runs each call in its own thread, and returns the exceptions that they raised."""
    raised, start = [], threading.Barrier(len(calls))

    def one(call):
        try:
            start.wait()
            call()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=one, args=(call,)) for call in calls]
    [thread.start() for thread in threads]
    [thread.join(60) for thread in threads]
    assert not any(thread.is_alive() for thread in threads)
    return raised


def test_bodies_may_be_used_by_several_threads():
    simulation, ids = crowd(400)
    assert not run(
        lambda: [simulation.step(1 / 60) for _ in range(30)],
        lambda: [simulation[id].center for _ in range(10) for id in ids[:50]],
        lambda: [simulation.apply_impulse(ids[k], (0, -100)) for k in range(50)],
        lambda: [simulation.remove(id) for id in ids[300:]] and simulation.shapes(ids[0]),
        lambda: [simulation.save() for _ in range(5)],
    )
    assert len(simulation) == 301


def test_bodies_may_be_changed_by_several_threads():
    simulation, ids = crowd(200)
    floor = simulation.insert_static((-5000, 500, 10000, 40))
    assert not run(
        lambda: [simulation.step(1 / 60, lambda contact: contact.approach_speed >= 0) for _ in range(10)],
        lambda: [simulation.modify(id, mass=5, data=[id]) for id in ids[:100]],
        lambda: [simulation.modify_collider(floor, shape=(-5000, 500 + k, 10000, 40)) for k in range(20)],
        lambda: [simulation.intersecting((0, 0, 500, 500), accept=lambda id, data: data or id in simulation) for _ in range(10)],
        lambda: [copy.copy(simulation).step(1 / 60) for _ in range(3)],
    )
    assert [simulation.data_of(id) for id in ids[:100]] == [[id] for id in ids[:100]] and simulation.shape_of(floor).bounds[1] == 519


def test_arguments_may_read_the_simulation():
    simulation = bumper.Simulation()
    one, other = simulation.insert((0, 0, 5, 5)), simulation.insert((20, 0, 5, 5))

    class Follower:
        """A position that follows a body."""

        def __len__(self):
            return 2

        def __getitem__(self, k):
            return simulation[one].center[k]

    class Sprite:
        @property
        def rect(self):
            return (*simulation[one].center, 5, 5)

    simulation.modify(other, position=Follower())
    assert simulation[other].position == pytest.approx((2.5, 2.5))
    simulation.modify_collider(simulation.colliders_of(other)[0], shape=Sprite())
    joint = simulation.insert_mouse_joint(one, other, (25, 0))
    simulation.modify_joint(joint, anchor=Follower())
    assert simulation.get_joint(joint).anchors[1] == pytest.approx((2.5, 2.5))


def test_worlds_and_movers_may_be_used_by_several_threads():
    world, player = bumper.World(), bumper.Mover((0, 0, 5, 5), gravity=(0, 9))
    ids = [world.insert((k % 60 * 9, k // 60 * 9, 10, 10)) for k in range(3000)]
    assert not run(
        lambda: [world.update() for _ in range(10)],
        lambda: [world.intersecting((0, 0, 500, 500), accept=lambda id, data: id % 2) for _ in range(20)],
        lambda: [world.move_by(id, (1, 0)) for id in ids[:500]],
        lambda: [player.step(1 / 60, world, response=lambda id, data: "slide" if player.velocity else None) for _ in range(50)],
        lambda: [(player.position, world.insert((k, 0, 1, 1))) for k in range(200)],
    )
    assert len(world) == 3200


def test_movers_may_be_stepped_together_by_several_threads():
    simulation = bumper.Simulation(gravity=(0, 900))
    simulation.insert_static((-500, 100, 1000, 20))
    movers = [bumper.Mover((30 * k, 80, 20, 20), gravity=(0, 900)) for k in range(6)]
    pairs = [(mover, simulation.insert_mover(mover, 1)) for mover in movers]
    world = bumper.World()
    lift, others = world.insert((-500, 100, 1000, 20)), [(mover, world.insert(mover.shape)) for mover in movers]
    # The two calls lock the same movers, in lists of opposite orders.
    raised = run(
        lambda: [simulation.step_with_movers(1 / 60, pairs) for _ in range(50)],
        lambda: [world.carry(lift, (0, 0), others[::-1]) for _ in range(50)],
    )
    assert raised == [] and all(mover.grounded for mover in movers)


def test_iteration_is_over_ids():
    world, simulation = bumper.World(), bumper.Simulation()
    ids = [world.insert((k, 0, 5, 5)) for k in range(4)]
    assert list(world) == world.ids() and sorted(world) == ids
    # Shapes may be removed during the iteration.
    for id in world:
        world.remove(id)
    assert not list(world) and not list(bumper.World3())
    simulation.insert((0, 0, 5, 5))
    assert list(simulation) == simulation.ids() != []


def test_no_change_is_lost_while_a_shape_travels():
    for _ in range(12):
        world, reading = bumper.World(), threading.Event()
        own, _wall = world.insert((0, 0, 5, 5)), world.insert((20, 0, 5, 5))

        def look(id, data):
            reading.set()
            time.sleep(0.003)

        reader = threading.Thread(target=lambda: world.intersecting((0, 0, 99, 99), accept=look))
        other = threading.Thread(target=lambda: world.move_by(own, (0, 100)))

        def respond(id, data):
            # From now on, both this call and the other thread wait for the reader to finish, and then change the shape.
            if not reading.is_set():
                reader.start()
                reading.wait(60)
                other.start()
            return "cross"

        world.travel(own, (50, 0), respond)
        reader.join(60)
        other.join(60)
        assert world[own].bounds[:2] == (50, 100)
