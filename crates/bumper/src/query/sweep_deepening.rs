//! Sweeps that ignore contacts that do not become deeper during the motion. They are meant for shapes that may touch or overlap at the
//! start.
//!
//! ```
//! use bumper::{Ball, sweep, sweep_deeper};
//!
//! // A ball that slightly penetrates another one may leave it, while an ordinary sweep would stop it.
//! let (ball, other) = (Ball::new([0.0, 0.0], 1.0), Ball::new([1.9, 0.0], 1.0));
//! assert!(sweep(ball, [-5.0, 0.0], other, [0.0, 0.0]).is_some());
//! assert!(sweep_deeper(ball, [-5.0, 0.0], other, [0.0, 0.0]).is_none());
//! ```

use super::contact::contact_at;
#[cfg(feature = "alloc")]
use super::contact::faces::contact_of_faces;
#[cfg(feature = "alloc")]
use super::one_sided::fronts_against;
use super::overlap_time::entry;
use super::sweep::SweepHit;
#[cfg(feature = "alloc")]
use crate::Pose;
use crate::narrow::manifold::Contact;
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
#[cfg(feature = "alloc")]
use crate::view::ShapeView;
use crate::{Relate, Relation, Shape, Vector};

/// The first time at which two moving shapes begin to overlap, or penetrate each other more deeply than at the start. `None` if there is no
/// such time: shapes that separate, or that slide along each other, are not stopped. `a` moves by `a_moves` while `b` moves by `b_moves`.
/// For compounds, the result is the first such time of any two parts. Movers use this query.
/// [`starts_overlapping`](SweepHit::starts_overlapping) is true only if the shapes overlap at the start and the hit is at time 0.
///
/// A face of a [one-sided mesh](crate::Mesh::one_sided) counts only if the relative motion runs against its front. A face that cuts a
/// convex part of the other shape at the start, and the surface around it, do not stop this part, whatever the motion.
///
/// Axis-aligned boxes of integers and fixed point need no tolerance. For other shapes, a penetration within the rounding error is ignored.
/// Costs slightly more than a [`sweep`](crate::sweep).
///
/// ```
/// use bumper::{Aabb, sweep_deeper};
/// let (dot, wall) = (Aabb::new([0.0, 0.0], [2.0, 2.0]), Aabb::new([1.0, 0.0], [9.0, 9.0]));
/// // The box may leave the wall that it penetrates, but not move deeper into it.
/// assert!(sweep_deeper(dot, [-5.0, 0.0], wall, [0.0, 0.0]).is_none());
/// let hit = sweep_deeper(dot, [5.0, 0.0], wall, [0.0, 0.0]).unwrap();
/// assert!(hit.time == 0.0 && hit.starts_overlapping);
/// ```
#[doc(alias("stop_at_penetration", "depenetrate"))]
pub fn sweep_deeper<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    a_moves: impl Into<Vector<S::Real, N>>,
    b: impl Into<Shape<'b, S, N>>,
    b_moves: impl Into<Vector<S::Real, N>>,
) -> Option<SweepHit<S::Real, N>> {
    let a = a.into();
    let b = b.into();
    let [first, second] = [a_moves.into(), b_moves.into()].mapped(|step| step.map(Scalar::to_f64));
    let found = entry(&a, first - second, &b)?;
    let touching = contact_at_end(&a, first - second, found.time, &b);
    let point = touching.map(|contact| contact.point() + second.scaled(found.time)).unwrap_or_default();
    let number = S::Real::from_f64;
    let time = number(found.time);
    let normal = (-found.normal).map(number);
    let starts_overlapping = time <= number(0.0) && a.relation(&b) == Relation::Overlapping;
    Some(SweepHit { time, normal, point: point.map(number), starts_overlapping, parts: found.parts })
}

/// The contact of two shapes after the first one has made the fraction `time` of the motion `step`. Faces of one-sided meshes that the motion
/// crosses from behind are left out, because they do not stop it.
fn contact_at_end<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    step: Vector<f64, N>,
    time: f64,
    b: &Shape<'_, S, N>,
) -> Option<Contact<f64, N>> {
    #[cfg(feature = "alloc")]
    if a.has_one_sided_faces() || b.has_one_sided_faces() {
        let end = Pose::at(step.scaled(time));
        let views = [ShapeView::new(a, Some(&end))?, ShapeView::<S, f64, N>::new(b, None)?];
        let counts_face = fronts_against(-step);
        return contact_of_faces([&views[0], &views[1]], f64::INFINITY, &counts_face)
            .map(|found| found.contact);
    }
    contact_at(a, step.scaled(time), b)
}
