//! What a world keeps and by which names, and why it may refuse.

use crate::Side;
use core::fmt;

/// A shape in a world, and what it means there.
///
/// ```
/// use bumper::Shape;
/// use bumper::{Aabb, world::Collider};
/// const PLAYER: u32 = 1;
/// const COIN: u32 = 2;
/// let player: Collider<Shape<f32, 2>> = Collider { layers: PLAYER, ..Collider::new(Aabb::new([0.0, 0.0], [1.0, 2.0])) };
/// let coin = Collider { layers: COIN, filter: PLAYER, sensor: true, ..player };
/// assert!(coin.collides_with(&player) && !coin.collides_with(&coin));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Collider<T> {
    /// Where it is.
    pub shape: T,
    /// The layers that it is on, a bit each; [`Collider::new`] puts it on the first.
    #[doc(alias("collision group", "membership", "categoryBits"))]
    pub layers: u32,
    /// The layers that it collides with, a bit each: at first all of them.
    pub filter: u32,
    /// Whether it only notices others, and lets them through. Events and queries tell of sensors like of all others.
    #[doc(alias("trigger", "isSensor"))]
    pub sensor: bool,
    /// The side that holds what comes from there, where the others let it through: a platform to jump onto from below.
    pub one_way: Option<Side>,
    /// Anything of the user's: an entity, a place in an array. Where different colliders have different data, results can be
    /// put in an order that does not depend on when they came (see [`World::sort`](super::World::sort)).
    pub data: u64,
}

impl<T> Collider<T> {
    /// A solid shape on the first layer that collides with every layer.
    ///
    /// ```
    /// use bumper::{Ball, Shape, world::Collider};
    /// let ball: Collider<Shape<i16, 2>> = Collider::new(Ball::new([0, 0], 5));
    /// assert_eq!((ball.layers, ball.filter, ball.sensor), (1, u32::MAX, false));
    /// ```
    pub fn new(shape: impl Into<T>) -> Self {
        Self { shape: shape.into(), layers: 1, filter: u32::MAX, sensor: false, one_way: None, data: 0 }
    }

    /// Whether its filter has a layer that another is on.
    ///
    /// ```
    /// use bumper::{Ball, world::Collider};
    /// let ball = Collider::<Ball<i16, 2>>::new(Ball::new([0, 0], 5));
    /// assert!(ball.collides_with(&ball) && !Collider { filter: 2, ..ball }.collides_with(&ball));
    /// ```
    pub fn collides_with(&self, other: &Self) -> bool {
        self.filter & other.layers != 0
    }
}

/// The name of a shape in a world. It is never given to another shape, however many come and go.
///
/// ```
/// use bumper::world::{Collider, World};
/// use bumper::Vector;
/// let mut world = World::<i16, 2>::new();
/// let first = world.insert(Collider::new(Vector([0, 0]))).unwrap();
/// world.remove(first);
/// let second = world.insert(Collider::new(Vector([0, 0]))).unwrap();
/// assert!(first != second && world.get(first).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Id {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl Id {
    /// The id as a number, for places that hold nothing else.
    ///
    /// ```
    /// # use bumper::{Vector, world::{Collider, Id, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// let id = world.insert(Collider::new(Vector([0, 0]))).unwrap();
    /// assert_eq!(Id::from_bits(id.to_bits()), id);
    /// ```
    pub fn to_bits(self) -> u64 {
        u64::from(self.slot) << 32 | u64::from(self.generation)
    }

    /// The id of a number from [`to_bits`](Id::to_bits). Other numbers make ids that no world knows.
    ///
    /// ```
    /// # use bumper::world::{Id, World};
    /// assert!(World::<i16, 2>::new().get(Id::from_bits(7)).is_none());
    /// ```
    pub fn from_bits(bits: u64) -> Self {
        Self { slot: (bits >> 32) as u32, generation: bits as u32 }
    }
}

/// Why a world does not take a shape.
///
/// ```
/// use bumper::{Vector, world::{Collider, Refusal, World}};
/// let mut world = World::<f32, 2>::new();
/// let refused = world.insert(Collider::new(Vector([f32::NAN, 0.0])));
/// assert_eq!(refused.unwrap_err().to_string(), "a coordinate of the shape is not a number");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A coordinate is NaN.
    NotANumber,
    /// There is nothing in the shape: it is an empty compound or mask.
    Empty,
    /// The shape of this id is gone.
    Gone,
    /// Where it is to be, a coordinate would leave the range of the scalar, or be infinite.
    OutOfRange,
    /// There are 2³¹ − 1 shapes already.
    Full,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "a coordinate of the shape is not a number",
            Self::Empty => "the shape is empty",
            Self::Gone => "the shape of this id has been removed",
            Self::OutOfRange => "a coordinate would leave the range of its numbers",
            Self::Full => "the world is full",
        })
    }
}

impl core::error::Error for Refusal {}
