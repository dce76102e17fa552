//! Step climbing and ground following: whether a surface is a stair, a floor or a wall to a walking mover, and how the mover moves on it.

use super::move_context::MoveContext;
use super::obstacles::{Movable, Obstacles};
use super::vectors::{MAX_SURFACES, level_normal, project_onto_surfaces, round_away_from_surface};
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
        let walk_settings = self.mover.walk_settings?;
        let floor_test = self.floor_test;
        let up = floor_test.up?;
        if !self.mover.is_grounded() || walk_settings.stair_height <= S::ZERO || floor_test.is_floor(normal) {
            return None;
        }
        let start = self.save_position();
        let level = *remaining - up.scaled(remaining.dot(up));
        let height = up.scaled(walk_settings.stair_height.to_f64());
        let mut displacement = [(start, Vector::ZERO); 3];
        let mut landing = None;
        for (step, displacement) in [height, level, -height].into_iter().zip(&mut displacement) {
            let from = self.save_position();
            let first_hit = self.first_hit(step);
            let stopped = self.move_until(step, first_hit);
            *displacement = (from, self.displacement_from(&from));
            landing = stopped;
        }
        let walked = displacement[1].1;
        // If the mover makes no progress or does not land on a floor, the climb is undone.
        let progress = walked.dot(level);
        if progress <= 0.0 || !landing.is_some_and(|landing| self.lands_on_stair(&landing, &start)) {
            self.restore_position(&start);
            return None;
        }
        *remaining = level - walked;
        let part = (1.0 - elapsed) * (progress / level.dot(level)).min(1.0);
        // Only the middle of the three motions, forwards, takes time: the fraction `part` of the time step. The motions up and down take
        // none.
        let times = [(elapsed, 0.0), (elapsed, part), (elapsed + part, 0.0)];
        for ((from, step), (since, part)) in displacement.into_iter().zip(times) {
            self.report_crossed(&from, step, since, part);
        }
        Some(part)
    }

    /// Whether a surface is a slope on which the mover cannot stand: it faces upwards and is steeper than the floor angle.
    pub(super) fn is_steep_slope(&self, normal: Vector<f64, N>) -> bool {
        self.floor_test.up.is_some_and(|up| normal.dot(up) > 0.0) && !self.floor_test.is_floor(normal)
    }

    /// The motion or velocity `v` without its components into the given surfaces, along which the mover slides. A slope that is too steep
    /// to stand on acts as a vertical wall on sideways motion, so the mover does not slide up on it. A falling mover slides down along it.
    /// If an object pushes the mover, the mover may slide up as well, because it has to leave the path of the object.
    pub(super) fn slide_along(&self, v: Vector<f64, N>, surfaces: &[Vector<f64, N>]) -> Vector<f64, N> {
        let is_steep = |normal: &Vector<f64, N>| self.is_steep_slope(*normal);
        let Some(up) = self.floor_test.up.filter(|_| !self.is_pushed && surfaces.iter().any(is_steep)) else {
            return project_onto_surfaces(v, surfaces);
        };
        let sideways = v - up.scaled(v.dot(up));
        // In the corner of a steep slope and another wall, the edge between the two may lead upwards as well. So all walls are vertical for
        // the sideways motion. A floor or a ceiling is none.
        let mut walls = [Vector::ZERO; MAX_SURFACES];
        let mut count = 0;
        for normal in surfaces.iter().filter(|normal| !self.floor_test.is_floor(**normal)) {
            if let Some(level) = level_normal(*normal, up) {
                walls[count] = level;
                count += 1;
            }
        }
        project_onto_surfaces(v - sideways + project_onto_surfaces(sideways, &walls[..count]), surfaces)
    }

    /// The normal from which a step along a surface is rounded away ([`round_away_from_surface`]). For a mover that does not fall, a steep
    /// slope is a vertical wall, so rounding does not lift the mover.
    pub(super) fn rounding_normal(&self, step: Vector<f64, N>, normal: Vector<f64, N>) -> Vector<f64, N> {
        match self.floor_test.up {
            Some(up) if !self.is_pushed && self.is_steep_slope(normal) && step.dot(up) >= 0.0 => {
                level_normal(normal, up).unwrap_or(normal)
            }
            _ => normal,
        }
    }

    /// Whether the mover has walk settings and can stand on a surface with this normal.
    pub(super) fn walks_on(&self, normal: Vector<f64, N>) -> bool {
        self.mover.walk_settings.is_some() && self.floor_test.is_floor(normal)
    }

    /// A displacement that lifts the motion `remaining` off a floor. It is added if the mover hits the same floor again, which happens
    /// because normals of one floor differ by rounding. The motion then rises from the floor at the angle with the tangent `tilt`. For
    /// integers and fixed point, whose positions are truncated, it rises by one unit.
    pub(super) fn lift_off(
        &self,
        remaining: Vector<f64, N>,
        normal: Vector<f64, N>,
        tilt: f64,
    ) -> Vector<f64, N> {
        match self.floor_test.up {
            Some(up) if !S::IS_FLOAT && tilt > 0.0 => up.scaled(S::QUANTUM),
            _ => normal.scaled(remaining.length() * tilt),
        }
    }

    /// A velocity without the downward part of its vertical component.
    pub(super) fn without_fall(&self, velocity: Vector<f64, N>) -> Vector<f64, N> {
        let up = self.floor_test.up.unwrap_or_default();
        velocity - up.scaled(velocity.dot(up).min(0.0))
    }

    /// The motion `remaining` after a hit on a wall. If the mover is grounded and has walk settings, the upward component is removed, so
    /// that the mover does not rise along the wall. The caller then makes the result parallel to the wall.
    pub(super) fn without_rise(&self, remaining: Vector<f64, N>) -> Vector<f64, N> {
        match self.floor_test.up {
            Some(up) if self.mover.walk_settings.is_some() && self.mover.is_grounded() => {
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
        let level = self.slide_along(remaining - up.scaled(remaining.dot(up)), walls);
        round_away_from_surface::<S, N>(level - up.scaled(level.dot(normal) / up.dot(normal)), normal)
    }
}
