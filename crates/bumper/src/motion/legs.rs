//! Step climbing and ground following: the surfaces that are stairs, floors and walls to a walking mover.

use super::cast::Course;
use super::obstacles::{Movable, Obstacles};
use super::tolerance::EDGE;
use super::vectors::{along, outward};
use crate::Vector;
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// Climbs a stair that is in the way, and continues there with the rest of the motion. Returns the fraction of the time step that this
    /// took; `None`, without moving, if it is not possible.
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
        // The mover has to make progress and to land on a floor. Otherwise the climb is undone.
        if gone.dot(level) <= 0.0 || !landed.is_some_and(|block| footing.holds(block.entry.normal)) {
            self.put_back(&start);
            return None;
        }
        *rest = level - gone;
        let part = (1.0 - passed) * (gone.dot(level) / level.dot(level)).min(1.0);
        // The motion up takes no time at the start, and the motion down takes none at the end.
        let times = [(passed, 0.0), (passed, part), (passed + part, 0.0)];
        for ((from, step), (since, part)) in made.into_iter().zip(times) {
            self.tell_passed(&from, step, since, part);
        }
        Some(part)
    }

    /// The normal of a surface, made horizontal if it is too steep to stand on, so that a walking mover does not slide up along it.
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

    /// Whether the mover walks on a surface with this normal.
    pub(super) fn walks_on(&self, normal: Vector<f64, N>) -> bool {
        self.mover.legs.is_some() && self.footing.holds(normal)
    }

    /// A velocity without its downward component.
    pub(super) fn landed(&self, velocity: Vector<f64, N>) -> Vector<f64, N> {
        let up = self.footing.up.unwrap_or_default();
        velocity - up.scaled(velocity.dot(up).min(0.0))
    }

    /// The rest of the motion at a wall, without its upward component for a grounded mover that walks: it does not rise along the wall.
    pub(super) fn at_wall(&self, rest: Vector<f64, N>) -> Vector<f64, N> {
        match self.footing.up {
            Some(up) if self.mover.legs.is_some() && self.mover.is_grounded() => {
                rest - up.scaled(rest.dot(up).max(0.0))
            }
            _ => rest,
        }
    }

    /// The rest of the motion on a floor: horizontally as far as on level ground, unless walls are in the way.
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
