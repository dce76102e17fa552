//! The separation of two cylinders with perpendicular axes, in closed form except for one root search.
//!
//! Let x be the direction of the second cylinder's axis, z the direction of the first cylinder's axis, and y perpendicular to both. The
//! separation along a unit vector u is `X·ux + Y·uy + Z·uz − a·|(ux, uy)| − b·|(uy, uz)|`. Here a and b are the radii. Y is the distance of
//! the axes. X and Z are the distances of the centers along x and z, minus half the height of the cylinder along that axis.
//!
//! The result is the largest separation along any u. By symmetry, we may assume that the vector between the centers has no negative
//! component. Then only vectors u without negative components need to be tested, which form an octant. The best u is a coordinate axis,
//! lies in a coordinate plane, or lies inside the octant.
//!
//! In a coordinate plane, the best u is the direction between two corners of the projected cylinders, or between a corner and the center of
//! a disc. Inside the octant, let α be the angle of (ux, uy) from y, and β the angle of (uz, uy) from y. At the maximum, the derivative is
//! zero: `tan α = X / (Y − b cos β)` and `tan β = Z / (Y − a cos α)`. This requires positive X and Z. After the elimination of α, one
//! equation for cos β between 0 and 1 is left. No u gives more than the true separation, so superfluous candidates do no harm.

use crate::Vector;
use crate::narrow::Separation;
use crate::narrow::space::axis_aligned::coordinate_axis;
use crate::scalar::Real;
use crate::view::CylinderCore;
use core::cmp::Ordering;

/// The interval of cos β from 0 to 1 is divided into this many parts, which are tested for a change of sign of the equation. If the
/// cylinders are apart, the equation has one root. If they overlap deeply, it rarely has more than three. A root that is missed changes the
/// depth only if the cylinders are about as short as wide.
const SAMPLES: u32 = 32;

/// The number of bisections that find a root of the equation: more than the number of binary digits of an `f64`.
const HALVINGS: u32 = 56;

/// The separation of two cylinders along different coordinate axes; `None` for other cylinders.
pub(super) fn separation<R: Real>(
    first: &CylinderCore<R, 3>,
    second: &CylinderCore<R, 3>,
) -> Option<Separation<R, 3>> {
    let i = coordinate_axis(first.axis)?;
    let j = coordinate_axis(second.axis)?;
    if i == j {
        return None;
    }
    let mut best = (R::NAN, Vector::ZERO.with(0, R::ONE));
    each_candidate(first, second, [i, j], |length, normal| {
        // The condition is also true for the first candidate, because `best` begins with NaN.
        if !matches!(length.partial_cmp(&best.0), Some(Ordering::Less | Ordering::Equal)) {
            best = (length, normal);
        }
    });
    Some(Separation { length: best.0, normal: best.1, witnesses: None })
}

/// Calls `each` with the candidate normals and the separation along each.
fn each_candidate<R: Real>(
    first: &CylinderCore<R, 3>,
    second: &CylinderCore<R, 3>,
    [i, j]: [usize; 2],
    mut each: impl FnMut(R, Vector<R, 3>),
) {
    let a = first.radius;
    let b = second.radius;
    let offset = second.center - first.center;
    let sign = offset.map(|c| if c < R::ZERO { -R::ONE } else { R::ONE });
    let shared = (0..3).find(|&axis| axis != i && axis != j).unwrap_or(i);
    let x = offset[j] * sign[j] - second.half;
    let z = offset[i] * sign[i] - first.half;
    let y = offset[shared] * sign[shared];

    let separation = |u: Vector<R, 3>| {
        x * u[0] + y * u[1] + z * u[2] - a * Vector([u[0], u[1]]).length() - b * Vector([u[1], u[2]]).length()
    };
    let mut candidate = |u: Vector<R, 3>| {
        let length = u.length();
        // The condition is also false for a vector with a NaN and for the zero vector.
        if u.0.iter().all(|&c| c >= R::ZERO) && length > R::ZERO {
            let u = u.map(|c| c / length);
            let normal = Vector::ZERO
                .with(j, u[0] * sign[j])
                .with(shared, u[1] * sign[shared])
                .with(i, u[2] * sign[i]);
            each(separation(u), normal);
        }
    };
    candidate(Vector([R::ONE, R::ZERO, R::ZERO]));
    candidate(Vector([R::ZERO, R::ONE, R::ZERO]));
    candidate(Vector([R::ZERO, R::ZERO, R::ONE]));
    candidate(Vector([x, y - b, R::ZERO]));
    candidate(Vector([R::ZERO, y - a, z]));
    candidate(Vector([x - a, R::ZERO, z - b]));
    if x > R::ZERO && z > R::ZERO {
        let cosine = |perpendicular: R, along: R| {
            if along > R::ZERO { along / Vector([perpendicular, along]).length() } else { R::ZERO }
        };
        let alpha = |cos_beta: R| cosine(x, y - b * cos_beta);
        let residual = |cos_beta: R| cosine(z, y - a * alpha(cos_beta)) - cos_beta;
        let at = |sample: u32| R::from_f64(f64::from(sample) / f64::from(SAMPLES));
        for sample in 0..SAMPLES {
            let mut low = at(sample);
            let mut high = at(sample + 1);
            let rising = residual(low) < R::ZERO;
            if rising == (residual(high) < R::ZERO) {
                continue;
            }
            for _ in 0..HALVINGS {
                let middle = low + (high - low) * R::HALF;
                if (residual(middle) < R::ZERO) == rising { low = middle } else { high = middle }
            }
            let cos_a = alpha(low);
            let cos_b = low;
            let sine = |cos: R| ((R::ONE - cos) * (R::ONE + cos)).sqrt();
            // This is the normal (tan α, 1, tan β), multiplied by cos α and cos β, so that nothing becomes infinite.
            candidate(Vector([sine(cos_a) * cos_b, cos_a * cos_b, cos_a * sine(cos_b)]));
        }
    }
}
