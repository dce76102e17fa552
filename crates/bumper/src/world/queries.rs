//! The queries of a world. Each takes a filter and ignores the colliders for which the filter returns false.

use super::bounds::{QueryRegion, conservative_aabb, round_outwards};
use super::slots::OccupiedSlot;
use super::{Collider, ColliderHit, Id, World, relation};
use crate::AsShape;
use crate::broad_phase::best::Best;
use crate::scalar::{Real, Scalar};
use crate::{
    Aabb, Contact, Ray, RayHit, Relation, Shape, SweepHit, Vector, cast, contact, contact_within, sweep,
};
use alloc::vec::Vec;

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// Calls `found` with each collider that touches or overlaps `shape`, and with the relation of the two. Colliders for which the closure
    /// `filter` returns false are left out. The fields [`layers`](Collider::layers) and [`filter`](Collider::filter) of colliders have no
    /// effect, unless the closure reads them. The order of the calls depends on the history of the world. A shape with a NaN intersects
    /// nothing. Costs O(log n + k) for k colliders near the shape, and allocates nothing.
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Ball, Relation, Vector};
    /// let mut world = World::<i16, 2>::new();
    /// let wall = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// world.each_intersecting(Ball::new([14, 5], 5), |_, _| true, |id, relation| assert_eq!((id, relation), (wall, Relation::Touching)));
    /// // Which colliders of the second layer contain a point? None: the wall is in the first layer.
    /// world.each_intersecting(Vector([5, 5]), |_, collider| collider.layers & 2 != 0, |_, _| panic!());
    /// ```
    #[doc(alias(
        "intersections_with_shape",
        "b2World_OverlapAABB",
        "intersect_shape",
        "OverlapCircleAll",
        "OverlapBoxAll"
    ))]
    pub fn each_intersecting<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
        mut found: impl FnMut(Id, Relation),
    ) {
        let shape = shape.into();
        let Ok(region) = QueryRegion::new(&shape) else { return };
        self.tree.intersecting(
            &region.conservative_aabb,
            region.certain.each_ref(),
            |slot, bounds, certain| {
                let Some(OccupiedSlot { id, collider, is_box }) = self.slots.occupied(slot) else { return };
                let certain = if is_box { certain } else { region.contains(&bounds) };
                if filter(id, collider) {
                    let relation = if certain {
                        Relation::Overlapping
                    } else {
                        relation(&shape, &collider.shape.as_shape())
                    };
                    if relation != Relation::Apart {
                        found(id, relation);
                    }
                }
            },
        );
    }

    /// All colliders that touch or overlap `shape` and for which `filter` returns true, with the relation of each, in the order of
    /// [`sort`](World::sort). [`each_intersecting`](World::each_intersecting) finds the same colliders without a list.
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Relation, Vector};
    /// let mut world = World::<i16, 2>::new();
    /// let wall = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// let found = world.intersecting(Vector([9, 9]), |_, _| true);
    /// assert_eq!((found.len(), found[0].collider, found[0].hit), (1, wall, Relation::Touching));
    /// ```
    #[must_use]
    pub fn intersecting<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Vec<ColliderHit<Relation>> {
        let mut list = Vec::new();
        self.each_intersecting(shape, filter, |collider, hit| list.push(ColliderHit { collider, hit }));
        list.sort_unstable_by_key(|found| self.sort_key(found.collider));
        list
    }

    /// The first collider that a ray hits, with the hit that [`cast`] returns; `None` if the ray hits nothing. Colliders for which
    /// `filter` returns false are left out. One-way sides have no effect on rays. If the ray hits several colliders at the same distance,
    /// returns the first of them in the order of [`sort`](World::sort).
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Ray};
    /// let mut world = World::<f32, 2>::new();
    /// let near = world.insert(Collider::new(Aabb::new([4.0, 0.0], [5.0, 9.0]))).unwrap();
    /// let far = world.insert(Collider::new(Aabb::new([8.0, 0.0], [9.0, 9.0]))).unwrap();
    /// let ray = Ray::new([0.0, 1.0], [1.0, 0.0]).unwrap();
    /// assert_eq!(world.cast(&ray, |_, _| true).unwrap().collider, near);
    /// let found = world.cast(&ray, |id, _| id != near).unwrap();
    /// assert_eq!((found.collider, found.hit.distance), (far, 8.0));
    /// ```
    #[must_use]
    #[doc(alias("cast_ray", "b2World_CastRayClosest", "intersect_ray", "Raycast"))]
    pub fn cast(
        &self,
        ray: &Ray<S::Real, N>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Option<ColliderHit<RayHit<S::Real, N>>> {
        let mut best = Best::new();
        let max_distance = ray.max_distance().to_f64();
        self.tree.cast(to_f32(ray.from()).0, to_f32(ray.direction()).0, max_distance, |slot| {
            if let Some(OccupiedSlot { id, collider, .. }) = self.slots.occupied(slot as u32)
                && filter(id, collider)
                && let Some(hit) = cast(ray, collider.shape.as_shape())
            {
                best.update(hit.distance.to_f64(), (collider.data, id), hit);
            }
            best.limit
        });
        best.into_best().map(|((_, collider), hit)| ColliderHit { collider, hit })
    }

    /// All colliders that a ray hits and for which `filter` returns true, each with the first hit on it. Sorted by distance; hits at the
    /// same distance are in the order of [`sort`](World::sort).
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Ray};
    /// let mut world = World::<f32, 2>::new();
    /// let far = world.insert(Collider::new(Aabb::new([8.0, 0.0], [9.0, 9.0]))).unwrap();
    /// let near = world.insert(Collider::new(Aabb::new([4.0, 0.0], [5.0, 9.0]))).unwrap();
    /// let found = world.cast_all(&Ray::new([0.0, 1.0], [1.0, 0.0]).unwrap(), |_, _| true);
    /// assert_eq!(found.iter().map(|found| found.collider).collect::<Vec<_>>(), [near, far]);
    /// ```
    #[must_use]
    pub fn cast_all(
        &self,
        ray: &Ray<S::Real, N>,
        filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Vec<ColliderHit<RayHit<S::Real, N>>> {
        let mut list = Vec::new();
        self.each_on_ray(ray, filter, |collider, hit| list.push(ColliderHit { collider, hit }));
        self.sort_hits(&mut list, |hit| hit.distance);
        list
    }

    /// Calls `found` with each collider that a ray hits and for which `filter` returns true, and with the first hit on it. The order of the
    /// calls depends on the history of the world, not on the distance. Allocates nothing.
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Ray};
    /// let mut world = World::<f32, 2>::new();
    /// world.insert(Collider::new(Aabb::new([4.0, 0.0], [5.0, 9.0]))).unwrap();
    /// world.insert(Collider::new(Aabb::new([8.0, 0.0], [9.0, 9.0]))).unwrap();
    /// let mut hits = 0;
    /// world.each_on_ray(&Ray::new([0.0, 1.0], [1.0, 0.0]).unwrap(), |_, _| true, |_, _| hits += 1);
    /// assert_eq!(hits, 2);
    /// ```
    pub fn each_on_ray(
        &self,
        ray: &Ray<S::Real, N>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
        mut found: impl FnMut(Id, RayHit<S::Real, N>),
    ) {
        let max_distance = ray.max_distance().to_f64();
        self.tree.cast(to_f32(ray.from()).0, to_f32(ray.direction()).0, max_distance, |slot| {
            if let Some(OccupiedSlot { id, collider, .. }) = self.slots.occupied(slot as u32)
                && filter(id, collider)
                && let Some(hit) = cast(ray, collider.shape.as_shape())
            {
                found(id, hit);
            }
            f64::INFINITY
        });
    }

    /// The first collider that `shape` touches while it moves by `moves`, among those for which `filter` returns true, with the hit: the
    /// time of impact (a fraction of `moves`), the normal and the contact point, as [`sweep`] returns it. `None` if there is no such
    /// collider. If the shape hits several colliders at the same time, returns the first of them in the order of [`sort`](World::sort).
    ///
    /// A collider with a one-way side blocks only a shape that moves towards that side from outside. For example, a platform with the side
    /// +y blocks a shape that moves towards smaller y. It does not block a shape that overlaps it at the start.
    ///
    /// `moves` is a vector of the scalar's float type ([`Scalar::Real`]), also in worlds of integers and fixed point. In these, it is `f64`.
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::Aabb;
    /// let mut world = World::<i32, 2>::new();
    /// world.insert(Collider::new(Aabb::new([30, 0], [40, 10]))).unwrap();
    /// let found = world.sweep(Aabb::new([0, 0], [10, 10]), [40.0, 0.0], |_, _| true).unwrap();
    /// assert_eq!((found.hit.time, found.hit.normal), (0.5, [1.0, 0.0].into()));
    /// ```
    ///
    /// A platform with a one-way side:
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Ball, Side};
    /// let mut world = World::<f32, 2>::new();
    /// let up = Some(Side::MAX_Y);
    /// let platform = Collider { one_way: up, ..Collider::new(Aabb::new([0.0, 4.0], [9.0, 5.0])) };
    /// let platform = world.insert(platform).unwrap();
    /// let (below, above) = (Ball::new([5.0, 1.0], 1.0), Ball::new([5.0, 8.0], 1.0));
    /// assert!(world.sweep(below, [0.0, 9.0], |_, _| true).is_none());
    /// let found = world.sweep(above, [0.0, -4.0], |_, _| true).unwrap();
    /// assert_eq!((found.collider, found.hit.time), (platform, 0.5));
    /// ```
    #[must_use]
    #[doc(alias("cast_shape", "b2World_CastShape", "cast_motion", "CircleCast", "BoxCast"))]
    pub fn sweep<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        moves: impl Into<Vector<S::Real, N>>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Option<ColliderHit<SweepHit<S::Real, N>>> {
        let shape = shape.into();
        let moves = moves.into();
        let conservative_aabb = conservative_aabb(&shape).ok()?;
        let mut best = Best::new();
        self.tree.sweep(&conservative_aabb, to_f32(moves), 1.0, |slot| {
            if let Some(OccupiedSlot { id, collider, .. }) = self.slots.occupied(slot as u32)
                && filter(id, collider)
                && let Some(hit) = collider.sweep_hit(shape, moves)
            {
                best.update(hit.time.to_f64(), (collider.data, id), hit);
            }
            best.limit
        });
        best.into_best().map(|((_, collider), hit)| ColliderHit { collider, hit })
    }

    /// All colliders that `shape` touches while it moves by `moves` and for which `filter` returns true, each with the first hit on it, as
    /// [`sweep`](World::sweep) defines it. Sorted by time; hits at the same time are in the order of [`sort`](World::sort).
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::Ball;
    /// let mut world = World::<f32, 2>::new();
    /// let far = world.insert(Collider::new(Ball::new([8.0, 0.0], 1.0))).unwrap();
    /// let near = world.insert(Collider::new(Ball::new([4.0, 0.0], 1.0))).unwrap();
    /// let found = world.sweep_all(Ball::new([0.0, 0.0], 1.0), [9.0, 0.0], |_, _| true);
    /// assert_eq!(found.iter().map(|found| found.collider).collect::<Vec<_>>(), [near, far]);
    /// ```
    #[must_use]
    pub fn sweep_all<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        moves: impl Into<Vector<S::Real, N>>,
        filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Vec<ColliderHit<SweepHit<S::Real, N>>> {
        let mut list = Vec::new();
        self.each_on_sweep(shape, moves, filter, |collider, hit| list.push(ColliderHit { collider, hit }));
        self.sort_hits(&mut list, |hit| hit.time);
        list
    }

    /// Calls `found` with each collider that `shape` touches while it moves by `moves`, and with the first hit on it, as
    /// [`sweep`](World::sweep) defines it. Colliders for which `filter` returns false are left out. The order of the calls depends on the
    /// history of the world, not on the times of the hits. Allocates nothing.
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::Ball;
    /// let mut world = World::<f32, 2>::new();
    /// world.insert(Collider::new(Ball::new([4.0, 0.0], 1.0))).unwrap();
    /// world.insert(Collider::new(Ball::new([8.0, 0.0], 1.0))).unwrap();
    /// let mut hits = 0;
    /// world.each_on_sweep(Ball::new([0.0, 0.0], 1.0), [9.0, 0.0], |_, _| true, |_, _| hits += 1);
    /// assert_eq!(hits, 2);
    /// ```
    pub fn each_on_sweep<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        moves: impl Into<Vector<S::Real, N>>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
        mut found: impl FnMut(Id, SweepHit<S::Real, N>),
    ) {
        let shape = shape.into();
        let moves = moves.into();
        let Ok(conservative_aabb) = conservative_aabb(&shape) else { return };
        self.tree.sweep(&conservative_aabb, to_f32(moves), 1.0, |slot| {
            if let Some(OccupiedSlot { id, collider, .. }) = self.slots.occupied(slot as u32)
                && filter(id, collider)
                && let Some(hit) = collider.sweep_hit(shape, moves)
            {
                found(id, hit);
            }
            f64::INFINITY
        });
    }

    /// The collider with the smallest separation from `shape`, and the contact of the two. Colliders that are more than `max_distance` away
    /// or for which `filter` returns false are left out; `None` if no collider is left. Overlapping shapes have a negative separation. If
    /// several colliders have the same separation, returns the first of them in the order of [`sort`](World::sort).
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Ball, Vector};
    /// let mut world = World::<f32, 2>::new();
    /// let near = world.insert(Collider::new(Ball::new([4.0, 0.0], 1.0))).unwrap();
    /// world.insert(Collider::new(Ball::new([8.0, 0.0], 1.0))).unwrap();
    /// let found = world.nearest(Vector([0.0, 0.0]), 100.0, |_, _| true).unwrap();
    /// assert_eq!((found.collider, found.hit.separation), (near, 3.0));
    /// assert!(world.nearest(Vector([0.0, 0.0]), 2.0, |_, _| true).is_none());
    /// ```
    #[must_use]
    #[doc(alias("project_point", "ClosestPoint", "get_closest_point"))]
    pub fn nearest<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        max_distance: S::Real,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Option<ColliderHit<Contact<S::Real, N>>> {
        let shape = shape.into();
        let max_distance = max_distance.to_f64();
        let mut best = Best::new();
        self.tree.nearest(&conservative_aabb(&shape).ok()?, max_distance, |slot| {
            if let Some(OccupiedSlot { id, collider, .. }) = self.slots.occupied(slot as u32)
                && filter(id, collider)
            {
                let other = collider.shape.as_shape();
                // `contact_within` is faster than `contact`, because it is inlined for kinds of shapes that are known at compile time.
                // Without a limit of the distance, it returns `None` only if the distance leaves the range of the float, which `contact`
                // can handle.
                let nearest =
                    contact_within(shape, other, S::Real::INFINITY).unwrap_or_else(|| contact(shape, other));
                let separation = nearest.separation.to_f64();
                if separation <= max_distance {
                    best.update(separation, (collider.data, id), nearest);
                }
            }
            best.limit
        });
        best.into_best().map(|((_, collider), hit)| ColliderHit { collider, hit })
    }
}

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// Sorts hits by a number, such as their distance, then in the order of [`sort`](World::sort).
    fn sort_hits<H>(&self, list: &mut [ColliderHit<H>], number: impl Fn(&H) -> S::Real) {
        list.sort_unstable_by(|a, b| {
            let by_number = number(&a.hit).to_f64().total_cmp(&number(&b.hit).to_f64());
            by_number.then_with(|| self.sort_key(a.collider).cmp(&self.sort_key(b.collider)))
        });
    }

    /// Calls `each` with every bounding box in the tree of the broad phase, for example to draw it. There is a slightly inflated box for
    /// each collider, and the boxes of inner nodes; the box of a node comes before the boxes inside it.
    ///
    /// ```
    /// # use bumper::{Vector, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// world.insert(Collider::new(Vector([3, 4]))).unwrap();
    /// let mut boxes = 0;
    /// world.each_aabb(|bounds| boxes += u32::from(bounds.contains([3.0, 4.0])));
    /// assert_eq!(boxes, 1);
    /// ```
    pub fn each_aabb(&self, each: impl FnMut(&Aabb<f32, N>)) {
        self.tree.each_box(each);
    }

    /// Calls `each` with every collider that the box `conservative_aabb` may touch while it moves by `step`. `each` returns the time, as a
    /// fraction of the step, after which hits are no longer of interest: colliders that are reached later are skipped. If `step` is zero,
    /// all colliders are reached at time zero, so a negative time skips the remaining ones.
    pub(crate) fn each_along<'a>(
        &'a self,
        conservative_aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
        mut each: impl FnMut(Id, &'a Collider<T>) -> f64,
    ) {
        let region = round_outwards(conservative_aabb.min(), conservative_aabb.max());
        if step == Vector::ZERO {
            let mut limit = f64::INFINITY;
            return self.tree.each_intersecting(&region, |slot| {
                if limit < 0.0 {
                    return;
                }
                if let Some(OccupiedSlot { id, collider, .. }) = self.slots.occupied(slot as u32) {
                    limit = each(id, collider);
                }
            });
        }
        self.tree.sweep(&region, step.map(|c| c as f32), 1.0, |slot| {
            self.slots.occupied(slot as u32).map_or(f64::INFINITY, |found| each(found.id, found.collider))
        });
    }
}

impl<T> Collider<T> {
    /// The hit of a moving shape on this collider. `None` if the shape does not reach the collider, or if a one-way side lets it through.
    fn sweep_hit<S: Scalar, const N: usize>(
        &self,
        shape: Shape<'_, S, N>,
        moves: Vector<S::Real, N>,
    ) -> Option<SweepHit<S::Real, N>>
    where
        T: AsShape<S, N>,
    {
        if self.one_way.is_some_and(|side| !side.faces(Vector::ZERO - moves)) {
            return None;
        }
        let hit = sweep(shape, moves, self.shape.as_shape(), Vector::ZERO)?;
        // A one-way side blocks if the shape hits it from outside. The normal of the hit points from the moving shape to the collider, so
        // it is compared with the opposite of the side's outward normal.
        let blocks = |side: crate::Side| !hit.starts_overlapping && side.faces(Vector::ZERO - hit.normal);
        self.one_way.is_none_or(blocks).then_some(hit)
    }
}

/// Rounds a vector to `f32`. The queries of the tree allow for the rounding error.
fn to_f32<R: Real, const N: usize>(v: Vector<R, N>) -> Vector<f32, N> {
    v.map(|c| c.to_f64() as f32)
}
