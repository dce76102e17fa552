//! The tolerances of queries on two convex shapes, each with its unit and the reason for its value.
//!
//! Epsilon is that of the float type of the query, unless the constant says otherwise. A rounding error is
//! [`rounding_error`](super::rounding_error) of the coordinates involved. What half or twice of a value would do follows from its use; only
//! the values themselves are tested.

/// The search ends if the upper and the lower bound of the distance differ by at most this multiple of epsilon times the largest distance
/// of a support point of a core from the origin. If the upper bound itself is that small, the cores count as intersecting. With half of it,
/// rounding may keep the search from ending before its last iteration; with twice as much, distances are less accurate.
pub(crate) const GJK_PROGRESS: f64 = 2.0;

/// Replaces [`GJK_PROGRESS`] for cores with a curved rim. It is larger, because on a rim every iteration can come nearer to the origin by a
/// very small length. With half of it, many searches on rims use all their iterations; with twice as much, distances are less accurate.
pub(crate) const GJK_CURVED_PROGRESS: f64 = 6.0;

/// A distance counts as accurate if its upper and lower bound differ by at most this multiple of epsilon times the largest distance of a
/// support point of a core from the origin. With half of it, more pairs are computed again in `f64`, which is slow; with twice as much,
/// wrong digits are returned.
pub(crate) const GJK_ACCURATE: f64 = 8.0;

/// A distance is short if this multiple of it is smaller than the largest distance of a support point of a core from the origin. Rounding
/// may have rotated the normal of a short distance, so the normal is verified. With half of it, normals of short distances may be wrong;
/// with twice as much, more normals are verified, which costs time.
pub(crate) const GJK_SHORT_DISTANCE: f64 = 64.0;

/// A tetrahedron counts as flat if rounding makes it uncertain whether it contains the origin. The test takes the angle between an edge at
/// the newest vertex and the plane of the two other edges there. The tetrahedron is flat if the sine of this angle is at most this multiple
/// of epsilon. With half of it, a flat tetrahedron may seem to contain the origin, and shapes that are apart overlap; with twice as much,
/// more searches end early.
pub(crate) const FLAT_TETRAHEDRON_SINE: f64 = 16.0;

/// If the shapes (the cores with their radii) are deeper in each other at the start than this multiple of the tolerance of
/// [`time_of_impact`], they surely overlap. With half of it, shapes that only touch at the start count as overlapping; with twice as much,
/// small overlaps count as contacts.
pub(crate) const TIME_OF_IMPACT_OVERLAP: f64 = 2.0;

/// The vector between two points determines a normal if it is longer than this multiple of the tolerance of [`time_of_impact`]. With half
/// of it, normals of points that almost coincide may be rounding errors; with twice as much, more sweeps are computed by other means.
pub(crate) const TIME_OF_IMPACT_DETERMINATE: f64 = 16.0;

/// A normal has to lead from the closest point of the first core to that of the second one, over the distance `radii`. It may miss the
/// second point by at most this multiple of the tolerance. With half of it, good normals are refused and computed again; with twice as
/// much, contact points lie farther from the second shape.
pub(crate) const TIME_OF_IMPACT_AGREEMENT: f64 = 2.0;

/// A point counts as lying on a face if its distance from the plane of the face is at most this multiple of epsilon times the largest
/// distance of a core's vertex from the origin. With half of it, a point on a face may be added as a new corner, which makes slivers; with
/// twice as much, the depth is less accurate.
pub(crate) const EPA_ON_FACE: f64 = 4.0;

/// For curved cores, the expansion ends at this error of the depth, as a fraction of the size of the Minkowski difference. If it ends with
/// a larger error than the caller permits, gradient descent follows. With half of it, the expansion needs more faces, and more often ends
/// at its limit; with twice as much, depths are less accurate.
pub(crate) const EPA_CURVED_ERROR: f64 = 1e-9;

/// A tetrahedron has accurate face normals if its smallest height is above this fraction of its longest edge. With half of it, normals of
/// flat tetrahedra may point inwards; with twice as much, more pairs take the slow way.
pub(crate) const MIN_TETRAHEDRON_HEIGHT: f64 = 1.0 / 16.0;

/// Shapes or parts may touch if the gap between them or their AABBs is at most this multiple of epsilon times the sum of the absolute
/// coordinates of both. Rounding causes no larger gap between shapes that touch. With half of it, parts that touch may be skipped; with
/// twice as much, more pairs of parts are tested.
pub(crate) const GAP_ERROR: f64 = 64.0;

/// The smallest absolute value that [`Contact::settle`] gives a corrected separation. It replaces a separation that is zero because of
/// rounding, although the shapes overlap (then with a minus sign) or are apart. Any positive number that is far below every meaningful
/// length serves; half or twice of it changes nothing.
pub(crate) const MIN_SEPARATION: f64 = 1e-30;

/// The error bound of the distance between a ball's center and the segment of a capsule, as a multiple of [`rounding_error`]. With half of
/// it, a relation may be wrong at the border; with twice as much, more pairs take the general computation.
pub(crate) const BALL_CAPSULE_ERROR: f64 = 4.0;

/// A pair is decided only if the square of the sum of the radii times the squared length of the segment is above this value. Otherwise one
/// of the compared products may have underflowed or lost digits, and the general computation decides. With half of it, products may lose
/// digits; with twice as much, somewhat larger shapes take the general computation.
pub(crate) const MIN_BALL_CAPSULE_SQUARE: f64 = 1e-30;

/// Two axes count as parallel if the squared sine of the angle between them is at most this number. The direction of their cross product is
/// then mostly rounding error, and is left out. This loses nothing: a separation along it would appear along one of the axes too, within
/// the same error. With half of it, a direction of rounding errors may separate boxes that touch; with twice as much, a few more axes are
/// left out.
pub(crate) const MIN_CROSS_SQUARED_SINE: f64 = 1e-14;

/// The limit that [`max_parallel_squared_sine()`] returns, as a multiple of `rounding_error(EPSILON)`, which is 4 ε². With half of it, a
/// ray along an axis may seem to cross it; with twice as much, slightly slanted rays count as parallel.
pub(crate) const PARALLEL_RAY_ERRORS: f64 = 4.0;

/// A ray counts as almost parallel to a face if its speed along the normal of the face is below this number. Rounding errors of coordinates
/// then change the distance of the entry by more than 16 times their own size. With half of it, hits of slanted rays are less accurate;
/// with twice as much, more rays take the careful computation.
pub(crate) const SLOW_RAY: f64 = 1.0 / 16.0;

/// The rounding error of coordinates that have been rotated, as a multiple of the error of those that have not. With half of it, a ray
/// along a side of a rotated box may hit its far end; with twice as much, rays near a side count as along it.
pub(crate) const ROTATED_COORDINATE_ERROR: f64 = 4.0;

// Shapes in 2D.

/// An edge is short if its length is below this fraction of the length of another edge of its polygon. Rounding of its ends may have turned
/// a short edge so much that other corners are in front of its line by more than the rounding error of a separation or the tolerance of a
/// relation. With half of it, a rotated short edge may separate polygons that touch; with twice as much, more polygons take the careful
/// computation.
pub(crate) const SHORT_EDGE: f64 = 1.0 / 16.0;

/// If the speed along the normal of an edge or another surface is at most this multiple of epsilon times the total speed, the motion counts
/// as parallel to the surface. With half of it, a shape that slides along a surface may seem to hit it; with twice as much, a slow approach
/// counts as sliding.
pub(crate) const PARALLEL_SPEED: f64 = 8.0;

/// The normals of two half-spaces count as opposite if the L1 norm of their sum is at most this multiple of epsilon: the rounding error of
/// two normals that were rotated by poses. With half of it, two half-spaces that were placed back to back may seem to overlap; with twice as
/// much, half-spaces that meet at an angle only beyond about 10¹⁴ times the size of a level count as parallel.
pub(crate) const OPPOSITE_NORMALS: f64 = 16.0;

/// If the largest separations along an edge of each polygon differ by less than this multiple of epsilon, relatively, the edge of the first
/// polygon is chosen. So the choice is the same in successive time steps. With half of it, the reference edge of resting boxes may change
/// between steps; with twice as much, contacts use the worse edge more often.
pub(crate) const FIRST_SHAPE_BIAS: f64 = 16.0;

/// If the separation of one polygon from an edge line of the other exceeds a limit by more than this multiple of the other's largest
/// coordinate, the polygons are surely farther apart than the limit. If it exceeds the limit by less, a projection of both polygons onto
/// the normal decides. Rounding moves each end of an edge by at most half an epsilon times that coordinate on each axis. So it rotates an
/// edge that is longer than its rounding error of four epsilon by less than 0.36, and no corner is three such coordinates away from it.
/// With half of it, polygons that touch may seem apart; with twice as much, more pairs are projected onto a normal, which costs time.
pub(crate) const ROTATED_EDGE_DISTANCE: f64 = 1.0;

/// The rounding error of a squared distance, relative to the squared distance, in multiples of epsilon. With half of it, the walk may end
/// one corner too early; with twice as much, it may take one that is farther by a rounding error.
pub(crate) const SQUARED_DISTANCE_ERROR: f64 = 4.0;

/// Two points do not determine a direction if their distance is at most this multiple of epsilon times their coordinates. With half of it,
/// normals may be rounding errors; with twice as much, normals of very near points are replaced by those of an edge.
pub(crate) const COINCIDENT_POINTS: f64 = 4.0;

/// If the distance of two segments times this factor is less than their lengths together, rounding may have rotated the vector between two
/// ends. The segments are then possibly not separated along this vector, so this is tested. With half of it, near segments may get a normal
/// that does not separate them; with twice as much, more pairs are tested.
pub(crate) const NEAR_SEGMENTS: f64 = 16.0;

/// The relative error of the square of a computed distance between a point and the line of an edge, in multiples of epsilon. With half of
/// it, one of two equally near edges may be missed; with twice as much, more edges are compared.
pub(crate) const SQUARED_HEIGHT_ERROR: f64 = 16.0;

/// An edge whose length is at most this multiple of epsilon times the length of the longest edge counts as having no length. With half of
/// it, the normal of an edge may be a rounding error; with twice as much, tiny edges of small polygons are ignored.
pub(crate) const NO_LENGTH: f64 = 4.0;

/// An edge counts as perpendicular to a normal if it deviates from the perpendicular by at most an angle whose sine is this multiple of
/// epsilon. With half of it, faces that touch may give one contact point instead of two; with twice as much, slightly slanted edges count
/// as faces.
pub(crate) const PERPENDICULAR_SINE: f64 = 64.0;

/// The second shape's edge becomes the reference edge only if it is longer than the first shape's edge by this factor. Rounding alone
/// cannot make equal edges differ that much, so the choice is stable. With half of the excess over 1, rounding may change the choice
/// between steps; with twice of it, a slightly shorter edge is the reference.
pub(crate) const LONGER_EDGE: f64 = 1.001;

/// A triangle counts as a sliver if twice its area is at most this fraction of the square of its largest coordinate. Two edges of a sliver
/// may be collinear within rounding, so both together may face a direction. With half of it, an edge of a sliver may be missed as a face;
/// with twice as much, more triangles take the careful computation.
pub(crate) const SLIVER_AREA: f64 = 1e-5;

/// A polygon counts as a segment if its width is at most this multiple of epsilon times its largest coordinate sum |x| + |y|. With half of
/// it, a polygon without width may have edges that point inwards; with twice as much, thin polygons lose their width.
pub(crate) const SEGMENT_WIDTH: f64 = 4.0;

// Shapes in 3D.

/// If the distance of the closest points is at most this multiple of epsilon times the largest coordinate, the vector between them is
/// mostly rounding error. The normal is then computed from faces and edges. With half of it, normals of shapes that touch may be rounding
/// errors; with twice as much, more normals come from faces, which costs time.
pub(crate) const DETERMINATE_DISTANCE: f64 = 64.0;

/// If the epsilon of the float type is at least this number, as it is for `f32`, GJK computes the distances of curved cores, because it
/// reaches full accuracy in few iterations. For more precise floats, [`curved`] computes them and ends the iterations by a criterion of its
/// own. It only separates the epsilons of `f32` and `f64`; half or twice of it changes nothing.
pub(crate) const FINE_EPSILON: f64 = 1e-9;

/// Two edges count as parallel if the sine of the angle between them is at most this multiple of epsilon. Their cross product is then
/// mostly rounding error and is not tested as an axis. With half of it, a direction of rounding errors may separate boxes that touch; with
/// twice as much, almost parallel edges are not tested.
pub(crate) const MIN_CROSS_SINE: f64 = 8.0;

/// The squared sine of the angle between two edges above which a test without a square root may skip their cross product. At smaller angles
/// the cross product is short, and its relative error is too large for that test. So it is always normalized and tested as an axis. With
/// half of it, the short test may skip an axis that separates; with twice as much, more axes are normalized, which costs time.
pub(crate) const NARROW_SQUARED_SINE: f64 = 0.05;

/// A bound of the error of the separation along the cross product of two unit edges, as a multiple of the rounding error of lengths. The
/// cross product is not normalized. With half of it, an axis that separates may be skipped; with twice as much, more axes are normalized,
/// which costs time.
pub(crate) const CROSS_ERROR: f64 = 16.0;

/// Two axes count as parallel if the sine of the angle between them is at most this number, in multiples of epsilon. So small a tilt moves
/// the points of a shape by no more than rounding. With half of it, rotated boxes that are aligned within rounding take the general way;
/// with twice as much, a tilt is ignored that moves points by more than rounding.
pub(crate) const PARALLEL_AXES_SINE: f64 = 2.0;

/// A triangle counts as narrow if the sine of the angle at its first corner is below this number. With half of it, normals of narrow
/// triangles are less accurate; with twice as much, more triangles take the careful computation.
pub(crate) const NARROW_TRIANGLE_SINE: f64 = 1.0 / 8.0;

/// The length, in multiples of epsilon times the coordinates, below which rounding may give the vector between two points any direction.
/// With half of it, normals may be rounding errors; with twice as much, normals of near points come from edges.
pub(crate) const DETERMINATE_LENGTH: f64 = 4.0;

/// A triangle counts as tiny if its edges are shorter than this multiple of epsilon times its distance. With half of it, a tiny distant
/// triangle may get a wrong closest point; with twice as much, more triangles are computed by their edges.
pub(crate) const TINY_TRIANGLE: f64 = 16.0;

/// Below this size of the coordinates, products of four coordinates do not overflow. With half of it, a NaN among smaller coordinates is
/// also computed in scaled coordinates; with twice as much, products of four coordinates still fit into `f32`.
pub(crate) const LARGE_COORDINATE: f64 = 1e8;

/// The error of a length at which GJK and EPA may end. It is a multiple of epsilon times the size of the pair; in a relation query, it is a
/// multiple of the query's tolerance. With half of it, searches run longer; with twice as much, lengths are less accurate.
pub(crate) const CURVED_LENGTH_ERROR: f64 = 0.25;

/// GJK ends when the relative error of the distance is at most this number. With half of it, searches run longer and often end by rounding;
/// with twice as much, distances are less accurate.
pub(crate) const CURVED_RELATIVE_ERROR: f64 = 1e-12;

/// If rounding ends GJK early, its distance is accepted as accurate up to this relative error. With half of it, more distances are computed
/// again by EPA; with twice as much, less accurate ones are returned.
pub(crate) const MAX_CURVED_RELATIVE_ERROR: f64 = 1e-6;

/// Below this distance, the vector between the closest points that GJK has found does not determine the normal, and EPA computes the
/// separation again. In multiples of the epsilon of `f64` times the size of the pair. With half of it, normals of near shapes may be
/// rounding errors; with twice as much, more pairs are computed by EPA, which costs time.
pub(crate) const MIN_CURVED_DISTANCE: f64 = 256.0;

/// The limit that replaces [`MIN_CURVED_DISTANCE`] if rounding has ended GJK before the distance was accurate. With half of it, inaccurate
/// normals are returned; with twice as much, more pairs are computed by EPA, which costs time.
pub(crate) const MIN_INACCURATE_CURVED_DISTANCE: f64 = 2.5e11;

/// The largest permitted tilt of a contact feature: the sine of the angle between the feature and the plane perpendicular to the contact
/// normal, in multiples of the square root of epsilon. The tilt is needed because the normal at a curved rim may have an error of this
/// size, although the separation is accurate. The tilt does no harm, because projecting a feature along the normal changes its lengths by
/// the square of the tilt, which is a rounding error. With half of it, a face under a rim gives a single point, and cylinders rock; with
/// twice as much, edges that do not touch become contacts.
pub(crate) const MAX_FEATURE_TILT: f64 = 16.0;

/// If the ratio of the squared slopes of two points exceeds this number, the first point is surely steeper. It leaves room for rounding
/// errors. With half of the excess over 1, rounding may choose the wrong corner; with twice of it, the first of two similar corners is kept
/// more often.
pub(crate) const STEEPER: f64 = 1.0001;

/// The deepest contact point should have the separation of the shapes. If its own separation differs by more than this number of rounding
/// errors, the middle between the witness points is added as the first contact point. With half of it, many contacts get an additional
/// point; with twice as much, the deepest point of a contact may be missing.
pub(crate) const MAX_DEEPEST_POINT_ERROR: f64 = 4.0;

/// For cores with a curved rim: the permitted error of the witness points, as a fraction of the largest coordinate. The vector between the
/// witness points should be parallel to the contact normal; its component perpendicular to the normal may have this length. With half of
/// it, more witness points are computed again; with twice as much, contact points are less accurate.
pub(crate) const CURVED_WITNESS_ERROR: f64 = 1e-7;

/// The closest points of two polyhedra are more accurate if the separation is small. So one polyhedron is first moved along the normal
/// until only this separation is left. In multiples of epsilon times the size of the polyhedra. With half of it, rounding may move the
/// shapes into each other; with twice as much, closest points are less accurate.
pub(crate) const WITNESS_SEPARATION: f64 = 16.0;

/// The separation that is left between two cores if one of them has a curved rim, as a fraction of their size. It is larger than
/// [`WITNESS_SEPARATION`], because the separation of curved cores is no more accurate than this. With half of it, rounding may move the
/// shapes into each other; with twice as much, closest points are less accurate.
pub(crate) const CURVED_WITNESS_SEPARATION: f64 = 2e-7;

/// A plane is too steep for accurate heights if the squared cosine of the angle between its normal and the contact normal is at most this
/// number. With half of it, heights on steep planes are less accurate; with twice as much, more contacts use a single point.
pub(crate) const STEEP_SQUARED_COSINE: f64 = 0.25;

/// A polygon counts as thin if its length is at least this multiple of its width. With half of it, wider polygons are clipped as segments;
/// with twice as much, points of slivers may lie off them.
pub(crate) const THIN_POLYGON: f64 = 32.0;

/// Two edges count as nearly parallel if the squared sine of the angle between them is at most this number. The angle is then at most about
/// 1/30 radian. With half of it, edges that cross at a small angle have one contact point; with twice as much, edges at larger angles are
/// clipped against each other.
pub(crate) const NEARLY_PARALLEL_SQUARED_SINE: f64 = 1e-3;

/// A factor of the largest squared offset at which two parallel edges are in contact. The offset is their distance perpendicular to the
/// contact normal. The contact point is halfway between the edges. So the edges may be twice as far apart as the contact point may be from
/// an edge, and the square is four times as large. It follows from the geometry; with another factor, contact points would lie off an edge,
/// or edges in contact would be missed.
pub(crate) const EDGE_CONTACT_OFFSET: f64 = 4.0;

/// The fast test of a triangle is used only if the squared size of the triangle is less than this multiple of its projected area. The area
/// is projected along the ray. The relative error of the products in the test grows with this ratio. With half of it, more rays take the
/// careful test; with twice as much, rays at a small angle to a triangle may miss it at its border.
pub(crate) const MAX_PROJECTED_AREA_RATIO: f64 = 128.0;

/// The rounding error of a given ray and hull, as a fraction of that of a computation in the same float ([`rounding_error`]). With a whole
/// one, a ray that only grazes a hull would hit it where the two are visibly apart. With half of it, rays along a face may pass the hull;
/// with twice as much, rays that pass it by a visible gap hit it.
pub(crate) const GIVEN_HULL_ERROR: f64 = 1.0 / 8.0;
