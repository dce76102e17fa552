//! Steps of movers that have a body in the simulation: they push bodies and weigh on them, ride on them, and are pushed by kinematic
//! bodies.

use super::mover_carriers::{BodyRules, MoverHits};
use super::mover_obstacles::SimulationObstacles;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyDef, BodyId, BodyKind, ColliderDef, ColliderId};
use crate::dynamics::error::DynamicsError;
use crate::dynamics::tolerance::{MAX_DRIFT, MAX_REST_STEP, MOVER_REGION_MARGIN};
use crate::motion::{Hit, HitTarget, Movable, Mover, MoverGroup, Response};
use crate::scalar::Real;
use crate::{Aabb, AsShape, Pose, Shape, Vector};
use alloc::vec::Vec;

/// The result of a step for a mover, returned by [`Simulation::step_with_movers`].
#[derive(Clone, Debug, PartialEq)]
pub struct MoverStep<R> {
    /// The hits of the mover while it made its own step ([`Mover::step`]), and while bodies carried or pushed it.
    pub hits: Vec<Hit<ColliderId, R, 2>>,
    /// Whether the mover had no room, so that a kinematic body has moved into it.
    pub crushed: bool,
}

/// What a mover has done in its own step ([`Mover::step`]): where it was, where it is, and which velocity it wanted. It is passed to
/// [`Simulation::drive_mover`], which gives the body of the mover the velocity of this motion and pushes the bodies that the mover has hit.
/// The mover's step comes before the step of the simulation.
///
/// ```
/// use bumper::dynamics::MoverMotion;
/// assert_eq!(MoverMotion::<f32>::default().start, [0.0, 0.0].into());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverMotion<R> {
    /// The position of the mover before its own step.
    pub start: Vector<R, 2>,
    /// The position of the mover after its own step.
    pub end: Vector<R, 2>,
    /// The displacement of the mover by bodies and platforms that have carried or pushed it since its previous own step. It happened before
    /// this step, so `start` includes it.
    pub carried: Vector<R, 2>,
    /// The velocity of the mover before its own step, which it would have kept if nothing had stopped it. It determines how hard the mover
    /// pushes the bodies that it has hit.
    pub desired_velocity: Vector<R, 2>,
}

/// A mover at rest at the position zero.
impl<R: Real> Default for MoverMotion<R> {
    fn default() -> Self {
        Self { start: Vector::ZERO, end: Vector::ZERO, carried: Vector::ZERO, desired_velocity: Vector::ZERO }
    }
}

impl<R: Real> Simulation<R> {
    /// Adds the body of a mover: a dynamic body of the given mass that does not rotate and has no friction.
    /// [`Simulation::step_with_movers`] moves the mover and this body. The weight of the body acts on whatever the mover stands on.
    ///
    /// If the mover moves against a dynamic body, it pushes that body. In each step it applies the impulse of an inelastic collision, v · m
    /// · M / (m + M). Here, m and M are the two masses, and v is the approach speed. So a light mover does not push a heavy crate that
    /// friction holds, and no mover presses a crate through a wall.
    ///
    /// Instead of the body that `insert_mover` adds, any dynamic body can be the body of a mover, if it does not rotate and its translation
    /// is the position of the mover. The layers and the filter of the first collider of the body apply to the mover.
    ///
    /// # Errors
    /// The errors of [`Simulation::insert`].
    ///
    /// ```
    /// use bumper::motion::{Mover, WalkSettings};
    /// use bumper::{Aabb, Vector, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
    /// simulation.insert_static(&ColliderDef::new(Aabb::new([-9.0, -1.0], [9.0, 0.0]))).unwrap();
    /// let crate_ = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([2.0, 0.0], [3.0, 1.0]))]).unwrap();
    /// let mut hero = Mover::new(Aabb::new([0.0, 0.0], [0.8, 1.8]));
    /// hero.gravity = Vector([0.0, -10.0]);
    /// hero.walk_settings = Some(WalkSettings { stair_height: 0.2, snap_distance: 0.2 });
    /// let body = simulation.insert_mover(&hero, 2.0).unwrap();
    /// for _ in 0..120 {
    ///     hero.velocity[0] = 3.0;
    ///     let [step] = &simulation.step_with_movers(1.0 / 60.0, [(&mut hero, body)]).unwrap()[..] else { panic!() };
    ///     assert!(!step.crushed);
    /// }
    /// assert!(simulation.get(crate_).unwrap().center.x() > 4.0 && hero.is_grounded());
    /// ```
    #[doc(alias("CharacterBody2D", "KinematicCharacterController", "b2World_CastMover"))]
    pub fn insert_mover<M: Movable<R, 2>>(
        &mut self,
        mover: &Mover<R, 2, M>,
        mass: R,
    ) -> Result<BodyId, DynamicsError> {
        let mut shapes: Vec<Shape<'_, R, 2>> = Vec::new();
        mover.original().each_part(&mut |part| shapes.push(part));
        let colliders: Vec<_> = (shapes.into_iter())
            .map(|shape| ColliderDef { friction: R::ZERO, ..ColliderDef::new(shape) })
            .collect();
        let gravity_scale = if mover.gravity == Vector::ZERO { 0.0 } else { 1.0 };
        let def = BodyDef {
            pose: Pose::at(mover.position()),
            fixed_rotation: true,
            mass: Some(mass),
            gravity_scale: R::from_f64(gravity_scale),
            ..BodyDef::default()
        };
        self.insert(&def, &colliders)
    }

    /// Makes a step of the simulation and of movers that have bodies in it. First, each mover makes its own [`step`](Mover::step) among the
    /// bodies and the other movers. Then the bodies move, pushed by the movers. Then bodies carry the movers that stand on them, and
    /// kinematic bodies push the movers in their way. A mover is also carried by a crate on a lift, by a rotating platform, by another
    /// mover, and by the surface of a conveyor belt ([`ColliderDef::surface_velocity`]).
    ///
    /// A mover decides about its own position, except that it is carried and pushed: it slides along all bodies, and its body follows. If a
    /// dynamic body moves into a mover, the simulation pushes that body away from the body of the mover. If the two still overlap after
    /// that, the mover moves out of the overlap in its next own step. If a kinematic body moves into a mover that has no room, the
    /// kinematic body does not stop, and the mover is reported as crushed. Returns the result for each mover, in the order of `movers`.
    ///
    /// # Errors
    /// [`DynamicsError::NotFound`] if a body has been removed, [`DynamicsError::MoverBody`] if a body is not dynamic or its rotation is not
    /// fixed, [`DynamicsError::SharedMoverBody`] if two movers have the same body. On an error, nothing moves.
    ///
    /// ```
    /// use bumper::{Aabb, Vector, dynamics::{BodyDef, BodyKind, ColliderDef, Simulation}, motion::Mover};
    /// let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
    /// let lift = BodyDef { kind: BodyKind::Kinematic, velocity: Vector([0.5, 1.0]), ..BodyDef::default() };
    /// simulation.insert(&lift, &[ColliderDef::new(Aabb::new([-9.0, -1.0], [9.0, 0.0]))]).unwrap();
    /// let mut hero = Mover::new(Aabb::new([0.0, 0.0], [0.8, 1.8]));
    /// hero.gravity = Vector([0.0, -10.0]);
    /// let body = simulation.insert_mover(&hero, 2.0).unwrap();
    /// for _ in 0..120 {
    ///     simulation.step_with_movers(1.0 / 60.0, [(&mut hero, body)]).unwrap();
    /// }
    /// assert!((hero.position() - Vector([1.0, 2.0])).length() < 1e-3);
    /// ```
    #[doc(alias("move_and_slide", "moving platform"))]
    pub fn step_with_movers<'m, M: Movable<R, 2> + Clone + 'm>(
        &mut self,
        time: R,
        movers: impl IntoIterator<Item = (&'m mut Mover<R, 2, M>, BodyId)>,
    ) -> Result<Vec<MoverStep<R>>, DynamicsError> {
        let (mut movers, bodies): (Vec<&mut Mover<R, 2, M>>, Vec<BodyId>) = movers.into_iter().unzip();
        for body in &bodies {
            let def = self.definition(*body).ok_or(DynamicsError::NotFound)?;
            if def.kind != BodyKind::Dynamic || !def.fixed_rotation {
                return Err(DynamicsError::MoverBody);
            }
        }
        let mut sorted = bodies.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(DynamicsError::SharedMoverBody);
        }
        let mut steps: Vec<MoverStep<R>> =
            movers.iter().map(|_| MoverStep { hits: Vec::new(), crushed: false }).collect();
        self.step_movers(time, &mut movers, &bodies, &mut steps);
        let near = self.colliders_near_movers(&movers);
        let carriers = self.carriers(&near, &bodies);
        self.step_bodies(time, &movers, &bodies);
        for (index, carrier) in carriers.iter().enumerate() {
            let (crushed, hits) = self.carry_movers(carrier, &carriers[index + 1..], &mut movers, &bodies);
            for (step, crushed) in steps.iter_mut().zip(crushed) {
                step.crushed |= crushed;
            }
            self.report(hits, &bodies, &mut steps);
        }
        let hits = self.carry_movers_on_belts(&near, time, &mut movers, &bodies);
        self.report(hits, &bodies, &mut steps);
        Ok(steps)
    }

    /// Makes a step of the simulation. A mover that drops through one-way colliders (`drop_through`) has a body that does not touch one-way
    /// colliders in this step.
    fn step_bodies<M: Movable<R, 2>>(&mut self, time: R, movers: &[&mut Mover<R, 2, M>], bodies: &[BodyId]) {
        let dropping: Vec<BodyId> = bodies
            .iter()
            .zip(movers)
            .filter(|(_, mover)| mover.drop_through)
            .map(|(body, _)| *body)
            .collect();
        if dropping.is_empty() {
            return self.step(time);
        }
        // The region in which a mover may be in this step: from the AABBs of the colliders of its body, which are still at the previous
        // position of the mover, to the region around the mover, to which the body will move.
        let path = |(mover, body): (&&mut Mover<R, 2, M>, &BodyId)| {
            let start = self.colliders_of(*body).filter_map(|id| self.aabb_of(id));
            self.region_around(mover).map(|region| start.fold(region, |path, aabb| path.union(&aabb)))
        };
        let near = movers.iter().zip(bodies).filter_map(path).flat_map(|path| self.colliders_near(&path));
        let one_way: Vec<ColliderId> = near.filter(|id| self.one_way_side(*id).is_some()).collect();
        self.step_with(time, |contact| {
            let drops = dropping.contains(&contact.a) || dropping.contains(&contact.b);
            !(drops && contact.colliders.iter().any(|id| one_way.contains(id)))
        });
    }

    /// Makes the own step of each mover, and prepares the bodies of the movers for the step of the simulation.
    fn step_movers<M: Movable<R, 2> + Clone>(
        &mut self,
        time: R,
        movers: &mut [&mut Mover<R, 2, M>],
        bodies: &[BodyId],
        steps: &mut [MoverStep<R>],
    ) {
        let obstacles = SimulationObstacles::new(self, Vec::new());
        let before: Vec<_> =
            movers.iter().map(|mover| (mover.position(), mover.carried(), mover.velocity)).collect();
        let rules = BodyRules { simulation: self, movers: bodies, carrier: None };
        let mut group =
            MoverGroup::new(movers.iter_mut().map(|mover| &mut **mover).collect(), &obstacles, &rules);
        for index in 0..bodies.len() {
            group.step(index, time);
        }
        self.report(group.into_hits(), bodies, steps);
        for (index, (start, carried, desired_velocity)) in before.into_iter().enumerate() {
            let hits = steps[index].hits.iter().filter_map(|hit| match hit.target {
                HitTarget::Obstacle(id) if hit.response != Response::Cross => {
                    Some((self.body_of(id)?, hit.normal))
                }
                _ => None,
            });
            let hits: Vec<_> = hits.filter(|(body, _)| !bodies.contains(body)).collect();
            let motion = MoverMotion { start, end: movers[index].position(), carried, desired_velocity };
            // `drive_mover` cannot fail, because the body exists.
            let _ = self.drive_mover(bodies[index], time, &motion, hits);
        }
    }

    /// Prepares the body of a mover for the next step of the simulation, after the mover has made its own step. The body gets the velocity
    /// of the mover in that step. `hits` are the bodies that the mover has hit, each with the normal towards the mover. If such a body is
    /// dynamic, the mover pushes it with the impulse that [`insert_mover`](Simulation::insert_mover) describes. If the mover is at rest,
    /// its body is left as it is, so that it can fall asleep. [`Simulation::step_with_movers`] calls this method for every mover.
    ///
    /// # Errors
    /// [`DynamicsError::NotFound`] if the body has been removed, [`DynamicsError::NotFinite`] if a number is not finite or too large.
    ///
    /// ```
    /// use bumper::{Aabb, dynamics::{MoverMotion, Simulation}, motion::Mover};
    /// let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
    /// let hero = Mover::new(Aabb::new([0.0, 0.0], [1.0, 2.0]));
    /// let body = simulation.insert_mover(&hero, 2.0).unwrap();
    /// let motion = MoverMotion { start: [3.0, 0.0].into(), end: [4.0, 0.0].into(), ..MoverMotion::default() };
    /// simulation.drive_mover(body, 0.5, &motion, []).unwrap();
    /// let state = simulation.get(body).unwrap();
    /// assert_eq!((state.center, state.velocity), ([3.5, 1.0].into(), [2.0, 0.0].into()));
    /// ```
    pub fn drive_mover(
        &mut self,
        body: BodyId,
        time: R,
        motion: &MoverMotion<R>,
        hits: impl IntoIterator<Item = (BodyId, Vector<R, 2>)>,
    ) -> Result<(), DynamicsError> {
        let state = self.get(body).ok_or(DynamicsError::NotFound)?;
        if !(time > R::ZERO) {
            return Ok(());
        }
        let &MoverMotion { start, end, carried, desired_velocity } = motion;
        let velocity = (end - start + carried).map(|c| c / time);
        for (other, normal) in hits {
            let Some(other_state) = self.get(other).filter(|other| other.kind == BodyKind::Dynamic) else {
                continue;
            };
            let direction = normal.map(|c| -c);
            let approach = (desired_velocity - other_state.velocity).dot(direction);
            if desired_velocity.dot(direction) > R::ZERO && approach > R::ZERO {
                let mass = state.mass * other_state.mass / (state.mass + other_state.mass);
                self.apply_impulse(other, direction.scaled(approach * mass), other_state.center)?;
            }
        }
        let shapes = self.colliders_of(body).filter_map(|id| self.shape_of(id)?.as_shape().bounds());
        let size = shapes.map(|bounds| (bounds.max() - bounds.min()).length()).fold(R::ZERO, R::max);
        let drift = (state.pose.translation - start).length();
        let is_slow = velocity.scaled(time).length() <= size * R::from_f64(MAX_REST_STEP);
        let is_at_rest = is_slow && (state.asleep || drift <= size * R::from_f64(MAX_DRIFT));
        if !is_at_rest {
            self.set_pose(body, &Pose::at(start))?;
            self.set_velocity(body, velocity, R::ZERO)?;
        }
        Ok(())
    }

    /// The AABB of a mover with a margin of [`MOVER_REGION_MARGIN`]. `None` if the mover has no AABB.
    pub(in crate::dynamics) fn region_around<M: Movable<R, 2>>(
        &self,
        mover: &Mover<R, 2, M>,
    ) -> Option<Aabb<R, 2>> {
        let mut bounds: Option<Aabb<R, 2>> = None;
        mover.shape().each_part(&mut |part| {
            let part = part.bounds();
            bounds = bounds.zip(part).map(|(a, b)| a.union(&b)).or(bounds).or(part);
        });
        let bounds = bounds?;
        let margin = (bounds.max() - bounds.min()).length() * R::from_f64(MOVER_REGION_MARGIN);
        Some(bounds.inflated([margin, margin]))
    }

    /// Adds hits to the results of their movers, unless an equal hit is in the result already.
    fn report(&self, hits: MoverHits<R>, bodies: &[BodyId], steps: &mut [MoverStep<R>]) {
        for (index, hit) in hits {
            let mover_id = |other: usize| self.colliders_of(bodies[other]).next();
            let Some(hit) = hit.with_mover_id(mover_id) else { continue };
            let known = &mut steps[index].hits;
            if !known.iter().any(|other| (other.target, other.normal) == (hit.target, hit.normal)) {
                known.push(hit);
            }
        }
    }
}
