//! Points of the Minkowski difference of two cores, on which GJK and EPA work.

use crate::Vector;
use crate::scalar::Real;
use crate::view::Core;

/// A point of the Minkowski difference of two cores, and the two points, one of each core, whose difference it is. GJK searches the
/// difference b − a, EPA the difference a − b.
#[derive(Clone, Copy)]
pub(crate) struct SupportPoint<R> {
    /// The point of the Minkowski difference.
    pub(crate) w: Vector<R, 3>,
    pub(crate) a: Vector<R, 3>,
    pub(crate) b: Vector<R, 3>,
}

impl<R: Real> SupportPoint<R> {
    /// The support point of the difference b − a in the opposite of a direction: the point with the smallest projection onto the direction.
    #[inline]
    pub(crate) fn new(a: &Core<R, 3>, b: &Core<R, 3>, direction: Vector<R, 3>) -> Self {
        let a = a.support(direction);
        let b = b.support(-direction);
        Self { w: b - a, a, b }
    }

    /// The same pair of points, as a point of the difference a − b. It is the support point of that difference in the direction that was
    /// passed to [`new`](Self::new).
    #[inline]
    pub(super) fn reversed(self) -> Self {
        Self { w: self.a - self.b, ..self }
    }

    /// The support point after the second core has moved by an offset. The point `b` stays where it was before the motion.
    #[inline]
    pub(super) fn moved(self, offset: Vector<R, 3>) -> Self {
        Self { w: self.w + offset, ..self }
    }

    /// The squared distance of `a` or `b` from the origin, whichever is larger.
    #[inline]
    pub(super) fn squared_magnitude(&self) -> R {
        self.a.dot(self.a).max(self.b.dot(self.b))
    }
}
