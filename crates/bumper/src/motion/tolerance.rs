//! The tolerances of movers, each with its unit and the reason for its value.
//!
//! An ulp is the rounding error of a coordinate: the epsilon of the scalar times the largest coordinate involved. Tolerances in ulps are
//! multiples of it.

/// A vector counts as parallel to a surface if its component into the surface is at most this fraction of its length. The reason for the
/// value: the length of normals is accurate to about 10⁻¹², and normals from an iterative search lose three more digits.
pub(super) const PARALLEL_TOLERANCE: f64 = 1e-9;

/// The smallest sine of the angle between two surfaces that form an edge. With a smaller angle, they count as one surface.
pub(super) const MIN_EDGE_SINE: f64 = 1e-9;

/// Two surfaces whose unit normals differ by less than this length count as one surface.
pub(super) const SAME_SURFACE: f64 = 1e-3;

/// The tangent of the angle between a surface and the motion after a second hit on it. The tangent doubles with every further hit. Without
/// this angle, the motion would hit the surface again, because normals of the same surface differ by rounding.
pub(super) const MIN_TILT: f64 = 1e-6;

/// The smallest sine of the angle between a slope and level ground at which a mover leaves the slope sideways if it overlaps it. On a
/// flatter slope, the way sideways would be more than twice as long as the penetration is deep.
pub(super) const MIN_WALL_SINE: f64 = 0.5;

/// The distance between a contact and the probe that finds the face next to it, as a fraction of the longest side of the AABB of the
/// mover.
pub(super) const EDGE_PROBE_OFFSET: f64 = 1.0 / 256.0;

/// The tangent of the steepest face that the probe beside a contact finds. It is that of [`MAX_SLOPE_ANGLE`], rounded up.
pub(super) const EDGE_PROBE_SLOPE: f64 = 6.0;

/// A component of a displacement is rounded to a multiple of the smallest unit of the scalar if it differs from the multiple by less than
/// this fraction of the unit. The difference is then a rounding error of a few products and a quotient.
pub(super) const INTEGER_TOLERANCE: f64 = 1e-9;

/// The tolerance, as a difference of cosines, when the slope of a surface is compared with the steepest floor. It is needed because normals
/// in `f32` are accurate only to 10⁻⁷.
pub(super) const COSINE_TOLERANCE: f64 = 1e-6;

/// The smallest cosine of the angle between the upward direction and the normal of a floor. It applies even if the floor angle is 90
/// degrees: a vertical surface is never a floor.
pub(super) const MIN_FLOOR_COSINE: f64 = 1e-9;

/// The angle of the steepest slope that a mover follows downwards: 80 degrees, in radians. It is also the largest floor angle that a floor
/// probe, the short sweep downwards that looks for a floor, takes into account. A slope with this angle drops by less than six times the
/// horizontal distance.
pub(super) const MAX_SLOPE_ANGLE: f64 = 80.0 * core::f64::consts::PI / 180.0;

/// The largest gap between a mover and the surface on which it stands, in ulps of the position of the mover or of the surface. A mover that
/// stops at a surface may be moved back by the last of [`BACK_OFF_ULPS`]; the gap allowed here is twice as large. [`MAX_GAP_FRACTION`]
/// limits the gap as well.
pub(super) const MAX_GAP_ULPS: f64 = 128.0;

/// The largest gap between a mover and the surface on which it stands, as a fraction of the longest side of the AABB of the mover. The
/// allowed gap is the smaller of this limit and [`MAX_GAP_ULPS`], but at least [`MIN_GAP_ULPS`].
pub(super) const MAX_GAP_FRACTION: f64 = 1.0 / 64.0;

/// The gap between a mover and the surface on which it stands that is always allowed, in ulps. It matters for small movers far from the
/// origin, whose [`MAX_GAP_FRACTION`] is smaller than the rounding error of their position.
pub(super) const MIN_GAP_ULPS: f64 = 4.0;

/// The largest gap between a mover and a surface that counts as an effect of rounding. `error` is the rounding error of a position, and
/// `size` the longest side of the AABB of the mover.
pub(super) fn allowed_gap(error: f64, size: f64) -> f64 {
    (MAX_GAP_ULPS * error).min(size * MAX_GAP_FRACTION).max(MIN_GAP_ULPS * error)
}

/// The smallest length of a floor probe, the short sweep downwards that looks for a floor. Usually the length is a fraction of the size of
/// the mover or a multiple of the rounding error. Both are zero only for a mover that is a point at the origin, so this constant replaces
/// zero. It is shorter than any length in a game, and a normal number in `f32`.
pub(super) const MIN_PROBE_LENGTH: f64 = 1e-30;

/// The largest penetration depth of a mover at which a one-way obstacle still blocks the mover, in ulps. Rounding may leave such a
/// penetration after a step.
pub(super) const ONE_WAY_DEPTH: f64 = 16.0;

/// The error of the computed AABB of a shape that is not a box, in ulps: each corner of the shape is rounded several times.
pub(super) const AABB_ERROR: f64 = 16.0;

/// The distance, in ulps of the largest coordinate, below which the overlap test of two touching shapes may be wrong because of rounding.
pub(super) const OVERLAP_ERROR: f64 = 2.0;

/// The distances for moving back a mover that would overlap an obstacle, in ulps. They are tried one after the other. For integers and
/// fixed point only the first two are tried, and the unit is the smallest step of the scalar.
pub(super) const BACK_OFF_ULPS: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// The distances for moving back a mover if those of [`BACK_OFF_ULPS`] are too short, in multiples of the error of the overlap test.
pub(super) const BACK_OFF_ERRORS: [f64; 3] = [1.0, 4.0, 16.0];

/// The relative error of a length that is converted to a fraction of the path and back to a length. Each conversion takes two operations
/// that round.
pub(super) const FRACTION_ERROR: f64 = 4.0 * f64::EPSILON;
