//! Sensors: the detection of bodies that cross a sensor within a step.

use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::BodyKind;
use crate::dynamics::contacts::contact::{PairContact, RelativePose};
use crate::dynamics::contacts::narrow_phase::overlap;
use crate::dynamics::contacts::time_of_impact::{BodyMotion, ToiResult, time_of_impact};
use crate::dynamics::graph_coloring::NULL_INDEX;
use crate::dynamics::math::num;
use crate::dynamics::tolerance::{FAST_MOTION, SENSOR_DEPTH};
use crate::scalar::Real;
use alloc::vec::Vec;

/// The largest number of searches for the time of impact with a sensor. A search ends without a result when it reaches its iteration cap;
/// the next search continues from there. If even the last search gives no result, the body and the sensor have been very close to each
/// other, and count as touching.
const MAX_ROUNDS: u32 = 8;

impl<R: Real> Simulation<R> {
    /// Marks contacts of sensors as touching if the parts did not touch at the beginning of the step, but a fast motion makes them overlap
    /// within the step. Their normal is that of the poses at the beginning of the step, before the parts met.
    pub(in crate::dynamics) fn detect_sensor_crossings(&mut self) {
        let mut contacts = core::mem::take(&mut self.contacts.awake);
        let mut corner_buffers = [Vec::new(), Vec::new()];
        for contact in contacts.iter_mut().filter(|contact| contact.flags.sensor && !contact.flags.touching) {
            contact.flags.touching = self.crosses_sensor(contact);
            if contact.flags.touching {
                let start = RelativePose::of(contact.bodies.map(|slot| &self.bodies[slot as usize]));
                let found = self.manifold_of_parts(contact, &start, num(f64::MAX), &mut corner_buffers);
                contact.normal = found.map_or(contact.normal, |found| found.normal);
            }
        }
        self.contacts.awake = contacts;
    }

    /// Whether a fast motion makes the two parts of a contact overlap at any time of the step. Always false for bodies that are too slow to
    /// pass through each other within a step. Such bodies still overlap at the beginning of the next step, where the narrow phase finds it.
    fn crosses_sensor(&self, contact: &PairContact<R>) -> bool {
        let parts = contact.parts();
        let slots = contact.bodies;
        let [p, q] = parts.map(|part| &self.parts[part].swept_aabb);
        if !overlap(p, q) {
            return false;
        }
        let motions = slots.map(|slot| {
            let index = self.solver.indices[slot as usize];
            let state = (index != NULL_INDEX).then(|| self.solver.states[index as usize].get());
            let body = &self.bodies[slot as usize];
            state.map_or_else(
                || self.stationary_motion(slot),
                |state| BodyMotion::new(body, state.delta_position, state.delta_angle),
            )
        });
        let motions = [&motions[0], &motions[1]];
        let moves = slots.map(|slot| self.bodies[slot as usize].settings.kind != BodyKind::Static);
        // A motion is fast if it is longer than a fraction of the thickness of the two parts. The thickness of the parts is used, not that
        // of the bodies, because a thin sensor does not make its body thin. Unlike in `safe_motion`, a motion shorter than the speculative
        // margin may be fast, because sensors have no speculative contacts.
        let half_thickness = |k: usize| match moves[k] {
            true => self.parts[parts[k]].shape.thickness() * R::HALF,
            false => R::INFINITY,
        };
        let half_thickness = half_thickness(0).min(half_thickness(1));
        if !self.is_fast_pair(slots, motions, half_thickness * num(FAST_MOTION)) {
            return false;
        }
        let ([a, b], tolerance) = self.inset_pair(parts, moves, half_thickness, SENSOR_DEPTH);
        let mut from = R::ZERO;
        for _ in 0..MAX_ROUNDS {
            match time_of_impact([&a, &b], motions, from, tolerance) {
                ToiResult::Miss => return false,
                ToiResult::Hit(_) | ToiResult::Overlap => return true,
                // If the bodies rotate fast, the search reaches its iteration cap. The next search continues from the time that this one
                // has reached.
                ToiResult::Unknown(impact) => from = impact.time,
            }
        }
        true
    }
}
