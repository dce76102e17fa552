"""Runs the examples without a screen. If BUMPER_PICTURES is set to a folder, it gets pictures of their last frames."""

import importlib.util
import os
import pathlib

import pytest

pygame = pytest.importorskip("pygame")

FOLDER = pathlib.Path(__file__).parent.parent / "examples"


def play(name, frames, *keys):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
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
