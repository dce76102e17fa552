//! The tolerances of bodies, each with its unit and the reason for its value.
//!
//! The size of a body is the area of its shapes divided by the diameter of its bounding circle. Tolerances that are fractions of a size
//! scale with the bodies, so that a simulation in other units behaves alike. What half or twice of a value would do follows from its use;
//! only the values themselves are tested.

use super::math::num;
use crate::scalar::Real;

// Contacts.

/// The speculative margin: the separation up to which two bodies have a contact before their surfaces meet. It is a fraction of the size or
/// of the bounding radius of a body, whichever is larger. The size of a card is about its thickness. With a margin proportional to that
/// alone, the contacts in a house of cards would begin and end all the time. With half of it, contacts of resting bodies begin and end;
/// with twice as much, more pairs are solved that never touch.
pub(crate) const SPECULATIVE_MARGIN: f64 = 1.0 / 32.0;

/// A predicted impact is used only if the surfaces are close to each other at the predicted time: if their separation or penetration depth
/// is at most this multiple of the speculative margin. The distance is larger if the prediction is inaccurate: it assumes a constant
/// approach speed, which rotation changes. With half of it, bodies that rotate fast are left to continuous collision more often; with twice
/// as much, a contact may act on surfaces that do not meet.
pub(crate) const MAX_PREDICTION_ERROR: f64 = 4.0;

/// The smallest separation at which an impact is predicted, as a fraction of the body size. While bodies approach by less, their contact
/// points hardly move. With half of it, more manifolds are computed twice, which costs time; with twice as much, the points of an impact
/// are less accurate.
pub(crate) const SMALLEST_PREDICTED: f64 = 1.0 / 1024.0;

/// The tolerance for rounding errors when an axis is tested for separation, in multiples of the machine epsilon times the extent of the
/// pair: the distance of the bodies plus their bounding radii. It is so large that the test never excludes a pair for which a query finds a
/// contact. With half of it, the test may exclude a pair that touches by rounding; with twice as much, a few more pairs are computed in
/// full.
pub(crate) const SEPARATION_ROUNDING: f64 = 32.0;

/// The largest relative displacement of two bodies at which their manifold is updated instead of recomputed, as a fraction of the body size
/// (area divided by twice the bounding radius), as in the contact recycling of Box2D 3.2. With larger fractions, some piles do not come to
/// rest: a body that rocks on one corner needs a second contact point as soon as another corner comes down. With half of it, more manifolds
/// are recomputed, which costs time.
pub(crate) const RECYCLE_DISTANCE: f64 = 1.0 / 256.0;

/// The limit that replaces [`RECYCLE_DISTANCE`] for touching contacts with two points. It is larger, because both corners have their points
/// already. With half of it, resting faces are recomputed more often; with twice as much, points lag behind a body that slides over an
/// edge.
pub(crate) const RECYCLE_FACE: f64 = 1.0 / 128.0;

/// The limit that replaces [`RECYCLE_DISTANCE`] for slow contacts with two points. A tower of a hundred boxes needs this larger number.
/// With recomputed manifolds, the contact normals would follow each slight lean of the tower and make it fall. With half of it, high towers
/// lean and fall; with twice as much, points lie beside the surfaces of bodies that creep.
pub(crate) const RECYCLE_SLOW_FACE: f64 = 1.0 / 16.0;

/// The limit that replaces [`RECYCLE_DISTANCE`] for slender bodies, such as cards. It is a fraction of the part of the bounding radius that
/// exceeds [`SLENDER`] times the size of the body. The reason is that two contact points at the edge of a card are only its thickness
/// apart. If they were recomputed in each step while a house of cards settles, they would keep changing, and the house would fall. With
/// half of it, houses of cards fall; with twice as much, the contact points of cards that slide lag behind.
pub(crate) const RECYCLE_SLENDER: f64 = 1.0 / 32.0;

/// The ratio of bounding radius to size above which a body is slender. With half of it, ordinary rods count as slender, and their contacts
/// lag; with twice as much, thick cards lose their support while they settle.
pub(crate) const SLENDER: f64 = 4.0;

/// A contact between two faces counts as slow if the relative motion of its bodies in a step is below this fraction of the body size. The
/// limit is so low that a rocking body is not slow. Otherwise its manifold would not be recomputed, the outdated normal would keep it
/// rocking, and half of all piles would stay awake. With half of it, towers lose the larger recycling distance while they sway.
pub(crate) const SLOW_MOTION: f64 = 1.0 / 256.0;

/// The cosine of 11 degrees. The normal of a manifold does not rotate when the manifold is updated. So if a body has rotated by more than
/// this angle since its manifold was computed, the manifold is recomputed. With half of the angle, bodies that roll on edges are recomputed
/// more often; with twice the angle, the normal is visibly wrong.
pub(crate) const MIN_RECYCLE_COS: f64 = 0.98;

/// The margin of fat AABBs, as a fraction of the size of the body (its area divided by twice its bounding radius). The larger the margin,
/// the farther a part moves before the broad phase has to search for its pairs again. With half of it, parts leave their fat AABBs more
/// often; with twice as much, more pairs are kept that are far apart. Only the time changes.
pub(crate) const FAT_AABB_MARGIN: f64 = 1.0 / 8.0;

/// The depth to which a body must enter a sensor within a step, so that a crossing is detected. It is a fraction of the inset: continuous
/// collision shrinks shapes by the inset before it sweeps them. With half of it, bodies that graze a sensor trigger it by rounding; with
/// twice as much, more of them pass unseen.
pub(crate) const SENSOR_DEPTH: f64 = 1.0 / 8.0;

// The contacts of a body with the ground, and one-way sides.

/// The tolerance for the positions of parts that abut, as a fraction of the size of the body. Gaps and steps between parts up to this
/// length are ignored. With half of it, maps whose tiles do not meet exactly show their seams; with twice as much, bodies ignore real steps
/// of that height.
pub(crate) const SEAM_TOLERANCE: f64 = 1.0 / 1024.0;

/// The sine of the largest angle between a normal and the normal of an edge at which they count as equal, in multiples of epsilon. With
/// half of it, rounding may make a normal differ from that of its edge; twice as much is still far below any real angle.
pub(crate) const EDGE_SIN: f64 = 256.0;

/// The cosine of the angle, about 0.1 degrees, between a normal at a corner and the normal of an edge below which the edge is used. With
/// half of the angle, normals at corners tilt by rounding; with twice the angle, bodies that roll over a corner jump to the edge earlier.
pub(crate) const NEAR_EDGE_COS: f64 = 1.0 - 2e-6;

/// The smallest height above the contact plane, at a corner, that makes a neighbouring part an obstacle to the normal, as a fraction of the
/// seam tolerance. With half of it, rounding makes level neighbours obstacles; with twice as much, a body catches on lower steps later.
pub(crate) const PROTRUSION: f64 = 1.0 / 16.0;

/// The difference in height of the two ends of an edge of a body up to which the edge counts as level with the ground, as a fraction of the
/// seam tolerance. With half of it, faces that rest on the ground are treated as tilted after each small penetration; with twice as much, a
/// slightly tilted body gets two points too early.
pub(crate) const LEVEL_HEIGHT: f64 = 1.0 / 4.0;

/// The distance up to which [`find_ground_pairs`](Simulation::find_ground_pairs) finds parts, as a fraction of the breadth of the body. A
/// stored manifold may be reused until the body has moved by 1/16 of its size. With half of it, the ground below a recycled manifold may be
/// missed; with twice as much, more parts are tested.
pub(crate) const FOUND_MARGIN: f64 = 1.0 / 4.0;

/// The tolerance for rounding errors when heights are compared, as a fraction of the size of the body. For two parts that a body touches,
/// the height of each over the contact plane of the other is computed. The contact with the lower part is dropped only if the heights
/// differ by more than this tolerance. With half of it, rounding drops one of two level contacts; with twice as much, contacts with lower
/// parts remain, on which a body may catch.
pub(crate) const LEVEL_TOLERANCE: f64 = 1.0 / 1024.0;

/// Two edges, one of each part, count as facing the same way if the cosine of the angle between their normals is above this number: if the
/// angle is below 89 degrees. Half or twice of it moves this angle by less than a degree. With zero, rounding would decide for edges at a
/// right angle.
pub(crate) const UPPER_COS: f64 = 1.0 / 64.0;

/// The tolerance of edges that face the same way as the covered edge, as a fraction of the tolerance of the other edges. With half of it,
/// level neighbours do not cover each other because of rounding; with twice as much, a low step is hidden.
pub(crate) const UPPER_TOLERANCE: f64 = 1.0 / 16.0;

/// The cosine of the largest angle, about 1 degree, between a contact normal and the normal of the edge of the ground to which it belongs.
/// With half of the angle, a contact loses its edge by rounding at large coordinates; with twice the angle, contacts of two different faces
/// become one patch.
pub(crate) const FACE_COS: f64 = 1.0 - 1.5e-4;

/// The smallest distance of the two points of a patch, as a fraction of the seam tolerance. With half of it, two points that differ only by
/// rounding make the solution of the patch inaccurate; with twice as much, narrow patches lose a point.
pub(crate) const DISTINCT_POINTS: f64 = 1.0 / 16.0;

/// The cosine of the largest angle between a contact normal and the normal of a one-way side at which the side stops bodies. With half of
/// it, bodies stop at the sides of planks; with twice as much, only contacts exactly along the normal would count.
pub(crate) const ONE_WAY_COS: f64 = 0.5;

/// The largest penetration depth at which a body counts as outside of a one-way side, as a fraction of the size of the smaller dynamic
/// body. A body that is deeper, and was not outside before, is inside and passes through. Surfaces up to this length apart meet. With half
/// of it, bodies that land hard sink through; with twice as much, bodies that pass upwards are caught earlier.
pub(crate) const OUTSIDE_DEPTH: f64 = 1.0 / 64.0;

// The solver.

/// The smallest determinant at which the two normal impulses of a contact with two points are solved together, as a fraction of the product
/// of the two diagonal elements. The impulses are the solution of a 2×2 linear system. With a smaller determinant, this solution is too
/// inaccurate, and the two points are solved one after the other. For bodies that cannot rotate, the determinant is zero. With half of it,
/// impulses of nearly coincident points are less accurate; with twice as much, more contacts are solved point by point and settle slower.
pub(crate) const MIN_DETERMINANT: f64 = 1.0 / 1024.0;

/// The largest correction of penetration per step, as a fraction of the breadth of the smaller dynamic body. The breadth is the bounding
/// radius, or the size if that is larger. With half of it, deep overlaps last longer; with twice as much, they push bodies apart with a
/// visible jerk.
pub(crate) const MAX_CORRECTION: f64 = 1.0 / 16.0;

/// The smallest rolling resistance at a contact with a single point between two shapes that are not balls. It is the ratio of the torque to
/// the normal force, as a fraction of the body size. With twice this value, wedged bodies jitter; with half of it, more piles stay awake.
pub(crate) const MIN_ROLLING_LEVER: f64 = 1.0 / 256.0;

/// A ball that rolls on another dynamic body is slow if it rolls by less than this fraction of the body size in a step. A slow ball has at
/// least the rolling resistance of [`MIN_ROLLING_LEVER`], so that it comes to rest. With half of it, balls on piles come to rest later;
/// with twice as much, balls that roll visibly are braked.
pub(crate) const SLOW_ROLLING: f64 = 1.0 / 64.0;

/// The approach speed up to which a contact has no restitution, in multiples of the speed that gravity adds in a step. Without this
/// threshold, resting bodies would bounce, because gravity accelerates them towards each other in each step. With half of it, resting
/// bodies bounce; with twice as much, bodies stop bouncing at a visible height.
pub(crate) const RESTITUTION_STEPS: f64 = 2.0;

/// The iterations have converged if none changes a velocity by more than this fraction of the largest approach speed. With half of it, one
/// more iteration is made; with twice as much, equal bodies in a row separate with slightly different speeds.
pub(crate) const IMPACT_SPEED_TOLERANCE: f64 = 1e-6;

/// A point is reached in a sub-step if its surfaces meet within this multiple of the sub-step. It is a little more than 1, because the
/// contact solver would otherwise stop bodies that reach each other exactly at the end of the sub-step, by its rounding errors. Half or
/// twice of the excess is still above rounding and below anything visible.
pub(crate) const REACHED_TIME: f64 = 1.0 + 1.0 / 1024.0;

/// The approach speed up to which a contact has no restitution after the first round, as a fraction of the largest approach speed of that
/// round. Below it, approach speeds are mostly errors of the iterations of earlier rounds. With half of it, more rounds are made for errors
/// of the iterations; with twice as much, weak impacts in a chain are not elastic.
pub(crate) const SMALLEST_IMPACT: f64 = 1e-4;

/// The difference of two times of impact, as a fraction of the sub-step, up to which they are the same time: the search for the time at
/// which a body meets several others ends. With half of it, the search takes more rounds; with twice as much, impacts that follow each
/// other closely are resolved together.
pub(crate) const TIME_TOLERANCE: f64 = 1.0 / 256.0;

/// The cosine of the largest angle between the normal that was predicted for a contact at the beginning of the step and the normal at the
/// impact. With a smaller angle, balls that hit corners lose their bounce; with a larger one, an outdated normal gives the bounce a wrong
/// direction.
pub(crate) const MIN_NORMAL_COS: f64 = 0.7;

// Continuous collision.

/// A body is fast if it moves in a step by more than this fraction of half its thickness. The motion includes an upper bound of the
/// displacement by rotation. A slower body cannot pass through another body, unless the two overlap deeply at the beginning of the step.
/// With half of it, more bodies are swept, which costs time; with twice as much, a body may move past the middle of another one in a step
/// and be pushed out on the far side.
pub(crate) const FAST_MOTION: f64 = 0.5;

/// The inset of swept shapes, as a fraction of half the thickness of the thinner dynamic body. Shapes are shrunk by the inset before the
/// sweep. Because of it, bodies that overlap by less than the inset do not collide in the sweep, and can slide along each other. With half
/// of it, bodies that slide along each other are stopped by the sweep; with twice as much, bodies penetrate deeper before they are stopped.
pub(crate) const INSET: f64 = 0.25;

/// The factor for [`INSET`] in two cases: if the solver has a contact of the two parts, or if the shapes with the normal inset overlap
/// already at the start of the sweep. It makes the inset 3/4 of half the thickness. A body that is not fast moves no deeper than that
/// in one step, so the sweep need not stop it. With half of it, bodies that a stack presses together are stopped in each step; with twice as
/// much, the inset would exceed half the thickness, and nothing of the shape would be left.
pub(crate) const DEEP_INSET: f64 = 3.0;

/// The separation at which swept shapes are stopped, as a fraction of the usual inset. If the core of a part is swept instead of its inset
/// shape, a fraction of the radius of the core. With half of it, the search for the time of impact takes more iterations; with twice as
/// much, bodies stop visibly apart.
pub(crate) const SWEEP_TOLERANCE: f64 = 0.25;

/// The radius of the disc that is swept instead of a part if even the inset shapes overlap at the beginning of the sweep. It is a fraction
/// of half the thickness of the body. The disc, called the core here, is at the center of mass of the part. With half of it, sweeps of the
/// core take more iterations; with twice as much, the core of a part that overlaps deeply may overlap, too, and is not swept.
pub(crate) const CORE_RADIUS: f64 = 1.0 / 16.0;

/// The time, as a fraction of the step, before which an impact is early. An early impact changes not only the motions in the rest of the
/// step, but also the velocities that the bodies have after the step (the reason is given at the top of `continuous.rs`). With half of it,
/// more bodies keep their old velocity for a step after an impact; with twice as much, more impacts bypass the solver, which distributes
/// momentum better.
pub(crate) const EARLY_IMPACT: f64 = 1.0 / 8.0;

/// The largest approach, as a fraction of the tolerance, of two shapes that slide along each other instead of colliding. It is their
/// approach until the end of the step, for shapes at a separation within the tolerance. With half of it, bodies that slide along a wall are
/// stopped by rounding; with twice as much, they penetrate further.
pub(crate) const SLIDING_SPEED: f64 = 1.0 / 8.0;

// Sleep.

/// The smallest number of steps for which a body has to be slow before it falls asleep. Two steps would not suffice: a body that was thrown
/// upwards is slow for a moment at its highest point. With half of them, thrown bodies may fall asleep at their highest point at large
/// steps; with twice as many, bodies fall asleep later at large steps.
pub(crate) const MIN_SLEEP_STEPS: f64 = 8.0;

/// The default speed up to which a body is slow, as a fraction of √(g L) or of g · time, whichever is smaller. Here, g is the gravity, L
/// the square root of half of the area of the body, and time the time before sleep; see [`SleepSettings::speed`]. With half of it, piles
/// fall asleep later, some never; with twice as much, bodies that creep visibly fall asleep.
pub(crate) const GRAVITY_FRACTION: f64 = 1.0 / 64.0;

/// The largest distance that a slow body without gravity may still move until damping stops it, as a fraction of the length L of the body
/// (the square root of half of its area). With half of it, damped bodies fall asleep a little later; with twice as much, they stop a little
/// earlier. Neither is visible.
pub(crate) const DAMPED_DISTANCE: f64 = 1.0 / 1024.0;

/// The largest distance that a slow body without gravity and damping may move in the time before sleep, as a fraction of the length L of
/// the body (the square root of half of its area). With half of it, rounding may keep a body awake; with twice as much, a slow drift is
/// still invisible in the time before sleep.
pub(crate) const DRIFT_DISTANCE: f64 = 1.0 / 1_048_576.0;

// Movers and queries.

/// The largest distance between a mover at rest and its awake body, as a fraction of the size of the mover (the diagonal of its AABB).
/// Other bodies may push the body of a mover away from the mover. Beyond this distance, the body is moved back to the mover, which wakes
/// it. A smaller distance is left, so that the body can fall asleep. With half of it, bodies that movers push fall asleep less often; with
/// twice as much, the body of a mover visibly differs from the mover.
pub(crate) const MAX_DRIFT: f64 = 1.0 / 64.0;

/// The displacement in a step up to which a mover counts as being at rest, as a fraction of its size. It is above zero, because a mover may
/// stand on a body that still settles and carries it by tiny distances. With half of it, a body that settles keeps the body of a mover on
/// it awake longer; with twice as much, a mover that creeps counts as being at rest.
pub(crate) const MAX_REST_STEP: f64 = 1.0 / 4096.0;

/// The margin of the region around a mover that is searched for bodies that may carry it, as a fraction of the size of the mover. Such a
/// body touches the mover; the margin covers rounding and the small gaps that a step leaves. With half of it, a carrier may be missed after
/// a fast step; with twice as much, more bodies are tested.
pub(crate) const MOVER_REGION_MARGIN: f64 = 0.25;

/// The margin of the region of a [`ColliderBatch`] around the path of the mover that asks for it, in sizes of the mover, so that the short
/// motions that follow, such as slides and searches for the ground, find their obstacles in the same batch. With half of it, more batches
/// are collected; with twice as much, each batch has more colliders. Only the time changes.
pub(crate) const BATCH_MARGIN: f64 = 0.5;

/// The margin that is added to the AABB of a query before the tree is searched, relative to its largest coordinate. It exceeds the
/// tolerance within which shapes count as touching, so that the tree finds all shapes that touch. With half of it, shapes that touch by
/// rounding may be missed; with twice as much, a few more shapes are tested.
pub(crate) const QUERY_AABB_MARGIN: f64 = 4e-6;

/// A vector from a saved file or from the user counts as a unit vector if the square of its length is between these limits. A vector
/// whose coordinates were rounded to three decimal places is accepted; a rotation by it scales shapes by at most 0.5 %. With half of this
/// error, fewer rounded vectors are accepted; with twice as much, a rotation may scale shapes by 1 %.
const UNIT_SQUARES: [f64; 2] = [0.99, 1.01];

/// Whether a vector with this squared length counts as a unit vector. False for NaN.
pub(super) fn is_unit_square<R: Real>(squared: R) -> bool {
    squared > num(UNIT_SQUARES[0]) && squared < num(UNIT_SQUARES[1])
}

/// The depth of penetration into a body that is not dynamic above which a body is swept at any speed. `half_thickness` is half the
/// thickness of the penetrating body.
pub(super) fn deep<R: Real>(half_thickness: R) -> R {
    half_thickness * num(INSET)
}
