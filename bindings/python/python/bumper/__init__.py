"""Collision detection for games: do two things touch, where, how deep, when, and where may one move.

>>> import bumper
>>> wall = bumper.Box(300, 40, 40, 400)
>>> dot = bumper.Circle(290, 100, 10)
>>> print(dot.relation(wall))
touching
>>> dot.intersects(wall), dot.overlaps(wall)
(True, False)

All functions and methods take shapes as a game has them: pygame's Rect, FRect and Circle, what has a `rect` (and a `mask`), and
tuples: two numbers are a point, three a circle (x, y, radius), four a box (x, y, width, height). pygame is not required.

>>> bumper.overlaps((0, 0, 10, 10), (12, 5, 3))
True
>>> bumper.contact((0, 0, 10, 10), (12, 5, 3)).push
(1.0, 0.0)
"""

from ._bumper import *
from ._bumper import __all__ as __all__
from ._bumper import __version__ as __version__
