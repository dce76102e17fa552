//! Colliders of bodies as obstacles of movers.

use crate::composite::stored_extent;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::ColliderId;
use crate::dynamics::bodies::collider_data::is_unrotated;
use crate::dynamics::contacts::one_way::outward_normal;
use crate::dynamics::queries::aabb_with_margin;
use crate::dynamics::queries::query_filter::QueryFilter;
use crate::dynamics::tolerance::BATCH_MARGIN;
use crate::motion::{Obstacle, Obstacles};
use crate::scalar::Real;
use crate::{Aabb, AsShape, Axis, Pose, Relate, Shape, ShapeBuf, Side, Vector};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::OnceCell;

/// The colliders of bodies within a region, as obstacles of a [`Mover`](crate::motion::Mover). Their shapes are copied at the current poses
/// of the bodies. Returned by [`Simulation::obstacles`].
#[derive(Clone, Debug)]
pub struct BodyObstacles<R: Real> {
    obstacles: Vec<PlacedCollider<'static, R>>,
}

/// A collider with its shape in world coordinates.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct PlacedCollider<'s, R: Real> {
    id: ColliderId,
    shape: PlacedShape<'s, R>,
    aabb: Aabb<f64, 2>,
    one_way: Option<Side>,
    sensor: bool,
}

/// The shape of a collider in world coordinates.
#[derive(Clone, Debug)]
enum PlacedShape<'s, R: Real> {
    Copied(ShapeBuf<R, 2>),
    /// The stored shape, and the pose of its body if it is not the identity. It is not copied, because a copy visits every part of a
    /// compound.
    Borrowed(Shape<'s, R, 2>, Option<Pose<R, 2>>),
}

impl<R: Real> AsShape<R, 2> for PlacedShape<'_, R> {
    fn as_shape(&self) -> Shape<'_, R, 2> {
        match self {
            Self::Copied(shape) => shape.as_shape(),
            Self::Borrowed(shape, None) => *shape,
            Self::Borrowed(shape, Some(pose)) => Shape::Placed(shape, *pose),
        }
    }
}

impl<R: Real> Simulation<R> {
    /// Copies the colliders in a region as obstacles of a [`Mover`](crate::motion::Mover), such as the character of a player, which walks
    /// on bodies and is stopped by them. These are the colliders that touch or overlap the region and that `filter` accepts. The region
    /// must cover the path of the mover in its step, and the space below the mover where it looks for ground. The shapes are copied, so
    /// that bodies can be changed while the mover moves, for example pushed when the mover hits them. One-way sides of obstacles are
    /// axis-aligned: if a body is rotated, the one-way side of a collider is replaced by the nearest axis-aligned side.
    ///
    /// ```
    /// use bumper::{Aabb, Vector, dynamics::{BodyDef, ColliderDef, QueryFilter, Simulation}, motion::{HitTarget, Mover, Response}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// simulation.insert_static(&ColliderDef::new(Aabb::new([-9.0, -1.0], [9.0, 0.0]))).unwrap();
    /// let crate_ = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([2.0, 0.0], [3.0, 1.0]))]).unwrap();
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
            obstacles: found.into_iter().filter_map(|hit| self.copied_now(hit.collider)).collect(),
        }
    }

    /// The one-way side of a collider at the current rotation of its body, replaced by the nearest axis-aligned side.
    pub(in crate::dynamics) fn one_way_side(&self, id: ColliderId) -> Option<Side> {
        let rotation = self.bodies[self.collider_data(id)?.body as usize].rotation;
        let side = self.get_collider(id)?.one_way?;
        Some(nearest_side(rotation.rotate(outward_normal(side))))
    }

    /// A copy of a collider with its shape in world coordinates, at the current pose of its body.
    fn copied_now(&self, id: ColliderId) -> Option<PlacedCollider<'static, R>> {
        self.place_collider(id, self.shape_of(id)?)
    }

    /// A collider with its shape in world coordinates, at the current pose of its body. The shape is borrowed where that gives the same
    /// results as a copy.
    fn placed_now(&self, id: ColliderId) -> Option<PlacedCollider<'_, R>> {
        let data = self.collider_data(id)?;
        let pose = self.bodies[data.body as usize].pose();
        let shape = data.shape.as_shape();
        if is_unrotated(&pose) {
            return match data.moved_shape(pose.translation) {
                Some(moved) => self.place(id, PlacedShape::Borrowed(moved, None)),
                None => self.copied_now(id),
            };
        }
        // A copy of such a compound would store the pose as well. Other shapes are transformed.
        match shape {
            Shape::Group(group) if group.pose().is_none() => {
                self.place(id, PlacedShape::Borrowed(shape, Some(pose)))
            }
            _ => self.copied_now(id),
        }
    }

    /// A collider with the given shape, which is in world coordinates.
    pub(in crate::dynamics) fn place_collider(
        &self,
        id: ColliderId,
        shape: ShapeBuf<R, 2>,
    ) -> Option<PlacedCollider<'static, R>> {
        self.place(id, PlacedShape::Copied(shape))
    }

    fn place<'s>(&self, id: ColliderId, shape: PlacedShape<'s, R>) -> Option<PlacedCollider<'s, R>> {
        let aabb = aabb_with_margin(&Shape::Aabb(stored_extent(&shape.as_shape())?))?;
        let sensor = self.get_collider(id)?.sensor;
        Some(PlacedCollider { id, shape, aabb, one_way: self.one_way_side(id), sensor })
    }
}

/// The side whose outward normal is nearest to a direction.
fn nearest_side<R: Real>(direction: Vector<R, 2>) -> Side {
    let axis = usize::from(direction[1].abs() > direction[0].abs());
    Side { axis: [Axis::X, Axis::Y][axis], negative: direction[axis] < R::ZERO }
}

impl<R: Real> BodyObstacles<R> {
    /// The ids of the colliders, in ascending order.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderId> {
        self.obstacles.iter().map(|obstacle| obstacle.id)
    }
}

/// Calls `each` with the colliders near the path of a box, and stops when `each` returns negative infinity; see [`Obstacles::each_along`].
/// All obstacles have the default [`order`](Obstacle::order), so hits at the same time are reported in the order of the ids of the colliders.
fn each_along<'a, R: Real>(
    colliders: impl IntoIterator<Item = &'a PlacedCollider<'a, R>>,
    swept: &Aabb<f64, 2>,
    each: &mut dyn FnMut(ColliderId, Obstacle<'a, R, 2>) -> f64,
) {
    for PlacedCollider { id, shape, aabb, one_way, sensor } in colliders {
        let obstacle = || Obstacle { one_way: *one_way, sensor: *sensor, ..Obstacle::new(shape.as_shape()) };
        if aabb.intersects(swept) && each(*id, obstacle()) == f64::NEG_INFINITY {
            return;
        }
    }
}

impl<R: Real> Obstacles<R, 2> for BodyObstacles<R> {
    type Id = ColliderId;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, 2>,
        step: Vector<f64, 2>,
        each: &mut dyn FnMut(ColliderId, Obstacle<'a, R, 2>) -> f64,
    ) {
        each_along(&self.obstacles, &aabb.union(&aabb.translated(step)), each);
    }
}

/// The colliders of a simulation, including sensors, as obstacles of movers. A collider is looked up when a mover comes near it, and its
/// shape is placed only once. So the path of a mover need not be known before the mover moves: a jump that is launched in the step, a slide
/// or a push finds its obstacles wherever it leads.
pub(in crate::dynamics) struct SimulationObstacles<'s, R: Real> {
    simulation: &'s Simulation<R>,
    /// Colliders that are obstacles at other poses than their current ones.
    displaced: Vec<PlacedCollider<'s, R>>,
    first: OnceCell<Box<ColliderBatch<'s, R>>>,
}

/// The colliders near a region that were not near the regions of earlier batches. The batches form a linked list, because colliders that
/// movers have already seen must not move in memory.
struct ColliderBatch<'s, R: Real> {
    region: Aabb<f64, 2>,
    colliders: Vec<PlacedCollider<'s, R>>,
    next: OnceCell<Box<ColliderBatch<'s, R>>>,
}

impl<'s, R: Real> SimulationObstacles<'s, R> {
    /// All colliders of a simulation. Those in `displaced` are obstacles at the poses that are given there.
    pub(in crate::dynamics) fn new(
        simulation: &'s Simulation<R>,
        displaced: Vec<PlacedCollider<'s, R>>,
    ) -> Self {
        Self { simulation, displaced, first: OnceCell::new() }
    }

    /// The colliders near a region that are in none of the given earlier batches.
    fn batch(&self, region: Aabb<f64, 2>, earlier: &[&ColliderBatch<'s, R>]) -> Box<ColliderBatch<'s, R>> {
        let corners = [region.min(), region.max()].map(|corner| corner.map(R::from_f64));
        let mut ids = self.simulation.colliders_near(&Aabb::new(corners[0], corners[1]));
        ids.retain(|id| {
            self.displaced.iter().all(|placed| placed.id != *id)
                && earlier.iter().all(|batch| batch.colliders.iter().all(|placed| placed.id != *id))
        });
        let colliders = ids.into_iter().filter_map(|id| self.simulation.placed_now(id)).collect();
        Box::new(ColliderBatch { region, colliders, next: OnceCell::new() })
    }
}

impl<'s, R: Real> Obstacles<R, 2> for SimulationObstacles<'s, R> {
    type Id = ColliderId;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, 2>,
        step: Vector<f64, 2>,
        each: &mut dyn FnMut(ColliderId, Obstacle<'a, R, 2>) -> f64,
    ) {
        let swept = aabb.union(&aabb.translated(step));
        let covers = |batch: &ColliderBatch<'s, R>| {
            let min = batch.region.min();
            let max = batch.region.max();
            (0..2).all(|axis| min[axis] <= swept.min()[axis] && swept.max()[axis] <= max[axis])
        };
        let mut batches: Vec<&'a ColliderBatch<'s, R>> = Vec::new();
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
        each_along(batches.iter().flat_map(|batch| &batch.colliders).chain(&self.displaced), &swept, each);
    }
}
