//! Tests of the stability of stacks: runs the same scenes in bumper, Box2D and rapier, and measures how far the bodies drift from their
//! initial positions and how deeply they overlap.

use crate::bodies::comparison::{Table, compare};
use crate::bodies::engine::TRIANGLE;
use crate::bodies::{
    BodySpec, Engine, Form, JointSpec, MIXED, STEP, World, dynamic_body, pile, pyramid, static_box,
};
use bumper::query::contact::contact;
use bumper::{Ball, OrientedBox, Rotation, Shape, Triangle};

/// A physics engine, together with the definitions of its bodies. The definitions contain the initial positions, to compute how far bodies
/// have drifted. They also contain the shapes, to compute how deeply bodies overlap.
struct Recorded<E> {
    engine: E,
    specs: Vec<BodySpec>,
}

impl<E: Engine> Engine for Recorded<E> {
    fn new(gravity: f32) -> Self {
        Self { engine: E::new(gravity), specs: Vec::new() }
    }

    fn add(&mut self, spec: &BodySpec) {
        self.engine.add(spec);
        self.specs.push(*spec);
    }

    fn join(&mut self, a: usize, b: usize, at: [f32; 2], joint: JointSpec) {
        self.engine.join(a, b, at, joint);
    }

    fn let_sleep(&mut self) {
        self.engine.let_sleep();
    }

    fn remove(&mut self, body: usize) {
        self.engine.remove(body);
    }

    fn push(&mut self, body: usize, velocity: [f32; 2]) {
        self.engine.push(body, velocity);
    }

    fn force(&mut self, body: usize, force: [f32; 2]) {
        self.engine.force(body, force);
    }

    fn teleport(&mut self, body: usize, at: [f32; 2]) {
        self.engine.teleport(body, at);
    }

    fn step(&mut self, time: f32) {
        self.engine.step(time);
    }

    fn poses(&self) -> Vec<([f32; 2], f32)> {
        self.engine.poses()
    }

    fn velocities(&self) -> Vec<([f32; 2], f32)> {
        self.engine.velocities()
    }
}

impl<E: Engine> Recorded<E> {
    fn run(mut self, seconds: f32) -> Self {
        (0..(seconds / STEP) as usize).for_each(|_| self.step(STEP));
        self
    }

    /// Returns the largest distance of any body from its initial position.
    fn drift(&self) -> f64 {
        let displacement = |(spec, (at, _)): (&BodySpec, ([f32; 2], f32))| {
            f64::from(at[0] - spec.at[0]).hypot(f64::from(at[1] - spec.at[1]))
        };
        self.specs.iter().zip(self.poses()).map(displacement).fold(0.0, f64::max)
    }

    /// Returns the largest penetration depth of all pairs of bodies with at least one dynamic body.
    fn overlap(&self) -> f64 {
        let shapes: Vec<_> = self
            .specs
            .iter()
            .zip(self.poses())
            .map(|(spec, place)| (spec.moves, shape(spec.form, place)))
            .collect();
        let mut deepest = 0f64;
        for (k, (moves, a)) in shapes.iter().enumerate() {
            for (_, b) in shapes[..k].iter().filter(|(other, _)| *moves || *other) {
                deepest = deepest.max(-contact(*a, *b).separation);
            }
        }
        deepest
    }
}

/// Returns the shape of a body in bumper's types. `form` is the shape in the definition of the body. The body has the position `at` and the
/// angle `angle` in radians.
fn shape(form: Form, (at, angle): ([f32; 2], f32)) -> Shape<'static, f64, 2> {
    let turn = Rotation::from_degrees(f64::from(angle).to_degrees());
    let at = at.map(f64::from);
    match form {
        Form::Box(half) => OrientedBox::new(at, half.map(f64::from), turn).into(),
        Form::Ball(radius) => Ball::new(at, radius.into()).into(),
        Form::Triangle => {
            let [a, b, c] = TRIANGLE.map(|corner| turn.apply(corner.map(f64::from).into()) + at.into());
            Triangle::new(a, b, c).into()
        }
        Form::Frame(_) | Form::Cells | Form::Hills(_) | Form::Foot(_) => {
            unreachable!("none of them is asked how deep it overlaps")
        }
    }
}

/// A house of cards: pairs of cards that lean against each other, with other cards across them. After a sample of Box2D.
fn house<E: Engine>(storeys: usize, friction: f32) -> E {
    let mut engine = E::new(-10.0);
    engine.add(&BodySpec { friction, ..static_box([0.0, -2.0], [40.0, 2.0]) });
    let height = 0.2f32;
    let mut y = 0.18;
    let mut left = 0.0;
    for wide in (1..=storeys).rev() {
        for k in 0..wide {
            let x = left + 0.35 * k as f32;
            let mut card = |x: f32, y: f32, degrees: f32| {
                let angle = degrees.to_radians();
                engine.add(&BodySpec { friction, angle, ..dynamic_body([x, y], Form::Box([0.001, height])) });
            };
            if k + 1 < wide {
                card(x + 0.25, y + height - 0.015, 90.0);
            }
            card(x, y, -25.0);
            card(x + 0.175, y, 25.0);
        }
        y = y + 2.0 * height - 0.03;
        left = left + 0.175;
    }
    engine
}

fn tower<E: Engine>(boxes: usize) -> E {
    let mut engine = E::new(-10.0);
    engine.add(&static_box([0.0, -1.0], [10.0, 1.0]));
    (0..boxes).for_each(|k| engine.add(&dynamic_body([0.0, k as f32 + 0.5], Form::Box([0.5; 2]))));
    engine
}

/// A large box that stands on two small boxes. The large box has `times` the mass of both small boxes together.
fn heavy<E: Engine>(times: f32) -> E {
    let mut engine = E::new(-10.0);
    engine.add(&static_box([0.0, -1.0], [20.0, 1.0]));
    let half = 0.5 * (2.0 * times).sqrt();
    for side in [-1.0, 1.0] {
        engine.add(&dynamic_body([side * (half - 0.5), 0.5], Form::Box([0.5; 2])));
    }
    engine.add(&dynamic_body([0.0, 1.0 + half], Form::Box([half; 2])));
    engine
}

/// Runs a scene for a time in seconds, and returns the largest distance of any body from its initial position.
fn drift<E: Engine>(make: impl Fn() -> Recorded<E>, seconds: f32) -> f64 {
    make().run(seconds).drift()
}

/// Runs a scene for a time in seconds, and returns the largest penetration depth of any two bodies.
fn overlap<E: Engine>(make: impl Fn() -> Recorded<E>, seconds: f32) -> f64 {
    make().run(seconds).overlap()
}

/// Returns how many houses of cards still stand after a number of seconds. The houses differ in their friction, which goes from 0.55 to 0.8
/// in steps of 0.01.
fn standing_houses<E: Engine>(storeys: usize, seconds: f32) -> f64 {
    let stands = |k: &i32| {
        let made: Recorded<E> = house(storeys, 0.55 + 0.01 * *k as f32);
        made.run(seconds).drift() < 0.2
    };
    (0..26).filter(stands).count() as f64
}

/// Runs the benchmark cases of this module whose names contain all words of the command line.
pub fn run(words: &[String]) {
    let mut table = Table::new(words, "bodies that stand");
    compare!(table, "stands: overlap left in a pile of 100", overlap(20.0), pile(100, &MIXED));
    compare!(table, "stands: overlap left in a pile of 500", overlap(20.0), pile(500, &MIXED));
    compare!(table, "stands: overlap of a box on two, 10 times as heavy", overlap(20.0), heavy(10.0));
    compare!(table, "stands: overlap of a box on two, 100 times as heavy", overlap(20.0), heavy(100.0));
    compare!(table, "stands: drift of a tower of 10, a minute", drift(60.0), tower(10));
    compare!(table, "stands: drift of a tower of 30, a minute", drift(60.0), tower(30));
    compare!(table, "stands: drift of a tower of 100, a minute", drift(60.0), tower(100));
    compare!(table, "stands: drift of a pyramid of base 20, a minute", drift(60.0), pyramid(20));
    for storeys in 4..8 {
        let name = format!("stands: houses of cards of 26, {storeys} storeys");
        if table.is_selected(&name) {
            let count = [
                standing_houses::<crate::bodies::Bumper>(storeys, 10.0),
                standing_houses::<World>(storeys, 10.0),
                standing_houses::<crate::bodies::Rapier>(storeys, 10.0),
            ];
            table.row(&name, count);
        }
    }
    for storeys in 2..6 {
        for friction in [0.6, 0.7, 0.8] {
            let name = format!("stands: drift of a house of cards, {storeys} storeys, friction {friction}");
            compare!(table, &name, drift(10.0), house(storeys, friction));
        }
    }
}
