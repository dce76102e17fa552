//! Colliders of bodies as obstacles of movers.

use super::Simulation;
use super::body::ColliderId;
use super::pair_rules::outward_normal;
use super::queries::aabb_with_margin;
use super::query_filter::QueryFilter;
use crate::motion::{Obstacle, Obstacles};
use crate::narrow::measure::abs;
use crate::scalar::Real;
use crate::{Aabb, AsShape, Axis, Relate, ShapeBuf, Side, Vector};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::OnceCell;

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

    /// The one-way side of a collider at the current rotation of its body, replaced by the nearest axis-aligned side.
    pub(super) fn one_way_side(&self, id: ColliderId) -> Option<Side> {
        let rotation = self.bodies[self.collider_data(id)?.body as usize].rotation;
        let side = self.collider(id)?.one_way?;
        Some(nearest_side(rotation.rotate(outward_normal(side))))
    }

    /// A collider with its shape in world coordinates, at the current pose of its body.
    pub(super) fn placed_now(&self, id: ColliderId) -> Option<PlacedCollider<R>> {
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
    /// The ids of the colliders, in ascending order.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderId> {
        self.obstacles.iter().map(|obstacle| obstacle.id)
    }
}

impl<R: Real> PlacedCollider<R> {
    /// The collider as an obstacle.
    fn obstacle(&self, order: u64) -> Obstacle<'_, R, 2> {
        Obstacle { shape: self.shape.as_shape(), one_way: self.one_way, sensor: self.sensor, order }
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
        for (order, placed) in (0..).zip(&self.obstacles) {
            if placed.aabb.intersects(&swept) && each(placed.id, placed.obstacle(order)) == f64::NEG_INFINITY
            {
                return;
            }
        }
    }
}

/// The colliders of a simulation, including sensors, as obstacles of movers. A collider is looked up when a mover comes near it, and its
/// shape is placed only once. So the path of a mover need not be known before the mover moves: a jump that is launched in the step, a slide
/// or a push finds its obstacles wherever it leads.
pub(super) struct SimulationObstacles<'s, R: Real> {
    simulation: &'s Simulation<R>,
    /// Colliders that are obstacles at other poses than their current ones.
    displaced: Vec<PlacedCollider<R>>,
    first: OnceCell<Box<Batch<R>>>,
}

/// The colliders near a region that were not near the regions of earlier batches. The batches form a linked list, because colliders that
/// movers have already seen must not move in memory.
struct Batch<R: Real> {
    region: Aabb<f64, 2>,
    colliders: Vec<PlacedCollider<R>>,
    next: OnceCell<Box<Batch<R>>>,
}

impl<'s, R: Real> SimulationObstacles<'s, R> {
    /// All colliders of a simulation. Those in `displaced` are obstacles at the poses that are given there.
    pub(super) fn new(simulation: &'s Simulation<R>, displaced: Vec<PlacedCollider<R>>) -> Self {
        Self { simulation, displaced, first: OnceCell::new() }
    }

    /// The colliders near a region that are in none of the given earlier batches.
    fn batch(&self, region: Aabb<f64, 2>, earlier: &[&Batch<R>]) -> Box<Batch<R>> {
        let corners = [region.min(), region.max()].map(|corner| corner.map(R::from_f64));
        let mut ids = self.simulation.colliders_near(&Aabb::new(corners[0], corners[1]));
        ids.retain(|id| {
            self.displaced.iter().all(|placed| placed.id != *id)
                && earlier.iter().all(|batch| batch.colliders.iter().all(|placed| placed.id != *id))
        });
        let colliders = ids.into_iter().filter_map(|id| self.simulation.placed_now(id)).collect();
        Box::new(Batch { region, colliders, next: OnceCell::new() })
    }
}

/// The number of mover sizes by which the region of a [`Batch`] extends beyond the path of the mover that asks for it, so that the short
/// motions that follow, such as slides and searches for the ground, find their obstacles in the same batch.
const BATCH_MARGIN: f64 = 0.5;

/// Colliders that are hit at the same time are reported in the order of their ids.
impl<R: Real> Obstacles<R, 2> for SimulationObstacles<'_, R> {
    type Id = ColliderId;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, 2>,
        step: Vector<f64, 2>,
        each: &mut dyn FnMut(ColliderId, Obstacle<'a, R, 2>) -> f64,
    ) {
        let swept = aabb.union(&aabb.translated(step));
        let covers = |batch: &Batch<R>| {
            let (min, max) = (batch.region.min(), batch.region.max());
            (0..2).all(|axis| min[axis] <= swept.min()[axis] && swept.max()[axis] <= max[axis])
        };
        let mut batches: Vec<&'a Batch<R>> = Vec::new();
        let mut next = &self.first;
        while let Some(batch) = next.get() {
            batches.push(batch);
            next = &batch.next;
        }
        if !batches.iter().any(|batch| covers(batch)) {
            let size = aabb.max() - aabb.min();
            let margin = (size[0] + size[1]) * BATCH_MARGIN;
            batches.push(next.get_or_init(|| self.batch(swept.inflated([margin, margin]), &batches)));
        }
        for placed in batches.iter().flat_map(|batch| &batch.colliders).chain(&self.displaced) {
            if placed.aabb.intersects(&swept) && each(placed.id, placed.obstacle(0)) == f64::NEG_INFINITY {
                return;
            }
        }
    }
}
