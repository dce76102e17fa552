//! Shapes of any kind that own their data.

mod group;
mod rows;

use super::movable::Movable;
use crate::scalar::{Real, Scalar};
use crate::{
    Aabb, AsShape, Ball, Capsule, Cylinder, Ellipse, HalfSpace, HeightField, Hull, HullBuf, Mask, MaskBuf,
    Mesh, OrientedBox, OrientedCylinder, Polygon, PolygonBuf, Pose, Region, Rotation, Segment, Shape, Sprite,
    SquaredBall, Triangle, Vector,
};
use alloc::boxed::Box;
use alloc::vec::Vec;
pub use group::Group;

/// A shape of any kind that owns its data. Needs the feature `alloc`.
///
/// Other shapes are converted with `into`, which copies borrowed data. Polygons, hulls, regions, meshes, height fields, masks and compounds are stored on the
/// heap. Other kinds, such as boxes and balls, are a few numbers and need no allocation.
///
/// ```
/// use bumper::world::{Collider, World};
/// use bumper::{Aabb, Ball, PolygonBuf, Region, ShapeBuf, Vector};
///
/// let ramp = PolygonBuf::<i16, 4>::new([[0, 0], [40, 0], [0, 30]]).unwrap();
/// let cave = Region::new([[0, 0], [9, 0], [9, 9], [5, 4], [0, 9]]).unwrap();
/// let snowman = ShapeBuf::compound([Ball::new([0, 0], 10), Ball::new([0, -14], 6)]);
///
/// let mut world = World::<i16, 2>::new();
/// for shape in [ramp.into(), cave.into(), snowman, Aabb::new([0, 0], [4, 4]).into()] {
///     let id = world.insert(Collider::new(shape)).unwrap();
///     world.move_by(id, [100, 0]).unwrap();
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("SharedShape", "CollisionShape2D", "CollisionShape3D"))]
pub struct ShapeBuf<S: Scalar, const N: usize>(Storage<S, N>);

/// The data of a [`ShapeBuf`].
#[derive(Clone, Debug, PartialEq)]
enum Storage<S: Scalar, const N: usize> {
    /// A shape that borrows no data.
    Copied(Shape<'static, S, N>),
    Polygon(Box<StoredPolygon<S, N>>),
    Hull(HullBuf<S, N>),
    Region(Box<Region<S, N>>),
    Mesh(Box<Mesh<S, N>>),
    HeightField(Box<HeightField<S, N>>),
    Mask(Box<StoredMask<S, N>>),
    Group(Box<Group<S, N>>),
}

/// An owned convex polygon with counter-clockwise corners.
#[derive(Clone, Debug, PartialEq)]
struct StoredPolygon<S, const N: usize> {
    corners: Vec<Vector<S, N>>,
    radius: S,
}

/// An owned mask, and the position, pixel size and mirroring of its sprite.
#[derive(Clone, Debug, PartialEq)]
struct StoredMask<S, const N: usize> {
    mask: MaskBuf,
    min: Vector<S, N>,
    pixel: S,
    flip: [bool; 2],
}

impl<S: Scalar, const N: usize> ShapeBuf<S, N> {
    /// Creates a compound of several shapes. Costs O(n log n), because a bounding volume hierarchy is built for queries.
    ///
    /// ```
    /// use bumper::{Aabb, Relate, ShapeBuf, Vector};
    /// let l = ShapeBuf::compound([Aabb::new([0, 0], [10, 40]), Aabb::new([0, 0], [40, 10])]);
    /// assert!(l.overlaps(&Vector([5, 35])) && !l.intersects(&Vector([35, 35])));
    /// ```
    #[must_use]
    pub fn compound(parts: impl IntoIterator<Item = impl Into<ShapeBuf<S, N>>>) -> Self {
        Self::group(parts.into_iter().map(Into::into).collect(), None)
    }

    /// Creates a group of parts with an optional pose.
    fn group(parts: Vec<Self>, pose: Option<Pose<S, N>>) -> Self {
        Self(Storage::Group(Box::new(Group::new(parts, pose))))
    }

    /// Copies a convex polygon, with its radius.
    pub(crate) fn polygon(polygon: &Polygon<'_, S, N>) -> Self {
        Self(Storage::Polygon(Box::new(StoredPolygon {
            corners: polygon.corners().collect(),
            radius: polygon.radius(),
        })))
    }

    /// The shape moved by an offset. `None` if a coordinate would leave the range of the scalar or become infinite or NaN. Costs O(n) for n
    /// corners or parts. The pixels of a mask are copied.
    ///
    /// ```
    /// use bumper::{Ball, ShapeBuf};
    /// let ball = ShapeBuf::from(Ball::new([0i16, 0], 5));
    /// assert_eq!(ball.translated([7, 0]), Some(Ball::new([7, 0], 5).into()));
    /// ```
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Option<Self> {
        let offset = offset.into();
        let moved = |points: &[Vector<S, N>]| points.iter().map(|point| point.checked_add(offset)).collect();
        Some(Self(match &self.0 {
            Storage::Copied(shape) => Storage::Copied(shape.moved(offset)?),
            Storage::Polygon(polygon) => {
                let corners: Option<Vec<_>> = moved(&polygon.corners);
                Storage::Polygon(Box::new(StoredPolygon { corners: corners?, radius: polygon.radius }))
            }
            Storage::Hull(hull) => Storage::Hull(hull.translated(offset)?),
            Storage::Region(region) => Storage::Region(Box::new(region.translated(offset)?)),
            Storage::Mesh(mesh) => Storage::Mesh(Box::new(mesh.translated(offset)?)),
            Storage::HeightField(field) => Storage::HeightField(Box::new(field.translated(offset)?)),
            Storage::Mask(mask) => {
                let aabb = mask.sprite().moved(offset)?.aabb();
                let min = mask.min.checked_add(offset)?;
                // `sprite().moved` has checked that the whole moved mask is in the range of the scalar, so the debug assertion holds.
                debug_assert!(aabb.min() == min);
                Storage::Mask(Box::new(StoredMask { min, ..(**mask).clone() }))
            }
            Storage::Group(group) => match group.pose() {
                Some(&pose) => {
                    let translation = pose.translation.checked_add(offset)?;
                    return Some(Self(Storage::Group(Box::new(group.at(Pose { translation, ..pose })))));
                }
                None => {
                    let parts: Option<_> = group.parts().iter().map(|part| part.translated(offset)).collect();
                    Storage::Group(Box::new(group.with_moved_parts(parts?)))
                }
            },
        }))
    }

    /// The height field of this shape, for changes in place; `None` for other kinds of shapes, and for a height field with a pose.
    ///
    /// ```
    /// use bumper::{HeightField, ShapeBuf};
    /// let mut shape = ShapeBuf::from(HeightField::line([0.0f64, 0.0], 1.0, [0.0; 9]).unwrap());
    /// shape.as_height_field_mut().unwrap().set_heights(4, 0, 1, &[2.0]).unwrap();
    /// assert_eq!(shape.bounds().unwrap().max().y().round(), 2.0);
    /// ```
    #[must_use]
    pub fn as_height_field_mut(&mut self) -> Option<&mut HeightField<S, N>> {
        if let Storage::HeightField(field) = &mut self.0 { Some(field) } else { None }
    }

    /// The smallest axis-aligned bounding box (AABB) of the shape, extended by the rounding error; see [`Shape::bounds`]. `None` if the
    /// shape is empty or infinite or has a NaN.
    ///
    /// ```
    /// use bumper::{Aabb, Ball, ShapeBuf};
    /// let balls = ShapeBuf::compound([Ball::new([0i16, 0], 1), Ball::new([9, 0], 1)]);
    /// let around = balls.bounds().unwrap();
    /// assert!((around.min().x() + 1.0).abs() < 1e-12 && (around.max().x() - 10.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb<S::Real, N>> {
        self.as_shape().bounds()
    }

    /// The center of the smallest AABB of the shape; see [`Shape::center`]. `None` if the shape is empty or infinite or has a NaN.
    ///
    /// ```
    /// use bumper::{Aabb, ShapeBuf, Vector};
    /// assert_eq!(ShapeBuf::from(Aabb::new([0i16, 0], [5, 4])).center(), Some(Vector([2.5, 2.0])));
    /// ```
    #[must_use]
    pub fn center(&self) -> Option<Vector<S::Real, N>> {
        self.as_shape().center()
    }
}

impl<R: Real, const N: usize> ShapeBuf<R, N> {
    /// The shape placed by a pose: rotated about the origin, then translated. Points, balls, segments, triangles, capsules, boxes and
    /// ellipses are transformed, which makes an axis-aligned box an [`OrientedBox`]. Other kinds are stored together with the pose.
    ///
    /// ```
    /// use bumper::{Aabb, AsShape, Pose, Rotation, ShapeBuf};
    /// let door = ShapeBuf::from(Aabb::new([0.0, 0.0], [10.0, 1.0]));
    /// let open = door.placed(&Pose::new(Rotation::from_degrees(90.0), [20.0, 0.0]));
    /// assert!(open.as_shape().contains([19.5, 9.0]));
    /// ```
    #[must_use]
    pub fn placed(&self, pose: &Pose<R, N>) -> Self {
        match &self.0 {
            Storage::Copied(shape) => match transformed(shape, pose) {
                Some(placed) => Self(Storage::Copied(placed)),
                None => Self::group(alloc::vec![self.clone()], Some(*pose)),
            },
            Storage::Group(group) => Self(Storage::Group(Box::new(
                group.at(group.pose().map_or(*pose, |group_pose| group_pose.then(pose))),
            ))),
            _ => Self::group(alloc::vec![self.clone()], Some(*pose)),
        }
    }

    /// The shape rotated about the point `about`. Every call rounds. For a shape that rotates for a long time, do not rotate it step by
    /// step: [`place`](ShapeBuf::placed) the original shape by its current pose in every time step.
    ///
    /// ```
    /// use bumper::{Aabb, AsShape, Rotation, ShapeBuf};
    /// let plank = ShapeBuf::from(Aabb::new([0.0, 4.0], [10.0, 6.0]));
    /// let upright = plank.rotated(&Rotation::from_degrees(90.0), [5.0, 5.0]);
    /// assert!(upright.as_shape().contains([5.0, 9.5]));
    /// ```
    #[must_use]
    pub fn rotated(&self, rotation: &Rotation<R, N>, about: impl Into<Vector<R, N>>) -> Self {
        let about = about.into();
        self.placed(&Pose::new(*rotation, about - rotation.apply(about)))
    }
}

/// The shape transformed by a pose, for kinds that can store the transformed shape; `None` for kinds that have to store the pose.
fn transformed<R: Real, const N: usize>(
    shape: &Shape<'static, R, N>,
    pose: &Pose<R, N>,
) -> Option<Shape<'static, R, N>> {
    let at = |point| pose.apply(point);
    Some(match shape {
        Shape::Point(point) => Shape::Point(at(*point)),
        Shape::Ball(ball) => Shape::Ball(Ball::new(at(ball.center()), ball.radius())),
        Shape::SquaredBall(ball) => {
            Shape::SquaredBall(SquaredBall::new(at(ball.center()), ball.radius_squared()))
        }
        Shape::Segment(segment) => Segment::try_new(at(segment.from()), at(segment.to()))?.into(),
        Shape::Triangle(triangle) => Triangle::try_new(triangle.corners().map(at))?.into(),
        Shape::Capsule(capsule) => {
            let spine = capsule.spine();
            Capsule::try_new(at(spine.from()), at(spine.to()), capsule.radius())?.into()
        }
        Shape::Aabb(aabb) => {
            let center = aabb.center();
            let half = aabb.half_size();
            // An infinite box has no finite center or size, so it is stored together with the pose.
            let finite = center.0.iter().chain(&half.0).all(|c| c.to_f64().is_finite());
            finite.then(|| OrientedBox::new(at(center), half, pose.rotation))?.into()
        }
        Shape::OrientedBox(shape) => {
            OrientedBox::new(at(shape.center()), shape.half_size(), shape.rotation().then(&pose.rotation))
                .into()
        }
        Shape::HalfSpace(shape) => {
            HalfSpace::new(at(shape.point()), pose.rotation.apply(shape.normal()))?.into()
        }
        Shape::Ellipse(shape) => {
            Ellipse::try_new(at(shape.center()), shape.half_size(), &shape.rotation().then(&pose.rotation))?
                .into()
        }
        _ => return None,
    })
}

impl<S: Scalar, const N: usize> StoredMask<S, N> {
    fn sprite(&self) -> Sprite<'_, S, N> {
        let sprite = Sprite::known(self.mask.as_mask(), self.min, self.pixel);
        (0..2).filter(|&axis| self.flip[axis]).fold(sprite, |sprite, axis| sprite.flipped(axis))
    }
}

impl<S: Scalar, const N: usize> AsShape<S, N> for ShapeBuf<S, N> {
    #[inline]
    fn as_shape(&self) -> Shape<'_, S, N> {
        match &self.0 {
            Storage::Copied(shape) => *shape,
            Storage::Polygon(polygon) => {
                Shape::Polygon(Polygon::known(&polygon.corners).known_rounded(polygon.radius))
            }
            Storage::Hull(hull) => Shape::Hull(hull.as_hull()),
            Storage::Region(region) => Shape::Region(region),
            Storage::Mesh(mesh) => Shape::Mesh(mesh),
            Storage::HeightField(field) => Shape::HeightField(field),
            Storage::Mask(mask) => Shape::Mask(mask.sprite()),
            Storage::Group(group) => Shape::Group(group),
        }
    }
}

impl<S: Scalar, const N: usize> Movable<S, N> for ShapeBuf<S, N> {
    fn moved(&self, by: Vector<S, N>) -> Option<Self> {
        self.translated(by)
    }
    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, S, N>)) {
        each(self.as_shape());
    }
}

/// Copies the shape and all data that it borrows.
impl<S: Scalar, const N: usize> From<Shape<'_, S, N>> for ShapeBuf<S, N> {
    fn from(shape: Shape<'_, S, N>) -> Self {
        Self(Storage::Copied(match shape {
            Shape::Point(shape) => Shape::Point(shape),
            Shape::Aabb(shape) => Shape::Aabb(shape),
            Shape::Ball(shape) => Shape::Ball(shape),
            Shape::SquaredBall(shape) => Shape::SquaredBall(shape),
            Shape::Cylinder(shape) => Shape::Cylinder(shape),
            Shape::Segment(shape) => Shape::Segment(shape),
            Shape::Triangle(shape) => Shape::Triangle(shape),
            Shape::Capsule(shape) => Shape::Capsule(shape),
            Shape::OrientedBox(shape) => Shape::OrientedBox(shape),
            Shape::OrientedCylinder(shape) => Shape::OrientedCylinder(shape),
            Shape::Ellipse(shape) => Shape::Ellipse(shape),
            Shape::HalfSpace(shape) => Shape::HalfSpace(shape),
            Shape::Polygon(polygon) => return Self::polygon(&polygon),
            Shape::Hull(hull) => return Self(Storage::Hull(HullBuf::known(hull.points().to_vec()))),
            Shape::Region(region) => return region.clone().into(),
            Shape::Mesh(mesh) => return mesh.clone().into(),
            Shape::HeightField(field) => return field.clone().into(),
            Shape::Mask(sprite) => return sprite.into(),
            Shape::Compound(parts) => return Self::compound(parts.iter().copied()),
            Shape::Group(group) => return Self(Storage::Group(Box::new(group.clone()))),
            Shape::Placed(inner, pose) => {
                let inner = Self::from(*inner);
                return match inner.0 {
                    // A group stores a single pose. If the group already has one, it becomes the only part of a new group with the new
                    // pose.
                    Storage::Group(group) if group.pose().is_none() => {
                        Self(Storage::Group(Box::new(group.at(pose))))
                    }
                    kind => Self::group(alloc::vec![Self(kind)], Some(pose)),
                };
            }
        }))
    }
}

macro_rules! from_typed {
    ($($typed:ty),*) => {$(
        impl<S: Scalar, const N: usize> From<$typed> for ShapeBuf<S, N> {
            #[inline]
            fn from(shape: $typed) -> Self {
                Self(Storage::Copied(shape.into()))
            }
        }
    )*};
}

from_typed! {
    Vector<S, N>, Aabb<S, N>, Ball<S, N>, SquaredBall<S, N>, Cylinder<S, N>, Segment<S, N>, Triangle<S, N>, Capsule<S, N>,
    OrientedBox<S, N>, OrientedCylinder<S, N>, Ellipse<S, N>, HalfSpace<S, N>
}

impl<S: Scalar, const N: usize> From<Polygon<'_, S, N>> for ShapeBuf<S, N> {
    fn from(polygon: Polygon<'_, S, N>) -> Self {
        Self::polygon(&polygon)
    }
}

impl<S: Scalar, const CAP: usize> From<PolygonBuf<S, CAP>> for ShapeBuf<S, 2> {
    fn from(polygon: PolygonBuf<S, CAP>) -> Self {
        Self::polygon(&polygon.as_polygon())
    }
}

impl<S: Scalar, const N: usize> From<Hull<'_, S, N>> for ShapeBuf<S, N> {
    fn from(hull: Hull<'_, S, N>) -> Self {
        Self(Storage::Hull(HullBuf::known(hull.points().to_vec())))
    }
}

impl<S: Scalar, const N: usize> From<HullBuf<S, N>> for ShapeBuf<S, N> {
    fn from(hull: HullBuf<S, N>) -> Self {
        Self(Storage::Hull(hull))
    }
}

impl<S: Scalar, const N: usize> From<Region<S, N>> for ShapeBuf<S, N> {
    fn from(region: Region<S, N>) -> Self {
        Self(Storage::Region(Box::new(region)))
    }
}

impl<S: Scalar, const N: usize> From<Mesh<S, N>> for ShapeBuf<S, N> {
    fn from(mesh: Mesh<S, N>) -> Self {
        Self(Storage::Mesh(Box::new(mesh)))
    }
}

impl<S: Scalar, const N: usize> From<HeightField<S, N>> for ShapeBuf<S, N> {
    fn from(field: HeightField<S, N>) -> Self {
        Self(Storage::HeightField(Box::new(field)))
    }
}

/// Copies the sprite and its mask.
impl<S: Scalar, const N: usize> From<Sprite<'_, S, N>> for ShapeBuf<S, N> {
    fn from(sprite: Sprite<'_, S, N>) -> Self {
        let mask = Mask::to_buf(&sprite.mask());
        let pixel = sprite.pixel();
        let flip = sprite.flip();
        Self(Storage::Mask(Box::new(StoredMask { mask, min: sprite.corner(), pixel, flip })))
    }
}

/// Creates a compound; see [`ShapeBuf::compound`].
impl<S: Scalar, const N: usize, T: Into<ShapeBuf<S, N>>> From<Vec<T>> for ShapeBuf<S, N> {
    fn from(parts: Vec<T>) -> Self {
        Self::compound(parts)
    }
}

impl<S: Scalar, const N: usize> From<&[Shape<'_, S, N>]> for ShapeBuf<S, N> {
    fn from(parts: &[Shape<'_, S, N>]) -> Self {
        Self::compound(parts.iter().copied())
    }
}

impl<S: Scalar, const N: usize> From<&Region<S, N>> for ShapeBuf<S, N> {
    fn from(region: &Region<S, N>) -> Self {
        region.clone().into()
    }
}
