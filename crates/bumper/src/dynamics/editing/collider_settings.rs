//! Changing the shape and the material of a collider after it was added.

use super::insertion::ColliderChange;
use crate::ShapeBuf;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{ColliderDef, ColliderId};
use crate::dynamics::bodies::collider_data::ColliderData;
use crate::dynamics::bodies::part::Material;
use crate::dynamics::bodies::rigid_body::check_collider;
use crate::dynamics::error::DynamicsError;
use crate::scalar::Real;

impl<R: Real> Simulation<R> {
    /// Changes a collider: `change` is called with the current collider, and may change any of its fields. The collider keeps its id. A new
    /// shape must not borrow corners or pixels of a local variable: such a closure does not compile, because the shape would not live long
    /// enough. Use [`set_shape`](Self::set_shape) for such a shape.
    ///
    /// The body wakes, and so do the bodies that touch it before or after the change, unless only `data` changes. A new friction or
    /// restitution of a sensor wakes nothing, and neither a change of `sensor` nor a new density of a body that is not dynamic wakes other
    /// bodies. A new density changes the mass properties of the body. If
    /// `layers` or `filter` change, contacts that are no longer allowed end, and contacts that are now allowed may begin. A new shape or a
    /// change of `sensor` ends all contacts of the collider. End events are reported after the next step. Costs O(n) for n awake contacts;
    /// a new density or shape costs as much as [`insert_collider`](Self::insert_collider).
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the collider was removed, and the errors of [`insert`](Self::insert). On an error, nothing changes.
    ///
    /// ```
    /// use bumper::{Aabb, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, 0.0]);
    /// let crate_ = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([0.0, 0.0], [1.0, 1.0]))]).unwrap();
    /// let collider = simulation.colliders_of(crate_).next().unwrap();
    /// simulation.modify_collider(collider, |collider| (collider.density, collider.friction) = (5.0, 0.1)).unwrap();
    /// assert_eq!((simulation.get(crate_).unwrap().mass, simulation.get_collider(collider).unwrap().friction), (5.0, 0.1));
    /// ```
    #[doc(alias(
        "set_friction",
        "set_restitution",
        "set_collision_groups",
        "set_sensor",
        "b2Shape_SetFilter"
    ))]
    pub fn modify_collider(
        &mut self,
        id: ColliderId,
        change: impl FnOnce(&mut ColliderDef<'_, R>),
    ) -> Result<(), DynamicsError> {
        let stored = self.collider_data(id).ok_or(DynamicsError::NotFound)?;
        let body = stored.body;
        let old = stored.collider();
        let mut new = old;
        change(&mut new);
        check_collider(&new)?;
        let material = Material::of(&new);
        if new.shape != old.shape || new.density != old.density || new.sensor != old.sensor {
            let data = ColliderData::new(&new, body);
            return self.replace_collider(id, data);
        }
        let material_changed = material != stored.material;
        let is_solid = !material.sensor;
        let filter_changed = (new.layers, new.filter) != (old.layers, old.filter);
        self.colliders[id.slot as usize].data = new.data;
        if material_changed && is_solid {
            self.awake_set.wake(&mut self.bodies, body);
            self.wake_touching(body);
        }
        if material_changed {
            self.set_material(id.slot, material);
        }
        if material_changed && is_solid {
            self.wake_overlapped(body);
        }
        if filter_changed {
            self.remove_excluded_contacts(body);
            // The broad phase has to search for the pairs that the new layers and the new filter allow.
            self.broad_phase.moved_parts.extend(&self.bodies[body as usize].parts);
            self.awake_set.outdated = true;
        }
        Ok(())
    }

    /// Replaces the shape of a collider, for example by a moved copy of the old shape (see [`placed`](ShapeBuf::placed)). The new shape is
    /// in body coordinates. The mass properties of the body are computed again; the velocity of each point of the body stays the same. The
    /// body wakes, and so do the bodies that touch it before or after the change. The contacts of the collider end. Costs as much as
    /// [`insert_collider`](Self::insert_collider).
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the collider was removed, and the errors of [`insert`](Self::insert). On an error, nothing changes.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f64>::new([0.0, 0.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
    /// let (collider, mass) = (simulation.colliders_of(ball).next().unwrap(), simulation.get(ball).unwrap().mass);
    /// simulation.set_shape(collider, Ball::new([0.0, 0.0], 2.0)).unwrap();
    /// assert_eq!(simulation.get(ball).unwrap().mass, 4.0 * mass);
    /// ```
    pub fn set_shape(
        &mut self,
        id: ColliderId,
        shape: impl Into<ShapeBuf<R, 2>>,
    ) -> Result<(), DynamicsError> {
        let stored = self.collider_data(id).ok_or(DynamicsError::NotFound)?;
        let data = ColliderData { shape: shape.into(), ..ColliderData::new(&stored.collider(), stored.body) };
        self.replace_collider(id, data)
    }

    /// Replaces the data of a stored collider, and computes the mass properties, parts and contacts of its body again. The collider and the
    /// body keep their ids.
    fn replace_collider(&mut self, id: ColliderId, data: ColliderData<R>) -> Result<(), DynamicsError> {
        let body = data.body;
        let def = self.bodies[body as usize].definition();
        self.rebuild(body, &def, ColliderChange::Replace(id.slot, data))?;
        self.remove_excluded_contacts(body);
        Ok(())
    }
}
