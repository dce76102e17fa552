//! The separation of two cylinders on crossing axes.
//!
//! With x along the second cylinder's axis, z along the first's and y across both, the separation along a unit
//! direction u is X·ux + Y·uy + Z·uz − a·|(ux, uy)| − b·|(uy, uz)|, where a and b are the radii, Y is the distance of
//! the axes, and X and Z are the distances of the centres less half the length of the cylinder along that axis. The
//! shapes are symmetric, so X is made from |x| and so on, and only u with no component below zero count. The largest value is on
//! an axis, in a coordinate plane (where it is a point against a rounded corner), or inside the octant. There, with α
//! and β the angles of the two rims from y, tan α = X / (Y − b cos β) and tan β = Z / (Y − a cos α), which needs X and
//! Z above zero and leaves one equation in cos β between 0 and 1. Any u gives a lower bound, so a candidate too many does no harm.

use crate::Vector;
use crate::narrow::Separation;
use crate::scalar::Real;
use crate::view::CylinderCore;
use core::cmp::Ordering;

/// In how many places the equation is looked at for a change of sign: shapes that are apart have one root; in a deep
/// overlap there are seldom more than three, and a missed one costs depth only where the axes are nearly as short.
const SAMPLES: u32 = 32;

/// Halvings of an interval of 1/SAMPLES: more than the digits of an f64.
const HALVINGS: u32 = 56;

/// The separation of two cylinders along two of the coordinate axes; `None` for others.
pub(super) fn separation<R: Real, const N: usize>(
    first: &CylinderCore<R, N>,
    second: &CylinderCore<R, N>,
) -> Option<Separation<R, N>> {
    let one = R::from_f64(1.0);
    let axis = |rod: &CylinderCore<R, N>| (0..N).find(|&k| rod.axis[k].distance(R::default()) == one);
    let (i, j) = (axis(first)?, axis(second)?);
    if i == j {
        return None;
    }
    // Infinite shapes alone leave no candidate.
    let mut best = (R::from_f64(f64::NAN), Vector::default().with(0, one));
    each_candidate(first, second, [i, j], |gap, normal| {
        // Also true for the first.
        if !matches!(gap.partial_cmp(&best.0), Some(Ordering::Less | Ordering::Equal)) {
            best = (gap, normal);
        }
    });
    Some(Separation { length: best.0, normal: best.1, on: None })
}

/// Calls `each` with the directions that may give the separation, and what each gives.
fn each_candidate<R: Real, const N: usize>(
    first: &CylinderCore<R, N>,
    second: &CylinderCore<R, N>,
    [i, j]: [usize; 2],
    mut each: impl FnMut(R, Vector<R, N>),
) {
    let (zero, one, half) = (R::default(), R::from_f64(1.0), R::from_f64(0.5));
    let (a, b) = (first.radius, second.radius);
    let offset = second.center - first.center;
    let sign = offset.map(|c| if c < zero { -one } else { one });
    let shared = (0..N).find(|&axis| axis != i && axis != j).unwrap_or(i);
    let (x, z) = (offset[j] * sign[j] - second.half, offset[i] * sign[i] - first.half);
    let y = offset[shared] * sign[shared];

    let separation = |u: Vector<R, 3>| {
        x * u[0] + y * u[1] + z * u[2] - a * Vector([u[0], u[1]]).length() - b * Vector([u[1], u[2]]).length()
    };
    let mut offer = |u: Vector<R, 3>| {
        let length = u.length();
        // Also false for NaN and for no direction at all.
        if u.0.iter().all(|&c| c >= zero) && length > zero {
            let u = u.map(|c| c / length);
            let normal = Vector::default()
                .with(j, u[0] * sign[j])
                .with(shared, u[1] * sign[shared])
                .with(i, u[2] * sign[i]);
            each(separation(u), normal);
        }
    };
    offer(Vector([one, zero, zero]));
    offer(Vector([zero, one, zero]));
    offer(Vector([zero, zero, one]));
    offer(Vector([x, y - b, zero]));
    offer(Vector([zero, y - a, z]));
    offer(Vector([x - a, zero, z - b]));
    if x > zero && z > zero {
        let cosine =
            |across: R, along: R| if along > zero { along / Vector([across, along]).length() } else { zero };
        let alpha = |cos_beta: R| cosine(x, y - b * cos_beta);
        let rest = |cos_beta: R| cosine(z, y - a * alpha(cos_beta)) - cos_beta;
        let at = |sample: u32| R::from_f64(f64::from(sample) / f64::from(SAMPLES));
        for sample in 0..SAMPLES {
            let (mut low, mut high) = (at(sample), at(sample + 1));
            let rising = rest(low) < zero;
            if rising == (rest(high) < zero) {
                continue;
            }
            for _ in 0..HALVINGS {
                let middle = low + (high - low) * half;
                if (rest(middle) < zero) == rising { low = middle } else { high = middle }
            }
            let (cos_a, cos_b) = (alpha(low), low);
            let sine = |cos: R| Real::sqrt((one - cos) * (one + cos));
            // The normal (tan α, 1, tan β), times both cosines.
            offer(Vector([sine(cos_a) * cos_b, cos_a * cos_b, cos_a * sine(cos_b)]));
        }
    }
}
