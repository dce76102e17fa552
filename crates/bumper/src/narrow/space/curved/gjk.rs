//! The distance of two convex cores, by Gilbert, Johnson and Keerthi.
//!
//! The cores' difference is explored from the inside: a simplex of its points is kept, the nearest to the origin that
//! they span is found, and the point that reaches farthest against it joins (E. Gilbert, D. Johnson, S. Keerthi, A Fast
//! Procedure for Computing the Distance Between Complex Objects in Three-Dimensional Space, IEEE Journal of Robotics
//! and Automation 4, 1988; the nearest point of a simplex as in C. Ericson, Real-Time Collision Detection, 2005,
//! chapter 5.1). It ends because each step comes nearer, or stops where rounding lets it come no nearer; with corners
//! that is after a few steps, with curved rims when the distance is known to about 10⁻¹².

use super::Wide;
use crate::Vector;
use crate::vector::Mapped;

/// More steps than shapes with corners need; curved rims that graze stop here.
const STEPS: usize = 96;

/// How near to the true square of the distance is near enough, as a part of it: with corners, which
/// end by themselves, and with curved rims.
const PRECISION: [f64; 2] = [0.0, 1e-12];

/// A point of the difference of two cores, and the two points it comes from.
#[derive(Clone, Copy)]
pub(crate) struct Corner<const N: usize> {
    /// a − b.
    pub(crate) w: Vector<f64, N>,
    pub(crate) a: Vector<f64, N>,
    pub(crate) b: Vector<f64, N>,
}

impl<const N: usize> Corner<N> {
    /// The point of the difference that reaches farthest in a direction.
    #[inline]
    pub(crate) fn new(a: &Wide<N>, b: &Wide<N>, direction: Vector<f64, N>) -> Self {
        let (a, b) = (a.support(direction), b.support(direction.scaled(-1.0)));
        Self { w: a - b, a, b }
    }
}

/// How two cores lie.
pub(crate) enum Nearest<const N: usize> {
    /// They are this far apart, these are their nearest points. Not sure where rounding ended the search: then they are
    /// nearer.
    Apart { distance: f64, normal: Vector<f64, N>, on: [Vector<f64, N>; 2], sure: bool },
    /// They are farther apart than was asked.
    Beyond,
    /// They meet, as far as rounding lets one tell: in the tetrahedron of these points of the difference.
    Meeting(Option<[Vector<f64, N>; 4]>),
}

/// Up to four corners, and the point of what they span that is nearest to the origin.
struct Simplex<const N: usize> {
    corners: [Corner<N>; 4],
    len: usize,
    weights: [f64; 3],
    nearest: Vector<f64, N>,
}

/// Corners that are kept, how much each counts for the nearest point, and that point.
#[derive(Clone, Copy)]
struct Part<const N: usize> {
    corners: [usize; 3],
    weights: [f64; 3],
    len: usize,
    nearest: Vector<f64, N>,
}

/// A length below which rounding hides all, for shapes with coordinates of this size.
pub(crate) fn rounding(size: f64) -> f64 {
    size * f64::EPSILON * 16.0
}

/// The distance of two cores: to the end, or within a length. Cores that are surely more than `limit` apart may be left there.
#[inline(never)]
pub(crate) fn nearest<const N: usize>(a: &Wide<N>, b: &Wide<N>, limit: f64, within: f64) -> Nearest<N> {
    let mut way = a.middle() - b.middle();
    if way.dot(way) == 0.0 {
        way = Vector::default().with(0, 1.0);
    }
    let first = Corner::new(a, b, way.scaled(-1.0));
    let mut simplex = Simplex { corners: [first; 4], len: 1, weights: [1.0, 0.0, 0.0], nearest: first.w };
    let mut squared = first.w.dot(first.w);
    let mut size = first.a.dot(first.a).max(first.b.dot(first.b));
    let precision = PRECISION[usize::from(a.is_curved() || b.is_curved())];
    let mut sure = false;
    for _ in 0..STEPS {
        let v = simplex.nearest;
        let tiny = rounding(1.0);
        if squared <= tiny * tiny * size {
            return Nearest::Meeting(None);
        }
        let next = Corner::new(a, b, v.scaled(-1.0));
        size = size.max(next.a.dot(next.a)).max(next.b.dot(next.b));
        // All of the difference lies beyond this part of the way.
        let bound = v.dot(next.w);
        if bound > 0.0 && bound * bound > limit * limit * squared {
            return Nearest::Beyond;
        }
        let known = simplex.corners[..simplex.len].iter().any(|corner| corner.w == next.w);
        let left = squared - bound;
        let enough = left * left <= within * within * squared;
        sure = enough || left <= squared * 1e-6;
        if known || enough || left <= squared * precision {
            break;
        }
        let Some(part) = simplex.with(next) else {
            return Nearest::Meeting(Some(simplex.corners.mapped(|corner| corner.w)));
        };
        let nearer = part.nearest.dot(part.nearest);
        // Also true for NaN.
        if !matches!(nearer.partial_cmp(&squared), Some(core::cmp::Ordering::Less)) {
            break;
        }
        simplex.keep(&part);
        squared = nearer;
    }
    // Where the triangle is narrow, so little is known of the weights that one of its edges does better.
    let v = simplex.nearest;
    let lost = simplex.sum(|corner| corner.w) - v;
    if simplex.len == 3 && lost.dot(lost) > size * 1e-20 {
        let part = simplex.nearest_edge([0, 1, 2], |_| false);
        simplex.keep(&part);
    }
    let distance = v.length();
    let on = [simplex.sum(|corner| corner.a), simplex.sum(|corner| corner.b)];
    Nearest::Apart { distance, normal: v.scaled(-1.0 / distance), on, sure }
}

impl<const N: usize> Simplex<N> {
    fn sum(&self, point: impl Fn(&Corner<N>) -> Vector<f64, N>) -> Vector<f64, N> {
        let parts = self.corners[..self.len].iter().zip(self.weights);
        parts.fold(Vector::default(), |sum, (corner, weight)| sum + point(corner).scaled(weight))
    }

    fn keep(&mut self, part: &Part<N>) {
        let corners = self.corners;
        for (place, &index) in part.corners[..part.len].iter().enumerate() {
            self.corners[place] = corners[index];
        }
        (self.len, self.weights, self.nearest) = (part.len, part.weights, part.nearest);
    }

    /// What to keep with one corner more: those that span the point nearest to the origin. `None` where the origin is
    /// within.
    #[inline]
    fn with(&mut self, next: Corner<N>) -> Option<Part<N>> {
        self.corners[self.len] = next;
        match self.len {
            1 => Some(self.segment(0, 1)),
            2 => {
                let (part, inside) = self.triangle([0, 1, 2]);
                (!inside || N > 2).then_some(part)
            }
            _ => self.tetrahedron(),
        }
    }

    #[inline]
    fn point(&self, index: usize) -> Part<N> {
        Part { corners: [index; 3], weights: [1.0, 0.0, 0.0], len: 1, nearest: self.corners[index].w }
    }

    #[inline]
    fn segment(&self, i: usize, j: usize) -> Part<N> {
        let (a, b) = (self.corners[i].w, self.corners[j].w);
        let ab = b - a;
        let (along, whole) = (-a.dot(ab), ab.dot(ab));
        if along <= 0.0 {
            return self.point(i);
        }
        if along >= whole {
            return self.point(j);
        }
        let t = along / whole;
        let nearest = a.scaled(1.0 - t) + b.scaled(t);
        Part { corners: [i, j, j], weights: [1.0 - t, t, 0.0], len: 2, nearest }
    }

    /// Also whether the nearest point is inside the triangle.
    ///
    /// There it is the origin's shadow along the normal: the sum of the corners would lose its direction where the
    /// triangle is narrow and near.
    fn triangle(&self, corners: [usize; 3]) -> (Part<N>, bool) {
        let w = corners.mapped(|index| self.corners[index].w.resized::<3>());
        let (u, v) = (w[1] - w[0], w[2] - w[0]);
        let normal = u.cross(v);
        // Where it is a line but for rounding, all edges count.
        let area = normal.dot(normal);
        let area = if area > u.dot(u) * v.dot(v) * 1e-24 { area } else { 0.0 };
        // How far the shadow lies inside of each edge, times its length and the area.
        let inside = [0, 1, 2].mapped(|k| {
            let (from, to, apex) = (w[(k + 1) % 3], w[(k + 2) % 3], w[k]);
            let side = normal.cross(to - from);
            let (own, other) = (-side.dot(from), side.dot(apex - from));
            if other < 0.0 { -own } else { own }
        });
        if area > 0.0 && inside.iter().all(|&side| side > 0.0) {
            let whole = inside[0] + inside[1] + inside[2];
            let nearest = normal.scaled(normal.dot(w[0]) / area).resized();
            return (Part { corners, weights: inside.map(|side| side / whole), len: 3, nearest }, true);
        }
        (self.nearest_edge(corners, |k| area > 0.0 && inside[k] > 0.0), false)
    }

    /// What of the edges of a triangle is nearest, but for those across from some corners.
    #[inline]
    fn nearest_edge(&self, corners: [usize; 3], without: impl Fn(usize) -> bool) -> Part<N> {
        let mut best: Option<(f64, Part<N>)> = None;
        for k in (0..3).filter(|&k| !without(k)) {
            let part = self.segment(corners[(k + 1) % 3], corners[(k + 2) % 3]);
            let squared = part.nearest.dot(part.nearest);
            if best.is_none_or(|best| squared < best.0) {
                best = Some((squared, part));
            }
        }
        best.map_or_else(|| self.point(corners[0]), |best| best.1)
    }

    /// `None` where the origin is inside the tetrahedron.
    fn tetrahedron(&self) -> Option<Part<N>> {
        let w = |index: usize| self.corners[index].w.resized::<3>();
        let mut best: Option<(f64, Part<N>)> = None;
        let mut enclosed = true;
        for (face, apex) in [([0, 1, 2], 3), ([0, 1, 3], 2), ([0, 2, 3], 1), ([1, 2, 3], 0)] {
            let (a, b, c) = (w(face[0]), w(face[1]), w(face[2]));
            let normal = (b - a).cross(c - a);
            let (inside, origin) = (normal.dot(w(apex) - a), -normal.dot(a));
            // Between the face and the corner across from it; where there is no volume, nothing is.
            let between = inside * origin > 0.0 && origin * origin <= inside * inside;
            enclosed &= between;
            // The nearest point is on a face that has the origin in front, unless rounding hides which that is.
            if between && inside * inside > normal.dot(normal) * (w(apex) - a).dot(w(apex) - a) * 1e-16 {
                continue;
            }
            let (part, _) = self.triangle(face);
            let squared = part.nearest.dot(part.nearest);
            if best.is_none_or(|best| squared < best.0) {
                best = Some((squared, part));
            }
        }
        best.filter(|_| !enclosed).map(|best| best.1)
    }
}
