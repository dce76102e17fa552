//! The stored colliders of bodies, and functions that read them.

use super::body::{BodyId, BodyKind, ColliderDef, ColliderId};
use super::part::Material;
use super::rigid_body::RigidBody;
use crate::dynamics::Simulation;
use crate::scalar::Real;
use crate::shape::movable::Movable;
use crate::{Aabb, AsShape, Pose, Rotation, Shape, ShapeBuf, Vector};

/// A collider as it is stored. Its convex parts are stored separately, because the step uses only them.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct ColliderData<R: Real> {
    /// The slot of the body, and the index of this collider among the colliders of the body.
    pub(in crate::dynamics) body: u32,
    pub(in crate::dynamics) index: u32,
    pub(in crate::dynamics) part_count: u32,
    /// The shape in body coordinates.
    pub(in crate::dynamics) shape: ShapeBuf<R, 2>,
    /// For a compound of a static body without a rotation, the shape in world coordinates, so that movers need not copy every part in each
    /// step. Not used after the body has been moved.
    pub(in crate::dynamics) moved_shape: Option<MovedShape<R>>,
    pub(in crate::dynamics) density: R,
    pub(in crate::dynamics) material: Material<R>,
    pub(in crate::dynamics) data: u64,
}

/// A copy of the shape of a collider, moved by the translation of its body.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct MovedShape<R: Real> {
    translation: Vector<R, 2>,
    shape: ShapeBuf<R, 2>,
}

impl<R: Real> ColliderData<R> {
    /// The stored form of a collider. `body` is the slot of its body.
    pub(in crate::dynamics) fn new(collider: &ColliderDef<'_, R>, body: u32) -> Self {
        Self {
            body,
            index: 0,
            part_count: 0,
            shape: collider.shape.into(),
            moved_shape: None,
            density: collider.density,
            material: Material::of(collider),
            data: collider.data,
        }
    }

    /// The definition of the collider. Its shape borrows the stored shape.
    pub(in crate::dynamics) fn collider(&self) -> ColliderDef<'_, R> {
        let material = &self.material;
        ColliderDef {
            shape: self.shape.as_shape(),
            density: self.density,
            friction: material.friction,
            restitution: material.restitution,
            rolling_resistance: material.rolling_resistance,
            friction_rule: material.friction_rule,
            restitution_rule: material.restitution_rule,
            surface_velocity: material.surface_velocity,
            one_way: material.one_way,
            layers: material.layers,
            filter: material.filter,
            sensor: material.sensor,
            data: self.data,
        }
    }

    /// Stores a copy of the shape in world coordinates if it is a compound, and `body` is static and has a translation but no rotation.
    pub(in crate::dynamics) fn update_moved_shape(&mut self, body: &RigidBody<R>) {
        let pose = body.pose();
        let translation = pose.translation;
        let is_moved = is_unrotated(&pose) && translation != Vector::ZERO;
        if is_moved
            && body.settings.kind == BodyKind::Static
            && matches!(self.shape.as_shape(), Shape::Group(_))
        {
            let moved = self.shape.translated(translation);
            self.moved_shape = moved.map(|shape| MovedShape { translation, shape });
        }
    }

    /// The shape moved by a translation. `None` unless the translation is zero, or a copy moved by the same translation is stored.
    pub(in crate::dynamics) fn moved_shape(&self, translation: Vector<R, 2>) -> Option<Shape<'_, R, 2>> {
        if translation == Vector::ZERO {
            return Some(self.shape.as_shape());
        }
        let moved = self.moved_shape.as_ref().filter(|moved| moved.translation == translation)?;
        Some(moved.shape.as_shape())
    }

    /// Calls `query` with the shape in world coordinates, at the current pose of `body`.
    #[inline]
    pub(in crate::dynamics) fn with_shape<O>(
        &self,
        body: &RigidBody<R>,
        query: impl FnOnce(&Shape<'_, R, 2>) -> O,
    ) -> O {
        let shape = self.shape.as_shape();
        let pose = body.pose();
        // If the body has no rotation, its shape is only translated, so an axis-aligned box does not become an oriented box. Queries are
        // faster with axis-aligned boxes, and have smaller rounding errors.
        let moved = match is_unrotated(&pose) {
            true if pose.translation == Vector::ZERO => Some(shape),
            true => shape.moved(pose.translation),
            false => None,
        };
        query(&moved.unwrap_or_else(|| shape.placed(&pose)))
    }
}

pub(in crate::dynamics) fn is_unrotated<R: Real>(pose: &Pose<R, 2>) -> bool {
    pose.rotation == Rotation::identity()
}

impl<R: Real> Simulation<R> {
    /// A collider with its material, and its shape in body coordinates. `None` if the collider was removed.
    ///
    /// ```
    /// # use bumper::{Ball, Shape, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// # let mut simulation = Simulation::new([0.0f32, 0.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef { data: 7, ..ColliderDef::new(Ball::new([2.0, 3.0], 1.0)) }]).unwrap();
    /// let id = simulation.colliders_of(ball).next().unwrap();
    /// let collider = simulation.get_collider(id).unwrap();
    /// assert_eq!((collider.shape, collider.data), (Ball::new([2.0, 3.0], 1.0).into(), 7));
    /// ```
    #[must_use]
    pub fn get_collider(&self, id: ColliderId) -> Option<ColliderDef<'_, R>> {
        self.collider_data(id).map(ColliderData::collider)
    }

    /// The shape of a collider at the current pose of its body, in world coordinates. `None` if the collider was removed. A shape that owns
    /// corners or pixels is copied.
    ///
    /// ```
    /// # use bumper::{AsShape, Ball, Pose, Relate, Vector, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// # let mut simulation = Simulation::new([0.0f32, 0.0]);
    /// let pose = Pose::at([10.0, 0.0]);
    /// let ball = simulation.insert(&BodyDef { pose, ..BodyDef::default() }, &[ColliderDef::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
    /// let id = simulation.colliders_of(ball).next().unwrap();
    /// assert!(simulation.shape_of(id).unwrap().as_shape().contains([12.0, 3.0]));
    /// ```
    #[must_use]
    pub fn shape_of(&self, id: ColliderId) -> Option<ShapeBuf<R, 2>> {
        let data = self.collider_data(id)?;
        let pose = self.bodies[data.body as usize].pose();
        // Without a rotation of the body, the shape is only translated, so an axis-aligned box stays one.
        let moved = is_unrotated(&pose).then(|| data.shape.translated(pose.translation)).flatten();
        Some(moved.unwrap_or_else(|| data.shape.placed(&pose)))
    }

    /// The AABB of a collider at the current pose of its body, as [`Shape::bounds`] computes it. `None` if the collider was removed.
    ///
    /// ```
    /// # use bumper::{Ball, Vector, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// # let mut simulation = Simulation::new([0.0f32, 0.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
    /// let id = simulation.colliders_of(ball).next().unwrap();
    /// let aabb = simulation.aabb_of(id).unwrap();
    /// assert!((aabb.min() - Vector([1.0, 2.0])).length() < 1e-4 && (aabb.max() - Vector([3.0, 4.0])).length() < 1e-4);
    /// ```
    #[must_use]
    pub fn aabb_of(&self, id: ColliderId) -> Option<Aabb<R, 2>> {
        let data = self.collider_data(id)?;
        data.with_shape(&self.bodies[data.body as usize], |shape| shape.bounds())
    }

    /// The body of a collider. `None` if the collider was removed.
    #[must_use]
    pub fn body_of(&self, id: ColliderId) -> Option<BodyId> {
        self.collider_data(id).map(|data| self.body_id(data.body))
    }

    /// The colliders of a body, in the order of their insertion; none if the body was removed.
    ///
    /// ```
    /// # use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// # let mut simulation = Simulation::new([0.0f32, 0.0]);
    /// let balls = [0.0, 3.0].map(|x| ColliderDef::new(Ball::new([x, 0.0], 1.0)));
    /// let dumbbell = simulation.insert(&BodyDef::default(), &balls).unwrap();
    /// assert_eq!(simulation.colliders_of(dumbbell).count(), 2);
    /// ```
    pub fn colliders_of(&self, id: BodyId) -> impl Iterator<Item = ColliderId> {
        let colliders = self.index_of(id).map_or(&[][..], |index| &self.body_colliders[index]);
        colliders.iter().map(|slot| self.collider_id(*slot))
    }

    /// The stored collider with the given id, or `None` if the collider was removed.
    pub(in crate::dynamics) fn collider_data(&self, id: ColliderId) -> Option<&ColliderData<R>> {
        self.colliders.find(id.slot, id.generation)
    }

    /// The id of the collider in a slot.
    pub(in crate::dynamics) fn collider_id(&self, slot: u32) -> ColliderId {
        ColliderId { slot, generation: self.colliders.generation(slot) }
    }

    /// The id of the body in a slot.
    pub(in crate::dynamics) fn body_id(&self, slot: u32) -> BodyId {
        BodyId { slot, generation: self.bodies.generation(slot) }
    }
}
