//! A running scene of any scalar and dimension, as a [`Show`] for the window.

use super::Toggles;
use super::paint::{Ink, Kind, Show, View};
use crate::report::{self, rate};
use anyhow::{Context, Result};
use bumper::{Relate, Relation, Shape, Vector, YAxis, debug};
use bumper_scene::{Keys, Motion, Number, Part, Scene, Stage, Touching};

pub struct Showing<S: Number, const N: usize> {
    stage: Stage<S, N>,
    rate: f64,
    name: String,
    /// The corners of the visible area. It depends only on the initial state of the scene.
    min: Vector<f64, N>,
    max: Vector<f64, N>,
}

impl<S: Number, const N: usize> Showing<S, N> {
    pub fn new(scene: Scene<S, N>, fps: Option<u32>, name: &str) -> Result<Self> {
        let rate = rate(&scene, fps);
        let stage = Stage::new(scene).with_context(|| name.to_string())?;
        let extent = stage.extent();
        // Scenes without bounds get a margin in proportion to their size.
        let size = (extent.max() - extent.min()).0.into_iter().fold(1.0, f64::max);
        let margin = Vector::splat(if stage.scene().bounds.is_some() { 0.0 } else { size * 0.1 });
        let name = name.to_string();
        Ok(Self { stage, rate, name, min: extent.min() - margin, max: extent.max() + margin })
    }

    fn kind(&self, object: usize) -> Kind {
        if let Some(body) = self.stage.body(object) {
            return if body.asleep { Kind::Resting } else { Kind::Body };
        }
        let object = &self.stage.scene().objects[object];
        match &object.motion {
            Motion::Mover(moves) if moves.carries => Kind::Carrier,
            Motion::Mover(moves) if moves.arrows != Vector::default() || moves.jump.is_some() => Kind::Player,
            Motion::Mover(_) => Kind::Mover,
            _ if object.one_way.is_some() => Kind::OneWay,
            _ => Kind::Still,
        }
    }
}

fn flat<const N: usize>(v: Vector<f64, N>) -> [f64; 2] {
    [v[0], v[1]]
}

impl<S: Number, const N: usize> Show for Showing<S, N> {
    fn name(&self) -> &str {
        &self.name
    }
    fn rate(&self) -> f64 {
        self.rate
    }
    fn frame(&self) -> u64 {
        self.stage.frame()
    }
    fn origin(&self) -> [f64; 2] {
        flat(self.min)
    }
    fn size(&self) -> [f64; 2] {
        flat(self.max - self.min).map(|c| c.max(1e-9))
    }
    fn y(&self) -> YAxis {
        self.stage.scene().y
    }
    fn step(&mut self, keys: Keys) {
        self.stage.step(keys);
    }

    fn find(&self, id: &str) -> Option<usize> {
        self.stage.scene().objects.iter().position(|object| object.id == id)
    }
    fn moves(&self, object: usize) -> bool {
        !matches!(self.stage.scene().objects[object].motion, Motion::Still)
    }
    fn corner(&self, object: usize) -> [f64; 2] {
        self.stage.around(object).map_or([0.0; 2], |around| flat(around.min()))
    }
    fn focus(&self) -> Option<[f64; 2]> {
        let player = self.stage.movers().find(|&object| matches!(self.kind(object), Kind::Player))?;
        self.stage.around(player).map(|around| flat((around.min() + around.max()).scaled(0.5)))
    }

    fn object_at(&self, at: [f64; 2]) -> Option<usize> {
        // Search backwards, because the object that was drawn last is on top.
        (0..self.stage.scene().objects.len()).rev().find(|&object| {
            self.stage.around(object).is_some_and(|around| {
                (0..2).all(|axis| around.min()[axis] <= at[axis] && at[axis] <= around.max()[axis])
            }) && (N != 2 || self.stage.parts(object).any(|part| hits(&part.shape(), at)))
        })
    }

    fn drag(&mut self, object: usize, by: [f64; 2]) -> [f64; 2] {
        let way: Vector<S, N> = Vector(core::array::from_fn(|axis| {
            by.get(axis).and_then(|c| S::nearest(*c)).unwrap_or_default()
        }));
        if self.stage.drag(object, way) { flat(way.map(S::to_f64)) } else { [0.0; 2] }
    }

    fn grab(&mut self, object: usize, at: [f64; 2]) -> bool {
        self.stage.grab(object, at)
    }
    fn pull(&mut self, to: [f64; 2]) {
        self.stage.pull(to);
    }
    fn let_go(&mut self) {
        self.stage.let_go();
    }

    fn paint(&self, view: &View, toggles: Toggles) {
        let scene = self.stage.scene();
        for object in 0..scene.objects.len() {
            let hit = !self.stage.hits(object).is_empty();
            let ink =
                Ink { kind: self.kind(object), outline: toggles.hitboxes, hit, through: toggles.pictures };
            let one = self.stage.parts(object).take(2).count() == 1;
            if !one && toggles.hitboxes && (hit || !toggles.pictures) {
                // Draw all outlines first. The fills then cover the outlines where parts overlap, so that only the outline of the union is
                // visible. Translucent fills would not cover them.
                self.stage.parts(object).for_each(|part| view.outline(&part.shape(), ink));
            }
            for part in self.stage.parts(object) {
                view.fill(&part.shape(), Ink { outline: one && toggles.hitboxes, ..ink });
            }
        }
        if toggles.boxes {
            self.stage.world().each_aabb(|bounds| {
                view.rectangle(flat(bounds.min().map(f64::from)), flat(bounds.max().map(f64::from)));
            });
        }
        if toggles.contacts {
            for object in self.stage.movers() {
                self.stage.parts(object).for_each(|part| self.contacts(object, part, view));
            }
            let touching = self.stage.touching();
            self.islands(&touching, view);
            self.impulses(touching, view);
        }
    }

    fn line(&self) -> Vec<u8> {
        let mut line = Vec::new();
        report::line(&mut line, &self.stage);
        line
    }

    fn words(&self) -> String {
        let players = self.stage.movers().filter(|&object| matches!(self.kind(object), Kind::Player));
        let say = |object: usize| {
            let mover = self.stage.mover(object)?;
            let center = self.stage.center(object)?;
            // Round to two decimals, because further digits flicker from frame to frame.
            let at = crate::text::vector(&center.map(|c| (c * 100.0).round() / 100.0).0);
            let stands = if mover.is_grounded() { ", standing" } else { "" };
            Some(format!("{} {at}{stands}", crate::text::name(&self.stage.scene().objects[object].id)))
        };
        players.take(2).filter_map(say).collect::<Vec<_>>().join("   ")
    }
}

impl<S: Number, const N: usize> Showing<S, N> {
    /// Draws lines between bodies that touch or are connected by a joint. Bodies that are linked by lines form an island, which falls
    /// asleep and wakes up as a whole.
    fn islands(&self, touching: &[Touching], view: &View) {
        let met = touching.iter().filter_map(|touch| Some((touch.objects[0]?, touch.objects[1]?)));
        let joined = self.stage.scene().joints.iter().map(|joint| (joint.a, joint.b));
        let middle = |object| self.stage.body(object).and_then(|_| self.stage.center(object)).map(flat);
        for (a, b) in met.chain(joined) {
            if let (Some(a), Some(b)) = (middle(a), middle(b)) {
                view.link(a, b);
            }
        }
    }

    /// Draws the contact points of bodies as arrows whose length grows with the impulse.
    fn impulses(&self, touching: Vec<Touching>, view: &View) {
        let most = touching.iter().fold(f64::MIN_POSITIVE, |most, touch| most.max(touch.impulse));
        let length = flat(self.max - self.min)[0] * 0.06;
        for touch in touching {
            let reach = length * (touch.impulse / most).sqrt();
            let to = [0, 1].map(|axis| touch.point[axis] + touch.normal[axis] * reach);
            view.arrow(touch.point, to);
        }
    }

    fn contacts(&self, object: usize, part: &Part<S, N>, view: &View) {
        let world = self.stage.world();
        let length = flat(self.max - self.min)[0] * 0.03;
        let other = |_, collider: &bumper::world::Collider<Part<S, N>>| collider.data != object as u64;
        world.intersect_all(part.shape(), other, |id, relation| {
            if relation != Relation::Apart
                && let Some(met) = world.get(id)
            {
                debug::contact(met.shape.shape(), part.shape(), length, &mut |from, to| {
                    view.arrow(flat(from), flat(to));
                });
            }
        });
    }
}

/// Whether a shape contains a position, after the position has been rounded to the scalar.
fn hits<S: Number, const N: usize>(shape: &Shape<'_, S, N>, at: [f64; 2]) -> bool {
    let value = |axis: usize| at.get(axis).and_then(|c| S::nearest(*c));
    let point: Option<Vec<S>> = (0..N).map(value).collect();
    point.is_some_and(|point| {
        let point = Vector(core::array::from_fn(|axis| point[axis]));
        // `relation` is used for scenes anyway; `contains` would compile one more dispatch over the kinds of shapes.
        shape.relation(&point) != Relation::Apart
    })
}
