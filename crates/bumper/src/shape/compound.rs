//! Compounds: several shapes that act as one shape.

use super::movable::Movable;
use crate::scalar::Scalar;
use crate::{Relate, Vector, Verdict};

/// A list of parts that acts as one shape. It overlaps another shape if one of its parts overlaps that shape. Otherwise, it touches the
/// shape if one of its parts touches it. An empty list is apart from every shape.
///
/// All parts have the same type; for different kinds, use [`Shape`](crate::Shape). Costs one test per part, or one test per pair of parts
/// if both shapes are compounds.
///
/// ```
/// use bumper::{Aabb, Ball, Compound, Relate, Relation};
///
/// // Two boxes form an L; a ball in the notch overlaps neither.
/// let parts = [Aabb::new([0i16, 0], [10, 40]), Aabb::new([0, 0], [40, 10])];
/// let l = Compound(&parts);
/// assert_eq!(l.relation(&Ball::new([15, 15], 5)), Relation::Touching);
/// assert_eq!(l.relation(&Ball::new([30, 30], 5)), Relation::Apart);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias("CompoundShape", "CompositeCollider2D"))]
pub struct Compound<'a, T>(pub &'a [T]);

impl<T> Compound<'_, T> {
    /// Whether a point is in a part or on its boundary.
    ///
    /// ```
    /// use bumper::{Aabb, Compound};
    /// assert!(Compound(&[Aabb::new([0i16, 0], [2, 2])]).contains([2, 1]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains<S, const N: usize>(&self, point: impl Into<Vector<S, N>>) -> bool
    where
        T: Relate<Vector<S, N>>,
    {
        self.intersects(&point.into())
    }
}

/// A [`Compound`] moved by an offset. It allocates no memory: each part is translated when it is tested.
///
/// ```
/// use bumper::{Aabb, Ball, Compound, Relate};
/// let l = [Aabb::new([0i16, 0], [10, 40]), Aabb::new([0, 0], [40, 10])];
/// let moved = Compound(&l).translated([100, 0]);
/// assert!(moved.overlaps(&Ball::new([105, 35], 2)) && !moved.overlaps(&Ball::new([5, 35], 2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovedCompound<'a, T, S, const N: usize> {
    parts: &'a [T],
    offset: Vector<S, N>,
}

impl<'a, T> Compound<'a, T> {
    /// The compound moved by an offset. A part that would leave the range of the scalar is ignored.
    ///
    /// ```
    /// use bumper::{Aabb, Compound, Relate, Vector};
    /// let boxes = [Aabb::new([0i16, 0], [2, 2])];
    /// assert!(Compound(&boxes).translated([7, 7]).intersects(&Vector([8, 8])));
    /// ```
    #[must_use]
    pub fn translated<S: Scalar, const N: usize>(
        &self,
        offset: impl Into<Vector<S, N>>,
    ) -> MovedCompound<'a, T, S, N> {
        MovedCompound { parts: self.0, offset: offset.into() }
    }
}

impl<T: Relate<B> + Movable<S, N>, B: ?Sized, S: Scalar, const N: usize> Relate<B>
    for MovedCompound<'_, T, S, N>
{
    fn relate<V: Verdict>(&self, other: &B) -> V {
        let mut strongest = V::APART;
        for part in self.parts.iter().filter_map(|part| part.moved(self.offset)) {
            strongest = strongest.or(part.relate(other));
            if strongest.is_final() {
                break;
            }
        }
        strongest
    }
}
