"""Runs the games of the README without a screen. If BUMPER_PICTURES is set to a folder, it gets pictures of their last frames."""

import os
import pathlib
import re

import pytest

pygame = pytest.importorskip("pygame")

README = (pathlib.Path(__file__).parent.parent / "README.md").read_text()
GAMES = dict(zip(("bricks", "platformer", "crates"), re.findall(r"```python\n(import pygame\n.*?)```", README, re.DOTALL)))


class Stop(Exception):
    """Ends a game after its last frame."""


def play(monkeypatch, name, frames, held=lambda frame, names: (), events=None):
    """Plays a game for a number of frames, and returns its variables. `held` returns the keys that are down in a frame."""
    names, count = {}, 0

    class Keys:
        def __getitem__(self, key):
            return key in held(count, names)

    def flip():
        nonlocal count
        count += 1
        if count == frames:
            pictures = os.environ.get("BUMPER_PICTURES")
            if pictures:
                pygame.image.save(names["screen"], f"{pictures}/readme-{name}.png")
            raise Stop

    monkeypatch.setattr(pygame.key, "get_pressed", Keys)
    monkeypatch.setattr(pygame.display, "flip", flip)
    monkeypatch.setattr(pygame.event, "get", lambda: (events or {}).get(count, []))
    monkeypatch.setattr(pygame.time, "Clock", lambda: type("Clock", (), {"tick": lambda self, rate: 0})())
    with pytest.raises(Stop):
        exec(compile(GAMES[name], name, "exec"), names)
    return names


def test_ball_breaks_bricks_while_the_paddle_follows_it(monkeypatch):
    def held(frame, names):
        off = names["ball"].center[0] + 12 - names["paddle"].centerx
        return (pygame.K_RIGHT,) if off > 7 else (pygame.K_LEFT,) if off < -7 else ()

    game = play(monkeypatch, "bricks", 900, held)
    assert 0 < len(game["bricks"]) < 32 and game["ball"].center[1] < 440
    assert not any(game["ball"].shape.overlaps(brick.inflate(-1, -1)) for brick in game["bricks"])


def test_hero_jumps_on_planks_and_collects_coins(monkeypatch):
    jump = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE)
    events = {frame: [jump] for frame in (20, 75)}
    game = play(monkeypatch, "platformer", 240, lambda frame, names: (pygame.K_RIGHT,), events)
    assert game["score"] >= 2 and game["hero"].grounded
    left = play(monkeypatch, "platformer", 60)
    assert left["score"] == 0 and left["hero"].center == (50, 304)


def test_ball_topples_the_wall_of_crates(monkeypatch):
    throw = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(430, 180), button=1)
    rested = play(monkeypatch, "crates", 90)["simulation"]
    assert all(rested[body].asleep or rested[body].kind == "static" for body in rested) and len(rested) == 25
    hit = play(monkeypatch, "crates", 240, events={10: [throw], 40: [throw]})["simulation"]
    top = lambda bodies: min(bodies[body].center[1] for body in bodies if bodies[body].kind == "dynamic")
    assert top(rested) == pytest.approx(165, abs=2) and top(hit) > 200
