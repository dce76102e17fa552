//! Coordinate axes, and the sides of axis-aligned boxes.

use super::Vector;
use crate::scalar::Scalar;

/// A coordinate axis of a space of up to three dimensions.
///
/// ```
/// use bumper::Axis;
/// assert_eq!(Axis::Z.index(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Axis {
    /// The x axis, which has the index 0.
    X,
    /// The y axis, which has the index 1.
    Y,
    /// The z axis, which has the index 2.
    Z,
}

impl Axis {
    /// All axes: x, y, z.
    ///
    /// ```
    /// assert_eq!(bumper::Axis::ALL.len(), 3);
    /// ```
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// The index of the axis in a vector: 0, 1 or 2.
    ///
    /// ```
    /// assert_eq!(bumper::Axis::Y.index(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A side of an axis-aligned box, given by its outward normal.
///
/// ```
/// use bumper::{Axis, Side, Vector};
/// // The upper side, if y points down.
/// let up = Side { axis: Axis::Y, negative: true };
/// assert!(up.faces(Vector([0.5, -0.5])) && !up.faces(Vector([1.0, 0.0])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Side {
    /// The axis that is perpendicular to the side.
    pub axis: Axis,
    /// Whether the outward normal points in the negative direction of the axis. Then this is the side with the smaller coordinate on the
    /// axis.
    pub negative: bool,
}

impl Side {
    /// The side with the smallest x: the left side, if x points to the right.
    ///
    /// ```
    /// use bumper::{Side, Vector};
    /// assert!(Side::MIN_X.faces(Vector([-1.0, 0.0])));
    /// ```
    pub const MIN_X: Side = Side { axis: Axis::X, negative: true };

    /// The side with the largest x: the right side, if x points to the right.
    ///
    /// ```
    /// use bumper::{Side, Vector};
    /// assert!(Side::MAX_X.faces(Vector([1.0, 0.0])));
    /// ```
    pub const MAX_X: Side = Side { axis: Axis::X, negative: false };

    /// The side with the smallest y: the upper side if y points down, as on screens, and the lower side if y points up.
    ///
    /// ```
    /// use bumper::{Side, Vector};
    /// assert!(Side::MIN_Y.faces(Vector([0.0, -1.0])));
    /// ```
    pub const MIN_Y: Side = Side { axis: Axis::Y, negative: true };

    /// The side with the largest y: the lower side if y points down, as on screens, and the upper side if y points up.
    ///
    /// ```
    /// use bumper::{Side, Vector};
    /// assert!(Side::MAX_Y.faces(Vector([0.0, 1.0])));
    /// ```
    pub const MAX_Y: Side = Side { axis: Axis::Y, negative: false };

    /// Whether a vector points out of the box through this side: whether its component along the outward normal is positive. False if the
    /// vector has no such axis.
    ///
    /// ```
    /// use bumper::{Axis, Side, Vector};
    /// assert!(Side { axis: Axis::X, negative: false }.faces(Vector([2.0, 9.0])));
    /// ```
    #[must_use]
    pub fn faces<R: Scalar, const N: usize>(&self, direction: Vector<R, N>) -> bool {
        let along = direction.0.get(self.axis.index()).copied().unwrap_or_default();
        if self.negative { along < R::ZERO } else { along > R::ZERO }
    }
}
