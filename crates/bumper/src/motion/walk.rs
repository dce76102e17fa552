//! Walking: steps of a grounded mover that follow slopes and stairs downwards.

use super::move_context::MoveContext;
use super::obstacles::{Movable, Obstacles};
use super::tolerance::MAX_GAP_ULPS;
use super::vectors::to_scalar;
use crate::Vector;
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> MoveContext<'_, S, N, M, O> {
    /// Moves the mover along the ground for one time step: first horizontally, without gravity, then down to the ground. If there is no
    /// ground below, the mover falls. Returns `false` without moving if the mover has no [`step_settings`](super::Mover::step_settings) or
    /// no gravity, or if it moves upwards, as in a jump.
    pub(super) fn walk(&mut self, by: Vector<S, N>) -> bool {
        let (Some(step_settings), Some(up)) = (self.mover.step_settings, self.floor_test.up) else {
            return false;
        };
        let (step, velocity) = (by.map(S::to_f64), self.mover.velocity.map(S::to_f64));
        let (fall, speed) = (step.dot(up), velocity.dot(up));
        if fall > 0.0 {
            return false;
        }
        let level = step - up.scaled(fall);
        self.mover.velocity = to_scalar(velocity - up.scaled(speed)).unwrap_or(self.mover.velocity);
        self.move_along(level);
        // The mover moves down to the ground by at most the snap distance plus the height that the floor drops over this step. Two slopes
        // give this height: that of the floor below, and that of the floor on which the mover last stood. The larger height is used.
        let floor_test = self.floor_test;
        let slope = |normal: Vector<f64, N>| {
            let steep = level.dot(normal) / up.dot(normal);
            if floor_test.is_floor(normal) { steep.max(0.0) } else { 0.0 }
        };
        let snap_distance = step_settings.snap_distance.to_f64() + self.mover.standing_tolerance(up);
        let probe_length = snap_distance + level.length() * floor_test.max_slope;
        let down = up.scaled(-probe_length);
        if let Some(first_hit) = self.first_hit(down)
            && floor_test.is_floor(first_hit.entry.normal)
            && first_hit.entry.time * probe_length
                <= snap_distance
                    + MAX_GAP_ULPS * first_hit.entry.slack
                    + slope(first_hit.entry.normal).max(slope(self.mover.ground_normal))
        {
            let from = self.save_position();
            self.move_until(down, Some(first_hit));
            let displacement = self.displacement_from(&from);
            self.report_crossed(&from, displacement, 1.0, 0.0);
            self.report_stop(first_hit.target, first_hit.entry.normal, 1.0, first_hit.response);
            return true;
        }
        // If no ground is near, the mover falls: it gets back the vertical velocity that it had before the horizontal motion.
        self.mover.velocity =
            to_scalar(self.mover.velocity.map(S::to_f64) + up.scaled(speed)).unwrap_or(self.mover.velocity);
        self.move_along(up.scaled(fall));
        true
    }
}
