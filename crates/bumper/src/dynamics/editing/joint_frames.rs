//! Joint frames: the anchors, the axis and the reference angle of a joint in the coordinates of its bodies.

use crate::Vector;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::JointId;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::error::DynamicsError;
#[cfg(any(feature = "std", feature = "libm"))]
use crate::dynamics::joints::joint::check;
use crate::dynamics::joints::joint::finite;
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::math::{V, num, vector_angle};
use crate::dynamics::tolerance::is_unit_square;
use crate::scalar::{Real, Scalar};
use core::f64::consts::{PI, TAU};

/// The frame of a joint on one of its bodies: a point and a direction that move with the body. Both are in body coordinates, like the
/// shapes of the colliders: [`BodyState::pose`](crate::dynamics::BodyState::pose) places them in the world.
///
/// Read by [`Simulation::joint_frames`], and changed by [`Simulation::set_joint_frames`].
///
/// ```
/// use bumper::dynamics::JointFrame;
/// let end_of_rod = JointFrame { anchor: [2.0f32, 0.0].into(), ..JointFrame::default() };
/// assert_eq!(end_of_rod.angle, 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("local_frame1", "local_frame2", "localFrameA", "localFrameB", "local_anchor1", "localAnchorA"))]
pub struct JointFrame<R> {
    /// The anchor on the body.
    pub anchor: Vector<R, 2>,
    /// The angle of the frame relative to the body, in radians, positive from +x towards +y.
    pub angle: R,
}

impl<R: Real> Default for JointFrame<R> {
    /// The frame at the origin of the body, with its axes.
    fn default() -> Self {
        Self { anchor: Vector::ZERO, angle: R::ZERO }
    }
}

impl<R: Real> Simulation<R> {
    /// The frames of a joint on its first and second body, or `None` if the joint was removed.
    ///
    /// The joint's angle is zero if both frames have the same angle in the world. The x axis of the first frame of a prismatic or wheel
    /// joint is the axis of the joint. Angles are from −π to π.
    ///
    /// Joints of other kinds store only the difference of the two angles, so the angle of their second frame is always zero. A mouse joint
    /// does not act on its first body: the anchor of its first frame is always zero, and [`set_target`](Self::set_target) moves its target.
    ///
    /// ```
    /// use bumper::{Aabb, Pose, dynamics::{BodyDef, ColliderDef, JointAxis, JointDef, JointKind, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let crate_ = ColliderDef::new(Aabb::new([-0.5, -0.5], [0.5, 0.5]));
    /// let at = |x| BodyDef { pose: Pose::at([x, 0.0]), ..BodyDef::default() };
    /// let [a, b] = [4.0, 6.0].map(|x| simulation.insert(&at(x), &[crate_]).unwrap());
    /// let kind = JointKind::Revolute { anchor: [5.0, 0.5].into(), rotation: JointAxis::default() };
    /// let joint = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    /// let [first, second] = simulation.joint_frames(joint).unwrap();
    /// assert_eq!((first.anchor, second.anchor), ([1.0, 0.5].into(), [-1.0, 0.5].into()));
    /// ```
    #[must_use]
    pub fn joint_frames(&self, id: JointId) -> Option<[JointFrame<R>; 2]> {
        let data = self.joint_data(id)?;
        Some(data.frames(data.bodies.map(|slot| &self.bodies[slot as usize])))
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    /// Sets the frames of a joint on its first and second body; see [`joint_frames`](Self::joint_frames). The anchors need not be at the
    /// same point of the world: the solver pulls the bodies together, or to the length of a distance joint, which does not change.
    ///
    /// - Limits and spring targets are measured from the new frames: the joint's angle is zero if both frames have the same angle in the
    ///   world, and its translation is the distance of the second anchor from the first along the axis.
    /// - Full turns of the angles of frames have no effect: the joint's angle changes by at most half a turn. A joint that has made several
    ///   turns keeps counting them; its angle is then a whole number of turns if both frames have the same angle in the world.
    /// - In distance, wheel and mouse joints the difference of the angles has no effect on the motion, only on
    ///   [`JointState::angle`](crate::dynamics::JointState::angle).
    /// - The first anchor of a mouse joint is ignored.
    ///
    /// The bodies wake, and the joint keeps the impulses of the last step, as in [`modify_joint`](Self::modify_joint). Setting the frames
    /// that the joint already has does nothing.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the joint was removed, or [`DynamicsError::NotFinite`] if a number is NaN or if its magnitude is
    /// above [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS), also of an anchor in the world. Then nothing changes.
    ///
    /// A hinge connects the ends of two rods that are far apart:
    ///
    /// ```
    /// use bumper::{Aabb, Pose, dynamics::{BodyDef, ColliderDef, JointAxis, JointDef, JointFrame, JointKind, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, 0.0]);
    /// let rod = ColliderDef::new(Aabb::new([0.0, -0.1], [2.0, 0.1]));
    /// let at = |x| BodyDef { pose: Pose::at([x, 0.0]), linear_damping: 1.0, ..BodyDef::default() };
    /// let [a, b] = [0.0, 9.0].map(|x| simulation.insert(&at(x), &[rod]).unwrap());
    /// // The anchor does not matter, because the frames replace it.
    /// let kind = JointKind::Revolute { anchor: [0.0, 0.0].into(), rotation: JointAxis::default() };
    /// let hinge = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    /// let end = JointFrame { anchor: [2.0, 0.0].into(), ..JointFrame::default() };
    /// simulation.set_joint_frames(hinge, [end, JointFrame::default()]).unwrap();
    /// (0..120).for_each(|_| simulation.step(1.0 / 60.0));
    /// let [a, b] = [a, b].map(|id| simulation.get(id).unwrap().pose);
    /// assert!((a.apply([2.0, 0.0].into()) - b.apply([0.0, 0.0].into())).length() < 0.01);
    /// ```
    #[doc(alias("set_local_frame1", "set_local_anchor1", "b2Joint_SetLocalFrameA"))]
    pub fn set_joint_frames(&mut self, id: JointId, frames: [JointFrame<R>; 2]) -> Result<(), DynamicsError> {
        let data = self.joint_data(id).ok_or(DynamicsError::NotFound)?;
        for JointFrame { anchor, angle } in &frames {
            finite(&[anchor[0], anchor[1], *angle])?;
        }
        let bodies = data.bodies.map(|slot| &self.bodies[slot as usize]);
        if frames == data.frames(bodies) {
            return Ok(());
        }
        let changed = data.with_frames(&frames, bodies);
        check(&changed.kind(bodies))?;
        changed.check_range()?;
        *self.wake_joint(id)? = changed;
        Ok(())
    }
}

impl<R: Real> JointData<R> {
    /// The frames of the joint on its bodies.
    fn frames(&self, [a, b]: [&RigidBody<R>; 2]) -> [JointFrame<R>; 2] {
        let first = match self.variant.acts_on_first_body() {
            true => self.anchors[0] - a.properties.origin,
            false => Vector::ZERO,
        };
        let [first_angle, second_angle] = if self.rows().lateral {
            let angle = vector_angle(self.axis[0], self.axis[1]);
            [angle, wrapped(angle - self.initial_angle)]
        } else {
            [wrapped(self.initial_angle), R::ZERO]
        };
        [
            JointFrame { anchor: first, angle: first_angle },
            JointFrame { anchor: self.anchors[1] - b.properties.origin, angle: second_angle },
        ]
    }

    #[cfg(any(feature = "std", feature = "libm"))]
    /// This joint with other frames. Anchors and angles that do not change keep their bits.
    fn with_frames(&self, new: &[JointFrame<R>; 2], bodies: [&RigidBody<R>; 2]) -> Self {
        let old = self.frames(bodies);
        let mut joint = self.clone();
        for k in 0..2 {
            let is_used = k == 1 || self.variant.acts_on_first_body();
            if new[k].anchor != old[k].anchor && is_used {
                joint.anchors[k] = new[k].anchor + bodies[k].properties.origin;
            }
        }
        let [angles, old_angles] = [new, &old].map(|frames| [frames[0].angle, frames[1].angle]);
        if angles != old_angles {
            let difference = angles[0] - angles[1];
            let change = wrapped(difference - self.initial_angle);
            // Without full turns, the difference is stored exactly.
            let has_turns = change != difference - self.initial_angle;
            joint.initial_angle = if has_turns { self.initial_angle + change } else { difference };
        }
        if self.rows().lateral && angles[0] != old_angles[0] {
            let (cos, sin) = crate::Rotation::from_radians(angles[0]).complex();
            joint.axis = Vector([cos, sin]);
        }
        joint
    }

    /// Checks that the anchors in body coordinates, the reference angle and the length of the joint are in range.
    pub(in crate::dynamics) fn check_range(&self) -> Result<(), DynamicsError> {
        let [a, b] = self.anchors;
        finite(&[a[0], a[1], b[0], b[1], self.initial_angle, self.rest_length])
    }

    /// Checks numbers that were read for this joint: anchors and angle must be finite, and so must the axis, which must be a unit vector if
    /// joints of this kind have an axis.
    pub(in crate::dynamics) fn check_frames(
        &self,
        [a, b]: [V<R>; 2],
        axis: V<R>,
        initial_angle: R,
    ) -> Result<(), DynamicsError> {
        let numbers = [a[0], a[1], b[0], b[1], axis[0], axis[1], initial_angle];
        if !numbers.into_iter().all(|number| number.abs() < R::INFINITY) {
            return Err(DynamicsError::NotFinite);
        }
        if is_unit_square(axis.dot(axis)) || !self.rows().lateral {
            Ok(())
        } else {
            Err(DynamicsError::ZeroAxis)
        }
    }
}

/// An angle in radians without its full turns, from −π to π. Angles in that range keep their bits.
fn wrapped<R: Real>(angle: R) -> R {
    let angle_in_f64 = Scalar::to_f64(angle);
    if (-PI..=PI).contains(&angle_in_f64) {
        return angle;
    }
    // The remainder of a division is exact.
    let remainder = angle_in_f64 % TAU;
    num(if remainder > PI {
        remainder - TAU
    } else if remainder < -PI {
        remainder + TAU
    } else {
        remainder
    })
}
