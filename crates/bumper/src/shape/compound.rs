//! Compounds: several shapes that count as one.

use crate::{Relate, Vector};

/// A list of parts that counts as one shape: its relation to another shape is the strongest that any part has.
///
/// Costs one test a part; a pair of compounds, one test a pair of parts.
///
/// ```
/// use bumper::{Aabb, Ball, Compound, Relate, Relation};
///
/// // An L of two boxes: a ball in its corner overlaps neither.
/// let parts = [Aabb::new([0i16, 0], [10, 40]), Aabb::new([0, 0], [40, 10])];
/// let l = Compound(&parts);
/// assert_eq!(l.relation(&Ball::new([15, 15], 5)), Relation::Touching);
/// assert_eq!(l.relation(&Ball::new([30, 30], 5)), Relation::Apart);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Compound<'a, T>(pub &'a [T]);

impl<T> Compound<'_, T> {
    /// Whether a point is in one of the parts, its boundary included.
    ///
    /// ```
    /// use bumper::{Aabb, Compound};
    /// assert!(Compound(&[Aabb::new([0i16, 0], [2, 2])]).contains([2, 1]));
    /// ```
    #[inline]
    pub fn contains<S, const N: usize>(&self, point: impl Into<Vector<S, N>>) -> bool
    where
        T: Relate<Vector<S, N>>,
    {
        self.intersects(&point.into())
    }
}
