//! The convex parts of a body, in body coordinates relative to the center of mass, and their geometry.

use super::mass::Moments;
use super::part_index::{PartIndex, PixelBox, RegionPart};
use crate::dynamics::math::{Rot, V, num};
use crate::mask::Frame;
use crate::scalar::Real;
use crate::view::{Convex, Core, Corners, HalfSpaceCore, OrientedCore, Parts, ShapeView};
use crate::{Aabb, AsShape, Polygon, Pose, Shape, Sprite, Vector};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A convex part of a body: a core and a rounding radius. For example, a ball is a point with a radius.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct ConvexPart<R> {
    pub(in crate::dynamics) core: PartCore<R>,
    pub(in crate::dynamics) radius: R,
}

/// The core of a convex part, in body coordinates relative to the center of mass.
#[derive(Clone, Debug)]
pub(in crate::dynamics) enum PartCore<R> {
    Point(V<R>),
    Segment([V<R>; 2]),
    Triangle([V<R>; 3]),
    Box {
        center: V<R>,
        half: V<R>,
        rotation: Rot<R>,
    },
    Ellipse {
        center: V<R>,
        half: V<R>,
        rotation: Rot<R>,
    },
    /// A convex polygon, given by its corners in counterclockwise order.
    Corners(Box<[V<R>]>),
    /// A half-space, by a point of its line and the unit normal out of it. Only static bodies have one.
    HalfSpace {
        point: V<R>,
        normal: V<R>,
    },
}

/// A direction counts as the normal of a half-space if the sine of the angle between them is at most this multiple of epsilon: the rounding
/// error of rotating the normal to the world and back. With half of it, a separating axis that was found before may not be recognized, which
/// costs time; with twice as much, the support in directions close to the normal is finite.
const PARALLEL_NORMALS: f64 = 16.0;

/// The reason why a shape cannot be part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dynamics) enum PartError {
    NotFinite,
    NoArea,
    /// The shape is a half-space, and the body is not static.
    Infinite,
}

/// A convex part of a collider, with the index that events report for it.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct IndexedPart<R> {
    pub(in crate::dynamics) shape: ConvexPart<R>,
    pub(in crate::dynamics) index: PartIndex<R>,
}

impl<R: Real> IndexedPart<R> {
    /// The part translated by a vector.
    pub(in crate::dynamics) fn translated(self, offset: V<R>) -> Self {
        Self { shape: self.shape.translated(offset), index: self.index.translated(offset) }
    }
}

/// The convex parts of a shape. A convex shape is a single part. A compound (borrowed, or owned as a group) and a region consist of their
/// convex parts. A mask is covered by boxes. Shapes without an area are accepted only if `allow_flat` is true.
pub(in crate::dynamics) fn parts_of<R: Real>(
    shape: &Shape<'_, R, 2>,
    allow_flat: bool,
) -> Result<Vec<IndexedPart<R>>, PartError> {
    let mut collector = PartCollector { allow_flat, parts: Vec::new() };
    collector.collect(shape, None, None)?;
    Ok(collector.parts)
}

/// The convex parts of a shape that have been collected.
struct PartCollector<R> {
    allow_flat: bool,
    parts: Vec<IndexedPart<R>>,
}

impl<R: Real> PartCollector<R> {
    /// Adds the convex parts of a shape. `outer` is the index of the shape if it is a part of another one: all its parts have this index.
    fn collect(
        &mut self,
        shape: &Shape<'_, R, 2>,
        pose: Option<&Pose<R, 2>>,
        outer: Option<u32>,
    ) -> Result<(), PartError> {
        let view = shape.view(pose);
        match &view {
            ShapeView::Convex(convex) => self.push(convex, PartIndex::Fixed(outer.unwrap_or(0)))?,
            ShapeView::Parts(Parts::Compound(shapes), pose) => {
                for (shape, part) in shapes.iter().zip(0..) {
                    self.collect(shape, pose.as_ref(), outer.or(Some(part)))?;
                }
            }
            ShapeView::Parts(Parts::Group(group), pose) => {
                let has_indices = !group.is_placed_shape();
                for (shape, part) in group.parts().iter().zip(0..) {
                    let part = outer.or_else(|| has_indices.then_some(part));
                    self.collect(&shape.as_shape(), pose.as_ref(), part)?;
                }
            }
            ShapeView::Parts(Parts::Region(region), pose) => {
                for (part, shape) in region.parts().enumerate() {
                    let edge = || PartIndex::Region(Box::new(RegionPart::new(region, part, pose.as_ref())));
                    self.push_shape(&Shape::Polygon(shape), pose.as_ref(), outer, edge)?;
                }
            }
            ShapeView::Parts(Parts::Mask(sprite, _), pose) => {
                for (frame, shape) in mask_boxes(sprite) {
                    let pixels = || PartIndex::Pixels(Box::new(PixelBox::new(sprite, frame, pose.as_ref())));
                    self.push_shape(&Shape::Aabb(shape), pose.as_ref(), outer, pixels)?;
                }
            }
            ShapeView::Parts(Parts::HeightField(field), pose) => {
                for position in 0..field.face_count() {
                    if let Some(face) = field.face(position) {
                        let cell = field.cell_of_face(position) as u32;
                        self.collect(&face, pose.as_ref(), outer.or(Some(cell)))?;
                    }
                }
            }
            // In 2D, there are no meshes.
            ShapeView::Parts(Parts::Mesh(_), _) => return Err(PartError::NoArea),
        }
        Ok(())
    }

    /// Adds a convex shape with the index `outer` or, if that is `None`, with the index that `own` returns.
    fn push_shape(
        &mut self,
        shape: &Shape<'_, R, 2>,
        pose: Option<&Pose<R, 2>>,
        outer: Option<u32>,
        own: impl FnOnce() -> PartIndex<R>,
    ) -> Result<(), PartError> {
        match shape.view(pose) {
            ShapeView::Convex(convex) => self.push(&convex, outer.map_or_else(own, PartIndex::Fixed)),
            ShapeView::Parts(..) => self.collect(shape, pose, outer),
        }
    }

    fn push(&mut self, convex: &Convex<'_, R, 2>, index: PartIndex<R>) -> Result<(), PartError> {
        self.parts.push(IndexedPart { shape: ConvexPart::new(convex, self.allow_flat)?, index });
        Ok(())
    }
}

/// Disjoint boxes that cover exactly the solid pixels of a mask, each with its frame in the mask.
fn mask_boxes<R: Real>(sprite: &Sprite<'_, R, 2>) -> Vec<(Frame, Aabb<R, 2>)> {
    let [width, height] = sprite.mask().size().map(i32::from);
    let flip = sprite.flip();
    let min = sprite.aabb().min();
    let pixel = sprite.pixel();
    let strips = sprite.mask().strip_frames();
    let to_box = |strip: Frame| {
        let mut ends = [strip.min, strip.max].map(|end| end.map(i32::from));
        for (axis, length) in [width, height].into_iter().enumerate() {
            if flip[axis] {
                (ends[0][axis], ends[1][axis]) = (length - ends[1][axis], length - ends[0][axis]);
            }
        }
        let corner = |end: [i32; 2]| min + Vector(end).map(|k| pixel * num(k.into()));
        (strip, Aabb::new(corner(ends[0]), corner(ends[1])))
    };
    strips.into_iter().map(to_box).collect()
}

impl<R: Real> ConvexPart<R> {
    /// Creates the part for a convex shape. Fails if its mass properties are not finite, or if it has no area and `allow_flat` is false.
    fn new(convex: &Convex<'_, R, 2>, allow_flat: bool) -> Result<Self, PartError> {
        let oriented = |shape: &OrientedCore<R, 2>| {
            let rotation = Rot { cos: shape.axes[0][0], sin: shape.axes[0][1] };
            (shape.center, shape.half, rotation)
        };
        let core = match &convex.core {
            Core::Point(point) => PartCore::Point(*point),
            Core::Segment(ends) => PartCore::Segment(*ends),
            Core::Triangle(corners) => PartCore::Triangle(*corners),
            Core::Aabb([min, max]) => {
                let half = (*max - *min).scaled(R::HALF);
                PartCore::Box { center: *min + half, half, rotation: Rot::identity() }
            }
            Core::Box(shape) => {
                let (center, half, rotation) = oriented(shape);
                PartCore::Box { center, half, rotation }
            }
            Core::Ellipse(shape) => {
                let (center, half, rotation) = oriented(shape);
                PartCore::Ellipse { center, half, rotation }
            }
            // A triangle takes half of the lanes of a polygon with up to eight corners.
            Core::Corners(corners) if corners.len() == 3 => {
                PartCore::Triangle([0, 1, 2].map(|k| corners.at(k)))
            }
            Core::Corners(corners) => PartCore::Corners((0..corners.len()).map(|k| corners.at(k)).collect()),
            Core::Cylinder(_) => return Err(PartError::NoArea),
            Core::HalfSpace(_) if !allow_flat => return Err(PartError::Infinite),
            Core::HalfSpace(half_space) => {
                PartCore::HalfSpace { point: half_space.point, normal: half_space.normal }
            }
        };
        let part = Self { core, radius: convex.radius };
        let moments = part.moments();
        let has_area = moments.mass > R::ZERO;
        if moments.mass <= R::ZERO && !allow_flat {
            return Err(PartError::NoArea);
        }
        // A comparison with NaN is false, so a part with a NaN inertia is rejected, too.
        let inertia = if has_area { moments.inertia() } else { moments.mass };
        let finite = inertia.abs() < R::INFINITY && part.bounding_radius() < R::MAX_RADIUS;
        if finite { Ok(part) } else { Err(PartError::NotFinite) }
    }

    /// The corners of the core; none for boxes, ellipses and half-spaces. Functions that run often match on the core instead of calling this function:
    /// there the compiler knows the number of corners of points, segments and triangles.
    pub(in crate::dynamics) fn corners(&self) -> &[V<R>] {
        match &self.core {
            PartCore::Point(point) => core::slice::from_ref(point),
            PartCore::Segment(ends) => ends,
            PartCore::Triangle(corners) => corners,
            PartCore::Corners(corners) => corners,
            PartCore::Box { .. } | PartCore::Ellipse { .. } | PartCore::HalfSpace { .. } => &[],
        }
    }

    /// Whether the part is a half-space.
    pub(in crate::dynamics) fn is_half_space(&self) -> bool {
        matches!(self.core, PartCore::HalfSpace { .. })
    }

    /// Whether the part is a ball (or a point).
    pub(in crate::dynamics) fn is_ball(&self) -> bool {
        matches!(self.core, PartCore::Point(_))
    }

    /// The mass, the first moment and the moment of inertia of the part for a density of 1, all about the origin of its coordinates.
    pub(in crate::dynamics) fn moments(&self) -> Moments<R> {
        match &self.core {
            PartCore::Box { center, half, rotation } => {
                Moments::rounded(&rectangle(*center, *half, *rotation), self.radius)
            }
            PartCore::Ellipse { center, half, .. } => Moments::ellipse(*center, *half),
            // Only static bodies have half-spaces, and a static body needs no mass.
            PartCore::HalfSpace { .. } => Moments::zero(),
            _ => Moments::rounded(self.corners(), self.radius),
        }
    }

    /// The part translated by a vector.
    pub(in crate::dynamics) fn translated(mut self, offset: V<R>) -> Self {
        match &mut self.core {
            PartCore::Point(point) => *point += offset,
            PartCore::Segment(ends) => ends.iter_mut().for_each(|end| *end += offset),
            PartCore::Triangle(corners) => corners.iter_mut().for_each(|corner| *corner += offset),
            PartCore::Box { center, .. } | PartCore::Ellipse { center, .. } => *center += offset,
            PartCore::Corners(corners) => corners.iter_mut().for_each(|corner| *corner += offset),
            PartCore::HalfSpace { point, .. } => *point += offset,
        }
        self
    }

    /// The part shrunk by a distance: first its radius is reduced, then its core by the rest of the distance. The edges of a polygon move
    /// inwards by less if one of them would otherwise lose more than half of its length. An ellipse is replaced by an ellipse with shorter
    /// half axes, which is slightly larger than the exact inset.
    pub(in crate::dynamics) fn inset(&self, depth: R) -> Self {
        if self.radius >= depth {
            return Self { core: self.core.clone(), radius: self.radius - depth };
        }
        let remaining = depth - self.radius;
        let shrunk = |half: V<R>| half.map(|half| (half - remaining).max(R::ZERO));
        let core = match &self.core {
            PartCore::Point(_) | PartCore::Segment(_) => self.core.clone(),
            PartCore::Triangle(corners) => {
                let inset = inset_corners(corners, remaining);
                PartCore::Triangle([inset[0], inset[1], inset[2]])
            }
            PartCore::Box { center, half, rotation } => {
                PartCore::Box { center: *center, half: shrunk(*half), rotation: *rotation }
            }
            PartCore::Ellipse { center, half, rotation } => {
                PartCore::Ellipse { center: *center, half: shrunk(*half), rotation: *rotation }
            }
            PartCore::Corners(corners) => PartCore::Corners(inset_corners(corners, remaining)),
            PartCore::HalfSpace { point, normal } => {
                PartCore::HalfSpace { point: *point - normal.scaled(remaining), normal: *normal }
            }
        };
        Self { core, radius: R::ZERO }
    }

    /// The part in the form that the queries of this crate take. `translation` and `rotation` are the pose of its body. The transformed
    /// corners of a polygon are stored in `corner_buffer`.
    #[inline]
    pub(in crate::dynamics) fn view_at<'r>(
        &'r self,
        translation: V<R>,
        rotation: Rot<R>,
        corner_buffer: &'r mut Vec<V<R>>,
    ) -> PartView<'r, R> {
        let transform = |point: V<R>| rotation.rotate(point) + translation;
        let oriented = |center: V<R>, half: V<R>, local: Rot<R>| OrientedCore {
            center: transform(center),
            half,
            axes: local.then(rotation).axes(),
        };
        let core = match &self.core {
            PartCore::Point(point) => Core::Point(transform(*point)),
            PartCore::Segment(ends) => Core::Segment(ends.map(transform)),
            PartCore::Triangle(corners) => Core::Triangle(corners.map(transform)),
            PartCore::Box { center, half, rotation } => Core::Box(oriented(*center, *half, *rotation)),
            PartCore::Ellipse { center, half, rotation } => {
                Core::Ellipse(oriented(*center, *half, *rotation))
            }
            PartCore::HalfSpace { point, normal } => {
                Core::HalfSpace(HalfSpaceCore { point: transform(*point), normal: rotation.rotate(*normal) })
            }
            PartCore::Corners(corners) => {
                corner_buffer.clear();
                corner_buffer.extend(corners.iter().map(|corner| transform(*corner)));
                return PartView::Polygon(Polygon::known(corner_buffer), self.radius);
            }
        };
        PartView::Core(Convex { core, radius: self.radius })
    }

    /// The AABB of the part in the world. `translation` and `rotation` are the pose of its body.
    pub(in crate::dynamics) fn aabb(&self, translation: V<R>, rotation: Rot<R>) -> Aabb<R, 2> {
        let transform = |point: V<R>| rotation.rotate(point) + translation;
        let corner_bounds = |points: &[V<R>]| {
            let first = transform(points[0]);
            points[1..].iter().fold([first, first], |[low, high], point| {
                let point = transform(*point);
                [low.zip(point, R::min), high.zip(point, R::max)]
            })
        };
        let [low, high] = match &self.core {
            PartCore::Point(point) => corner_bounds(&[*point]),
            PartCore::Segment(ends) => corner_bounds(ends),
            PartCore::Triangle(corners) => corner_bounds(corners),
            PartCore::Corners(corners) => corner_bounds(corners),
            PartCore::Box { center, half, rotation: local } => {
                let Rot { cos, sin } = local.then(rotation);
                let extents = Vector([
                    cos.abs() * half[0] + sin.abs() * half[1],
                    sin.abs() * half[0] + cos.abs() * half[1],
                ]);
                [transform(*center) - extents, transform(*center) + extents]
            }
            PartCore::Ellipse { center, half, rotation: local } => {
                let [x, y] = local.then(rotation).axes().map(|axis| Vector([axis[0], axis[1]]));
                let [u, v] = [x.scaled(half[0]), y.scaled(half[1])];
                let extents = u.zip(v, |a, b| (a * a + b * b).sqrt());
                [transform(*center) - extents, transform(*center) + extents]
            }
            PartCore::HalfSpace { point, normal } => {
                HalfSpaceCore { point: transform(*point), normal: rotation.rotate(*normal) }.bounds()
            }
        };
        let radius = Vector::splat(self.radius);
        Aabb::new(low - radius, high + radius)
    }

    /// The support function: the largest coordinate of any point of the part along `direction`, a unit vector. Both are in body
    /// coordinates, relative to the center of mass.
    pub(in crate::dynamics) fn support(&self, direction: V<R>) -> R {
        let max =
            |points: &[V<R>]| points.iter().fold(R::NEG_INFINITY, |max, point| max.max(point.dot(direction)));
        let core = match &self.core {
            PartCore::Point(point) => point.dot(direction),
            PartCore::Segment(ends) => max(ends),
            PartCore::Triangle(corners) => max(corners),
            PartCore::Corners(corners) => max(corners),
            PartCore::Box { center, half, rotation } => {
                let local = rotation.inv_rotate(direction);
                center.dot(direction) + local[0].abs() * half[0] + local[1].abs() * half[1]
            }
            PartCore::Ellipse { center, half, rotation } => {
                let local = rotation.inv_rotate(direction).zip(*half, |a, b| a * b);
                center.dot(direction) + local.dot(local).sqrt()
            }
            // Infinite, except along the normal.
            PartCore::HalfSpace { point, normal } => {
                let is_normal = direction.dot(*normal) > R::ZERO
                    && direction.cross(*normal).abs() <= R::EPSILON * num(PARALLEL_NORMALS);
                if is_normal { point.dot(*normal) } else { R::INFINITY }
            }
        };
        core + self.radius
    }

    /// The bounding radius of the part about the center of mass of the body. For ellipses it is an upper bound.
    pub(in crate::dynamics) fn bounding_radius(&self) -> R {
        let max =
            |points: &[V<R>]| points.iter().fold(R::ZERO, |max, point| max.max(point.dot(*point).sqrt()));
        let core = match &self.core {
            PartCore::Box { center, half, rotation } => max(&rectangle(*center, *half, *rotation)),
            PartCore::Ellipse { center, half, .. } => max(&[*center]) + half[0].max(half[1]),
            // A half-space does not move, so only the position of its line matters.
            PartCore::HalfSpace { point, .. } => max(&[*point]),
            _ => max(self.corners()),
        };
        core + self.radius
    }

    /// The thickness of the part: its smallest width over all directions.
    pub(in crate::dynamics) fn thickness(&self) -> R {
        let corners = self.corners();
        let width = |k: usize| {
            let start = corners[k];
            let edge = corners[(k + 1) % corners.len()] - corners[k];
            // If the corners of a triangle are clockwise, the cross products are negative, so their absolute values are used.
            let heights = corners.iter().map(|corner| edge.cross(*corner - start).abs());
            heights.fold(R::ZERO, R::max) / edge.dot(edge).sqrt()
        };
        let core = match &self.core {
            PartCore::Box { half, .. } | PartCore::Ellipse { half, .. } => half[0].min(half[1]) * R::TWO,
            PartCore::HalfSpace { .. } => R::MAX_RADIUS,
            _ if corners.len() < 3 => R::ZERO,
            _ => (0..corners.len()).map(width).fold(R::INFINITY, R::min),
        };
        core + self.radius + self.radius
    }
}

/// The corners of an oriented box, counterclockwise.
fn rectangle<R: Real>(center: V<R>, half: V<R>, rotation: Rot<R>) -> [V<R>; 4] {
    let [u, v] = rotation.axes();
    let u = u.scaled(half[0]);
    let v = v.scaled(half[1]);
    [center - u - v, center + u - v, center + u + v, center - u + v]
}

/// The corners of a convex polygon after all its edges are moved inwards by a distance. If one of the edges would lose more than half of
/// its length, all edges move by the distance at which it loses exactly half.
fn inset_corners<R: Real>(corners: &[V<R>], depth: R) -> Box<[V<R>]> {
    let n = corners.len();
    let unit_edge = |k: usize| {
        let edge = corners[(k + 1) % n] - corners[k % n];
        let length = edge.dot(edge).sqrt();
        (edge.scaled(R::ONE / length), length)
    };
    // A triangle may have its corners in clockwise order, all other polygons have them counterclockwise. The order decides which side of an
    // edge is inwards.
    let clockwise = unit_edge(0).0.cross(unit_edge(1).0) < R::ZERO;
    let inwards = |edge: V<R>| if clockwise { -edge.perp() } else { edge.perp() };
    // The displacement of a corner if both of its edges move inwards by a distance of 1.
    let displacement = |k: usize| {
        let [p, q] = [unit_edge(k + n - 1), unit_edge(k)].map(|(edge, _)| inwards(edge));
        (p + q).scaled(R::ONE / (R::ONE + p.dot(q)))
    };
    let depth = (0..n).fold(depth, |depth, k| {
        let (edge, length) = unit_edge(k);
        let loss = (displacement(k) - displacement((k + 1) % n)).dot(edge);
        if loss * depth > length * R::HALF { length * R::HALF / loss } else { depth }
    });
    (0..n).map(|k| corners[k] + displacement(k).scaled(depth)).collect()
}

/// A part in the world, as an operand of queries. A polygon borrows its transformed corners from a buffer; its radius is the second field.
pub(in crate::dynamics) enum PartView<'r, R: Real> {
    Core(Convex<'r, R, 2>),
    Polygon(Polygon<'r, R, 2>, R),
}

impl<R: Real> PartView<'_, R> {
    /// The convex shape that queries take.
    #[inline]
    pub(in crate::dynamics) fn convex(&self) -> Convex<'_, R, 2> {
        match self {
            Self::Core(convex) => *convex,
            Self::Polygon(polygon, radius) => {
                Convex { core: Core::Corners(Corners::new(polygon, None)), radius: *radius }
            }
        }
    }
}
