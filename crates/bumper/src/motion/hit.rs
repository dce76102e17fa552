//! The responses of a mover to obstacles, and the hits that it reports.

use crate::Vector;

/// The response of a mover to an obstacle on its path. It applies only to obstacles that the mover would overlap if it moved on. A surface
/// along which the mover slides, touching it, is no hit.
///
/// ```
/// use bumper::{Aabb, Shape, Vector, motion::{Mover, Response}};
/// let wall: [Shape<i16, 2>; 1] = [Aabb::new([30, 0], [40, 40]).into()];
/// let after = |response| {
///     let mut dot = Mover::new(Aabb::new([0i16, 0], [10, 10]));
///     dot.velocity = Vector([30, 4]);
///     dot.response = response;
///     dot.travel([30, 4], &wall[..], |_| Some(response), |_| ());
///     (dot.position().0, dot.velocity.0)
/// };
/// assert_eq!(after(Response::BackUp), ([0, 4], [30, 4]));
/// assert_eq!(after(Response::Stop), ([20, 2], [0, 4]));
/// assert_eq!(after(Response::Slide), ([20, 4], [0, 4]));
/// assert_eq!(after(Response::Bounce), ([10, 4], [-30, 4]));
/// assert_eq!(after(Response::Cross), ([30, 4], [30, 4]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Response {
    /// The mover goes back: if it would overlap an obstacle on its path or at the end of its step, the whole step is undone. The velocity
    /// does not change. If [`Mover::response`](super::Mover::response), the response to the bounds, is also `BackUp`, the mover makes its
    /// step on one axis after the other, as in many tutorials. A hit then undoes only the motion on the axis on which it happened.
    BackUp,
    /// The mover moves up to the obstacle and stops there, touching it. The component of the velocity into the surface becomes zero.
    Stop,
    /// The mover moves up to the obstacle and continues along its surface. The component of the velocity into the surface becomes zero.
    Slide,
    /// The mover moves up to the obstacle and bounces off: the rest of the step and the velocity are reflected at the surface.
    Bounce,
    /// The mover passes through the obstacle. If the mover overlaps the obstacle during a step, the step reports one hit: at time 0 if the
    /// two overlap at the start of the step, otherwise at the time when the mover enters the obstacle.
    Cross,
}

/// The target of a hit: an obstacle, or the bounds of the mover.
///
/// ```
/// use bumper::motion::HitTarget;
/// assert_ne!(HitTarget::Obstacle(3), HitTarget::Bounds);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HitTarget<I> {
    /// The obstacle with this id.
    Obstacle(I),
    /// A side of the area that the mover may not leave ([`Mover::bounds`](super::Mover::bounds)), or the end of the range of its scalar
    /// type.
    Bounds,
}

/// A hit of a mover with an obstacle or with its bounds.
///
/// ```
/// use bumper::{Aabb, Shape, Vector, motion::{Mover, Response, HitTarget}};
/// let wall: [Shape<f32, 2>; 1] = [Aabb::new([30.0, 0.0], [40.0, 40.0]).into()];
/// let mut dot = Mover::new(Aabb::new([0.0, 0.0], [10.0, 10.0]));
/// dot.travel([40.0, 0.0], &wall[..], |_| Some(Response::Stop), |hit| {
///     assert_eq!((hit.target, hit.normal, hit.time), (HitTarget::Obstacle(0), Vector([-1.0, 0.0]), 0.5));
/// });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<I, R, const N: usize> {
    /// The obstacle that was hit, or the bounds.
    pub target: HitTarget<I>,
    /// The unit normal of the surface at the hit, pointing out of the obstacle and towards the mover.
    pub normal: Vector<R, N>,
    /// The time of the hit, as a fraction of the step: 0 is its start, 1 its end.
    pub time: R,
    /// The response of the mover to the target.
    pub response: Response,
    /// The parts of the mover and of the obstacle that meet, as in [`Contact::parts`](crate::Contact::parts); 0 for the bounds. If the mover
    /// is a list of several shapes, its part is the index of the shape in the list.
    pub parts: [u32; 2],
}
