//! The penetration depth of segments, triangles and boxes by the separating axis test: along face normals of either core and along cross
//! products of an edge of each (S. Gottschalk, M. Lin, D. Manocha, OBBTree, SIGGRAPH 1996; D. Eberly, Dynamic Collision Detection using
//! Oriented Bounding Boxes, 1999).
//!
//! No axis has a larger separation than the normal, so superfluous or inaccurate axes do no harm: the separation along each is valid for
//! itself.

use crate::Vector;
use crate::narrow::measure::{any_perpendicular, largest, norm, normalized, triangle_normal};
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;
use crate::vector::Mapped;
use crate::view::Core;

/// The sine, in rounding errors, below which two edges count as parallel: their cross product has no accurate direction.
const PARALLEL: f64 = 8.0;

/// A core with few faces and edges: a point, segment, triangle or box, in any frame.
pub(super) struct Edged<R> {
    /// The center of a box; other cores have `corners`.
    center: Vector<R, 3>,
    /// The vectors of half the edges of a box.
    spans: [Vector<R, 3>; 3],
    corners: [Vector<R, 3>; 3],
    count: usize,
    pub(super) faces: [Vector<R, 3>; 3],
    face_count: usize,
    /// Unit vectors along the edges.
    edges: [Vector<R, 3>; 3],
    edge_count: usize,
}

impl<R: Real> Edged<R> {
    /// `None` for cores with many edges or curved ones.
    pub(super) fn new<const N: usize>(core: &Core<R, N>) -> Option<Self> {
        let zero = Vector::default();
        let one = R::from_f64(1.0);
        let mut edged = Self {
            center: zero,
            spans: [zero; 3],
            corners: [zero; 3],
            count: 0,
            faces: [zero; 3],
            face_count: 0,
            edges: [zero; 3],
            edge_count: 0,
        };
        match core {
            Core::Point(p) => (edged.corners, edged.count) = ([p.resized(); 3], 1),
            Core::Segment([p, q]) => {
                let (p, q) = (p.resized(), q.resized());
                (edged.corners, edged.count) = ([p, q, q], 2);
                edged.edge(q - p);
            }
            Core::Triangle(corners) => {
                let corners = corners.mapped(|corner| corner.resized());
                (edged.corners, edged.count) = (corners, 3);
                let [a, b, c] = corners;
                for edge in [b - a, c - b, a - c] {
                    edged.edge(edge);
                }
                if let Some(face) = normalized(triangle_normal(corners)) {
                    (edged.faces[0], edged.face_count) = (face, 1);
                }
            }
            Core::Upright([min, max]) => {
                let half = (*max - *min).scaled(R::from_f64(0.5));
                edged.center = (*min + half).resized();
                let axes = [0, 1, 2].mapped(|k| Vector::default().with(k, one));
                edged.boxed(axes, half.resized());
            }
            Core::Box(shape) => {
                edged.center = shape.center.resized();
                let axis = |k: usize| shape.axes.get(k).map(|axis| axis.resized()).unwrap_or_default();
                edged.boxed([0, 1, 2].mapped(axis), shape.half.resized());
            }
            Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) => return None,
        }
        Some(edged)
    }

    fn boxed(&mut self, axes: [Vector<R, 3>; 3], half: Vector<R, 3>) {
        self.spans = crate::vector::from_fn(|k| axes[k].scaled(half[k]));
        (self.faces, self.face_count) = (axes, 3);
        (self.edges, self.edge_count) = (axes, 3);
    }

    fn edge(&mut self, edge: Vector<R, 3>) {
        if let Some(edge) = normalized(edge) {
            self.edges[self.edge_count] = edge;
            self.edge_count += 1;
        }
    }

    /// The projection onto a direction, as an interval.
    #[inline]
    fn span(&self, u: Vector<R, 3>) -> [R; 2] {
        if self.count == 0 {
            let middle = self.center.dot(u);
            let half =
                self.spans.iter().fold(R::default(), |sum, span| sum + span.dot(u).distance(R::default()));
            return [middle - half, middle + half];
        }
        let first = self.corners[0].dot(u);
        self.corners[1..self.count].iter().fold([first, first], |[low, high], corner| {
            let at = corner.dot(u);
            [if at < low { at } else { low }, if at > high { at } else { high }]
        })
    }
}

/// The separation of two intersecting cores.
pub(super) fn separation<R: Real, const N: usize>(a: &Edged<R>, b: &Edged<R>) -> Separation<R, N> {
    let mut widest = Widest { a, b, best: None, off: R::from_f64(f64::INFINITY) };
    widest.offer_all(R::from_f64(f64::INFINITY));
    if widest.best.is_none() {
        // All points are on one line: along a perpendicular direction, the separation is zero.
        let edges = if a.edge_count > 0 { a.edges } else { b.edges };
        widest.best = Some((R::default(), any_perpendicular(edges[0])));
    }
    widest.gap()
}

/// The result of the separating axis test.
pub(super) enum SatResult<R, const N: usize> {
    /// The cores are more than the limit apart.
    Beyond,
    /// The cores surely overlap; the separation is final.
    Deep(Separation<R, N>),
    Open,
}

/// Tests whether two cores near the origin are surely more than `limit` apart, or surely overlap, and how deep.
pub(super) fn said<R: Real, const N: usize>(a: &Core<R, N>, b: &Core<R, N>, limit: R) -> SatResult<R, N> {
    if a.has_many_edges() || b.has_many_edges() {
        return SatResult::Open;
    }
    let (Some(p), Some(q)) = (Edged::new(a), Edged::new(b)) else { return SatResult::Open };
    let tolerance = rounding_error(a.extent() + b.extent() + largest(b.middle()));
    let mut widest = Widest { a: &p, b: &q, best: None, off: off(tolerance) };
    // Stops at the first separating axis: the penetration depth does not exist, and further axes would only raise the lower bound of the
    // distance.
    widest.offer_all(tolerance);
    let length = widest.best.map_or(R::default(), |best| best.0);
    if length > limit + tolerance {
        return SatResult::Beyond;
    }
    if length < -tolerance { SatResult::Deep(widest.gap()) } else { SatResult::Open }
}

/// Edges whose squared sine is below this always get the accurate test.
const NARROW: f64 = 0.05;

/// The error, in tolerances, of a separation along the cross product of two unit edges, whose length is the sine of their angle.
const OFF: f64 = 16.0;

pub(super) fn off<R: Real>(tolerance: R) -> R {
    tolerance * R::from_f64(OFF)
}

/// The search for the axis with the largest separation, or the least penetration, of two cores.
pub(super) struct Widest<'e, R> {
    pub(super) a: &'e Edged<R>,
    pub(super) b: &'e Edged<R>,
    pub(super) best: Option<(R, Vector<R, 3>)>,
    /// The error of a separation along a cross product that is not normalized.
    pub(super) off: R,
}

impl<R: Real> Widest<'_, R> {
    /// Tests all candidate axes, until the separation along one is above `limit`.
    fn offer_all(&mut self, limit: R) {
        let (a, b) = (self.a, self.b);
        let is_far = |widest: &Self| widest.best.is_some_and(|best| best.0 > limit);
        for face in a.faces[..a.face_count].iter().chain(&b.faces[..b.face_count]) {
            self.offer(*face);
            if is_far(self) {
                return;
            }
        }
        for e in &a.edges[..a.edge_count] {
            for f in &b.edges[..b.edge_count] {
                self.offer_across(*e, *f);
                if is_far(self) {
                    return;
                }
            }
        }
    }

    /// The separations along a direction and against it, times its length.
    #[inline]
    fn along(&self, u: Vector<R, 3>) -> (R, R) {
        let ([low, high], [from, to]) = (self.a.span(u), self.b.span(u));
        (from - high, low - to)
    }

    /// Tests a unit vector and its opposite; the first of equals wins.
    pub(super) fn offer(&mut self, u: Vector<R, 3>) {
        let (forwards, backwards) = self.along(u);
        let (length, normal) = if forwards >= backwards { (forwards, u) } else { (backwards, -u) };
        if self.best.is_none_or(|best| length > best.0) {
            self.best = Some((length, normal));
        }
    }

    /// Tests the cross product of two edges, if these are not parallel.
    fn offer_across(&mut self, e: Vector<R, 3>, f: Vector<R, 3>) {
        let across = e.cross(f);
        let (forwards, backwards) = self.along(across);
        let length = if forwards > backwards { forwards } else { backwards };
        if self.may_be_best(length, across.dot(across)) {
            self.offer_edges(e, f);
        }
    }

    /// Whether the cross product of two edges may be better than the best axis, given the separation along it, without normalization, and
    /// the squared sine of the edges' angle. Avoids a square root.
    #[inline]
    pub(super) fn may_be_best(&self, length: R, squared: R) -> bool {
        let most = length + self.off;
        let best = self.best.map_or(R::from_f64(f64::NEG_INFINITY), |best| best.0);
        let is_deeper = most < R::default() && best < R::default() && most * most > best * best * squared;
        !(is_deeper && squared > R::from_f64(NARROW))
    }

    /// Tests the normalized cross product of two edges, if these are not parallel.
    pub(super) fn offer_edges(&mut self, e: Vector<R, 3>, f: Vector<R, 3>) {
        let across = e.cross(f);
        let sine = norm(across);
        if sine > R::EPSILON * R::from_f64(PARALLEL) {
            self.offer(across.map(|c| c / sine));
        }
    }

    pub(super) fn gap<const N: usize>(self) -> Separation<R, N> {
        let (length, normal) = self.best.unwrap_or_default();
        Separation { length, normal: normal.resized(), on: None }
    }
}
