//! Step climbing and ground following: whether a surface is a stair, a floor or a wall to a walking mover, and how the mover moves on it.

use super::move_context::MoveContext;
use super::obstacles::{Movable, Obstacles};
use super::tolerance::MIN_EDGE_SINE;
use super::vectors::{project_onto_surfaces, round_away_from_surface};
use crate::Vector;
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> MoveContext<'_, S, N, M, O> {
    /// Climbs a stair that the mover has hit: moves up, forwards by the horizontal part of `remaining`, and down. `normal` is the normal of
    /// the surface that was hit, and `elapsed` the time of the hit.
    ///
    /// Returns the fraction of the time step that the motion forwards takes. `remaining` becomes the part of the horizontal motion that was
    /// not possible. Returns `None` without moving if the surface is no stair, or if the mover makes no progress or does not land on a
    /// floor.
    pub(super) fn climb(
        &mut self,
        remaining: &mut Vector<f64, N>,
        normal: Vector<f64, N>,
        elapsed: f64,
    ) -> Option<f64> {
        let (step_settings, floor_test) = (self.mover.step_settings?, self.floor_test);
        let up = floor_test.up?;
        if !self.mover.is_grounded()
            || step_settings.step_height <= S::default()
            || floor_test.is_floor(normal)
        {
            return None;
        }
        let start = self.save_position();
        let level = *remaining - up.scaled(remaining.dot(up));
        let height = up.scaled(step_settings.step_height.to_f64());
        let mut displacement = [(start, Vector::default()); 3];
        let mut landed = None;
        for (step, displacement) in [height, level, -height].into_iter().zip(&mut displacement) {
            let (from, first_hit) = (self.save_position(), self.first_hit(step));
            landed = self.move_until(step, first_hit);
            *displacement = (from, self.displacement_from(&from));
        }
        let walked = displacement[1].1;
        // If the mover makes no progress or does not land on a floor, the climb is undone.
        if walked.dot(level) <= 0.0
            || !landed.is_some_and(|first_hit| floor_test.is_floor(first_hit.entry.normal))
        {
            self.restore_position(&start);
            return None;
        }
        *remaining = level - walked;
        let part = (1.0 - elapsed) * (walked.dot(level) / level.dot(level)).min(1.0);
        // Only the middle of the three motions, forwards, takes time: the fraction `part` of the time step. The motions up and down take
        // none.
        let times = [(elapsed, 0.0), (elapsed, part), (elapsed + part, 0.0)];
        for ((from, step), (since, part)) in displacement.into_iter().zip(times) {
            self.report_crossed(&from, step, since, part);
        }
        Some(part)
    }

    /// The normal with which the mover slides along a surface that it has hit. If the surface is a wall, its normal is made horizontal, so
    /// that the mover does not slide up along the wall. Only a grounded mover has walls: surfaces that face upwards but are too steep to
    /// stand on. With step settings, all of these are walls. Without step settings, such a surface is a wall only if the mover would slide
    /// up along it so slowly that gravity stops it within one time step.
    pub(super) fn wall_normal(&self, normal: Vector<f64, N>) -> Vector<f64, N> {
        let Some(up) = self.floor_test.up else { return normal };
        let height = normal.dot(up);
        if !self.mover.is_grounded() || height <= 0.0 || self.floor_test.is_floor(normal) {
            return normal;
        }
        let velocity = self.mover.velocity.map(S::to_f64);
        let rise = velocity.dot(up) - velocity.dot(normal) * height;
        let falls_back = rise > 0.0 && rise < self.gravity_change;
        if self.mover.step_settings.is_none() && !falls_back {
            return normal;
        }
        let level = normal - up.scaled(height);
        let length = level.length();
        if length > MIN_EDGE_SINE { level.scaled(1.0 / length) } else { normal }
    }

    /// Whether the mover has step settings and can stand on a surface with this normal.
    pub(super) fn walks_on(&self, normal: Vector<f64, N>) -> bool {
        self.mover.step_settings.is_some() && self.floor_test.is_floor(normal)
    }

    /// A velocity without the downward part of its vertical component.
    pub(super) fn without_fall(&self, velocity: Vector<f64, N>) -> Vector<f64, N> {
        let up = self.floor_test.up.unwrap_or_default();
        velocity - up.scaled(velocity.dot(up).min(0.0))
    }

    /// The motion `remaining` after a hit on a wall. If the mover is grounded and has step settings, the upward component is removed, so
    /// that the mover does not rise along the wall. The caller then makes the result parallel to the wall.
    pub(super) fn without_rise(&self, remaining: Vector<f64, N>) -> Vector<f64, N> {
        match self.floor_test.up {
            Some(up) if self.mover.step_settings.is_some() && self.mover.is_grounded() => {
                remaining - up.scaled(remaining.dot(up).max(0.0))
            }
            _ => remaining,
        }
    }

    /// The motion `remaining`, redirected along a floor with the given normal. Its horizontal part stays as long as on level ground, so the
    /// mover is not slower on slopes. `walls` are the normals of the walls that the mover has hit in this step: only the components into
    /// these walls are removed.
    pub(super) fn along_floor(
        &self,
        remaining: Vector<f64, N>,
        normal: Vector<f64, N>,
        walls: &[Vector<f64, N>],
    ) -> Vector<f64, N> {
        let up = self.floor_test.up.unwrap_or_default();
        let level = project_onto_surfaces(remaining - up.scaled(remaining.dot(up)), walls);
        round_away_from_surface::<S, N>(level - up.scaled(level.dot(normal) / up.dot(normal)), normal)
    }
}
