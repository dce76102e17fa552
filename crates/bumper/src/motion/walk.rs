//! Walking: a step on the ground, that is followed down slopes and stairs.

use super::cast::Course;
use super::obstacles::{Movable, Obstacles};
use super::tolerance::NEAR;
use super::vectors::cut;
use crate::Vector;
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// One step on the ground: gravity is left out, and the ground is followed down. Where it ends, the fall is made.
    /// Nothing is done, and false returned, without legs, and for what goes up.
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
        // Down to the ground, by no more than it falls away on the way: a slope as it does, and a ledge by what may be snapped.
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
        // In the air: what gravity has done in this step is done.
        self.mover.velocity =
            cut(self.mover.velocity.map(S::to_f64) + up.scaled(speed)).unwrap_or(self.mover.velocity);
        self.go(up.scaled(fall));
        true
    }
}
