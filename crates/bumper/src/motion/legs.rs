//! Legs: steps that are climbed, and what is a floor or a wall to them.

use super::cast::Course;
use super::obstacles::{Movable, Obstacles};
use super::tolerance::EDGE;
use super::vectors::{along, outward};
use crate::Vector;
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// Goes up a step that is in the way, and as far on as the rest of the way leads. Returns how large a part of the step of time that
    /// was.
    pub(super) fn climb(
        &mut self,
        rest: &mut Vector<f64, N>,
        normal: Vector<f64, N>,
        passed: f64,
    ) -> Option<f64> {
        let (legs, footing) = (self.mover.legs?, self.footing);
        let up = footing.up?;
        if !self.mover.is_grounded() || legs.step_height <= S::default() || footing.holds(normal) {
            return None;
        }
        let start = self.place();
        let level = *rest - up.scaled(rest.dot(up));
        let height = up.scaled(legs.step_height.to_f64());
        let mut made = [(start, Vector::default()); 3];
        let mut landed = None;
        for (step, made) in [height, level, -height].into_iter().zip(&mut made) {
            let (from, block) = (self.place(), self.first(step));
            landed = self.approach(step, block);
            *made = (from, self.made(&from));
        }
        let gone = made[1].1;
        // It has to get somewhere, and to stand there.
        if gone.dot(level) <= 0.0 || !landed.is_some_and(|block| footing.holds(block.entry.normal)) {
            self.put_back(&start);
            return None;
        }
        *rest = level - gone;
        let part = (1.0 - passed) * (gone.dot(level) / level.dot(level)).min(1.0);
        // Up at once, and down at the end.
        let times = [(passed, 0.0), (passed, part), (passed + part, 0.0)];
        for ((from, step), (since, part)) in made.into_iter().zip(times) {
            self.tell_passed(&from, step, since, part);
        }
        Some(part)
    }

    /// The normal of a surface that is too steep to stand on, as that of a wall: who walks does not get up there.
    pub(super) fn as_wall(&self, normal: Vector<f64, N>) -> Vector<f64, N> {
        let (Some(_), Some(up)) = (self.mover.legs, self.footing.up) else { return normal };
        let height = normal.dot(up);
        if !self.mover.is_grounded() || height <= 0.0 || self.footing.holds(normal) {
            return normal;
        }
        let level = normal - up.scaled(height);
        let length = level.length();
        if length > EDGE { level.scaled(1.0 / length) } else { normal }
    }

    /// Whether a surface is one that it walks on.
    pub(super) fn walks_on(&self, normal: Vector<f64, N>) -> bool {
        self.mover.legs.is_some() && self.footing.holds(normal)
    }

    /// A velocity without what falls.
    pub(super) fn landed(&self, velocity: Vector<f64, N>) -> Vector<f64, N> {
        let up = self.footing.up.unwrap_or_default();
        velocity - up.scaled(velocity.dot(up).min(0.0))
    }

    /// The rest of a way at a wall: who walks is not lifted along it.
    pub(super) fn at_wall(&self, rest: Vector<f64, N>) -> Vector<f64, N> {
        match self.footing.up {
            Some(up) if self.mover.legs.is_some() && self.mover.is_grounded() => {
                rest - up.scaled(rest.dot(up).max(0.0))
            }
            _ => rest,
        }
    }

    /// The rest of a way on a surface to stand on: as far as on level ground, if no wall is in the way of that.
    pub(super) fn on_floor(
        &self,
        rest: Vector<f64, N>,
        normal: Vector<f64, N>,
        walls: &[Vector<f64, N>],
    ) -> Vector<f64, N> {
        let up = self.footing.up.unwrap_or_default();
        let level = along(rest - up.scaled(rest.dot(up)), walls);
        outward::<S, N>(level - up.scaled(level.dot(normal) / up.dot(normal)), normal)
    }
}
