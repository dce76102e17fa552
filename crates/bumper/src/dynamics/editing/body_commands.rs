//! Changes of bodies between steps: velocities, poses, forces and impulses. All of them wake the body, except [`Simulation::set_bullet`].

use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyId, BodyKind};
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::error::DynamicsError;
use crate::dynamics::joints::joint::finite;
use crate::dynamics::math::{Rot, V, max_force};
use crate::scalar::Real;
use crate::{Pose, Vector};
use core::f64::consts::{PI, TAU};

impl<R: Real> Simulation<R> {
    /// Sets the velocity of the center of mass, and the angular velocity in radians per unit of time, positive from +x towards +y. The body
    /// wakes. A static body keeps a velocity of zero.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body was removed, or [`DynamicsError::NotFinite`] for NaN and for numbers beyond
    /// [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS). On an error, nothing changes.
    ///
    /// ```
    /// # use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// # let mut simulation = Simulation::new([0.0f32, 0.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
    /// simulation.set_velocity(ball, [1.0, 0.0], 0.0).unwrap();
    /// simulation.step(0.5);
    /// assert_eq!(simulation.get(ball).unwrap().center, [2.5, 3.0].into());
    /// ```
    #[doc(alias("set_linvel", "linear_velocity", "b2Body_SetLinearVelocity"))]
    pub fn set_velocity(
        &mut self,
        id: BodyId,
        velocity: impl Into<Vector<R, 2>>,
        angular_velocity: R,
    ) -> Result<(), DynamicsError> {
        let velocity = velocity.into();
        let body = self.wake_and_get(id, &[velocity[0], velocity[1], angular_velocity])?;
        if body.settings.kind != BodyKind::Static {
            let was_moving = body.is_moving();
            body.velocity = velocity;
            body.angular_velocity = angular_velocity;
            // The list of awake bodies contains a kinematic body only while it moves. So the list is out of date if the new velocity starts
            // or stops the body.
            let starts_or_stops = body.settings.kind == BodyKind::Kinematic && body.is_moving() != was_moving;
            self.awake_set.outdated |= starts_or_stops;
        }
        Ok(())
    }

    /// Moves a body to a pose at once (teleports it). As in [`BodyDef::pose`](crate::dynamics::BodyDef::pose), this is the pose of the
    /// coordinate system of the shapes, not of the center of mass. The velocities do not change. The body wakes. If the pose changes, so do
    /// the bodies that touched it, those that touch it now, and those that are joined to it.
    ///
    /// Afterwards, [`BodyState::angle`](crate::dynamics::BodyState::angle) is the angle of the pose, from −π to π. The angles of joints
    /// keep their full turns: they change by at most half a turn. So limits and springs do not unwind the turns of a body that is set to
    /// the pose that it already has. A rotation by half a turn counts as positive, so that bodies that are joined keep the angles of their
    /// joints if all of them are rotated by half a turn.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body was removed, or [`DynamicsError::NotFinite`] for NaN and for numbers beyond
    /// [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS). On an error, nothing changes.
    ///
    /// ```
    /// # use bumper::{Ball, Pose, Rotation, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// # let mut simulation = Simulation::new([0.0f32, 0.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
    /// simulation.set_pose(ball, &Pose::new(Rotation::from_degrees(90.0), [0.0, 0.0])).unwrap();
    /// assert_eq!(simulation.get(ball).unwrap().center, [-3.0, 2.0].into());
    /// ```
    pub fn set_pose(&mut self, id: BodyId, pose: &Pose<R, 2>) -> Result<(), DynamicsError> {
        let (cos, sin) = pose.rotation.complex();
        let position = pose.translation;
        let index = self.index_of(id).ok_or(DynamicsError::NotFound)?;
        let center = position - Rot { cos, sin }.rotate(self.bodies[index].properties.origin);
        let numbers = [cos, sin, position[0], position[1], center[0], center[1]];
        let old = self.wake_and_get(id, &numbers)?.pose();
        let moves = *pose != old;
        if moves {
            self.wake_neighbours(id.slot);
        }
        let body = &mut self.bodies[id.slot as usize];
        body.turn_to(Rot { cos, sin });
        body.uncounted_turns = body.full_turns;
        body.center = center;
        self.broad_phase.update_aabbs(&self.bodies[id.slot as usize], &mut self.parts, R::ZERO, 0.0);
        if moves {
            self.wake_overlapped(id.slot);
        }
        Ok(())
    }

    /// Applies a force at the point `at` in the world for the duration of the next step. Several forces add up. The body wakes. Only
    /// dynamic bodies react to forces.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body was removed, or [`DynamicsError::NotFinite`] for NaN and for numbers beyond
    /// [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS), also if the sum of the forces or torques is too large.
    /// On an error, no motion changes.
    ///
    /// ```
    /// # use bumper::{Aabb, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// # let mut simulation = Simulation::new([0.0f32, 0.0]);
    /// let crate_ = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([0.0, 0.0], [2.0, 1.0]))]).unwrap();
    /// simulation.apply_force(crate_, [8.0, 0.0], [1.0, 0.5]).unwrap();
    /// simulation.step(0.25);
    /// assert_eq!(simulation.get(crate_).unwrap().velocity, [1.0, 0.0].into());
    /// ```
    #[doc(alias("add_force", "AddForce", "b2Body_ApplyForce"))]
    pub fn apply_force(
        &mut self,
        id: BodyId,
        force: impl Into<Vector<R, 2>>,
        at: impl Into<Vector<R, 2>>,
    ) -> Result<(), DynamicsError> {
        let force = force.into();
        let at = at.into();
        let body = self.wake_and_get(id, &[force[0], force[1], at[0], at[1]])?;
        if body.is_dynamic() {
            let torque = body.torque + (at - body.center).cross(force);
            body.add_force(force, torque)?;
        }
        Ok(())
    }

    /// Applies a torque for the duration of the next step, positive from +x towards +y. Several torques add up. The body wakes. Only
    /// dynamic bodies without fixed rotation react to torques.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body was removed, or [`DynamicsError::NotFinite`] for NaN and for numbers beyond
    /// [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS), also if the sum of the torques is too large. On an error, no motion changes.
    pub fn apply_torque(&mut self, id: BodyId, torque: R) -> Result<(), DynamicsError> {
        let body = self.wake_and_get(id, &[torque])?;
        if body.is_dynamic() {
            body.add_force(Vector::ZERO, body.torque + torque)?;
        }
        Ok(())
    }

    /// Applies an impulse at the point `at` in the world, which changes the velocities of the body immediately. The body wakes. Only
    /// dynamic bodies react to impulses.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body was removed, or [`DynamicsError::NotFinite`] for NaN and for numbers beyond
    /// [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS), also if the new velocity is too large. On an error, no motion changes.
    ///
    /// ```
    /// # use bumper::{Aabb, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// # let mut simulation = Simulation::new([0.0f32, 0.0]);
    /// let crate_ = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([0.0, 0.0], [2.0, 1.0]))]).unwrap();
    /// simulation.apply_impulse(crate_, [8.0, 0.0], [1.0, 0.5]).unwrap();
    /// assert_eq!(simulation.get(crate_).unwrap().velocity, [4.0, 0.0].into());
    /// ```
    #[doc(alias("ApplyLinearImpulse", "b2Body_ApplyLinearImpulse"))]
    pub fn apply_impulse(
        &mut self,
        id: BodyId,
        impulse: impl Into<Vector<R, 2>>,
        at: impl Into<Vector<R, 2>>,
    ) -> Result<(), DynamicsError> {
        let impulse = impulse.into();
        let at = at.into();
        let body = self.wake_and_get(id, &[impulse[0], impulse[1], at[0], at[1]])?;
        let velocity = body.velocity + impulse.scaled(body.properties.inv_mass);
        let change = (at - body.center).cross(impulse) * body.properties.inv_inertia;
        body.set_finite_velocity(velocity, body.angular_velocity + change)
    }

    /// Applies an angular impulse, which changes the angular velocity immediately, positive from +x towards +y. The body wakes. Only
    /// dynamic bodies without fixed rotation react to angular impulses.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body was removed, or [`DynamicsError::NotFinite`] for NaN and for numbers beyond
    /// [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS), also if the new angular velocity is too large. On an error, no motion changes.
    ///
    /// ```
    /// # use bumper::{Aabb, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// # let mut simulation = Simulation::new([0.0f32, 0.0]);
    /// let crate_ = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([0.0, 0.0], [2.0, 1.0]))]).unwrap();
    /// let inertia = simulation.get(crate_).unwrap().inertia;
    /// simulation.apply_angular_impulse(crate_, 3.0 * inertia).unwrap();
    /// assert!((simulation.get(crate_).unwrap().angular_velocity - 3.0).abs() < 1e-6);
    /// ```
    #[doc(alias("apply_torque_impulse", "b2Body_ApplyAngularImpulse"))]
    pub fn apply_angular_impulse(&mut self, id: BodyId, impulse: R) -> Result<(), DynamicsError> {
        let body = self.wake_and_get(id, &[impulse])?;
        body.set_finite_velocity(body.velocity, body.angular_velocity + impulse * body.properties.inv_inertia)
    }

    /// Sets whether a body is a bullet, for which continuous collision also finds grazing collisions; see
    /// [`BodyDef::bullet`](crate::dynamics::BodyDef::bullet). The body does not wake.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body was removed.
    ///
    /// ```
    /// # use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// # let mut simulation = Simulation::new([0.0f32, 0.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
    /// simulation.set_bullet(ball, true).unwrap();
    /// assert_eq!(simulation.is_bullet(ball), Some(true));
    /// ```
    pub fn set_bullet(&mut self, id: BodyId, bullet: bool) -> Result<(), DynamicsError> {
        let index = self.index_of(id).ok_or(DynamicsError::NotFound)?;
        self.bodies[index].settings.bullet = bullet;
        Ok(())
    }

    /// Whether a body is a bullet: swept against all bodies near it, however slow it is (see
    /// [`BodyDef::bullet`](crate::dynamics::BodyDef::bullet)). `None` if the body was removed.
    #[must_use]
    pub fn is_bullet(&self, id: BodyId) -> Option<bool> {
        self.index_of(id).map(|index| self.bodies[index].settings.bullet)
    }

    /// Wakes a body and its island. Returns whether the body exists.
    pub fn wake(&mut self, id: BodyId) -> bool {
        let exists = self.index_of(id).is_some();
        if exists {
            self.awake_set.wake(&mut self.bodies, id.slot);
        }
        exists
    }

    /// Wakes a body that the user is about to change, and returns it. `numbers` are the arguments of the change. Fails without waking the
    /// body if the body was removed, or if one of the `numbers` is NaN or too large.
    fn wake_and_get(&mut self, id: BodyId, numbers: &[R]) -> Result<&mut RigidBody<R>, DynamicsError> {
        let index = self.index_of(id).ok_or(DynamicsError::NotFound)?;
        if !numbers.iter().all(|number| (*number).abs() <= R::MAX_RADIUS) {
            return Err(DynamicsError::NotFinite);
        }
        self.awake_set.wake(&mut self.bodies, id.slot);
        Ok(&mut self.bodies[index])
    }
}

/// A rotation by more than this angle in radians in the negative direction counts as a rotation in the positive direction. It is half a
/// turn less a margin that is larger than rounding errors.
const MAX_NEGATIVE_TURN: f64 = PI - 1.0 / 64.0;

impl<R: Real> RigidBody<R> {
    /// Adds a force to the forces of the next step, and replaces their torque by `torque`. Fails if the sum is too large.
    fn add_force(&mut self, force: V<R>, torque: R) -> Result<(), DynamicsError> {
        let sum = self.force + force;
        if ![sum[0], sum[1], torque].into_iter().all(|number| number.abs() <= max_force()) {
            return Err(DynamicsError::NotFinite);
        }
        self.force = sum;
        self.torque = torque;
        Ok(())
    }

    /// Sets the velocities of the body. Fails if they are too large.
    fn set_finite_velocity(&mut self, velocity: V<R>, angular_velocity: R) -> Result<(), DynamicsError> {
        finite(&[velocity[0], velocity[1], angular_velocity])?;
        self.velocity = velocity;
        self.angular_velocity = angular_velocity;
        Ok(())
    }

    /// Rotates the body to `rotation` by at most about half a turn, and counts its full turns.
    fn turn_to(&mut self, rotation: Rot<R>) {
        let [old_angle, new_angle, mut turn] =
            [self.rotation, rotation, rotation.relative_to(self.rotation)].map(|rot| rot.angle().to_f64());
        if turn < -MAX_NEGATIVE_TURN {
            turn += TAU;
        }
        // A multiple of a full turn, up to rounding errors.
        let full_turns = old_angle + turn - new_angle;
        let change = i32::from(full_turns > PI) - i32::from(full_turns < -PI);
        self.full_turns = self.full_turns.wrapping_add(change);
        self.rotation = rotation;
    }
}
