//! Spatial queries on the colliders of all bodies: ray casts, overlaps, shape casts and nearest colliders.
//!
//! The tree of the broad phase finds the parts near a query. Then the shape of the whole collider, at the current pose of its body, is
//! passed to the query for single shapes, such as [`cast`](crate::cast()) or [`sweep`](crate::sweep()).

pub(super) mod query_filter;

use super::Simulation;
use super::bodies::body::ColliderId;
use super::bodies::collider_data::ColliderData;
use super::tolerance::QUERY_AABB_MARGIN;
use crate::broad_phase::best::Best;
use crate::scalar::Real;
use crate::{
    Aabb, Contact, Ray, RayHit, Relate, Relation, Shape, SweepHit, Vector, cast, contact, contact_within,
    sweep,
};
use alloc::vec::Vec;
use query_filter::{BodyHit, QueryFilter};

impl<R: Real> Simulation<R> {
    /// The first collider that a ray hits, and the hit; see [`cast`](crate::cast()). Only colliders that `filter` accepts are considered.
    /// `None` if the ray hits nothing. If the ray hits several colliders at the same distance, returns the collider with the lowest id.
    /// Costs O(log n) for most rays.
    ///
    /// ```
    /// use bumper::{Aabb, Ray, dynamics::{BodyDef, ColliderDef, QueryFilter, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let crate_ = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([4.0, 0.0], [5.0, 1.0]))]).unwrap();
    /// let found = simulation.cast(&Ray::new([0.0, 0.5], [1.0, 0.0]).unwrap(), &QueryFilter::default()).unwrap();
    /// assert_eq!((found.body, found.hit.distance), (crate_, 4.0));
    /// assert!(simulation.cast(&Ray::new([0.0, 0.5], [0.0, 1.0]).unwrap(), &QueryFilter::default()).is_none());
    /// ```
    #[must_use]
    #[doc(alias("cast_ray", "b2World_CastRayClosest", "intersect_ray", "Raycast"))]
    pub fn cast(&self, ray: &Ray<R, 2>, filter: &QueryFilter<'_, R>) -> Option<BodyHit<RayHit<R, 2>>> {
        let mut best = Best::new();
        self.each_on_ray(ray, filter, |slot, hit| {
            best.update(hit.distance.to_f64(), slot, hit);
            best.limit
        });
        self.best_hit(best)
    }

    /// All colliders that a ray hits, each with the first hit. Only colliders that `filter` accepts are considered. Sorted by distance,
    /// then by id.
    ///
    /// ```
    /// use bumper::{Aabb, Ray, dynamics::{ColliderDef, QueryFilter, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// for x in [8.0, 4.0] {
    ///     simulation.insert_static(&ColliderDef::new(Aabb::new([x, 0.0], [x + 1.0, 1.0]))).unwrap();
    /// }
    /// let found = simulation.cast_all(&Ray::new([0.0, 0.5], [1.0, 0.0]).unwrap(), &QueryFilter::default());
    /// assert_eq!(found.iter().map(|found| found.hit.distance).collect::<Vec<_>>(), [4.0, 8.0]);
    /// ```
    #[must_use]
    pub fn cast_all(&self, ray: &Ray<R, 2>, filter: &QueryFilter<'_, R>) -> Vec<BodyHit<RayHit<R, 2>>> {
        let mut found = Vec::new();
        self.each_on_ray(ray, filter, |slot, hit| {
            found.push((hit.distance, slot, hit));
            f64::INFINITY
        });
        self.sorted_hits(found)
    }

    /// All colliders that touch or overlap `shape`, sorted by id. The hit says whether the collider only touches the shape or overlaps it.
    /// Only colliders that `filter` accepts are considered. If `shape` is a point, these are the colliders under a cursor.
    ///
    /// ```
    /// use bumper::{Ball, Relation, Vector, dynamics::{BodyDef, ColliderDef, QueryFilter, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([3.0, 0.0], 1.0))]).unwrap();
    /// let under_cursor = simulation.intersecting(Vector([3.5, 0.5]), &QueryFilter::default());
    /// assert_eq!((under_cursor[0].body, under_cursor[0].hit), (ball, Relation::Overlapping));
    /// assert_eq!(simulation.intersecting(Ball::new([0.0, 0.0], 1.9), &QueryFilter::default()), []);
    /// ```
    #[must_use]
    #[doc(alias(
        "pick",
        "OverlapPoint",
        "intersections_with_shape",
        "b2World_OverlapShape",
        "intersect_shape",
        "OverlapCircleAll",
        "OverlapBoxAll"
    ))]
    pub fn intersecting<'a>(
        &self,
        shape: impl Into<Shape<'a, R, 2>>,
        filter: &QueryFilter<'_, R>,
    ) -> Vec<BodyHit<Relation>> {
        let shape = shape.into();
        let mut found = Vec::new();
        let mut visited = Visited::new();
        let Some(region) = aabb_with_margin(&shape) else { return Vec::new() };
        self.broad_phase.tree.each_intersecting(&region, |key| {
            let Some((slot, data)) = self.candidate(key, filter, &mut visited) else { return };
            let relation =
                data.with_shape(&self.bodies[data.body as usize], |collider| shape.relation(collider));
            if relation != Relation::Apart {
                found.push((R::ZERO, slot, relation));
            }
        });
        self.sorted_hits(found)
    }

    /// All colliders, including sensors, whose AABBs touch a region or almost touch it, in ascending order of their ids.
    pub(super) fn colliders_near(&self, region: &Aabb<R, 2>) -> Vec<ColliderId> {
        let Some(region) = aabb_with_margin(&Shape::Aabb(*region)) else { return Vec::new() };
        let mut ids = Vec::new();
        self.broad_phase
            .tree
            .each_intersecting(&region, |key| ids.push(self.collider_id(self.parts[key].collider)));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The first collider that `shape` touches while it moves by `moves`, with the time of impact (a fraction of `moves`), the normal and
    /// the contact point; see [`sweep`](crate::sweep()). Only colliders that `filter` accepts are considered. If the shape hits several
    /// colliders at the same time, returns the collider with the lowest id.
    ///
    /// ```
    /// use bumper::{Aabb, Ball, dynamics::{BodyDef, ColliderDef, QueryFilter, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let wall = simulation.insert_static(&ColliderDef::new(Aabb::new([4.0, -9.0], [5.0, 9.0]))).unwrap();
    /// let found = simulation.sweep(Ball::new([0.0, 0.0], 1.0), [6.0, 0.0], &QueryFilter::default()).unwrap();
    /// assert_eq!((found.collider, found.hit.time), (wall, 0.5));
    /// ```
    #[must_use]
    #[doc(alias("cast_shape", "b2World_CastShape", "cast_motion", "CircleCast", "BoxCast"))]
    pub fn sweep<'a>(
        &self,
        shape: impl Into<Shape<'a, R, 2>>,
        moves: impl Into<Vector<R, 2>>,
        filter: &QueryFilter<'_, R>,
    ) -> Option<BodyHit<SweepHit<R, 2>>> {
        let mut best = Best::new();
        self.each_on_sweep(&shape.into(), moves.into(), filter, |slot, hit| {
            best.update(hit.time.to_f64(), slot, hit);
            best.limit
        });
        self.best_hit(best)
    }

    /// All colliders that `shape` touches while it moves by `moves`, each with the first hit. Only colliders that `filter` accepts are
    /// considered. Sorted by time, then by id.
    #[must_use]
    pub fn sweep_all<'a>(
        &self,
        shape: impl Into<Shape<'a, R, 2>>,
        moves: impl Into<Vector<R, 2>>,
        filter: &QueryFilter<'_, R>,
    ) -> Vec<BodyHit<SweepHit<R, 2>>> {
        let mut found = Vec::new();
        self.each_on_sweep(&shape.into(), moves.into(), filter, |slot, hit| {
            found.push((hit.time, slot, hit));
            f64::INFINITY
        });
        self.sorted_hits(found)
    }

    /// The collider with the smallest separation from `shape`, and the contact of the two. Its normal points from `shape` to the collider.
    /// Only colliders that are at most `max_distance` away and that `filter` accepts are considered. Overlapping shapes have a negative
    /// separation. If several colliders have the same separation, returns the collider with the lowest id.
    ///
    /// ```
    /// use bumper::{Ball, Vector, dynamics::{BodyDef, ColliderDef, QueryFilter, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let near = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([4.0, 0.0], 1.0))]).unwrap();
    /// simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([8.0, 0.0], 1.0))]).unwrap();
    /// let found = simulation.nearest(Vector([0.0, 0.0]), 100.0, &QueryFilter::default()).unwrap();
    /// assert_eq!((found.body, found.hit.separation), (near, 3.0));
    /// assert!(simulation.nearest(Vector([0.0, 0.0]), 2.0, &QueryFilter::default()).is_none());
    /// ```
    #[must_use]
    #[doc(alias("project_point", "ClosestPoint", "get_closest_point"))]
    pub fn nearest<'a>(
        &self,
        shape: impl Into<Shape<'a, R, 2>>,
        max_distance: R,
        filter: &QueryFilter<'_, R>,
    ) -> Option<BodyHit<Contact<R, 2>>> {
        let shape = shape.into();
        let mut best = Best::new();
        let mut visited = Visited::new();
        self.broad_phase.tree.nearest(&aabb_with_margin(&shape)?, max_distance.to_f64(), |key| {
            if let Some((slot, data)) = self.candidate(key, filter, &mut visited) {
                let found = data.with_shape(&self.bodies[data.body as usize], |collider| {
                    // Without a limit, `contact_within` returns `None` only if the distance leaves the range of the float. `contact` gives
                    // a result in this case, too.
                    contact_within(shape, *collider, R::INFINITY).unwrap_or_else(|| contact(shape, *collider))
                });
                if found.separation <= max_distance {
                    best.update(found.separation.to_f64(), slot, found);
                }
            }
            best.limit
        });
        self.best_hit(best)
    }

    /// Calls `found` with the slot of each collider that a ray hits, and the first hit on the collider. `found` returns a distance;
    /// colliders beyond that distance are skipped.
    fn each_on_ray(
        &self,
        ray: &Ray<R, 2>,
        filter: &QueryFilter<'_, R>,
        mut found: impl FnMut(u32, RayHit<R, 2>) -> f64,
    ) {
        let mut visited = Visited::new();
        let mut limit = f64::INFINITY;
        self.broad_phase.tree.sweep(
            &Aabb::point(ray.from()),
            ray.direction(),
            ray.max_distance().to_f64(),
            |key| {
                if let Some((slot, data)) = self.candidate(key, filter, &mut visited)
                    && let Some(hit) =
                        data.with_shape(&self.bodies[data.body as usize], |collider| cast(ray, *collider))
                {
                    limit = found(slot, hit);
                }
                limit
            },
        );
    }

    /// Calls `found` with the slot of each collider that a moving shape touches, and the first hit on the collider. `found` returns a time;
    /// colliders that are hit later are skipped.
    fn each_on_sweep(
        &self,
        shape: &Shape<'_, R, 2>,
        moves: Vector<R, 2>,
        filter: &QueryFilter<'_, R>,
        mut found: impl FnMut(u32, SweepHit<R, 2>) -> f64,
    ) {
        let Some(region) = aabb_with_margin(shape) else { return };
        let mut visited = Visited::new();
        let mut limit = f64::INFINITY;
        self.broad_phase.tree.sweep(&region, moves, 1.0, |key| {
            if let Some((slot, data)) = self.candidate(key, filter, &mut visited)
                && let Some(hit) = data.with_shape(&self.bodies[data.body as usize], |collider| {
                    sweep(*shape, moves, *collider, Vector::ZERO)
                })
            {
                limit = found(slot, hit);
            }
            limit
        });
    }

    /// The slot and the collider of a part. `None` if the filter rejects the collider, or if the query has already visited another part of
    /// the collider.
    fn candidate(
        &self,
        key: usize,
        filter: &QueryFilter<'_, R>,
        visited: &mut Visited,
    ) -> Option<(u32, &ColliderData<R>)> {
        let slot = self.parts[key].collider;
        let data = &self.colliders[slot as usize];
        let is_new = data.part_count == 1 || visited.insert(slot);
        (is_new && self.accepts(filter, slot)).then_some((slot, data))
    }

    /// Adds the ids to a hit: the id of the collider in the slot, and the id of its body.
    fn query_hit<H>(&self, slot: u32, hit: H) -> BodyHit<H> {
        let body = self.colliders[slot as usize].body;
        BodyHit { collider: self.collider_id(slot), body: self.body_id(body), hit }
    }

    /// The nearest or earliest hit of a query, with the ids of its collider and its body.
    fn best_hit<H>(&self, best: Best<u32, H>) -> Option<BodyHit<H>> {
        best.into_best().map(|(slot, hit)| self.query_hit(slot, hit))
    }

    /// The hits of a query with the ids of their colliders and bodies, sorted by distance or time, then by the slots of the colliders.
    fn sorted_hits<H>(&self, mut found: Vec<(R, u32, H)>) -> Vec<BodyHit<H>> {
        let compare =
            |a: &(R, u32, H), b: &(R, u32, H)| a.0.to_f64().total_cmp(&b.0.to_f64()).then(a.1.cmp(&b.1));
        found.sort_unstable_by(compare);
        found.into_iter().map(|(_, slot, hit)| self.query_hit(slot, hit)).collect()
    }
}

/// The slots of the colliders that a query has already visited, in ascending order. The tree finds each convex part of a collider, but the
/// query needs the collider only once. Colliders with a single part are not listed.
struct Visited(Vec<u32>);

impl Visited {
    fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds the slot of a collider. Returns whether the slot was not in the list before.
    fn insert(&mut self, slot: u32) -> bool {
        let place = self.0.binary_search(&slot);
        if let Err(index) = place {
            self.0.insert(index, slot);
        }
        place.is_err()
    }
}

/// The AABB of a shape with a margin for rounding errors. `None` if the shape is empty, infinite or has a NaN. That of a half-space is infinite
/// on all axes, because an infinite margin of one side would make the others infinite, too.
pub(super) fn aabb_with_margin<R: Real>(shape: &Shape<'_, R, 2>) -> Option<Aabb<R, 2>> {
    if matches!(shape, Shape::HalfSpace(_)) {
        return Some(Aabb::new(Vector::splat(R::NEG_INFINITY), Vector::splat(R::INFINITY)));
    }
    let bounds = shape.bounds()?;
    let size = [bounds.min(), bounds.max()]
        .iter()
        .flat_map(|end| end.0)
        .fold(0.0, |max: f64, c| max.max(c.to_f64().abs()));
    let margin = Vector::splat(R::from_f64(size * QUERY_AABB_MARGIN));
    Some(Aabb::new(bounds.min() - margin, bounds.max() + margin))
}
