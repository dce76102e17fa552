//! Adding, removing, reading and changing joints.

use super::Bodies;
use super::body::{BodyId, JointId, Refusal};
use super::joint::{Hold, Joint, JointState, Motor, check, check_motor, finite};
use super::link::Link;
use crate::Vector;
use crate::scalar::Real;

impl<R: Real> Bodies<R> {
    /// Adds a joint between two bodies, which wake.
    ///
    /// # Errors
    ///
    /// [`Refusal`] if a body was removed, if both bodies are the same, if neither is dynamic, or if a number is out of range.
    pub fn join(&mut self, joint: &Joint<R>) -> Result<JointId, Refusal> {
        let (a, b) = (self.place(joint.a).ok_or(Refusal::Gone)?, self.place(joint.b).ok_or(Refusal::Gone)?);
        if a == b {
            return Err(Refusal::SameBody);
        }
        let mouse = matches!(joint.hold, Hold::Mouse { .. });
        if !(self.held[b].is_dynamic() || self.held[a].is_dynamic() && !mouse) {
            return Err(Refusal::NothingMoves);
        }
        check(&joint.hold)?;
        if self.free_links.is_empty() && self.links.len() >= i32::MAX as usize {
            return Err(Refusal::Full);
        }
        let mut link = Link::new(joint, [&self.held[a], &self.held[b]]);
        let slot = self.free_links.pop().unwrap_or(self.links.len() as u32);
        if let Some(old) = self.links.get(slot as usize) {
            link.generation = old.generation;
        }
        let id = JointId { slot, generation: link.generation };
        super::put(&mut self.links, slot, link);
        for place in [a, b] {
            self.held[place].joints.push(slot);
            self.wake_slot(place as u32);
        }
        self.awake_links.push(slot);
        self.stirred = true;
        self.relink = true;
        Ok(id)
    }

    /// Removes a joint, and wakes its bodies. Returns whether the joint existed.
    pub fn unjoin(&mut self, id: JointId) -> bool {
        let there = self
            .links
            .get(id.slot as usize)
            .is_some_and(|link| link.alive && link.generation == id.generation);
        if there {
            self.drop_link(id.slot);
        }
        there
    }

    /// The state of a joint; `None` if it was removed.
    pub fn joint(&self, id: JointId) -> Option<JointState<R>> {
        let link = self.links.get(id.slot as usize)?;
        let known = link.alive && link.generation == id.generation;
        known.then(|| link.state(link.bodies.map(|body| &self.held[body as usize])))
    }

    /// All joints with their two bodies, sorted by slot.
    pub fn joints(&self) -> impl Iterator<Item = (JointId, [BodyId; 2])> {
        let id = |slot: u32| BodyId { slot, generation: self.held[slot as usize].generation };
        let alive = (0..).zip(&self.links).filter(|(_, link)| link.alive);
        alive.map(move |(slot, link)| (JointId { slot, generation: link.generation }, link.bodies.map(id)))
    }

    /// Sets or removes the motor of a joint, and wakes its bodies. For a wheel joint it is the motor that rotates the wheel. Joints without
    /// a free axis ignore it.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`]; [`Refusal::NotFinite`] for the speed; [`Refusal::Limits`] if the largest force is negative or NaN.
    pub fn set_motor(&mut self, id: JointId, motor: Option<Motor<R>>) -> Result<(), Refusal> {
        check_motor(motor)?;
        self.woken_link(id)?.set_motor(motor);
        Ok(())
    }

    /// Moves the target of a [`Hold::Mouse`], and wakes its bodies. The target is in world coordinates. Joints of other kinds have no
    /// target and stay as they are.
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`], or [`Refusal::NotFinite`] for NaN and numbers that are too large.
    pub fn set_target(&mut self, id: JointId, target: impl Into<Vector<R, 2>>) -> Result<(), Refusal> {
        let target = target.into();
        finite(&target.0)?;
        let link = self.woken_link(id)?;
        link.target = link.target.map(|_| target);
        Ok(())
    }

    fn woken_link(&mut self, id: JointId) -> Result<&mut Link<R>, Refusal> {
        let link =
            self.links.get(id.slot as usize).filter(|link| link.alive && link.generation == id.generation);
        let bodies = link.ok_or(Refusal::Gone)?.bodies;
        bodies.into_iter().for_each(|body| self.wake_slot(body));
        Ok(&mut self.links[id.slot as usize])
    }

    /// Removes all joints of a body.
    pub(super) fn unjoin_all(&mut self, body: u32) {
        let mut joints = self.held[body as usize].joints.clone();
        joints.sort_unstable();
        joints.into_iter().for_each(|slot| self.drop_link(slot));
    }

    fn drop_link(&mut self, slot: u32) {
        let link = &mut self.links[slot as usize];
        link.alive = false;
        let bodies = link.bodies;
        if link.generation < u32::MAX {
            link.generation += 1;
            self.free_links.push(slot);
        }
        for body in bodies {
            let held = &mut self.held[body as usize];
            held.joints.retain(|joint| *joint != slot);
            // The bodies may collide from now on, so the broad phase has to search for their pairs.
            self.left.extend(&held.parts);
            self.wake_slot(body);
        }
        (self.relink, self.stirred) = (true, true);
    }

    /// Lists the pairs of bodies that do not collide because of a joint.
    pub(super) fn list_apart(&mut self) {
        self.apart.clear();
        let apart = self.links.iter().filter(|link| link.alive && !link.collide);
        self.apart.extend(apart.map(|link| link.ordered()));
        self.apart.sort_unstable();
    }
}
