//! What movers take for the same, in one place: each with its unit and why it is as large as it is.

/// How much of a vector, as a part of its length, may go into a surface that it lies in. Normals are unit vectors to about 10⁻¹²; three
/// digits more are lost where they come from a search.
pub(super) const FLAT: f64 = 1e-9;

/// The sine of the least angle between two surfaces that have an edge; at less they are one.
pub(super) const EDGE: f64 = 1e-9;

/// By how many steps of whole numbers a length may be off one that is whole: what a few products and a quotient of such make of it.
pub(super) const WHOLE: f64 = 1e-9;

/// By how much the cosine of a slope may be below that of the steepest floor: normals of `f32` are right to 10⁻⁷.
pub(super) const SLOPE: f64 = 1e-6;

/// The least cosine of any floor, whatever its angle: what is upright is none.
pub(super) const UPRIGHT: f64 = 1e-9;

/// The steepest slope that is followed down and looked for below, in degrees: its height in a step is under six times its length.
pub(super) const STEEPEST: f64 = 80.0;

/// How many roundings of its place, or of a surface, there may be between the two where a mover stands. It is put back by up to 64.
pub(super) const NEAR: f64 = 128.0;

/// What is farther than this part of the mover's size is not below it, unless places are that far apart.
pub(super) const FAR: f64 = 1.0 / 64.0;

/// How many roundings a mover may stand above the ground, however small it is.
pub(super) const ABOVE: f64 = 4.0;

/// A way that is no way, for a point at the origin that stands on nothing but zeros: below any length, and a normal `f32`.
pub(super) const LEAST: f64 = 1e-30;

/// How many roundings deep a mover may be in a one-way side that still holds it: what one step may leave.
pub(super) const WITHIN: f64 = 16.0;

/// By how many roundings the box around what is no box may be wrong: some for each of its corners.
pub(super) const EXTENT: f64 = 16.0;

/// By how many roundings of the largest coordinate two shapes that touch may be found to overlap.
pub(super) const OVERLAP: f64 = 2.0;

/// By how many roundings a mover is put back in turn where it would overlap something; by the first two in steps of whole numbers.
pub(super) const BACK: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// By how much more where that does not do, in what the relation of the two may be wrong by.
pub(super) const BACK_SLACKS: [f64; 3] = [1.0, 4.0, 16.0];

/// What is lost where a length becomes a part of a way and a length again, as a part of it: four roundings.
pub(super) const THERE_AND_BACK: f64 = 4.0 * f64::EPSILON;
