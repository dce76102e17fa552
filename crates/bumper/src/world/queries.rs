//! What a world is asked. Every query takes a filter: it looks only at the shapes for which that says yes.

use super::bounds::{Region, around, outward};
use super::{Collider, Id, World, relation};
use crate::AsShape;
use crate::scalar::{Real, Scalar};
use crate::{
    Aabb, Contact, Ray, RayHit, Relation, Shape, SweepHit, Vector, cast, contact, contact_within, sweep,
};
use alloc::vec::Vec;

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// Calls `found` with every shape that touches or overlaps a given one, in an order that depends on what was done to the
    /// world. A NaN meets nothing.
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Ball, Relation, Vector};
    /// let mut world = World::<i16, 2>::new();
    /// let wall = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// world.intersect_all(Ball::new([14, 5], 5), |_, _| true, |id, relation| assert_eq!((id, relation), (wall, Relation::Touching)));
    /// // Who is at a point, of those on the second layer?
    /// world.intersect_all(Vector([5, 5]), |_, collider| collider.layers & 2 != 0, |_, _| panic!());
    /// ```
    pub fn intersect_all<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
        mut found: impl FnMut(Id, Relation),
    ) {
        let shape = shape.into();
        let Ok(region) = Region::new(&shape) else { return };
        self.tree.meeting(&region.around, region.sure.each_ref(), |slot, bounds, sure| {
            let Some((id, collider, is_box)) = self.slots.known(slot) else { return };
            let sure = if is_box { sure } else { region.holds(&bounds) };
            if filter(id, collider) {
                let relation =
                    if sure { Relation::Overlapping } else { relation(&shape, &collider.shape.as_shape()) };
                if relation != Relation::Apart {
                    found(id, relation);
                }
            }
        });
    }

    /// Puts every shape that touches or overlaps a given one into a list, which is emptied first: in the order of
    /// [`sort`](World::sort).
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

    /// The first shape that a ray meets, and where. Of several at the same distance, the first in the order of
    /// [`sort`](World::sort).
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
    pub fn cast(
        &self,
        ray: &Ray<S::Real, N>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Option<(Id, RayHit<S::Real, N>)> {
        let mut first = First::new();
        let reach = ray.reach().to_f64();
        self.tree.cast(direction(ray.from()).0, direction(ray.direction()).0, reach, |slot| {
            if let Some((id, collider, _)) = self.slots.known(slot as u32)
                && filter(id, collider)
                && let Some(hit) = cast(ray, collider.shape.as_shape())
            {
                first.offer(hit.distance.to_f64(), collider.data, id, hit);
            }
            first.limit
        });
        first.best.map(|(_, id, hit)| (id, hit))
    }

    /// Calls `found` with every shape that a ray meets, and where, in an order that depends on what was done to the world.
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
        let reach = ray.reach().to_f64();
        self.tree.cast(direction(ray.from()).0, direction(ray.direction()).0, reach, |slot| {
            if let Some((id, collider, _)) = self.slots.known(slot as u32)
                && filter(id, collider)
                && let Some(hit) = cast(ray, collider.shape.as_shape())
            {
                found(id, hit);
            }
            f64::INFINITY
        });
    }

    /// The first shape that a moving one comes to touch on its way, and when; see [`sweep`]. A one-way side counts only where
    /// the motion comes from its side and does not begin within the shape. Of several at the same time, the first in the order
    /// of [`sort`](World::sort).
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
    pub fn sweep<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        moves: impl Into<Vector<S::Real, N>>,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Option<(Id, SweepHit<S::Real, N>)> {
        let (shape, moves) = (shape.into(), moves.into());
        let around = around(&shape).ok()?;
        let mut first = First::new();
        self.tree.sweep(&around, direction(moves), 1.0, |slot| {
            if let Some((id, collider, _)) = self.slots.known(slot as u32)
                && filter(id, collider)
                && let Some(hit) = collider.hit(shape, moves)
            {
                first.offer(hit.time.to_f64(), collider.data, id, hit);
            }
            first.limit
        });
        first.best.map(|(_, id, hit)| (id, hit))
    }

    /// Calls `found` with every shape that a moving one comes to touch on its way, as [`sweep`](World::sweep) does with the
    /// first, in an order that depends on what was done to the world.
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
        let Ok(around) = around(&shape) else { return };
        self.tree.sweep(&around, direction(moves), 1.0, |slot| {
            if let Some((id, collider, _)) = self.slots.known(slot as u32)
                && filter(id, collider)
                && let Some(hit) = collider.hit(shape, moves)
            {
                found(id, hit);
            }
            f64::INFINITY
        });
    }

    /// The shape nearest to a given one, no farther than a reach, and how they lie to each other: the one with the least
    /// separation, which is negative where they overlap. Of several as near, the first in the order of [`sort`](World::sort).
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
    pub fn nearest<'a>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
        reach: S::Real,
        mut filter: impl FnMut(Id, &Collider<T>) -> bool,
    ) -> Option<(Id, Contact<S::Real, N>)> {
        let (shape, reach, infinity) = (shape.into(), reach.to_f64(), S::Real::from_f64(f64::INFINITY));
        let mut first = First::new();
        self.tree.nearest(&around(&shape).ok()?, reach, |slot| {
            if let Some((id, collider, _)) = self.slots.known(slot as u32)
                && filter(id, collider)
            {
                let other = collider.shape.as_shape();
                // The same, but compiled for the kinds that are known here, where it does not leave the range of the float.
                let near = contact_within(shape, other, infinity).unwrap_or_else(|| contact(shape, other));
                let separation = near.separation.to_f64();
                if separation <= reach {
                    first.offer(separation, collider.data, id, near);
                }
            }
            first.limit
        });
        first.best.map(|(_, id, near)| (id, near))
    }
}

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// Calls `each` with every box of the broad phase, those around many shapes before those within: to be drawn, as with
    /// [`debug`](crate::debug).
    ///
    /// ```
    /// # use bumper::{Vector, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// world.insert(Collider::new(Vector([3, 4]))).unwrap();
    /// let mut boxes = 0;
    /// world.each_box(|bounds| boxes += u32::from(bounds.contains([3.0, 4.0])));
    /// assert_eq!(boxes, 1);
    /// ```
    pub fn each_box(&self, mut each: impl FnMut(&Aabb<f32, N>)) {
        let draw = |bounds: &Aabb<f32, N>| {
            each(bounds);
            true
        };
        self.tree.visit(draw, |_| ());
    }

    /// Calls `each` with every shape that a box may come to touch on its way, until the time that it returns.
    pub(crate) fn each_along<'a>(
        &'a self,
        around: &Aabb<f64, N>,
        step: Vector<f64, N>,
        mut each: impl FnMut(Id, &'a Collider<T>) -> f64,
    ) {
        let region = outward(around.min(), around.max());
        if step == Vector::default() {
            return self.tree.intersect_all(&region, |slot| {
                if let Some((id, collider, _)) = self.slots.known(slot as u32) {
                    each(id, collider);
                }
            });
        }
        self.tree.sweep(&region, step.map(|c| c as f32), 1.0, |slot| {
            self.slots.known(slot as u32).map_or(f64::INFINITY, |(id, collider, _)| each(id, collider))
        });
    }
}

impl<T> Collider<T> {
    /// The touch of a shape that moves, unless it comes to a one-way side from elsewhere.
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
        // The normal points from what moves to what holds it.
        let holds = |side: crate::Side| !hit.starts_overlapping && side.faces(Vector::default() - hit.normal);
        self.one_way.is_none_or(holds).then_some(hit)
    }
}

/// The first of some answers: by how near, by data, by id.
struct First<A> {
    /// How near others have to be.
    limit: f64,
    best: Option<(u64, Id, A)>,
}

impl<A> First<A> {
    fn new() -> Self {
        Self { limit: f64::INFINITY, best: None }
    }

    /// Takes an answer if it is better.
    #[inline]
    fn offer(&mut self, near: f64, data: u64, id: Id, answer: A) {
        let is_before = |best: &(u64, Id, A)| (near, data, id) < (self.limit, best.0, best.1);
        if self.best.as_ref().is_none_or(is_before) {
            (self.limit, self.best) = (near, Some((data, id, answer)));
        }
    }
}

/// Rounded here, but by less than what the tree leaves out.
fn direction<R: Real, const N: usize>(v: Vector<R, N>) -> Vector<f32, N> {
    v.map(|c| c.to_f64() as f32)
}
