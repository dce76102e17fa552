//! How long two cores of which one moves surely stay apart: one search instead of one at each step of Newton's method.
//!
//! The search for the distance goes on while the shapes come nearer. Each direction that it tries says from which time on the two may
//! be as near as is asked along it. It steps to that time, with the simplex that it has (G. van den Bergen, Ray Casting against
//! General Convex Objects with Application to Continuous Collision Detection, 2004).

use super::{Corner, Kept, PROGRESS, Simplex};
use crate::Vector;
use crate::form::Core;
use crate::narrow::measure::{is_finite, larger};
use crate::scalar::Real;
use core::cmp::Ordering;

/// More steps than corners need. What takes longer, because of round rims, is left to Newton's method.
const STEPS: usize = 32;

/// A time, at most `most`, before which two cores near the origin are surely farther apart than `reach`, where the second moves by
/// `step` times the time; `None` where they always are.
pub(crate) fn approach<R: Real, const N: usize>(
    a: &Core<R, N>,
    b: &Core<R, N>,
    step: Vector<R, N>,
    reach: R,
    most: R,
) -> Option<R> {
    let zero = R::default();
    let few = R::EPSILON * R::from_f64(PROGRESS);
    let first = Corner::new(a, b, b.middle() - a.middle());
    let mut simplex = Simplex { corners: [first; 4], len: 1 };
    let (mut time, mut v, mut size) = (zero, first.w, simplex.seen(0));
    for _ in 0..STEPS {
        let squared = v.dot(v);
        if !is_finite(squared) || squared <= reach * reach {
            break;
        }
        let long = Real::sqrt(squared);
        let next = Corner::new(a, b, v);
        let next = Corner { w: next.w + step.scaled(time), ..next };
        let bound = v.dot(next.w);
        let ahead = bound - reach * long;
        let moves = ahead > zero;
        if moves {
            let speed = -v.dot(step);
            // Also true for NaN.
            if !(speed > zero) {
                return None;
            }
            let later = time + ahead / speed;
            if !(later <= most) {
                return None;
            }
            if later <= time {
                break;
            }
            time = later;
        } else {
            let left = squared - bound;
            let known = (0..simplex.len).any(|k| simplex.corners[k].w == next.w);
            size = larger(size, larger(next.a.dot(next.a), next.b.dot(next.b)));
            if known || left * left <= few * few * size * squared {
                break;
            }
        }
        simplex.corners[simplex.len] = next;
        let kept = if moves { simplex.moved(step.scaled(time)) } else { simplex.with_newest() };
        let Ok(kept) = kept else { break };
        if !moves && !matches!(kept.squared.partial_cmp(&squared), Some(Ordering::Less)) {
            break;
        }
        simplex.keep(&kept);
        v = kept.nearest;
    }
    Some(time)
}

impl<R: Real, const N: usize> Simplex<R, N> {
    /// What to keep when the second core has moved: then also the older corners may span the nearest point without the newest.
    fn moved(&mut self, offset: Vector<R, N>) -> Result<Kept<R, N>, R> {
        for corner in &mut self.corners[..=self.len] {
            corner.w = corner.b - corner.a + offset;
        }
        let nearer = |p: Kept<R, N>, q: Kept<R, N>| if q.squared < p.squared { q } else { p };
        let newest = self.with_newest()?;
        let older = match self.len {
            1 => Kept { corners: [0; 3], len: 1, nearest: self.w(0), squared: self.w(0).dot(self.w(0)) },
            2 => self.segment(0, 1),
            _ => nearer(self.segment(0, 1), self.triangle(0, 1, 2)),
        };
        Ok(nearer(older, newest))
    }
}
