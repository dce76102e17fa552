//! The corners and edges of a core on a plane, side by side, so that wide instructions judge several at once.

use crate::Vector;
use crate::form::{Core, Corners};
use crate::scalar::Real;
use crate::shape::polygon::flat;
use crate::vector::Mapped;
use crate::vector::from_fn;

pub(super) type Point<R> = Vector<R, 2>;

/// The corners of a convex core, counterclockwise.
pub(super) trait Outline<R: Real> {
    fn len(&self) -> usize;
    fn at(&self, index: usize) -> Point<R>;

    /// Up to where corners can be read: a number that is known when this is compiled, if that is possible. What fills up are corners
    /// that are there before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn width(&self) -> usize {
        self.len()
    }

    #[inline]
    fn next(&self, index: usize) -> usize {
        if index + 1 < self.len() { index + 1 } else { 0 }
    }

    #[inline]
    fn before(&self, index: usize) -> usize {
        if index > 0 { index - 1 } else { self.len() - 1 }
    }

    /// How many fours of edges it has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fours(&self) -> usize {
        self.len().div_ceil(4)
    }

    /// Four edges, from a place on. What fills up the last four has none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn edges(&self, first: usize) -> Edges<R> {
        Edges::seen(first, self.len(), |index| self.at(index).0)
    }

    /// The place of the corner that reaches farthest: the first of equals.
    #[inline]
    fn farthest(&self, direction: Point<R>) -> usize {
        let (mut best, mut most) = (0, self.at(0).dot(direction));
        for index in 1..self.width() {
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
pub(super) struct Edges<R> {
    pub(super) u: [R; 4],
    pub(super) v: [R; 4],
    offset: [R; 4],
}

impl<R: Real> Edges<R> {
    /// Four edges of a polygon, from a place on. What fills up the last four has none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn seen(first: usize, len: usize, at: impl Fn(usize) -> [R; 2]) -> Self {
        let corners: [[R; 2]; 5] = from_fn(|k| at(if first + k < len { first + k } else { 0 }));
        let (x, y) = (from_fn(|k| corners[k][0]), from_fn(|k| corners[k][1]));
        Self::between(x, y, from_fn(|k| corners[k + 1][0]), from_fn(|k| corners[k + 1][1]))
    }

    /// How far the origin is in front of each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of_origin(&self) -> [R; 4] {
        self.offset.map(|offset| -offset)
    }

    /// The edges between corners and those that follow. One without length has no normal: it is left out.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn between(x: [R; 4], y: [R; 4], next_x: [R; 4], next_y: [R; 4]) -> Self {
        let (u, v): ([R; 4], [R; 4]) = (from_fn(|k| next_y[k] - y[k]), from_fn(|k| x[k] - next_x[k]));
        let length: [R; 4] = from_fn(|k| Real::sqrt(u[k] * u[k] + v[k] * v[k]));
        let (zero, one, far) = (R::default(), R::from_f64(1.0), R::from_f64(f64::INFINITY));
        let scale: [R; 4] = from_fn(|k| if length[k] > zero { one / length[k] } else { zero });
        let (u, v): ([R; 4], [R; 4]) = (from_fn(|k| u[k] * scale[k]), from_fn(|k| v[k] * scale[k]));
        let offset = from_fn(|k| if length[k] > zero { x[k] * u[k] + y[k] * v[k] } else { far });
        Self { u, v, offset }
    }

    /// How far each edge is in front of the nearest of some corners.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn gaps(&self, other: &impl Outline<R>) -> [R; 4] {
        let reach = |point: Point<R>| -> [R; 4] { from_fn(|k| point[0] * self.u[k] + point[1] * self.v[k]) };
        let mut least = reach(other.at(0));
        for corner in 1..other.width() {
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

/// The largest of four numbers and its place: the first of equals. Without a place looked up, they stay in registers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn largest<R: Real>([a, b, c, d]: [R; 4]) -> (R, usize) {
    let larger = |best: (R, usize), next: (R, usize)| if next.0 > best.0 { next } else { best };
    larger(larger(larger((a, 0), (b, 1)), (c, 2)), (d, 3))
}

/// Up to four corners with their edges. A segment is a box without width: with the normals of its ends, which tell how far
/// apart two segments on one line are.
#[derive(Clone, Copy)]
pub(super) struct Few<R> {
    x: [R; 4],
    y: [R; 4],
    edges: Edges<R>,
    len: usize,
}

impl<R: Real> Few<R> {
    /// A point has no edge: all lanes are filled up.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn point(point: Point<R>) -> Self {
        let none = [R::default(); 4];
        let edges = Edges { u: none, v: none, offset: [R::from_f64(f64::INFINITY); 4] };
        Self { x: [point[0]; 4], y: [point[1]; 4], edges, len: 1 }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(corners: [Point<R>; 4], normals: [Point<R>; 4]) -> Self {
        let (x, y): ([R; 4], [R; 4]) = (corners.mapped(|c| c[0]), corners.mapped(|c| c[1]));
        let (u, v): ([R; 4], [R; 4]) = (normals.mapped(|n| n[0]), normals.mapped(|n| n[1]));
        let offset = from_fn(|k| x[k] * u[k] + y[k] * v[k]);
        Self { x, y, edges: Edges { u, v, offset }, len: 4 }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn segment([from, to]: [Point<R>; 2]) -> Self {
        let way = to - from;
        let squared = way.dot(way);
        // Seen from far away its ends may be one. Not for a NaN, which stays one.
        if squared == R::default() {
            return Self::point(from);
        }
        let along = way.scaled(R::from_f64(1.0) / Real::sqrt(squared));
        let across = Vector([along[1], -along[0]]);
        Self::new([from, to, to, from], [across, along, -across, -along])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn rectangle(center: Point<R>, half: Point<R>, x: Point<R>) -> Self {
        let y = Vector([-x[1], x[0]]);
        let (u, v) = (x.scaled(half[0]), y.scaled(half[1]));
        let corners = [center - u - v, center + u - v, center + u + v, center - u + v];
        Self::new(corners, [-y, x, y, -x])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn upright(min: Point<R>, max: Point<R>) -> Self {
        let (zero, one) = (R::default(), R::from_f64(1.0));
        let corners = [min, Vector([max[0], min[1]]), max, Vector([min[0], max[1]])];
        Self::new(corners, [[zero, -one], [one, zero], [zero, one], [-one, zero]].mapped(Vector))
    }

    /// One that rounding may have turned over is the segment that it is but for rounding.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn len(&self) -> usize {
        self.len
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn width(&self) -> usize {
        4
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(&self, index: usize) -> Point<R> {
        Vector([self.x[index & 3], self.y[index & 3]])
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fours(&self) -> usize {
        1
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn edges(&self, _: usize) -> Edges<R> {
        self.edges
    }
}

/// How thin a shape may be to be taken for a line, in roundings of its coordinates: its corners are known no better.
const THIN: f64 = 4.0;

/// The ends of what is thinner than its coordinates are rounded; `None` for what has an inside.
#[cfg_attr(not(debug_assertions), inline(always))]
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
    pub(super) fn new<const N: usize>(corners: &Corners<'_, R, N>, origin: Point<R>) -> Option<Self> {
        let mut room = [Vector::default(); ROOM];
        let corners = corners.all(&mut room)?;
        let len = corners.len();
        let mut several = Self { x: [R::default(); ROOM], y: [R::default(); ROOM], len };
        for (index, corner) in corners.iter().enumerate() {
            let [x, y] = flat(*corner);
            (several.x[index], several.y[index]) = (x - origin[0], y - origin[1]);
        }
        for index in len..ROOM {
            (several.x[index], several.y[index]) = (several.x[0], several.y[0]);
        }
        Some(several)
    }

    /// Four edges: corners that fill up have none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn four<const FIRST: usize>(&self) -> Edges<R> {
        let next = |k: usize| (FIRST + k + 1) & (ROOM - 1);
        let (x, y) = (from_fn(|k| self.x[FIRST + k]), from_fn(|k| self.y[FIRST + k]));
        Edges::between(x, y, from_fn(|k| self.x[next(k)]), from_fn(|k| self.y[next(k)]))
    }

    /// The ends of what is a line but for rounding.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn as_line(&self) -> Option<[Point<R>; 2]> {
        let (zero, [x, y]) = (R::default(), [self.x, self.y]);
        let (mut area, mut size) = (zero, zero);
        for k in 1..ROOM - 1 {
            area = area + ((x[k] - x[0]) * (y[k + 1] - y[0]) - (y[k] - y[0]) * (x[k + 1] - x[0]));
        }
        for k in 0..ROOM {
            let sum = x[k].distance(zero) + y[k].distance(zero);
            size = if sum > size { sum } else { size };
        }
        // Far from a line, as nearly all are: none of its corners are farther apart than twice the size.
        let far = size * size * (R::EPSILON * R::from_f64(2.0 * THIN));
        if area > far { None } else { self.as_thin_line() }
    }

    #[cold]
    fn as_thin_line(&self) -> Option<[Point<R>; 2]> {
        let corners: [Point<R>; ROOM] = from_fn(|k| self.at(k));
        as_line(&corners[..self.len])
    }
}

impl<R: Real> Outline<R> for Several<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn len(&self) -> usize {
        self.len
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn width(&self) -> usize {
        ROOM
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(&self, index: usize) -> Point<R> {
        Vector([self.x[index & (ROOM - 1)], self.y[index & (ROOM - 1)]])
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn edges(&self, first: usize) -> Edges<R> {
        if first == 0 { self.four::<0>() } else { self.four::<4>() }
    }
}

/// Corners seen from an origin, read again wherever they are asked for.
pub(super) struct Many<'a, R, const N: usize> {
    corners: Corners<'a, R, N>,
    origin: Point<R>,
}

impl<R: Real, const N: usize> Outline<R> for Many<'_, R, N> {
    #[inline]
    fn len(&self) -> usize {
        self.corners.len()
    }
    #[inline]
    fn at(&self, index: usize) -> Point<R> {
        Vector(flat(self.corners.at(index))) - self.origin
    }
}

/// A core as it is read: with four corners at most, with several, or with many.
pub(super) enum Read<'a, R, const N: usize> {
    Few(Few<R>),
    Several(Several<R>),
    Many(Many<'a, R, N>),
    /// It has no corners.
    Curved,
}

impl<'a, R: Real, const N: usize> Read<'a, R, N> {
    /// Seen from an origin.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(core: &Core<'a, R, N>, origin: Vector<R, N>) -> Self {
        let seen = |point: Vector<R, N>| Vector(flat(point - origin));
        match core {
            Core::Point(point) => Self::Few(Few::point(seen(*point))),
            Core::Segment(ends) => Self::Few(Few::segment(ends.mapped(seen))),
            Core::Triangle(corners) => Self::Few(Few::triangle(corners.mapped(seen))),
            Core::Upright([min, max]) => Self::Few(Few::upright(seen(*min), seen(*max))),
            Core::Box(shape) => {
                let [half, x] = [shape.half, shape.axes[0]].mapped(|v| Vector(flat(v)));
                Self::Few(Few::rectangle(seen(shape.center), half, x))
            }
            Core::Corners(corners) => Self::of_corners(corners, Vector(flat(origin))),
            // There are no cylinders on a plane.
            Core::Ellipse(_) | Core::Cylinder(_) => Self::Curved,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_corners(corners: &Corners<'a, R, N>, origin: Point<R>) -> Self {
        match Several::new(corners, origin) {
            None => Self::Many(Many { corners: *corners, origin }),
            Some(several) => {
                several.as_line().map_or(Self::Several(several), |ends| Self::Few(Few::segment(ends)))
            }
        }
    }
}

impl<R: Real, const N: usize> Read<'_, R, N> {
    #[inline]
    pub(super) fn is_curved(&self) -> bool {
        match self {
            Self::Few(_) | Self::Several(_) | Self::Many(_) => false,
            Self::Curved => true,
        }
    }
}

/// Of whatever form: for the pairs of which one has many corners. What is curved has none.
impl<R: Real, const N: usize> Outline<R> for Read<'_, R, N> {
    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::Few(few) => few.len(),
            Self::Several(several) => several.len(),
            Self::Many(many) => many.len(),
            Self::Curved => 0,
        }
    }
    #[inline]
    fn at(&self, index: usize) -> Point<R> {
        match self {
            Self::Few(few) => few.at(index),
            Self::Several(several) => several.at(index),
            Self::Many(many) => many.at(index),
            Self::Curved => Vector::default(),
        }
    }
    fn edges(&self, first: usize) -> Edges<R> {
        match self {
            Self::Few(few) => few.edges,
            Self::Several(several) => several.edges(first),
            Self::Many(many) => many.edges(first),
            Self::Curved => Few::point(Vector::default()).edges,
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
            ($a, $b) if !$a.is_curved() && !$b.is_curved() => $body,
            _ => $curved,
        }
    };
}
pub(super) use outlines;
