//! Where a mover may be put: up to an obstacle, beside one that it is in, and never into one.

use super::Mover;
use super::obstacles::{Movable, Obstacles, around};
use super::travel::{Block, Course, Response, With};
use super::ways::{along, away, overlaps, push, rounded, roundings};
use crate::query::entry::Entry;
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Vector};

impl<S: Scalar, const N: usize, M: Movable<S, N>> Mover<S, N, M> {
    /// Goes up to a block, or to the end of the way, but never to where the mover overlaps what it did not overlap. Returns what
    /// has stopped it.
    pub(super) fn make<O: Obstacles<S, N> + ?Sized>(
        &mut self,
        rest: Vector<f64, N>,
        mut block: Option<Block<O::Id, N>>,
        course: &mut Course<'_, S, N, O>,
    ) -> Option<Block<O::Id, N>> {
        let start = self.position;
        for attempt in 0..4 {
            let way = block.map_or(rest, |block| rest.scaled(block.entry.time));
            let across = block.map(|block| block.entry.normal);
            let Some(cut_way) = rounded::<S, N>(way, across) else { return block };
            let goal = start.checked_add(cut_way).map(|goal| self.flush(goal, way, across));
            let Some((goal, moved)) = goal.and_then(|goal| Some((goal, self.start.moved(goal)?))) else {
                break;
            };
            // Whole numbers are cut off, which leads off the way by less than a step: that is looked at like any other.
            let cut_way = (goal - start).map(S::to_f64);
            if !S::IS_FLOAT && cut_way != way && attempt < 3 {
                match self.first(cut_way, course, &mut false) {
                    None => {}
                    Some(nearer) => {
                        let time = nearer.entry.time * block.map_or(1.0, |block| block.entry.time);
                        block = Some(Block { entry: Entry { time, ..nearer.entry }, ..nearer });
                        continue;
                    }
                }
            }
            let Some(offender) = self.newly_overlapped(&moved, block, course) else {
                (self.position, self.now) = (goal, moved);
                return block;
            };
            if offender.response == Response::BackUp {
                return Some(offender);
            }
            // Rounding has put it into something: it is taken back along the normal, as little as it takes.
            let hit = block.filter(|block| block.with == offender.with).unwrap_or(offender);
            let unit = self.unit(&moved);
            for k in 0..if S::IS_FLOAT { 8 } else { 2 } {
                let back = away::<S, N>(hit.entry.normal, unit * f64::from(1u16 << k));
                let Some(goal) = goal.checked_add(back) else { break };
                let Some(moved) = self.start.moved(goal) else { break };
                if self.newly_overlapped(&moved, block, course).is_none()
                    && self.first((goal - start).map(S::to_f64), course, &mut false).is_none()
                {
                    (self.position, self.now) = (goal, moved);
                    return block.or(Some(hit));
                }
            }
            block = block.or(Some(hit));
            break;
        }
        // It stays where it is, and that counts as blocked.
        block
    }

    /// With floats, the place at which the shape as it was made, moved there, ends where the way does: up to a surface that is square
    /// to an axis the place alone would end beside it by a rounding.
    fn flush(&self, goal: Vector<S, N>, way: Vector<f64, N>, normal: Option<Vector<f64, N>>) -> Vector<S, N> {
        let axis = normal.and_then(|normal| (0..N).find(|&axis| normal[axis].abs() == 1.0));
        let (true, Some(axis)) = (S::IS_FLOAT, axis) else { return goal };
        let (Some(made), Some(now)) = (around(&self.start), around(&self.now)) else { return goal };
        let end = |b: &Aabb<f64, N>| if way[axis] > 0.0 { b.max()[axis] } else { b.min()[axis] };
        S::nearest(end(&now) + way[axis] - end(&made)).map_or(goal, |place| goal.with(axis, place))
    }

    /// An obstacle that a place of the mover overlaps, and its present one does not; or, with the tutorials' rule, any. One-way sides
    /// count where they have been hit.
    fn newly_overlapped<O: Obstacles<S, N> + ?Sized>(
        &self,
        moved: &M,
        hit: Option<Block<O::Id, N>>,
        course: &mut Course<'_, S, N, O>,
    ) -> Option<Block<O::Id, N>> {
        let around = around(moved)?;
        let mut found = None;
        let obstacles = course.obstacles;
        obstacles.along(&around, Vector::default(), &mut |id, obstacle| {
            let before = |found: &Block<O::Id, N>| match found.with {
                With::Obstacle(other) => (obstacle.order, id) < (found.order, other),
                With::Bounds => false,
            };
            if found.as_ref().is_none_or(before)
                && let Some(response) =
                    course.response(id, &obstacle).filter(|response| *response != Response::Cross)
                && (obstacle.one_way.is_none() || hit.is_some_and(|hit| hit.with == With::Obstacle(id)))
                && overlaps(moved, &obstacle.shape)
                && (response == Response::BackUp || !overlaps(&self.now, &obstacle.shape))
            {
                let normal = push(moved, &obstacle.shape).map_or(Vector::default(), |(_, normal)| normal);
                let entry = Entry { time: 0.0, normal, corner: false };
                found = Some(Block { with: With::Obstacle(id), entry, response, order: obstacle.order });
            }
            f64::INFINITY
        });
        found
    }

    /// Puts a mover that overlaps obstacles beside them, by the shortest of the ways that lead out of all.
    pub(super) fn leave<O: Obstacles<S, N> + ?Sized>(&mut self, course: &mut Course<'_, S, N, O>) {
        if matches!(self.response, Response::BackUp | Response::Cross) {
            return;
        }
        // A place has been left once for each obstacle at most; what is left then, stays.
        for _ in 0..8 {
            let Some(own) = around(&self.now) else { return };
            let unit = self.unit(&self.now);
            // The deepest of the ways out of one obstacle each, and the box around all of them.
            let mut deepest: Option<(f64, Vector<f64, N>, O::Id, Response)> = None;
            let mut all: Option<Aabb<f64, N>> = None;
            let obstacles = course.obstacles;
            obstacles.along(&own, Vector::default(), &mut |id, obstacle| {
                if obstacle.one_way.is_none()
                    && let Some(response) =
                        course.response(id, &obstacle).filter(|response| *response != Response::Cross)
                    && overlaps(&self.now, &obstacle.shape)
                    && let Some((depth, normal)) = push(&self.now, &obstacle.shape)
                {
                    let deeper = |(most, _, other, _): &(f64, _, O::Id, _)| {
                        depth > *most || depth == *most && id < *other
                    };
                    if deepest.as_ref().is_none_or(deeper) {
                        deepest = Some((depth, normal, id, response));
                    }
                    let extent = crate::pieces::extent(&obstacle.shape);
                    all = extent.map(|extent| all.map_or(extent, |all| all.union(&extent)));
                }
                f64::INFINITY
            });
            let Some((depth, normal, id, response)) = deepest else { return };
            let mut ways = [Vector::default(); 7];
            ways[0] = normal.scaled(depth + unit);
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
            let place = |way: Vector<f64, N>| {
                let goal = self.position.checked_add(away::<S, N>(way, 1.0))?;
                Some((goal, self.start.moved(goal)?))
            };
            let free = ways[..count].iter().find_map(|way| {
                let (goal, moved) = place(*way)?;
                let way = (goal - self.position).map(S::to_f64);
                let clear = self.first(way, course, &mut false).is_none() && self.is_clear(&moved, course);
                clear.then_some((goal, moved))
            });
            let done = free.is_some();
            if let Some((goal, moved)) = free.or_else(|| place(normal.scaled(depth + unit))) {
                if !done && self.first((goal - self.position).map(S::to_f64), course, &mut false).is_some() {
                    return;
                }
                (self.position, self.now) = (goal, moved);
                let surfaces = [normal];
                self.turn(normal, |velocity| along(velocity, &surfaces));
                course.tell(With::Obstacle(id), normal, 0.0, response);
            }
            if done {
                return;
            }
        }
    }

    /// Whether nothing that blocks is overlapped at a place.
    pub(super) fn is_clear<O: Obstacles<S, N> + ?Sized>(
        &self,
        moved: &M,
        course: &mut Course<'_, S, N, O>,
    ) -> bool {
        let Some(around) = around(moved) else { return false };
        let mut clear = true;
        let obstacles = course.obstacles;
        obstacles.along(&around, Vector::default(), &mut |id, obstacle| {
            clear &= obstacle.one_way.is_some()
                || matches!(course.response(id, &obstacle), None | Some(Response::Cross))
                || !overlaps(moved, &obstacle.shape);
            if clear { f64::INFINITY } else { f64::NEG_INFINITY }
        });
        clear
    }

    /// About what rounding does to a place of the mover, or the step of whole numbers.
    pub(super) fn unit(&self, moved: &M) -> f64 {
        let place = self.position.0.map(S::to_f64).into_iter().fold(0.0, |most: f64, c| most.max(c.abs()));
        let place = if S::IS_FLOAT { place * S::Real::EPSILON.to_f64() } else { S::QUANTUM };
        roundings(moved).max(place)
    }
}
