//! The joints in the solver: their constraints are added once per step and solved in each sub-step.

use super::{JointsAndBodies, Solver};
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::joints::constraint_row::IterationSettings;
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::joints::joint_solver::JointConstraint;
use crate::dynamics::joints::revolute_solver::RevoluteConstraint;
use crate::dynamics::joints::spring::SpringCoefficients;
use crate::dynamics::sleeping::awake_set::AwakeSet;
use crate::dynamics::slot_list::SlotList;
use crate::scalar::Real;

impl<R: Real> Solver<R> {
    /// Adds the enabled joints of awake dynamic bodies to the solver.
    pub(in crate::dynamics) fn prepare_joints(
        &mut self,
        joints: &mut SlotList<JointData<R>>,
        awake: &AwakeSet,
        all_bodies: &SlotList<RigidBody<R>>,
        sub_dt: R,
    ) {
        self.has_joints = false;
        for &slot in &awake.joints {
            let Some(joint) = joints.get_mut(slot).filter(|joint| joint.enabled) else { continue };
            let bodies = joint.bodies.map(|slot| &all_bodies[slot as usize]);
            let rows = joint.rows();
            let acts_on_first = joint.variant.acts_on_first_body();
            let is_simulated = bodies.map(|body| body.is_dynamic() && body.is_awake());
            if !(is_simulated[0] && acts_on_first || is_simulated[1]) {
                continue;
            }
            let mut indices = self.indices_of(joint.bodies);
            let mut inv_masses = bodies.map(|body| [body.properties.inv_mass, body.properties.inv_inertia]);
            if !acts_on_first {
                // A mouse joint has no effect on its first body, so that body is replaced by the dummy body, which never moves.
                indices[0] = self.dynamic_count as u32;
                inv_masses[0] = [R::ZERO; 2];
            }
            self.mark_constrained(indices);
            self.has_joints = true;
            joint.sub_dt = sub_dt;
            let (anchors, offset) = joint.anchors_and_offset(bodies);
            let point = RevoluteConstraint {
                joint: slot,
                bodies: indices,
                anchors,
                offset,
                inv_masses,
                impulse: joint.impulses.point,
            };
            if joint.is_plain_revolute() {
                self.revolutes.add(&point);
                continue;
            }
            let joint_count = bodies.map(|body| if body.is_dynamic() { body.joints.len() } else { 0 });
            let joint_count = joint_count[0].max(joint_count[1]);
            let constraint = JointConstraint {
                point,
                axis: bodies[0].rotation.rotate(joint.axis),
                angle: if rows.rotation || rows.angular { joint.angle(bodies) } else { R::ZERO },
                rest_length: joint.rest_length,
                axes: [joint.translation, joint.rotation],
                springs: joint
                    .springs
                    .map(|spring| spring.map(|spring| SpringCoefficients::new(spring, sub_dt, joint_count))),
                max_force: joint.max_force,
                impulses: &joint.impulses,
                sub_dt,
            };
            self.joint_groups.add(rows, &constraint);
        }
    }

    /// Prepares the springs of joints for a sub-step, before forces and impulses change the velocities.
    pub(in crate::dynamics) fn begin_springs(&mut self) {
        if self.has_joints {
            let JointsAndBodies { groups, bodies, .. } = self.joints_and_bodies();
            groups.begin_springs(&bodies);
        }
    }

    /// Solves all joints once. If `with_bias` is true, applies the warm-starting impulses first and corrects position errors by soft
    /// constraints. Otherwise solves without correcting position errors (relaxation).
    pub(in crate::dynamics) fn solve_joints(&mut self, sub_dt: R, with_bias: bool) {
        if !self.has_joints {
            return;
        }
        self.exchange_free_velocities();
        let JointsAndBodies { groups, revolutes, mut bodies } = self.joints_and_bodies();
        if with_bias {
            groups.warm_start(&mut bodies, sub_dt);
            revolutes.warm_start(&mut bodies, sub_dt);
        }
        let settings = IterationSettings::new(sub_dt, with_bias);
        groups.solve(&mut bodies, &settings);
        revolutes.solve(&mut bodies, &settings.rigid);
        self.exchange_free_velocities();
    }

    /// Stores the impulses of joints for warm starting in the next step.
    pub(in crate::dynamics) fn store_joint_impulses(&mut self, joints: &mut SlotList<JointData<R>>) {
        self.revolutes.for_each(|joint, impulse| joints[joint].impulses.point = impulse);
        self.joint_groups.for_each(|joint, impulses| joints[joint].impulses = impulses);
    }
}
