//! Legs: steps that are climbed, and what is a floor or a wall to them.

use super::cast::Course;
use super::mover::Mover;
use super::obstacles::{Movable, Obstacles};
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
        let (legs, up) = (self.mover.legs?, self.mover.up()?);
        let floor = self.mover.floors();
        if !self.mover.is_grounded() || legs.step <= S::default() || floor(normal) {
            return None;
        }
        let start = self.mover.position;
        let level = *rest - up.scaled(rest.dot(up));
        let height = up.scaled(legs.step.to_f64());
        let mut made = [(start, Vector::default(), false); 3];
        let mut landed = None;
        for (way, made) in [height, level, -height].into_iter().zip(&mut made) {
            let (from, block) = (self.mover.position, self.first(way));
            let crossing = self.crossing;
            landed = self.approach(way, block);
            *made = (from, (self.mover.position - from).map(S::to_f64), crossing);
        }
        let gone = made[1].1;
        // It has to get somewhere, and to stand there.
        if gone.dot(level) <= 0.0 || !landed.is_some_and(|block| floor(block.entry.normal)) {
            self.mover.put(start);
            return None;
        }
        *rest = level - gone;
        let part = (1.0 - passed) * (gone.dot(level) / level.dot(level)).min(1.0);
        // Up at once, and down at the end.
        for ((from, way, crossing), (since, part)) in
            made.into_iter().zip([(passed, 0.0), (passed, part), (passed + part, 0.0)])
        {
            self.crossing = crossing;
            self.tell_passed(from, way, since, part);
        }
        Some(part)
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// The normal of a surface that is too steep to stand on, as that of a wall: who walks does not get up there.
    pub(super) fn as_wall(&self, normal: Vector<f64, N>) -> Vector<f64, N> {
        let (Some(_), Some(up)) = (self.legs, self.up()) else { return normal };
        let height = normal.dot(up);
        if !self.is_grounded() || height <= 0.0 || self.floors()(normal) {
            return normal;
        }
        let level = normal - up.scaled(height);
        let length = level.length();
        if length > 1e-9 { level.scaled(1.0 / length) } else { normal }
    }

    /// Whether a surface is one that it walks on.
    pub(super) fn walks_on(&self, normal: Vector<f64, N>) -> bool {
        self.legs.is_some() && self.floors()(normal)
    }

    /// A velocity without what falls.
    pub(super) fn landed(&self) -> impl FnOnce(Vector<f64, N>) -> Vector<f64, N> + use<S, N, M> {
        let up = self.up().unwrap_or_default();
        move |v| v - up.scaled(v.dot(up).min(0.0))
    }

    /// The rest of a way at a wall: who walks is not lifted along it.
    pub(super) fn at_wall(&self, rest: Vector<f64, N>) -> Vector<f64, N> {
        match self.up() {
            Some(up) if self.legs.is_some() && self.is_grounded() => rest - up.scaled(rest.dot(up).max(0.0)),
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
        let up = self.up().unwrap_or_default();
        let level = along(rest - up.scaled(rest.dot(up)), walls);
        let way = level - up.scaled(level.dot(normal) / up.dot(normal));
        outward::<S, N>(way, normal)
    }
}
