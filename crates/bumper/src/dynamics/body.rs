//! Definitions of bodies and their solids, their ids, errors, and the stored rigid body.

use super::mass::Moments;
use super::part::{Figure, Unfit, take};
use super::turn::{Turn, V, num};
use crate::narrow::measure::{abs, larger, smaller};
use crate::scalar::Real;
use crate::{Pose, Rotation, Shape, Vector};
use alloc::vec::Vec;
use core::fmt;

/// The kind of a body: what determines its motion.
///
/// ```
/// use bumper::dynamics::{Body, Kind};
/// assert_eq!(Body::<f32>::default().kind, Kind::Dynamic);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Never moves, like the ground.
    Static,
    /// Moves at its own velocity, which contacts and forces do not change, like a lift.
    Kinematic,
    /// Moved by forces, contacts and joints.
    #[default]
    Dynamic,
}

/// The definition of a body to be added: its kind, pose, velocities and damping. Its shapes are given as [`Solid`]s.
///
/// ```
/// use bumper::dynamics::Body;
/// let arrow = Body { velocity: [40.0f32, 10.0].into(), fixed_rotation: true, ..Body::default() };
/// assert_eq!((arrow.gravity_scale, arrow.spin), (1.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<R> {
    /// The kind of the body. Default: [`Kind::Dynamic`].
    pub kind: Kind,
    /// The pose of its shapes in the world. Default: the identity.
    pub pose: Pose<R, 2>,
    /// The velocity of the center of mass. Static bodies ignore it.
    pub velocity: Vector<R, 2>,
    /// The angular velocity in radians per unit of time, positive from +x towards +y. Static bodies ignore it.
    pub spin: R,
    /// The factor by which gravity is multiplied for this body. Default: 1.
    pub gravity_scale: R,
    /// The linear damping: the rate at which the velocity decays, per unit of time. Not negative. A sub-step of duration h divides the
    /// velocity by 1 + h · damping. Default: 0.
    pub linear_damping: R,
    /// The angular damping: the rate at which the angular velocity decays, per unit of time. Not negative. Default: 0.
    pub angular_damping: R,
    /// Whether contacts, joints and torques never rotate it: its inverse inertia is zero. Its own `spin` is kept.
    pub fixed_rotation: bool,
    /// Whether continuous collision is exact for it, as for a bullet, or for a ball that has to bounce off every corner. Default: `false`.
    ///
    /// Without this flag, two bodies are swept if their relative motion in a step is more than a quarter of the thickness of the thinner
    /// one. They do not pass through each other, but they may graze: overlap during the step by an eighth of that thickness without a
    /// contact. A bullet does not graze, and is swept however slow it is. That costs a time of impact per step for every body near it.
    pub bullet: bool,
    /// Whether it may fall asleep. Default: `true`. See [`SleepSettings`](super::SleepSettings).
    /// [`Bodies::allow_sleep`](super::Bodies::allow_sleep) changes it later.
    pub sleeps: bool,
    /// User data, which the simulation does not use.
    pub data: u64,
}

impl<R: Real> Default for Body<R> {
    fn default() -> Self {
        let zero = R::default();
        Self {
            kind: Kind::Dynamic,
            pose: Pose::new(Rotation::identity(), Vector::default()),
            velocity: Vector::default(),
            spin: zero,
            gravity_scale: num(1.0),
            linear_damping: zero,
            angular_damping: zero,
            fixed_rotation: false,
            bullet: false,
            sleeps: true,
            data: 0,
        }
    }
}

/// A shape of a body with its material and its collision filter. As in a [`World`](crate::world::World), two solids collide if the filter
/// of either one contains a layer of the other.
///
/// ```
/// use bumper::{Ball, dynamics::Solid};
/// let rubber = Solid { restitution: 0.8, ..Solid::new(Ball::new([0.0f32, 0.0], 0.5)) };
/// assert_eq!((rubber.density, rubber.friction), (1.0, 0.6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid<'a, R: Real> {
    /// Any 2D shape that has an area. Static bodies may also have segments. A mask is split into its boxes, a concave region into its
    /// convex parts.
    pub shape: Shape<'a, R, 2>,
    /// The mass per unit of area, above zero. Default: 1.
    pub density: R,
    /// The coefficient of friction, not negative. Two surfaces use the geometric mean of their coefficients. Default: 0.6.
    pub friction: R,
    /// The coefficient of restitution, from 0 to 1. Two surfaces use the larger one. Default: 0.
    pub restitution: R,
    /// The rolling resistance, not negative. It acts at contacts with one point. The largest torque is this factor times the normal force
    /// times the radius of the ball that touches (the smaller one of two), or, without a ball, the size of the smaller body. Two surfaces
    /// use the larger factor. Default: 0, so a ball keeps rolling.
    ///
    /// So that piles come to rest, the lever of the torque is at least 1/256 of the size of the smaller body in two cases: if neither shape
    /// is a ball; and for a ball on a dynamic body while it rolls by less than 1/64 of that size per step.
    pub rolling_resistance: R,
    /// The layers that it is on, one bit each. Default: the first one.
    pub layers: u32,
    /// The layers that it collides with, one bit each. Default: all.
    pub filter: u32,
    /// Whether it is a sensor: it has events with other solids, but does not collide with them. A sensor detects solids of all kinds of
    /// bodies, except other sensors, and except static solids if its own body is static (as in Box2D). A body that crosses it within a step
    /// has its begin event in that step and its end event in the next one.
    pub sensor: bool,
}

impl<'a, R: Real> Solid<'a, R> {
    /// Creates a solid of density 1 and friction 0.6, without restitution or rolling resistance, which collides with all others.
    pub fn new(shape: impl Into<Shape<'a, R, 2>>) -> Self {
        Self {
            shape: shape.into(),
            density: num(1.0),
            friction: num(0.6),
            restitution: R::default(),
            rolling_resistance: R::default(),
            layers: 1,
            filter: u32::MAX,
            sensor: false,
        }
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $id:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $id {
            pub(super) slot: u32,
            pub(super) generation: u32,
        }

        impl $id {
            /// The id as a number, to be stored.
            ///
            /// ```
            #[doc = concat!("use bumper::dynamics::", stringify!($id), ";")]
            #[doc = concat!("assert_eq!(", stringify!($id), "::from_bits(7).to_bits(), 7);")]
            /// ```
            pub fn to_bits(self) -> u64 {
                u64::from(self.slot) << 32 | u64::from(self.generation)
            }

            /// The id with this number from `to_bits`. Any other number gives an id that no body or joint has.
            pub fn from_bits(bits: u64) -> Self {
                Self { slot: (bits >> 32) as u32, generation: bits as u32 }
            }
        }
    };
}

id! {
    /// The id of a body. Ids of removed bodies are not reused.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{Bodies, Body, Solid}};
    /// let mut bodies = Bodies::<f32>::new([0.0, -10.0]);
    /// let first = bodies.add(&Body::default(), &[Solid::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
    /// bodies.remove(first);
    /// let second = bodies.add(&Body::default(), &[Solid::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
    /// assert!(first != second && bodies.state(first).is_none());
    /// ```
    BodyId
}

id! {
    /// The id of a joint. Ids of removed joints are not reused.
    ///
    /// ```
    /// use bumper::dynamics::JointId;
    /// fn is_copy<T: Copy + Ord>() {}
    /// is_copy::<JointId>();
    /// ```
    JointId
}

/// The reason why a body, a joint or a change of one is rejected.
///
/// ```
/// use bumper::{Segment, dynamics::{Bodies, Body, Refusal, Solid}};
/// let line = Solid::new(Segment::new([0.0f32, 0.0], [1.0, 0.0]));
/// let refused = Bodies::new([0.0, -10.0]).add(&Body::default(), &[line]);
/// assert_eq!(refused.unwrap_err().to_string(), "a shape of the body has no area");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// A number is not finite, or its magnitude is too large: coordinates and velocities are limited to
    /// [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS), inverse masses and inertias to its square.
    NotFinite,
    /// There is no shape, or a shape of a body that is not static is a point or a segment.
    NoArea,
    /// A density is not above zero, or too large.
    Density,
    /// A friction is negative, or too large.
    Friction,
    /// A restitution is not from 0 to 1.
    Restitution,
    /// A rolling resistance is negative, or too large.
    RollingResistance,
    /// A damping is negative, or too large.
    Damping,
    /// The body or joint with this id was removed; or a snapshot is of other bodies or joints.
    Gone,
    /// The joint connects a body to itself.
    SameBody,
    /// Neither body of the joint is dynamic; for a mouse joint, the second body is not.
    NothingMoves,
    /// The axis of the joint has no length.
    NoAxis,
    /// A lower limit is above the upper one; or a length, frequency, damping ratio or largest force is negative.
    Limits,
    /// The limit of 2³¹ − 1 bodies or convex parts is reached.
    Full,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "a number of the body is not finite, or too large",
            Self::NoArea => "a shape of the body has no area",
            Self::Density => "the density is not above zero",
            Self::Friction => "the friction is negative",
            Self::Restitution => "the restitution is not between 0 and 1",
            Self::RollingResistance => "the rolling resistance is negative",
            Self::Damping => "a damping is negative",
            Self::Gone => "the body or joint of this id has been removed",
            Self::SameBody => "the joint joins a body to itself",
            Self::NothingMoves => "neither body of the joint is dynamic",
            Self::NoAxis => "the axis of the joint has no length",
            Self::Limits => "a lower limit is above the upper one, or a length, hertz, damping or largest force is negative",
            Self::Full => "there is no room for more",
        })
    }
}

impl core::error::Error for Refusal {}

/// A rigid body as it is stored between steps.
#[derive(Clone, Debug, Default)]
pub(super) struct RigidBody<R: Real> {
    pub(super) generation: u32,
    pub(super) alive: bool,
    pub(super) kind: Kind,
    /// The center of mass, and the orientation: the rotation, and the number of full turns.
    pub(super) center: V<R>,
    pub(super) turn: Turn<R>,
    pub(super) turns: i32,
    pub(super) velocity: V<R>,
    pub(super) spin: R,
    pub(super) force: V<R>,
    pub(super) torque: R,
    pub(super) mass: R,
    /// The inverse mass and the inverse inertia about the center of mass; zero if forces do not move or rotate the body.
    pub(super) inv_mass: R,
    pub(super) inv_inertia: R,
    pub(super) inertia: R,
    /// The origin of its shapes, relative to the center of mass, in body coordinates.
    pub(super) origin: V<R>,
    pub(super) gravity_scale: R,
    pub(super) linear_damping: R,
    pub(super) angular_damping: R,
    pub(super) bullet: bool,
    pub(super) sleeps: bool,
    pub(super) data: u64,
    /// The size that tolerances are proportional to: the area divided by twice the bounding radius, about the thickness.
    pub(super) size: R,
    /// The bounding radius about the center of mass.
    pub(super) reach: R,
    /// Half of the thickness of its thinnest part that is not a sensor.
    pub(super) inner: R,
    pub(super) parts: Vec<u32>,
    /// The length that its default sleep speed depends on: the square root of half of its area.
    pub(super) extent: R,
    /// The time for which it has been slow.
    pub(super) slow_time: R,
    /// The sleeping island that it belongs to, as the slot of the island's first body.
    pub(super) asleep: Option<u32>,
    /// The next body of that island, in a circular list.
    pub(super) next_asleep: u32,
    /// Whether it is in the list of awake bodies, or in that of woken ones.
    pub(super) listed: bool,
    /// The slots of its joints.
    pub(super) joints: Vec<u32>,
}

/// Convex parts, each with the index of its solid.
type Figures<R> = Vec<(Figure<R>, usize)>;

impl<R: Real> RigidBody<R> {
    /// Creates a body with its mass properties. Also returns its convex parts relative to the center of mass, each with the index of its
    /// solid.
    pub(super) fn new(body: &Body<R>, solids: &[Solid<'_, R>]) -> Result<(Self, Figures<R>), Refusal> {
        check(body, solids)?;
        let mut figures = Figures::new();
        for (place, solid) in solids.iter().enumerate() {
            let mut found = Vec::new();
            take(&solid.shape, None, body.kind == Kind::Static, &mut found).map_err(|unfit| match unfit {
                Unfit::NotFinite => Refusal::NotFinite,
                Unfit::NoArea => Refusal::NoArea,
            })?;
            figures.extend(found.into_iter().map(|figure| (figure, place)));
        }
        if figures.is_empty() {
            return Err(Refusal::NoArea);
        }
        let (zero, one) = (R::default(), num::<R>(1.0));
        let (center, sum) = center(&mut figures, solids);
        let (mass, inertia) = (sum.mass, if sum.mass > zero { sum.inertia() } else { zero });
        let (moves, stands) = (body.kind == Kind::Dynamic, body.kind == Kind::Static);
        let (cos, sin) = body.pose.rotation.complex();
        let turn = Turn { cos, sin };
        let reach = figures.iter().fold(zero, |most, (figure, _)| larger(most, figure.reach()));
        let area = figures.iter().fold(zero, |sum, (figure, _)| sum + figure.moments().mass);
        let is_solid = |place: usize| !solids[place].sensor;
        let any_solid = figures.iter().any(|(_, place)| is_solid(*place));
        // Sensors do not collide, so the thickness of a body is that of its other parts.
        let thin = figures
            .iter()
            .filter(|(_, place)| is_solid(*place) || !any_solid)
            .fold(num(f64::INFINITY), |least, (figure, _)| smaller(least, figure.thickness()));
        let held = Self {
            alive: true,
            kind: body.kind,
            center: turn.apply(center) + body.pose.translation,
            turn,
            velocity: if stands { Vector::default() } else { body.velocity },
            spin: if stands { zero } else { body.spin },
            mass,
            inv_mass: if moves { one / mass } else { zero },
            inv_inertia: if moves && !body.fixed_rotation { one / inertia } else { zero },
            inertia,
            origin: -center,
            gravity_scale: body.gravity_scale,
            linear_damping: body.linear_damping,
            angular_damping: body.angular_damping,
            bullet: body.bullet,
            sleeps: body.sleeps,
            data: body.data,
            // For a square 0.7 of the edge, for a disc 0.8 of the diameter, for a rod its width.
            // A body that is a single point has no size.
            size: if reach > zero { area / (reach + reach) } else { zero },
            reach,
            inner: thin * num(0.5),
            extent: Real::sqrt(area * num(0.5)),
            ..Self::default()
        };
        let finite = [held.inv_mass, held.inv_inertia, held.inertia, held.center[0], held.center[1]];
        if !finite.into_iter().all(|number| abs(number) < R::MAX_RADIUS * R::MAX_RADIUS) {
            return Err(Refusal::NotFinite);
        }
        Ok((held, figures))
    }

    /// Whether it is simulated: dynamic and awake, or kinematic and moving.
    #[inline]
    pub(super) fn is_awake(&self) -> bool {
        match self.kind {
            Kind::Static => false,
            Kind::Kinematic => self.moves_itself(),
            Kind::Dynamic => self.asleep.is_none(),
        }
    }

    pub(super) fn moves_itself(&self) -> bool {
        self.velocity != Vector::default() || self.spin != R::default()
    }

    pub(super) fn is_dynamic(&self) -> bool {
        self.kind == Kind::Dynamic
    }
}

/// Translates convex parts so that their center of mass is the origin. Returns where it was, and the sum of the moments.
fn center<R: Real>(figures: &mut Figures<R>, solids: &[Solid<'_, R>]) -> (V<R>, Moments<R>) {
    // A static body may have no area.
    let middle = |sum: &Moments<R>| if sum.mass > R::default() { sum.center() } else { Vector::default() };
    let move_all = |figures: &mut Figures<R>, by: V<R>| {
        figures.iter_mut().for_each(|(figure, _)| *figure = figure.clone().moved(by));
    };
    // First translate them near the origin: the squares of large coordinates would make the inertia inaccurate.
    let near = figures.first().map_or(Vector::default(), |(first, _)| middle(&first.moments()));
    move_all(figures, -near);
    let weigh = |sum: Moments<R>, (figure, place): &(Figure<R>, usize)| {
        sum.plus(figure.moments().times(solids[*place].density))
    };
    let sum = figures.iter().fold(Moments::none(), weigh);
    move_all(figures, -middle(&sum));
    (near + middle(&sum), sum)
}

fn check<R: Real>(body: &Body<R>, solids: &[Solid<'_, R>]) -> Result<(), Refusal> {
    let zero = R::default();
    let place = body.pose.translation;
    let numbers = [place[0], place[1], body.velocity[0], body.velocity[1], body.spin, body.gravity_scale];
    if !numbers.into_iter().all(|number| abs(number) <= R::MAX_RADIUS) {
        return Err(Refusal::NotFinite);
    }
    let within = |number: R, most: R| number >= zero && number <= most;
    if !within(body.linear_damping, R::MAX_RADIUS) || !within(body.angular_damping, R::MAX_RADIUS) {
        return Err(Refusal::Damping);
    }
    for solid in solids {
        if !within(solid.density, R::MAX_RADIUS) || solid.density == zero {
            return Err(Refusal::Density);
        }
        if !within(solid.friction, R::MAX_RADIUS) {
            return Err(Refusal::Friction);
        }
        if !within(solid.restitution, num(1.0)) {
            return Err(Refusal::Restitution);
        }
        if !within(solid.rolling_resistance, R::MAX_RADIUS) {
            return Err(Refusal::RollingResistance);
        }
    }
    Ok(())
}
