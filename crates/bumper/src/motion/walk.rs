//! Walking: steps on the ground that follow slopes and stairs downwards.

use super::cast::Course;
use super::obstacles::{Movable, Obstacles};
use super::tolerance::NEAR;
use super::vectors::cut;
use crate::Vector;
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// A step on the ground: gravity is left out, and the mover follows the ground downwards. If the ground ends, the mover falls. Returns
    /// `false` and does nothing if the mover has no legs or no gravity, or if the step leads upwards.
    pub(super) fn walk(&mut self, by: Vector<S, N>) -> bool {
        let (Some(legs), Some(up)) = (self.mover.legs, self.footing.up) else { return false };
        let (step, velocity) = (by.map(S::to_f64), self.mover.velocity.map(S::to_f64));
        let (fall, speed) = (step.dot(up), velocity.dot(up));
        if fall > 0.0 {
            return false;
        }
        let level = step - up.scaled(fall);
        self.mover.velocity = cut(velocity - up.scaled(speed)).unwrap_or(self.mover.velocity);
        self.go(level);
        // Moves down to the ground, by no more than the drop of the slope on the way plus the snap distance.
        let footing = self.footing;
        let slope = |normal: Vector<f64, N>| {
            let steep = level.dot(normal) / up.dot(normal);
            if footing.holds(normal) { steep.max(0.0) } else { 0.0 }
        };
        let near = legs.snap_distance.to_f64() + self.mover.near(up);
        let reach = near + level.length() * footing.rise;
        let down = up.scaled(-reach);
        if let Some(block) = self.first(down)
            && footing.holds(block.entry.normal)
            && block.entry.time * reach
                <= near + NEAR * block.entry.slack + slope(block.entry.normal).max(slope(self.mover.ground))
        {
            let from = self.place();
            self.approach(down, Some(block));
            let made = self.made(&from);
            self.tell_passed(&from, made, 1.0, 0.0);
            self.tell(block.with, block.entry.normal, 1.0, block.response);
            return true;
        }
        // In the air, the effect of gravity in this step is applied.
        self.mover.velocity =
            cut(self.mover.velocity.map(S::to_f64) + up.scaled(speed)).unwrap_or(self.mover.velocity);
        self.go(up.scaled(fall));
        true
    }
}
