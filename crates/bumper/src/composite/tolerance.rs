//! The tolerances of lists of parts and of the queries above them, each with its unit and the reason for its value.
//!
//! Epsilon is that of the float type of the query, unless the constant says otherwise.

/// The computed separation of two parts may be smaller than the separation of their AABBs, but only because of rounding. This is the
/// largest possible difference, in multiples of epsilon times the coordinates.
pub(crate) const PART_SEPARATION_ERROR: f64 = 32.0;

/// If the absolute value of a separation is at most this number, in multiples of epsilon times the coordinates, rounding may have changed
/// its sign. The relation of the shapes, which is more accurate, then determines the sign.
pub(crate) const UNCERTAIN_SIGN: f64 = 16.0;

/// A small length that is added to the limits of searches, so that even a limit of zero is raised a little. It is far smaller than any
/// meaningful length, so it has no influence on other limits.
pub(crate) const LIMIT_MARGIN: f64 = 1e-30;

/// The error of a separating translation, as a multiple of the rounding error of coordinates. It is large because the translation may end
/// at an intersection of two boundaries that cross at a small angle.
#[cfg(feature = "alloc")]
pub(crate) const TRANSLATION_ERROR: f64 = 1e3;

/// A shape counts as thin if its width is at most this multiple of the rounding error of coordinates.
#[cfg(feature = "alloc")]
pub(crate) const THIN_SHAPE: f64 = 64.0;

/// After a first pair of overlapping parts has been found, another pair is only considered if its penetration is deeper by this factor. The
/// factor applies to the initial limit of the search as well, if that is negative.
#[cfg(feature = "alloc")]
pub(crate) const DEEPER_PAIR: f64 = 3.0;

/// The tolerance of support points. A corner counts as a local support point along a direction although one of its neighbours is slightly
/// farther in this direction: by at most this fraction of their distance. It is needed if an edge of one shape is parallel, up to rounding,
/// to an edge of the other shape. Both ends of one edge are then support points along the normal of the other. A corner that counts wrongly
/// only gives one more candidate for the nearest boundary point, which does no harm.
#[cfg(feature = "alloc")]
pub(crate) const SUPPORT_TOLERANCE: f64 = 1e-9;

/// A shape with rounded corners counts as inside a curved shape if its corners protrude from it by at most this fraction of the size of
/// both shapes. The tolerance is large because the depth of a point in a curved shape is found by iteration.
pub(crate) const ROUND_INSIDE_ERROR: f64 = 1e-6;

/// The margin that is added around a box because of rounding, as a multiple of epsilon times the coordinates of the box relative to the
/// start of the ray.
pub(crate) const RAY_BOX_ERROR: f64 = 64.0;

/// Two shapes surely overlap if they penetrate each other by more than this multiple of the rounding error of coordinates.
pub(crate) const DEEP_OVERLAP: f64 = 16.0;

/// Two shapes, at least one of them with a curved rim, surely overlap if they penetrate each other by more than this fraction of the
/// largest coordinate. It is ten times the error of their separation.
pub(crate) const DEEP_CURVED_OVERLAP: f64 = 1e-5;

/// Two rounding errors in multiples of epsilon: the relative error of the coordinates of a moving box, and the absolute error of a time.
pub(crate) const FIRST_CONTACT_ERROR: f64 = 32.0;

/// A box is clipped at this distance from the other shape, in multiples of the other shape's size plus its motion. Used by [`nearby`].
pub(crate) const CLIPPED_BOX_DISTANCE: f64 = 16.0;

/// Two directions count as opposite if the cosine of the angle between them is below minus this number.
pub(crate) const OPPOSITE_COSINE: f64 = 0.9;

/// After the moving shape has passed through the other one, the other one counts as directly behind it up to this separation. In multiples
/// of the separation at which the moving shape stops.
pub(crate) const MAX_GAP_BEHIND: f64 = 4.0;

/// The distance at which shapes count as touching, as a fraction of their size. Conservative advancement reaches this distance in a few
/// dozen steps.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) const TOUCH_TOLERANCE: f64 = 1e-7;

/// Shapes that touch at the start are first tested at this time (a fraction of the motion) for whether they have separated.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) const FIRST_STEP: f64 = 1e-5;
