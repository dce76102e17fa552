//! The tolerances of lists of parts and of the queries above them, each with its unit and the reason for its value.
//!
//! Epsilon is that of the float type of the query, unless the constant says otherwise. What half or twice of a value would do follows from
//! its use; only the values themselves are tested.

/// The computed separation of two parts may be smaller than the separation of their AABBs, but only because of rounding. This is the
/// largest possible difference, in multiples of epsilon times the coordinates. With half of it, a part that touches may be skipped; with
/// twice as much, more pairs of parts are tested.
pub(crate) const PART_SEPARATION_ERROR: f64 = 32.0;

/// The difference between two computations of a separation, in multiples of epsilon times the separation: the final one, and the bound of
/// an early out. With half of it, the contact of another pair with the same separation may be reported; with twice as much, more pairs
/// are computed in full.
pub(crate) const TIED_SEPARATION_ERROR: f64 = 8.0;

/// If the absolute value of a separation is at most this number, in multiples of epsilon times the coordinates, rounding may have changed
/// its sign. The relation of the shapes, which is more accurate, then determines the sign. With half of it, a contact may disagree with the
/// relation; with twice as much, the relation is computed more often, which costs time.
pub(crate) const UNCERTAIN_SIGN: f64 = 16.0;

/// A small length that is added to the limits of searches, so that even a limit of zero is raised a little. It is far smaller than any
/// meaningful length, so it has no influence on other limits. Any positive number that is far below every meaningful length serves; half or
/// twice of it changes nothing.
pub(crate) const LIMIT_MARGIN: f64 = 1e-30;

/// The error of a separating translation, as a multiple of the rounding error of coordinates. It is large because the translation may end
/// at an intersection of two boundaries that cross at a small angle. With half of it, a translation may leave the shapes overlapping by
/// rounding; with twice as much, it is longer than necessary.
#[cfg(feature = "alloc")]
pub(crate) const TRANSLATION_ERROR: f64 = 1e3;

/// A shape counts as thin if its width is at most this multiple of the rounding error of coordinates. A region is cut into convex parts. A
/// thin shape on the common edge of two parts overlaps neither of them by more than the rounding error, so it needs an algorithm of its own.
/// With half of this factor, the depth of such a shape may be computed as zero; with twice as much, more shapes are treated as thin, which
/// costs time.
#[cfg(feature = "alloc")]
pub(crate) const THIN_SHAPE: f64 = 64.0;

/// The factor by which the penetration of another pair of parts must be deeper before the search replaces the first overlapping pair that
/// it has found. The factor applies to the initial limit of the search as well, if that is negative. With half of it, more pairs are
/// searched, which costs time; with twice as much, the depth of the first pair bounds the result less tightly, and the search that follows
/// takes longer.
#[cfg(feature = "alloc")]
pub(crate) const DEEPER_PAIR: f64 = 3.0;

/// The tolerance of support points. A corner counts as a local support point along a direction although one of its neighbours is slightly
/// farther in this direction: by at most this fraction of their distance. It is needed if an edge of one shape is parallel, up to rounding,
/// to an edge of the other shape. Both ends of one edge are then support points along the normal of the other. A corner that counts wrongly
/// only gives one more candidate for the nearest boundary point, which does no harm. With half of it, a segment of the boundary may be
/// missed, so that the depth is too large; with twice as much, there are more candidates.
#[cfg(feature = "alloc")]
pub(crate) const SUPPORT_TOLERANCE: f64 = 1e-9;

/// A shape with rounded corners counts as inside a curved shape if its corners protrude from it by at most this fraction of the size of
/// both shapes. The tolerance is large because the depth of a point in a curved shape is found by iteration. With half of it, a shape that
/// touches the boundary from inside may count as outside; with twice as much, it may protrude.
pub(crate) const ROUND_INSIDE_ERROR: f64 = 1e-6;

/// The margin that is added around a box because of rounding, as a multiple of epsilon times the coordinates of the box relative to the
/// start of the ray. With half of it, a ray that grazes a part may skip it; with twice as much, more parts are tested.
pub(crate) const RAY_BOX_ERROR: f64 = 64.0;

/// The rounding error of the start of a ray, in multiples of the error of boxes in `f32` times the sum of its coordinates. With half of it,
/// a ray that grazes a part may skip it; with twice as much, more parts are tested.
#[cfg(feature = "alloc")]
pub(crate) const RAY_START_ERROR: f64 = 0.75;

/// Two shapes surely overlap if they penetrate each other by more than this multiple of the rounding error of coordinates. With half of it,
/// shapes that touch may count as overlapping; with twice as much, more pairs take the exact relation.
pub(crate) const DEEP_OVERLAP: f64 = 16.0;

/// Two shapes, at least one of them with a curved rim, surely overlap if they penetrate each other by more than this fraction of the
/// largest coordinate. It is ten times the error of their separation. With half of it, shapes that touch may count as overlapping; with
/// twice as much, small overlaps count as contacts.
pub(crate) const DEEP_CURVED_OVERLAP: f64 = 1e-5;

/// A bound of two rounding errors in the search for the first contact, in multiples of epsilon: the relative error of the coordinates of a
/// moving box, and the absolute error of a time from 0 to
/// 1. With half of it, a part that is hit may be skipped; with twice as much, more parts are tested.
pub(crate) const FIRST_CONTACT_ERROR: f64 = 32.0;

/// A box is clipped at this distance from the other shape, in multiples of the other shape's size plus its motion. The search for the
/// time of first overlap uses it. With half of it, the clipped sides are closer to the path of the other shape, but still not on it; with
/// twice as much, clipped coordinates have larger rounding errors.
pub(crate) const CLIPPED_BOX_DISTANCE: f64 = 16.0;

/// A motion runs along a surface at a shallow angle if the sine of the angle between them is below this number. The time of the entry is
/// then extrapolated over more than ten times the tolerance of the overlap, so it is checked. With half of it, the extrapolated time is
/// wrong by twice as much at an edge; with twice as much, more entries are checked.
pub(crate) const SHALLOW_SINE: f64 = 0.1;

/// Two directions count as opposite if the cosine of the angle between them is below minus this number. If 1 minus this
/// number is halved, a shape that leaves a slanted gap may seem to overlap; if it is doubled, other directions count as opposite.
pub(crate) const OPPOSITE_COSINE: f64 = 0.9;

/// The largest separation at which a shape counts as directly behind a moving shape that has passed through it, in multiples of the
/// separation at which the moving shape stops. With half of it, an overlap that ends within rounding may be reported late; with twice as
/// much, a shape at a distance counts as left behind.
pub(crate) const MAX_GAP_BEHIND: f64 = 4.0;

/// The distance at which shapes count as touching, as a fraction of their size. Conservative advancement reaches this distance in a few
/// dozen steps. With half of it, the advancement needs more steps; with twice as much, hits are reported at a larger gap.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) const TOUCH_TOLERANCE: f64 = 1e-7;

/// The time, as a fraction of the motion, of the first test whether shapes that touch at the start have separated. With half of it,
/// rounding hides whether shapes separate; with twice as much, a short contact after the start may be missed.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) const FIRST_STEP: f64 = 1e-5;

// Lists of parts.

/// The rounding error of a coordinate of a transformed corner, in multiples of epsilon times the coordinates. The coordinate is a sum of
/// products, so its error is larger than that of a single operation. With half of it, a box may be too small for its part, which is then
/// skipped; with twice as much, more parts are tested.
pub(crate) const CORNER_ERROR: f64 = 4.0;

/// The square of a shorter length underflows in `f32`. So the computed distance of two shapes may be zero although they are apart by such a
/// length. Early outs by AABBs have to give the same answer as exact tests, so they only reject lists whose AABBs are farther apart than
/// this length. With half of it, an early out may disagree with the exact test; with twice as much, lists that are apart by less are
/// tested.
pub(crate) const UNDERFLOW_LENGTH: f64 = 1e-22;

/// The rounding error of the separation of two AABBs, as a multiple of epsilon times the sum of their absolute coordinates. With half of
/// it, lists that touch may count as apart; with twice as much, fewer pairs are decided early.
pub(crate) const AABB_GAP_ERROR: f64 = 16.0;

/// A bound of the rounding error of a slab's `center_offset`, in multiples of epsilon times the coordinates. With half of it, a part that
/// touches may be skipped; with twice as much, more parts are tested.
pub(crate) const SLAB_ERROR: f64 = 16.0;

/// A bound of the rounding error of lower bounds, in multiples of epsilon times the coordinates. With half of it, a pixel that touches may
/// be skipped; with twice as much, more pixels are tested.
pub(crate) const PIXEL_BOUND_ERROR: f64 = 64.0;
