//! Changes of a mover together with its body: its shape and its position.

use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyId, ColliderDef, ColliderId};
use crate::dynamics::error::DynamicsError;
use crate::dynamics::movers::mover_carriers::BodyRules;
use crate::dynamics::movers::mover_obstacles::SimulationObstacles;
use crate::motion::{GroupRules, Movable, Mover};
use crate::scalar::Real;
use crate::{AsShape, Pose, Shape, ShapeBuf, Vector};
use alloc::vec::Vec;

impl<R: Real> Simulation<R> {
    /// Replaces the shape of a mover and of its body, for example when the mover crouches or stands up. `shape` is given as in
    /// [`Mover::set_shape`], without the displacement of the mover. Returns `false` and changes nothing if the new shape has no room: if it
    /// would overlap a collider that stops the mover and that the mover does not overlap now, if it would extend farther beyond the bounds
    /// of the mover, or if it would leave the range of the scalar.
    ///
    /// The body keeps its id and, if [`insert_mover`](Self::insert_mover) has created it, its mass. The colliders of the body correspond to
    /// the parts of the shape. They keep their settings; a further part gets those of the first collider.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body has been removed, and the errors of [`insert`](Self::insert) for the new shape, for example if
    /// it has no area. On an error, nothing changes.
    ///
    /// ```
    /// use bumper::{Aabb, dynamics::{ColliderDef, Simulation}, motion::Mover};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// simulation.insert_static(&ColliderDef::new(Aabb::new([1.0, 1.2], [9.0, 2.0]))).unwrap();
    /// let (stands, crouches) = (Aabb::new([0.0, 0.0], [0.8, 1.8]), Aabb::new([0.0, 0.0], [0.8, 1.0]));
    /// let mut hero = Mover::new(stands);
    /// let body = simulation.insert_mover(&hero, 2.0).unwrap();
    /// assert!(simulation.set_mover_shape(&mut hero, body, crouches).unwrap());
    /// assert!(simulation.set_mover_pose(&mut hero, body, [4.0, 0.0]).unwrap());
    /// assert!(!simulation.set_mover_shape(&mut hero, body, stands).unwrap());
    /// assert_eq!(simulation.aabb_of(simulation.colliders_of(body).next().unwrap()).unwrap().max().y(), 1.0);
    /// ```
    #[doc(alias("crouch", "resize", "setBodySize"))]
    pub fn set_mover_shape<M: Movable<R, 2> + Clone>(
        &mut self,
        mover: &mut Mover<R, 2, M>,
        body: BodyId,
        shape: M,
    ) -> Result<bool, DynamicsError> {
        self.get(body).ok_or(DynamicsError::NotFound)?;
        let mut changed = mover.clone();
        let obstacles = SimulationObstacles::new(self, Vec::new());
        let bodies = [body];
        let rules = BodyRules { simulation: self, movers: &bodies, carrier: None };
        if !changed.set_shape(shape, &obstacles, |id| rules.respond(0, id)) {
            return Ok(false);
        }
        let mut parts: Vec<ShapeBuf<R, 2>> = Vec::new();
        changed.original().each_part(&mut |part| parts.push(part.into()));
        self.replace_shapes(body, &parts)?;
        *mover = changed;
        Ok(true)
    }

    /// Replaces the shapes of all colliders of a body. Additional shapes get colliders with the settings of the first one; colliders without
    /// a shape are removed. On an error, nothing changes.
    fn replace_shapes(&mut self, body: BodyId, shapes: &[ShapeBuf<R, 2>]) -> Result<(), DynamicsError> {
        let ids: Vec<ColliderId> = self.colliders_of(body).collect();
        let stored = |id: &ColliderId| Some(self.get_collider(*id)?.shape.into());
        let before: Vec<ShapeBuf<R, 2>> = ids.iter().filter_map(stored).collect();
        let mut added: Vec<ColliderId> = Vec::new();
        let mut failure = None;
        for (index, shape) in shapes.iter().enumerate() {
            let result = match ids.get(index) {
                Some(id) => self.set_shape(*id, shape.clone()),
                None => self.insert_like(body, ids.first(), shape.as_shape()).map(|id| added.push(id)),
            };
            if let Err(error) = result {
                failure = Some(error);
                break;
            }
        }
        let Some(error) = failure else {
            ids.iter().skip(shapes.len()).for_each(|id| _ = self.remove_collider(*id));
            return Ok(());
        };
        added.into_iter().for_each(|id| _ = self.remove_collider(id));
        for (id, shape) in ids.into_iter().zip(before) {
            // The collider had this shape before, so this does not fail.
            let _ = self.set_shape(id, shape);
        }
        Err(error)
    }

    /// Inserts a collider with the settings of another one, or with those of the colliders of movers.
    fn insert_like(
        &mut self,
        body: BodyId,
        model: Option<&ColliderId>,
        shape: Shape<'_, R, 2>,
    ) -> Result<ColliderId, DynamicsError> {
        let owned = model.and_then(|id| self.get_collider(*id)).map(|model| {
            let nothing: Shape<'static, R, 2> = Shape::Point(Vector::ZERO);
            ColliderDef { shape: nothing, ..model }
        });
        let def = match owned {
            Some(model) => ColliderDef { shape, ..model },
            None => ColliderDef { friction: R::ZERO, ..ColliderDef::new(shape) },
        };
        self.insert_collider(body, &def)
    }

    /// Moves a mover and its body to a position, which is the displacement from the original shape of the mover, regardless of obstacles: a
    /// teleport. Velocities are kept. Returns `false` and changes nothing if the shape would leave the range of the scalar. See
    /// [`Mover::set_position`].
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body has been removed, [`DynamicsError::NotFinite`] if a number is not finite or too large. On an
    /// error, nothing changes.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::Simulation, motion::Mover};
    /// let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
    /// let mut hero = Mover::new(Ball::new([0.0, 1.0], 1.0));
    /// let body = simulation.insert_mover(&hero, 2.0).unwrap();
    /// assert!(simulation.set_mover_pose(&mut hero, body, [50.0, 0.0]).unwrap());
    /// assert_eq!(hero.shape().center(), [50.0, 1.0].into());
    /// assert_eq!(simulation.get(body).unwrap().center, [50.0, 1.0].into());
    /// ```
    #[doc(alias("teleport", "warp", "set_position"))]
    pub fn set_mover_pose<M: Movable<R, 2> + Clone>(
        &mut self,
        mover: &mut Mover<R, 2, M>,
        body: BodyId,
        position: impl Into<Vector<R, 2>>,
    ) -> Result<bool, DynamicsError> {
        self.get(body).ok_or(DynamicsError::NotFound)?;
        let position = position.into();
        let mut moved = mover.clone();
        if !moved.set_position(position) {
            return Ok(false);
        }
        self.set_pose(body, &Pose::at(position))?;
        *mover = moved;
        Ok(true)
    }
}
