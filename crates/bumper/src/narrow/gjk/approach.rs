//! When two cores of which one moves meet, or how long they surely stay apart: one search instead of one at each step of Newton's method.
//!
//! The search for the distance goes on while the shapes come nearer. Each direction that it tries says from which time on the two may
//! be as near as is asked along it. It steps to that time, with the simplex that it has (G. van den Bergen, Ray Casting against
//! General Convex Objects with Application to Continuous Collision Detection, 2004).

use super::{BvhOperand, Corner, PROGRESS, Simplex};
use crate::Vector;
use crate::narrow::measure::{is_finite, larger, unit};
use crate::scalar::Real;
use crate::view::Core;
use core::cmp::Ordering;

/// More steps than corners need. What takes longer, because of round rims, is left to Newton's method.
const STEPS: usize = 32;

/// How many tolerances nearer than touching is surely an overlap.
const WITHIN: f64 = 2.0;

/// How many tolerances long the way between two points must be to tell a normal.
const KNOWN: f64 = 16.0;

/// What a search along the way found.
pub(crate) enum Ahead<R, const N: usize> {
    /// They always stay farther apart than was asked.
    Never,
    /// Before this time they do.
    From(R),
    /// At the start the cores are at most so far apart, or below zero at least so deep in each other.
    Start(R),
    /// They meet at this time; the normal, and the point of the first core.
    At(R, [Vector<R, N>; 2]),
}

/// When two cores near the origin come as near as `radii`, but for a tolerance, where the second moves by `step` times the time; at most 1.
pub(crate) fn approach<R: Real, const N: usize>(
    a: &Core<R, N>,
    b: &Core<R, N>,
    step: Vector<R, N>,
    [radii, tolerance]: [R; 2],
) -> Ahead<R, N> {
    let zero = R::default();
    let few = R::EPSILON * R::from_f64(PROGRESS);
    let reach = radii + tolerance * R::from_f64(0.5);
    // At the start what is nearer than this overlaps, and need not be known better.
    let within = larger(radii - tolerance * R::from_f64(WITHIN), zero);
    let first = Corner::new(a, b, b.middle() - a.middle());
    let mut simplex = Simplex { corners: [first; 4], len: 1 };
    let (mut time, mut v, mut last, mut size) = (zero, first.w, first.w, first.seen());
    for _ in 0..STEPS {
        let squared = v.dot(v);
        if time > zero && squared <= reach * reach {
            let met = simplex.met(a, b, (step.scaled(time), last), [radii, tolerance]);
            return met.map_or(Ahead::From(time), |met| Ahead::At(time, met));
        }
        if !is_finite(squared) || squared <= few * few * size {
            break;
        }
        let long = Real::sqrt(squared);
        if time <= zero && long < within {
            return Ahead::Start(long);
        }
        let next = Corner::new(a, b, v);
        let next = Corner { w: next.w + step.scaled(time), ..next };
        let bound = v.dot(next.w);
        let ahead = bound - reach * long;
        let moves = ahead > zero;
        if moves {
            let Some(later) = after(time, ahead, -v.dot(step)) else { return Ahead::Never };
            if later <= time {
                break;
            }
            (time, last) = (later, v);
        } else {
            size = larger(size, next.seen());
            if simplex.is_nearest(&next, squared - bound, few * few * size * squared) {
                break;
            }
        }
        simplex.corners[simplex.len] = next;
        let kept = if moves { simplex.moved(step.scaled(time)) } else { simplex.with_newest() };
        let kept = match kept {
            Ok(kept) => kept,
            Err(depth) if time <= zero => return Ahead::Start(-depth),
            Err(_) => break,
        };
        if !moves && !matches!(kept.squared.partial_cmp(&squared), Some(Ordering::Less)) {
            break;
        }
        simplex.keep(&kept);
        v = kept.nearest;
    }
    Ahead::From(time)
}

/// The time at which a length is gone; `None` where that is after the whole way, or never.
#[inline]
fn after<R: Real>(time: R, length: R, speed: R) -> Option<R> {
    let later = time + length / speed;
    // Also false for NaN.
    (speed > R::default() && later <= R::from_f64(1.0)).then_some(later)
}

impl<R: Real, const N: usize> Simplex<R, N> {
    /// What to keep when the second core has moved: then also the older corners may span the nearest point without the newest.
    fn moved(&mut self, offset: Vector<R, N>) -> Result<BvhOperand<R, N>, R> {
        for corner in &mut self.corners[..=self.len] {
            corner.w = corner.b - corner.a + offset;
        }
        let nearer = |p: BvhOperand<R, N>, q: BvhOperand<R, N>| if q.squared < p.squared { q } else { p };
        let newest = self.with_newest()?;
        let older = match self.len {
            1 => {
                BvhOperand { corners: [0; 3], len: 1, nearest: self.w(0), squared: self.w(0).dot(self.w(0)) }
            }
            2 => self.segment(0, 1),
            _ => nearer(self.segment(0, 1), self.triangle(0, 1, 2)),
        };
        Ok(nearer(older, newest))
    }

    /// The normal where the cores meet, and the point of the first, where the second has moved by the offset: across the simplex, or
    /// along what was last gone. `None` unless the cores lie on both sides of a plane across it, as far apart as is said, and the
    /// nearest points of the simplex are no farther.
    fn met(
        &self,
        a: &Core<R, N>,
        b: &Core<R, N>,
        (offset, last): (Vector<R, N>, Vector<R, N>),
        [radii, tolerance]: [R; 2],
    ) -> Option<[Vector<R, N>; 2]> {
        let [on, other] = self.points();
        let way = other - on + offset;
        if !(way.dot(way) <= (radii + tolerance) * (radii + tolerance)) {
            return None;
        }
        let lies_between =
            |normal: &Vector<R, N>| (Corner::new(a, b, *normal).w + offset).dot(*normal) >= radii - tolerance;
        // Where two points meet but for rounding, the way between them says nothing.
        let is_known = self.len == 3 || radii > tolerance * R::from_f64(KNOWN);
        let own = if is_known { unit(self.normal()) } else { None };
        let own = own.map(|own| if own.dot(last) < R::default() { -own } else { own });
        let normal = own.filter(lies_between).or_else(|| unit(last).filter(lies_between))?;
        Some([normal, on])
    }
}
