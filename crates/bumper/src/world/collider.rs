//! Colliders, their ids, and the errors of a world.

use crate::Side;
use core::fmt;

/// A shape in a world, with collision layers, options and user data.
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
    /// The shape, in world coordinates.
    pub shape: T,
    /// The layers to which the collider belongs, one bit each. [`Collider::new`] sets the first bit.
    #[doc(alias("collision group", "membership", "categoryBits"))]
    pub layers: u32,
    /// The layers that the collider collides with, one bit each. [`Collider::new`] sets all bits. Two colliders collide only if each of
    /// their filters contains a layer of the other one. Other pairs have no events. A mover ignores the colliders that do not collide with
    /// its own collider.
    pub filter: u32,
    /// Whether the collider is a sensor: it does not stop movers. Events and queries report sensors like all other colliders.
    #[doc(alias("trigger", "isSensor"))]
    pub sensor: bool,
    /// The only side that stops movers and shape casts; they pass through all other sides. The side facing up makes a platform that can
    /// be jumped onto from below. `None` if all sides stop them. Ray casts and all other queries ignore this setting.
    pub one_way: Option<Side>,
    /// User data, for example an entity id or an index into an array; [`Collider::new`] sets zero. If no two colliders have the same user
    /// data, results can be sorted in an order that does not depend on the history of the world (see
    /// [`World::sort`](super::World::sort)).
    pub data: u64,
}

impl<T> Collider<T> {
    /// Creates a solid collider that belongs to the first layer and collides with all layers.
    ///
    /// ```
    /// use bumper::{Ball, Shape, world::Collider};
    /// let ball: Collider<Shape<i16, 2>> = Collider::new(Ball::new([0, 0], 5));
    /// assert_eq!((ball.layers, ball.filter, ball.sensor), (1, u32::MAX, false));
    /// ```
    #[must_use]
    pub fn new(shape: impl Into<T>) -> Self {
        Self { shape: shape.into(), layers: 1, filter: u32::MAX, sensor: false, one_way: None, data: 0 }
    }

    /// Whether the filter of each of two colliders contains at least one layer of the other.
    ///
    /// ```
    /// use bumper::{Ball, world::Collider};
    /// let ball = Collider::<Ball<i16, 2>>::new(Ball::new([0, 0], 5));
    /// assert!(ball.collides_with(&ball) && !Collider { filter: 2, ..ball }.collides_with(&ball));
    /// ```
    #[must_use]
    pub fn collides_with(&self, other: &Self) -> bool {
        self.filter & other.layers != 0 && other.filter & self.layers != 0
    }
}

/// The id of a collider in a world. A world never gives the id of a removed collider to another one. Ids are not unique across worlds.
/// [`to_bits`](Id::to_bits) converts an id to a number, and [`from_bits`](Id::from_bits) the number to the id.
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

/// Views an id as a slice of one id.
impl AsRef<[Id]> for Id {
    fn as_ref(&self) -> &[Id] {
        core::slice::from_ref(self)
    }
}

impl Id {
    /// The id as a number, for storage that holds only numbers; [`from_bits`](Id::from_bits) returns the id. An id consists of two numbers:
    /// the slot, which is the storage place of the collider, in the upper 32 bits, and the generation, which counts the earlier colliders
    /// in that place, in the lower 32 bits.
    ///
    /// ```
    /// # use bumper::{Vector, world::{Collider, Id, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// let id = world.insert(Collider::new(Vector([0, 0]))).unwrap();
    /// assert_eq!(Id::from_bits(id.to_bits()), id);
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.slot) << 32 | u64::from(self.generation)
    }

    /// The id that [`to_bits`](Id::to_bits) has converted to this number. Any other number is safe, too: its id belongs to no collider or,
    /// by chance, to another collider of the world.
    ///
    /// ```
    /// # use bumper::world::{Id, World};
    /// assert!(World::<i16, 2>::new().get(Id::from_bits(7)).is_none());
    /// ```
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self { slot: (bits >> 32) as u32, generation: bits as u32 }
    }
}

/// A collider that a query has found, and the hit.
///
/// ```
/// use bumper::{Ball, Vector, world::{Collider, World}};
/// let mut world = World::<f32, 2>::new();
/// let ball = world.insert(Collider::new(Ball::new([3.0, 0.0], 1.0))).unwrap();
/// let found = world.nearest(Vector([0.0, 0.0]), 9.0, |_, _| true).unwrap();
/// assert_eq!((found.collider, found.hit.separation), (ball, 2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColliderHit<H> {
    /// The collider that the query has found.
    pub collider: Id,
    /// The hit on the collider: its type depends on the query.
    pub hit: H,
}

/// The reason why a world refuses a collider or the change of a collider.
///
/// ```
/// use bumper::{Vector, world::{Collider, ColliderError, World}};
/// let mut world = World::<f32, 2>::new();
/// let refused = world.insert(Collider::new(Vector([f32::NAN, 0.0])));
/// assert_eq!(refused.unwrap_err().to_string(), "a coordinate of the shape is not a number");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColliderError {
    /// A coordinate of the shape is NaN.
    NotANumber,
    /// The shape contains no point: a compound without parts or a mask without solid pixels.
    Empty,
    /// The collider with this id has been removed.
    NotFound,
    /// A coordinate of the moved shape would leave the range of the scalar or become infinite.
    OutOfRange,
    /// The world already has 2³¹ − 1 colliders.
    Full,
}

impl fmt::Display for ColliderError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "a coordinate of the shape is not a number",
            Self::Empty => "the shape is empty",
            Self::NotFound => "the collider with this id has been removed",
            Self::OutOfRange => "a coordinate would leave the range of its type",
            Self::Full => "the world is full",
        })
    }
}

impl core::error::Error for ColliderError {}
