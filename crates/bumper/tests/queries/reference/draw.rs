//! Random shapes. Sizes and positions span eight powers of ten, and many shapes are degenerate.

use super::kinds::{Kind, Spec, size, vector};
use super::number::{V, length, rounded, scale};
use super::{Bounds, separation};
use bumper::scalar::{Real, Scalar};
use bumper::{Polygon, Pose, Rotation, Vector};
use fastrand::Rng;

/// The range of sizes, as powers of ten.
const SIZES: (f64, f64) = (-3.0, 5.0);

/// The range of positions relative to the size, as powers of ten.
const PLACES: (f64, f64) = (0.0, 5.0);

pub fn decades(rng: &mut Rng, (from, to): (f64, f64)) -> f64 {
    10.0f64.powf(from + (to - from) * rng.f64())
}

fn either(rng: &mut Rng, parts: f64) -> bool {
    rng.f64() < parts
}

/// The distribution of the numbers of a shape.
#[derive(Clone, Copy)]
struct Style {
    size: f64,
    /// Whether numbers are multiples of a quarter of the size, so that edges are often parallel or collinear and shapes flat.
    whole: bool,
}

impl Style {
    fn number(self, rng: &mut Rng) -> f64 {
        let part = if self.whole { f64::from(rng.i32(-4..=4)) / 4.0 } else { rng.f64() * 2.0 - 1.0 };
        part * self.size
    }

    /// A random length: sometimes zero, sometimes small compared with the size.
    fn extent(self, rng: &mut Rng) -> f64 {
        match rng.u8(..10) {
            0 => 0.0,
            1 | 2 => decades(rng, (-4.0, 0.0)) * self.size,
            _ => self.number(rng).abs(),
        }
    }

    fn vector<const N: usize>(self, rng: &mut Rng) -> [f64; N] {
        std::array::from_fn(|_| self.number(rng))
    }

    /// A random rotation: the identity, a rotation that maps coordinate axes to each other, a rotation by a tiny angle, or any other
    /// rotation.
    fn rotation<R: Real, const N: usize>(self, rng: &mut Rng) -> Rotation<R, N> {
        let kind = if self.whole { rng.u8(..3) } else { rng.u8(..6) };
        let part = |rng: &mut Rng| match kind {
            0 => 0.0,
            1 => f64::from(rng.i8(-1..=1)),
            2 => decades(rng, (-9.0, -3.0)),
            _ => rng.f64() * 2.0 - 1.0,
        };
        let w = if kind == 1 { f64::from(rng.i8(-1..=1)) } else { 1.0 };
        let [x, y, z] = [(); 3].map(|()| part(rng));
        let (x, y) = if N == 2 { (0.0, 0.0) } else { (x, y) };
        let length = (x * x + y * y + z * z + w * w).sqrt();
        if length <= 0.0 {
            return Rotation::identity();
        }
        let [x, y, z, w] = [x, y, z, w].map(|c| c / length);
        let axes = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
            [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
            [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
        ];
        let axis = |i: usize| Vector(std::array::from_fn(|k| R::from_f64(axes[i][k])));
        Rotation::from_axes(std::array::from_fn(axis)).expect("turned axes")
    }
}

/// The corners of a random convex polygon around the origin, counterclockwise.
fn ring(rng: &mut Rng, style: Style) -> Vec<[f64; 2]> {
    let n = rng.usize(3..10);
    let mut points: Vec<[f64; 2]> = (0..n + 3).map(|_| style.vector(rng)).collect();
    if !style.whole {
        // Points on a circle give a hull with more corners.
        for point in &mut points {
            let length = point[0].hypot(point[1]).max(1e-9 * style.size);
            *point = point.map(|c| c / length * style.size);
        }
    }
    points.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    let turn =
        |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let mut corners: Vec<[f64; 2]> = vec![];
    for upper in [false, true] {
        let start = corners.len();
        let all: Vec<_> = if upper { points.iter().rev().collect() } else { points.iter().collect() };
        for &p in all {
            while let [.., a, b] = corners[start..] {
                if turn(a, b, p) > 1e-6 * style.size * style.size {
                    break;
                }
                corners.pop();
            }
            corners.push(p);
        }
        corners.pop();
    }
    corners
}

/// Adds redundant corners to a polygon: repeated corners, and points on an edge (or, because of rounding, next to it), some of them very
/// close to a corner.
fn add_redundant_corners<R: Real, const N: usize>(rng: &mut Rng, points: &mut Vec<Vector<R, N>>) {
    for _ in 0..rng.usize(1..4) {
        let k = rng.usize(..points.len());
        let (from, to) = (points[k], points[(k + 1) % points.len()]);
        let part = match rng.u8(..4) {
            0 => 0.0,
            1 => 0.5,
            2 => rng.f64(),
            _ => decades(rng, (-6.0, -1.0)),
        };
        points.insert(k + 1, from + (to - from).map(|c| c * R::from_f64(part)));
        if Polygon::try_new(points).is_none() {
            points.remove(k + 1);
        }
    }
}

fn spec<R: Real, const N: usize>(rng: &mut Rng, kind: Kind, style: Style, place: [f64; N]) -> Spec<R, N> {
    let number = |c: f64| R::from_f64(c);
    let there = |local: [f64; N]| Vector(std::array::from_fn(|k| R::from_f64(local[k] + place[k])));
    let mut spec = Spec {
        kind,
        points: vec![there(style.vector(rng))],
        radius: R::default(),
        half: Vector::default(),
        rotation: Rotation::identity(),
        direction: Vector::default(),
        axis: 0,
        pose: None,
    };
    let radius = number(style.extent(rng));
    match kind {
        Kind::Point => {}
        Kind::Ball | Kind::SquaredBall => spec.radius = radius,
        Kind::Aabb => {
            let from: [f64; N] = style.vector(rng);
            spec.points = vec![there(from), there(from.map(|c| c + 2.0 * style.extent(rng)))];
        }
        Kind::Segment | Kind::Capsule => {
            spec.points.push(there(style.vector(rng)));
            if either(rng, 0.08) {
                spec.points[1] = spec.points[0];
            }
            spec.radius = if kind == Kind::Capsule { radius } else { spec.radius };
        }
        Kind::Triangle => {
            spec.points.extend([there(style.vector(rng)), there(style.vector(rng))]);
            if N == 3 && either(rng, 0.03) {
                spec.points = vec![spec.points[0]; 3];
            } else if either(rng, 0.08) {
                // The corners are collinear except for rounding.
                let part = number(rng.f64() * 1.4 - 0.2);
                spec.points[2] = spec.points[0] + (spec.points[1] - spec.points[0]).map(|c| c * part);
            } else if N == 2 && either(rng, 0.08) {
                spec.points[2] = spec.points[rng.usize(..2)];
            }
        }
        Kind::OrientedBox => {
            spec.half = Vector(std::array::from_fn(|_| number(style.extent(rng))));
            spec.rotation = style.rotation(rng);
        }
        Kind::Polygon => {
            let corners = ring(rng, style);
            let flat = |p: &[f64; 2]| there(std::array::from_fn(|k| p[k.min(1)]));
            spec.points = corners.iter().map(flat).collect();
            spec.radius = if rng.bool() { radius } else { spec.radius };
            if either(rng, 0.4) {
                add_redundant_corners(rng, &mut spec.points);
            }
            if rng.bool() {
                spec.points.reverse();
            }
        }
        Kind::Hull => {
            let (count, flat) = (rng.usize(4..=16), either(rng, 0.1));
            let keep = |p: [f64; N]| std::array::from_fn(|k| if flat && k == 2 { 0.0 } else { p[k] });
            spec.points = (0..count).map(|_| there(keep(style.vector(rng)))).collect();
            if either(rng, 0.3) {
                degrade(rng, &mut spec.points);
            }
        }
        Kind::Cylinder => {
            spec.axis = rng.usize(..3);
            let end = number(Scalar::to_f64(spec.points[0][spec.axis]) + 2.0 * style.extent(rng));
            spec.points.push(spec.points[0].with(spec.axis, end));
            spec.radius = radius;
        }
        Kind::OrientedCylinder => {
            spec.half = Vector::default().with(0, number(style.extent(rng)));
            let way: [f64; N] = style.vector(rng);
            let along = way.iter().all(|c| c.abs() < 1e-3 * style.size) || either(rng, 0.1);
            let axis = rng.usize(..3);
            let way = if along { std::array::from_fn(|k| if k == axis { 1.0 } else { 0.0 }) } else { way };
            spec.direction = Vector(way.map(number));
            spec.radius = radius;
        }
    }
    spec
}

/// Makes some points of a hull equal to another point, or moves them between two other points. Sometimes does so with all points.
fn degrade<R: Real, const N: usize>(rng: &mut Rng, points: &mut [Vector<R, N>]) {
    let (all, repeats) = (either(rng, 0.2), rng.bool());
    let [p, q] = [(); 2].map(|()| points[rng.usize(..points.len())]);
    for k in 0..points.len() {
        if !all && either(rng, 0.6) {
            continue;
        }
        let [p, q] = if all { [p, q] } else { [(); 2].map(|()| points[rng.usize(..points.len())]) };
        let part = R::from_f64([0.25, 0.5, rng.f64()][rng.usize(..3)]);
        points[k] = if repeats { p } else { p + (q - p).map(|c| c * part) };
    }
}

/// The shape with a random pose, unless it already has one.
pub fn placed<R: Real, const N: usize>(rng: &mut Rng, spec: &Spec<R, N>) -> Spec<R, N> {
    if spec.pose.is_some() {
        return spec.clone();
    }
    let style = Style { size: size(&spec.body()), whole: rng.bool() };
    let to: [f64; N] = style.vector(rng);
    let pose = Pose::new(style.rotation(rng), Vector(to.map(R::from_f64)));
    Spec { pose: Some(pose), ..spec.clone() }
}

/// A random valid shape of a kind around a position. A fifth of the shapes has a pose.
fn draw<R: Real, const N: usize>(rng: &mut Rng, kind: Kind, style: Style, place: [f64; N]) -> Spec<R, N> {
    loop {
        let made = if either(rng, 0.2) {
            // A shape with a pose is created at the origin, or near it.
            let beside = if rng.bool() { style.vector(rng).map(|c: f64| 3.0 * c) } else { [0.0; N] };
            let mut made = spec(rng, kind, style, beside);
            let rotation: Rotation<R, N> = style.rotation(rng);
            let there = rotation.apply(Vector(beside.map(R::from_f64)));
            let to = std::array::from_fn(|k| R::from_f64(place[k] - Scalar::to_f64(there[k])));
            made.pose = Some(Pose::new(rotation, Vector(to)));
            made
        } else {
            spec(rng, kind, style, place)
        };
        if made.base().is_some() {
            return made;
        }
    }
}

fn far<const N: usize>(rng: &mut Rng, size: f64) -> [f64; N] {
    let reach = match rng.u8(..3) {
        0 => 0.0,
        1 => size * 4.0,
        _ => size * decades(rng, PLACES),
    };
    std::array::from_fn(|_| (rng.f64() * 2.0 - 1.0) * reach)
}

/// A random pair of shapes of two kinds.
pub fn pair<R: Real, const N: usize>(rng: &mut Rng, kinds: [Kind; 2]) -> [Spec<R, N>; 2] {
    let [p, q] = [(); 2].map(|()| decades(rng, SIZES));
    let whole = either(rng, 0.4);
    // With equal sizes, parallel edges and equal shapes are likely. Otherwise the sizes are mostly very different.
    let q = if whole || either(rng, 0.3) { p } else { q };
    let styles = [p, q].map(|size| Style { size, whole });
    let place = far::<N>(rng, p.max(q));
    let a: Spec<R, N> = draw(rng, kinds[0], styles[0], place);
    let apart = match rng.u8(..8) {
        // The second shape is anywhere.
        0 => far::<N>(rng, p.max(q)).map(|c| c * 2.0),
        // Both shapes are at the same position.
        1 | 2 => [0.0; N],
        // The second shape is near the surface of the larger one.
        _ => {
            let reach = (p + q) * 1.2;
            std::array::from_fn(|_| {
                let part = if whole { f64::from(rng.i8(-4..=4)) / 4.0 } else { rng.f64() * 2.0 - 1.0 };
                part * reach
            })
        }
    };
    let mut b: Spec<R, N> = draw(rng, kinds[1], styles[1], std::array::from_fn(|k| place[k] + apart[k]));
    if kinds[0] == kinds[1] && either(rng, 0.15) {
        b = a.clone();
    }
    match rng.u8(..6) {
        0 => b = centered(rng, &a, &b),
        1..4 => b = touching(rng, &a, &b),
        _ => {}
    }
    if either(rng, 0.15) {
        nudge(rng, &mut b);
    }
    let found = if b.base().is_some() { b } else { draw(rng, kinds[1], styles[1], place) };
    if rng.bool() || kinds[0] != kinds[1] { [a, found] } else { [found, a] }
}

/// The second shape, moved so that one of its points lies on the line segment between two points of the first shape, or on one of these two
/// points.
fn centered<R: Real, const N: usize>(rng: &mut Rng, a: &Spec<R, N>, b: &Spec<R, N>) -> Spec<R, N> {
    let (p, q) = (a.body().short(), b.body().short());
    let [i, j] = [(); 2].map(|()| p.points[rng.usize(..p.points.len())]);
    let part = [0.0, 0.5, rng.f64()][rng.usize(..3)];
    let to = q.points[rng.usize(..q.points.len())];
    b.moved(std::array::from_fn(|k| i[k] + (j[k] - i[k]) * part - to[k]))
}

/// The second shape, moved along the normal so that the shapes touch, or are apart or overlap by a few rounding errors or slightly more.
fn touching<R: Real, const N: usize>(rng: &mut Rng, a: &Spec<R, N>, b: &Spec<R, N>) -> Spec<R, N> {
    let (p, q) = (a.body(), b.body());
    let found: Bounds = separation::<N>(&p, &q);
    let largest = p.largest.max(q.largest);
    let gap = match rng.u8(..4) {
        0 => 0.0,
        1 => largest * Scalar::to_f64(R::EPSILON) * decades(rng, (-1.0, 3.0)),
        _ => size(&p).max(size(&q)) * decades(rng, (-7.0, -3.0)),
    };
    let gap = if rng.bool() { gap } else { -gap };
    b.moved(scale(found.normal(), gap - found.middle()))
}

/// Moves some coordinates up or down by a rounding error.
fn nudge<R: Real, const N: usize>(rng: &mut Rng, spec: &mut Spec<R, N>) {
    if spec.kind == Kind::Cylinder {
        return;
    }
    for point in &mut spec.points {
        for k in 0..N {
            let by = f64::from(rng.i8(-1..=1)) * Scalar::to_f64(R::EPSILON);
            let number = Scalar::to_f64(point[k]);
            point[k] = R::from_f64(number + number * by);
        }
    }
}

/// A random point around a body: far, near, inside, or on it.
pub fn about<const N: usize>(rng: &mut Rng, spec: &Spec<impl Real, N>) -> V<f64> {
    let body = spec.body();
    let reach = size(&body).max(f64::MIN_POSITIVE) * decades(rng, (-1.0, 3.0));
    let corner = rounded(body.points[rng.usize(..body.points.len())]);
    std::array::from_fn(|k| if k < N { corner[k] + (rng.f64() * 2.0 - 1.0) * reach } else { 0.0 })
}

/// A random vector whose coordinates are at most `reach`.
pub fn way<const N: usize>(rng: &mut Rng, reach: f64) -> Vector<f64, N> {
    Vector(std::array::from_fn(|_| (rng.f64() * 2.0 - 1.0) * reach))
}

pub fn reach_of<R: Real, const N: usize>(v: Vector<R, N>) -> f64 {
    length(rounded(vector(v)))
}
