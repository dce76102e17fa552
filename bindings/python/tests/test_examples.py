"""Runs the examples without a screen. If BUMPER_PICTURES is set to a folder, it gets pictures of their last frames."""

import importlib.util
import os
import pathlib

import pytest

pygame = pytest.importorskip("pygame")

FOLDER = pathlib.Path(__file__).parent.parent / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def play(name, frames, *keys):
    module = load(name)
    pictures = os.environ.get("BUMPER_PICTURES")
    picture = f"{pictures}/{name}.png" if pictures else None
    return module.main(frames, picture, keys)


def test_tutorial_dot_stops_at_the_wall():
    x, y = play("dot_and_wall", 35, pygame.K_RIGHT, pygame.K_DOWN)
    assert x == 290 and 300 < y < 440


def test_tutorial_pixel_dots_touch():
    x, y = play("pixel_dots", 60, pygame.K_DOWN)
    # The boxes of the dots overlap, but their pixels do not.
    assert x == 300 and 210 < y < 230


def test_frog_example_collects_coins():
    taken, (x, y) = play("coins", 300, pygame.K_RIGHT, pygame.K_SPACE)
    assert x == 632 and 200 < y < 340
    assert 0 < taken < 7


def test_pyramid_example_stands_until_it_is_hit():
    rested = [state for name, state in play("pyramid", 120) if name == "box"]
    assert len(rested) == 36 and all(state.asleep for state in rested)
    top = min(state.center[1] for state in rested)
    assert 198 < top < 203
    hit = [state for name, state in play("pyramid", 150, pygame.K_SPACE) if name == "box"]
    assert min(state.center[1] for state in hit) > top + 50


def test_toy_picks_up_throws_removes_and_blows_up_crates():
    toy, sounds = play("toy", 120)
    assert not sounds and all(toy.simulation[id].asleep for id in toy.simulation if toy.simulation[id].kind == "dynamic")
    toy = load("toy").Toy()
    count = len(toy.simulation)
    top = toy.under((320, 264))
    assert top is not None and toy.under((320, 100)) is None and toy.under((320, 450)) is None
    # The mouse lifts the crate at the top and carries it to the left, where it falls with a sound.
    toy.press((320, 264))
    for step in range(60):
        toy.drag((320 - 4 * step, 200))
        toy.step()
    assert toy.simulation[top].center == pytest.approx((84, 200), abs=20)
    toy.release()
    sounds = [sound for _ in range(90) for sound in toy.step()]
    assert any(volume > 0.2 and y > 400 for volume, (x, y) in sounds) and toy.simulation[top].center[1] > 400
    toy.erase(toy.simulation[top].center)
    assert len(toy.simulation) == count - 1 and top not in toy.simulation
    # Crates near an explosion fly away; those behind a wall, or far away, do not.
    near, far = toy.under((340, 424)), toy.simulation.insert((20, 408, 32, 32))
    wall = toy.simulation.insert_static((400, 300, 8, 140))
    hidden = toy.simulation.insert((420, 408, 32, 32))
    toy.explode((330, 438))
    assert toy.simulation[near].velocity != (0, 0) and toy.simulation[far].velocity == toy.simulation[hidden].velocity == (0, 0)
    toy.simulation.remove_collider(wall)
    toy.explode((330, 438))
    assert toy.simulation[hidden].velocity[0] > 0
    toy, _ = play("toy", 10, pygame.K_SPACE)
    assert len(toy.simulation) == count


def test_toy_hero_pushes_crates():
    toy = load("toy").Toy()
    crate = toy.simulation.insert((500, 408, 32, 32))
    for _ in range(40):
        toy.step(-1)
    assert toy.hero.grounded and toy.simulation[crate].center[0] < 500 and toy.under(toy.hero.center) is None
