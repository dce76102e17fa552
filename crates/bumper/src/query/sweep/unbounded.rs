//! Sweeps of infinite boxes. Only the part of a box near the path of the other shape matters, so the rest of the box is cut off.

use crate::Vector;
use crate::narrow::measure::{is_finite, l1_norm, larger, smaller};
use crate::scalar::Real;
use crate::view::{Convex, Core};

/// Whether a shape is an axis-aligned box with an infinite coordinate.
#[inline]
pub(super) fn is_unbounded<R: Real, const N: usize>(shape: &Convex<'_, R, N>) -> bool {
    matches!(&shape.core, Core::Aabb([min, max]) if !is_finite(l1_norm(*min) + l1_norm(*max)))
}

/// Cuts off the parts of infinite boxes that are far from the path of the other shape, so that the boxes become finite. The second shape
/// moves by `step`. If an entire box is far from the path, it becomes a flat box that is still away from the path. `None` if there is a
/// NaN, if the step is infinite, or if another kind of shape is infinite.
#[cold]
pub(super) fn cut_off<'s, R: Real, const N: usize>(
    shapes: [&Convex<'s, R, N>; 2],
    step: Vector<R, N>,
) -> Option<[Convex<'s, R, N>; 2]> {
    let (zero, infinity) = (R::default(), R::from_f64(f64::INFINITY));
    let (mut low, mut high) = (Vector([infinity; N]), Vector([-infinity; N]));
    let mut include = |k: usize, at: R| {
        if is_finite(at) {
            (low[k], high[k]) = (smaller(low[k], at), larger(high[k], at));
        }
    };
    let mut margin = l1_norm(step);
    for shape in shapes {
        margin = margin + shape.radius;
        for k in 0..N {
            if let Core::Aabb([min, max]) = &shape.core {
                include(k, min[k]);
                include(k, max[k]);
            } else {
                let (middle, radius) = (shape.core.middle(), shape.core.bounding_radius());
                margin = margin + radius;
                include(k, middle[k] - radius);
                include(k, middle[k] + radius);
            }
        }
    }
    for k in 0..N {
        // On this axis both boxes are infinite in both directions, so any finite interval gives the same result.
        if low[k] > high[k] {
            (low[k], high[k]) = (zero, zero);
        }
    }
    margin = (margin + l1_norm(high - low)) * R::from_f64(2.0);
    let (low, high) = (low.map(|c| c - margin), high.map(|c| c + margin));
    let cut = |shape: &Convex<'s, R, N>| match &shape.core {
        Core::Aabb(ends) => {
            let clamp = |c: Vector<R, N>| c.zip(low, larger).zip(high, smaller);
            Convex { core: Core::Aabb([clamp(ends[0]), clamp(ends[1])]), radius: shape.radius }
        }
        _ => *shape,
    };
    let cut = shapes.map(cut);
    (is_finite(margin) && cut.iter().all(|shape| is_finite(shape.magnitude()))).then_some(cut)
}
