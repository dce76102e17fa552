//! Pushes: a platform pushes the movers in its way, and pushed movers push the movers in their way.

use super::{MoverGroup, Platform, PushRule};
use crate::motion::carry::Push;
use crate::motion::group_obstacles::{parts_of, region_of};
use crate::motion::obstacle_entry::overlaps;
use crate::motion::obstacles::{Movable, Obstacles, aabb_of, swept_aabb};
use crate::scalar::Scalar;
use crate::{Aabb, Relate, Vector};
use alloc::vec::Vec;

/// The largest number of passes over all movers. Each pass pushes the movers that are in the way, until a pass finds none. Most steps need
/// two passes, and the second finds none. A mover that is still pushed in the last pass counts as crushed.
const MAX_PASSES: usize = 16;

impl<S: Scalar, const N: usize, M: Movable<S, N> + Clone, O: Obstacles<S, N> + ?Sized>
    MoverGroup<'_, S, N, M, O>
{
    /// Pushes the movers in the way of the platform, and the movers in the way of pushed movers. If a mover has no room, returns its index
    /// as an error.
    ///
    /// The movers are sorted along the displacement of the platform, from the rear to the front. A mover behind has reached its final
    /// position before it pushes the movers ahead, so most movers are pushed only once. `moved` are the indices of the movers that have
    /// been pushed, in ascending order.
    pub(super) fn push_movers(&mut self, platform: &Platform<'_, S, N>) -> Result<(), usize> {
        if platform.rule == PushRule::Never {
            return Ok(());
        }
        let swept = region_of(&platform.before).zip(region_of(&platform.after)).map(|(a, b)| a.union(&b));
        let mut last_pushed = None;
        let mut moved = Vec::new();
        for _ in 0..MAX_PASSES {
            last_pushed = None;
            for index in 0..self.movers.len() {
                let mut is_pushed = false;
                for pusher in moved.iter().rev().copied().map(Some).chain([None]) {
                    is_pushed |=
                        self.is_moved_by(pusher, index) && self.push(pusher, index, platform, swept)?;
                }
                if is_pushed {
                    last_pushed = Some(index);
                    if let Err(place) = moved.binary_search(&index) {
                        moved.insert(place, index);
                    }
                }
            }
            if last_pushed.is_none() {
                break;
            }
        }
        last_pushed.map_or_else(|| self.check_overlaps(platform), Err)
    }

    /// Pushes the mover `index` out of the path of the mover `pusher`, or of the platform if `pusher` is `None`. `swept` is the region that
    /// the platform sweeps. Returns whether the mover has moved. If it has no room, returns its index as an error.
    fn push(
        &mut self,
        pusher: Option<usize>,
        index: usize,
        platform: &Platform<'_, S, N>,
        swept: Option<Aabb<f64, N>>,
    ) -> Result<bool, usize> {
        let back = |mover: usize| self.displacement(mover).map(|c| -c.to_f64());
        let path =
            |pusher: usize| Some(swept_aabb(&region_of(&parts_of(&self.shapes[pusher]))?, back(pusher)));
        let own_path = aabb_of(&self.shapes[index]).map(|aabb| swept_aabb(&aabb, back(index)));
        if !pusher.map_or(swept, path).zip(own_path).is_some_and(|(path, own)| path.intersects(&own)) {
            return Ok(false);
        }
        let shapes = pusher.and_then(|pusher| Some((self.start_shape(pusher)?, self.shapes[pusher].clone())));
        let (before, parts) = shapes.as_ref().map_or_else(
            || (platform.before.clone(), platform.after.clone()),
            |(start, now)| (parts_of(start), parts_of(now)),
        );
        let (own, total) =
            (self.displacement(index), pusher.map_or(platform.by[index], |pusher| self.displacement(pusher)));
        let Some(first) = self.start_shape(index) else { return Ok(false) };
        let push = Push { parts: &parts, by: total - own, before: &before, first: &first };
        let Some((_, normal)) = self.movers[index].push_out(&push) else { return Ok(false) };
        // If this mover has moved towards the pusher, but the pusher has not moved towards this mover, this mover is the cause. Nothing is
        // done here: when the two are visited in exchanged roles, this mover pushes the other.
        let towards = |displacement: Vector<S, N>| displacement.map(S::to_f64).dot(normal);
        if pusher.is_some() && towards(total) <= 0.0 && towards(own) < 0.0 {
            return Ok(false);
        }
        let position = self.movers[index].position();
        let solid = self.crushed.clone();
        let mut is_clear = false;
        self.run(index, &solid, &mut |context| is_clear = context.make_clear(&push));
        if !is_clear {
            return Err(index);
        }
        // Between a pusher and a wall without room for rounding, a mover would be moved to and fro by rounding errors in every pass.
        let mover = &self.movers[index];
        let moved = (mover.position() - position).map(S::to_f64).length();
        let is_rounding = own != Vector::ZERO && moved <= mover.rounding_depth(normal);
        Ok(mover.position() != position && !is_rounding)
    }

    /// Checks that no mover overlaps the platform, and that no mover that has moved overlaps another one. Overlaps that existed before the
    /// step are allowed, and those that rounding may cause. Returns the index of a mover with a new overlap as an error.
    pub(super) fn check_overlaps(&self, platform: &Platform<'_, S, N>) -> Result<(), usize> {
        for index in 0..self.movers.len() {
            let is_in_platform = platform.rule != PushRule::Never
                && self.is_moved_by(None, index)
                && platform.before.iter().zip(&platform.after).any(|(before, after)| {
                    !after.admits_movers()
                        && self.movers[index].penetrates(after)
                        && !self.start_shape(index).is_some_and(|start| overlaps(&start, &before.shape))
                });
            let has_moved = self.displacement(index) != Vector::ZERO;
            let mut others = 0..if has_moved { self.movers.len() } else { 0 };
            let penetrates = |other: usize| {
                self.newly_overlaps(index, other)
                    && parts_of(&self.shapes[other]).iter().any(|part| self.movers[index].penetrates(part))
            };
            if is_in_platform || others.any(penetrates) {
                return Err(index);
            }
        }
        Ok(())
    }

    /// Whether two movers overlap now, but did not overlap before the step.
    pub(super) fn newly_overlaps(&self, a: usize, b: usize) -> bool {
        let overlap = |a: &M, b: &M| parts_of(b).iter().any(|part| overlaps(a, &part.shape));
        let near = |a: &M, b: &M| aabb_of(a).zip(aabb_of(b)).is_none_or(|(a, b)| a.intersects(&b));
        let now = &self.shapes[a];
        let other = &self.shapes[b];
        a != b
            && self.rules.interact(a, b)
            && near(now, other)
            && overlap(now, other)
            && !self.start_shape(a).zip(self.start_shape(b)).is_some_and(|(a, b)| overlap(&a, &b))
    }
}
