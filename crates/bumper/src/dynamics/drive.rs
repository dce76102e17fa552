//! What is done to bodies between steps: velocities, places, forces and blows. All of it wakes them.

use super::Bodies;
use super::body::{BodyId, Held, Kind, Refusal};
use super::turn::{Turn, cross};
use crate::narrow::measure::size;
use crate::scalar::Real;
use crate::{Pose, Vector};

impl<R: Real> Bodies<R> {
    /// Gives a body another velocity, of its centre, and another angular velocity in radians, and wakes it. What is static has none.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`] and [`Refusal::NotFinite`].
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
            // A kinematic body is stepped while it moves.
            let changes = held.kind == Kind::Kinematic && held.moves_itself() != moved;
            self.stirred |= changes;
        }
        Ok(())
    }

    /// Puts a body elsewhere: where the shapes of its solids are placed. It wakes, and so does what touched it.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`] and [`Refusal::NotFinite`].
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

    /// Pushes a body during the next step, at a point in the world: force adds up until then.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`] and [`Refusal::NotFinite`].
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

    /// Turns a body during the next step.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`] and [`Refusal::NotFinite`].
    pub fn apply_torque(&mut self, id: BodyId, torque: R) -> Result<(), Refusal> {
        let held = self.woken(id, &[torque])?;
        held.torque = held.torque + torque;
        Ok(())
    }

    /// Strikes a body at a point in the world: its velocity changes at once.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`] and [`Refusal::NotFinite`].
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
        held.velocity += impulse.scaled(held.lightness);
        held.spin = held.spin + cross(at - held.center, impulse) * held.nimbleness;
        Ok(())
    }

    /// Sets whether continuous collision is exact for a body: see [`Body::bullet`](super::Body::bullet).
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`].
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

    /// Whether continuous collision is exact for a body; `None` for one that is gone.
    pub fn is_bullet(&self, id: BodyId) -> Option<bool> {
        self.place(id).map(|place| self.held[place].bullet)
    }

    /// Wakes a body, and all that rests with it. Returns whether it is there.
    pub fn wake(&mut self, id: BodyId) -> bool {
        let there = self.place(id).is_some();
        if there {
            self.wake_slot(id.slot);
        }
        there
    }

    /// A body that is awake, if these numbers can be taken.
    fn woken(&mut self, id: BodyId, numbers: &[R]) -> Result<&mut Held<R>, Refusal> {
        let place = self.place(id).ok_or(Refusal::Gone)?;
        if !numbers.iter().all(|number| size(*number) <= R::MAX_RADIUS) {
            return Err(Refusal::NotFinite);
        }
        self.wake_slot(id.slot);
        Ok(&mut self.held[place])
    }
}
