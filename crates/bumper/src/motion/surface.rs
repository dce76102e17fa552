//! The surface under a contact. The round bottom of a mover meets the edge of a stair at a slanted normal, which belongs to none of the two
//! faces at the edge. So the face next to the contact decides whether the mover can stand there, and not the normal.

use super::hit::{HitTarget, Response};
use super::move_context::{MoveContext, NearestHit, SavedPosition};
use super::obstacles::{Movable, Obstacles, longest_side};
use super::tolerance::{
    EDGE_PROBE_OFFSET, EDGE_PROBE_SLOPE, INTEGER_TOLERANCE, MAX_GAP_FRACTION, SAME_SURFACE,
};
use super::vectors::{level_normal, lowest_height};
use crate::query::overlap_time::{Entry, entry_of_point, entry_point};
use crate::scalar::Scalar;
use crate::{Aabb, Vector};

/// The largest number of obstacles that are tested for the surface on which a mover stands.
const MAX_TOUCHED: usize = 12;

/// The edge of an obstacle that a mover touches.
struct SurfaceEdge<const N: usize> {
    /// The normal of the face next to the edge, on the side of the obstacle.
    face: Vector<f64, N>,
    /// The height of the edge: the component of its position along the upward direction.
    height: f64,
}

impl<S: Scalar, const N: usize, M: Movable<S, N>, O: Obstacles<S, N> + ?Sized> MoveContext<'_, S, N, M, O> {
    /// Whether a climb that started at the position `start` may end on the surface that the mover touches now, after the hit `landing`. The
    /// mover has to land on a floor. If it lands on an edge, the face next to the edge may be the floor instead, and the edge must not be
    /// higher than a stair.
    pub(super) fn lands_on_stair(
        &mut self,
        landing: &NearestHit<O::Id, N>,
        start: &SavedPosition<S, N>,
    ) -> bool {
        let is_floor = self.floor_test.is_floor(landing.entry.normal);
        let down = landing.entry.normal.scaled(-self.contact_gap());
        let Some(edge) = self.edge_at(down, landing) else { return is_floor };
        (is_floor || self.floor_test.is_floor(edge.face)) && !self.is_higher_than_stair(edge.height, start)
    }

    /// The normal of the floor next to the edge on which a mover has come to rest after a fall; `None` if it rests on no such edge.
    pub(super) fn find_floor_after_fall(&mut self) -> Option<Vector<f64, N>> {
        let up = self.floor_test.up.filter(|_| self.mover.walk_settings.is_some())?;
        if self.mover.velocity.map(S::to_f64).dot(up) > 0.0 {
            return None;
        }
        let down = up.scaled(-self.contact_gap());
        let first_hit = self.first_hit(down)?;
        let gap = if S::IS_FLOAT { self.mover.standing_tolerance(up) } else { S::QUANTUM };
        let touches = first_hit.entry.time * self.contact_gap() <= gap;
        if touches { self.find_floor_at_edge(down, &first_hit) } else { None }
    }

    /// The normal of the floor next to the edge on which a mover comes to rest by the motion `down`. `None` if it touches no edge
    /// of a floor, or if there is no ground below: a round mover rolls off the edge of a cliff.
    pub(super) fn find_floor_at_edge(
        &mut self,
        down: Vector<f64, N>,
        landing: &NearestHit<O::Id, N>,
    ) -> Option<Vector<f64, N>> {
        let edge = self.edge_at(down, landing).filter(|edge| self.floor_test.is_floor(edge.face))?;
        self.has_ground_below().then_some(edge.face)
    }

    /// Whether a grounded mover has hit an edge that is higher than the stairs it climbs, although the normal there is that of a floor. A
    /// mover with a large round bottom would roll over it. `remaining` is the motion that was stopped.
    pub(super) fn is_stopped_by_edge(
        &mut self,
        remaining: Vector<f64, N>,
        first_hit: &NearestHit<O::Id, N>,
    ) -> bool {
        let same = (first_hit.entry.normal - self.mover.state.ground_normal).length() < SAME_SURFACE;
        if same || !self.mover.is_grounded() {
            return false;
        }
        let position = self.save_position();
        self.edge_at(remaining, first_hit)
            .is_some_and(|edge| self.is_higher_than_stair(edge.height, &position))
    }

    /// The edge that the mover touches at a hit on the motion `step` from its current position. `None` if it touches a face with the normal
    /// of the hit. A short probe finds the face: a point moves down beside the contact.
    fn edge_at(&mut self, step: Vector<f64, N>, first_hit: &NearestHit<O::Id, N>) -> Option<SurfaceEdge<N>> {
        let HitTarget::Obstacle(id) = first_hit.target else { return None };
        let up = self.floor_test.up?;
        let aabb = self.aabb?;
        let outward = level_normal(first_hit.entry.normal, up)?;
        let point = self.contact_point(step, id)?;
        let offset = longest_side(&aabb) * EDGE_PROBE_OFFSET;
        let rise = offset * EDGE_PROBE_SLOPE;
        let from = point - outward.scaled(offset) + up.scaled(rise);
        let face = self.first_below(from, up.scaled(rise * -2.0))?.normal;
        let is_edge = (face - first_hit.entry.normal).length() > SAME_SURFACE;
        is_edge.then(|| SurfaceEdge { face, height: point.dot(up) })
    }

    /// The length of a short probe motion. It is longer than the gap that rounding leaves between the mover and a surface that it touches,
    /// so the probe reaches every such surface.
    pub(super) fn contact_gap(&self) -> f64 {
        let size = self.aabb.map_or(0.0, |aabb| longest_side(&aabb));
        if S::IS_FLOAT { size * MAX_GAP_FRACTION } else { 2.0 * S::QUANTUM }
    }

    /// The point at which the mover first touches an obstacle while it moves by `step`.
    fn contact_point(&mut self, step: Vector<f64, N>, id: O::Id) -> Option<Vector<f64, N>> {
        let aabb = self.aabb?;
        let now = self.mover.shape();
        let mut first: Option<(f64, Vector<f64, N>)> = None;
        self.cache.each_along(&aabb, step, &mut |candidate| {
            if candidate.id == id {
                now.each_part(&mut |part| {
                    let found = entry_point(&part, step, &candidate.obstacle.shape);
                    first = found.filter(|found| first.is_none_or(|first| found.0 < first.0)).or(first);
                });
            }
            f64::INFINITY
        });
        first.map(|(_, point)| point)
    }

    /// The first obstacle below a point, as the entry of the point that moves by `down`.
    fn first_below(&mut self, from: Vector<f64, N>, down: Vector<f64, N>) -> Option<Entry<N>> {
        let mut first: Option<Entry<N>> = None;
        self.cache.each_along(&Aabb::ordered(from.0, from.0), down, &mut |candidate| {
            let faces = candidate.obstacle.one_way.is_none_or(|side| side.faces(down.scaled(-1.0)));
            if candidate.response != Response::Cross
                && faces
                && let Some(found) = entry_of_point(from, down, &candidate.obstacle.shape)
                && first.is_none_or(|first| found.time < first.time)
            {
                first = Some(found);
            }
            f64::INFINITY
        });
        first
    }

    /// Whether a floor lies below the middle of the mover, not deeper than two stairs: a round mover that is wider than a stair is deep may
    /// rest on the edges of the next two.
    fn has_ground_below(&mut self) -> bool {
        let (Some(settings), Some(up), Some(aabb)) =
            (self.mover.walk_settings, self.floor_test.up, self.aabb)
        else {
            return false;
        };
        let depth = settings.stair_height.to_f64().max(settings.snap_distance.to_f64()) * 2.0;
        let middle = (aabb.min() + aabb.max()).scaled(0.5);
        let rise = longest_side(&aabb) * EDGE_PROBE_OFFSET;
        let from = middle + up.scaled(lowest_height(&aabb, up) - middle.dot(up) + rise);
        let found = self.first_below(from, up.scaled(-(depth + rise * 2.0)));
        found.is_some_and(|found| self.floor_test.is_floor(found.normal))
    }

    /// Whether `height` is above the surface on which the mover stands at the position `stand` by more than it can climb in one stair.
    fn is_higher_than_stair(&mut self, height: f64, stand: &SavedPosition<S, N>) -> bool {
        let (Some(settings), Some(up)) = (self.mover.walk_settings, self.floor_test.up) else { return false };
        let rounding = if S::IS_FLOAT { self.mover.standing_tolerance(up) } else { 0.0 };
        let stair = settings.stair_height.to_f64() * (1.0 + INTEGER_TOLERANCE) + rounding;
        if stand.lowest_height(up).is_none_or(|lowest| height - lowest <= stair) {
            return false;
        }
        // A mover whose round bottom rests on an edge, or on a slope, reaches below the surface on which it stands.
        let position = self.save_position();
        self.restore_position(stand);
        let support = self.support_height(up);
        self.restore_position(&position);
        support.is_none_or(|support| height - support > stair)
    }

    /// The height of the surface on which the mover stands at its current position: that of the lowest contact with the face of a floor. A
    /// mover that touches no such face rests on the edges of floors; then it is the height of the highest of these edges. Walls that the
    /// mover touches do not count. `None` if the mover stands on nothing.
    fn support_height(&mut self, up: Vector<f64, N>) -> Option<f64> {
        let down = up.scaled(-self.contact_gap());
        let mut floor: Option<f64> = None;
        let mut highest_edge: Option<f64> = None;
        for first_hit in self.touched_by(down).into_iter().flatten() {
            let HitTarget::Obstacle(id) = first_hit.target else { continue };
            let Some(height) = self.contact_point(down, id).map(|point| point.dot(up)) else { continue };
            match self.edge_at(down, &first_hit) {
                None if self.floor_test.is_floor(first_hit.entry.normal) => {
                    floor = Some(floor.map_or(height, |lowest| lowest.min(height)));
                }
                Some(edge) if self.floor_test.is_floor(edge.face) => {
                    highest_edge = Some(highest_edge.map_or(height, |highest| highest.max(height)));
                }
                None | Some(_) => (),
            }
        }
        floor.or(highest_edge)
    }

    /// The first [`MAX_TOUCHED`] hits of the mover on a short motion with obstacles that stop it.
    fn touched_by(&mut self, step: Vector<f64, N>) -> [Option<NearestHit<O::Id, N>>; MAX_TOUCHED] {
        let mut touched = [None; MAX_TOUCHED];
        let Some(aabb) = self.aabb else { return touched };
        let mut count = 0;
        let Self { mover, cache, is_box, .. } = self;
        let mover_box = is_box.then_some(&aabb);
        cache.each_along(&aabb, step, &mut |candidate| {
            if candidate.response != Response::Cross
                && count < MAX_TOUCHED
                && let Some(entry) = candidate.entry(mover.shape(), mover_box, step)
            {
                let target = HitTarget::Obstacle(candidate.id);
                let response = candidate.response;
                let order = candidate.obstacle.order;
                touched[count] = Some(NearestHit { target, entry, response, order });
                count += 1;
            }
            f64::INFINITY
        });
        touched
    }
}
