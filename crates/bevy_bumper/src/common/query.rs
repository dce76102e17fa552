//! Queries of the world of colliders by entities: rays, shape casts, overlaps and the nearest collider.

use super::collider::Collider;
use super::dimension::{Direction, N, Shape, Turn, UNIT_SCALE, Vector, pose_at};
use super::physics_world::PhysicsWorld;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::Res;
use bevy_ecs::system::SystemParam;
use bumper::world::{ColliderHit, Id};
use bumper::{AsShape, Ray};

/// The colliders that a query takes into account. The default is all colliders but sensors.
///
/// ```
/// use bevy_bumper::prelude::*;
/// use bevy_ecs::entity::Entity;
/// let player = Entity::PLACEHOLDER;
/// let excluded = [player];
/// let filter = SpatialQueryFilter::default().with_layers(0b110).without(&excluded);
/// assert!(filter.excluded.contains(&player));
/// ```
#[derive(Clone, Copy)]
pub struct SpatialQueryFilter<'a> {
    /// The layers: a collider counts if it belongs to at least one of them. All by default.
    pub layers: u32,
    /// Whether sensors count. They do not by default.
    pub sensors: bool,
    /// Entities that do not count, such as the one that asks.
    pub excluded: &'a [Entity],
    /// A further condition. None by default.
    pub predicate: Option<&'a dyn Fn(Entity) -> bool>,
}

impl Default for SpatialQueryFilter<'_> {
    fn default() -> Self {
        Self { layers: u32::MAX, sensors: false, excluded: &[], predicate: None }
    }
}

impl core::fmt::Debug for SpatialQueryFilter<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SpatialQueryFilter")
            .field("layers", &self.layers)
            .field("sensors", &self.sensors)
            .field("excluded", &self.excluded)
            .field("predicate", &self.predicate.is_some())
            .finish()
    }
}

impl<'a> SpatialQueryFilter<'a> {
    /// The filter with other layers.
    #[must_use]
    pub fn with_layers(self, layers: u32) -> Self {
        Self { layers, ..self }
    }

    /// The filter that also finds sensors.
    #[must_use]
    pub fn with_sensors(self) -> Self {
        Self { sensors: true, ..self }
    }

    /// The filter without some entities.
    #[must_use]
    pub fn without(self, excluded: &'a [Entity]) -> Self {
        Self { excluded, ..self }
    }

    fn accepts(&self, collider: &bumper::world::Collider<Shape>) -> bool {
        let entity = Entity::try_from_bits(collider.data);
        collider.layers & self.layers != 0
            && (self.sensors || !collider.sensor)
            && entity.is_some_and(|entity| {
                !self.excluded.contains(&entity) && self.predicate.is_none_or(|accepts| accepts(entity))
            })
    }
}

/// A hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The entity of the collider.
    pub entity: Entity,
    /// The distance from the origin of the ray; zero if the origin is inside the collider.
    pub distance: f32,
    /// The normal of the surface; zero if the origin is inside the collider.
    pub normal: Vector,
    /// The part that was hit, such as a tile: see [`Collider::tile`].
    pub part: u32,
}

/// A hit of a moving shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeHit {
    /// The entity of the collider.
    pub entity: Entity,
    /// The fraction of the displacement up to the hit; zero if the shapes overlap at the start.
    pub time: f32,
    /// The normal of the surface, pointing from the collider to the moving shape.
    pub normal: Vector,
    /// The point where the shapes meet, in the world.
    pub point: Vector,
    /// The part of the collider that was hit, such as a tile: see [`Collider::tile`].
    pub part: u32,
}

/// The nearest collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The entity of the collider.
    pub entity: Entity,
    /// The distance; negative if the shapes overlap.
    pub distance: f32,
    /// The nearest point of the collider.
    pub point: Vector,
}

/// Queries of all colliders, as they were at the end of the last fixed step.
///
/// ```
/// use bevy_bumper::prelude::*;
/// use bevy_ecs::prelude::{Entity, Query, With};
/// use bevy_math::Dir2;
/// use bevy_transform::components::Transform;
/// /// What is within 50 units below each character.
/// fn look_down(queries: SpatialQuery, characters: Query<(Entity, &Transform), With<Character>>) {
///     for (entity, transform) in &characters {
///         let filter = SpatialQueryFilter { excluded: &[entity], ..Default::default() };
///         if let Some(hit) = queries.cast_ray(transform.translation.truncate(), Dir2::NEG_Y, 50.0, &filter) {
///             println!("{} is {} units below", hit.entity, hit.distance);
///         }
///     }
/// }
/// # let _ = look_down;
/// ```
#[derive(SystemParam)]
pub struct SpatialQuery<'w> {
    physics: Res<'w, PhysicsWorld>,
}

impl SpatialQuery<'_> {
    /// The first hit of a ray; `None` if it hits nothing within `max_distance`. Allocates nothing.
    #[must_use]
    pub fn cast_ray(
        &self,
        origin: Vector,
        direction: Direction,
        max_distance: f32,
        filter: &SpatialQueryFilter<'_>,
    ) -> Option<RayHit> {
        let found =
            self.physics.world.cast(&ray(origin, direction, max_distance)?, |_, c| filter.accepts(c))?;
        self.ray_hit(&found)
    }

    /// All hits of a ray within `max_distance`, at most one for each collider, sorted by distance.
    #[must_use]
    pub fn ray_hits(
        &self,
        origin: Vector,
        direction: Direction,
        max_distance: f32,
        filter: &SpatialQueryFilter<'_>,
    ) -> Vec<RayHit> {
        let Some(ray) = ray(origin, direction, max_distance) else { return Vec::new() };
        let found = self.physics.world.cast_all(&ray, |_, collider| filter.accepts(collider));
        found.iter().filter_map(|hit| self.ray_hit(hit)).collect()
    }

    /// Whether no collider is between two points. Colliders that contain one of the points or end there are in the way, too.
    #[must_use]
    pub fn line_of_sight(&self, from: Vector, to: Vector, filter: &SpatialQueryFilter<'_>) -> bool {
        match Direction::new_and_length(to - from) {
            Ok((direction, length)) => self.cast_ray(from, direction, length, filter).is_none(),
            Err(_) => self.point_intersections(from, filter).is_empty(),
        }
    }

    /// The first hit of a shape that starts at a position and a rotation and moves by `displacement`. One-way colliders let it pass as they
    /// let characters pass.
    #[must_use]
    pub fn cast_shape(
        &self,
        shape: &Collider,
        position: Vector,
        turn: Turn,
        displacement: Vector,
        filter: &SpatialQueryFilter<'_>,
    ) -> Option<ShapeHit> {
        let shape = shape.placed(UNIT_SCALE, &pose_at(position, turn))?;
        let found = self.physics.world.sweep(shape.as_shape(), displacement, |_, c| filter.accepts(c))?;
        self.shape_hit(&found)
    }

    /// All hits of a moving shape, at most one for each collider, sorted by time; see [`cast_shape`](Self::cast_shape).
    #[must_use]
    pub fn shape_hits(
        &self,
        shape: &Collider,
        position: Vector,
        turn: Turn,
        displacement: Vector,
        filter: &SpatialQueryFilter<'_>,
    ) -> Vec<ShapeHit> {
        let Some(shape) = shape.placed(UNIT_SCALE, &pose_at(position, turn)) else { return Vec::new() };
        let found = self.physics.world.sweep_all(shape.as_shape(), displacement, |_, c| filter.accepts(c));
        found.iter().filter_map(|hit| self.shape_hit(hit)).collect()
    }

    /// The entities whose colliders touch or overlap a shape at a position and a rotation.
    #[must_use]
    pub fn shape_intersections(
        &self,
        shape: &Collider,
        position: Vector,
        turn: Turn,
        filter: &SpatialQueryFilter<'_>,
    ) -> Vec<Entity> {
        let shape = shape.placed(UNIT_SCALE, &pose_at(position, turn));
        shape.map_or(Vec::new(), |shape| self.intersections(shape.as_shape(), filter))
    }

    /// The entities whose colliders contain a point, for example the one under the mouse. Points of the boundary count.
    #[must_use]
    pub fn point_intersections(&self, point: Vector, filter: &SpatialQueryFilter<'_>) -> Vec<Entity> {
        self.intersections(bumper::Shape::Point(point.into()), filter)
    }

    /// The nearest collider to a point within `max_distance`.
    #[must_use]
    pub fn nearest(
        &self,
        point: Vector,
        max_distance: f32,
        filter: &SpatialQueryFilter<'_>,
    ) -> Option<Nearest> {
        let shape = bumper::Shape::Point(point.into());
        let found = self.physics.world.nearest(shape, max_distance, |_, c| filter.accepts(c))?;
        let away: Vector = found.hit.normal.into();
        let distance = found.hit.separation;
        Some(Nearest { entity: self.entity(found.collider)?, distance, point: point + away * distance })
    }

    fn intersections(
        &self,
        shape: bumper::Shape<'_, f32, N>,
        filter: &SpatialQueryFilter<'_>,
    ) -> Vec<Entity> {
        let found = self.physics.world.intersecting(shape, |_, collider| filter.accepts(collider));
        found.iter().filter_map(|hit| self.entity(hit.collider)).collect()
    }

    fn entity(&self, id: Id) -> Option<Entity> {
        super::movement::entity_of(&self.physics, id)
    }

    fn ray_hit(&self, found: &ColliderHit<bumper::RayHit<f32, N>>) -> Option<RayHit> {
        let hit = &found.hit;
        let entity = self.entity(found.collider)?;
        Some(RayHit { entity, distance: hit.distance, normal: hit.normal.into(), part: hit.part })
    }

    fn shape_hit(&self, found: &ColliderHit<bumper::SweepHit<f32, N>>) -> Option<ShapeHit> {
        let hit = &found.hit;
        let normal: Vector = hit.normal.into();
        Some(ShapeHit {
            entity: self.entity(found.collider)?,
            time: hit.time,
            normal: -normal,
            point: hit.point.into(),
            part: hit.parts[1],
        })
    }
}

/// The ray with a length; `None` if the length is negative or a number is NaN.
fn ray(origin: Vector, direction: Direction, max_distance: f32) -> Option<Ray<f32, N>> {
    Some(Ray::new(origin, Vector::from(direction))?.with_max_distance(max_distance))
}
