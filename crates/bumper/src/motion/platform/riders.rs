//! Riders: movers that stand on a platform, on each other, or on movers that the platform pushes.

use super::{MoverGroup, Platform};
use crate::motion::carry::Push;
use crate::motion::group_obstacles::{parts_of, region_of, remaining};
use crate::motion::obstacles::{Movable, Obstacle, Obstacles, aabb_of, inflated, longest_side};
use crate::scalar::Scalar;
use crate::{Relate, Vector};
use alloc::vec::Vec;

/// A rider of a platform: the displacement that remains to be made, and its position and velocity before that motion.
struct RiderMotion<S, const N: usize> {
    index: usize,
    remaining_step: Vector<S, N>,
    from: Vector<S, N>,
    velocity: Vector<S, N>,
}

impl<S: Scalar, const N: usize, M: Movable<S, N> + Clone, O: Obstacles<S, N> + ?Sized>
    MoverGroup<'_, S, N, M, O>
{
    /// The movers that stand on the platform, or on other riders, sorted from the platform upwards.
    pub(super) fn riders(&mut self, platform: &Platform<'_, S, N>) -> Vec<usize> {
        let mut riders = Vec::new();
        let mut found = alloc::vec![false; self.movers.len()];
        for next in 0..=self.movers.len() {
            let Some(supporter) = next.checked_sub(1).map(|index| riders.get(index).copied()) else {
                self.add_riders(&platform.before, None, &mut riders, &mut found);
                self.add_earlier_riders(platform, &mut riders, &mut found);
                continue;
            };
            let Some(supporter) = supporter else { break };
            let shape = self.shapes[supporter].clone();
            self.add_riders(&parts_of(&shape), Some(supporter), &mut riders, &mut found);
        }
        riders
    }

    /// Adds to `riders` the movers that stand on the given parts. The parts belong to the mover `supporter`, or to the platform if it is
    /// `None`.
    fn add_riders(
        &mut self,
        parts: &[Obstacle<'_, S, N>],
        supporter: Option<usize>,
        riders: &mut Vec<usize>,
        found: &mut [bool],
    ) {
        for (index, found) in found.iter_mut().enumerate() {
            if !*found && self.is_moved_by(supporter, index) && self.rides_on(index, parts) {
                *found = true;
                riders.push(index);
            }
        }
    }

    /// Adds to `riders` the movers that another platform has carried since their last own step, and that stood on this platform before.
    /// So a mover that stands on two lifts side by side completes its motion with the second one, also if the first one has carried it
    /// off the second, or if the second one was in its way.
    fn add_earlier_riders(
        &mut self,
        platform: &Platform<'_, S, N>,
        riders: &mut Vec<usize>,
        found: &mut [bool],
    ) {
        for (index, found) in found.iter_mut().enumerate() {
            let mover = &self.movers[index];
            if *found
                || mover.state.carrier.zip(platform.key).is_none_or(|(carrier, key)| carrier == key)
                || !self.is_moved_by(None, index)
            {
                continue;
            }
            let start = mover.position().checked_sub(mover.state.carried);
            let Some(shape) = start.and_then(|start| mover.shape_at(start)) else { continue };
            if self.movers[index].rides_on(&shape, &platform.before) {
                *found = true;
                riders.push(index);
            }
        }
    }

    /// Whether a mover stands on one of the given parts.
    fn rides_on(&mut self, index: usize, parts: &[Obstacle<'_, S, N>]) -> bool {
        let shape = &self.shapes[index];
        let region = region_of(parts);
        let is_near = aabb_of(shape).is_none_or(|aabb| {
            let margin = longest_side(&aabb) + 2.0 * S::QUANTUM;
            region.is_none_or(|region| inflated(&aabb, margin).intersects(&region))
        });
        is_near && self.movers[index].rides_on(shape, parts)
    }

    /// Moves each rider by the displacement of the platform, minus the distance that it has already moved in this step.
    pub(super) fn move_riders(&mut self, platform: &Platform<'_, S, N>, riders: &[usize]) {
        let mut moving: Vec<RiderMotion<S, N>> = Vec::new();
        for &rider in riders.iter().filter(|&&rider| !self.crushed[rider]) {
            let mover = &self.movers[rider];
            // If the rider stands on two lifts side by side, the other lift may have carried it already since the last own step of the
            // rider. Then this lift moves the rider only by the rest of its displacement.
            let other = mover.state.carrier.zip(platform.key).is_some_and(|(carrier, key)| carrier != key);
            let earlier = if other { mover.state.carried } else { Vector::ZERO };
            let remaining_step = remaining(platform.by[rider], self.displacement(rider) + earlier);
            if remaining_step != Vector::ZERO {
                moving.push(self.rider_motion(rider, remaining_step));
            }
        }
        // All riders try to move together. If obstacles stop some of them, all riders go back. Then the foremost of the stopped riders
        // moves alone as far as it can, because it may be in the way of those behind it. From then on it is an obstacle for the remaining
        // riders, which try again together.
        loop {
            let known_hits = self.hits.len();
            let solid: Vec<bool> =
                (0..self.movers.len()).map(|index| moving.iter().all(|rider| rider.index != index)).collect();
            let mut stopped: Option<usize> = None;
            for (place, rider) in moving.iter().enumerate() {
                self.move_rider(rider, &solid);
                if Some(self.movers[rider.index].position()) != rider.from.checked_add(rider.remaining_step)
                    && stopped.is_none_or(|other| moving[other].index < rider.index)
                {
                    stopped = Some(place);
                }
            }
            let stopped = stopped.or_else(|| self.separate_riders(platform, &moving).err());
            let Some(stopped) = stopped else { return };
            moving.iter().for_each(|rider| self.put(rider.index, rider.from, rider.velocity));
            self.hits.truncate(known_hits);
            let rider = moving.remove(stopped);
            self.move_rider(&rider, &alloc::vec![true; self.movers.len()]);
            let total = platform.by[rider.index];
            let by = total - self.displacement(rider.index);
            let is_pushed = self.start_shape(rider.index).is_none_or(|first| {
                let push = Push { parts: &platform.after, by, before: &platform.before, first: &first };
                self.movers[rider.index].push_out(&push).is_some()
            });
            if is_pushed {
                self.put(rider.index, rider.from, rider.velocity);
            }
        }
    }

    /// Moves each mover that stands on a pushed mover by the displacement of the pushed mover, as far as there is room. `riders` are the
    /// riders of the platform; they have been moved already and are skipped. Returns the movers that this function has moved.
    pub(super) fn move_riders_of_pushed(&mut self, riders: &[usize]) -> Vec<usize> {
        let mut is_rider = alloc::vec![false; self.movers.len()];
        riders.iter().for_each(|&rider| is_rider[rider] = true);
        let mut moved: Vec<usize> = (0..self.movers.len())
            .filter(|&index| !is_rider[index] && self.displacement(index) != Vector::ZERO)
            .collect();
        let pushed_count = moved.len();
        let mut next = 0;
        while let Some(&supporter) = moved.get(next) {
            next += 1;
            let Some(start) = self.start_shape(supporter) else { continue };
            let parts = parts_of(&start);
            let step = self.displacement(supporter);
            // The movers are sorted along the displacement of the platform, from the rear to the front. The front one is moved first,
            // because it may be in the way of those behind it.
            for index in (0..self.movers.len()).rev() {
                let may_ride = !is_rider[index] && self.displacement(index) == Vector::ZERO;
                if !may_ride || !self.is_moved_by(Some(supporter), index) || !self.rides_on(index, &parts) {
                    continue;
                }
                let rider = self.rider_motion(index, step);
                self.move_rider(&rider, &alloc::vec![true; self.movers.len()]);
                if self.displacement(index) != Vector::ZERO {
                    moved.push(index);
                }
            }
        }
        moved.split_off(pushed_count)
    }

    /// The motion of the mover `index` by `remaining_step` as a rider, with its current position and velocity.
    fn rider_motion(&self, index: usize, remaining_step: Vector<S, N>) -> RiderMotion<S, N> {
        let mover = &self.movers[index];
        RiderMotion { index, remaining_step, from: mover.position(), velocity: mover.velocity }
    }

    /// Moves a rider as far as its obstacles allow: the obstacles outside the group, and the movers for which `solid` is true.
    fn move_rider(&mut self, rider: &RiderMotion<S, N>, solid: &[bool]) {
        self.run(rider.index, solid, &mut |context| {
            if !context.move_if_free(rider.remaining_step) {
                context.move_along(rider.remaining_step.map(S::to_f64));
            }
        });
    }

    /// Separates riders that have moved together and now overlap the platform or each other by a rounding error. `moving` are these riders.
    /// Returns an index in `moving` as an error if a rider cannot be separated, or if it overlaps an earlier rider because the two have
    /// moved by different displacements.
    fn separate_riders(
        &mut self,
        platform: &Platform<'_, S, N>,
        moving: &[RiderMotion<S, N>],
    ) -> Result<(), usize> {
        for (place, &RiderMotion { index: rider, .. }) in moving.iter().enumerate() {
            let meets = |earlier: &&RiderMotion<S, N>| self.rules.interact(earlier.index, rider);
            let shapes: Vec<(M, M)> = (moving[..place].iter().filter(meets))
                .filter_map(|earlier| {
                    Some((self.start_shape(earlier.index)?, self.shapes[earlier.index].clone()))
                })
                .collect();
            let mut before = platform.before.clone();
            let mut parts = platform.after.clone();
            before.extend(shapes.iter().flat_map(|(start, _)| parts_of(start)));
            parts.extend(shapes.iter().flat_map(|(_, now)| parts_of(now)));
            let first = self.start_shape(rider).ok_or(place)?;
            let by = platform.by[rider] - self.displacement(rider);
            let push = Push { parts: &parts, by, before: &before, first: &first };
            if S::IS_FLOAT && self.movers[rider].push_out(&push).is_some() {
                let solid: Vec<bool> = (0..self.movers.len())
                    .map(|index| moving[place..].iter().all(|later| later.index != index))
                    .collect();
                self.run(rider, &solid, &mut |context| _ = context.make_clear(&push));
            }
            if moving[..place].iter().any(|earlier| self.newly_overlaps(rider, earlier.index)) {
                return Err(place);
            }
        }
        Ok(())
    }
}
