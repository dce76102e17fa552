//! Sweeps of infinite boxes. Only the part of a box near the path of the other shape matters, so the rest of the box is cut off.

use crate::Vector;
use crate::narrow::measure::l1_norm;
use crate::scalar::Real;
use crate::view::{Convex, Core};

/// Whether a shape is an axis-aligned box with an infinite coordinate.
#[inline]
pub(super) fn is_unbounded<R: Real, const N: usize>(shape: &Convex<'_, R, N>) -> bool {
    matches!(&shape.core, Core::Aabb([min, max]) if !(l1_norm(*min) + l1_norm(*max)).is_finite())
}

/// Cuts off the parts of infinite boxes that are far from the path of the other shape, so that the boxes become finite. The second shape
/// moves by `step`. If an entire box is far from the path, it becomes a flat box that is still away from the path. `None` if there is a
/// NaN, if the step is infinite, or if another kind of shape is infinite.
#[cold]
pub(super) fn cut_off<'s, R: Real, const N: usize>(
    shapes: [&Convex<'s, R, N>; 2],
    step: Vector<R, N>,
) -> Option<[Convex<'s, R, N>; 2]> {
    let mut low = Vector([R::INFINITY; N]);
    let mut high = Vector([R::NEG_INFINITY; N]);
    let mut include = |k: usize, at: R| {
        if at.is_finite() {
            (low[k], high[k]) = (low[k].min(at), high[k].max(at));
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
                let middle = shape.core.middle();
                let radius = shape.core.bounding_radius();
                margin = margin + radius;
                include(k, middle[k] - radius);
                include(k, middle[k] + radius);
            }
        }
    }
    for k in 0..N {
        // On this axis both boxes are infinite in both directions, so any finite interval gives the same result.
        if low[k] > high[k] {
            (low[k], high[k]) = (R::ZERO, R::ZERO);
        }
    }
    margin = (margin + l1_norm(high - low)) * R::TWO;
    let low = low.map(|c| c - margin);
    let high = high.map(|c| c + margin);
    let cut = |shape: &Convex<'s, R, N>| match &shape.core {
        Core::Aabb(ends) => {
            let clamp = |c: Vector<R, N>| c.zip(low, R::max).zip(high, R::min);
            Convex { core: Core::Aabb([clamp(ends[0]), clamp(ends[1])]), radius: shape.radius }
        }
        _ => *shape,
    };
    let cut = shapes.map(cut);
    (margin.is_finite() && cut.iter().all(|shape| shape.magnitude().is_finite())).then_some(cut)
}
