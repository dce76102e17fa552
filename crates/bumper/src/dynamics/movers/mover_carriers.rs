//! Bodies that carry movers and push them.

use super::mover_obstacles::SimulationObstacles;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyId, BodyKind, ColliderId};
use crate::motion::{
    Belt, GroupId, GroupRules, Hit, Movable, Mover, Obstacle, Platform, PushRule, Response, carry_group,
    carry_on_belts,
};
use crate::scalar::Real;
use crate::{AsShape, Pose, ShapeBuf, Vector};
use alloc::vec::Vec;

/// Hits of movers, each with the index of its mover.
pub(in crate::dynamics) type MoverHits<R> = Vec<(usize, Hit<GroupId<ColliderId>, R, 2>)>;

/// A body that may carry or push movers, with its pose and its shapes before a step.
pub(in crate::dynamics) struct Carrier<R: Real> {
    pub(in crate::dynamics) body: BodyId,
    pub(in crate::dynamics) pose: Pose<R, 2>,
    pub(in crate::dynamics) kind: BodyKind,
    pub(in crate::dynamics) shapes: Vec<(ColliderId, ShapeBuf<R, 2>)>,
}

/// The rules that decide which movers stop, carry and push each other, and which colliders stop them. They follow from the layers and
/// filters of the colliders.
pub(in crate::dynamics) struct BodyRules<'a, R: Real> {
    pub(in crate::dynamics) simulation: &'a Simulation<R>,
    pub(in crate::dynamics) movers: &'a [BodyId],
    /// The body that carries and pushes the movers. `None` while no body moves: while the movers make their own steps ([`Mover::step`]),
    /// and while conveyor belts carry them.
    pub(in crate::dynamics) carrier: Option<BodyId>,
}

impl<R: Real> BodyRules<'_, R> {
    /// The layers and the filter of a mover, taken from the first collider of its body.
    fn layers(&self, mover: usize) -> (u32, u32) {
        let first = self.simulation.colliders_of(self.movers[mover]).next();
        let collider = first.and_then(|id| self.simulation.get_collider(id));
        collider.map_or((0, 0), |collider| (collider.layers, collider.filter))
    }

    fn meets(&self, mover: usize, other: ColliderId) -> bool {
        let (layers, filter) = self.layers(mover);
        let other = self.simulation.get_collider(other);
        other.is_some_and(|other| other.layers & filter != 0 && other.filter & layers != 0)
    }
}

impl<R: Real> GroupRules<ColliderId> for BodyRules<'_, R> {
    fn respond(&self, mover: usize, obstacle: ColliderId) -> Option<Response> {
        let body = self.simulation.body_of(obstacle)?;
        let is_ignored = self.carrier == Some(body) || self.movers.contains(&body);
        (!is_ignored && self.meets(mover, obstacle)).then_some(Response::Slide)
    }

    fn is_carried(&self, mover: usize) -> bool {
        let Some(body) = self.carrier else { return true };
        self.simulation.colliders_of(body).any(|id| self.meets(mover, id))
    }

    fn interact(&self, a: usize, b: usize) -> bool {
        let [(layers, filter), (other_layers, other_filter)] = [self.layers(a), self.layers(b)];
        filter & other_layers != 0 && other_filter & layers != 0
    }
}

impl<R: Real> Simulation<R> {
    /// The colliders that touch a mover or are close to one, in ascending order.
    pub(in crate::dynamics) fn colliders_near_movers<M: Movable<R, 2>>(
        &self,
        movers: &[&mut Mover<R, 2, M>],
    ) -> Vec<ColliderId> {
        let regions = movers.iter().filter_map(|mover| self.region_around(mover));
        let mut near: Vec<ColliderId> = regions.flat_map(|region| self.colliders_near(&region)).collect();
        near.sort_unstable();
        near.dedup();
        near
    }

    /// The bodies that may carry or push movers in the coming step: the bodies that are not static and have a collider in `near`, the
    /// colliders near movers, and all kinematic bodies that move. The bodies of movers, `own`, are left out.
    pub(in crate::dynamics) fn carriers(&self, near: &[ColliderId], own: &[BodyId]) -> Vec<Carrier<R>> {
        if own.is_empty() {
            return Vec::new();
        }
        let mut bodies: Vec<BodyId> = near.iter().filter_map(|id| self.body_of(*id)).collect();
        // Moving bodies are always awake, so only awake bodies are visited.
        let listed = self.awake_set.listed();
        let moving = listed.filter(|slot| {
            let body = self.bodies.get(*slot);
            body.is_some_and(|body| body.settings.kind == BodyKind::Kinematic && body.is_moving())
        });
        bodies.extend(moving.map(|slot| self.body_id(slot)));
        bodies.sort_unstable();
        bodies.dedup();
        let carrier = |body: BodyId| {
            let state = self.get(body).filter(|state| state.kind != BodyKind::Static)?;
            let solid = |id: &ColliderId| self.get_collider(*id).is_some_and(|collider| !collider.sensor);
            let shapes = self.colliders_of(body).filter(solid);
            let shapes = shapes.filter_map(|id| Some((id, self.shape_of(id)?))).collect();
            Some(Carrier { body, pose: state.pose, kind: state.kind, shapes })
        };
        bodies.into_iter().filter(|body| !own.contains(body)).filter_map(carrier).collect()
    }

    /// Carries the movers that stand on conveyor belts: colliders with a surface velocity. `near` are the colliders near movers. Returns
    /// the hits, each with the index of its mover.
    pub(in crate::dynamics) fn carry_movers_on_belts<M: Movable<R, 2> + Clone>(
        &self,
        near: &[ColliderId],
        time: R,
        movers: &mut [&mut Mover<R, 2, M>],
        bodies: &[BodyId],
    ) -> MoverHits<R> {
        let belt = |id: &ColliderId| {
            let collider = self.get_collider(*id)?;
            let body = self.body_of(*id).filter(|body| !bodies.contains(body))?;
            let step = self.get(body)?.pose.rotation.apply(collider.surface_velocity).scaled(time);
            (!collider.sensor && step != Vector::ZERO).then(|| Some((*id, self.shape_of(*id)?, step)))?
        };
        let found: Vec<(ColliderId, ShapeBuf<R, 2>, Vector<R, 2>)> = near.iter().filter_map(belt).collect();
        if found.is_empty() {
            return Vec::new();
        }
        let obstacle = |id, shape| Obstacle { one_way: self.one_way_side(id), ..Obstacle::new(shape) };
        let belts: Vec<Belt<'_, R, 2>> = (found.iter())
            .map(|(id, shape, by)| Belt { obstacle: obstacle(*id, shape.as_shape()), by: *by })
            .collect();
        let obstacles = SimulationObstacles::new(self, Vec::new());
        let rules = BodyRules { simulation: self, movers: bodies, carrier: None };
        let meets = |mover: usize, belt: usize| rules.meets(mover, found[belt].0);
        let group = movers.iter_mut().map(|mover| &mut **mover).collect();
        carry_on_belts(group, &obstacles, &rules, &belts, &meets)
    }

    /// Carries and pushes movers with a body that has moved in the last step of the simulation. Bodies are treated as if they moved one
    /// after the other. `later` are the bodies whose turn comes after this one: they are still obstacles at the poses that they had before
    /// the step of the simulation. Returns whether each mover was crushed, and the hits, each with the index of its mover.
    pub(in crate::dynamics) fn carry_movers<M: Movable<R, 2> + Clone>(
        &self,
        carrier: &Carrier<R>,
        later: &[Carrier<R>],
        movers: &mut [&mut Mover<R, 2, M>],
        bodies: &[BodyId],
    ) -> (Vec<bool>, MoverHits<R>) {
        let pose = self.get(carrier.body).map_or(carrier.pose, |state| state.pose);
        if pose == carrier.pose {
            return Default::default();
        }
        let by: Vec<Vector<R, 2>> = (movers.iter())
            .map(|mover| {
                mover.center().map_or(Vector::ZERO, |at| pose.apply(carrier.pose.apply_inverse(at)) - at)
            })
            .collect();
        let after: Vec<ShapeBuf<R, 2>> =
            carrier.shapes.iter().filter_map(|(id, _)| self.shape_of(*id)).collect();
        let one_way = |id: ColliderId| self.one_way_side(id);
        let part = |id: ColliderId, shape| Obstacle { one_way: one_way(id), ..Obstacle::new(shape) };
        let platform = Platform {
            before: carrier.shapes.iter().map(|(id, shape)| part(*id, shape.as_shape())).collect(),
            after: carrier
                .shapes
                .iter()
                .zip(&after)
                .map(|((id, _), shape)| part(*id, shape.as_shape()))
                .collect(),
            by,
            key: Some(carrier.body.to_bits()),
            rule: if carrier.kind == BodyKind::Kinematic { PushRule::Crush } else { PushRule::Never },
        };
        let unmoved = later.iter().flat_map(|carrier| &carrier.shapes);
        let displaced = unmoved.filter_map(|(id, shape)| self.place_collider(*id, shape.clone())).collect();
        let obstacles = SimulationObstacles::new(self, displaced);
        let rules = BodyRules { simulation: self, movers: bodies, carrier: Some(carrier.body) };
        let group = movers.iter_mut().map(|mover| &mut **mover).collect();
        carry_group(group, &obstacles, &rules, platform)
    }
}
