//! The tolerances of movers, each with its unit and the reason for its value.
//!
//! Tolerances in ulps are multiples of the rounding error of a coordinate: the epsilon of the scalar times the largest coordinate involved.

/// The largest component into a surface of a vector that is considered parallel to the surface, as a fraction of the length of the vector.
/// Normals are unit vectors to about 10⁻¹²; normals from an iterative search lose three more digits.
pub(super) const PARALLEL_TOLERANCE: f64 = 1e-9;

/// The smallest sine of the angle between two surfaces that form an edge. With a smaller angle, they are considered one surface.
pub(super) const MIN_EDGE_SINE: f64 = 1e-9;

/// The largest difference between a displacement and the integer to which it is rounded, in units of the smallest step of the scalar. It
/// covers the rounding errors of a few products and a quotient.
pub(super) const INTEGER_TOLERANCE: f64 = 1e-9;

/// The tolerance of the cosine of the steepest floor, because normals of `f32` are accurate to 10⁻⁷.
pub(super) const COSINE_TOLERANCE: f64 = 1e-6;

/// The smallest cosine of any floor, whatever the floor angle: a vertical surface is not a floor.
pub(super) const MIN_FLOOR_COSINE: f64 = 1e-9;

/// The angle of the steepest slope that is followed downwards and probed for a floor, in degrees. Such a slope drops by less than six times
/// the horizontal distance.
pub(super) const MAX_SLOPE_DEGREES: f64 = 80.0;

/// The largest gap below a mover that still stands on a surface, in ulps of the position of the mover or of the surface. A mover is moved
/// back by up to 64 ulps when it stops at a surface.
pub(super) const MAX_GAP_ULPS: f64 = 128.0;

/// The largest gap below a mover that still stands on a surface, as a fraction of the longest side of its AABB. [`MIN_GAP_ULPS`] allows
/// more where adjacent representable coordinates are far apart.
pub(super) const MAX_GAP_FRACTION: f64 = 1.0 / 64.0;

/// The gap that is always allowed below a standing mover, however small the mover is, in ulps.
pub(super) const MIN_GAP_ULPS: f64 = 4.0;

/// The smallest length of a floor probe. It is needed for a mover that is a point at the origin, for which all other lengths are zero. It
/// is below any length in use, and a normal number in `f32`.
pub(super) const MIN_PROBE_LENGTH: f64 = 1e-30;

/// The largest penetration depth at which a one-way obstacle still blocks a mover, in ulps: the penetration that rounding may leave after a
/// step.
pub(super) const ONE_WAY_DEPTH: f64 = 16.0;

/// The error of the computed AABB of a shape other than a box, in ulps: each corner of the shape is rounded several times.
pub(super) const AABB_ERROR: f64 = 16.0;

/// The error of the overlap test for two touching shapes, in ulps of the largest coordinate.
pub(super) const OVERLAP_ERROR: f64 = 2.0;

/// The distances by which a mover that would overlap an obstacle is moved back, tried one after the other, in ulps. For integers and fixed
/// point only the first two are tried, in smallest steps of the scalar.
pub(super) const BACK_OFF_ULPS: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// The distances that are tried after [`BACK_OFF_ULPS`], in multiples of the error of the overlap test.
pub(super) const BACK_OFF_ERRORS: [f64; 3] = [1.0, 4.0, 16.0];

/// The relative error of a length that is converted to a fraction of the path and back: four operations that round.
pub(super) const FRACTION_ERROR: f64 = 4.0 * f64::EPSILON;
