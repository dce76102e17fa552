//! Colliders of bodies as obstacles of movers.

use super::Simulation;
use super::body::ColliderId;
use super::pair_rules::outward_normal;
use super::queries::aabb_with_margin;
use super::query_filter::QueryFilter;
use crate::motion::{Obstacle, Obstacles};
use crate::narrow::measure::abs;
use crate::scalar::Real;
use crate::{Aabb, AsShape, Axis, ShapeBuf, Side, Vector};
use alloc::vec::Vec;

/// The colliders of bodies within a region, as obstacles of a [`Mover`](crate::motion::Mover). Their shapes are copied at the current poses
/// of the bodies. Returned by [`Simulation::obstacles`].
#[derive(Clone, Debug)]
pub struct BodyObstacles<R: Real> {
    obstacles: Vec<PlacedCollider<R>>,
}

/// A collider with its shape in world coordinates.
#[derive(Clone, Debug)]
pub(super) struct PlacedCollider<R: Real> {
    id: ColliderId,
    shape: ShapeBuf<R, 2>,
    aabb: Aabb<f64, 2>,
    one_way: Option<Side>,
    sensor: bool,
}

impl<R: Real> Simulation<R> {
    /// Copies the colliders in a region as obstacles of a [`Mover`](crate::motion::Mover), such as the character of a player, which walks
    /// on bodies and is stopped by them. These are the colliders that touch or overlap the region and that `filter` accepts. The region
    /// must cover the path of the mover in its step, and the space below the mover in which it looks for ground. The shapes are copied, so
    /// that bodies can be changed while the mover moves, for example pushed when the mover hits them. One-way sides of obstacles are
    /// axis-aligned: if a body is rotated, the one-way side of a collider is replaced by the nearest axis-aligned side.
    ///
    /// ```
    /// use bumper::{Aabb, Vector, dynamics::{BodyDef, Collider, QueryFilter, Simulation}, motion::{HitTarget, Mover, Response}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// simulation.insert_static(&Collider::new(Aabb::new([-9.0, -1.0], [9.0, 0.0]))).unwrap();
    /// let crate_ = simulation.insert(&BodyDef::default(), &[Collider::new(Aabb::new([2.0, 0.0], [3.0, 1.0]))]).unwrap();
    /// let mut hero = Mover::new(Aabb::new([0.0, 0.0], [0.8, 1.8]));
    /// hero.gravity = Vector([0.0, -10.0]);
    /// for _ in 0..90 {
    ///     *hero.velocity.x_mut() = 3.0;
    ///     let region = hero.shape().inflated([1.0, 1.0]);
    ///     let obstacles = simulation.obstacles(region, &QueryFilter::default());
    ///     hero.step(1.0 / 60.0, &obstacles, |_| Some(Response::Slide), |hit| {
    ///         // The hero pushes what it walks against.
    ///         if let HitTarget::Obstacle(id) = hit.target && hit.normal.x() < 0.0 {
    ///             let body = simulation.body_of(id).unwrap();
    ///             simulation.apply_impulse(body, [0.3, 0.0], simulation.get(body).unwrap().center).unwrap();
    ///         }
    ///     });
    ///     simulation.step(1.0 / 60.0);
    /// }
    /// assert!(simulation.get(crate_).unwrap().center.x() > 3.0 && hero.is_grounded());
    /// ```
    #[must_use]
    #[doc(alias("KinematicCharacterController", "CharacterBody2D", "move_and_slide"))]
    pub fn obstacles(&self, region: Aabb<R, 2>, filter: &QueryFilter<'_, R>) -> BodyObstacles<R> {
        let found = self.intersecting(region, filter);
        BodyObstacles {
            obstacles: found.into_iter().filter_map(|hit| self.placed_now(hit.collider)).collect(),
        }
    }

    /// The colliders, including sensors, that touch or overlap at least one of the regions, as obstacles of movers.
    pub(super) fn obstacles_in(&self, regions: impl Iterator<Item = Aabb<R, 2>>) -> BodyObstacles<R> {
        let filter = QueryFilter { sensors: true, ..QueryFilter::default() };
        let mut ids: Vec<ColliderId> = regions
            .flat_map(|region| self.intersecting(region, &filter).into_iter().map(|hit| hit.collider))
            .collect();
        ids.sort_unstable();
        ids.dedup();
        BodyObstacles { obstacles: ids.into_iter().filter_map(|id| self.placed_now(id)).collect() }
    }

    /// The one-way side of a collider at the current rotation of its body, replaced by the nearest axis-aligned side.
    pub(super) fn one_way_side(&self, id: ColliderId) -> Option<Side> {
        let rotation = self.bodies[self.collider_data(id)?.body as usize].rotation;
        let side = self.collider(id)?.one_way?;
        Some(nearest_side(rotation.rotate(outward_normal(side))))
    }

    /// A collider with its shape in world coordinates, at the current pose of its body.
    fn placed_now(&self, id: ColliderId) -> Option<PlacedCollider<R>> {
        self.place_collider(id, self.shape_of(id)?)
    }

    /// A collider with the given shape, which is in world coordinates.
    pub(super) fn place_collider(&self, id: ColliderId, shape: ShapeBuf<R, 2>) -> Option<PlacedCollider<R>> {
        let aabb = aabb_with_margin(&shape.as_shape())?;
        let aabb = Aabb::new(aabb.min().map(R::to_f64), aabb.max().map(R::to_f64));
        let sensor = self.collider(id)?.sensor;
        Some(PlacedCollider { id, shape, aabb, one_way: self.one_way_side(id), sensor })
    }
}

/// The side whose outward normal is nearest to a direction.
fn nearest_side<R: Real>(direction: Vector<R, 2>) -> Side {
    let axis = usize::from(abs(direction[1]) > abs(direction[0]));
    Side { axis: [Axis::X, Axis::Y][axis], negative: direction[axis] < R::default() }
}

impl<R: Real> BodyObstacles<R> {
    /// Adds colliders. A collider in the list is replaced if one of the new ones has the same id.
    pub(super) fn replace(&mut self, others: Vec<PlacedCollider<R>>) {
        self.obstacles.retain(|obstacle| others.iter().all(|other| other.id != obstacle.id));
        self.obstacles.extend(others);
        self.obstacles.sort_unstable_by_key(|obstacle| obstacle.id);
    }

    /// The ids of the colliders, in ascending order.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderId> {
        self.obstacles.iter().map(|obstacle| obstacle.id)
    }
}

/// If a mover hits several obstacles at the same time, the hits are reported in the order of the ids of the obstacles.
impl<R: Real> Obstacles<R, 2> for BodyObstacles<R> {
    type Id = ColliderId;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, 2>,
        step: Vector<f64, 2>,
        each: &mut dyn FnMut(ColliderId, Obstacle<'a, R, 2>) -> f64,
    ) {
        let swept = aabb.union(&aabb.translated(step));
        for (order, obstacle) in (0..).zip(&self.obstacles) {
            let other = &obstacle.aabb;
            let is_apart = (0..2).any(|k| other.min()[k] > swept.max()[k] || swept.min()[k] > other.max()[k]);
            let shape = || Obstacle {
                shape: obstacle.shape.as_shape(),
                one_way: obstacle.one_way,
                sensor: obstacle.sensor,
                order,
            };
            if !is_apart && each(obstacle.id, shape()) == f64::NEG_INFINITY {
                return;
            }
        }
    }
}
