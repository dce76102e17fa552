//! The relation of two shapes: whether they are apart, touch or overlap. One rule applies to every pair of shapes and every scalar.
//!
//! Let D be the Minkowski difference of two shapes: the set of all differences b − a for a in shape A and b in shape B.
//!
//! - [`Relation::Apart`]: the origin is outside D. The shapes share no point.
//! - [`Relation::Touching`]: the origin is on the boundary of D. The shapes share a point, but arbitrarily small translations separate
//!   them.
//! - [`Relation::Overlapping`]: the origin is in the interior of D. No arbitrarily small translation separates the shapes.
//!
//! For example, two boxes that share only an edge or a corner touch. A point on a circle touches it; a point inside the circle overlaps it.
//! Two equal points touch. Two segments that cross in 2D overlap.
//!
//! With integers and fixed point, the answer is exact for every input. With floats, pairs of boxes and points are exact too, because they
//! need only comparisons. For other pairs of floats, the answer is exact for slightly different shapes: shapes whose coordinates and radii
//! are changed a little. Each change is at most 8 [`EPSILON`](f32::EPSILON) times the largest of three lengths: the two radii, and the gap
//! between the shapes without their radii (zero if these overlap). Underflow may add 10⁻²² (`f32`) or 10⁻⁸⁰ (`f64`). A shape with a NaN is
//! apart from every shape.
//!
//! The accuracy for floats depends on the kinds of the shapes:
//!
//! - 2D segments, triangles and polygons without a radius: decided by orientation tests of corners and edges, which are exact for `f32`
//!   coordinates of similar magnitude.
//! - A half-space and a point, ball or shape with given corners, if its plane is perpendicular to an axis: a difference of two coordinates is
//!   compared. Other half-spaces: within 4 EPSILON times the products of the normal and the distances that are added up.
//! - Oriented boxes: sums of rounded products are compared.
//! - Other shapes with a radius, and shapes with corners in 3D: they touch if the absolute value of their computed separation is within 4
//!   EPSILON times the sum of their sizes, their radii and their distance.
//! - Curved rims (of cylinders and ellipses) against shapes that are not parallel to their axis: accurate within 10⁻⁶ of the size.
//! ```
//! use bumper::{Aabb, Ball, Relate, Relation};
//!
//! let wall = Aabb::new([10i16, 0], [20, 100]);
//! let dot = Ball::new([5i16, 50], 5);
//! assert_eq!(dot.relation(&wall), Relation::Touching);
//! assert!(dot.intersects(&wall)); // touching counts
//! assert!(!dot.overlaps(&wall)); // touching does not count
//! ```

/// The relation of two shapes, ordered from weakest to strongest: apart, touching, overlapping.
///
/// ```
/// use bumper::Relation;
/// assert!(Relation::Apart < Relation::Touching && Relation::Touching < Relation::Overlapping);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Relation {
    /// The shapes share no point.
    Apart,
    /// The shapes share a point, but arbitrarily small translations separate them.
    Touching,
    /// The shapes share points, and no arbitrarily small translation separates them.
    Overlapping,
}

/// A pair of shapes whose relation can be tested. Implemented for every pair of shapes with the same scalar and dimension.
///
/// For a shape of your own, implement only [`relate`](Relate::relate).
///
/// ```
/// use bumper::{Aabb, Relate, Vector, Verdict};
///
/// /// Everything below a floor.
/// struct Ground(f32);
///
/// impl Relate<Aabb<f32, 2>> for Ground {
///     fn relate<V: Verdict>(&self, shape: &Aabb<f32, 2>) -> V {
///         V::within(shape.min().y(), self.0)
///     }
/// }
///
/// let ground = Ground(0.0);
/// assert!(ground.intersects(&Aabb::new([3.0, 0.0], [4.0, 1.0])));
/// assert!(!ground.overlaps(&Aabb::new([3.0, 0.0], [4.0, 1.0])));
/// ```
pub trait Relate<B: ?Sized = Self> {
    /// The relation of the shapes, in the form that the caller requests: a [`Relation`], or a boolean for
    /// [`intersects`](Relate::intersects) or [`overlaps`](Relate::overlaps). The other methods call this one.
    ///
    /// ```
    /// use bumper::{Aabb, Relate, Relation};
    /// let box_ = Aabb::new([0, 0], [1, 1]);
    /// assert_eq!(box_.relate::<Relation>(&box_), Relation::Overlapping);
    /// ```
    fn relate<V: Verdict>(&self, other: &B) -> V;

    /// The relation of the shapes: apart, touching or overlapping.
    ///
    /// ```
    /// use bumper::{Ball, Relate, Relation};
    /// let (a, b) = (Ball::new([0i16, 0], 10), Ball::new([15, 0], 10));
    /// assert_eq!(a.relation(&b), Relation::Overlapping);
    /// ```
    #[inline]
    fn relation(&self, other: &B) -> Relation {
        self.relate(other)
    }

    /// Whether the shapes share a point. True if they only touch.
    ///
    /// ```
    /// use bumper::{Aabb, Relate};
    /// assert!(Aabb::new([0, 0], [1, 1]).intersects(&Aabb::new([1, 1], [2, 2])));
    /// ```
    #[inline]
    #[doc(alias(
        "colliderect",
        "CheckCollisionRecs",
        "CheckCollisionCircles",
        "CheckCollisionCircleRec",
        "SDL_HasRectIntersection",
        "intersection_test",
        "b2TestOverlap",
        "collision"
    ))]
    fn intersects(&self, other: &B) -> bool {
        if cfg!(feature = "compact") {
            return self.relation(other) != Relation::Apart;
        }
        self.relate::<Closed>(other).0
    }

    /// Whether the shapes share more than boundary points. False if they only touch.
    ///
    /// ```
    /// use bumper::{Aabb, Relate};
    /// assert!(!Aabb::new([0, 0], [1, 1]).overlaps(&Aabb::new([1, 1], [2, 2])));
    /// ```
    #[inline]
    #[doc(alias("SDL_HasIntersection", "check_collision"))]
    fn overlaps(&self, other: &B) -> bool {
        if cfg!(feature = "compact") {
            return self.relation(other) == Relation::Overlapping;
        }
        self.relate::<Open>(other).0
    }
}

/// The form of the answer to a relation query: a [`Relation`], or a boolean that says whether the shapes overlap, or whether they overlap
/// or touch. Each test is written once, for all three forms. For a boolean, the compiler removes the work that only the other forms need.
/// The trait is sealed.
///
/// ```
/// use bumper::{Relation, Verdict};
/// assert_eq!(Relation::within(3, 5).and(Relation::within(5, 5)), Relation::Touching);
/// ```
pub trait Verdict: Copy + sealed::Sealed {
    /// The strongest verdict: the shapes overlap.
    ///
    /// ```
    /// use bumper::{Relation, Verdict};
    /// assert_eq!(Relation::OVERLAPPING, Relation::Overlapping);
    /// ```
    const OVERLAPPING: Self;

    /// The weakest verdict: the shapes are apart.
    ///
    /// ```
    /// use bumper::{Relation, Verdict};
    /// assert_eq!(Relation::APART, Relation::Apart);
    /// ```
    const APART: Self;

    /// The verdict for a value and its limit, such as a distance and a sum of radii: overlapping if `value` is below `limit`, touching if
    /// they are equal, apart if `value` is above `limit` or if one of them is NaN.
    ///
    /// ```
    /// use bumper::{Relation, Verdict};
    /// assert_eq!(Relation::within(5, 5), Relation::Touching);
    /// ```
    fn within<T: PartialOrd>(value: T, limit: T) -> Self;

    /// The verdict for a value and its limit, like [`within`](Verdict::within), except if they are equal. The result is then the verdict of
    /// `inside`, but at least touching. This is needed if the limit may be zero, for example for the distance of two shapes without radii.
    /// Shapes at a distance of zero either touch or overlap, so `inside` has to compare the shapes themselves.
    ///
    /// ```
    /// use bumper::{Relation, Verdict};
    /// assert_eq!(Relation::within_or(0, 0, || Relation::Overlapping), Relation::Overlapping);
    /// ```
    fn within_or<T: PartialOrd>(value: T, limit: T, inside: impl FnOnce() -> Self) -> Self;

    /// The weaker of two verdicts. Boxes, for example, are products of intervals: their relation is the weakest of the relations of the
    /// intervals on all axes.
    ///
    /// ```
    /// use bumper::{Relation, Verdict};
    /// assert_eq!(Relation::Apart.and(Relation::Touching), Relation::Apart);
    /// ```
    fn and(self, other: Self) -> Self;

    /// The stronger of two verdicts. The relation of a shape to a union of parts is the strongest of its relations to the parts.
    ///
    /// ```
    /// use bumper::{Relation, Verdict};
    /// assert_eq!(Relation::Apart.or(Relation::Touching), Relation::Touching);
    /// ```
    fn or(self, other: Self) -> Self;

    /// Whether this is the strongest verdict. Further parts of a union cannot change it then, so a loop over parts may end; see
    /// [`or`](Verdict::or).
    ///
    /// ```
    /// use bumper::{Relation, Verdict};
    /// assert!(Relation::Overlapping.is_final() && !Relation::Touching.is_final());
    /// ```
    fn is_final(self) -> bool;

    /// Whether this is the weakest verdict. Further factors of a product cannot change it then, so a loop over axes may end; see
    /// [`and`](Verdict::and).
    ///
    /// ```
    /// use bumper::{Relation, Verdict};
    /// assert!(Relation::Apart.is_weakest() && !Relation::Touching.is_weakest());
    /// ```
    fn is_weakest(self) -> bool;
}

impl Verdict for Relation {
    const OVERLAPPING: Self = Relation::Overlapping;
    const APART: Self = Relation::Apart;

    #[inline]
    fn within<T: PartialOrd>(value: T, limit: T) -> Self {
        if value < limit {
            Relation::Overlapping
        } else if value == limit {
            Relation::Touching
        } else {
            Relation::Apart
        }
    }
    #[inline]
    fn within_or<T: PartialOrd>(value: T, limit: T, inside: impl FnOnce() -> Self) -> Self {
        let relation = Self::within(value, limit);
        if relation == Relation::Touching { relation.or(inside()) } else { relation }
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        self.min(other)
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        self.max(other)
    }
    #[inline]
    fn is_final(self) -> bool {
        self == Relation::Overlapping
    }
    #[inline]
    fn is_weakest(self) -> bool {
        self == Relation::Apart
    }
}

/// A verdict that is true if the shapes share a point.
#[derive(Clone, Copy)]
struct Closed(bool);

impl Verdict for Closed {
    const OVERLAPPING: Self = Closed(true);
    const APART: Self = Closed(false);

    #[inline]
    fn within<T: PartialOrd>(value: T, limit: T) -> Self {
        Closed(value <= limit)
    }
    #[inline]
    fn within_or<T: PartialOrd>(value: T, limit: T, _inside: impl FnOnce() -> Self) -> Self {
        Self::within(value, limit)
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        Closed(self.0 & other.0)
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        Closed(self.0 | other.0)
    }
    #[inline]
    fn is_final(self) -> bool {
        self.0
    }
    #[inline]
    fn is_weakest(self) -> bool {
        !self.0
    }
}

/// A verdict that is true if the shapes overlap, and false if they only touch.
#[derive(Clone, Copy)]
struct Open(bool);

impl Verdict for Open {
    const OVERLAPPING: Self = Open(true);
    const APART: Self = Open(false);

    #[inline]
    fn within<T: PartialOrd>(value: T, limit: T) -> Self {
        Open(value < limit)
    }
    #[inline]
    fn within_or<T: PartialOrd>(value: T, limit: T, inside: impl FnOnce() -> Self) -> Self {
        Open(value < limit || value == limit && inside().0)
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        Open(self.0 & other.0)
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        Open(self.0 | other.0)
    }
    #[inline]
    fn is_final(self) -> bool {
        self.0
    }
    #[inline]
    fn is_weakest(self) -> bool {
        !self.0
    }
}

mod sealed {
    pub trait Sealed: 'static {}
    impl Sealed for super::Relation {}
    impl Sealed for super::Closed {}
    impl Sealed for super::Open {}
}
