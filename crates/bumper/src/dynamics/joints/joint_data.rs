//! Stored joints, and their preparation for the solver. A joint consists of a few constraint rows. Each row constrains the relative
//! velocity of the bodies along one direction, or their relative angular velocity. A row is locked (no motion is allowed), or it has a
//! spring, a motor or limits (E. Catto, Modeling and Solving Constraints, Game Developers Conference 2009).

use super::constraint_row::AxisImpulses;
use super::joint::{JointAxis, JointDef, JointKind, JointState, Motor, Spring};
use super::joint_solver::{JointImpulses, JointRows};
use super::joint_variant::JointVariant;
use crate::Vector;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::math::{V, num};
use crate::scalar::Real;

/// A joint as it is stored between steps.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "R: Real + serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: Real + serde::Deserialize<'de>")))]
pub(in crate::dynamics) struct JointData<R: Real> {
    /// The kind of the joint. It determines which of the fields below have a meaning; the others have their default values.
    #[cfg_attr(feature = "serde", serde(rename = "kind"))]
    pub(in crate::dynamics) variant: JointVariant,
    pub(in crate::dynamics) bodies: [u32; 2],
    /// Whether the bodies may collide with each other.
    pub(in crate::dynamics) collide: bool,
    /// The target of a mouse joint; `None` for other kinds of joints.
    pub(in crate::dynamics) target: Option<V<R>>,
    /// The largest force of a mouse joint; not used by other kinds of joints.
    #[cfg_attr(feature = "serde", serde(with = "crate::dynamics::finite_or_none"))]
    pub(in crate::dynamics) max_force: R,
    /// The anchor on each body, relative to the center of mass of the body, in body coordinates.
    pub(in crate::dynamics) anchors: [V<R>; 2],
    /// The axis of a prismatic or wheel joint, in the coordinates of the first body.
    pub(in crate::dynamics) axis: V<R>,
    /// The relative angle of the bodies at which the angle of the joint is zero: the relative angle when the joint was added, or the one
    /// that the frames of the joint give.
    pub(in crate::dynamics) initial_angle: R,
    /// The rest length of a distance joint.
    pub(in crate::dynamics) rest_length: R,
    /// The springs that hold the relative position and the relative angle of the bodies; `None` if there is no such spring.
    pub(in crate::dynamics) springs: [Option<Spring<R>>; 2],
    /// The limits, the motor and the spring of the free translation and of the free rotation; `None` for a joint without that freedom.
    pub(in crate::dynamics) translation: Option<JointAxis<R>>,
    pub(in crate::dynamics) rotation: Option<JointAxis<R>>,
    /// The accumulated impulses of the last sub-step of the last step, and the duration of that sub-step. Snapshots contain the impulses.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::dynamics) impulses: JointImpulses<R>,
    pub(in crate::dynamics) sub_dt: R,
    /// Whether the joint is enabled. A disabled joint exerts no force and lets its bodies collide.
    pub(in crate::dynamics) enabled: bool,
    /// The largest force and the largest torque that the joint bears without breaking; an entry is `None` if it is unlimited. The whole
    /// field is `None` for a joint that never breaks.
    pub(in crate::dynamics) break_limits: Option<[Option<R>; 2]>,
}

impl<R: Real> JointData<R> {
    /// The stored form of the joint that a definition describes, for the current poses of its bodies.
    pub(in crate::dynamics) fn new(def: &JointDef<R>, [a, b]: [&RigidBody<R>; 2]) -> Self {
        let to_local = |body: &RigidBody<R>, point: V<R>| body.rotation.inv_rotate(point - body.center);
        let variant = JointVariant::of(&def.kind);
        let mut joint = Self {
            enabled: true,
            variant,
            bodies: [def.a.slot, def.b.slot],
            collide: def.collide_connected || !variant.acts_on_first_body(),
            initial_angle: relative_angle([a, b]),
            ..Self::default()
        };
        let anchors_at = |anchor: V<R>| [to_local(a, anchor), to_local(b, anchor)];
        let direction =
            |axis: V<R>| a.rotation.inv_rotate(crate::narrow::measure::unit(axis).unwrap_or(axis));
        match def.kind {
            JointKind::Distance { anchor_a, anchor_b, length, translation } => {
                joint.anchors = [to_local(a, anchor_a), to_local(b, anchor_b)];
                let axis = anchor_b - anchor_a;
                joint.rest_length = length.unwrap_or(axis.dot(axis).sqrt());
                joint.translation = Some(translation);
            }
            JointKind::Revolute { anchor, rotation } => {
                joint.anchors = anchors_at(anchor);
                joint.rotation = Some(rotation);
            }
            JointKind::Prismatic { anchor, axis, translation } => {
                joint.anchors = anchors_at(anchor);
                joint.axis = direction(axis);
                joint.translation = Some(translation);
            }
            JointKind::Weld { anchor, linear_spring, angular_spring } => {
                joint.anchors = anchors_at(anchor);
                joint.springs = [linear_spring, angular_spring];
            }
            JointKind::Wheel { anchor, axis, translation, motor } => {
                joint.anchors = anchors_at(anchor);
                joint.axis = direction(axis);
                joint.translation = Some(translation);
                joint.rotation = Some(JointAxis { motor, ..JointAxis::default() });
            }
            JointKind::Mouse { anchor, spring, max_force } => {
                joint.anchors = anchors_at(anchor);
                joint.max_force = max_force;
                joint.springs[0] = Some(spring);
                joint.target = Some(anchor);
            }
        }
        for (spring, axis) in joint.springs.iter_mut().zip([joint.translation, joint.rotation]) {
            *spring = spring.or(axis.and_then(|axis| axis.spring));
        }
        joint
    }

    /// The constraint rows of the joint.
    pub(in crate::dynamics) fn rows(&self) -> JointRows {
        self.variant.rows(self.translation.is_some_and(|axis| axis.is_free()))
    }

    /// Updates the anchors on a body whose center of mass has moved relative to its shapes. `change` is added to the coordinates of the
    /// anchors.
    pub(in crate::dynamics) fn move_anchors(&mut self, body: u32, change: V<R>) {
        for (slot, anchor) in self.bodies.into_iter().zip(&mut self.anchors) {
            if slot == body {
                *anchor += change;
            }
        }
    }

    /// The indices of the two bodies, which wake together because of the joint. `None` for a joint that was removed or is disabled, and for
    /// a mouse joint, which has no effect on its first body.
    pub(in crate::dynamics) fn body_pair(&self) -> Option<[u32; 2]> {
        (self.enabled && self.variant.acts_on_first_body()).then_some(self.bodies)
    }

    /// The kind of the joint, with its anchors and axis at the current poses of the bodies.
    pub(in crate::dynamics) fn kind(&self, [a, b]: [&RigidBody<R>; 2]) -> JointKind<R> {
        let [anchor_a, anchor_b] =
            [(a, 0), (b, 1)].map(|(body, k)| body.center + body.rotation.rotate(self.anchors[k]));
        let anchor = anchor_a;
        let axis = a.rotation.rotate(self.axis);
        let [linear_spring, angular_spring] = self.springs;
        let translation = self.translation.unwrap_or_default();
        let rotation = self.rotation.unwrap_or_default();
        match self.variant {
            JointVariant::Mouse => JointKind::Mouse {
                anchor: anchor_b,
                spring: linear_spring.unwrap_or(Spring { hertz: R::ZERO, damping_ratio: R::ZERO }),
                max_force: self.max_force,
            },
            JointVariant::Distance => {
                JointKind::Distance { anchor_a, anchor_b, length: Some(self.rest_length), translation }
            }
            JointVariant::Prismatic => JointKind::Prismatic { anchor, axis, translation },
            JointVariant::Wheel => JointKind::Wheel { anchor, axis, translation, motor: rotation.motor },
            JointVariant::Weld => JointKind::Weld { anchor, linear_spring, angular_spring },
            JointVariant::Revolute => JointKind::Revolute { anchor, rotation },
        }
    }

    /// Whether the joint has a motor that can move its bodies. A motor with a target speed of zero is a brake and moves nothing.
    pub(in crate::dynamics) fn has_active_motor(&self) -> bool {
        let motors = [self.translation, self.rotation].into_iter().flatten().filter_map(|axis| axis.motor);
        motors.into_iter().any(|motor| motor.speed != R::ZERO && motor.max_force > R::ZERO)
    }

    /// The slots of the two bodies, the lower one first.
    pub(in crate::dynamics) fn ordered_bodies(&self) -> (u32, u32) {
        let [a, b] = self.bodies;
        (a.min(b), a.max(b))
    }

    /// Sets or removes the motor of the rotation. If the joint has no free rotation, sets or removes the motor of the translation.
    pub(in crate::dynamics) fn set_motor(&mut self, motor: Option<Motor<R>>) {
        let was_fixed = self.rows().fixed_distance;
        // A wheel joint has both motors; this selects the motor that rotates the wheel.
        let rotation = self.rotation.as_mut().map(|axis| (axis, &mut self.impulses.rotation));
        let translation = self.translation.as_mut().map(|axis| (axis, &mut self.impulses.translation));
        if let Some((axis, impulses)) = rotation.or(translation) {
            axis.motor = motor;
            if motor.is_none() {
                impulses.motor = R::ZERO;
            }
        }
        // A distance joint without limits, spring and motor keeps its length. The impulse of that constraint has the place of the impulse
        // of the spring.
        if self.rows().fixed_distance != was_fixed {
            self.impulses.translation.spring = R::ZERO;
        }
    }

    /// Whether the joint is a revolute joint without limits, motor and spring.
    pub(in crate::dynamics) fn is_plain_revolute(&self) -> bool {
        match self.variant {
            JointVariant::Revolute => self.rotation.is_some_and(|axis| axis.is_free()),
            JointVariant::Distance
            | JointVariant::Prismatic
            | JointVariant::Weld
            | JointVariant::Wheel
            | JointVariant::Mouse => false,
        }
    }

    /// The anchors relative to the centers of mass, in world axes, and the vector between the centers, from the first body to the second.
    /// For a mouse joint, the target takes the place of the first center.
    pub(in crate::dynamics) fn anchors_and_offset(&self, [a, b]: [&RigidBody<R>; 2]) -> ([V<R>; 2], V<R>) {
        let first = match self.variant.acts_on_first_body() {
            true => a.rotation.rotate(self.anchors[0]),
            false => V::default(),
        };
        ([first, b.rotation.rotate(self.anchors[1])], b.center - self.target.unwrap_or(a.center))
    }

    /// The angle of the second body relative to the first, minus the initial angle.
    pub(in crate::dynamics) fn angle(&self, bodies: [&RigidBody<R>; 2]) -> R {
        relative_angle(bodies) - self.initial_angle
    }

    /// The direction of the free translation, and the coordinate along it: the distance between the anchors of a distance joint, otherwise
    /// the translation. `separation` is the vector from the first anchor to the second.
    fn free_axis(&self, a: &RigidBody<R>, separation: V<R>) -> (V<R>, R) {
        if !self.rows().distance {
            let axis = a.rotation.rotate(self.axis);
            return (axis, separation.dot(axis));
        }
        let direction = crate::narrow::measure::unit(separation).unwrap_or(Vector([R::ONE, R::ZERO]));
        (direction, separation.dot(separation).sqrt())
    }

    /// The angular impulse that cancels the relative rotation which the linear impulses of a prismatic joint cause, because they act at the
    /// anchor of the second body and not at the centers of mass. The angular impulse that the solver stores does not contain it (see
    /// `ConstraintRow::with_locked_angle`). `levers` are the offsets of that anchor
    /// from both centers of mass, and `impulse` is the impulse along the axis.
    fn balancing_impulse(&self, [a, b]: [&RigidBody<R>; 2], levers: [V<R>; 2], axis: V<R>, impulse: R) -> R {
        let linear = axis.scaled(impulse) + axis.perp().scaled(self.impulses.lateral);
        let sum = a.properties.inv_inertia + b.properties.inv_inertia;
        if !(sum > R::ZERO) {
            return R::ZERO;
        }
        (a.properties.inv_inertia * levers[0].cross(linear)
            + b.properties.inv_inertia * levers[1].cross(linear))
            / sum
    }

    /// The state of the joint for the current poses of its bodies.
    pub(in crate::dynamics) fn state(&self, [a, b]: [&RigidBody<R>; 2]) -> JointState<R> {
        let (anchors, offset) = self.anchors_and_offset([a, b]);
        let (axis, coordinate) = self.free_axis(a, offset + (anchors[1] - anchors[0]));
        let sum = |AxisImpulses { spring, motor, low, high }: AxisImpulses<R>| spring + motor + low - high;
        let impulses = &self.impulses;
        // The part of the torque of a prismatic joint that balances the lever arms of its force.
        let rows = self.rows();
        let balance = if rows.lateral && rows.angular {
            self.balancing_impulse([a, b], [offset + anchors[1], anchors[1]], axis, sum(impulses.translation))
        } else {
            R::ZERO
        };
        let rate = if self.sub_dt > R::ZERO { R::ONE / self.sub_dt } else { R::ZERO };
        let linear =
            impulses.point + axis.scaled(sum(impulses.translation)) + axis.perp().scaled(impulses.lateral);
        JointState {
            anchors: [self.target.unwrap_or(a.center) + anchors[0], b.center + anchors[1]],
            force: linear.scaled(rate),
            torque: (impulses.angular + sum(impulses.rotation) - balance) * rate,
            translation: if self.translation.is_some() { coordinate } else { R::ZERO },
            angle: self.angle([a, b]),
        }
    }
}

/// The angle of the second body relative to the first in radians, including full turns. Turns that both bodies have made cancel exactly, so
/// that the angle of a joint does not lose precision if its bodies rotate together.
fn relative_angle<R: Real>([a, b]: [&RigidBody<R>; 2]) -> R {
    let turns = f64::from(b.full_turns) - f64::from(a.full_turns);
    b.rotation.angle() - a.rotation.angle() + num(turns * core::f64::consts::TAU)
}
