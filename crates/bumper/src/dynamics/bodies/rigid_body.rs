//! The rigid body as it is stored between steps, and its creation from a definition.

use super::body::{BodyDef, BodyKind, ColliderDef};
use super::convex_parts::{IndexedPart, PartError, parts_of};
use super::mass::Moments;
use crate::dynamics::error::DynamicsError;
use crate::dynamics::math::{Rot, V};
use crate::scalar::Real;
use crate::{Pose, Vector};
use alloc::vec::Vec;

/// The settings of a body: its definition without the pose and the velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "R: Real + serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: Real + serde::Deserialize<'de>")))]
pub(in crate::dynamics) struct BodySettings<R> {
    pub(in crate::dynamics) kind: BodyKind,
    pub(in crate::dynamics) gravity_scale: R,
    pub(in crate::dynamics) linear_damping: R,
    pub(in crate::dynamics) angular_damping: R,
    pub(in crate::dynamics) fixed_rotation: bool,
    pub(in crate::dynamics) locked_axes: [bool; 2],
    /// The mass that the user has set, which replaces the mass of the colliders.
    pub(in crate::dynamics) mass: Option<R>,
    /// The center of mass that the user has set, in body coordinates, which replaces that of the colliders.
    pub(in crate::dynamics) center_of_mass: Option<V<R>>,
    pub(in crate::dynamics) bullet: bool,
    pub(in crate::dynamics) can_sleep: bool,
    pub(in crate::dynamics) data: u64,
}

/// The mass and the size of a body, which follow from its settings and its colliders.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dynamics) struct BodyProperties<R: Real> {
    pub(in crate::dynamics) mass: R,
    pub(in crate::dynamics) inertia: R,
    /// The inverse mass and the inverse inertia about the center of mass. Both are zero for bodies that are not dynamic. The inverse
    /// inertia is also zero for bodies with a fixed rotation.
    pub(in crate::dynamics) inv_mass: R,
    pub(in crate::dynamics) inv_inertia: R,
    /// The origin of body coordinates relative to the center of mass. The vector is in body coordinates, so it does not change when the
    /// body rotates.
    pub(in crate::dynamics) origin: V<R>,
    /// The size, to which tolerances are proportional: the area divided by twice the bounding radius, which is about the thickness.
    pub(in crate::dynamics) size: R,
    /// The bounding radius about the center of mass.
    pub(in crate::dynamics) bounding_radius: R,
    /// Half of the thickness of the thinnest part that is not a sensor.
    pub(in crate::dynamics) half_thickness: R,
    /// The square root of half of the area of the body: the length L in the default sleep speed of
    /// [`SleepSettings`](crate::dynamics::SleepSettings).
    pub(in crate::dynamics) sleep_length: R,
}

/// A rigid body as it is stored between steps.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct RigidBody<R: Real> {
    pub(in crate::dynamics) settings: BodySettings<R>,
    pub(in crate::dynamics) properties: BodyProperties<R>,
    /// The center of mass in the world. `rotation` and `full_turns` are the orientation.
    pub(in crate::dynamics) center: V<R>,
    pub(in crate::dynamics) rotation: Rot<R>,
    pub(in crate::dynamics) full_turns: i32,
    /// The part of `full_turns` that [`BodyState::angle`](crate::dynamics::BodyState::angle) does not include: the full turns at the last
    /// teleport.
    pub(in crate::dynamics) uncounted_turns: i32,
    pub(in crate::dynamics) velocity: V<R>,
    pub(in crate::dynamics) angular_velocity: R,
    /// The force and the torque that act on the body in the next step.
    pub(in crate::dynamics) force: V<R>,
    pub(in crate::dynamics) torque: R,
    pub(in crate::dynamics) sleep: SleepState<R>,
    /// The keys of the convex parts of all colliders, in the order of the colliders.
    pub(in crate::dynamics) parts: Vec<u32>,
    /// The slots of the joints of the body.
    pub(in crate::dynamics) joints: Vec<u32>,
}

/// Whether a body is asleep, and its place in the lists of awake bodies and sleeping islands.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dynamics) struct SleepState<R> {
    /// The time for which the body has been slow enough to fall asleep.
    pub(in crate::dynamics) slow_time: R,
    /// The id of the sleeping island to which the body belongs: the slot of the first body of the island. `None` if the body is awake.
    pub(in crate::dynamics) island: Option<u32>,
    /// The slot of the next body of the sleeping island. The bodies of an island form a circular list.
    pub(in crate::dynamics) next: u32,
    /// Whether the body is in the list of awake bodies, or in the list of bodies that have woken and will be added to it.
    pub(in crate::dynamics) listed: bool,
}

impl<R: Real> BodySettings<R> {
    /// The settings in the definition of a body.
    pub(in crate::dynamics) fn of(def: &BodyDef<R>) -> Self {
        let BodyDef {
            kind,
            pose: _,
            velocity: _,
            angular_velocity: _,
            gravity_scale,
            linear_damping,
            angular_damping,
            fixed_rotation,
            locked_axes,
            mass,
            center_of_mass,
            bullet,
            can_sleep,
            data,
        } = *def;
        Self {
            kind,
            gravity_scale,
            linear_damping,
            angular_damping,
            fixed_rotation,
            locked_axes,
            mass,
            center_of_mass,
            bullet,
            can_sleep,
            data,
        }
    }

    /// The definition of a body with these settings, and with the given pose and velocities.
    pub(in crate::dynamics) fn definition(
        &self,
        pose: Pose<R, 2>,
        velocity: V<R>,
        angular_velocity: R,
    ) -> BodyDef<R> {
        let Self {
            kind,
            gravity_scale,
            linear_damping,
            angular_damping,
            fixed_rotation,
            locked_axes,
            mass,
            center_of_mass,
            bullet,
            can_sleep,
            data,
        } = *self;
        BodyDef {
            kind,
            pose,
            velocity,
            angular_velocity,
            gravity_scale,
            linear_damping,
            angular_damping,
            fixed_rotation,
            locked_axes,
            mass,
            center_of_mass,
            bullet,
            can_sleep,
            data,
        }
    }
}

/// Convex parts, each with the index of its collider among the colliders of the body.
pub(in crate::dynamics) type ConvexParts<R> = Vec<(IndexedPart<R>, usize)>;

impl<R: Real> RigidBody<R> {
    /// Creates a body with its mass properties. Also returns its convex parts relative to the center of mass, each with the index of its
    /// collider among `colliders`.
    pub(in crate::dynamics) fn new(
        def: &BodyDef<R>,
        colliders: &[ColliderDef<'_, R>],
    ) -> Result<(Self, ConvexParts<R>), DynamicsError> {
        check_body(def)?;
        colliders.iter().try_for_each(check_collider)?;
        let mut shapes = collect_shapes(def, colliders)?;
        let (center, sum) = center(&mut shapes, colliders, def.center_of_mass);
        let mut mass = sum.mass;
        let mut inertia = if sum.mass > R::ZERO { sum.inertia() } else { R::ZERO };
        if let Some(new_mass) = def.mass.filter(|_| mass > R::ZERO) {
            inertia = inertia * (new_mass / mass);
            mass = new_mass;
        }
        let is_dynamic = def.kind == BodyKind::Dynamic;
        let is_static = def.kind == BodyKind::Static;
        let (cos, sin) = def.pose.rotation.complex();
        let rotation = Rot { cos, sin };
        let bounding_radius =
            shapes.iter().fold(R::ZERO, |max, (part, _)| max.max(part.shape.bounding_radius()));
        let area = shapes.iter().fold(R::ZERO, |sum, (part, _)| sum + part.shape.moments().mass);
        let properties = BodyProperties {
            mass,
            inertia,
            inv_mass: if is_dynamic { R::ONE / mass } else { R::ZERO },
            inv_inertia: if is_dynamic && !def.fixed_rotation { R::ONE / inertia } else { R::ZERO },
            origin: -center,
            // Examples: the size is 0.7 times the side of a square, 0.8 times the diameter of a disc, and about the width of a long rod. A
            // body that is a single point has the size zero.
            size: if bounding_radius > R::ZERO {
                area / (bounding_radius + bounding_radius)
            } else {
                R::ZERO
            },
            bounding_radius,
            half_thickness: min_thickness(&shapes, colliders) * R::HALF,
            sleep_length: (area * R::HALF).sqrt(),
        };
        let rigid_body = Self {
            settings: BodySettings::of(def),
            properties,
            center: rotation.rotate(center) + def.pose.translation,
            rotation,
            velocity: if is_static { Vector::ZERO } else { def.velocity },
            angular_velocity: if is_static { R::ZERO } else { def.angular_velocity },
            ..Self::default()
        };
        let masses = [properties.inv_mass, properties.inv_inertia, properties.inertia];
        let are_valid = masses.into_iter().all(|number| number.abs() < R::MAX_RADIUS * R::MAX_RADIUS);
        if !are_valid || !rigid_body.center.0.into_iter().all(|number| number.abs() <= R::MAX_RADIUS) {
            return Err(DynamicsError::NotFinite);
        }
        Ok((rigid_body, shapes))
    }

    /// Replaces the settings and the properties of this body by those of `new`, which has the same pose. The velocity of each point of the
    /// body stays the same.
    pub(in crate::dynamics) fn set_properties(&mut self, new: &Self) {
        let offset = self.rotation.rotate(self.properties.origin - new.properties.origin);
        if offset != Vector::ZERO {
            self.center += offset;
            self.velocity += offset.perp().scaled(self.angular_velocity);
            self.torque = self.torque - offset.cross(self.force);
        }
        self.settings = new.settings;
        self.properties = new.properties;
        if self.settings.kind != BodyKind::Dynamic {
            self.force = Vector::ZERO;
            self.torque = R::ZERO;
        }
        if self.settings.kind == BodyKind::Static {
            self.velocity = Vector::ZERO;
            self.angular_velocity = R::ZERO;
        }
    }

    /// Whether the body is simulated: dynamic and awake, or kinematic and moving.
    #[inline]
    pub(in crate::dynamics) fn is_awake(&self) -> bool {
        match self.settings.kind {
            BodyKind::Static => false,
            BodyKind::Kinematic => self.is_moving(),
            BodyKind::Dynamic => self.sleep.island.is_none(),
        }
    }

    /// Whether the velocity or the angular velocity of the body is not zero.
    pub(in crate::dynamics) fn is_moving(&self) -> bool {
        self.velocity != Vector::ZERO || self.angular_velocity != R::ZERO
    }

    pub(in crate::dynamics) fn is_dynamic(&self) -> bool {
        self.settings.kind == BodyKind::Dynamic
    }
}

/// The convex parts of all colliders of a body, in body coordinates, each with the index of its collider.
fn collect_shapes<R: Real>(
    def: &BodyDef<R>,
    colliders: &[ColliderDef<'_, R>],
) -> Result<ConvexParts<R>, DynamicsError> {
    let mut shapes = ConvexParts::new();
    for (index, collider) in colliders.iter().enumerate() {
        let parts = parts_of(&collider.shape, def.kind == BodyKind::Static).map_err(|error| match error {
            PartError::NotFinite => DynamicsError::NotFinite,
            PartError::NoArea => DynamicsError::NoArea,
            PartError::Infinite => DynamicsError::HalfSpace,
        })?;
        shapes.extend(parts.into_iter().map(|part| (part, index)));
    }
    if shapes.is_empty() {
        return Err(DynamicsError::NoArea);
    }
    Ok(shapes)
}

/// The thickness of the thinnest part that is not a sensor, because sensors do not collide. If all parts are sensors, the thickness of the
/// thinnest of them.
fn min_thickness<R: Real>(shapes: &ConvexParts<R>, colliders: &[ColliderDef<'_, R>]) -> R {
    let collides = |index: usize| !colliders[index].sensor;
    let any_collides = shapes.iter().any(|(_, index)| collides(*index));
    shapes
        .iter()
        .filter(|(_, index)| collides(*index) || !any_collides)
        .fold(R::INFINITY, |min, (part, _)| min.min(part.shape.thickness()))
}

/// Translates convex parts so that the center of mass of the body is the origin: `custom` if it is given, otherwise that of the parts.
/// Returns the center of mass before the translation, and the sum of the moments of the parts.
fn center<R: Real>(
    shapes: &mut ConvexParts<R>,
    colliders: &[ColliderDef<'_, R>],
    custom: Option<V<R>>,
) -> (V<R>, Moments<R>) {
    // A static body may consist of points and segments, which have no mass.
    let center_of = |sum: &Moments<R>| if sum.mass > R::ZERO { sum.center() } else { Vector::ZERO };
    let move_all = |shapes: &mut ConvexParts<R>, offset: V<R>| {
        shapes.iter_mut().for_each(|(part, _)| *part = part.clone().translated(offset));
    };
    // The squares of large coordinates would make the inertia inaccurate. So the parts are first translated to put the center of the first
    // part at the origin.
    let first_center = shapes.first().map_or(Vector::ZERO, |(first, _)| center_of(&first.shape.moments()));
    move_all(shapes, -first_center);
    let add_moments = |sum: Moments<R>, (part, index): &(IndexedPart<R>, usize)| {
        sum.add(part.shape.moments().scaled_by(colliders[*index].density))
    };
    let sum = shapes.iter().fold(Moments::zero(), add_moments);
    let center = custom.unwrap_or(first_center + center_of(&sum));
    move_all(shapes, custom.map_or(-center_of(&sum), |custom| first_center - custom));
    (center, sum)
}

/// Whether a number is at least zero and at most `max`. False for NaN.
fn in_range<R: Real>(number: R, max: R) -> bool {
    number >= R::ZERO && number <= max
}

pub(in crate::dynamics) fn check_body<R: Real>(def: &BodyDef<R>) -> Result<(), DynamicsError> {
    let position = def.pose.translation;
    let numbers =
        [position[0], position[1], def.velocity[0], def.velocity[1], def.angular_velocity, def.gravity_scale];
    if !numbers.into_iter().all(|number| number.abs() <= R::MAX_RADIUS) {
        return Err(DynamicsError::NotFinite);
    }
    let center = def.center_of_mass.unwrap_or_default();
    if !center.0.into_iter().all(|number| number.abs() <= R::MAX_RADIUS) {
        return Err(DynamicsError::NotFinite);
    }
    if !in_range(def.linear_damping, R::MAX_RADIUS) || !in_range(def.angular_damping, R::MAX_RADIUS) {
        return Err(DynamicsError::Damping);
    }
    if def.mass.is_some_and(|mass| !in_range(mass, R::MAX_RADIUS) || mass == R::ZERO) {
        return Err(DynamicsError::Mass);
    }
    Ok(())
}

pub(in crate::dynamics) fn check_collider<R: Real>(
    collider: &ColliderDef<'_, R>,
) -> Result<(), DynamicsError> {
    if !in_range(collider.density, R::MAX_RADIUS) || collider.density == R::ZERO {
        return Err(DynamicsError::Density);
    }
    if !in_range(collider.friction, R::MAX_RADIUS) {
        return Err(DynamicsError::Friction);
    }
    if !in_range(collider.restitution, R::ONE) {
        return Err(DynamicsError::Restitution);
    }
    if !in_range(collider.rolling_resistance, R::MAX_RADIUS) {
        return Err(DynamicsError::RollingResistance);
    }
    if !collider.surface_velocity.0.iter().all(|number| (*number).abs() <= R::MAX_RADIUS) {
        return Err(DynamicsError::NotFinite);
    }
    if collider.one_way.is_some() && collider.shape.is_infinite() {
        return Err(DynamicsError::HalfSpace);
    }
    Ok(())
}
