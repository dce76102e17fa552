"""What users write, for mypy and pyright: each line must be of the type that is said."""

from typing import Any, Optional

import pygame

import bumper

rect = pygame.Rect(0, 0, 10, 10)
circle = bumper.Circle((5, 5), 3)
hits: bool = circle.intersects(rect) and bumper.overlaps(rect, (1, 2, 3)) and bumper.intersects(pygame.Vector2(1, 2), rect)
relation: bumper.Relation = bumper.relation(rect, pygame.FRect(1, 2, 3, 4))
contact: Optional[bumper.Contact] = circle.contact(rect, within=5)
way: tuple[float, float] = contact.push if contact else (0, 0)
moved: bumper.Circle = circle.moved(way)
time: Optional[float] = hit.time if (hit := circle.sweep((9, 0), rect)) else None

mask: bumper.Mask = bumper.from_surface(pygame.Surface((9, 9)))
place: Optional[tuple[int, int]] = mask.overlap(pygame.mask.Mask((3, 3)), (1, 1))
sprite = bumper.Sprite(mask, rect.topleft)

world = bumper.World()
ids: list[int] = [world.insert(rect, {"any": "data"}), world.insert(sprite, sensor=True, one_way="up")]
for event in world.update():
    pair: tuple[int, int, bool] = (event.a, event.b, event.began)


def solid(id: int, data: Any) -> bool:
    return data is not None


nearest: Optional[tuple[int, bumper.Contact]] = world.nearest((1, 2), 50, ignore=ids, accept=solid)
mover = bumper.Mover(rect, velocity=(1, 2), gravity=(0, 900))
found: list[bumper.Hit] = mover.step(1 / 60, [rect, circle]) + mover.step(1 / 60, world, id=ids[0], response="bounce")
mover.velocity = (3, 4)
pairs: list[tuple[int, int]] = bumper.collide_many([rect, circle]).tolist()
