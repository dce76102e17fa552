//! Carries movers that stand on rigid bodies, and pushes movers that are in the way of kinematic bodies.

use super::super::step::events_of;
use super::super::{Actor, Part, Stage};
use crate::model::Scene;
use crate::moves::Motion;
use crate::number::Number;
use bumper::dynamics::BodyKind;
use bumper::motion::{Obstacle, Response};
use bumper::{AsShape, Vector};

impl<S: Number, const N: usize> Stage<S, N> {
    /// Moves movers along with a body that has just moved: all that stand on it and, if it is kinematic, all that are in its way. Called
    /// before the body is moved in the world of the movers. `taken` returns the displacement of a point of the body, given the position of
    /// the point before the step.
    pub(super) fn take_along(
        &mut self,
        object: usize,
        parts: &[Part<S, N>],
        taken: impl Fn(Vector<f64, 2>) -> Option<Vector<f64, 2>>,
    ) {
        let one_way = self.scene.objects[object].one_way;
        let shapes: Vec<_> =
            parts.iter().map(|part| Obstacle { one_way, ..Obstacle::new(part.as_shape()) }).collect();
        for index in 0..self.actors.len() {
            let Actor { object: own, moves, mover, hits, .. } = &mut self.actors[index];
            let stands = hits.iter().any(|hit| hit.with == Some(object) && bears(&self.scene, hit.normal));
            if moves.response == Response::Cross
                || moves.carries
                || !(stands || is_driven(&self.scene, object))
            {
                continue;
            }
            let middle = mover.shape().iter().filter_map(|part| part.as_shape().bounds());
            let middle = middle.map(|bounds| bounds.center().map(Into::into)).next();
            let by = middle.and_then(|at: Vector<f64, N>| taken(Vector([at[0], at[N - 1]])));
            let Some(by) = by.filter(|by| *by != Vector::default()) else { continue };
            let mut step = Vector::default();
            for (axis, length) in [(0, by[0]), (N - 1, by[1])] {
                step[axis] = S::nearest(length).unwrap_or_default();
            }
            let (world, own) = (&self.world, *own as u64);
            let respond = |id| {
                let met = world.get(id).filter(|met| met.data != own && met.data != object as u64);
                met.map(|_| moves.response)
            };
            // If there is no room, the mover does not move, and the body overlaps it.
            mover.carry(&shapes, step, world, respond, |hit| hits.push(events_of(world, hit)));
            self.settle(index);
        }
    }
}

/// Whether a surface with this normal can support a mover against gravity.
fn bears<S: Number, const N: usize>(scene: &Scene<S, N>, normal: Vector<f64, N>) -> bool {
    scene.gravity.map(S::to_f64).dot(normal) < 0.0
}

/// Whether an object is a kinematic body. Nothing can stop such a body.
fn is_driven<S: Number, const N: usize>(scene: &Scene<S, N>, object: usize) -> bool {
    matches!(&scene.objects[object].motion, Motion::Body(body) if body.kind == BodyKind::Kinematic)
}
