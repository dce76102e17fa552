//! A physics toy with crates and balls. With the mouse, the player picks bodies up, throws and removes them, and sets off explosions.
//! Bodies make sounds when they hit something. `cargo run --release -p bumper --example toy`
use bumper::dynamics::{
    BodyDef, BodyId, ColliderDef, ColliderId, ContactEvent, JointDef, JointId, JointKind, QueryFilter,
    Simulation, Spring,
};
use bumper::world::Change;
use bumper::{Aabb, Ball, Shape, Vector};

/// The volume of a sound, from 0 to 1, and its position.
pub(crate) type Sound = (f32, Vector<f32, 2>);

pub(crate) struct Toy {
    pub(crate) simulation: Simulation<f32>,
    floor: ColliderId,
    /// The joint that pulls the picked body to the mouse.
    hand: Option<JointId>,
}

impl Toy {
    /// Creates a room 20 wide with a pyramid of crates.
    pub(crate) fn new() -> Self {
        let mut simulation = Simulation::new([0.0, -10.0]);
        let walls =
            [([-11.0, 0.0], [-10.0, 20.0]), ([10.0, 0.0], [11.0, 20.0]), ([-11.0, -1.0], [11.0, 0.0])];
        let mut wall =
            |(min, max)| simulation.insert_static(&ColliderDef::new(Aabb::new(min, max))).expect("a wall");
        let [.., floor] = walls.map(&mut wall);
        let mut toy = Self { simulation, floor, hand: None };
        for row in 0..6 {
            for k in 0..6 - row {
                let [x, y] = [k as f32 + 0.5 * row as f32 - 3.0, row as f32];
                toy.add(Aabb::new([x, y], [x + 0.95, y + 1.0]));
            }
        }
        toy
    }

    /// Adds a body with the given shape.
    pub(crate) fn add(&mut self, shape: impl Into<Shape<'static, f32, 2>>) -> BodyId {
        let collider = ColliderDef { restitution: 0.2, ..ColliderDef::new(shape) };
        self.simulation.insert(&BodyDef::default(), &[collider]).expect("a shape with an area")
    }

    /// The movable body under the mouse.
    pub(crate) fn under(&self, mouse: Vector<f32, 2>) -> Option<BodyId> {
        let moving = QueryFilter { static_bodies: false, ..QueryFilter::default() };
        Some(self.simulation.intersecting(mouse, &moving).first()?.body)
    }

    /// Picks up the body under the mouse.
    pub(crate) fn press(&mut self, mouse: Vector<f32, 2>) {
        self.release();
        if let (Some(b), Some(a)) = (self.under(mouse), self.simulation.body_of(self.floor)) {
            let spring = Spring { hertz: 5.0, damping_ratio: 0.7 };
            let max_force = 500.0 * self.simulation.get(b).map_or(0.0, |state| state.mass);
            let kind = JointKind::Mouse { anchor: mouse, spring, max_force };
            self.hand = self.simulation.insert_joint(&JointDef { a, b, kind, collide_connected: true }).ok();
        }
    }

    /// Moves the picked body with the mouse.
    pub(crate) fn drag(&mut self, mouse: Vector<f32, 2>) {
        self.hand.into_iter().for_each(|hand| _ = self.simulation.set_target(hand, mouse));
    }

    /// Releases the picked body, which keeps its velocity.
    pub(crate) fn release(&mut self) {
        self.hand.take().into_iter().for_each(|hand| _ = self.simulation.remove_joint(hand));
    }

    /// Removes the body under the mouse.
    pub(crate) fn erase(&mut self, mouse: Vector<f32, 2>) {
        self.under(mouse).into_iter().for_each(|body| _ = self.simulation.remove(body));
    }

    /// Pushes bodies away from an explosion. Bodies outside the radius and bodies behind a wall are not pushed; nearer bodies are pushed
    /// harder.
    pub(crate) fn explode(&mut self, at: Vector<f32, 2>, radius: f32, strength: f32) {
        let moving = QueryFilter { static_bodies: false, ..QueryFilter::default() };
        let walls = QueryFilter { dynamic_bodies: false, ..QueryFilter::default() };
        for found in self.simulation.intersecting(Ball::new(at, radius), &moving) {
            let Some(center) = self.simulation.get(found.body).map(|state| state.center) else { continue };
            let away = center - at;
            let is_hidden = self.simulation.sweep(at, away, &walls).is_some();
            let push = strength * (1.0 - away.length() / radius).max(0.0);
            if !is_hidden && away.length() > 0.0 {
                _ = self.simulation.apply_impulse(found.body, away * (push / away.length()), center);
            }
        }
    }

    /// Advances the toy by a time step, and returns the sounds of the bodies that have hit something.
    pub(crate) fn step(&mut self) -> Vec<Sound> {
        self.simulation.step(1.0 / 60.0);
        let sound = |hit: ContactEvent<f32>| {
            let is_hit = hit.change == Change::Enter && hit.approach_speed > 0.5;
            Some(((hit.normal_impulse() / 10.0).min(1.0), hit.points().next()?.point)).filter(|_| is_hit)
        };
        self.simulation.events().filter_map(sound).collect()
    }
}

fn main() {
    let mut toy = Toy::new();
    toy.press(Vector([0.0, 5.5]));
    for step in 0..300 {
        match step {
            0..60 => toy.drag(Vector([step as f32 * 0.1, 6.0])),
            60 => toy.release(),
            90 => toy.erase(Vector([-2.0, 0.5])),
            150 => toy.explode(Vector([0.0, 0.2]), 4.0, 15.0),
            _ => {}
        }
        for (volume, at) in toy.step() {
            println!("{step}: a sound of volume {volume:.2} at {:.1}, {:.1}", at.x(), at.y());
        }
    }
    println!("{} bodies are left", toy.simulation.len());
}
