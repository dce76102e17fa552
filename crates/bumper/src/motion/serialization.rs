//! Saving and loading movers with `serde`: all data on which their next steps depend.

use super::hit::Response;
use super::mover::{Mover, WalkSettings};
use super::obstacles::Movable;
use crate::scalar::{AreaOf, Scalar};
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

impl<S: Scalar + Serialize, const N: usize, M: Serialize + Clone> Serialize for Mover<S, N, M>
where
    AreaOf<S>: Serialize,
    S::Real: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let air = match self.air_time {
            None => SerializedAir::Unknown,
            Some(time) if time.to_f64() < f64::INFINITY => SerializedAir::Time(time),
            Some(_) => SerializedAir::Always,
        };
        SerializedMover {
            shape: self.original_shape.clone(),
            position: self.position,
            velocity: self.velocity,
            gravity: self.gravity,
            response: self.response,
            bounds: self.bounds,
            walk_settings: self.walk_settings,
            floor_angle: self.floor_angle,
            coyote_time: self.coyote_time,
            buffer_time: self.buffer_time,
            drop_through: self.drop_through,
            keep_platform_velocity: self.keep_platform_velocity,
            report_all: self.report_all,
            ground_normal: self.ground_normal,
            air,
            requested_jump: self.requested_jump,
            carried: self.carried,
            carrier: self.carrier,
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
        let saved = SerializedMover::<S, N, M>::deserialize(deserializer)?;
        let mut mover = Self::new(saved.shape);
        if !mover.set_position(saved.position) {
            return Err(D::Error::custom("the mover leaves the range of its numbers"));
        }
        mover.velocity = saved.velocity;
        mover.gravity = saved.gravity;
        mover.response = saved.response;
        mover.bounds = saved.bounds;
        mover.walk_settings = saved.walk_settings;
        mover.floor_angle = saved.floor_angle;
        mover.coyote_time = saved.coyote_time;
        mover.buffer_time = saved.buffer_time;
        mover.drop_through = saved.drop_through;
        mover.keep_platform_velocity = saved.keep_platform_velocity;
        mover.report_all = saved.report_all;
        mover.ground_normal = saved.ground_normal;
        mover.air_time = match saved.air {
            SerializedAir::Unknown => None,
            SerializedAir::Time(time) => Some(time),
            SerializedAir::Always => Some(crate::scalar::Real::from_f64(f64::INFINITY)),
        };
        mover.requested_jump = saved.requested_jump;
        mover.carried = saved.carried;
        mover.carrier = saved.carrier;
        Ok(mover)
    }
}
