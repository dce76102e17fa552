//! The serialized form of joints.

use crate::dynamics::bodies::body::BodyId;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::error::DynamicsError;
use crate::dynamics::joints::joint::{JointAxis, JointDef, Motor, Spring, check, finite};
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::joints::joint_solver::JointImpulses;
use crate::dynamics::joints::joint_variant::JointVariant;
use crate::dynamics::math::V;
use crate::scalar::Real;

/// The serialized form of a joint. Infinite forces are `None`, because not all formats have infinity.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Joint", deny_unknown_fields)]
#[serde(bound(serialize = "R: Real + serde::Serialize", deserialize = "R: Real + serde::Deserialize<'de>"))]
pub(in crate::dynamics) struct SerializedJoint<R: Real> {
    kind: JointVariant,
    bodies: [u32; 2],
    collide: bool,
    enabled: bool,
    target: Option<V<R>>,
    max_force: Option<R>,
    anchors: [V<R>; 2],
    axis: V<R>,
    initial_angle: R,
    rest_length: R,
    springs: [Option<[R; 2]>; 2],
    translation: Option<SerializedAxis<R>>,
    rotation: Option<SerializedAxis<R>>,
    sub_dt: R,
    break_limits: Option<[Option<R>; 2]>,
}

/// The serialized form of an axis: the limits; the speed and the largest force of the motor; the frequency and the damping ratio of the
/// spring; and the spring target.
type SerializedAxis<R> = (Option<[R; 2]>, Option<(R, Option<R>)>, Option<[R; 2]>, R);

impl<R: Real> JointData<R> {
    /// The serialized form of the joint, without its impulses.
    pub(in crate::dynamics) fn serialized(&self) -> SerializedJoint<R> {
        let finite = |force: R| (force < R::INFINITY).then_some(force);
        let spring = |spring: Spring<R>| [spring.hertz, spring.damping_ratio];
        let axis = |axis: JointAxis<R>| {
            let motor = axis.motor.map(|motor| (motor.speed, finite(motor.max_force)));
            (axis.limits, motor, axis.spring.map(spring), axis.spring_target)
        };
        SerializedJoint {
            kind: self.variant,
            bodies: self.bodies,
            collide: self.collide,
            enabled: self.enabled,
            target: self.target,
            max_force: finite(self.max_force),
            anchors: self.anchors,
            axis: self.axis,
            initial_angle: self.initial_angle,
            rest_length: self.rest_length,
            springs: self.springs.map(|of| of.map(spring)),
            translation: self.translation.map(axis),
            rotation: self.rotation.map(axis),
            sub_dt: self.sub_dt,
            break_limits: self.break_limits,
        }
    }

    /// The joint that a serialized form describes, without impulses.
    pub(in crate::dynamics) fn deserialized(saved: &SerializedJoint<R>) -> Self {
        let force = |force: Option<R>| force.unwrap_or(R::INFINITY);
        let spring = |[hertz, damping_ratio]: [R; 2]| Spring { hertz, damping_ratio };
        let axis = |(limits, motor, of, spring_target): SerializedAxis<R>| JointAxis {
            limits,
            motor: motor.map(|(speed, max_force)| Motor { speed, max_force: force(max_force) }),
            spring: of.map(spring),
            spring_target,
        };
        Self {
            variant: saved.kind,
            bodies: saved.bodies,
            collide: saved.collide,
            enabled: saved.enabled,
            target: saved.target,
            max_force: force(saved.max_force),
            anchors: saved.anchors,
            axis: saved.axis,
            initial_angle: saved.initial_angle,
            rest_length: saved.rest_length,
            springs: saved.springs.map(|of| of.map(spring)),
            translation: saved.translation.map(axis),
            rotation: saved.rotation.map(axis),
            sub_dt: saved.sub_dt,
            break_limits: saved.break_limits,
            impulses: JointImpulses::default(),
        }
    }

    /// Checks the numbers of a loaded joint, and that its fields fit its kind.
    pub(in crate::dynamics) fn check(&self, bodies: [&RigidBody<R>; 2]) -> Result<(), DynamicsError> {
        // Anchors in the world may be out of range, because bodies may be anywhere. So the kind is checked with both anchors at the origin.
        let rest = RigidBody::default();
        check(&Self { anchors: [V::default(); 2], ..self.clone() }.kind([&rest, &rest]))?;
        let kind = self.kind(bodies);
        self.check_frames(self.anchors, self.axis, self.initial_angle)?;
        finite(&[self.initial_angle, self.sub_dt])?;
        finite(&self.target.unwrap_or_default().0)?;
        let [a, b] = self.bodies.map(|slot| BodyId { slot, generation: 0 });
        let fresh = Self::new(&JointDef { a, b, kind, collide_connected: self.collide }, bodies);
        // A joint of this kind may have any values of these fields. All other fields must be those of a joint that is added.
        let expected = Self {
            enabled: self.enabled,
            target: fresh.target.map(|anchor| self.target.unwrap_or(anchor)),
            anchors: self.anchors,
            axis: if self.rows().lateral { self.axis } else { fresh.axis },
            initial_angle: self.initial_angle,
            impulses: self.impulses,
            sub_dt: self.sub_dt,
            break_limits: self.break_limits,
            ..fresh
        };
        let break_limits = self.break_limits.into_iter().flatten().flatten();
        let is_valid = *self == expected
            && self.sub_dt >= R::ZERO
            && break_limits.into_iter().all(|limit| limit >= R::ZERO);
        if is_valid { Ok(()) } else { Err(DynamicsError::JointParameter) }
    }
}
