//! Saving and loading movers with `serde`: all data on which their next steps depend.

use super::hit::Response;
use super::mover::{Mover, Placement, StepState, WalkSettings};
use super::obstacles::Movable;
use crate::format_version::FormatVersion;
use crate::scalar::{AreaOf, Real, Scalar};
use crate::state_hash::hash_of;
use crate::{Aabb, Vector};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// The time since a mover left the ground. It is an enum and not a number, because formats such as JSON have no infinity.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Air")]
enum SerializedAir<R> {
    /// The time is unknown, because the mover has not made a step since it was created or teleported.
    Unknown,
    /// The time since the mover left the ground; zero if it is on the ground.
    Time(R),
    /// The time is infinite, because the mover has jumped, or has never stood on the ground.
    Always,
}

/// The serialized form of a mover.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(
    rename = "Mover",
    deny_unknown_fields,
    bound(
        serialize = "S: Serialize, AreaOf<S>: Serialize, S::Real: Serialize, M: Serialize",
        deserialize = "S: Deserialize<'de>, AreaOf<S>: Deserialize<'de>, S::Real: Deserialize<'de>, M: Deserialize<'de>"
    )
)]
struct SerializedMover<S: Scalar, const N: usize, M> {
    version: FormatVersion,
    shape: M,
    position: Vector<S, N>,
    velocity: Vector<S, N>,
    gravity: Vector<S, N>,
    response: Response,
    bounds: Option<Aabb<S, N>>,
    walk_settings: Option<WalkSettings<S>>,
    floor_angle: S::Real,
    coyote_time: S::Real,
    buffer_time: S::Real,
    drop_through: bool,
    keep_platform_velocity: bool,
    report_all: bool,
    ground_normal: Vector<f64, N>,
    air: SerializedAir<S::Real>,
    requested_jump: Option<(S, S::Real)>,
    carried: Vector<S, N>,
    carrier: Option<u64>,
}

impl<S: Scalar + Serialize, const N: usize, M: Serialize + Clone> Mover<S, N, M>
where
    AreaOf<S>: Serialize,
    S::Real: Serialize,
{
    /// A hash of everything on which the next steps of the mover depend, apart from the obstacles. Needs the feature `serde`.
    ///
    /// Two movers with equal histories have the same hash on every machine, so peers of a network game can compare their hashes. A clone or
    /// a loaded mover has the hash of the original. Equal hashes mean equal states, up to collisions of the 64 bits. Costs O(1) for a simple
    /// shape.
    ///
    /// ```
    /// use bumper::{Ball, motion::Mover};
    /// let mut hero = Mover::new(Ball::new([0.0f32, 0.0], 0.5));
    /// let peer = hero.clone();
    /// assert_eq!(hero.state_hash(), peer.state_hash());
    /// hero.velocity = [1.0, 0.0].into();
    /// assert_ne!(hero.state_hash(), peer.state_hash());
    /// ```
    #[must_use]
    #[doc(alias("checksum", "desync"))]
    pub fn state_hash(&self) -> u64 {
        hash_of(self)
    }
}

impl<S: Scalar + Serialize, const N: usize, M: Serialize + Clone> Serialize for Mover<S, N, M>
where
    AreaOf<S>: Serialize,
    S::Real: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        // The shape at the current position and the slope are not saved: they are computed again after loading.
        let Self {
            placement: Placement { original_shape, shape: _, position },
            velocity,
            gravity,
            response,
            bounds,
            walk_settings,
            floor_angle,
            coyote_time,
            buffer_time,
            drop_through,
            keep_platform_velocity,
            report_all,
            state: StepState { ground_normal, air_time, requested_jump, carried, carrier },
            slope: _,
        } = self;
        let air = match *air_time {
            None => SerializedAir::Unknown,
            Some(time) if time.to_f64() < f64::INFINITY => SerializedAir::Time(time),
            Some(_) => SerializedAir::Always,
        };
        SerializedMover {
            version: FormatVersion,
            shape: original_shape.clone(),
            position: *position,
            velocity: *velocity,
            gravity: *gravity,
            response: *response,
            bounds: *bounds,
            walk_settings: *walk_settings,
            floor_angle: *floor_angle,
            coyote_time: *coyote_time,
            buffer_time: *buffer_time,
            drop_through: *drop_through,
            keep_platform_velocity: *keep_platform_velocity,
            report_all: *report_all,
            ground_normal: *ground_normal,
            requested_jump: *requested_jump,
            carried: *carried,
            carrier: *carrier,
            air,
        }
        .serialize(serializer)
    }
}

impl<'de, S: Scalar + Deserialize<'de>, const N: usize, M: Movable<S, N> + Clone + Deserialize<'de>>
    Deserialize<'de> for Mover<S, N, M>
where
    AreaOf<S>: Deserialize<'de>,
    S::Real: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SerializedMover {
            version: _,
            shape,
            position,
            velocity,
            gravity,
            response,
            bounds,
            walk_settings,
            floor_angle,
            coyote_time,
            buffer_time,
            drop_through,
            keep_platform_velocity,
            report_all,
            ground_normal,
            requested_jump,
            carried,
            carrier,
            air,
        } = SerializedMover::<S, N, M>::deserialize(deserializer)?;
        let mut mover = Self::new(shape);
        if !mover.set_position(position) {
            return Err(D::Error::custom("the mover leaves the range of its numbers"));
        }
        mover.velocity = velocity;
        mover.gravity = gravity;
        mover.response = response;
        mover.bounds = bounds;
        mover.walk_settings = walk_settings;
        mover.floor_angle = floor_angle;
        mover.coyote_time = coyote_time;
        mover.buffer_time = buffer_time;
        mover.drop_through = drop_through;
        mover.keep_platform_velocity = keep_platform_velocity;
        mover.report_all = report_all;
        let air_time = match air {
            SerializedAir::Unknown => None,
            SerializedAir::Time(time) => Some(time),
            SerializedAir::Always => Some(S::Real::INFINITY),
        };
        mover.state = StepState { ground_normal, air_time, requested_jump, carried, carrier };
        Ok(mover)
    }
}
