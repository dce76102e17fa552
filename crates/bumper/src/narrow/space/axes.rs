//! The separating axis test of segments, triangles and boxes. It finds their penetration depth, or an axis that separates them. The
//! candidate axes are the face normals of both cores and the cross products of an edge of one core and an edge of the other (S. Gottschalk,
//! M. Lin, D. Manocha, OBBTree, SIGGRAPH 1996; D. Eberly, Dynamic Collision Detection using Oriented Bounding Boxes, 1999).
//!
//! The result is the largest separation along any candidate axis. No axis can give more than the true separation, so a superfluous or
//! slightly wrong axis does no harm.

use crate::Vector;
use crate::narrow::measure::{any_perpendicular, largest, norm, normalized, triangle_normal};
use crate::narrow::tolerance::{CROSS_ERROR, MIN_CROSS_SINE, NARROW_SQUARED_SINE};
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::Core;

/// A point, segment, triangle or box, with its faces and edges listed for the separating axis test.
pub(super) struct SatCore<R> {
    /// The center of a box. Other cores have `corners` instead.
    center: Vector<R, 3>,
    /// Half of each of the three edge vectors of a box; zero for other cores.
    half_edges: [Vector<R, 3>; 3],
    corners: [Vector<R, 3>; 3],
    count: usize,
    pub(super) faces: [Vector<R, 3>; 3],
    face_count: usize,
    /// Unit vectors along the edges of the core; parallel edges of a box occur once.
    edges: [Vector<R, 3>; 3],
    edge_count: usize,
}

impl<R: Real> SatCore<R> {
    /// Converts a core; `None` for hulls, cylinders and ellipses.
    pub(super) fn new(source: &Core<R, 3>) -> Option<Self> {
        let mut core = Self {
            center: Vector::ZERO,
            half_edges: [Vector::ZERO; 3],
            corners: [Vector::ZERO; 3],
            count: 0,
            faces: [Vector::ZERO; 3],
            face_count: 0,
            edges: [Vector::ZERO; 3],
            edge_count: 0,
        };
        match source {
            Core::Point(p) => (core.corners, core.count) = ([*p; 3], 1),
            Core::Segment([p, q]) => {
                core.corners = [*p, *q, *q];
                core.count = 2;
                core.add_edge(*q - *p);
            }
            Core::Triangle(corners) => {
                core.corners = *corners;
                core.count = 3;
                let [a, b, c] = *corners;
                for edge in [b - a, c - b, a - c] {
                    core.add_edge(edge);
                }
                if let Some(face) = normalized(triangle_normal(*corners)) {
                    (core.faces[0], core.face_count) = (face, 1);
                }
            }
            Core::Aabb([min, max]) => {
                let half = (*max - *min).scaled(R::HALF);
                core.center = *min + half;
                let axes = [0, 1, 2].mapped(|k| Vector::ZERO.with(k, R::ONE));
                core.set_box(axes, half);
            }
            Core::Box(shape) => {
                core.center = shape.center;
                core.set_box(shape.axes, shape.half);
            }
            Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) | Core::HalfSpace(_) => return None,
        }
        Some(core)
    }

    fn set_box(&mut self, axes: [Vector<R, 3>; 3], half: Vector<R, 3>) {
        self.half_edges = crate::vector::from_fn(|k| axes[k].scaled(half[k]));
        self.faces = axes;
        self.face_count = 3;
        self.edges = axes;
        self.edge_count = 3;
    }

    fn add_edge(&mut self, edge: Vector<R, 3>) {
        if let Some(edge) = normalized(edge) {
            self.edges[self.edge_count] = edge;
            self.edge_count += 1;
        }
    }

    /// The projection of the core onto a direction, as an interval.
    #[inline]
    fn project(&self, u: Vector<R, 3>) -> [R; 2] {
        if self.count == 0 {
            let middle = self.center.dot(u);
            let radius = self.half_edges.iter().fold(R::ZERO, |sum, half| sum + half.dot(u).abs());
            return [middle - radius, middle + radius];
        }
        let first = self.corners[0].dot(u);
        self.corners[1..self.count].iter().fold([first, first], |[low, high], corner| {
            let projection = corner.dot(u);
            [low.min(projection), high.max(projection)]
        })
    }
}

/// The separation of two intersecting cores.
pub(super) fn separation<R: Real>(a: &SatCore<R>, b: &SatCore<R>) -> Separation<R, 3> {
    let mut search = AxisSearch { a, b, best: None, cross_error: R::INFINITY };
    search.test_all(R::INFINITY);
    if search.best.is_none() {
        // If there is no candidate axis, all points of both cores lie on one line. Then the cores have no extent along a direction
        // perpendicular to that line, so their separation along it is zero.
        let edges = if a.edge_count > 0 { a.edges } else { b.edges };
        search.best = Some((R::ZERO, any_perpendicular(edges[0])));
    }
    search.result()
}

/// The result of the separating axis test.
pub(super) enum SatResult<R> {
    /// The cores are more than the caller's `limit` apart.
    Separated,
    /// The cores surely overlap. The separation is the final result.
    Penetrating(Separation<R, 3>),
    Undecided,
}

/// Tests two cores near the origin: whether they are surely more than `limit` apart, or surely overlap, and how deeply.
pub(super) fn separating_axis_test<R: Real>(a: &Core<R, 3>, b: &Core<R, 3>, limit: R) -> SatResult<R> {
    if a.has_many_edges() || b.has_many_edges() {
        return SatResult::Undecided;
    }
    let (Some(p), Some(q)) = (SatCore::new(a), SatCore::new(b)) else { return SatResult::Undecided };
    let tolerance = rounding_error(a.extent() + b.extent() + largest(b.middle()));
    let mut search = AxisSearch { a: &p, b: &q, best: None, cross_error: cross_error(tolerance) };
    // The search ends at the first axis along which the cores are apart. They have no penetration depth then, and more axes could only
    // raise the lower bound of their distance.
    search.test_all(tolerance);
    let length = search.best.map_or(R::ZERO, |best| best.0);
    if length > limit + tolerance {
        return SatResult::Separated;
    }
    if length < -tolerance { SatResult::Penetrating(search.result()) } else { SatResult::Undecided }
}

pub(super) fn cross_error<R: Real>(tolerance: R) -> R {
    tolerance * R::from_f64(CROSS_ERROR)
}

/// The search for the axis along which two cores have the largest separation. If the cores overlap, this separation is negative, and its
/// absolute value is the penetration depth.
pub(super) struct AxisSearch<'e, R> {
    pub(super) a: &'e SatCore<R>,
    pub(super) b: &'e SatCore<R>,
    pub(super) best: Option<(R, Vector<R, 3>)>,
    /// A bound of the rounding error of the separation along a cross product of two unit edges that is not normalized.
    pub(super) cross_error: R,
}

impl<R: Real> AxisSearch<'_, R> {
    /// Tests the candidate axes. Ends early if the separation along an axis is above `limit`.
    fn test_all(&mut self, limit: R) {
        let a = self.a;
        let b = self.b;
        let is_separated = |search: &Self| search.best.is_some_and(|best| best.0 > limit);
        for face in a.faces[..a.face_count].iter().chain(&b.faces[..b.face_count]) {
            self.test(*face);
            if is_separated(self) {
                return;
            }
        }
        for e in &a.edges[..a.edge_count] {
            for f in &b.edges[..b.edge_count] {
                self.test_cross_product(*e, *f);
                if is_separated(self) {
                    return;
                }
            }
        }
    }

    /// The separations of the cores along a vector and along its opposite. If the vector is not a unit vector, both are multiplied by its
    /// length.
    #[inline]
    fn separations_along(&self, u: Vector<R, 3>) -> (R, R) {
        let ([low, high], [from, to]) = (self.a.project(u), self.b.project(u));
        (from - high, low - to)
    }

    /// Tests a unit vector and its opposite. If several axes have equal separations, the first one is used.
    pub(super) fn test(&mut self, u: Vector<R, 3>) {
        let (forwards, backwards) = self.separations_along(u);
        let (length, normal) = if forwards >= backwards { (forwards, u) } else { (backwards, -u) };
        if self.best.is_none_or(|best| length > best.0) {
            self.best = Some((length, normal));
        }
    }

    /// Tests the cross product of two edges, if it may be a better axis than the best axis so far.
    fn test_cross_product(&mut self, e: Vector<R, 3>, f: Vector<R, 3>) {
        let cross = e.cross(f);
        let (forwards, backwards) = self.separations_along(cross);
        let length = backwards.max(forwards);
        if self.may_be_best(length, cross.dot(cross)) {
            self.test_edges(e, f);
        }
    }

    /// Whether the normalized cross product of two edges may give a larger separation than the best axis so far. `length` is the separation
    /// along the cross product before normalization, and `squared` is the squared length of the cross product. Compares squares, so it
    /// needs no square root.
    #[inline]
    pub(super) fn may_be_best(&self, length: R, squared: R) -> bool {
        let upper = length + self.cross_error;
        let best = self.best.map_or(R::NEG_INFINITY, |best| best.0);
        let is_deeper = upper < R::ZERO && best < R::ZERO && upper * upper > best * best * squared;
        !(is_deeper && squared > R::from_f64(NARROW_SQUARED_SINE))
    }

    /// Tests the normalized cross product of two edges, if these are not parallel.
    pub(super) fn test_edges(&mut self, e: Vector<R, 3>, f: Vector<R, 3>) {
        let cross = e.cross(f);
        let sine = norm(cross);
        if sine > R::EPSILON * R::from_f64(MIN_CROSS_SINE) {
            self.test(cross.map(|c| c / sine));
        }
    }

    pub(super) fn result(self) -> Separation<R, 3> {
        let (length, normal) = self.best.unwrap_or_default();
        Separation { length, normal, witnesses: None }
    }
}
