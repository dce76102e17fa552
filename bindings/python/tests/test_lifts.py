"""Tests that lifts carry and push movers, in 2D and in 3D."""

import pytest

import bumper


def ride(player, lift, displacement, world, **more):
    room = player.carry(lift, displacement, world, **more)
    if room:
        world.move_by(lift, displacement)
    return room


@pytest.mark.parametrize("dimensions", [2, 3])
def test_lift_carries_and_pushes_movers(dimensions):
    last = (dimensions - 1) * (0,)
    up = last + (-1,)

    def box(x, height, wide=10, high=10):
        """A box whose upper left corner is at x and `height` (the first and the last coordinate). The last axis points down."""
        return (x,) + last[1:] + (height,) + (wide,) + (10,) * (dimensions - 2) + (high,)

    def vector(x, down):
        return (x,) + last[1:] + (down,)

    world = bumper.World() if dimensions == 2 else bumper.World3()
    lift, ceiling = world.insert(box(0, 90, 90)), world.insert(box(0, 0, 90))
    own = world.insert(box(40, 80))
    player = (bumper.Mover if dimensions == 2 else bumper.Mover3)(world[own], gravity=vector(0, 1))
    player.step(1, world, id=own)
    assert player.grounded
    assert ride(player, lift, vector(20, 0), world, id=own) and player.position == vector(20, 0)
    assert world[own].bounds[0] == 60
    assert ride(player, lift, vector(0, -30), world, id=own)
    assert player.position[-1] == pytest.approx(-30) and player.position[0] == 20
    # The ceiling blocks the mover, so the lift cannot move.
    assert not ride(player, lift, vector(0, -45), world, id=own) and player.position[-1] == pytest.approx(-30)
    # A callback can make the mover ignore the ceiling.
    seen = lambda id, data: None if id == ceiling else "slide"
    assert player.carry(lift, vector(0, -45), world, id=own, response=seen)
    assert player.position[-1] == pytest.approx(-75)
    # A wall that moves sideways pushes the mover only if it reaches it.
    player.position = vector(0, 0)
    wall = box(25, 80)
    assert player.carry(wall, vector(5, 0), []) and player.position == vector(0, 0)
    assert player.carry(wall, vector(10, 0), []) and player.position[0] == pytest.approx(5)
    with pytest.raises(KeyError):
        player.carry(999, vector(0, 1), world)
    with pytest.raises(TypeError, match="platform|shape"):
        player.carry("lift", vector(0, 1), world)
    with pytest.raises(TypeError):
        # A lift that is given by its id requires a world.
        player.carry(lift, vector(0, 1), [])
    with pytest.raises(ValueError, match="displacement: "):
        player.carry(lift, vector(0, float("nan")), world)


def test_lift_may_have_several_colliders():
    world = bumper.World()
    parts = [world.insert((0, 90, 45, 10), one_way="min-y"), world.insert((45, 90, 45, 10))]
    player = bumper.Mover((40, 80, 10, 10), gravity=(0, 1))
    player.step(1, world)
    assert player.carry(parts, (0, -20), world) and player.position[1] == pytest.approx(-20)
    for part in parts:
        world.move_by(part, (0, -20))
    assert player.carry((world[part] for part in parts), (0, 5), world, ignore=parts)
    # The mover follows the lift down.
    assert player.position[1] == pytest.approx(-15)
