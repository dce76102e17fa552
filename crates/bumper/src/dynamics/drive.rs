//! Changes of bodies between steps: velocities, poses, forces and impulses. All of these wake the body; [`Bodies::set_bullet`] does not.

use super::Bodies;
use super::body::{BodyId, Kind, Refusal, RigidBody};
use super::turn::{Turn, cross};
use crate::narrow::measure::abs;
use crate::scalar::Real;
use crate::{Pose, Vector};

impl<R: Real> Bodies<R> {
    /// Sets the velocity of the center of mass and the angular velocity in radians per unit of time. The body wakes. Static bodies keep a
    /// velocity of zero.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`], or [`Refusal::NotFinite`] for NaN and numbers that are too large.
    ///
    /// ```
    /// # use bumper::{Ball, dynamics::{Bodies, Body, Solid}};
    /// # let mut bodies = Bodies::new([0.0f32, 0.0]);
    /// let ball = bodies.add(&Body::default(), &[Solid::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
    /// bodies.set_velocity(ball, [1.0, 0.0], 0.0).unwrap();
    /// bodies.step(0.5);
    /// assert_eq!(bodies.state(ball).unwrap().center, [2.5, 3.0].into());
    /// ```
    pub fn set_velocity(
        &mut self,
        id: BodyId,
        velocity: impl Into<Vector<R, 2>>,
        spin: R,
    ) -> Result<(), Refusal> {
        let velocity = velocity.into();
        let held = self.woken(id, &[velocity[0], velocity[1], spin])?;
        if held.kind != Kind::Static {
            let moved = held.moves_itself();
            (held.velocity, held.spin) = (velocity, spin);
            // A kinematic body is simulated only while it moves.
            let changes = held.kind == Kind::Kinematic && held.moves_itself() != moved;
            self.stirred |= changes;
        }
        Ok(())
    }

    /// Teleports a body: sets the pose of its shapes. Velocities are kept. The body wakes, and so do the bodies that touched it. The number
    /// of full turns of its angle is reset.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`], or [`Refusal::NotFinite`] for NaN and numbers that are too large.
    ///
    /// ```
    /// # use bumper::{Ball, Pose, Rotation, dynamics::{Bodies, Body, Solid}};
    /// # let mut bodies = Bodies::new([0.0f32, 0.0]);
    /// let ball = bodies.add(&Body::default(), &[Solid::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
    /// bodies.set_pose(ball, &Pose::new(Rotation::from_degrees(90.0), [0.0, 0.0])).unwrap();
    /// assert_eq!(bodies.state(ball).unwrap().center, [-3.0, 2.0].into());
    /// ```
    pub fn set_pose(&mut self, id: BodyId, pose: &Pose<R, 2>) -> Result<(), Refusal> {
        let (cos, sin) = pose.rotation.complex();
        let place = pose.translation;
        self.woken(id, &[cos, sin, place[0], place[1]])?;
        self.wake_touching(id.slot);
        let held = &mut self.held[id.slot as usize];
        held.turn = Turn { cos, sin };
        held.turns = 0;
        held.center = place - held.turn.apply(held.origin);
        self.fit(id.slot, R::default(), 0.0);
        Ok(())
    }

    /// Applies a force at a point in the world for the duration of the next step. Several forces add up. The body wakes. Only dynamic
    /// bodies react to forces.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`], or [`Refusal::NotFinite`] for NaN and numbers that are too large.
    ///
    /// ```
    /// # use bumper::{Aabb, dynamics::{Bodies, Body, Solid}};
    /// # let mut bodies = Bodies::new([0.0f32, 0.0]);
    /// let crate_ = bodies.add(&Body::default(), &[Solid::new(Aabb::new([0.0, 0.0], [2.0, 1.0]))]).unwrap();
    /// bodies.apply_force(crate_, [8.0, 0.0], [1.0, 0.5]).unwrap();
    /// bodies.step(0.25);
    /// assert_eq!(bodies.state(crate_).unwrap().velocity, [1.0, 0.0].into());
    /// ```
    pub fn apply_force(
        &mut self,
        id: BodyId,
        force: impl Into<Vector<R, 2>>,
        at: impl Into<Vector<R, 2>>,
    ) -> Result<(), Refusal> {
        let (force, at) = (force.into(), at.into());
        let held = self.woken(id, &[force[0], force[1], at[0], at[1]])?;
        let torque = cross(at - held.center, force);
        (held.force, held.torque) = (held.force + force, held.torque + torque);
        Ok(())
    }

    /// Applies a torque for the duration of the next step. Several torques add up. The body wakes. Only dynamic bodies without fixed
    /// rotation react to torques.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`], or [`Refusal::NotFinite`] for NaN and numbers that are too large.
    pub fn apply_torque(&mut self, id: BodyId, torque: R) -> Result<(), Refusal> {
        let held = self.woken(id, &[torque])?;
        held.torque = held.torque + torque;
        Ok(())
    }

    /// Applies an impulse at a point in the world, which changes the velocities immediately. The body wakes. Only dynamic bodies react to
    /// impulses.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`], or [`Refusal::NotFinite`] for NaN and numbers that are too large.
    ///
    /// ```
    /// # use bumper::{Aabb, dynamics::{Bodies, Body, Solid}};
    /// # let mut bodies = Bodies::new([0.0f32, 0.0]);
    /// let crate_ = bodies.add(&Body::default(), &[Solid::new(Aabb::new([0.0, 0.0], [2.0, 1.0]))]).unwrap();
    /// bodies.apply_impulse(crate_, [8.0, 0.0], [1.0, 0.5]).unwrap();
    /// assert_eq!(bodies.state(crate_).unwrap().velocity, [4.0, 0.0].into());
    /// ```
    pub fn apply_impulse(
        &mut self,
        id: BodyId,
        impulse: impl Into<Vector<R, 2>>,
        at: impl Into<Vector<R, 2>>,
    ) -> Result<(), Refusal> {
        let (impulse, at) = (impulse.into(), at.into());
        let held = self.woken(id, &[impulse[0], impulse[1], at[0], at[1]])?;
        held.velocity += impulse.scaled(held.inv_mass);
        held.spin = held.spin + cross(at - held.center, impulse) * held.inv_inertia;
        Ok(())
    }

    /// Sets whether continuous collision is exact for a body: see [`Body::bullet`](super::Body::bullet). Does not wake it.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`] if the body was removed.
    ///
    /// ```
    /// # use bumper::{Ball, dynamics::{Bodies, Body, Solid}};
    /// # let mut bodies = Bodies::new([0.0f32, 0.0]);
    /// let ball = bodies.add(&Body::default(), &[Solid::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
    /// bodies.set_bullet(ball, true).unwrap();
    /// assert_eq!(bodies.is_bullet(ball), Some(true));
    /// ```
    pub fn set_bullet(&mut self, id: BodyId, bullet: bool) -> Result<(), Refusal> {
        let place = self.place(id).ok_or(Refusal::Gone)?;
        self.held[place].bullet = bullet;
        Ok(())
    }

    /// Whether continuous collision is exact for a body; `None` if it was removed.
    pub fn is_bullet(&self, id: BodyId) -> Option<bool> {
        self.place(id).map(|place| self.held[place].bullet)
    }

    /// Wakes a body and its island. Returns whether the body exists.
    pub fn wake(&mut self, id: BodyId) -> bool {
        let there = self.place(id).is_some();
        if there {
            self.wake_slot(id.slot);
        }
        there
    }

    /// Wakes a body and returns it, if these numbers are finite and not too large.
    fn woken(&mut self, id: BodyId, numbers: &[R]) -> Result<&mut RigidBody<R>, Refusal> {
        let place = self.place(id).ok_or(Refusal::Gone)?;
        if !numbers.iter().all(|number| abs(*number) <= R::MAX_RADIUS) {
            return Err(Refusal::NotFinite);
        }
        self.wake_slot(id.slot);
        Ok(&mut self.held[place])
    }
}
