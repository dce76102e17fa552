//! A running scene of any dimension, as the [`RunningScene`] that the window shows.

use super::Toggles;
use super::paint::RunningScene;
use super::shape_style::{Kind, ShapeStyle};
use super::view::{Area, View};
use crate::report::{self, StageReport, rate};
use crate::text;
use bumper::{Relation, Shape, Vector};
use bumper_scene::{DynStage, Keys, Role, Sketch, Touching};
use std::collections::BTreeMap;

pub struct RunningStage<const N: usize> {
    stage: Box<dyn DynStage<N>>,
    rate: f64,
    name: String,
    /// Two opposite corners of the area that the window shows. The area depends only on the initial state of the scene.
    min: Vector<f64, N>,
    max: Vector<f64, N>,
    /// For each object that was dragged with the mouse, its total offset.
    dragged: BTreeMap<usize, Vector<f64, N>>,
    /// The strongest relation of each object with any other object: overlapping, touching or apart. Computed again when an object has been
    /// dragged. `None` if the scene has more than `MAX_RELATED` objects, or if it has movers or bodies. In scenes with movers, the window
    /// marks the movers with a hit in the last frame instead.
    relations: Option<Vec<Relation>>,
}

impl<const N: usize> RunningStage<N> {
    pub fn new(stage: Box<dyn DynStage<N>>, fps: Option<u32>, name: String) -> Self {
        let rate = rate(stage.scene().time_step(), fps);
        let extent = stage.extent();
        // The bounds of a scene are shown without a margin. Scenes without bounds get a margin of a tenth of their size.
        let size = (extent.max() - extent.min()).0.into_iter().fold(1.0, f64::max);
        let margin = Vector::splat(if stage.scene().bounds().is_some() { 0.0 } else { size * 0.1 });
        let min = extent.min() - margin;
        let max = extent.max() + margin;
        let mut running_stage =
            Self { stage, rate, name, min, max, dragged: BTreeMap::new(), relations: None };
        running_stage.find_relations();
        running_stage
    }

    /// Computes `relations`, unless they are not wanted in this scene (see there).
    fn find_relations(&mut self) {
        let nothing_moves = self.stage.movers().is_empty() && self.stage.bodies().is_empty();
        if !nothing_moves || self.stage.scene().len() > MAX_RELATED {
            return;
        }
        let strongest = |object| {
            let mut strongest = Relation::Apart;
            self.stage.each_meeting(object, &mut |_, relation| strongest = strongest.max(relation));
            strongest
        };
        self.relations = Some((0..self.stage.scene().len()).map(strongest).collect());
    }

    fn relation(&self, object: usize) -> Relation {
        match &self.relations {
            Some(relations) => relations[object],
            None if self.stage.hits(object).is_empty() => Relation::Apart,
            None => Relation::Touching,
        }
    }

    /// Rounds a coordinate for display, to a ten thousandth of the size of the scene or finer. More digits would change in every frame and
    /// could not be read.
    fn rounded(&self, number: f64) -> f64 {
        let size = flat(self.max - self.min).into_iter().fold(1e-9, f64::max);
        let scale = 10f64.powf((1e4 / size).log10().ceil()).max(1.0);
        (number * scale).round() / scale
    }

    fn vector(&self, v: Vector<f64, N>) -> String {
        text::vector(&v.map(|c| self.rounded(c)).0)
    }

    /// Describes the shape and the position of an object, as a text.
    fn shape(&self, object: usize) -> String {
        let parts = self.stage.scene().part_count(object);
        let sketches = if parts == 1 { self.stage.sketches(object) } else { Vec::new() };
        let size = |length: f64| text::number(self.rounded(length));
        let aabb = || {
            self.stage.aabb(object).map_or_else(String::new, |aabb| {
                format!("{} to {}", self.vector(aabb.min()), self.vector(aabb.max()))
            })
        };
        let many = |points: &[Vector<f64, N>], radius: f64| match points {
            [from, to] if radius > 0.0 => {
                format!("capsule {} to {}, radius {}", self.vector(*from), self.vector(*to), size(radius))
            }
            [from, to] => format!("segment {} to {}", self.vector(*from), self.vector(*to)),
            [_, _, _] => format!("triangle {}", aabb()),
            _ => format!("{} corners, {}", points.len(), aabb()),
        };
        match sketches.as_slice() {
            [Sketch::Upright(Shape::Point(at))] => format!("point {}", self.vector(*at)),
            [Sketch::Upright(Shape::Aabb(_))] => format!("box {}", aabb()),
            [Sketch::Upright(Shape::Ball(ball))] => {
                format!("ball {}, radius {}", self.vector(ball.center()), size(ball.radius()))
            }
            [Sketch::Upright(Shape::Cylinder(cylinder))] => {
                format!("cylinder {}, radius {}", aabb(), size(cylinder.radius()))
            }
            [Sketch::Upright(_)] => aabb(),
            [Sketch::Ellipse { center, .. }] => format!("ellipse {}, {}", self.vector(*center), aabb()),
            [Sketch::Outline { points, radius, .. }] => many(points, *radius),
            [Sketch::Surface(faces)] => format!("{} faces, {}", faces.len(), aabb()),
            [Sketch::HalfSpace { point, normal }] => {
                format!("half-space {}, normal {}", self.vector(*point), text::vector(&normal.0))
            }
            _ if parts == 1 => format!("mask {}", aabb()),
            _ => format!("{parts} shapes, {}", aabb()),
        }
    }

    /// Describes the motion of a mover or a body, as a text; `None` for other objects.
    fn motion(&self, object: usize) -> Option<String> {
        let number = |c: f64| text::number(self.rounded(c));
        if let Some(body) = self.stage.body(object) {
            let velocity = text::vector(&body.velocity.map(|c| self.rounded(c)));
            let rests = if body.asleep { ", resting" } else { "" };
            return Some(format!("velocity {velocity}, angle {}\u{b0}{rests}", number(body.angle)));
        }
        let mover = self.stage.mover_state(object)?;
        let stands = if mover.is_grounded { ", standing" } else { "" };
        Some(format!("velocity {}{stands}", self.vector(mover.velocity)))
    }

    /// Lists the names of the objects that an object touches or overlaps. If the scene has movers or bodies, lists the names of the
    /// obstacles that a mover hit in the last frame instead. Returns `None` if there are no such objects.
    fn meetings(&self, object: usize) -> Option<String> {
        let mut relations: BTreeMap<Option<usize>, Relation> = BTreeMap::new();
        for hit in self.stage.hits(object) {
            relations.insert(hit.with, Relation::Touching);
        }
        if self.relations.is_some() {
            self.stage.each_meeting(object, &mut |other, relation| {
                let strongest = relations.entry(Some(other)).or_insert(relation);
                *strongest = relation.max(*strongest);
            });
        }
        let name = |other: &Option<usize>| {
            other.map_or_else(|| "bounds".into(), |other| text::name(self.stage.scene().id(other)))
        };
        let list = |selected: Relation, verb: &str| {
            let names: Vec<_> = relations.iter().filter(|(_, relation)| **relation == selected).collect();
            let more = if names.len() > MAX_NAMED { " and more" } else { "" };
            let shown: Vec<_> = names.iter().take(MAX_NAMED).map(|(other, _)| name(other)).collect();
            (!shown.is_empty()).then(|| format!("{verb} {}{more}", shown.join(", ")))
        };
        let lists = [list(Relation::Overlapping, "overlaps"), list(Relation::Touching, "touches")];
        let lists: Vec<_> = lists.into_iter().flatten().collect();
        (!lists.is_empty()).then(|| lists.join("; "))
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
            // Bodies that move have been handled above, so this one is static.
            Role::Obstacle | Role::Body => Kind::Static,
        }
    }
}

/// The largest number of objects in scenes whose relations are computed. While an object is dragged, all relations are computed in each
/// frame, which would take too long with more objects.
const MAX_RELATED: usize = 10_000;

/// The largest number of names in the list of objects that an object touches.
const MAX_NAMED: usize = 4;

fn flat<const N: usize>(v: Vector<f64, N>) -> [f64; 2] {
    [v[0], v[1]]
}

impl<const N: usize> RunningScene for RunningStage<N> {
    fn name(&self) -> &str {
        &self.name
    }
    fn rate(&self) -> f64 {
        self.rate
    }
    fn frame(&self) -> u64 {
        self.stage.frame()
    }
    fn area(&self) -> Area {
        let size = flat(self.max - self.min).map(|c| c.max(1e-9));
        Area { origin: flat(self.min), size, y: self.stage.scene().y() }
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
        self.stage.aabb(object).map_or([0.0; 2], |aabb| flat(aabb.min()))
    }
    fn focus(&self) -> Option<[f64; 2]> {
        let player = self.stage.movers().into_iter().find(|&object| self.kind(object) == Kind::Player)?;
        self.stage.aabb(player).map(|aabb| flat((aabb.min() + aabb.max()).scaled(0.5)))
    }

    fn object_at(&self, at: [f64; 2]) -> Option<usize> {
        // Search from the last object to the first, because later objects are drawn over earlier ones.
        (0..self.stage.scene().len()).rev().find(|&object| {
            self.stage.aabb(object).is_some_and(|aabb| {
                (0..2).all(|axis| aabb.min()[axis] <= at[axis] && at[axis] <= aabb.max()[axis])
            }) && (N != 2 || self.stage.is_at(object, in_scene_dimension(at)))
        })
    }

    fn drag(&mut self, object: usize, by: [f64; 2]) -> [f64; 2] {
        let moved = self.stage.drag(object, in_scene_dimension(by));
        if moved != Vector::default() {
            *self.dragged.entry(object).or_default() += moved;
            self.find_relations();
        }
        flat(moved)
    }
    fn dragged(&self) -> Vec<(usize, Vec<f64>)> {
        let offset = |v: &Vector<f64, N>| v.map(|c| self.rounded(c)).0.to_vec();
        self.dragged.iter().map(|(object, by)| (*object, offset(by))).collect()
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
            let relation = self.relation(object);
            let shape_style = ShapeStyle {
                kind: self.kind(object),
                outline: toggles.hitboxes,
                relation,
                is_translucent: toggles.pictures,
            };
            let one = scene.part_count(object) == 1;
            if !one && toggles.hitboxes && (relation != Relation::Apart || !toggles.pictures) {
                // Draw all outlines first, and the fills over them. Where parts overlap, the fill of one part hides the outline of the
                // other, so only the outline of their union remains. (Above pictures, fills are translucent and hide nothing.)
                self.stage.each_outline(object, &mut |part| view.outline(part, shape_style));
            }
            let fill = ShapeStyle { outline: one && toggles.hitboxes, ..shape_style };
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

    fn json_line(&self) -> Vec<u8> {
        let mut line = Vec::new();
        report::line(&mut line, &StageReport(&*self.stage));
        line
    }

    fn status(&self) -> String {
        let players = self.stage.movers().into_iter().filter(|&object| self.kind(object) == Kind::Player);
        let say = |object: usize| {
            let mover = self.stage.mover_state(object)?;
            let at = self.vector(self.stage.center(object)?);
            let stands = if mover.is_grounded { ", standing" } else { "" };
            Some(format!("{} {at}{stands}", text::name(self.stage.scene().id(object))))
        };
        players.take(2).filter_map(say).collect::<Vec<_>>().join("   ")
    }

    fn info_lines(&self, object: usize) -> Vec<String> {
        let id = text::name(self.stage.scene().id(object));
        let rest = [Some(self.shape(object)), self.motion(object), self.meetings(object)];
        [Some(id)].into_iter().chain(rest).flatten().collect()
    }
}

impl<const N: usize> RunningStage<N> {
    /// Draws a line between the centers of any two bodies that touch or that a joint connects. Bodies that are linked by such lines,
    /// directly or through others, form an island. An island falls asleep and wakes up as a whole.
    fn islands(&self, touching: &[Touching], view: &View) {
        let touching_pairs = touching.iter().filter_map(|touch| Some((touch.objects[0]?, touch.objects[1]?)));
        let joined = self.stage.scene().joined().into_iter().map(|[a, b]| (a, b));
        let middle = |object| self.stage.body(object).and_then(|_| self.stage.center(object)).map(flat);
        for (a, b) in touching_pairs.chain(joined) {
            if let (Some(a), Some(b)) = (middle(a), middle(b)) {
                view.link(a, b);
            }
        }
    }

    /// Draws an arrow at each contact point of bodies. The length of an arrow grows with the normal impulse.
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

/// Converts x and y to a vector of the scene's dimension. In 3D, z is 0.
fn in_scene_dimension<const N: usize>(at: [f64; 2]) -> Vector<f64, N> {
    Vector(core::array::from_fn(|axis| at.get(axis).copied().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bumper_scene::ByDimension;

    fn running_stage(text: &str) -> RunningStage<2> {
        let scene = bumper_scene::read(text.as_bytes()).unwrap();
        let ByDimension::In2d(stage) = scene.into_dyn_stage().unwrap() else { panic!() };
        RunningStage::new(stage, None, "test".into())
    }

    #[test]
    fn values_name_shape_motion_and_meetings() {
        let mut stage = running_stage(
            r##"{"bumper": 1, "shapes": [
                {"id": "wall", "box": {"min": [0, 0], "max": [10, 40]}},
                {"id": "ball", "ball": {"center": [12, 5], "radius": 3}},
                {"id": "pill", "capsule": {"from": [13, 20], "to": [30, 20], "radius": 3}},
                {"id": "mask", "mask": {"rows": [".#.", ".##"], "top_left": [49, 50]}},
                {"id": "pair", "compound": [{"point": [60, 60]}, {"point": [70, 70]}]}
            ]}"##,
        );
        assert_eq!(stage.info_lines(0), ["wall", "box (0, 0) to (10, 40)", "overlaps ball; touches pill"]);
        assert_eq!(stage.info_lines(1), ["ball", "ball (12, 5), radius 3", "overlaps wall"]);
        assert_eq!(stage.info_lines(2), ["pill", "capsule (13, 20) to (30, 20), radius 3", "touches wall"]);
        assert_eq!(stage.info_lines(3), ["mask", "mask (50, 50) to (52, 52)"]);
        assert_eq!(stage.info_lines(4), ["pair", "2 shapes, (60, 60) to (70, 70)"]);
        stage.drag(1, [100.0, 0.33333]);
        assert_eq!(stage.info_lines(1), ["ball", "ball (112, 5.333), radius 3"]);
        assert_eq!(
            [0, 1, 2].map(|object| stage.relation(object)),
            [Relation::Touching, Relation::Apart, Relation::Touching]
        );
        assert_eq!(stage.dragged(), [(1, vec![100.0, 0.333])]);
    }

    #[test]
    fn movers_show_velocity_and_hits() {
        let mut stage = running_stage(
            r#"{"bumper": 1, "time_step": 1, "shapes": [
                {"id": "wall", "box": {"min": [0, 0], "max": [10, 40]}},
                {"id": "dot", "box": {"min": [20, 0], "max": [30, 10]}, "velocity": [-15, 0], "move": {"response": "stop"}}
            ]}"#,
        );
        assert_eq!(stage.info_lines(1)[1..], ["box (20, 0) to (30, 10)", "velocity (-15, 0)"]);
        stage.step(Keys::default());
        assert_eq!(stage.info_lines(1).last().unwrap(), "touches wall");
        assert_eq!([0, 1].map(|object| stage.relation(object)), [Relation::Apart, Relation::Touching]);
    }
}
