//! The tolerances of queries on two convex shapes, each with its unit and the reason for its value.
//!
//! Epsilon is that of the float type of the query, unless the constant says otherwise. A rounding error is
//! [`rounding_error`](super::rounding_error) of the coordinates involved.

/// The search ends if the upper and the lower bound of the distance differ by at most this multiple of epsilon times the largest distance
/// of a support point of a core from the origin. If the upper bound itself is that small, the cores count as intersecting.
pub(crate) const GJK_PROGRESS: f64 = 2.0;

/// Replaces [`GJK_PROGRESS`] for cores with a curved rim. It is larger, because on a rim every iteration can come nearer to the origin by a
/// very small length.
pub(crate) const GJK_CURVED_PROGRESS: f64 = 6.0;

/// A distance counts as accurate if its upper and lower bound differ by at most this multiple of epsilon times the largest distance of a
/// support point of a core from the origin.
pub(crate) const GJK_ACCURATE: f64 = 8.0;

/// A distance is short if this multiple of it is smaller than the largest distance of a support point of a core from the origin. Rounding
/// may have rotated the normal of a short distance, so the normal is verified.
pub(crate) const GJK_SHORT_DISTANCE: f64 = 64.0;

/// A tetrahedron counts as flat if rounding makes it uncertain whether it contains the origin. The test takes the angle between an edge at
/// the newest vertex and the plane of the two other edges there. The tetrahedron is flat if the sine of this angle is at most this multiple
/// of epsilon.
pub(crate) const FLAT_TETRAHEDRON_SINE: f64 = 16.0;

/// If the shapes (the cores with their radii) are deeper in each other at the start than this multiple of the tolerance of
/// [`time_of_impact`], they surely overlap.
pub(crate) const TIME_OF_IMPACT_OVERLAP: f64 = 2.0;

/// The vector between two points determines a normal if it is longer than this multiple of the tolerance of [`time_of_impact`].
pub(crate) const TIME_OF_IMPACT_DETERMINATE: f64 = 16.0;

/// A normal has to lead from the closest point of the first core to that of the second one, over the distance `radii`. It may miss the
/// second point by at most this multiple of the tolerance.
pub(crate) const TIME_OF_IMPACT_AGREEMENT: f64 = 2.0;

/// A point counts as lying on a face if its distance from the plane of the face is at most this multiple of epsilon times the largest
/// distance of a core's vertex from the origin.
pub(crate) const EPA_ON_FACE: f64 = 4.0;

/// For curved cores, the expansion ends at this error of the depth, as a fraction of the size of the Minkowski difference. If it ends with
/// a larger error than the caller permits, gradient descent follows.
pub(crate) const EPA_CURVED_ERROR: f64 = 1e-9;

/// A tetrahedron has accurate face normals if its smallest height is above this fraction of its longest edge.
pub(crate) const MIN_TETRAHEDRON_HEIGHT: f64 = 1.0 / 16.0;

/// Shapes or parts may touch if the gap between them or their AABBs is at most this multiple of epsilon times the sum of the absolute
/// coordinates of both. Rounding causes no larger gap between shapes that touch.
pub(crate) const GAP_ERROR: f64 = 64.0;

/// The smallest absolute value that [`Contact::settle`] gives a corrected separation. It replaces a separation that is zero because of
/// rounding, although the shapes overlap (then with a minus sign) or are apart.
pub(crate) const MIN_SEPARATION: f64 = 1e-30;

/// The error bound of the distance between a ball's center and the segment of a capsule, as a multiple of [`rounding_error`].
pub(crate) const BALL_CAPSULE_ERROR: f64 = 4.0;

/// A pair is decided only if the square of the sum of the radii times the squared length of the segment is above this value. Otherwise one
/// of the compared products may have underflowed or lost digits, and the general computation decides.
pub(crate) const MIN_BALL_CAPSULE_SQUARE: f64 = 1e-30;

/// Two axes count as parallel if the squared sine of the angle between them is at most this number. The direction of their cross product is
/// then mostly rounding error, and is left out. This loses nothing: a separation along it would appear along one of the axes too, within
/// the same error.
pub(crate) const MIN_CROSS_SQUARED_SINE: f64 = 1e-14;

/// The bound that [`parallel()`] returns is this multiple of `rounding_error(EPSILON)`, which is 4 ε².
pub(crate) const PARALLEL_RAY_ERRORS: f64 = 4.0;

/// A ray counts as almost parallel to a face if its speed along the normal of the face is below this number. Rounding errors of coordinates
/// then change the distance of the entry by more than 16 times their own size.
pub(crate) const SLOW_RAY: f64 = 1.0 / 16.0;

/// The rounding error of coordinates that have been rotated, as a multiple of the error of those that have not.
pub(crate) const ROTATED_COORDINATE_ERROR: f64 = 4.0;

// Shapes in 2D.

/// An edge is short if its length is below this fraction of the length of another edge of its polygon. Rounding of its ends may have turned
/// a short edge so much that other corners are in front of its line by more than the rounding error of a separation or the tolerance of a
/// relation.
pub(crate) const SHORT_EDGE: f64 = 1.0 / 16.0;

/// If the speed along the normal of an edge or another surface is at most this multiple of epsilon times the total speed, the motion counts
/// as parallel to the surface.
pub(crate) const PARALLEL_SPEED: f64 = 8.0;

/// If the largest separations along an edge of each polygon differ by less than this multiple of epsilon, relatively, the edge of the first
/// polygon is chosen. So the choice is the same in successive time steps.
pub(crate) const FIRST_SHAPE_BIAS: f64 = 16.0;

/// If the separation of one polygon from an edge line of the other exceeds a limit by more than this multiple of the other's largest
/// coordinate, the polygons are surely farther apart than the limit. If it exceeds the limit by less, a projection of both polygons onto
/// the normal decides. Rounding moves each end of an edge by at most half an epsilon times that coordinate on each axis. So it rotates an
/// edge that is longer than its rounding error of four epsilon by less than 0.36, and no corner is three such coordinates away from it.
pub(crate) const ROTATED_EDGE_DISTANCE: f64 = 1.0;

/// The rounding error of a squared distance, relative to the squared distance, in multiples of epsilon.
pub(crate) const SQUARED_DISTANCE_ERROR: f64 = 4.0;

/// Two points do not determine a direction if their distance is at most this multiple of epsilon times their coordinates.
pub(crate) const COINCIDENT_POINTS: f64 = 4.0;

/// If the distance of two segments times this factor is less than their lengths together, rounding may have rotated the vector between two
/// ends. The segments are then possibly not separated along this vector, so this is tested.
pub(crate) const NEAR_SEGMENTS: f64 = 16.0;

/// The relative error of the square of a computed distance between a point and the line of an edge, in multiples of epsilon.
pub(crate) const SQUARED_HEIGHT_ERROR: f64 = 16.0;

/// An edge whose length is at most this multiple of epsilon times the length of the longest edge counts as having no length.
pub(crate) const NO_LENGTH: f64 = 4.0;

/// An edge counts as perpendicular to a normal if it deviates from the perpendicular by at most an angle whose sine is this multiple of
/// epsilon.
pub(crate) const PERPENDICULAR_SINE: f64 = 64.0;

/// The second shape's edge becomes the reference edge only if it is longer than the first shape's edge by this factor. Rounding alone
/// cannot make equal edges differ that much, so the choice is stable.
pub(crate) const LONGER_EDGE: f64 = 1.001;

/// A triangle counts as a sliver if twice its area is at most this fraction of the square of its largest coordinate. Two edges of a sliver
/// may be collinear within rounding, so both together may face a direction.
pub(crate) const SLIVER_AREA: f64 = 1e-5;

/// A polygon counts as a segment if its width is at most this multiple of epsilon times its largest coordinate sum |x| + |y|.
pub(crate) const SEGMENT_WIDTH: f64 = 4.0;

// Shapes in 3D.

/// If the distance of the closest points is at most this multiple of epsilon times the largest coordinate, the vector between them is
/// mostly rounding error. The normal is then computed from faces and edges.
pub(crate) const DETERMINATE_DISTANCE: f64 = 64.0;

/// If the epsilon of the float type is at least this number, as it is for `f32`, GJK computes the distances of curved cores, because it
/// reaches full accuracy in few iterations. For more precise floats, [`curved`] computes them and ends the iterations by a criterion of its
/// own.
pub(crate) const FINE_EPSILON: f64 = 1e-9;

/// Two edges count as parallel if the sine of the angle between them is at most this multiple of epsilon. Their cross product is then
/// mostly rounding error and is not tested as an axis.
pub(crate) const MIN_CROSS_SINE: f64 = 8.0;

/// The squared sine of the angle between two edges above which a test without a square root may skip their cross product. At smaller angles
/// the cross product is short, and its relative error is too large for that test. So it is always normalized and tested as an axis.
pub(crate) const NARROW_SQUARED_SINE: f64 = 0.05;

/// A bound of the error of the separation along the cross product of two unit edges, as a multiple of the rounding error of lengths. The
/// cross product is not normalized.
pub(crate) const CROSS_ERROR: f64 = 16.0;

/// Two axes count as parallel if the sine of the angle between them is at most this number, in multiples of epsilon. So small a tilt moves
/// the points of a shape by no more than rounding.
pub(crate) const PARALLEL_AXES_SINE: f64 = 2.0;

/// A triangle counts as narrow if the sine of the angle at its first corner is below this number.
pub(crate) const NARROW_TRIANGLE_SINE: f64 = 1.0 / 8.0;

/// The length, in multiples of epsilon times the coordinates, below which rounding may give the vector between two points any direction.
pub(crate) const DETERMINATE_LENGTH: f64 = 4.0;

/// A triangle counts as tiny if its edges are shorter than this multiple of epsilon times its distance.
pub(crate) const TINY_TRIANGLE: f64 = 16.0;

/// Below this size of the coordinates, products of four coordinates do not overflow.
pub(crate) const LARGE_COORDINATE: f64 = 1e8;

/// The error of a length at which GJK and EPA may end. It is a multiple of epsilon times the size of the pair; in a relation query, it is a
/// multiple of the query's tolerance.
pub(crate) const CURVED_LENGTH_ERROR: f64 = 0.25;

/// GJK ends when the relative error of the distance is at most this number.
pub(crate) const CURVED_RELATIVE_ERROR: f64 = 1e-12;

/// If rounding ends GJK early, its distance is accepted as accurate up to this relative error.
pub(crate) const MAX_CURVED_RELATIVE_ERROR: f64 = 1e-6;

/// Below this distance, the vector between the closest points that GJK has found does not determine the normal, and EPA computes the
/// separation again. In multiples of the epsilon of `f64` times the size of the pair.
pub(crate) const MIN_CURVED_DISTANCE: f64 = 256.0;

/// The limit that replaces [`MIN_CURVED_DISTANCE`] if rounding has ended GJK before the distance was accurate.
pub(crate) const MIN_INACCURATE_CURVED_DISTANCE: f64 = 2.5e11;

/// The largest permitted tilt of a contact feature: the sine of the angle between the feature and the plane perpendicular to the contact
/// normal, in multiples of the square root of epsilon. The tilt is needed because the normal at a curved rim may have an error of this
/// size, although the separation is accurate. The tilt does no harm, because projecting a feature along the normal changes its lengths by
/// the square of the tilt, which is a rounding error.
pub(crate) const MAX_FEATURE_TILT: f64 = 16.0;

/// If the ratio of the squared slopes of two points exceeds this number, the first point is surely steeper. It leaves room for rounding
/// errors.
pub(crate) const STEEPER: f64 = 1.0001;

/// The deepest contact point should have the separation of the shapes. If its own separation differs by more than this number of rounding
/// errors, the middle between the witness points is added as the first contact point.
pub(crate) const MAX_DEEPEST_POINT_ERROR: f64 = 4.0;

/// For cores with a curved rim: the permitted error of the witness points, as a fraction of the largest coordinate. The vector between the
/// witness points should be parallel to the contact normal; its component perpendicular to the normal may have this length.
pub(crate) const CURVED_WITNESS_ERROR: f64 = 1e-7;

/// The closest points of two polyhedra are more accurate if the separation is small. So one polyhedron is first moved along the normal
/// until only this separation is left. In multiples of epsilon times the size of the polyhedra.
pub(crate) const WITNESS_SEPARATION: f64 = 16.0;

/// The separation that is left between two cores if one of them has a curved rim, as a fraction of their size. It is larger than [`WITNESS_SEPARATION`],
/// because the separation of curved cores is no more accurate than this.
pub(crate) const CURVED_WITNESS_SEPARATION: f64 = 2e-7;

/// A plane is too steep for accurate heights if the squared cosine of the angle between its normal and the contact normal is at most this
/// number.
pub(crate) const STEEP_SQUARED_COSINE: f64 = 0.25;

/// A polygon counts as thin if its length is at least this multiple of its width.
pub(crate) const THIN_POLYGON: f64 = 32.0;

/// Two edges count as nearly parallel if the squared sine of the angle between them is at most this number. The angle is then at most about
/// 1/30 radian.
pub(crate) const NEARLY_PARALLEL_SQUARED_SINE: f64 = 1e-3;

/// A factor of the largest squared offset at which two parallel edges are in contact. The offset is their distance perpendicular to the
/// contact normal. The contact point is halfway between the edges. So the edges may be twice as far apart as the contact point may be from
/// an edge, and the square is four times as large.
pub(crate) const EDGE_CONTACT_OFFSET: f64 = 4.0;

/// The fast test of a triangle is used only if the squared size of the triangle is less than this multiple of its projected area. The area
/// is projected along the ray. The relative error of the products in the test grows with this ratio.
pub(crate) const MAX_PROJECTED_AREA_RATIO: f64 = 128.0;

/// The rounding error of a given ray and hull, as a fraction of that of a computation in the same float ([`rounding_error`]). With a whole
/// one, a ray that only grazes a hull would hit it where the two are visibly apart.
pub(crate) const GIVEN_HULL_ERROR: f64 = 1.0 / 8.0;
