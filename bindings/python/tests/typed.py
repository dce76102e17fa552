"""Typical calls for mypy and pyright: each line must have the type that is stated."""

from typing import Any, Optional

import numpy
import pygame

import bumper

rect = pygame.Rect(0, 0, 10, 10)
circle = bumper.Circle((5, 5), 3)
hits: bool = circle.intersects(rect) and bumper.overlaps(rect, (1, 2, 3)) and bumper.intersects(pygame.Vector2(1, 2), rect)
relation: bumper.Relation = bumper.relation(rect, pygame.FRect(1, 2, 3, 4))
contact: Optional[bumper.Contact] = circle.contact(rect, within=5)
push: tuple[float, float] = contact.push if contact else (0, 0)
translated: bumper.Circle = circle.translated(push)
time: Optional[float] = hit.time if (hit := circle.sweep((9, 0), rect)) else None

endless: bumper.HalfSpace = bumper.HalfSpace((0, 100), pygame.Vector2(0, -1)).translated((1, 2))
hills: bumper.HeightField = bumper.HeightField((0, 100), 10, [0, -20.5, 0], holes=[1]).with_heights(0, (5, 6)).translated((1, 2))
slope: Optional[tuple[float, float]] = hills.normal_at(5) if hills.height_at(hills.cell) else endless.normal

mask: bumper.Mask = bumper.from_surface(pygame.Surface((9, 9)))
place: Optional[tuple[int, int]] = mask.overlap(pygame.mask.Mask((3, 3)), (1, 1))
sprite = bumper.Sprite(mask, rect.topleft)

world = bumper.World()
ids: list[int] = [world.insert(rect, {"any": "data"}), world.insert(sprite, sensor=True, one_way="min-y")]
for event in world.update():
    pair: tuple[int, int, bool] = (event.a, event.b, event.began)


def solid(id: int, data: Any) -> bool:
    return data is not None


nearest: Optional[tuple[int, bumper.Contact]] = world.nearest((1, 2), 50, ignore=ids, accept=solid)
mover = bumper.Mover(rect, velocity=(1, 2), gravity=(0, 900))
mover.center = (3, 4)
found: list[bumper.Hit] = mover.step(1 / 60, [rect, circle]) + mover.step(1 / 60, world, id=ids[0], response="bounce")
mover.velocity = (3, 4)
walls = pygame.sprite.Group[Any]()
found += mover.step(1 / 60, walls) + mover.travel((1, 2), (wall for wall in walls))
room_there: bool = mover.carry(ids[0], (1, 2), world, id=ids[1]) and mover.carry([rect, ids[0]], (1, 2), world)
crushed: Optional[int] = world.carry(ids[0], (1, 2), [(mover, ids[1])])
flat: list[int] = world.carry_and_crush(ids[:1], (1, 2), ((mover, id) for id in ids[1:]))
flat += world.carry_to({ids[0]: rect}, lambda at: (at[0] / 9, 0), [(mover, ids[1])], rule="never") + world.carry_to({ids[0]: circle}, (1, 2), [])
mover.drop_through = mover.keep_platform_velocity = not mover.report_all
pixel: Optional[tuple[int, int]] = bumper.collide_mask(pygame.sprite.Sprite(), pygame.sprite.Sprite())
known: list[int] = sorted(world) + [id for id in bumper.Simulation()]
pairs: list[tuple[int, int]] = bumper.collide_many([rect, circle]).tolist()

level: bumper.Scene = bumper.load("level.tmx", solid=["land"]) if False else bumper.load("level.ldtk")
player: bumper.Mover = level.movers()["player"]
hit_names: list[Any] = [level.world().data_of(hit.id) for hit in player.step(level.time_step, level.world()) if hit.id]
kinds: set[str] = {shape.motion for shape in level.shapes if shape.one_way == "min-y" and shape.jump is not None}
parts: list[bumper.Shape] = bumper.trace(pygame.Surface((9, 9)), "convex", tolerance=2, topleft=rect.topleft)

tower: bumper.Cylinder = bumper.Cylinder((0, 0, 0), (0, 9, 0), 2).translated((1, 2, 3))
rotated3: bumper.Shape3 = bumper.OrientedBox3((0, 0, 0), (1, 2, 3), ((0, 0, 1), 30)).rotated((1, 0, 0), 45)
terrain: bumper.HeightField3 = bumper.HeightField3((0, 0, 0), (1, 2), [[0, 1.5], (2, 3)], holes=[(0, 0)]).with_heights(0, 1, [[4]])
cells: list[tuple[int, int]] = terrain.holes if terrain.height_at(0.5, 1) is None or terrain.normal_at(0.5, 1) else []
cave_walls: bumper.Mesh = bumper.Mesh(numpy.zeros((3, 3)), [(0, 1, 2)], one_sided=True).translated((1, 2, 3))
corner: bumper.Triangle3 = cave_walls.triangle(len(cave_walls) - 1 - cave_walls.degenerate)
corners: list[tuple[float, float, float]] = [cave_walls.points[k] for k in cave_walls.triangles[0] if cave_walls.one_sided]
push3: tuple[float, float, float] = c.push if (c := tower.contact((0, 0, 0, 5))) else (0, 0, 0)
rooms = bumper.World3()
room: int = rooms.insert(tower, "any data", one_way="max-z")
seen: Optional[tuple[int, bumper.Contact3]] = rooms.nearest((1, 2, 3), 50, ignore=room, accept=solid)
found3: list[bumper.Hit3] = bumper.Mover3((0, 0, 0, 1), gravity=(0, 0, -9)).step(1 / 60, rooms, response="bounce")
come: tuple[tuple[float, float, float], list[bumper.Hit3]] = rooms.travel(room, (1, 2, 3), "stop")

simulation = bumper.Simulation(gravity=(0, 900))
ground: int = simulation.insert(rect, kind="static")
tool: int = simulation.insert([bumper.Collider(circle, density=2), (0, 0, 4, 40)], {"any": "data"}, restitution=0.5)
hinge: int = simulation.insert_revolute_joint(ground, tool, rect.center, limits=(-30, 30), motor=None)
simulation.step(1 / 60)
simulation.set_pose(tool, simulation[tool].position, simulation[tool].direction)
for drawable in (circle, world, simulation):
    drawable.draw(pygame.Surface((9, 9)), "red", 1, offset=(1, 2))
simulation.gravity = pygame.Vector2(0, 500)
angle: float = simulation[tool].degrees + simulation.get_joint(hinge).degrees
blows: list[tuple[int, float]] = [(touch.a, touch.approach_speed) for touch in simulation.events() if touch.began and touch.points]
drawn: list[list[tuple[float, float]]] = [loop for shape in simulation.shapes(tool) for loop in shape.outline()]
saved: bytes = simulation.save()
floor: int = simulation.insert_static(rect, "floor", friction_rule="maximum", one_way="min-y")
simulation.modify_collider(floor, shape=circle, surface_velocity=(9, 0), restitution_rule=None)
simulation.modify_collider(simulation.insert_collider(tool, rect, "a handle", density=2), data=None)
simulation.modify(tool, kind="kinematic", locked_axes=(True, False), mass=None, data=3)
simulation.modify_joint(hinge, limits=None, motor=(90, 5), enabled=False)
joint_frames: tuple[tuple[tuple[float, float], float], tuple[tuple[float, float], float]] = simulation.joint_frames(hinge)
simulation.set_joint_frames(hinge, joint_frames[0], (pygame.Vector2(1, 2), 45))
under: list[int] = [body for body, _, how in simulation.intersecting(pygame.Vector2(1, 2), kinds="dynamic", ignore=[ground, floor]) if how]
struck: Optional[tuple[int, int, bumper.RayHit]] = simulation.cast((0, 0), (1, 0), 99, kinds=("static", "dynamic"), accept=solid)
distance: float = found_near[2].separation if (found_near := simulation.nearest(circle, 50, own_layers=2)) else 0
simulation.step(1 / 60, lambda contact: contact.approach_speed < 5)
body: int = simulation.insert_mover(mover, 80, "the hero", layers=2)
ends_of_step: list[tuple[list[bumper.Hit], bool]] = [(step.hits, step.crushed) for step in simulation.step_with_movers(1 / 60, [(mover, body)])]
simulation.drive_mover(body, 1 / 60, (0, 0), (3, 0), desired_velocity=(180, 0), hits=[(tool, (-1, 0))])
bits: int = simulation.state_hash()
rule: Optional[str] = simulation.get_collider(floor).friction_rule if simulation.get_joint(hinge).kind == "revolute" else None

area = bumper.Rect(1, 2, 3, 4)
area.midbottom = (5, 6)
grown: bumper.Rect = area.inflate(2, 2).clip(rect).union((1, 2), (3, 4)).move(pygame.Vector2(1, 2))
first: int = grown.collidelist([rect, (1, 2, 3, 4), area])
entry: Optional[tuple[str, bumper.Rect]] = area.collidedict({"a": area}, values=True)
chosen: Optional[pygame.sprite.Sprite] = area.collideobjects([pygame.sprite.Sprite()], key=lambda sprite: sprite.rect or rect)
whole: tuple[int, int] = area.center
exact: tuple[float, float] = bumper.FRect(area).center
if ends := area.clipline((0, 0), (9, 9)):
    start: tuple[int, int] = ends[0]
both: bool = area.colliderect(bumper.FRect()) and bumper.overlaps(area, circle) and area == (1, 2, 3, 4)
x, y, w, h = area
first_hit: int = bumper.Rect(0, 0, 9, 9).collidelist(rect for rect in [(0, 0, 5, 5)])
