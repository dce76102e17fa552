//! Where the difference of two cores is curved: the direction in which a patch of it is nearest to the origin.
//!
//! From within, the nearest point of a convex surface lies where the surface is smooth. What meets there shows in a face of the
//! polytope: of a shape with corners a corner, an edge or a face; of a cylinder its rim, its side or its end. An edge or a side
//! leaves only the directions across it, two of them one direction, a face none. Along what is left the reach of the patch
//! is smooth, and Newton's method finds where it is least: its slope is the support point along the sphere, its second
//! derivative what the rims' roundness gives less the reach (P.-A. Absil, R. Mahony, R. Sepulchre, Optimization
//! Algorithms on Matrix Manifolds, 2008, section 5.5).

use super::gjk::plane_of;
use crate::Vector;
use crate::form::Core;
use crate::scalar::{Real, Scalar};

/// Newton's method doubles the digits in each step; this many are enough from a start within some degrees.
const STEPS: usize = 8;

/// The longest step: the tangent of half a right angle.
const STRIDE: f64 = 0.5;

/// A step below so many roundings is the last.
const STILL: f64 = 2.0;

/// Whether a core has a rim.
pub(super) fn curved<S: Scalar, R: Real, const N: usize>(core: &Core<S, R, N>) -> bool {
    core.is_curved()
}

/// The directions of the flat ends of cylinders, both ways.
pub(super) fn flat_ends<S: Scalar, R: Real, const N: usize>(
    a: &Core<S, R, N>,
    b: &Core<S, R, N>,
) -> [Option<Vector<R, 3>>; 4] {
    let axis = |core: &Core<S, R, N>| match core {
        Core::Cylinder(rod) => Some(rod.axis.resized::<3>()),
        _ => None,
    };
    let (a, b) = (axis(a), axis(b));
    [a, a.map(|axis| -axis), b, b.map(|axis| -axis)]
}

/// A disc that reaches `radius` across its axis.
#[derive(Clone, Copy)]
struct Rim<R> {
    axis: Vector<R, 3>,
    radius: R,
}

/// The unit way along a rim, and its roundness there: the radius over the sine.
type Round<R> = (Vector<R, 3>, R);

/// A patch of the difference of two cores: a point and up to two discs, along the directions that are left.
pub(super) struct Patch<R> {
    point: Vector<R, 3>,
    rims: [Option<Rim<R>>; 2],
    /// The direction is square to these.
    square: [Vector<R, 3>; 2],
    held: usize,
    /// The only direction.
    face: Option<Vector<R, 3>>,
}

impl<R: Real> Patch<R> {
    /// The patch behind three points of the difference that lie on a face with this normal.
    pub(super) fn new<S: Scalar, const N: usize>(
        a: &Core<S, R, N>,
        b: &Core<S, R, N>,
        points: [[Vector<R, 3>; 2]; 3],
        normal: Vector<R, 3>,
    ) -> Self {
        let mut patch = Self {
            point: Vector::default(),
            rims: [None; 2],
            square: [Vector::default(); 2],
            held: 0,
            face: None,
        };
        let one = R::from_f64(1.0);
        patch.side(a, points.map(|point| point[0]), one, 0, normal);
        patch.side(b, points.map(|point| point[1]), -one, 1, normal);
        patch
    }

    /// What one of the cores shows: with `sign` 1 the first, with −1 the second.
    fn side<S: Scalar, const N: usize>(
        &mut self,
        core: &Core<S, R, N>,
        points: [Vector<R, 3>; 3],
        sign: R,
        place: usize,
        normal: Vector<R, 3>,
    ) {
        let zero = R::default();
        let Core::Cylinder(rod) = core else {
            let [p, q, r] = points;
            self.point = self.point + p.scaled(sign);
            match (p == q, q == r, r == p) {
                (true, true, _) => {}
                (true, ..) => self.hold(r - p),
                (_, true, _) | (.., true) => self.hold(q - p),
                _ => self.face = unit(plane_of(points)).map(|n| if n.dot(normal) < zero { -n } else { n }),
            }
            return;
        };
        let (center, axis) = (rod.center.resized::<3>(), rod.axis.resized::<3>());
        let heights = points.map(|point| (point - center).dot(axis));
        let above = heights.iter().filter(|height| **height > zero).count();
        self.rims[place] = Some(Rim { axis, radius: rod.radius });
        self.point = self.point + center.scaled(sign);
        match above {
            0 => self.point = self.point - axis.scaled(rod.half * sign),
            3 => self.point = self.point + axis.scaled(rod.half * sign),
            _ => self.hold(axis),
        }
    }

    fn hold(&mut self, edge: Vector<R, 3>) {
        let length = Real::sqrt(edge.dot(edge));
        if self.held < 2 && length > R::default() {
            self.square[self.held] = edge.map(|c| c / length);
            self.held += 1;
        }
    }

    /// Whether its directions are free: then one point of each core is nearest.
    pub(super) fn is_free(&self) -> bool {
        self.held == 0 && self.face.is_none()
    }

    /// Whether the nearest point of the patch lies along this direction, as far as three points of it tell: on both sides of it
    /// along what is flat, and as far as the patch says.
    pub(super) fn holds(&self, points: [[Vector<R, 3>; 2]; 3], u: Vector<R, 3>, depth: R, tiny: R) -> bool {
        let zero = R::default();
        let straddles = |way: Vector<R, 3>| {
            let along = points.map(|[a, b]| (a - b).dot(way));
            along.iter().any(|c| *c <= zero) && along.iter().any(|c| *c >= zero)
        };
        let [e, f] = self.square;
        match self.held {
            _ if self.face.is_some() => false,
            0 => (self.reach(u).1 - depth).distance(zero) <= tiny,
            1 => (self.reach(u).1 - depth).distance(zero) <= tiny && straddles(e),
            _ => straddles(e.cross(u)) && straddles(f.cross(u)),
        }
    }

    /// The direction in which the patch reaches least far, from one near it.
    pub(super) fn settle(&self, near: Vector<R, 3>) -> Option<Vector<R, 3>> {
        if let Some(face) = self.face {
            return Some(face);
        }
        let [e, f] = self.square;
        if self.held == 2 {
            let across = unit(e.cross(f))?;
            return Some(if across.dot(near) < R::default() { -across } else { across });
        }
        let across = |u: Vector<R, 3>| if self.held == 1 { u - e.scaled(u.dot(e)) } else { u };
        let mut u = unit(across(near))?;
        for _ in 0..STEPS {
            let step = if self.held == 1 { self.along(u, e.cross(u)) } else { self.around(u) }?;
            u = unit(across(u + step))?;
            if step.dot(step) <= still() {
                break;
            }
        }
        Some(u)
    }

    /// The point of the patch that reaches farthest, how far, and of each rim the way along it with its roundness.
    fn reach(&self, u: Vector<R, 3>) -> (Vector<R, 3>, R, [Option<Round<R>>; 2]) {
        let mut point = self.point;
        let rounds = self.rims.map(|rim| {
            let rim = rim?;
            let across = u - rim.axis.scaled(u.dot(rim.axis));
            let sine = Real::sqrt(across.dot(across));
            let out = across.map(|c| c / sine);
            point = point + out.scaled(rim.radius);
            Some((rim.axis.cross(out), rim.radius / sine))
        });
        (point, point.dot(u), rounds)
    }

    /// Newton's step along one way.
    fn along(&self, u: Vector<R, 3>, way: Vector<R, 3>) -> Option<Vector<R, 3>> {
        let (point, reach, rounds) = self.reach(u);
        let slope = point.dot(way);
        let bend = rounds
            .iter()
            .flatten()
            .fold(-reach, |sum, (along, round)| sum + *round * along.dot(way) * along.dot(way));
        Some(way.scaled(limited(slope, bend)))
    }

    /// Newton's step on the sphere.
    fn around(&self, u: Vector<R, 3>) -> Option<Vector<R, 3>> {
        let zero = R::default();
        let (point, reach, rounds) = self.reach(u);
        let s: Vector<R, 3> = super::space::square_to(u);
        let t = u.cross(s);
        let slope = [point.dot(s), point.dot(t)];
        let (mut ss, mut st, mut tt) = (-reach, zero, -reach);
        for (along, round) in rounds.iter().flatten() {
            let (x, y) = (along.dot(s), along.dot(t));
            (ss, st, tt) = (ss + *round * x * x, st + *round * x * y, tt + *round * y * y);
        }
        let whole = ss * tt - st * st;
        if !(whole > zero && ss > zero) {
            // No minimum near: down the slope.
            let down = -(s.scaled(slope[0]) + t.scaled(slope[1]));
            let length = Real::sqrt(down.dot(down));
            return (length > zero).then(|| down.scaled(R::from_f64(STRIDE) / length));
        }
        let step = s.scaled((st * slope[1] - tt * slope[0]) / whole)
            + t.scaled((st * slope[0] - ss * slope[1]) / whole);
        let (length, stride) = (Real::sqrt(step.dot(step)), R::from_f64(STRIDE));
        Some(if length > stride { step.scaled(stride / length) } else { step })
    }
}

/// Newton's step, of bounded length; downhill where there is no minimum near.
fn limited<R: Real>(slope: R, bend: R) -> R {
    let (zero, stride) = (R::default(), R::from_f64(STRIDE));
    let step = if bend > zero {
        -slope / bend
    } else if slope > zero {
        -stride
    } else {
        stride
    };
    if step > stride {
        stride
    } else if step < -stride {
        -stride
    } else {
        step
    }
}

fn still<R: Real>() -> R {
    let still = R::EPSILON * R::from_f64(STILL);
    still * still
}

fn unit<R: Real>(v: Vector<R, 3>) -> Option<Vector<R, 3>> {
    let length = Real::sqrt(v.dot(v));
    (length > R::default()).then(|| v.map(|c| c / length))
}
