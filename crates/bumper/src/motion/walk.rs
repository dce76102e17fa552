//! Walking: steps of a grounded mover that follow slopes and stairs downwards.

use super::move_context::{MoveContext, NearestHit};
use super::obstacles::{Movable, Obstacles};
use super::tolerance::{INTEGER_TOLERANCE, MAX_GAP_ULPS};
use super::vectors::to_scalar;
use crate::Vector;
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> MoveContext<'_, S, N, M, O> {
    /// Moves the mover along the ground for one time step: first horizontally, without gravity, then down to the ground. If there is no
    /// ground below, the mover falls. Returns `false` without moving if the mover has no [`walk_settings`](super::Mover::walk_settings) or
    /// no gravity, or if it moves upwards, as in a jump.
    pub(super) fn walk(&mut self, by: Vector<S, N>) -> bool {
        let (Some(walk_settings), Some(up)) = (self.mover.walk_settings, self.floor_test.up) else {
            return false;
        };
        let step = by.map(S::to_f64);
        let velocity = self.mover.velocity.map(S::to_f64);
        let fall = step.dot(up);
        let speed = velocity.dot(up);
        if fall > 0.0 {
            return false;
        }
        let level = step - up.scaled(fall);
        self.mover.velocity = to_scalar(velocity - up.scaled(speed)).unwrap_or(self.mover.velocity);
        let start = self.save_position();
        self.move_along(level);
        // A round mover that rolls over the edge of a stair follows the slanted normal of the edge, and may end the step above the stair.
        let rise = self.displacement_from(&start).dot(up).max(0.0);
        // The mover moves down to the ground by at most the snap distance plus the height that it has risen in this step and the height that
        // the floor drops over it. Two slopes give the latter: that of the floor below, and that of the floor on which the mover last stood.
        // The larger height is used.
        let floor_test = self.floor_test;
        let slope = |normal: Vector<f64, N>| {
            let steep = level.dot(normal) / up.dot(normal);
            if floor_test.is_floor(normal) { steep.max(0.0) } else { 0.0 }
        };
        // Rounding leaves a gap below a standing mover, for integers and fixed point only on a slope.
        let on_slope = |normal: Vector<f64, N>| floor_test.is_floor(normal) && normal.dot(up) < 1.0;
        let tolerance = if S::IS_FLOAT || on_slope(self.mover.state.ground_normal) {
            self.mover.standing_tolerance(up)
        } else {
            INTEGER_TOLERANCE * S::QUANTUM
        };
        let snap_distance = walk_settings.snap_distance.to_f64() + rise + tolerance;
        let snap_tolerance = self.contact_gap();
        let probe_length = snap_distance + level.length() * floor_test.max_slope;
        let down = up.scaled(-probe_length);
        if let Some(first_hit) = self.first_hit(down)
            && first_hit.entry.time * probe_length
                <= snap_distance
                    + MAX_GAP_ULPS * first_hit.entry.slack
                    + slope(first_hit.entry.normal).max(slope(self.mover.state.ground_normal))
            && self.lands_on_ground(down, &first_hit)
        {
            let from = self.save_position();
            self.move_until(down, Some(first_hit));
            let displacement = self.displacement_from(&from);
            self.report_crossed(&from, displacement, 1.0, 0.0);
            // Rounding may stop the mover at a wall beside it. It does not hang there: it falls, but it still counts as grounded.
            if -displacement.dot(up) < first_hit.entry.time * probe_length - snap_tolerance {
                self.floor_below = self.floor_below.or(Some(first_hit.entry.normal));
                self.move_along(up.scaled(fall));
                return true;
            }
            let NearestHit { target, response, entry, .. } = first_hit;
            self.report_stop(target, entry.normal, 1.0, response, entry.parts);
            return true;
        }
        // If no ground is near, the mover falls: it gets back the vertical velocity that it had before the horizontal motion.
        self.mover.velocity =
            to_scalar(self.mover.velocity.map(S::to_f64) + up.scaled(speed)).unwrap_or(self.mover.velocity);
        self.move_along(up.scaled(fall));
        true
    }

    /// Whether the mover lands on ground by the motion `down`: on a floor, or on the edge of a floor with more ground below.
    fn lands_on_ground(&mut self, down: Vector<f64, N>, landing: &NearestHit<O::Id, N>) -> bool {
        if self.floor_test.is_floor(landing.entry.normal) {
            return true;
        }
        self.floor_below = self.find_floor_at_edge(down, landing);
        self.floor_below.is_some()
    }
}
