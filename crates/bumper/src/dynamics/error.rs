//! The error type of simulations of bodies and joints.

use core::fmt;

/// The reason why a simulation rejects a body, a joint, or a change of one of them.
///
/// ```
/// use bumper::{Segment, dynamics::{BodyDef, ColliderDef, DynamicsError, Simulation}};
/// let line = ColliderDef::new(Segment::new([0.0f32, 0.0], [1.0, 0.0]));
/// let refused = Simulation::new([0.0, -10.0]).insert(&BodyDef::default(), &[line]);
/// assert_eq!(refused.unwrap_err().to_string(), "a shape of the body has no area");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DynamicsError {
    /// A number is not finite, or its magnitude is too large: coordinates and velocities are limited to
    /// [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS), inverse masses and inverse inertias to its square.
    NotFinite,
    /// The body has no shape, or it is not static and one of its shapes has no area (a point or a segment).
    NoArea,
    /// A shape of the body is a half-space or has one as a part, and the body is not static or the collider has a one-way side. Only static
    /// bodies may be infinitely large.
    HalfSpace,
    /// The mass of the body is not above zero, or is too large.
    Mass,
    /// The density of a collider is not above zero, or is too large.
    Density,
    /// The friction of a collider is negative or too large.
    Friction,
    /// The restitution of a collider is not from 0 to 1.
    Restitution,
    /// The rolling resistance of a collider is negative or too large.
    RollingResistance,
    /// A damping of the body is negative or too large.
    Damping,
    /// The body, collider or joint with this id was removed; or a snapshot was taken of a simulation with other bodies or joints.
    NotFound,
    /// The joint connects a body to itself.
    SameBody,
    /// Neither body of the joint is dynamic; for a mouse joint, the second body is not dynamic.
    NoDynamicBody,
    /// The body of a mover is not dynamic, or can rotate.
    MoverBody,
    /// Two movers of a step have the same body.
    SharedMoverBody,
    /// The axis of the joint is the zero vector; or the axis of a joint in a damaged snapshot is not a unit vector.
    ZeroAxis,
    /// A lower limit of the joint is above the upper one; or a length, a limit of a distance joint, a frequency, a damping ratio
    /// or a largest force is negative.
    JointParameter,
    /// The simulation already has the largest number of bodies, colliders, convex parts or joints, which is 2³¹ − 1 for each of them.
    Full,
}

impl fmt::Display for DynamicsError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "a number is not finite, or too large",
            Self::NoArea => "a shape of the body has no area",
            Self::HalfSpace => "a half-space needs a static body and must not have a one-way side",
            Self::Mass => "the mass is not above zero",
            Self::Density => "the density is not above zero",
            Self::Friction => "the friction is negative",
            Self::Restitution => "the restitution is not between 0 and 1",
            Self::RollingResistance => "the rolling resistance is negative",
            Self::Damping => "a damping is negative",
            Self::NotFound => "the body, collider or joint with this id has been removed",
            Self::SameBody => "the joint joins a body to itself",
            Self::NoDynamicBody => "neither body of the joint is dynamic",
            Self::MoverBody => "the body of a mover is not dynamic, or can rotate",
            Self::SharedMoverBody => "two movers have the same body",
            Self::ZeroAxis => "the axis of the joint has no length",
            Self::JointParameter => "a lower limit is above the upper one, or a length, hertz, damping or largest force is negative",
            Self::Full => "there is no room for more",
        })
    }
}

impl core::error::Error for DynamicsError {}
