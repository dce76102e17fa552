"""Collision detection for games: whether two shapes touch, where, how deep, and when, and how far a shape can move.

>>> import bumper
>>> wall = bumper.Box(300, 40, 40, 400)
>>> dot = bumper.Circle(290, 100, 10)
>>> print(dot.relation(wall))
touching
>>> dot.intersects(wall), dot.overlaps(wall)
(True, False)

All functions and methods accept shapes in the forms that games have them in: pygame's Rect, FRect and Circle, objects with a `rect`
(and a `mask`), and tuples: two numbers are a point, three a circle (x, y, radius), four a box (x, y, width, height). pygame is not
required.

>>> bumper.overlaps((0, 0, 10, 10), (12, 5, 3))
True
>>> bumper.contact((0, 0, 10, 10), (12, 5, 3)).push
(1.0, 0.0)

Numbers are 64-bit floats. As on a screen, y points down. Angles are in degrees, and positive angles are clockwise. Sizes are full
widths and heights.
"""

from . import typing as typing
from ._bumper import (
    Simulation as Simulation,
    BodyState as BodyState,
    Box as Box,
    Box3 as Box3,
    Capsule as Capsule,
    Capsule3 as Capsule3,
    Circle as Circle,
    Collider as Collider,
    Compound as Compound,
    Compound3 as Compound3,
    Contact as Contact,
    Contact3 as Contact3,
    ContactEvent as ContactEvent,
    ContactPoint as ContactPoint,
    ContactPoint3 as ContactPoint3,
    Cylinder as Cylinder,
    Ellipse as Ellipse,
    Event as Event,
    FRect as FRect,
    HalfSpace as HalfSpace,
    HalfSpace3 as HalfSpace3,
    HeightField as HeightField,
    HeightField3 as HeightField3,
    Hit as Hit,
    Hit3 as Hit3,
    Hull as Hull,
    JointState as JointState,
    ManifoldPoint as ManifoldPoint,
    Mask as Mask,
    Mesh as Mesh,
    Mover as Mover,
    Mover3 as Mover3,
    MoverStep as MoverStep,
    NO_PART as NO_PART,
    OrientedBox as OrientedBox,
    OrientedBox3 as OrientedBox3,
    Pairs as Pairs,
    Point as Point,
    Point3 as Point3,
    Polygon as Polygon,
    RayHit as RayHit,
    RayHit3 as RayHit3,
    Rect as Rect,
    Relation as Relation,
    Scene as Scene,
    SceneShape as SceneShape,
    Segment as Segment,
    Segment3 as Segment3,
    Shape as Shape,
    Shape3 as Shape3,
    Sphere as Sphere,
    Sprite as Sprite,
    SweepHit as SweepHit,
    SweepHit3 as SweepHit3,
    Triangle as Triangle,
    Triangle3 as Triangle3,
    World as World,
    World3 as World3,
    __version__ as __version__,
    cast as cast,
    collide_mask as collide_mask,
    collide_many as collide_many,
    contact as contact,
    distance as distance,
    from_surface as from_surface,
    from_threshold as from_threshold,
    intersects as intersects,
    load as load,
    overlaps as overlaps,
    relation as relation,
    sweep as sweep,
    trace as trace,
)
