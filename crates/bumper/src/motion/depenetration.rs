//! Depenetration: moves a mover out of the obstacles that it overlaps at the start of a step.

use super::hit::{HitTarget, Response};
use super::move_context::MoveContext;
use super::mover::Mover;
use super::obstacle_cache::Candidate;
use super::obstacle_entry::DeepestParts;
use super::obstacles::{Movable, Obstacles, aabb_of};
use super::tolerance::MIN_WALL_SINE;
use super::vectors::{level_normal, round_away_from_zero};
use crate::scalar::Scalar;
use crate::{Aabb, Vector};

/// The largest number of iterations of depenetration. If a translation separates the mover from all obstacles, an iteration applies it and
/// the loop ends. Otherwise, the iteration moves the mover out of the obstacle that it penetrates most deeply.
const MAX_ITERATIONS: usize = 8;

/// The longest translation that may be used to move a mover out of obstacles, as a multiple of the penetration depth. For example, a mover
/// stands on a floor, and a crate on its head overlaps it by a rounding error. Only a long translation sideways would separate the mover
/// from both. Such a jump would look wrong, so the mover stays where it is.
const MAX_EXIT: f64 = 2.0;

/// The deepest penetration of a mover into an obstacle, and the AABB of all overlapped obstacles.
struct Penetration<I, const N: usize> {
    /// The penetration depth, and the unit normal that points from the obstacle to the mover.
    depth: f64,
    normal: Vector<f64, N>,
    id: I,
    response: Response,
    /// The parts of the mover and of the obstacle.
    parts: [u32; 2],
    /// The AABB of all obstacles that the mover overlaps; `None` if the AABB of one of them cannot be computed.
    region: Option<Aabb<f64, N>>,
}

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> MoveContext<'_, S, N, M, O> {
    /// If the mover overlaps obstacles, moves it out of all of them by the shortest of several candidate translations. One candidate moves
    /// it along the penetration normal of the deepest obstacle. The others move it along each axis, in both directions, until its AABB is
    /// outside the AABB of all overlapped obstacles. Candidates longer than [`MAX_EXIT`] times the penetration depth are not used.
    #[inline]
    pub(super) fn depenetrate(&mut self) {
        // Early out: usually no obstacle is near the mover.
        if !self.cache.is_empty() && !matches!(self.mover.response, Response::BackUp | Response::Cross) {
            self.resolve_overlaps();
        }
    }

    /// The part of [`depenetrate`](Self::depenetrate) that runs only if obstacles are near the mover.
    fn resolve_overlaps(&mut self) {
        for _ in 0..MAX_ITERATIONS {
            let Some(aabb) = self.aabb else { return };
            let Some(deepest) = self.deepest_penetration(&aabb) else { return };
            let Penetration { depth, normal, id, response, parts, region } = deepest;
            // A mover leaves a slope that is too steep to stand on sideways, like a wall, and does not climb it.
            let level = self.floor_test.up.and_then(|up| level_normal(normal, up));
            let level =
                level.filter(|level| self.is_steep_slope(normal) && level.dot(normal) > MIN_WALL_SINE);
            let outward = level.unwrap_or(normal);
            let length = depth + self.mover.position_error(self.mover.shape(), normal);
            let shortest = outward.scaled(length / outward.dot(normal));
            let mut exits = [shortest; 7];
            let mut count = 1;
            for (axis, sign) in (0..N.min(3)).flat_map(|axis| [(axis, -1.0), (axis, 1.0)]) {
                let Some(region) = region else { continue };
                let length = if sign < 0.0 {
                    aabb.max()[axis] - region.min()[axis]
                } else {
                    region.max()[axis] - aabb.min()[axis]
                };
                exits[count] = Vector::ZERO.with(axis, sign * length);
                count += 1;
            }
            exits[..count].sort_unstable_by(|a, b| a.length().total_cmp(&b.length()));
            let longest = shortest.length() * MAX_EXIT;
            let mut near = exits[..count].iter().take_while(|exit| exit.length() <= longest);
            let exit = near.find_map(|exit| self.mover.at(*exit).filter(|goal| self.is_free(goal)));
            let is_separated = exit.is_some();
            if let Some((goal, moved)) = exit.or_else(|| self.mover.at(shortest)) {
                if !is_separated && self.first_hit((goal - self.mover.position()).map(S::to_f64)).is_some() {
                    return;
                }
                self.put(goal, moved);
                let slid = self.slide_along(self.mover.velocity.map(S::to_f64), &[normal]);
                self.mover.deflect(normal, |_| slid);
                self.report(HitTarget::Obstacle(id), normal, 0.0, response, parts);
            }
            if is_separated {
                return;
            }
        }
    }

    /// The deepest penetration of the mover into an obstacle. One-way obstacles and faces of one-sided meshes are ignored. If several
    /// penetrations are equally deep, returns that into the obstacle with the lowest id. `aabb` is the AABB of the mover.
    fn deepest_penetration(&mut self, aabb: &Aabb<f64, N>) -> Option<Penetration<O::Id, N>> {
        let mut found: Option<Penetration<O::Id, N>> = None;
        let now = self.mover.shape();
        let is_box = self.is_box;
        self.cache.each_along(aabb, Vector::ZERO, &mut |candidate| {
            let Candidate { id, obstacle, response, .. } = candidate;
            if obstacle.one_way.is_none()
                && *response != Response::Cross
                && candidate.overlaps(now, is_box.then_some(aabb), None)
                && let Some(DeepestParts { depth, normal, parts }) = candidate.deepest_parts(now, None)
            {
                let parts = candidate.whole_parts(parts);
                let before = found.as_ref().and_then(|found| found.region);
                let aabb = candidate.extent();
                let region = aabb.map(|aabb| before.map_or(aabb, |region| region.union(&aabb)));
                let deeper = |found: &Penetration<O::Id, N>| {
                    depth > found.depth || depth == found.depth && *id < found.id
                };
                match &mut found {
                    Some(found) if !deeper(found) => found.region = region,
                    _ => {
                        let response = *response;
                        found = Some(Penetration { depth, normal, id: *id, response, parts, region });
                    }
                }
            }
            f64::INFINITY
        });
        found
    }

    /// Whether the mover can be translated to the position `goal`. Two conditions must hold. On the path, it enters no obstacle that stops
    /// it, and penetrates none more deeply than at the start. At the end, its shape `moved` overlaps no obstacle that stops it.
    fn is_free(&mut self, (goal, moved): &(Vector<S, N>, M)) -> bool {
        self.first_hit((*goal - self.mover.position()).map(S::to_f64)).is_none() && self.is_clear(moved)
    }

    /// Whether the shape `moved` overlaps none of the obstacles that stop the mover. One-way obstacles are ignored, and so are faces of
    /// one-sided meshes, unless the mover is in front of them now.
    fn is_clear(&mut self, moved: &M) -> bool {
        let Some(aabb) = aabb_of(moved) else { return false };
        let mut clear = true;
        let mover_box = self.is_box.then_some(&aabb);
        let now = self.mover.shape();
        self.cache.each_along(&aabb, Vector::ZERO, &mut |candidate| {
            clear &= candidate.obstacle.one_way.is_some()
                || candidate.response == Response::Cross
                || !candidate.overlaps(moved, mover_box, Some(now));
            if clear { f64::INFINITY } else { f64::NEG_INFINITY }
        });
        clear
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// The position of the mover after the translation `exit`, which moves it out of obstacles, and its shape at that position. For
    /// integers and fixed point the translation is rounded away from zero, so that it is not too short. `None` if the shape would leave the
    /// range of the scalar.
    fn at(&self, exit: Vector<f64, N>) -> Option<(Vector<S, N>, M)> {
        let goal = self.position().checked_add(round_away_from_zero::<S, N>(exit, 1.0))?;
        Some((goal, self.shape_at(goal)?))
    }
}
