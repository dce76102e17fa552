//! The filter of spatial queries, and the hits that queries return.

use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyId, BodyKind, ColliderDef, ColliderId};
use crate::scalar::Real;
use core::fmt;

/// A filter that determines which colliders a query considers. The default considers all colliders except sensors.
///
/// ```
/// use bumper::{Aabb, Ray, dynamics::{BodyDef, ColliderDef, QueryFilter, Simulation}};
/// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
/// let hero = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([0.0, 0.0], [1.0, 2.0]))]).unwrap();
/// let wall = simulation.insert_static(&ColliderDef::new(Aabb::new([4.0, 0.0], [5.0, 9.0]))).unwrap();
/// let ray = Ray::new([0.5, 1.0], [1.0, 0.0]).unwrap();
/// let others = QueryFilter { exclude_bodies: &[hero], ..QueryFilter::default() };
/// assert_eq!(simulation.cast(&ray, &others).unwrap().collider, wall);
/// ```
#[derive(Clone, Copy)]
pub struct QueryFilter<'a, R: Real> {
    /// The layers of the query itself, as if it were a collider. A collider is considered only if its filter contains one of these layers.
    /// Default: all layers.
    pub layers: u32,
    /// The layers that the query accepts. A collider is considered only if it belongs to one of them. Default: all layers.
    pub filter: u32,
    /// Whether sensors are considered. Default: `false`.
    pub sensors: bool,
    /// Whether the colliders of static bodies are considered. Default: `true`.
    pub static_bodies: bool,
    /// Whether the colliders of kinematic bodies are considered. Default: `true`.
    pub kinematic_bodies: bool,
    /// Whether the colliders of dynamic bodies are considered. Default: `true`.
    pub dynamic_bodies: bool,
    /// Bodies whose colliders are ignored. Default: none.
    pub exclude_bodies: &'a [BodyId],
    /// Colliders that are ignored. Default: none.
    pub exclude_colliders: &'a [ColliderId],
    /// A further condition on colliders, tested last. The shape of the collider is in body coordinates. Default: none.
    pub predicate: Option<&'a Predicate<'a, R>>,
}

/// A condition on a collider, given its id and its definition.
type Predicate<'a, R> = dyn Fn(ColliderId, &ColliderDef<'_, R>) -> bool + 'a;

impl<R: Real> Default for QueryFilter<'_, R> {
    fn default() -> Self {
        Self {
            layers: u32::MAX,
            filter: u32::MAX,
            sensors: false,
            static_bodies: true,
            kinematic_bodies: true,
            dynamic_bodies: true,
            exclude_bodies: &[],
            exclude_colliders: &[],
            predicate: None,
        }
    }
}

impl<R: Real> fmt::Debug for QueryFilter<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("QueryFilter")
            .field("layers", &self.layers)
            .field("filter", &self.filter)
            .field("sensors", &self.sensors)
            .field("static_bodies", &self.static_bodies)
            .field("kinematic_bodies", &self.kinematic_bodies)
            .field("dynamic_bodies", &self.dynamic_bodies)
            .field("exclude_bodies", &self.exclude_bodies)
            .field("exclude_colliders", &self.exclude_colliders)
            .field("predicate", &self.predicate.is_some())
            .finish()
    }
}

/// A collider that a query has found, the body of the collider, and the hit.
///
/// ```
/// use bumper::{Ball, Vector, dynamics::{BodyDef, ColliderDef, QueryFilter, Simulation}};
/// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
/// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([3.0, 0.0], 1.0))]).unwrap();
/// let found = simulation.nearest(Vector([0.0, 0.0]), 9.0, &QueryFilter::default()).unwrap();
/// assert_eq!((found.body, found.hit.separation), (ball, 2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHit<H> {
    /// The collider that the query has found.
    pub collider: ColliderId,
    /// The body of the collider.
    pub body: BodyId,
    /// The hit on the collider: its type depends on the query.
    pub hit: H,
}

impl<R: Real> Simulation<R> {
    /// Whether a filter accepts the collider in a slot.
    pub(in crate::dynamics) fn accepts(&self, filter: &QueryFilter<'_, R>, slot: u32) -> bool {
        let data = &self.colliders[slot as usize];
        let body = &self.bodies[data.body as usize];
        let material = &data.material;
        let is_kind_accepted = match body.settings.kind {
            BodyKind::Static => filter.static_bodies,
            BodyKind::Kinematic => filter.kinematic_bodies,
            BodyKind::Dynamic => filter.dynamic_bodies,
        };
        let id = self.collider_id(slot);
        let body = self.body_id(data.body);
        is_kind_accepted
            && (filter.sensors || !material.sensor)
            && filter.filter & material.layers != 0
            && material.filter & filter.layers != 0
            && !filter.exclude_bodies.contains(&body)
            && !filter.exclude_colliders.contains(&id)
            && filter.predicate.is_none_or(|predicate| predicate(id, &data.collider()))
    }
}
