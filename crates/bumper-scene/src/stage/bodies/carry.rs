//! Carries movers that stand on rigid bodies, and pushes movers that are in the way of moving bodies.

use super::super::{Part, Stage};
use crate::moves::Motion;
use crate::number::Number;
use bumper::Vector;
use bumper::dynamics::BodyKind;
use bumper::motion::PushRule;

impl<S: Number, const N: usize> Stage<S, N> {
    /// Moves a body in the world of the movers: replaces its parts by `parts`, and carries the movers that stand on it. A kinematic body
    /// also pushes the movers that are in its way. Movers cannot stop a body: if a mover has no room, it overlaps the body afterwards.
    /// `displacement` gets a point of the body before the step, and returns how far the step of the bodies has moved this point.
    pub(super) fn move_body(
        &mut self,
        object: usize,
        parts: Vec<Part<S, N>>,
        displacement: impl Fn(Vector<f64, 2>) -> Option<Vector<f64, 2>>,
    ) {
        let ids = self.level.ids_of(object).to_vec();
        let motion = |at: Vector<S::Real, N>| {
            let at = at.map(Into::<f64>::into);
            let by = displacement(Vector([at[0], at[N - 1]])).unwrap_or_default();
            let axis = |length: f64| S::nearest(length).unwrap_or_default();
            Vector::ZERO.with(0, axis(by[0])).with(N - 1, axis(by[1]))
        };
        let rule = if self.is_kinematic_body(object) { PushRule::Crush } else { PushRule::Never };
        let movers = self.level.actors.iter_mut().filter(|actor| !actor.moves.carries);
        // `carry_to` cannot fail: the world has accepted parts of these kinds before.
        let _ = self.level.world.carry_to(ids.into_iter().zip(parts), motion, rule, movers);
        self.level.collect_carry_hits();
    }

    /// Carries the movers that stand on conveyor belts. `belts` are the objects with a surface velocity, with the displacements of their
    /// surfaces in this frame.
    pub(super) fn carry_on_belts(&mut self, belts: Vec<(usize, Vector<f64, 2>)>) {
        if belts.is_empty() {
            return;
        }
        let axis = |length: f64| S::nearest(length).unwrap_or_default();
        let colliders: Vec<_> = belts
            .into_iter()
            .flat_map(|(object, step)| {
                let by = Vector::ZERO.with(0, axis(step[0])).with(N - 1, axis(step[1]));
                self.level.ids_of(object).iter().map(move |id| (*id, by)).collect::<Vec<_>>()
            })
            .collect();
        let movers = self.level.actors.iter_mut().filter(|actor| !actor.moves.carries);
        // This cannot fail: no collider has been removed.
        let _ = self.level.world.carry_on_belts(colliders, movers);
        self.level.collect_carry_hits();
    }

    /// Whether an object is a kinematic body, which no mover can stop.
    fn is_kinematic_body(&self, object: usize) -> bool {
        matches!(&self.scene.objects[object].motion, Motion::Body(body) if body.kind == BodyKind::Kinematic)
    }
}
