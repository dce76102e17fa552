//! A running scene of any dimension, as a [`Show`] for the window.

use super::Toggles;
use super::paint::{Ink, Kind, Show, View};
use crate::report::{self, StageReport, rate};
use bumper::{Vector, YAxis};
use bumper_scene::{DynStage, Keys, Role, Touching};

pub struct Showing<const N: usize> {
    stage: Box<dyn DynStage<N>>,
    rate: f64,
    name: String,
    /// The corners of the visible area. It depends only on the initial state of the scene.
    min: Vector<f64, N>,
    max: Vector<f64, N>,
}

impl<const N: usize> Showing<N> {
    pub fn new(stage: Box<dyn DynStage<N>>, fps: Option<u32>, name: String) -> Self {
        let rate = rate(stage.scene().time_step(), fps);
        let extent = stage.extent();
        // Scenes without bounds get a margin in proportion to their size.
        let size = (extent.max() - extent.min()).0.into_iter().fold(1.0, f64::max);
        let margin = Vector::splat(if stage.scene().bounds().is_some() { 0.0 } else { size * 0.1 });
        Self { stage, rate, name, min: extent.min() - margin, max: extent.max() + margin }
    }

    fn kind(&self, object: usize) -> Kind {
        if let Some(body) = self.stage.body(object) {
            return if body.asleep { Kind::Resting } else { Kind::Body };
        }
        match self.stage.scene().role(object) {
            Role::Carrier => Kind::Carrier,
            Role::Player => Kind::Player,
            Role::Mover => Kind::Mover,
            Role::OneWay => Kind::OneWay,
            // A body without a state is static.
            Role::Obstacle | Role::Body => Kind::Still,
        }
    }
}

fn flat<const N: usize>(v: Vector<f64, N>) -> [f64; 2] {
    [v[0], v[1]]
}

impl<const N: usize> Show for Showing<N> {
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
        self.stage.scene().y()
    }
    fn step(&mut self, keys: Keys) {
        self.stage.step(keys);
    }

    fn find(&self, id: &str) -> Option<usize> {
        let scene = self.stage.scene();
        (0..scene.len()).find(|&object| scene.id(object) == id)
    }
    fn moves(&self, object: usize) -> bool {
        !matches!(self.stage.scene().role(object), Role::Obstacle | Role::OneWay)
    }
    fn corner(&self, object: usize) -> [f64; 2] {
        self.stage.around(object).map_or([0.0; 2], |around| flat(around.min()))
    }
    fn focus(&self) -> Option<[f64; 2]> {
        let player = self.stage.movers().into_iter().find(|&object| self.kind(object) == Kind::Player)?;
        self.stage.around(player).map(|around| flat((around.min() + around.max()).scaled(0.5)))
    }

    fn object_at(&self, at: [f64; 2]) -> Option<usize> {
        // Search backwards, because the object that was drawn last is on top.
        (0..self.stage.scene().len()).rev().find(|&object| {
            self.stage.around(object).is_some_and(|around| {
                (0..2).all(|axis| around.min()[axis] <= at[axis] && at[axis] <= around.max()[axis])
            }) && (N != 2 || self.stage.is_at(object, raised(at)))
        })
    }

    fn drag(&mut self, object: usize, by: [f64; 2]) -> [f64; 2] {
        flat(self.stage.drag(object, raised(by)))
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
        for object in 0..scene.len() {
            let hit = !self.stage.hits(object).is_empty();
            let ink =
                Ink { kind: self.kind(object), outline: toggles.hitboxes, hit, through: toggles.pictures };
            let one = scene.part_count(object) == 1;
            if !one && toggles.hitboxes && (hit || !toggles.pictures) {
                // Draw all outlines first. The fills then cover the outlines where parts overlap, so that only the outline of the union is
                // visible. Translucent fills would not cover them.
                self.stage.each_outline(object, &mut |part| view.outline(part, ink));
            }
            let fill = Ink { outline: one && toggles.hitboxes, ..ink };
            self.stage.each_outline(object, &mut |part| view.fill(part, fill));
        }
        if toggles.boxes {
            self.stage.each_aabb(&mut |bounds| view.rectangle(flat(bounds.min()), flat(bounds.max())));
        }
        if toggles.contacts {
            let length = flat(self.max - self.min)[0] * 0.03;
            for object in self.stage.movers() {
                self.stage.each_contact(object, length, &mut |from, to| view.arrow(flat(from), flat(to)));
            }
            let touching = self.stage.touching();
            self.islands(&touching, view);
            self.impulses(touching, view);
        }
    }

    fn line(&self) -> Vec<u8> {
        let mut line = Vec::new();
        report::line(&mut line, &StageReport(&*self.stage));
        line
    }

    fn words(&self) -> String {
        let players = self.stage.movers().into_iter().filter(|&object| self.kind(object) == Kind::Player);
        let say = |object: usize| {
            let mover = self.stage.mover_state(object)?;
            let center = self.stage.center(object)?;
            // Round to two decimals, because further digits flicker from frame to frame.
            let at = crate::text::vector(&center.map(|c| (c * 100.0).round() / 100.0).0);
            let stands = if mover.is_grounded { ", standing" } else { "" };
            Some(format!("{} {at}{stands}", crate::text::name(self.stage.scene().id(object))))
        };
        players.take(2).filter_map(say).collect::<Vec<_>>().join("   ")
    }
}

impl<const N: usize> Showing<N> {
    /// Draws lines between bodies that touch or are connected by a joint. Bodies that are linked by lines form an island, which falls
    /// asleep and wakes up as a whole.
    fn islands(&self, touching: &[Touching], view: &View) {
        let met = touching.iter().filter_map(|touch| Some((touch.objects[0]?, touch.objects[1]?)));
        let joined = self.stage.scene().joined().into_iter().map(|[a, b]| (a, b));
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
}

/// A position in x and y, in the dimension of the scene.
fn raised<const N: usize>(at: [f64; 2]) -> Vector<f64, N> {
    Vector(core::array::from_fn(|axis| at.get(axis).copied().unwrap_or_default()))
}
