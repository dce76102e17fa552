//! What a body is when it is added, by what name it is known, and why it may be refused.

use super::mass::Moments;
use super::part::{Figure, Unfit, take};
use super::turn::{Turn, V, num};
use crate::narrow::measure::{larger, size, smaller};
use crate::scalar::Real;
use crate::{Pose, Rotation, Shape, Vector};
use alloc::vec::Vec;
use core::fmt;

/// What moves a body.
///
/// ```
/// use bumper::dynamics::{Body, Kind};
/// assert_eq!(Body::<f32>::default().kind, Kind::Dynamic);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing: the ground.
    Static,
    /// Its own velocity, whatever it meets: a lift.
    Kinematic,
    /// Forces, and what it meets.
    #[default]
    Dynamic,
}

/// A body to be added: where it is and how it moves. What it consists of are its [`Solid`]s.
///
/// ```
/// use bumper::dynamics::Body;
/// let arrow = Body { velocity: [40.0f32, 10.0].into(), fixed_rotation: true, ..Body::default() };
/// assert_eq!((arrow.gravity_scale, arrow.spin), (1.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<R> {
    /// What moves it: [`Kind::Dynamic`] at first.
    pub kind: Kind,
    /// Where the shapes of its solids are placed: at first where they say.
    pub pose: Pose<R, 2>,
    /// The velocity of the centre of mass.
    pub velocity: Vector<R, 2>,
    /// The angular velocity in radians, from +x towards +y.
    pub spin: R,
    /// How much of the gravity it feels.
    pub gravity_scale: R,
    /// By how much of itself the velocity shrinks in a unit of time: not negative.
    pub linear_damping: R,
    /// The same of the angular velocity.
    pub angular_damping: R,
    /// Whether it never turns by what it meets.
    pub fixed_rotation: bool,
    /// Whether continuous collision is exact for it, as for a bullet or a ball that is to be reflected at every corner. Any two bodies
    /// are swept that move farther against each other in a step than a quarter of the thickness of the thinner one, and do not pass
    /// each other; but they may graze: overlap on their way by an eighth of that thickness without a contact. A bullet does not graze,
    /// and is swept however slow it is. Off at first. Costs a time of impact in each step for every body that it comes near.
    pub bullet: bool,
    /// Whether it may fall asleep: see [`SleepSettings`](super::SleepSettings), and [`Bodies::allow_sleep`](super::Bodies::allow_sleep) to change it.
    pub sleeps: bool,
    /// Anything of the user's.
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

/// A shape of a body, and what it is made of. Which pairs meet is said as in a [`World`](crate::world::World): one has to see a layer
/// that the other is on.
///
/// ```
/// use bumper::{Ball, dynamics::Solid};
/// let rubber = Solid { restitution: 0.8, ..Solid::new(Ball::new([0.0f32, 0.0], 0.5)) };
/// assert_eq!((rubber.density, rubber.friction), (1.0, 0.6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid<'a, R: Real> {
    /// Any shape on the plane that has an area; of what is static, a line too. A mask counts as its boxes, a concave region as its convex parts.
    pub shape: Shape<'a, R, 2>,
    /// Mass for each unit of area, above zero: 1 at first.
    pub density: R,
    /// Of two surfaces the root of the product counts: 0.6 at first, not negative.
    pub friction: R,
    /// Of two surfaces the larger counts: 0 at first, at most 1.
    pub restitution: R,
    /// Resistance to rolling: the largest torque is this factor times the normal force times the radius of the ball that touches, or,
    /// without a ball, the size of the smaller body. Of two surfaces the larger factor counts. It is 0 at first, not negative: a ball rolls on
    /// for ever. So that piles come to rest, a factor of 1/256 of the size is always there for two shapes of which neither is a ball and which
    /// touch at one point, and for a ball on a dynamic body while it rolls by less than 1/64 of its size in a step.
    pub rolling_resistance: R,
    /// The layers that it is on, a bit each; at first the first one.
    pub layers: u32,
    /// The layers that it meets, a bit each: at first all of them.
    pub filter: u32,
    /// Whether it is a sensor: it lets others through, and has events with them. It notices solids of all kinds of bodies, but for a static
    /// body those of other static ones, and no sensors, as in Box2D. What crosses it within a step has both events, in that step and the next.
    pub sensor: bool,
}

impl<'a, R: Real> Solid<'a, R> {
    /// A shape of density 1, friction 0.6, no restitution and no rolling resistance, that meets all others.
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
            /// The id as a number.
            ///
            /// ```
            #[doc = concat!("use bumper::dynamics::", stringify!($id), ";")]
            #[doc = concat!("assert_eq!(", stringify!($id), "::from_bits(7).to_bits(), 7);")]
            /// ```
            pub fn to_bits(self) -> u64 {
                u64::from(self.slot) << 32 | u64::from(self.generation)
            }

            /// The id of a number from `to_bits`. Other numbers make ids that nothing has.
            pub fn from_bits(bits: u64) -> Self {
                Self { slot: (bits >> 32) as u32, generation: bits as u32 }
            }
        }
    };
}

id! {
    /// The name of a body. It is never given to another one.
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
    /// The name of a joint. It is never given to another one.
    ///
    /// ```
    /// use bumper::dynamics::JointId;
    /// fn is_copy<T: Copy + Ord>() {}
    /// is_copy::<JointId>();
    /// ```
    JointId
}

/// Why a body, a joint or a change of one is refused.
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
    /// A number is not finite, or too large for its square.
    NotFinite,
    /// There is no shape, or one is a point or a line.
    NoArea,
    /// A density is not above zero.
    Density,
    /// A friction is negative.
    Friction,
    /// A restitution is not between 0 and 1.
    Restitution,
    /// A rolling resistance is negative.
    RollingResistance,
    /// A damping is negative.
    Damping,
    /// The body or joint of this id is gone.
    Gone,
    /// A joint of a body with itself.
    SameBody,
    /// A joint of two bodies that are not moved by forces.
    NothingMoves,
    /// The axis of a joint has no length.
    NoAxis,
    /// A lower limit above the upper one, or a negative length, hertz, damping ratio or largest force.
    Limits,
    /// There are 2³¹ bodies, shapes or joints already.
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

/// A body as it is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Held<R: Real> {
    pub(super) generation: u32,
    pub(super) alive: bool,
    pub(super) kind: Kind,
    /// The centre of mass, and how far the body has turned: by parts of a turn, and whole turns.
    pub(super) center: V<R>,
    pub(super) turn: Turn<R>,
    pub(super) turns: i32,
    pub(super) velocity: V<R>,
    pub(super) spin: R,
    pub(super) force: V<R>,
    pub(super) torque: R,
    pub(super) mass: R,
    /// One over the mass and the inertia about the centre; zero for what no force moves.
    pub(super) lightness: R,
    pub(super) nimbleness: R,
    pub(super) inertia: R,
    /// The origin of its shapes, seen from the centre.
    pub(super) origin: V<R>,
    pub(super) gravity_scale: R,
    pub(super) linear_damping: R,
    pub(super) angular_damping: R,
    pub(super) bullet: bool,
    pub(super) sleeps: bool,
    pub(super) data: u64,
    /// How large it is, as tolerances go: about its thickness.
    pub(super) size: R,
    /// How far from its centre it reaches.
    pub(super) reach: R,
    /// Half of the thickness of its thinnest part.
    pub(super) inner: R,
    pub(super) parts: Vec<u32>,
    /// The length that its sleep speed is in proportion to: the root of half of its area.
    pub(super) extent: R,
    /// For how long it has been slow.
    pub(super) slow_time: R,
    /// The island that it sleeps with: the slot of its first body.
    pub(super) asleep: Option<u32>,
    /// The next body of that island, in a circle.
    pub(super) next_asleep: u32,
    /// Whether it is in the list of awake bodies, or of those that woke.
    pub(super) listed: bool,
    /// The slots of its joints.
    pub(super) joints: Vec<u32>,
}

/// Figures, each with the place of the solid that it is of.
type Figures<R> = Vec<(Figure<R>, usize)>;

impl<R: Real> Held<R> {
    /// A body with its mass, and its figures seen from the centre, each with the place of its solid.
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
        let thin =
            figures.iter().fold(num(f64::INFINITY), |least, (figure, _)| smaller(least, figure.thickness()));
        let held = Self {
            alive: true,
            kind: body.kind,
            center: turn.apply(center) + body.pose.translation,
            turn,
            velocity: if stands { Vector::default() } else { body.velocity },
            spin: if stands { zero } else { body.spin },
            mass,
            lightness: if moves { one / mass } else { zero },
            nimbleness: if moves && !body.fixed_rotation { one / inertia } else { zero },
            inertia,
            origin: -center,
            gravity_scale: body.gravity_scale,
            linear_damping: body.linear_damping,
            angular_damping: body.angular_damping,
            bullet: body.bullet,
            sleeps: body.sleeps,
            data: body.data,
            // Of a square 0.7 of its edge, of a disc 0.8 of its diameter, of a rod its width.
            size: area / (reach + reach),
            reach,
            inner: thin * num(0.5),
            extent: Real::sqrt(area * num(0.5)),
            ..Self::default()
        };
        let finite = [held.lightness, held.nimbleness, held.inertia, held.center[0], held.center[1]];
        if !finite.into_iter().all(|number| size(number) < R::MAX_RADIUS * R::MAX_RADIUS) {
            return Err(Refusal::NotFinite);
        }
        Ok((held, figures))
    }

    /// Whether it is stepped: dynamic and awake, or kinematic and moving.
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

/// Moves figures so that their centre of mass is the origin: where it was, and what they weigh.
fn center<R: Real>(figures: &mut Figures<R>, solids: &[Solid<'_, R>]) -> (V<R>, Moments<R>) {
    // The ground may be a line.
    let middle = |sum: &Moments<R>| if sum.mass > R::default() { sum.center() } else { Vector::default() };
    let move_all = |figures: &mut Figures<R>, by: V<R>| {
        figures.iter_mut().for_each(|(figure, _)| *figure = figure.clone().moved(by));
    };
    // Seen from nearby first: squares of places far away would swallow the inertia.
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
    if !numbers.into_iter().all(|number| size(number) <= R::MAX_RADIUS) {
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
