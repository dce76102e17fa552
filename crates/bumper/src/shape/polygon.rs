//! Convex polygons with borrowed corners or a fixed capacity, and the errors of polygons.

mod buf;
#[cfg(feature = "alloc")]
mod clip;

pub use buf::PolygonBuf;

use crate::scalar::{Real, Scalar};
use crate::{Relate, Vector};
use core::cmp::Ordering;
use core::fmt;

/// A closed convex polygon over borrowed corners, optionally rounded by a radius. It accepts any scalar type and is exact for integers; a
/// radius needs a float scalar.
///
/// ```
/// use bumper::{Polygon, Relate, Vector};
/// const HULL: [Vector<i16, 2>; 4] = [Vector([0, 0]), Vector([20, 10]), Vector([0, 20]), Vector([-20, 10])];
/// let hull = Polygon::new(&HULL).unwrap();
/// assert!(hull.contains([10, 5]) && !hull.contains([11, 5]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("ConvexPolygon", "b2Polygon", "ConvexPolygonShape2D"))]
pub struct Polygon<'a, S, const N: usize = 2> {
    corners: &'a [Vector<S, N>],
    clockwise: bool,
    radius: S,
}

/// The reason why points do not form a valid polygon.
///
/// ```
/// use bumper::{Polygon, PolygonError, Vector};
/// let line = [Vector([0, 0]), Vector([1, 1]), Vector([2, 2])];
/// assert_eq!(Polygon::new(&line), Err(PolygonError::Flat));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolygonError {
    /// There are fewer than three different points.
    TooFew,
    /// There are more corners than the capacity of a [`PolygonBuf`].
    TooMany,
    /// All points are collinear.
    Flat,
    /// The polygon is not convex: it has a reflex corner, or it winds around more than once.
    NotConvex,
    /// The polygon is not simple: two of its edges cross.
    Crossing,
    /// The polygon is not simple, though no edges cross: edges that are not neighbours touch or overlap, or an edge runs back along the one
    /// before it. For example, a slit connects a hole to the outside, or two parts meet in a corner. Split the polygon there.
    Touching,
    /// A coordinate is infinite or NaN.
    NotFinite,
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            PolygonError::TooFew => "a polygon needs three different points",
            PolygonError::TooMany => "the polygon has more corners than there is room for",
            PolygonError::Flat => "all points of the polygon lie on a line",
            PolygonError::NotConvex => "the polygon is not convex",
            PolygonError::Crossing => "edges of the polygon cross",
            PolygonError::Touching => "edges of the polygon touch or overlap, as at the slit of a hole",
            PolygonError::NotFinite => "the polygon has a coordinate that is not finite",
        })
    }
}

impl core::error::Error for PolygonError {}

impl<'a, S: Scalar> Polygon<'a, S, 2> {
    /// Creates a convex polygon that borrows the list of its corners, in either winding. Repeated corners and corners on a straight edge
    /// are allowed. Costs O(n).
    ///
    /// # Errors
    /// [`PolygonError`] if the corners do not form a convex polygon: too few, collinear, not convex, or not finite.
    ///
    /// ```
    /// use bumper::{Polygon, PolygonError, Vector};
    /// let star = [[0, 6], [4, -5], [-6, 2], [6, 2], [-4, -5]].map(Vector);
    /// assert_eq!(Polygon::new(&star), Err(PolygonError::NotConvex));
    /// ```
    pub fn new(corners: &'a [Vector<S, 2>]) -> Result<Self, PolygonError> {
        let clockwise = winding(corners)? == Ordering::Less;
        Ok(Self { corners, clockwise, radius: S::ZERO })
    }
}

impl<R: Real, const N: usize> Polygon<'_, R, N> {
    /// The polygon extended by a radius on all sides, with round corners. An earlier radius is replaced. The radius is clamped to the range
    /// from zero to [`Scalar::MAX_RADIUS`].
    ///
    /// ```
    /// use bumper::{Polygon, Vector};
    /// let corners = [[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]].map(Vector);
    /// let cushion = Polygon::new(&corners).unwrap().rounded(2.0);
    /// assert!(cushion.contains([-1.0, -1.0]) && !cushion.contains([-2.0, -2.0]));
    /// ```
    #[must_use]
    pub fn rounded(self, radius: R) -> Self {
        Self { radius: super::ball::clamped_radius(radius), ..self }
    }
}

impl<'a, S: Scalar, const N: usize> Polygon<'a, S, N> {
    /// Like [`new`](Polygon::new), but available for every dimension `N`, for generic code. `None` if `N` is not 2, or if the points do not
    /// form a convex polygon.
    ///
    /// ```
    /// use bumper::{Polygon, Vector};
    /// assert!(Polygon::try_new(&[[0, 0], [9, 0], [0, 9]].map(Vector)).is_some());
    /// ```
    #[must_use]
    pub fn try_new(corners: &'a [Vector<S, N>]) -> Option<Self> {
        let clockwise = winding(corners).ok()? == Ordering::Less;
        (N == 2).then_some(Self { corners, clockwise, radius: S::ZERO })
    }

    /// Creates a polygon without checking its corners. The caller guarantees that they are convex and counter-clockwise.
    #[cfg(feature = "alloc")]
    pub(crate) fn known(corners: &'a [Vector<S, N>]) -> Self {
        Self { corners, clockwise: false, radius: S::ZERO }
    }

    /// The polygon with the given radius, which is not checked. The caller guarantees that it is between zero and [`Scalar::MAX_RADIUS`].
    #[cfg(feature = "alloc")]
    pub(crate) fn known_rounded(self, radius: S) -> Self {
        Self { radius, ..self }
    }

    /// The number of corners passed to the constructor, repeated corners included.
    ///
    /// ```
    /// use bumper::{Polygon, Vector};
    /// assert_eq!(Polygon::new(&[[0, 0], [9, 0], [0, 9]].map(Vector)).unwrap().len(), 3);
    /// ```
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "it has three corners or more")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.corners.len()
    }

    /// The corners, counter-clockwise if y points up (clockwise on a screen). Repeated corners are included.
    ///
    /// ```
    /// use bumper::{Polygon, Vector};
    /// let corners = [[0, 0], [0, 9], [9, 0]].map(Vector);
    /// let polygon = Polygon::new(&corners).unwrap();
    /// assert!(polygon.corners().eq([[9, 0], [0, 9], [0, 0]].map(Vector)));
    /// ```
    pub fn corners(&self) -> impl ExactSizeIterator<Item = Vector<S, N>> + Clone + 'a {
        let polygon = *self;
        (0..polygon.len()).map(move |index| polygon.corner(index))
    }

    /// The corners in the order of the constructor's argument, and whether this order is clockwise.
    pub(crate) fn raw(&self) -> (&'a [Vector<S, N>], bool) {
        (self.corners, self.clockwise)
    }

    /// The corner at an index in counter-clockwise order.
    #[inline]
    pub(crate) fn corner(&self, index: usize) -> Vector<S, N> {
        self.corners[if self.clockwise { self.corners.len() - 1 - index } else { index }]
    }

    /// The radius of the rounded corners; zero for a sharp polygon.
    ///
    /// ```
    /// use bumper::{Polygon, Vector};
    /// assert_eq!(Polygon::new(&[[0, 0], [9, 0], [0, 9]].map(Vector)).unwrap().radius(), 0);
    /// ```
    #[inline]
    #[must_use]
    pub fn radius(&self) -> S {
        self.radius
    }

    /// Whether a point is in the polygon (extended by its radius) or on its boundary.
    ///
    /// ```
    /// use bumper::{Polygon, Vector};
    /// assert!(Polygon::new(&[[0, 0], [9, 0], [0, 9]].map(Vector)).unwrap().contains([4, 5]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}

/// The first two coordinates of a vector, for functions that are used only in 2D but have to compile for every dimension. In 1D, the only
/// coordinate is repeated.
#[inline]
pub(crate) fn xy<S: Copy, const N: usize>(v: Vector<S, N>) -> [S; 2] {
    [v.0[0], v.0[if N > 1 { 1 } else { 0 }]]
}

/// Whether `b` lies on the segment from `a` to `c`, ends included.
pub(crate) fn between<S: Scalar, const N: usize>(a: Vector<S, N>, b: Vector<S, N>, c: Vector<S, N>) -> bool {
    let a = xy(a);
    let b = xy(b);
    let c = xy(c);
    S::orient2d(b, a, c) == Some(Ordering::Equal) && S::ahead(b, a, c) != Some(Ordering::Greater)
}

/// The two outer points of three collinear points.
pub(crate) fn ends_of_flat<S: Scalar, const N: usize>([a, b, c]: [Vector<S, N>; 3]) -> [Vector<S, N>; 2] {
    // Only the signs of dot products are tested. An orientation test could contradict the test that has found the points collinear: because
    // of rounding, its result may depend on the order of the points.
    let amid = |p, q, r| S::ahead(xy(q), xy(p), xy(r)) != Some(Ordering::Greater);
    if amid(a, b, c) {
        [a, c]
    } else if amid(b, c, a) {
        [b, a]
    } else {
        [b, c]
    }
}

/// The winding of a convex polygon: `Greater` for counter-clockwise if y points up, `Less` for clockwise.
///
/// A polygon is convex if all its turns go to the same side and it winds around only once. The number of windings follows from the signs of
/// the edge vectors' coordinates: if it winds around once, the sign changes exactly twice on each axis.
fn winding<S: Scalar, const N: usize>(points: &[Vector<S, N>]) -> Result<Ordering, PolygonError> {
    if !points.iter().flat_map(|point| point.0).all(|c| c.to_f64().is_finite()) {
        return Err(PolygonError::NotFinite);
    }
    let n = points.len();
    let next = |index: usize| if index + 1 < n { index + 1 } else { 0 };
    let edges = || (0..n).map(|i| (xy(points[i]), xy(points[next(i)]))).filter(|(a, b)| a != b);
    let Some(last) = edges().last() else { return Err(PolygonError::TooFew) };
    let mut before = last;
    let mut side = Ordering::Equal;
    let mut spike = false;
    let mut count = 0;
    // For each axis, the sign of the coordinate of the last edge vector that was not zero on this axis, and the number of sign changes so
    // far.
    let mut sign_changes = [(None, 0); 2];
    let edge_sign = |a: S, b: S| b.partial_cmp(&a).filter(|sign| sign.is_ne());
    for pass in 0..2 {
        for edge in edges() {
            for (k, (now, changes)) in sign_changes.iter_mut().enumerate() {
                if let Some(next) = edge_sign(edge.0[k], edge.1[k]) {
                    // The edges are visited twice. The first pass only finds the sign of the last edge on each axis. The second pass
                    // compares it with the sign of the first edge, and counts all changes.
                    *changes += u32::from(pass == 1 && *now != Some(next));
                    *now = Some(next);
                }
            }
            if pass == 0 {
                continue;
            }
            count += 1;
            match S::orient2d(before.0, before.1, edge.1) {
                Some(Ordering::Equal) => {
                    spike |= S::ahead(before.1, before.0, edge.1) == Some(Ordering::Greater);
                }
                Some(turn) if side.is_eq() || side == turn => side = turn,
                _ => return Err(PolygonError::NotConvex),
            }
            before = edge;
        }
    }
    if count < 3 {
        Err(PolygonError::TooFew)
    } else if side.is_eq() {
        Err(PolygonError::Flat)
    } else if spike || sign_changes.iter().any(|axis| axis.1 > 2) {
        Err(PolygonError::NotConvex)
    } else {
        Ok(side)
    }
}
