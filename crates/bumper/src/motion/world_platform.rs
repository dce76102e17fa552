//! Platforms of a world: colliders that move and carry movers along.

use super::belt::{Belt, carry_on_belts};
use super::group_obstacles::GroupRules;
use super::hit::Response;
use super::obstacles::{Movable, Obstacle};
use super::platform::{Platform, PushRule, carry_group};
use super::world_mover::WorldMover;
use crate::scalar::Scalar;
use crate::world::{Collider, ColliderError, Id, World};
use crate::{AsShape, Vector};
use alloc::vec::Vec;

impl<S: Scalar, const N: usize, T: AsShape<S, N> + Movable<S, N>> World<S, N, T> {
    /// Moves a platform, which is one or more colliders such as a lift, by `displacement`. Movers that stand on the platform are carried
    /// along, and so are movers that stand on carried movers. Movers in the way of the platform are pushed, and push other movers. If a
    /// mover has no room, the platform would crush it, so nothing moves. In this case, returns the first collider of that mover, or the
    /// first collider of the platform if the mover has no collider. Returns `None` if the platform has moved.
    ///
    /// `movers` has to contain all movers that the platform may carry or push, usually all movers of the level. All other colliders stop
    /// movers, but not the platform. If a rider is stopped, it stays behind, and the platform slides on below it. A rider that is only
    /// carried does not push others; a rider that the platform also pushes does.
    ///
    /// Movers that do not [collide](Collider::collides_with) with the platform are ignored, and movers that [drop
    /// through](crate::motion::Mover::drop_through) a one-way platform are not carried. A rider may stand on several platforms side by
    /// side. If all of them make the same step between two time steps of the rider, the rider moves by that step only once.
    ///
    /// Movers are pushed and carried in the order of their positions along `displacement`. The order of `movers` matters only for movers
    /// with the same bounding box. A pushed mover pushes the movers ahead of it, is pushed by the movers behind it, and takes along the
    /// movers that stand on it.
    ///
    /// The velocity of a mover changes only if the mover hits something. Costs O(m · k), where m is the number of movers and k the number
    /// of those that move, plus a query of the world for each motion.
    ///
    /// The platform may itself be a mover, such as a lift that stops at walls when it makes its own time step. If `movers` contains this
    /// mover, it moves with the colliders of the platform. It is recognized by its first collider, which is one of `platform`.
    ///
    /// # Errors
    /// [`ColliderError::NotFound`] if a collider has been removed, or [`ColliderError::OutOfRange`] if the platform would leave the range
    /// of the scalar. On an error, nothing moves.
    ///
    /// ```
    /// use bumper::motion::Mover;
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Vector};
    /// let mut world = World::new();
    /// let lift = world.insert(Collider::new(Aabb::new([0, 100], [40, 108]))).unwrap();
    /// let mut crates = [84, 68].map(|top| Mover::new(Aabb::new([10, top], [26, top + 16])));
    /// crates.iter_mut().for_each(|mover| mover.gravity = Vector([0, 1]));
    /// let ids = [0, 1].map(|k| world.insert(Collider::new(*crates[k].shape())).unwrap());
    /// // One crate stands on the other, and that one on the lift.
    /// let crushed = world.carry(lift, [3, -20], crates.iter_mut().zip(ids)).unwrap();
    /// assert_eq!(crushed, None);
    /// assert_eq!([crates[0].position(), crates[1].position()], [Vector([3, -20]); 2]);
    /// // With a ceiling there is no room for them.
    /// world.insert(Collider::new(Aabb::new([0, 0], [40, 40]))).unwrap();
    /// let crushed = world.carry(lift, [0, -20], crates.iter_mut().zip(ids)).unwrap();
    /// assert_eq!((crushed, crates[0].position()), (Some(ids[1]), Vector([3, -20])));
    /// ```
    #[doc(alias("moving platform", "AnimatableBody2D", "elevator"))]
    pub fn carry<W: WorldMover<S, N, T>>(
        &mut self,
        platform: impl AsRef<[Id]>,
        displacement: impl Into<Vector<S, N>>,
        movers: impl IntoIterator<Item = W>,
    ) -> Result<Option<Id>, ColliderError> {
        let crushed = self.carry_by(platform.as_ref(), displacement.into(), PushRule::Stop, movers)?;
        Ok(crushed.first().copied())
    }

    /// Moves a platform as [`carry`](World::carry) does, but crushes the movers that have no room. A crushed mover stays where it is, and
    /// the platform moves into it. Returns an id for each crushed mover: the first of its colliders, or the first collider of the platform
    /// if the mover has none.
    ///
    /// # Errors
    /// The errors of [`carry`](World::carry). On an error, nothing moves.
    ///
    /// ```
    /// use bumper::motion::Mover;
    /// use bumper::world::{Collider, World};
    /// use bumper::Aabb;
    /// let mut world = World::new();
    /// let press = world.insert(Collider::new(Aabb::new([0, 0], [40, 10]))).unwrap();
    /// world.insert(Collider::new(Aabb::new([0, 40], [40, 50]))).unwrap();
    /// let mut hero = Mover::new(Aabb::new([10, 20], [20, 40]));
    /// let id = world.insert(Collider::new(*hero.shape())).unwrap();
    /// assert_eq!(world.carry_and_crush(press, [0, 10], [(&mut hero, id)]).unwrap(), []);
    /// assert_eq!(world.carry_and_crush(press, [0, 10], [(&mut hero, id)]).unwrap(), [id]);
    /// ```
    pub fn carry_and_crush<W: WorldMover<S, N, T>>(
        &mut self,
        platform: impl AsRef<[Id]>,
        displacement: impl Into<Vector<S, N>>,
        movers: impl IntoIterator<Item = W>,
    ) -> Result<Vec<Id>, ColliderError> {
        self.carry_by(platform.as_ref(), displacement.into(), PushRule::Crush, movers)
    }

    /// Moves the parts of a platform to new shapes, for example if the platform rotates. `displacement` gets the center of each mover
    /// before the motion, and returns the displacement of the platform at that point. It should agree with the new shapes, because it
    /// decides how far movers are carried and pushed. `rule` determines what happens to movers without room: with [`PushRule::Stop`]
    /// nothing moves, with [`PushRule::Crush`] the platform moves into them. In all other respects, the method works like
    /// [`carry`](World::carry). Returns the first collider of each mover that is, or would be, crushed.
    ///
    /// # Errors
    /// The errors of [`World::set_shape`] for the new shapes. On an error, some movers may have moved.
    ///
    /// ```
    /// use bumper::motion::{Mover, PushRule};
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Pose, Rotation, ShapeBuf, Vector};
    /// let mut world = World::<f64, 2>::new();
    /// let wheel = ShapeBuf::from(bumper::Ball::new([0.0, 0.0], 5.0));
    /// let id = world.insert(Collider::new(wheel.clone())).unwrap();
    /// let mut hero = Mover::new(Aabb::new([-0.5, 5.0], [0.5, 6.0]));
    /// hero.gravity = Vector([0.0, -10.0]);
    /// let own = world.insert(Collider::new(*hero.shape())).unwrap();
    /// let turn = Pose::new(Rotation::from_degrees(-1.0), [0.0, 0.0]);
    /// world.carry_to([(id, wheel)], |at| turn.apply(at) - at, PushRule::Stop, [(&mut hero, own)]).unwrap();
    /// assert!((hero.position().x() - 0.096).abs() < 0.001);
    /// ```
    pub fn carry_to<W: WorldMover<S, N, T>>(
        &mut self,
        parts: impl IntoIterator<Item = (Id, T)>,
        mut displacement: impl FnMut(Vector<S::Real, N>) -> Vector<S, N>,
        rule: PushRule,
        movers: impl IntoIterator<Item = W>,
    ) -> Result<Vec<Id>, ColliderError> {
        let mut movers: Vec<W> = movers.into_iter().collect();
        let (ids, after): (Vec<Id>, Vec<T>) = parts.into_iter().unzip();
        let by = |mover: &mut W| mover.mover().center().map_or(Vector::ZERO, &mut displacement);
        let by = movers.iter_mut().map(by).collect();
        self.move_platform(&ids, after, by, rule, movers)
    }

    /// Carries movers on conveyor belts: colliders that stay where they are, and whose surfaces move. `belts` has for each belt its
    /// collider and the displacement of its surface in this step. The component of the displacement along the surface moves the movers that
    /// stand on the belt, and the movers that stand on these. Obstacles stop them, and they push nothing. A mover on two belts that move
    /// alike moves once. Sensors are ignored. `movers` is as in [`carry`](World::carry).
    ///
    /// # Errors
    /// [`ColliderError::NotFound`] if a collider has been removed; then nothing moves.
    ///
    /// ```
    /// use bumper::motion::Mover;
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Vector};
    /// let mut world = World::new();
    /// let belt = world.insert(Collider::new(Aabb::new([0, 100], [400, 108]))).unwrap();
    /// let mut hero = Mover::new(Aabb::new([10, 80], [26, 100]));
    /// hero.gravity = Vector([0, 1]);
    /// let id = world.insert(Collider::new(*hero.shape())).unwrap();
    /// for _ in 0..10 {
    ///     hero.slide(1.0, &mut world, id).unwrap();
    ///     world.carry_on_belts([(belt, Vector([3, 0]))], [(&mut hero, id)]).unwrap();
    /// }
    /// assert_eq!(hero.position(), Vector([30, 0]));
    /// ```
    #[doc(alias("conveyor belt", "constant_linear_velocity", "SurfaceEffector2D"))]
    pub fn carry_on_belts<W: WorldMover<S, N, T>>(
        &mut self,
        belts: impl IntoIterator<Item = (Id, Vector<S, N>)>,
        movers: impl IntoIterator<Item = W>,
    ) -> Result<(), ColliderError> {
        let mut movers: Vec<W> = movers.into_iter().collect();
        let find = |(id, by)| self.get(id).map(|collider| (collider, by)).ok_or(ColliderError::NotFound);
        let found = belts.into_iter().map(find).collect::<Result<Vec<(&Collider<T>, _)>, _>>()?;
        let colliders: Vec<&Collider<T>> = found.iter().map(|(collider, _)| *collider).collect();
        let belts: Vec<Belt<'_, S, N>> = (found.iter())
            .map(|&(collider, by)| Belt { obstacle: Obstacle::of_collider(collider), by })
            .collect();
        let rules = WorldRules::new(self, &[], &colliders, &movers)?;
        let meets = |mover: usize, belt: usize| {
            let own = rules.collider(mover);
            rules.is_carried[mover]
                && !colliders[belt].sensor
                && own.is_none_or(|own| own.collides_with(colliders[belt]))
        };
        let starts: Vec<_> = movers.iter_mut().map(|mover| mover.mover().position()).collect();
        let group = movers.iter_mut().map(WorldMover::mover).collect();
        let hits = carry_on_belts(group, &*self, &rules, &belts, &meets);
        let WorldRules { colliders: owners, .. } = rules;
        for (index, hit) in hits {
            if let Some(hit) = hit.with_mover_id(|other| owners[other].0.first().copied()) {
                movers[index].hit(hit);
            }
        }
        for (mover, start) in movers.iter_mut().zip(starts) {
            if mover.mover().position() != start {
                self.update_colliders(mover)?;
            }
        }
        Ok(())
    }

    /// Moves a platform by an offset. Returns the first collider of each mover that is crushed.
    fn carry_by<W: WorldMover<S, N, T>>(
        &mut self,
        ids: &[Id],
        by: Vector<S, N>,
        rule: PushRule,
        movers: impl IntoIterator<Item = W>,
    ) -> Result<Vec<Id>, ColliderError> {
        let mut movers: Vec<W> = movers.into_iter().collect();
        let mut after = Vec::with_capacity(ids.len());
        for id in ids {
            let collider = self.get(*id).ok_or(ColliderError::NotFound)?;
            after.push(collider.shape.moved(by).ok_or(ColliderError::OutOfRange)?);
        }
        let is_platform = |mover: &W| mover.colliders().first().is_some_and(|id| ids.contains(id));
        let platform_mover = movers.iter().position(is_platform);
        let start =
            platform_mover.map_or(Vector::ZERO, |platform_mover| movers[platform_mover].mover().position());
        if let Some(platform_mover) = platform_mover {
            let goal = start.checked_add(by).ok_or(ColliderError::OutOfRange)?;
            if !movers[platform_mover].mover().try_put(goal) {
                return Err(ColliderError::OutOfRange);
            }
            // If the platform is a mover, its new shapes are taken from the mover, so that its colliders are exactly where the mover is,
            // without a rounding error.
            for index in 0..movers[platform_mover].colliders().len() {
                let part = ids.iter().position(|id| *id == movers[platform_mover].colliders()[index]);
                if let Some((part, shape)) = part.zip(movers[platform_mover].collider_shape(index)) {
                    after[part] = shape;
                }
            }
        }
        let crushed = self.move_platform(ids, after, alloc::vec![by; movers.len()], rule, movers.iter_mut());
        let stays = crushed.as_ref().map_or(true, |crushed| rule == PushRule::Stop && !crushed.is_empty());
        if let Some(platform_mover) = platform_mover.filter(|_| stays) {
            movers[platform_mover].mover().put(start);
        }
        crushed
    }

    /// Moves the parts of a platform to the shapes `after`. `by` has for each mover the displacement of the platform at the place of this
    /// mover. Returns the first collider of each mover that is crushed, or the first collider of the platform for a mover without
    /// colliders.
    fn move_platform<W: WorldMover<S, N, T>>(
        &mut self,
        ids: &[Id],
        after: Vec<T>,
        by: Vec<Vector<S, N>>,
        rule: PushRule,
        movers: impl IntoIterator<Item = W>,
    ) -> Result<Vec<Id>, ColliderError> {
        let mut movers: Vec<W> = movers.into_iter().collect();
        let colliders = ids.iter().map(|id| self.get(*id).ok_or(ColliderError::NotFound));
        let colliders = colliders.collect::<Result<Vec<&Collider<T>>, _>>()?;
        let solid = || colliders.iter().zip(&after).filter(|(collider, _)| !collider.sensor);
        let platform = Platform {
            before: solid().map(|(collider, _)| Obstacle::of_collider(collider)).collect(),
            after: solid()
                .map(|(collider, shape)| Obstacle {
                    shape: shape.as_shape(),
                    one_way: collider.one_way,
                    sensor: false,
                    order: collider.data,
                })
                .collect(),
            by,
            key: Some(ids.first().map_or(0, |id| id.to_bits())),
            rule,
        };
        let rules = WorldRules::new(self, ids, &colliders, &movers)?;
        let starts: Vec<_> = movers.iter_mut().map(|mover| mover.mover().position()).collect();
        let group = movers.iter_mut().map(WorldMover::mover).collect();
        let (crushed, hits) = carry_group(group, &*self, &rules, platform);
        let WorldRules { colliders: owners, .. } = rules;
        let crushed = crushed.iter().zip(&owners).filter(|(crushed, _)| **crushed);
        let crushed: Vec<Id> =
            crushed.filter_map(|(_, (own, _))| own.first().or(ids.first()).copied()).collect();
        for (index, hit) in hits {
            if let Some(hit) = hit.with_mover_id(|other| owners[other].0.first().copied()) {
                movers[index].hit(hit);
            }
        }
        for (mover, start) in movers.iter_mut().zip(starts) {
            if mover.mover().position() != start {
                self.update_colliders(mover)?;
            }
        }
        if rule != PushRule::Stop || crushed.is_empty() {
            for (id, shape) in ids.iter().zip(after) {
                self.set_shape(*id, shape)?;
            }
        }
        Ok(crushed)
    }
}

/// The rules that determine which movers and colliders of a world interact during a step of a platform.
struct WorldRules<'a, S: Scalar, const N: usize, T> {
    world: &'a World<S, N, T>,
    /// The ids of the colliders of the platform and of all movers, in ascending order.
    group: Vec<Id>,
    /// For each mover, whether it is the platform itself, and whether the platform carries it.
    is_platform: Vec<bool>,
    is_carried: Vec<bool>,
    /// For each mover, the ids of its colliders, and its response to obstacles.
    colliders: Vec<(Vec<Id>, Response)>,
}

impl<'a, S: Scalar, const N: usize, T: AsShape<S, N>> WorldRules<'a, S, N, T> {
    fn new<W: WorldMover<S, N, T>>(
        world: &'a World<S, N, T>,
        platform: &[Id],
        parts: &[&Collider<T>],
        movers: &[W],
    ) -> Result<Self, ColliderError> {
        let mut group = platform.to_vec();
        let mut is_platform = Vec::new();
        let mut is_carried = Vec::new();
        let mut colliders = Vec::new();
        for mover in movers {
            let ids = mover.colliders();
            let own_colliders = ids.iter().map(|id| world.get(*id).ok_or(ColliderError::NotFound));
            let first = own_colliders.collect::<Result<Vec<_>, _>>()?.first().copied();
            let is_part = ids.first().is_some_and(|id| platform.contains(id));
            let meets = |collider: &Collider<T>| parts.iter().any(|part| part.collides_with(collider));
            is_platform.push(is_part);
            is_carried.push(!is_part && mover.response() != Response::Cross && first.is_none_or(meets));
            group.extend_from_slice(ids);
            colliders.push((ids.to_vec(), mover.response()));
        }
        group.sort_unstable();
        Ok(Self { world, group, is_platform, is_carried, colliders })
    }

    /// The collider whose layers and filter apply to the mover with the given index.
    fn collider(&self, mover: usize) -> Option<&Collider<T>> {
        self.world.get(*self.colliders[mover].0.first()?)
    }
}

impl<S: Scalar, const N: usize, T: AsShape<S, N>> GroupRules<Id> for WorldRules<'_, S, N, T> {
    fn respond(&self, mover: usize, obstacle: Id) -> Option<Response> {
        if self.group.binary_search(&obstacle).is_ok() {
            return None;
        }
        let other = self.world.get(obstacle)?;
        self.collider(mover).is_none_or(|own| own.collides_with(other)).then_some(self.colliders[mover].1)
    }

    fn is_carried(&self, mover: usize) -> bool {
        self.is_carried[mover]
    }

    fn interact(&self, a: usize, b: usize) -> bool {
        let solid = |mover: usize| !self.is_platform[mover] && self.colliders[mover].1 != Response::Cross;
        let meet = self.collider(a).zip(self.collider(b)).is_none_or(|(a, b)| a.collides_with(b));
        solid(a) && solid(b) && meet
    }
}
