//! Definitions of bodies, and the states and contact events that are passed to C.

use crate::bumper_status::{self, *};
use crate::owner::Owner;
use crate::shape::rotation;
use crate::typed::{bumper_point_f32, point, Shaped};
use engine::dynamics::{BodyDef, BodyKind, BodyState, ContactEvent, DynamicsError, ManifoldPoint};
use engine::world::Change;
use engine::{Pose, Rotation};

/// The kind of a body: how it moves.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_body_kind {
    /// The body never moves, like the ground.
    BUMPER_STATIC = 0,
    /// The body moves with its own velocity, which contacts and forces do not change, like a lift.
    BUMPER_KINEMATIC = 1,
    /// The body is moved by forces, contacts and joints, like a crate.
    BUMPER_DYNAMIC = 2,
}
use bumper_body_kind::*;

/// The definition of a body: its kind, pose, velocities and damping. Start from bumper_body_def_default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_body_def {
    /// The kind of the body, a bumper_body_kind.
    pub kind: u32,
    /// The pose of the body: the shapes of its colliders are rotated about the origin by `angle`, then moved by `position`.
    pub position: bumper_point_f32,
    pub angle: f32,
    /// The velocity of the center of mass.
    pub velocity: bumper_point_f32,
    /// The angular velocity in radians per unit of time, positive from x towards y.
    pub angular_velocity: f32,
    /// The gravity scale, a factor for the gravity that acts on this body: 1 is normal gravity, 0 is none.
    pub gravity_scale: f32,
    /// The linear and the angular damping: the rates per unit of time at which the velocity and the angular velocity decay; not negative.
    pub linear_damping: f32,
    pub angular_damping: f32,
    /// 1 if contacts, joints and torques have no effect on the rotation of the body, else 0. The body still rotates with its
    /// `angular_velocity`, which then changes only by damping or if it is set.
    pub fixed_rotation: u32,
    /// `locked_x` is 1 if the center of mass does not move along the x axis, else 0. `locked_y` is the same for the y axis. They have an
    /// effect only on dynamic bodies.
    pub locked_x: u32,
    pub locked_y: u32,
    /// The mass of the body. If it is 0, the mass is the sum of the areas of the colliders times their densities. Another value replaces
    /// this sum, and the moment of inertia is multiplied by this value divided by the sum.
    pub mass: f32,
    /// If `has_center_of_mass` is 1, `center_of_mass` replaces the center of mass of the colliders. It is in the coordinates of the body.
    /// The moment of inertia about it is the one that the colliders have about their own center.
    pub has_center_of_mass: u32,
    pub center_of_mass: bumper_point_f32,
    /// Whether the body may fall asleep; 0 or 1. Sleeping bodies cost nothing in a step.
    pub can_sleep: u32,
    /// 1 if continuous collision detection also finds grazing collisions of the body, else 0. With 0, it still prevents a fast body from
    /// passing through other bodies, but within a step the body may slightly overlap the corner of another body without a contact.
    pub bullet: u32,
    /// User data, which the simulation does not use.
    pub data: u64,
}

/// The pose, the velocities and the mass properties of a body.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_body_state {
    /// The center of mass, in world coordinates.
    pub center: bumper_point_f32,
    /// The translation of the body: the position, in world coordinates, of the origin of its colliders' shapes.
    pub position: bumper_point_f32,
    /// The angle of the body, counting full turns, so that it may exceed 2 pi; and its cosine and sine.
    pub angle: f32,
    pub cosine: f32,
    pub sine: f32,
    /// The velocity of the center of mass, and the angular velocity in radians per unit of time.
    pub velocity: bumper_point_f32,
    pub angular_velocity: f32,
    pub mass: f32,
    /// The moment of inertia about the center of mass.
    pub inertia: f32,
    /// The kind of the body, a bumper_body_kind.
    pub kind: u32,
    /// Whether the body is asleep. A sleeping body is not simulated until something wakes it.
    pub asleep: bool,
    pub data: u64,
}

/// How a contact changed in the last step: it began, continues, or ended.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_change {
    BUMPER_BEGAN = 0,
    BUMPER_STAYS = 1,
    BUMPER_ENDED = 2,
}
use bumper_change::*;

/// A contact point of two bodies. `separation` is the distance between the two surfaces at the beginning of the step; if negative, its
/// magnitude is the penetration depth. The impulses are those of the last step on the second body: `normal_impulse` along the normal, and
/// `tangent_impulse`, which is friction, along the normal rotated by 90 degrees from x towards y. `parts` are the parts of the two colliders
/// that meet at the point, as in a contact.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_manifold_point {
    pub point: bumper_point_f32,
    pub separation: f32,
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
    pub parts: [u32; 2],
}

/// A contact event: two bodies that touch, or whose contact ended in the last step.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_contact_event {
    /// The ids of the two bodies.
    pub a: u64,
    pub b: u64,
    /// The ids of the two touching colliders. They are set even if the colliders have been removed.
    pub colliders: [u64; 2],
    /// The index of each of the two colliders in the list of its body's colliders, which is in the order of insertion, without removed
    /// colliders.
    pub collider_indices: [u32; 2],
    /// The user data of the two bodies. It is set even if the bodies have been removed.
    pub data: [u64; 2],
    pub change: bumper_change,
    /// Whether one of the colliders is a sensor.
    pub sensor: bool,
    /// The unit normal from the first body to the second.
    pub normal: bumper_point_f32,
    /// The approach speed of the two bodies along the normal, at the beginning of the step. It measures how hard an impact is.
    pub approach_speed: f32,
    /// The parts of the two colliders that touch, at the first of the contact points. When a contact begins, these are the parts that touch
    /// first.
    pub parts: [u32; 2],
    /// The number of contact points: 1 or 2. It is 0 for sensors and for contacts that have ended.
    pub count: u32,
    pub points: [bumper_manifold_point; 2],
}

impl From<DynamicsError> for bumper_status {
    fn from(refusal: DynamicsError) -> Self {
        match refusal {
            DynamicsError::NoArea => BUMPER_NO_AREA,
            DynamicsError::Mass
            | DynamicsError::Density
            | DynamicsError::Friction
            | DynamicsError::Restitution
            | DynamicsError::RollingResistance
            | DynamicsError::Damping
            | DynamicsError::MoverBody
            | DynamicsError::SharedMoverBody
            | DynamicsError::HalfSpace
            | DynamicsError::JointParameter => BUMPER_OUT_OF_RANGE,
            DynamicsError::SameBody | DynamicsError::NoDynamicBody | DynamicsError::ZeroAxis => {
                BUMPER_NO_JOINT
            }
            DynamicsError::NotFound => BUMPER_GONE,
            DynamicsError::Full => BUMPER_FULL,
            // Errors of numbers (`NotFinite`), and errors that later versions of the library may add, become BUMPER_NOT_A_NUMBER.
            _ => BUMPER_NOT_A_NUMBER,
        }
    }
}

impl bumper_body_def {
    /// Converts a definition from C. `old` is the current definition of the body, if the body exists already. If the angle is that of
    /// `old`, its rotation is copied: otherwise, an unchanged rotation would get rounding errors.
    pub fn body(&self, old: Option<&BodyDef<f32>>) -> Result<BodyDef<f32>, bumper_status> {
        let kind = match self.kind {
            k if k == BUMPER_STATIC as u32 => BodyKind::Static,
            k if k == BUMPER_KINEMATIC as u32 => BodyKind::Kinematic,
            k if k == BUMPER_DYNAMIC as u32 => BodyKind::Dynamic,
            _ => return Err(BUMPER_UNKNOWN),
        };
        let same_turn = old.filter(|old| angle_of(&old.pose.rotation) == self.angle);
        Ok(BodyDef {
            kind,
            pose: Pose::new(
                same_turn.map_or_else(|| rotation(self.angle), |old| Ok(old.pose.rotation))?,
                self.position.shape(),
            ),
            velocity: self.velocity.shape(),
            angular_velocity: self.angular_velocity,
            gravity_scale: self.gravity_scale,
            linear_damping: self.linear_damping,
            angular_damping: self.angular_damping,
            fixed_rotation: self.fixed_rotation != 0,
            locked_axes: [self.locked_x != 0, self.locked_y != 0],
            mass: (self.mass != 0.0).then_some(self.mass),
            center_of_mass: (self.has_center_of_mass != 0).then_some(self.center_of_mass.shape()),
            can_sleep: self.can_sleep != 0,
            bullet: self.bullet != 0,
            data: self.data,
        })
    }

    /// Converts a definition to C.
    pub fn of(def: &BodyDef<f32>) -> Self {
        let [locked_x, locked_y] = def.locked_axes.map(u32::from);
        Self {
            kind: kind_number(def.kind),
            position: point(def.pose.translation),
            angle: angle_of(&def.pose.rotation),
            velocity: point(def.velocity),
            angular_velocity: def.angular_velocity,
            gravity_scale: def.gravity_scale,
            linear_damping: def.linear_damping,
            angular_damping: def.angular_damping,
            fixed_rotation: u32::from(def.fixed_rotation),
            locked_x,
            locked_y,
            mass: def.mass.unwrap_or(0.0),
            has_center_of_mass: u32::from(def.center_of_mass.is_some()),
            center_of_mass: point(def.center_of_mass.unwrap_or_default()),
            can_sleep: u32::from(def.can_sleep),
            bullet: u32::from(def.bullet),
            data: def.data,
        }
    }
}

/// The angle of a rotation, from -pi to pi, without full turns.
pub fn angle_of(rotation: &Rotation<f32, 2>) -> f32 {
    let (cosine, sine) = rotation.complex();
    sine.atan2(cosine)
}

/// Converts a kind of body to the number of its bumper_body_kind.
fn kind_number(kind: BodyKind) -> u32 {
    let kind = match kind {
        BodyKind::Static => BUMPER_STATIC,
        BodyKind::Kinematic => BUMPER_KINEMATIC,
        BodyKind::Dynamic => BUMPER_DYNAMIC,
    };
    kind as u32
}

pub fn body_state(of: &BodyState<f32>) -> bumper_body_state {
    let (cosine, sine) = of.pose.rotation.complex();
    bumper_body_state {
        center: point(of.center),
        position: point(of.pose.translation),
        angle: of.angle,
        cosine,
        sine,
        velocity: point(of.velocity),
        angular_velocity: of.angular_velocity,
        mass: of.mass,
        inertia: of.inertia,
        kind: kind_number(of.kind),
        asleep: of.asleep,
        data: of.data,
    }
}

pub fn contact_event(of: &ContactEvent<f32>, owner: &Owner) -> bumper_contact_event {
    let convert = |found: Option<ManifoldPoint<f32>>| {
        let none = ManifoldPoint {
            point: [0.0; 2].into(),
            separation: 0.0,
            normal_impulse: 0.0,
            tangent_impulse: 0.0,
            parts: [0; 2],
        };
        let ManifoldPoint { point: at, separation, normal_impulse, tangent_impulse, parts } =
            found.unwrap_or(none);
        bumper_manifold_point { point: point(at), separation, normal_impulse, tangent_impulse, parts }
    };
    let mut points = of.points();
    bumper_contact_event {
        a: owner.known(of.a.to_bits()),
        b: owner.known(of.b.to_bits()),
        colliders: of.colliders.map(|id| owner.collider_number(id.to_bits()).unwrap_or(0)),
        collider_indices: of.collider_indices,
        data: of.data,
        change: match of.change {
            Change::Enter => BUMPER_BEGAN,
            Change::Stay => BUMPER_STAYS,
            Change::Leave => BUMPER_ENDED,
        },
        sensor: of.sensor,
        normal: point(of.normal),
        approach_speed: of.approach_speed,
        parts: of.parts,
        count: of.points().count() as u32,
        points: [convert(points.next()), convert(points.next())],
    }
}

/// Returns the default body: dynamic, at rest at the origin, with full gravity and without damping.
#[no_mangle]
pub extern "C" fn bumper_body_def_default() -> bumper_body_def {
    let zero = bumper_point_f32 { x: 0.0, y: 0.0 };
    bumper_body_def {
        kind: BUMPER_DYNAMIC as u32,
        position: zero,
        angle: 0.0,
        velocity: zero,
        angular_velocity: 0.0,
        gravity_scale: 1.0,
        linear_damping: 0.0,
        angular_damping: 0.0,
        fixed_rotation: 0,
        locked_x: 0,
        locked_y: 0,
        mass: 0.0,
        has_center_of_mass: 0,
        center_of_mass: zero,
        can_sleep: 1,
        bullet: 0,
        data: 0,
    }
}
