//! The frames and the impulses of a joint in a snapshot.

use crate::Vector;
use crate::dynamics::error::DynamicsError;
use crate::dynamics::joints::joint_data::JointData;
use crate::scalar::Real;

/// The saved frames and impulses of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct SavedJoint<R> {
    /// The anchor on each body, relative to the center of mass of the body, in body coordinates.
    anchors: [[R; 2]; 2],
    /// The axis of a prismatic or wheel joint, in the coordinates of the first body; zero for other joints.
    axis: [R; 2],
    /// The relative angle of the bodies at which the angle of the joint is zero.
    initial_angle: R,
    /// The accumulated impulses.
    impulses: [R; 12],
}

impl<R: Real> SavedJoint<R> {
    pub(super) fn new(joint: &JointData<R>) -> Self {
        // The other fields are settings.
        let JointData {
            variant: _,
            bodies: _,
            collide: _,
            target: _,
            max_force: _,
            anchors,
            axis,
            initial_angle,
            rest_length: _,
            springs: _,
            translation: _,
            rotation: _,
            impulses,
            sub_dt: _,
            enabled: _,
            break_limits: _,
        } = joint;
        Self {
            anchors: anchors.map(|anchor| anchor.0),
            axis: axis.0,
            initial_angle: *initial_angle,
            impulses: impulses.to_array(),
        }
    }

    /// Checks that the numbers of the frames are finite, and that the axis is a unit vector if `joint` has an axis.
    pub(super) fn check(&self, joint: &JointData<R>) -> Result<(), DynamicsError> {
        joint.check_frames(self.anchors.map(Vector), Vector(self.axis), self.initial_angle)
    }

    /// Sets the frames and the impulses of a joint.
    pub(super) fn restore(&self, joint: &mut JointData<R>) {
        joint.anchors = self.anchors.map(Vector);
        joint.axis = Vector(self.axis);
        joint.initial_angle = self.initial_angle;
        joint.impulses.set_from_array(&self.impulses);
    }
}
