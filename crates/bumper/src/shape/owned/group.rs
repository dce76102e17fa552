//! Compounds that own their parts.

use super::ShapeBuf;
use crate::scalar::Scalar;
use crate::shape::bvh::Bvh;
use crate::{AsShape, Pose};
use alloc::vec::Vec;

/// A compound with an optional pose that is stored in a [`ShapeBuf`]. [`AsShape::as_shape`] borrows it as a
/// [`Shape::Group`](crate::Shape::Group). The group stores a bounding volume hierarchy of its parts, so that queries skip distant parts:
/// for n parts, a query costs O(log n) box tests for each part that it visits.
///
/// ```
/// use bumper::{AsShape, Ball, Shape, ShapeBuf};
/// let balls = ShapeBuf::compound([Ball::new([0, 0], 1), Ball::new([9, 0], 1)]);
/// let Shape::Group(group) = balls.as_shape() else { panic!() };
/// assert_eq!((group.parts().len(), group.pose()), (2, None));
/// ```
#[derive(Clone, Debug)]
pub struct Group<S: Scalar, const N: usize> {
    parts: Vec<ShapeBuf<S, N>>,
    /// The bounding volume hierarchy of the parts in local space: before the pose is applied.
    bvh: Bvh<S::Real, N>,
    pose: Option<Pose<S, N>>,
    /// Whether a part equals the part before it in the order of the leaves of the BVH.
    has_repeated_parts: bool,
    /// Whether a part has faces of a one-sided mesh.
    has_one_sided_faces: bool,
}

/// Groups are equal if their parts and poses are equal. The bounding volume hierarchy is ignored, because it depends on how the group was
/// created.
impl<S: Scalar, const N: usize> PartialEq for Group<S, N> {
    fn eq(&self, other: &Self) -> bool {
        self.pose == other.pose && self.parts == other.parts
    }
}

impl<S: Scalar, const N: usize> Group<S, N> {
    /// The parts in the local space of the group, before its pose is applied.
    ///
    /// ```
    /// use bumper::{AsShape, Shape, ShapeBuf};
    /// let nothing = ShapeBuf::<i16, 2>::compound([] as [ShapeBuf<i16, 2>; 0]);
    /// assert!(matches!(nothing.as_shape(), Shape::Group(group) if group.parts().is_empty()));
    /// ```
    #[must_use]
    pub fn parts(&self) -> &[ShapeBuf<S, N>] {
        &self.parts
    }

    /// The pose of the whole compound; `None` if the parts are in world coordinates.
    ///
    /// ```
    /// use bumper::{Aabb, AsShape, Pose, Shape, ShapeBuf};
    /// let pose = Pose::at([5.0, 0.0]);
    /// let parts = ShapeBuf::compound([Aabb::new([0.0, 0.0], [1.0, 1.0])]).placed(&pose);
    /// assert!(matches!(parts.as_shape(), Shape::Group(group) if group.pose() == Some(&pose)));
    /// ```
    #[must_use]
    pub fn pose(&self) -> Option<&Pose<S, N>> {
        self.pose.as_ref()
    }

    /// Whether the group is a placed shape: a single part with a pose. Hits on it report the parts of that part.
    pub(crate) fn is_placed_shape(&self) -> bool {
        self.pose.is_some() && self.parts.len() == 1
    }

    /// The bounding volume hierarchy of the parts in local space.
    pub(crate) fn bvh(&self) -> &Bvh<S::Real, N> {
        &self.bvh
    }

    /// Whether a part equals the part before it in the order of the leaves of the BVH.
    pub(crate) fn has_repeated_parts(&self) -> bool {
        self.has_repeated_parts
    }

    /// Whether a part has faces of a one-sided mesh.
    pub(crate) fn has_one_sided_faces(&self) -> bool {
        self.has_one_sided_faces
    }

    pub(super) fn new(parts: Vec<ShapeBuf<S, N>>, pose: Option<Pose<S, N>>) -> Self {
        // A group with a pose and a single part is a placed shape. It is usually placed again in every time step, so building a hierarchy
        // each time would cost more than it saves.
        let bvh = match pose {
            Some(_) if parts.len() == 1 => Bvh::empty(1),
            _ => Bvh::new(parts.len(), |part| parts[part].as_shape().enclosing_aabb()),
        };
        let has_repeated_parts = (1..bvh.count()).any(|index| {
            let [part, before] = [index, index - 1].map(|index| parts.get(bvh.part(index)));
            part == before
        });
        let has_one_sided_faces = parts.iter().any(|part| part.as_shape().has_one_sided_faces());
        Self { parts, bvh, pose, has_repeated_parts, has_one_sided_faces }
    }

    /// A copy of the group, placed at `pose` instead.
    pub(super) fn at(&self, pose: Pose<S, N>) -> Self {
        Self { pose: Some(pose), ..self.clone() }
    }

    /// The group after a translation. The group must not have a pose. `parts` are its parts, already moved by one common offset. The
    /// hierarchy keeps its structure, and only its boxes are computed again.
    pub(super) fn with_moved_parts(&self, parts: Vec<ShapeBuf<S, N>>) -> Self {
        let bvh = self.bvh.refitted(|part| parts[part].as_shape().enclosing_aabb());
        Self { parts, bvh, pose: None, ..*self }
    }
}
