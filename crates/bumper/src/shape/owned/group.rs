//! Several owned shapes that count as one.

use super::ShapeBuf;
use crate::scalar::Scalar;
use crate::shape::boxes::Boxes;
use crate::{AsShape, Pose};
use alloc::vec::Vec;

/// Several owned shapes that count as one, perhaps placed as a whole. A [`ShapeBuf`] keeps it and shows it as a [`Shape`](crate::Shape).
///
/// It keeps a tree of boxes around its parts: a query looks at those that may matter, and at O(log n) boxes for each.
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
    /// Around the parts, before they are placed.
    boxes: Boxes<S::Real, N>,
    pose: Option<Pose<S, N>>,
}

/// Equal parts at equal poses. The bounding boxes follow from the parts; whether they are stored depends on how the group was made.
impl<S: Scalar, const N: usize> PartialEq for Group<S, N> {
    fn eq(&self, other: &Self) -> bool {
        self.pose == other.pose && self.parts == other.parts
    }
}

impl<S: Scalar, const N: usize> Group<S, N> {
    /// Its parts, as they are before it is placed.
    ///
    /// ```
    /// use bumper::{AsShape, Shape, ShapeBuf};
    /// let nothing = ShapeBuf::<i16, 2>::compound([] as [ShapeBuf<i16, 2>; 0]);
    /// assert!(matches!(nothing.as_shape(), Shape::Group(group) if group.parts().is_empty()));
    /// ```
    pub fn parts(&self) -> &[ShapeBuf<S, N>] {
        &self.parts
    }

    /// Where it is placed, if it is.
    ///
    /// ```
    /// use bumper::{Aabb, AsShape, Pose, Rotation, Shape, ShapeBuf};
    /// let pose = Pose::new(Rotation::identity(), [5.0, 0.0]);
    /// let parts = ShapeBuf::compound([Aabb::new([0.0, 0.0], [1.0, 1.0])]).placed(&pose);
    /// assert!(matches!(parts.as_shape(), Shape::Group(group) if group.pose() == Some(&pose)));
    /// ```
    pub fn pose(&self) -> Option<&Pose<S, N>> {
        self.pose.as_ref()
    }

    /// The boxes around the parts, before they are placed.
    pub(crate) fn boxes(&self) -> &Boxes<S::Real, N> {
        &self.boxes
    }

    pub(super) fn new(parts: Vec<ShapeBuf<S, N>>, pose: Option<Pose<S, N>>) -> Self {
        // What is placed alone is placed anew in every frame.
        let boxes = match pose {
            Some(_) if parts.len() == 1 => Boxes::unknown(1),
            _ => Boxes::new(parts.len(), |part| parts[part].as_shape().around()),
        };
        Self { parts, boxes, pose }
    }

    /// A copy that is placed.
    pub(super) fn at(&self, pose: Pose<S, N>) -> Self {
        Self { pose: Some(pose), ..self.clone() }
    }

    /// The same of its parts elsewhere, all moved by as much.
    pub(super) fn of_moved(&self, parts: Vec<ShapeBuf<S, N>>) -> Self {
        let boxes = self.boxes.fitted(|part| parts[part].as_shape().around());
        Self { parts, boxes, pose: None }
    }
}
