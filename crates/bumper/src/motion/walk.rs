//! Walking: slopes, stairs, and staying on the ground.

use super::Mover;
use super::obstacles::{Movable, Obstacles};
use super::travel::Course;
use super::ways::{along, cut, outward, tangent};
use crate::Vector;
use crate::scalar::Scalar;

/// How a mover walks. Without legs it slides down every slope, and hops off where one falls away.
///
/// On what is no steeper than [`Mover::floor`] it stands, and walks as fast as on level ground, seen from above; steeper ones are
/// walls to it while it stands.
///
/// ```
/// use bumper::motion::{Legs, Mover, Response};
/// use bumper::{Aabb, Shape, Vector};
/// // Stairs of 4 by 4.
/// let stairs: Vec<Shape<i16, 2>> =
///     (0..10).map(|k| Aabb::new([k * 4, 100 - k * 4], [400, 104 - k * 4]).into()).collect();
/// let mut player = Mover::new(Aabb::new([-20, 80], [-10, 100]));
/// player.gravity = Vector([0, 1]);
/// player.legs = Some(Legs { step: 4, snap: 4 });
/// let mut level = stairs.clone();
/// level.push(Aabb::new([-100, 100], [0, 104]).into());
/// for _ in 0..40 {
///     player.velocity.0[0] = 2;
///     player.step(1.0, &level[..], |_| Some(Response::Slide), |_| ());
/// }
/// assert_eq!(player.position(), Vector([80, -36]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Legs<S> {
    /// The height of the steps that it climbs.
    pub step: S,
    /// How far the ground may fall away below it in a step of time, beyond what a slope does, before it falls too.
    pub snap: S,
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// One step on the ground: gravity is left out, and the ground is followed down. Whether there is ground still; where it ends,
    /// the fall is made. `None`, and nothing is done, without legs, and for what goes up.
    pub(super) fn walk<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        way: Vector<S, N>,
        course: &mut Course<'_, S, N, O>,
    ) -> Option<bool> {
        let (legs, up) = (self.legs?, self.up()?);
        let (step, velocity) = (way.map(S::to_f64), self.velocity.map(S::to_f64));
        let (fall, speed) = (step.dot(up), velocity.dot(up));
        if fall > 0.0 {
            return None;
        }
        let level = step - up.scaled(fall);
        self.velocity = cut(velocity - up.scaled(speed)).unwrap_or(self.velocity);
        self.go(level, course);
        // Down to the ground, by no more than it falls away on the way: a slope as it does, and a ledge by what may be snapped.
        let floor = self.floors();
        let slope = |normal: Vector<f64, N>| {
            let steep = level.dot(normal) / up.dot(normal);
            if floor(normal) { steep.max(0.0) } else { 0.0 }
        };
        let near = legs.snap.to_f64() + self.hair();
        let steepest = tangent(self.floor.to_f64().clamp(0.0, 80.0));
        let reach = near + level.length() * steepest;
        let down = up.scaled(-reach);
        if let Some(block) = self.first(down, course, &mut false)
            && floor(block.entry.normal)
            && block.entry.time * reach <= near + slope(block.entry.normal).max(slope(self.ground))
        {
            self.make(down, Some(block), course);
            course.tell_block(&block);
            return Some(true);
        }
        // In the air: what gravity has done in this step is done.
        self.velocity = cut(self.velocity.map(S::to_f64) + up.scaled(speed)).unwrap_or(self.velocity);
        self.go(up.scaled(fall), course);
        Some(false)
    }

    /// Goes up a step that is in the way, and as far on as the rest of the way leads.
    pub(super) fn climb<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        rest: &mut Vector<f64, N>,
        normal: Vector<f64, N>,
        course: &mut Course<'_, S, N, O>,
    ) -> bool {
        let (Some(legs), Some(up)) = (self.legs, self.up()) else { return false };
        let floor = self.floors();
        if !self.is_grounded() || legs.step <= S::default() || floor(normal) {
            return false;
        }
        let start = self.position;
        let level = *rest - up.scaled(rest.dot(up));
        let mut make = |mover: &mut Self, way: Vector<f64, N>| {
            let block = mover.first(way, course, &mut false);
            mover.make(way, block, course)
        };
        make(self, up.scaled(legs.step.to_f64()));
        let raised = self.position;
        make(self, level);
        let gone = (self.position - raised).map(S::to_f64);
        let landed = make(self, up.scaled(-legs.step.to_f64()));
        // It has to get somewhere, and to stand there.
        if gone.dot(level) > 0.0 && landed.is_some_and(|block| floor(block.entry.normal)) {
            *rest = level - gone;
            return true;
        }
        self.put(start);
        false
    }

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
