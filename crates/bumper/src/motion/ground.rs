//! What a mover stands on: the one test for being grounded, for jumps and for lifts.

use super::cast::Course;
use super::hit::Response;
use super::mover::Mover;
use super::obstacles::{Movable, Obstacle, Obstacles, around};
use super::vectors::{entry_of, tangent};
use crate::Vector;
use crate::query::entry;
use crate::scalar::{Real, Scalar};

/// How many roundings of its place, or of a surface, there may be between the two where a mover stands. It is put back by up to 64.
pub(super) const NEAR: f64 = 128.0;

/// What is farther than this part of the mover's size is not below it, unless places are that far apart.
const FAR: f64 = 1.0 / 64.0;

/// A way that is no way, for a point at the origin that stands on nothing but zeros: below any length, and a normal `f32`.
const LEAST: f64 = 1e-30;

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// The normal of what the mover stands on, the most level of all; `None` in the air.
    pub(super) fn standing(&mut self) -> Option<Vector<f64, N>> {
        let mover = &*self.mover;
        let (up, around) = (mover.up()?, around(&mover.now)?);
        let down = up.scaled(-mover.probe(&mover.now));
        let mut best: Option<Vector<f64, N>> = None;
        let mut better = |normal: Vector<f64, N>| {
            if best.is_none_or(|best| normal.dot(up) > best.dot(up)) {
                best = Some(normal);
            }
        };
        if let Some(block) = mover.bounds_in_the_way::<O::Id>(&around, down)
            && mover.is_near(&mover.now, down, &block.entry)
        {
            better(block.entry.normal);
        }
        self.obstacles.along(&around, down, &mut |id, obstacle| {
            let holds = |response| response != Response::Cross && !obstacle.sensor;
            if (self.respond)(id).is_some_and(holds)
                && let Some(normal) = mover.rests_on(&mover.now, &obstacle)
            {
                better(normal);
            }
            f64::INFINITY
        });
        best
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// The normal of an obstacle, if its shape there would stand on it.
    pub(super) fn rests_on(&self, shape: &M, obstacle: &Obstacle<'_, S, N>) -> Option<Vector<f64, N>> {
        let down = self.up()?.scaled(-self.probe(shape));
        let entry = entry_of(shape, down, obstacle)?;
        self.is_near(shape, down, &entry).then_some(entry.normal)
    }

    /// Whether what is found on a way down is a floor, and no farther away than rounding may have put it. Whole numbers are cut off
    /// on each axis, so on a slope it may be a step away and what that is seen along the slope.
    fn is_near(&self, shape: &M, down: Vector<f64, N>, found: &entry::Entry<N>) -> bool {
        let (length, normal) = (down.length(), found.normal);
        let height = -normal.dot(down) / length;
        if !self.floors()(normal) {
            return false;
        }
        let gap = found.time * length;
        if !S::IS_FLOAT {
            let steep = Real::sqrt((1.0 - height * height).max(0.0)) / height;
            return gap < S::QUANTUM * (1.0 + steep);
        }
        let error = found.slack.max(self.unit(shape, down.scaled(1.0 / length)));
        gap <= (NEAR * error).min(self.size(shape) * FAR).max(4.0 * error)
    }

    /// How far down it is looked for a floor.
    fn probe(&self, shape: &M) -> f64 {
        if !S::IS_FLOAT {
            return S::QUANTUM * (1.0 + tangent(self.floor.to_f64().clamp(0.0, 80.0)));
        }
        let ones = Vector::splat(1.0);
        let error = self.unit(shape, ones) / S::Real::EPSILON.to_f64() * entry::error::<S, N>();
        (self.size(shape) * FAR).max(8.0 * error).max(LEAST)
    }

    /// The longest side of the box around a shape.
    fn size(&self, shape: &M) -> f64 {
        around(shape).map_or(0.0, |around| (around.max() - around.min()).0.into_iter().fold(0.0, f64::max))
    }

    /// How far a surface may be below a mover that stands on it, by its own rounding.
    pub(super) fn near(&self, up: Vector<f64, N>) -> f64 {
        self.unit(&self.now, up) * if S::IS_FLOAT { NEAR } else { 1.0 }
    }
}
