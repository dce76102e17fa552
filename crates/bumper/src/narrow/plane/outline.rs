//! The corners and edges of a core on a plane, side by side, so that wide instructions judge several at once.

use crate::Vector;
use crate::form::{Core, Corners};
use crate::scalar::{Real, Scalar};
use crate::shape::polygon::flat;
use core::array::from_fn;

pub(super) type Point<R> = Vector<R, 2>;

/// The corners of a convex core, counterclockwise.
pub(super) trait Outline<R: Real> {
    fn len(&self) -> usize;
    fn at(&self, index: usize) -> Point<R>;

    #[inline]
    fn next(&self, index: usize) -> usize {
        if index + 1 < self.len() { index + 1 } else { 0 }
    }

    #[inline]
    fn before(&self, index: usize) -> usize {
        if index > 0 { index - 1 } else { self.len() - 1 }
    }

    /// Calls `each` with all edges, some at a time, and the place of the first of them.
    fn each_edges(&self, each: impl FnMut(&Edges<R, 4>, usize) -> Option<()>) -> Option<()>;

    /// The place of the corner that reaches farthest: the first of equals.
    #[inline]
    fn farthest(&self, direction: Point<R>) -> usize {
        let (mut best, mut most) = (0, self.at(0).dot(direction));
        for index in 1..self.len() {
            let reach = self.at(index).dot(direction);
            if reach > most {
                (best, most) = (index, reach);
            }
        }
        best
    }
}

/// Some edges: their outward unit normals, and how far they are from the origin along those. What fills up the lanes is
/// infinitely far inside.
#[derive(Clone, Copy)]
pub(super) struct Edges<R, const M: usize> {
    pub(super) u: [R; M],
    pub(super) v: [R; M],
    offset: [R; M],
}

impl<R: Real, const M: usize> Edges<R, M> {
    /// The edges between corners and those that follow. One without length has no normal: it is left out.
    #[inline(always)]
    fn between(x: [R; M], y: [R; M], next_x: [R; M], next_y: [R; M]) -> Self {
        let (u, v): ([R; M], [R; M]) = (from_fn(|k| next_y[k] - y[k]), from_fn(|k| x[k] - next_x[k]));
        let length: [R; M] = from_fn(|k| Real::sqrt(u[k] * u[k] + v[k] * v[k]));
        let (zero, one, far) = (R::default(), R::from_f64(1.0), R::from_f64(f64::INFINITY));
        let scale: [R; M] = from_fn(|k| if length[k] > zero { one / length[k] } else { zero });
        let (u, v): ([R; M], [R; M]) = (from_fn(|k| u[k] * scale[k]), from_fn(|k| v[k] * scale[k]));
        let offset = from_fn(|k| if length[k] > zero { x[k] * u[k] + y[k] * v[k] } else { far });
        Self { u, v, offset }
    }

    /// How far each edge is in front of the nearest of some corners.
    #[inline(always)]
    pub(super) fn gaps(&self, other: &impl Outline<R>) -> [R; M] {
        let reach = |point: Point<R>| -> [R; M] { from_fn(|k| point[0] * self.u[k] + point[1] * self.v[k]) };
        let mut least = reach(other.at(0));
        for corner in 1..other.len() {
            let next = reach(other.at(corner));
            least = from_fn(|k| if next[k] < least[k] { next[k] } else { least[k] });
        }
        from_fn(|k| least[k] - self.offset[k])
    }

    #[inline]
    pub(super) fn normal(&self, k: usize) -> Point<R> {
        Vector([self.u[k], self.v[k]])
    }
}

/// Up to four corners with their edges. A segment is a box without width: with the normals of its ends, which tell how far
/// apart two segments on one line are.
#[derive(Clone, Copy)]
pub(super) struct Few<R> {
    x: [R; 4],
    y: [R; 4],
    edges: Edges<R, 4>,
    len: usize,
}

impl<R: Real> Few<R> {
    #[inline(always)]
    fn new(corners: [Point<R>; 4], normals: [Point<R>; 4]) -> Self {
        let (x, y): ([R; 4], [R; 4]) = (corners.map(|c| c[0]), corners.map(|c| c[1]));
        let (u, v): ([R; 4], [R; 4]) = (normals.map(|n| n[0]), normals.map(|n| n[1]));
        let offset = from_fn(|k| x[k] * u[k] + y[k] * v[k]);
        Self { x, y, edges: Edges { u, v, offset }, len: 4 }
    }

    #[inline(always)]
    pub(super) fn segment([from, to]: [Point<R>; 2]) -> Self {
        let way = to - from;
        let along = way.scaled(R::from_f64(1.0) / Real::sqrt(way.dot(way)));
        let across = Vector([along[1], -along[0]]);
        Self::new([from, to, to, from], [across, along, -across, -along])
    }

    #[inline(always)]
    pub(super) fn rectangle(center: Point<R>, half: Point<R>, x: Point<R>) -> Self {
        let y = Vector([-x[1], x[0]]);
        let (u, v) = (x.scaled(half[0]), y.scaled(half[1]));
        let corners = [center - u - v, center + u - v, center + u + v, center - u + v];
        Self::new(corners, [-y, x, y, -x])
    }

    #[inline(always)]
    pub(super) fn upright(min: Point<R>, max: Point<R>) -> Self {
        let (zero, one) = (R::default(), R::from_f64(1.0));
        let corners = [min, Vector([max[0], min[1]]), max, Vector([min[0], max[1]])];
        Self::new(corners, [[zero, -one], [one, zero], [zero, one], [-one, zero]].map(Vector))
    }

    /// One that rounding may have turned over is the segment that it is but for rounding.
    #[inline(always)]
    pub(super) fn triangle([a, b, c]: [Point<R>; 3]) -> Self {
        if let Some(ends) = as_line(&[a, b, c]) {
            return Self::segment(ends);
        }
        let (x, y) = ([a[0], b[0], c[0], c[0]], [a[1], b[1], c[1], c[1]]);
        let edges = Edges::between(x, y, [b[0], c[0], a[0], c[0]], [b[1], c[1], a[1], c[1]]);
        Self { x, y, edges, len: 3 }
    }
}

impl<R: Real> Outline<R> for Few<R> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len
    }
    #[inline(always)]
    fn at(&self, index: usize) -> Point<R> {
        Vector([self.x[index & 3], self.y[index & 3]])
    }
    #[inline(always)]
    fn each_edges(&self, mut each: impl FnMut(&Edges<R, 4>, usize) -> Option<()>) -> Option<()> {
        each(&self.edges, 0)
    }
}

/// A point, which has no edges.
impl<R: Real> Outline<R> for Point<R> {
    #[inline(always)]
    fn len(&self) -> usize {
        1
    }
    #[inline(always)]
    fn at(&self, _: usize) -> Point<R> {
        *self
    }
    #[inline(always)]
    fn each_edges(&self, _: impl FnMut(&Edges<R, 4>, usize) -> Option<()>) -> Option<()> {
        Some(())
    }
}

/// How thin a shape may be to be taken for a line, in roundings of its coordinates: its corners are known no better.
const THIN: f64 = 4.0;

/// The ends of what is thinner than its coordinates are rounded; `None` for what has an inside.
#[inline(always)]
fn as_line<R: Real>(corners: &[Point<R>]) -> Option<[Point<R>; 2]> {
    let (zero, first) = (R::default(), corners[0]);
    let (mut area, mut size, mut farthest) = (zero, zero, (zero, first));
    for pair in corners[1..].windows(2) {
        let (u, v) = (pair[0] - first, pair[1] - first);
        area = area + (u[0] * v[1] - u[1] * v[0]);
    }
    for corner in corners {
        let way = *corner - first;
        let sum = corner[0].distance(zero) + corner[1].distance(zero);
        size = if sum > size { sum } else { size };
        farthest = if way.dot(way) > farthest.0 { (way.dot(way), *corner) } else { farthest };
    }
    let thin = size * R::EPSILON * R::from_f64(THIN);
    // Its area over its length is about its width.
    if area > zero && area * area > thin * thin * farthest.0 {
        return None;
    }
    let from = farthest.1;
    let to = corners.iter().fold((zero, from), |best, corner| {
        let way = *corner - from;
        if way.dot(way) > best.0 { (way.dot(way), *corner) } else { best }
    });
    (to.0 > zero).then_some([from, to.1])
}

/// How many corners are read at once; polygons with more are read again for each four edges.
const ROOM: usize = 8;

/// A polygon of few corners, read once.
#[derive(Clone, Copy)]
pub(super) struct Several<R> {
    x: [R; ROOM],
    y: [R; ROOM],
    len: usize,
}

impl<R: Real> Several<R> {
    #[inline]
    pub(super) fn new<S: Scalar, const N: usize>(corners: &Corners<'_, S, R, N>) -> Option<Self> {
        let len = corners.len();
        if len > ROOM {
            return None;
        }
        let mut several = Self { x: [R::default(); ROOM], y: [R::default(); ROOM], len };
        for index in 0..len {
            let [x, y] = flat(corners.at(index));
            (several.x[index], several.y[index]) = (x, y);
        }
        Some(several)
    }

    /// The ends of what is a line but for rounding.
    #[inline]
    fn as_line(&self) -> Option<[Point<R>; 2]> {
        let corners: [Point<R>; ROOM] = from_fn(|k| self.at(k));
        as_line(&corners[..self.len])
    }
}

impl<R: Real> Outline<R> for Several<R> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.len
    }
    #[inline(always)]
    fn at(&self, index: usize) -> Point<R> {
        Vector([self.x[index & (ROOM - 1)], self.y[index & (ROOM - 1)]])
    }
    #[inline(always)]
    fn each_edges(&self, each: impl FnMut(&Edges<R, 4>, usize) -> Option<()>) -> Option<()> {
        by_fours(self, each)
    }
}

impl<S: Scalar, R: Real, const N: usize> Outline<R> for Corners<'_, S, R, N> {
    #[inline]
    fn len(&self) -> usize {
        Corners::len(self)
    }
    #[inline]
    fn at(&self, index: usize) -> Point<R> {
        Vector(flat(Corners::at(self, index)))
    }
    fn each_edges(&self, each: impl FnMut(&Edges<R, 4>, usize) -> Option<()>) -> Option<()> {
        by_fours(self, each)
    }
}

/// The edges of an outline, four at a time; the last lanes repeat a corner, which is an edge without length.
#[inline(always)]
fn by_fours<R: Real>(
    outline: &impl Outline<R>,
    mut each: impl FnMut(&Edges<R, 4>, usize) -> Option<()>,
) -> Option<()> {
    let len = outline.len();
    for first in (0..len).step_by(4) {
        let corner = |index: usize| outline.at(if index < len { index } else { 0 });
        let corners: [Point<R>; 5] = from_fn(|k| corner(first + k));
        let (x, y) = (from_fn(|k| corners[k][0]), from_fn(|k| corners[k][1]));
        let (next_x, next_y) = (from_fn(|k| corners[k + 1][0]), from_fn(|k| corners[k + 1][1]));
        each(&Edges::between(x, y, next_x, next_y), first)?;
    }
    Some(())
}

/// A core as it is read: with four corners at most, with several, or with many.
pub(super) enum Read<'a, S, R, const N: usize> {
    Point(Point<R>),
    Few(Few<R>),
    Several(Several<R>),
    Many(Corners<'a, S, R, N>),
    /// It has no corners.
    Curved,
}

impl<'a, S: Scalar, R: Real, const N: usize> Read<'a, S, R, N> {
    #[inline(always)]
    pub(super) fn new(core: &Core<'a, S, R, N>) -> Self {
        match core {
            Core::Point(point) => Self::Point(Vector(flat(*point))),
            Core::Segment(ends) => Self::Few(Few::segment(ends.map(|end| Vector(flat(end))))),
            Core::Triangle(corners) => Self::Few(Few::triangle(corners.map(|c| Vector(flat(c))))),
            Core::Upright([min, max]) => Self::Few(Few::upright(Vector(flat(*min)), Vector(flat(*max)))),
            Core::Box(shape) => {
                let [center, half, x] = [shape.center, shape.half, shape.axes[0]].map(|v| Vector(flat(v)));
                Self::Few(Few::rectangle(center, half, x))
            }
            Core::Corners(corners) => match Several::new(corners) {
                None => Self::Many(*corners),
                Some(several) => {
                    several.as_line().map_or(Self::Several(several), |ends| Self::Few(Few::segment(ends)))
                }
            },
            // There are no cylinders on a plane.
            Core::Ellipse(_) | Core::Cylinder(_) => Self::Curved,
        }
    }
}

/// Runs an expression with two outlines under names, and another where one of the cores has no corners.
macro_rules! outlines {
    ($p:expr, $q:expr, $a:ident, $b:ident => $body:expr, $curved:expr) => {
        match (&$p, &$q) {
            (Read::Few($a), Read::Few($b)) => $body,
            (Read::Few($a), Read::Several($b)) => $body,
            (Read::Several($a), Read::Few($b)) => $body,
            (Read::Several($a), Read::Several($b)) => $body,
            (Read::Point($a), Read::Point($b)) => $body,
            (Read::Point($a), Read::Few($b)) => $body,
            (Read::Few($a), Read::Point($b)) => $body,
            (Read::Point($a), Read::Several($b)) => $body,
            (Read::Several($a), Read::Point($b)) => $body,
            (Read::Many($a), Read::Many($b)) => $body,
            (Read::Many($a), Read::Few($b)) => $body,
            (Read::Few($a), Read::Many($b)) => $body,
            (Read::Many($a), Read::Several($b)) => $body,
            (Read::Several($a), Read::Many($b)) => $body,
            (Read::Many($a), Read::Point($b)) => $body,
            (Read::Point($a), Read::Many($b)) => $body,
            (Read::Curved, _) | (_, Read::Curved) => $curved,
        }
    };
}
pub(super) use outlines;
