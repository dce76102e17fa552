//! The queries of a world. Every query takes a filter and ignores the colliders for which it returns false.

use super::bounds::{Region, conservative_aabb, round_outwards};
use super::{Collider, Id, World, relation};
use crate::AsShape;
use crate::scalar::{Real, Scalar};
use crate::{
    Aabb, Contact, Ray, RayHit, Relation, Shape, SweepHit, Vector, cast, contact, contact_within, sweep,
};
use alloc::vec::Vec;

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// Calls `found` with each collider that touches or overlaps a shape, and with the relation of the two. Only colliders for which `filter`
    /// returns true are considered; it may test their layers, which have no other effect here. The order depends on the history of the
    /// world. A shape with a NaN intersects nothing. Costs O(log n + k) for k colliders near the shape.
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Ball, Relation, Vector};
    /// let mut world = World::<i16, 2>::new();
    /// let wall = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// world.intersect_all(Ball::new([14, 5], 5), |_, _| true, |id, relation| assert_eq!((id, relation), (wall, Relation::Touching)));
    /// // Which colliders of the second layer contain a point?
    /// world.intersect_all(Vector([5, 5]), |_, collider| collider.layers & 2 != 0, |_, _| panic!());
    /// ```
    #[doc(alias(
        "intersections_with_shape",
        "b2World_OverlapAABB",
        "intersect_shape",
        "OverlapCircleAll",
        "OverlapBoxAll"
    ))]
    pub fn intersect_all<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
        mut found: impl FnMut(Id, Relation),
    ) {
        let shape = shape.into();
        let Ok(region) = Region::new(&shape) else { return };
        self.tree.intersecting(
            &region.conservative_aabb,
            region.certain.each_ref(),
            |slot, bounds, certain| {
                let Some((id, collider, is_box)) = self.slots.occupied(slot) else { return };
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

    /// Clears `list` and fills it with the ids of all colliders that touch or overlap a shape and for which `filter` returns true, in the
    /// order of [`sort`](World::sort).
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Vector};
    /// let mut world = World::<i16, 2>::new();
    /// let wall = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// let mut here = Vec::new();
    /// world.intersecting(Vector([9, 9]), |_, _| true, &mut here);
    /// assert_eq!(here, [wall]);
    /// ```
    pub fn intersecting<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        filter: impl FnMut(Id, &Collider<T>) -> bool,
        list: &mut Vec<Id>,
    ) {
        list.clear();
        self.intersect_all(shape, filter, |id, _| list.push(id));
        self.sort(list);
    }

    /// Casts a ray and returns the first collider that it hits and for which `filter` returns true, with the hit. Of several colliders at
    /// the same distance, returns the first in the order of [`sort`](World::sort).
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Ray};
    /// let mut world = World::<f32, 2>::new();
    /// let near = world.insert(Collider::new(Aabb::new([4.0, 0.0], [5.0, 9.0]))).unwrap();
    /// let far = world.insert(Collider::new(Aabb::new([8.0, 0.0], [9.0, 9.0]))).unwrap();
    /// let ray = Ray::new([0.0, 1.0], [1.0, 0.0]).unwrap();
    /// assert_eq!(world.cast(&ray, |_, _| true).unwrap().0, near);
    /// let (id, hit) = world.cast(&ray, |id, _| id != near).unwrap();
    /// assert_eq!((id, hit.distance), (far, 8.0));
    /// ```
    #[must_use]
    #[doc(alias("cast_ray", "b2World_CastRayClosest", "intersect_ray", "Raycast"))]
    pub fn cast(
        &self,
        ray: &Ray<S::Real, N>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Option<(Id, RayHit<S::Real, N>)> {
        let mut best = Best::new();
        let max_distance = ray.reach().to_f64();
        self.tree.cast(direction(ray.from()).0, direction(ray.direction()).0, max_distance, |slot| {
            if let Some((id, collider, _)) = self.slots.occupied(slot as u32)
                && filter(id, collider)
                && let Some(hit) = cast(ray, collider.shape.as_shape())
            {
                best.update(hit.distance.to_f64(), collider.data, id, hit);
            }
            best.limit
        });
        best.best.map(|(_, id, hit)| (id, hit))
    }

    /// Casts a ray and calls `found` with each collider that it hits and for which `filter` returns true. The order depends on the history of
    /// the world.
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Ray};
    /// let mut world = World::<f32, 2>::new();
    /// world.insert(Collider::new(Aabb::new([4.0, 0.0], [5.0, 9.0]))).unwrap();
    /// world.insert(Collider::new(Aabb::new([8.0, 0.0], [9.0, 9.0]))).unwrap();
    /// let mut distances = Vec::new();
    /// world.cast_all(&Ray::new([0.0, 1.0], [1.0, 0.0]).unwrap(), |_, _| true, |_, hit| distances.push(hit.distance));
    /// distances.sort_by(f32::total_cmp);
    /// assert_eq!(distances, [4.0, 8.0]);
    /// ```
    pub fn cast_all(
        &self,
        ray: &Ray<S::Real, N>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
        mut found: impl FnMut(Id, RayHit<S::Real, N>),
    ) {
        let max_distance = ray.reach().to_f64();
        self.tree.cast(direction(ray.from()).0, direction(ray.direction()).0, max_distance, |slot| {
            if let Some((id, collider, _)) = self.slots.occupied(slot as u32)
                && filter(id, collider)
                && let Some(hit) = cast(ray, collider.shape.as_shape())
            {
                found(id, hit);
            }
            f64::INFINITY
        });
    }

    /// Casts a moving shape and returns the first collider that it touches and for which `filter` returns true, with the time of impact, the
    /// normal and the contact point; see [`sweep`]. A collider with a one-way side is hit only if the shape moves against that side and does
    /// not start inside. Of several colliders at the same time, returns the first in the order of [`sort`](World::sort).
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Axis, Ball, Side};
    /// let mut world = World::<f32, 2>::new();
    /// let up = Some(Side { axis: Axis::Y, negative: false });
    /// let platform = Collider { one_way: up, ..Collider::new(Aabb::new([0.0, 4.0], [9.0, 5.0])) };
    /// let platform = world.insert(platform).unwrap();
    /// let (below, above) = (Ball::new([5.0, 1.0], 1.0), Ball::new([5.0, 8.0], 1.0));
    /// assert!(world.sweep(below, [0.0, 9.0], |_, _| true).is_none());
    /// let (id, hit) = world.sweep(above, [0.0, -4.0], |_, _| true).unwrap();
    /// assert_eq!((id, hit.time), (platform, 0.5));
    /// ```
    #[must_use]
    #[doc(alias("cast_shape", "b2World_CastShape", "cast_motion", "CircleCast", "BoxCast"))]
    pub fn sweep<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        moves: impl Into<Vector<S::Real, N>>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Option<(Id, SweepHit<S::Real, N>)> {
        let (shape, moves) = (shape.into(), moves.into());
        let conservative_aabb = conservative_aabb(&shape).ok()?;
        let mut best = Best::new();
        self.tree.sweep(&conservative_aabb, direction(moves), 1.0, |slot| {
            if let Some((id, collider, _)) = self.slots.occupied(slot as u32)
                && filter(id, collider)
                && let Some(hit) = collider.hit(shape, moves)
            {
                best.update(hit.time.to_f64(), collider.data, id, hit);
            }
            best.limit
        });
        best.best.map(|(_, id, hit)| (id, hit))
    }

    /// Casts a moving shape and calls `found` with each collider that it touches and for which `filter` returns true, by the rules of
    /// [`sweep`](World::sweep). The order depends on the history of the world.
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::Ball;
    /// let mut world = World::<f32, 2>::new();
    /// world.insert(Collider::new(Ball::new([4.0, 0.0], 1.0))).unwrap();
    /// world.insert(Collider::new(Ball::new([8.0, 0.0], 1.0))).unwrap();
    /// let mut hits = 0;
    /// world.sweep_all(Ball::new([0.0, 0.0], 1.0), [9.0, 0.0], |_, _| true, |_, _| hits += 1);
    /// assert_eq!(hits, 2);
    /// ```
    pub fn sweep_all<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        moves: impl Into<Vector<S::Real, N>>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
        mut found: impl FnMut(Id, SweepHit<S::Real, N>),
    ) {
        let (shape, moves) = (shape.into(), moves.into());
        let Ok(conservative_aabb) = conservative_aabb(&shape) else { return };
        self.tree.sweep(&conservative_aabb, direction(moves), 1.0, |slot| {
            if let Some((id, collider, _)) = self.slots.occupied(slot as u32)
                && filter(id, collider)
                && let Some(hit) = collider.hit(shape, moves)
            {
                found(id, hit);
            }
            f64::INFINITY
        });
    }

    /// The collider with the smallest separation from a shape, of those at most `max_distance` away for which `filter` returns true, and the
    /// contact of the two. Overlapping shapes have a negative separation. Of several colliders at the same separation, returns the first in
    /// the order of [`sort`](World::sort).
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Ball, Vector};
    /// let mut world = World::<f32, 2>::new();
    /// let near = world.insert(Collider::new(Ball::new([4.0, 0.0], 1.0))).unwrap();
    /// world.insert(Collider::new(Ball::new([8.0, 0.0], 1.0))).unwrap();
    /// let (id, contact) = world.nearest(Vector([0.0, 0.0]), 100.0, |_, _| true).unwrap();
    /// assert_eq!((id, contact.separation), (near, 3.0));
    /// assert!(world.nearest(Vector([0.0, 0.0]), 2.0, |_, _| true).is_none());
    /// ```
    #[must_use]
    #[doc(alias("project_point", "ClosestPoint", "get_closest_point"))]
    pub fn nearest<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        max_distance: S::Real,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Option<(Id, Contact<S::Real, N>)> {
        let (shape, max_distance, infinity) =
            (shape.into(), max_distance.to_f64(), S::Real::from_f64(f64::INFINITY));
        let mut best = Best::new();
        self.tree.nearest(&conservative_aabb(&shape).ok()?, max_distance, |slot| {
            if let Some((id, collider, _)) = self.slots.occupied(slot as u32)
                && filter(id, collider)
            {
                let other = collider.shape.as_shape();
                // `contact_within` is inlined for the kinds of shapes known here; it returns `None` only beyond the range of the float.
                let near = contact_within(shape, other, infinity).unwrap_or_else(|| contact(shape, other));
                let separation = near.separation.to_f64();
                if separation <= max_distance {
                    best.update(separation, collider.data, id, near);
                }
            }
            best.limit
        });
        best.best.map(|(_, id, near)| (id, near))
    }
}

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// Calls `each` with every box of the broad phase's tree, parents before children. They can be drawn with [`debug`](crate::debug).
    ///
    /// ```
    /// # use bumper::{Vector, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// world.insert(Collider::new(Vector([3, 4]))).unwrap();
    /// let mut boxes = 0;
    /// world.each_aabb(|bounds| boxes += u32::from(bounds.contains([3.0, 4.0])));
    /// assert_eq!(boxes, 1);
    /// ```
    pub fn each_aabb(&self, mut each: impl FnMut(&Aabb<f32, N>)) {
        let draw = |bounds: &Aabb<f32, N>| {
            each(bounds);
            true
        };
        self.tree.visit(draw, |_| ());
    }

    /// Calls `each` with every collider that a moving box may touch, up to the time that `each` returns.
    pub(crate) fn each_along<'a>(
        &'a self,
        conservative_aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
        mut each: impl FnMut(Id, &'a Collider<T>) -> f64,
    ) {
        let region = round_outwards(conservative_aabb.min(), conservative_aabb.max());
        if step == Vector::default() {
            return self.tree.intersect_all(&region, |slot| {
                if let Some((id, collider, _)) = self.slots.occupied(slot as u32) {
                    each(id, collider);
                }
            });
        }
        self.tree.sweep(&region, step.map(|c| c as f32), 1.0, |slot| {
            self.slots.occupied(slot as u32).map_or(f64::INFINITY, |(id, collider, _)| each(id, collider))
        });
    }
}

impl<T> Collider<T> {
    /// The first touch of a moving shape, unless a one-way side lets it through.
    fn hit<S: Scalar, const N: usize>(
        &self,
        shape: Shape<'_, S, N>,
        moves: Vector<S::Real, N>,
    ) -> Option<SweepHit<S::Real, N>>
    where
        T: AsShape<S, N>,
    {
        if self.one_way.is_some_and(|side| !side.faces(Vector::default() - moves)) {
            return None;
        }
        let hit = sweep(shape, moves, self.shape.as_shape(), Vector::default())?;
        // The normal points from the moving shape to the collider.
        let contains =
            |side: crate::Side| !hit.starts_overlapping && side.faces(Vector::default() - hit.normal);
        self.one_way.is_none_or(contains).then_some(hit)
    }
}

/// The best of several results: by distance or time, then by user data, then by id.
struct Best<A> {
    /// The distance or time of the best result.
    limit: f64,
    best: Option<(u64, Id, A)>,
}

impl<A> Best<A> {
    fn new() -> Self {
        Self { limit: f64::INFINITY, best: None }
    }

    /// Replaces the best result if this one is better.
    #[inline]
    fn update(&mut self, near: f64, data: u64, id: Id, answer: A) {
        let is_before = |best: &(u64, Id, A)| (near, data, id) < (self.limit, best.0, best.1);
        if self.best.as_ref().is_none_or(is_before) {
            (self.limit, self.best) = (near, Some((data, id, answer)));
        }
    }
}

/// Rounds to `f32`; the error is smaller than the tolerance of the tree.
fn direction<R: Real, const N: usize>(v: Vector<R, N>) -> Vector<f32, N> {
    v.map(|c| c.to_f64() as f32)
}
