//! The way out for a mover that overlaps obstacles at the start of a step.

use super::cast::Course;
use super::hit::{Response, With};
use super::mover::Mover;
use super::obstacles::{Movable, Obstacles, around};
use super::vectors::{along, away, overlaps, push};
use crate::scalar::Scalar;
use crate::{Aabb, Vector};

/// How often a mover is put beside the obstacle that it is deepest in, where there is no way out of all at once.
const TRIES: usize = 8;

/// What a mover is in.
struct Within<I, const N: usize> {
    /// How far and which way it gets out of the obstacle that it is deepest in.
    depth: f64,
    normal: Vector<f64, N>,
    id: I,
    response: Response,
    /// The box around all that it is in.
    all: Option<Aabb<f64, N>>,
}

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> Course<'_, S, N, M, O> {
    /// Puts a mover that overlaps obstacles beside them, by the shortest of the ways that lead out of all.
    pub(super) fn come_out(&mut self) {
        if matches!(self.mover.response, Response::BackUp | Response::Cross) {
            return;
        }
        for _ in 0..TRIES {
            let Some(own) = around(&self.mover.now) else { return };
            let Some(Within { depth, normal, id, response, all }) = self.within(&own) else { return };
            let shortest = normal.scaled(depth + self.mover.unit(&self.mover.now, normal));
            let mut ways = [shortest; 7];
            let mut count = 1;
            for (axis, sign) in (0..N.min(3)).flat_map(|axis| [(axis, -1.0), (axis, 1.0)]) {
                let Some(all) = all else { continue };
                let length = if sign < 0.0 {
                    own.max()[axis] - all.min()[axis]
                } else {
                    all.max()[axis] - own.min()[axis]
                };
                ways[count] = Vector::default().with(axis, sign * length);
                count += 1;
            }
            ways[..count].sort_unstable_by(|a, b| a.length().total_cmp(&b.length()));
            let out =
                ways[..count].iter().find_map(|way| self.mover.at(*way).filter(|goal| self.is_free(goal)));
            let is_out = out.is_some();
            if let Some((goal, moved)) = out.or_else(|| self.mover.at(shortest)) {
                if !is_out && self.first((goal - self.mover.position).map(S::to_f64)).is_some() {
                    return;
                }
                (self.mover.position, self.mover.now) = (goal, moved);
                self.mover.turn(normal, |velocity| along(velocity, &[normal]));
                self.tell(With::Obstacle(id), normal, 0.0, response);
            }
            if is_out {
                return;
            }
        }
    }

    /// What the mover is in, whose box that is.
    fn within(&mut self, own: &Aabb<f64, N>) -> Option<Within<O::Id, N>> {
        let mut found: Option<Within<O::Id, N>> = None;
        self.obstacles.along(own, Vector::default(), &mut |id, obstacle| {
            if obstacle.one_way.is_none()
                && let Some(response) =
                    self.response(id, &obstacle).filter(|response| *response != Response::Cross)
                && overlaps(&self.mover.now, &obstacle.shape)
                && let Some((depth, normal)) = push(&self.mover.now, &obstacle.shape)
            {
                let before = found.as_ref().and_then(|found| found.all);
                let extent = crate::pieces::extent(&obstacle.shape);
                let all = extent.map(|extent| before.map_or(extent, |all| all.union(&extent)));
                let deeper =
                    |found: &Within<O::Id, N>| depth > found.depth || depth == found.depth && id < found.id;
                match &mut found {
                    Some(found) if !deeper(found) => found.all = all,
                    _ => found = Some(Within { depth, normal, id, response, all }),
                }
            }
            f64::INFINITY
        });
        found
    }

    /// Whether nothing that blocks is on the way to a place, or overlapped there.
    fn is_free(&mut self, (goal, moved): &(Vector<S, N>, M)) -> bool {
        self.first((*goal - self.mover.position).map(S::to_f64)).is_none() && self.is_clear(moved)
    }

    /// Whether nothing that blocks is overlapped at a place.
    fn is_clear(&mut self, moved: &M) -> bool {
        let Some(around) = around(moved) else { return false };
        let mut clear = true;
        self.obstacles.along(&around, Vector::default(), &mut |id, obstacle| {
            clear &= obstacle.one_way.is_some()
                || matches!(self.response(id, &obstacle), None | Some(Response::Cross))
                || !overlaps(moved, &obstacle.shape);
            if clear { f64::INFINITY } else { f64::NEG_INFINITY }
        });
        clear
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// The place at the end of a way, rounded away from here, and the shape there.
    fn at(&self, way: Vector<f64, N>) -> Option<(Vector<S, N>, M)> {
        let goal = self.position.checked_add(away::<S, N>(way, 1.0))?;
        Some((goal, self.start.moved(goal)?))
    }
}
