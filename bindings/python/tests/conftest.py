"""Sets the number of random cases for each test: BUMPER_CASES, or a few by default."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from hypothesis import HealthCheck, settings

settings.register_profile(
    "bumper",
    max_examples=int(os.environ.get("BUMPER_CASES", "60")),
    deadline=None,
    derandomize="BUMPER_CASES" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("bumper")
