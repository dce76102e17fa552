//! Depenetration: moves a mover out of the obstacles that it overlaps at the start of a step.

use super::cast::Course;
use super::hit::{Response, With};
use super::mover::Mover;
use super::near::Candidate;
use super::obstacles::{Movable, Obstacles, around};
use super::vectors::{along, away, push};
use crate::scalar::Scalar;
use crate::{Aabb, Vector};

/// The largest number of depenetration steps, each out of the deepest obstacle, if no single translation separates the mover from all of
/// them.
const TRIES: usize = 8;

/// The obstacles that a mover overlaps.
struct Within<I, const N: usize> {
    /// The penetration depth of the deepest obstacle, and its normal towards the mover.
    depth: f64,
    normal: Vector<f64, N>,
    id: I,
    response: Response,
    /// The AABB of all overlapped obstacles.
    all: Option<Aabb<f64, N>>,
}

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// Depenetration: moves a mover that overlaps obstacles out of them by the shortest of several translations that separates it from all
    /// of them. The candidates are the penetration normal of the deepest obstacle, and both directions of each axis.
    #[inline]
    pub(super) fn come_out(&mut self) {
        // Early out: usually no obstacle is nearby.
        if !self.near.is_empty() && !matches!(self.mover.response, Response::BackUp | Response::Cross) {
            self.leave_all();
        }
    }

    #[inline(never)]
    fn leave_all(&mut self) {
        for _ in 0..TRIES {
            let Some(own) = self.own else { return };
            let Some(Within { depth, normal, id, response, all }) = self.within(&own) else { return };
            let shortest = normal.scaled(depth + self.mover.unit(&self.mover.now, normal));
            let mut exits = [shortest; 7];
            let mut count = 1;
            for (axis, sign) in (0..N.min(3)).flat_map(|axis| [(axis, -1.0), (axis, 1.0)]) {
                let Some(all) = all else { continue };
                let length = if sign < 0.0 {
                    own.max()[axis] - all.min()[axis]
                } else {
                    all.max()[axis] - own.min()[axis]
                };
                exits[count] = Vector::default().with(axis, sign * length);
                count += 1;
            }
            exits[..count].sort_unstable_by(|a, b| a.length().total_cmp(&b.length()));
            let out =
                exits[..count].iter().find_map(|exit| self.mover.at(*exit).filter(|goal| self.is_free(goal)));
            let is_out = out.is_some();
            if let Some((goal, moved)) = out.or_else(|| self.mover.at(shortest)) {
                if !is_out && self.first((goal - self.mover.position).map(S::to_f64)).is_some() {
                    return;
                }
                self.put(goal, moved);
                self.mover.turn(normal, |velocity| along(velocity, &[normal]));
                self.tell(With::Obstacle(id), normal, 0.0, response);
            }
            if is_out {
                return;
            }
        }
    }

    /// The obstacles that the mover overlaps; `own` is its AABB.
    fn within(&mut self, own: &Aabb<f64, N>) -> Option<Within<O::Id, N>> {
        let (mut found, now): (Option<Within<O::Id, N>>, _) = (None, &self.mover.now);
        let is_box = self.is_box;
        self.near.along(own, Vector::default(), &mut |candidate| {
            let Candidate { id, obstacle, response, .. } = candidate;
            if obstacle.one_way.is_none()
                && *response != Response::Cross
                && candidate.overlaps(now, is_box.then_some(own))
                && let Some((depth, normal)) = push(now, &obstacle.shape)
            {
                let before = found.as_ref().and_then(|found| found.all);
                let extent = crate::composite::extent(&obstacle.shape);
                let all = extent.map(|extent| before.map_or(extent, |all| all.union(&extent)));
                let deeper =
                    |found: &Within<O::Id, N>| depth > found.depth || depth == found.depth && *id < found.id;
                match &mut found {
                    Some(found) if !deeper(found) => found.all = all,
                    _ => found = Some(Within { depth, normal, id: *id, response: *response, all }),
                }
            }
            f64::INFINITY
        });
        found
    }

    /// Whether no blocking obstacle is on the path to a position, or overlapped there.
    fn is_free(&mut self, (goal, moved): &(Vector<S, N>, M)) -> bool {
        self.first((*goal - self.mover.position).map(S::to_f64)).is_none() && self.is_clear(moved)
    }

    /// Whether no blocking obstacle is overlapped at a position.
    fn is_clear(&mut self, moved: &M) -> bool {
        let Some(around) = around(moved) else { return false };
        let mut clear = true;
        let own = self.is_box.then_some(&around);
        self.near.along(&around, Vector::default(), &mut |candidate| {
            clear &= candidate.obstacle.one_way.is_some()
                || candidate.response == Response::Cross
                || !candidate.overlaps(moved, own);
            if clear { f64::INFINITY } else { f64::NEG_INFINITY }
        });
        clear
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// The position at the end of a translation, rounded away from the current one, and the shape there.
    fn at(&self, exit: Vector<f64, N>) -> Option<(Vector<S, N>, M)> {
        let goal = self.position.checked_add(away::<S, N>(exit, 1.0))?;
        Some((goal, self.start.moved(goal)?))
    }
}
