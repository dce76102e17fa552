//! What stands, and how well: the same scenes in bumper, Box2D and rapier, judged by where the bodies are in the end.

use crate::bodies::{Bumper, Engine, Form, Given, Rapier, STEP, TRIANGLE, moving, pile, pyramid, standing};
use crate::box2d::World;
use bumper::query::contact::contact;
use bumper::{Ball, OrientedBox, Rotation, Shape, Triangle};

/// An engine, and what it was given.
struct Kept<E> {
    engine: E,
    given: Vec<Given>,
}

impl<E: Engine> Engine for Kept<E> {
    fn new(gravity: f32) -> Self {
        Self { engine: E::new(gravity), given: Vec::new() }
    }

    fn add(&mut self, given: &Given) {
        self.engine.add(given);
        self.given.push(*given);
    }

    fn hinge(&mut self, a: usize, b: usize, at: [f32; 2]) {
        self.engine.hinge(a, b, at);
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

    fn drive(&mut self, a: usize, b: usize, at: [f32; 2], slides: bool, motor: bool) {
        self.engine.drive(a, b, at, slides, motor);
    }

    fn step(&mut self, time: f32) {
        self.engine.step(time);
    }

    fn places(&self) -> Vec<([f32; 2], f32)> {
        self.engine.places()
    }
}

impl<E: Engine> Kept<E> {
    fn run(mut self, seconds: f32) -> Self {
        (0..(seconds / STEP) as usize).for_each(|_| self.step(STEP));
        self
    }

    /// How far the one that went farthest is from where it was put.
    fn drift(&self) -> f64 {
        let way = |(given, (at, _)): (&Given, ([f32; 2], f32))| {
            f64::from(at[0] - given.at[0]).hypot(f64::from(at[1] - given.at[1]))
        };
        self.given.iter().zip(self.places()).map(way).fold(0.0, f64::max)
    }

    /// How deep the two that overlap most do.
    fn overlap(&self) -> f64 {
        let shapes: Vec<_> = self
            .given
            .iter()
            .zip(self.places())
            .map(|(given, place)| (given.moves, shape(given.form, place)))
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

/// A form where a body is.
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
        Form::Frame(_) | Form::Cells | Form::Hills(_) => {
            unreachable!("none of them is asked how deep it overlaps")
        }
    }
}

/// Cards that lean against each other, with others across them: Box2D's sample.
fn house<E: Engine>(storeys: usize, friction: f32) -> E {
    let mut engine = E::new(-10.0);
    engine.add(&Given { friction, ..standing([0.0, -2.0], [40.0, 2.0]) });
    let (height, mut y, mut left) = (0.2f32, 0.18, 0.0);
    for wide in (1..=storeys).rev() {
        for k in 0..wide {
            let x = left + 0.35 * k as f32;
            let mut card = |x: f32, y: f32, degrees: f32| {
                let angle = degrees.to_radians();
                engine.add(&Given { friction, angle, ..moving([x, y], Form::Box([0.001, height])) });
            };
            if k + 1 < wide {
                card(x + 0.25, y + height - 0.015, 90.0);
            }
            card(x, y, -25.0);
            card(x + 0.175, y, 25.0);
        }
        (y, left) = (y + 2.0 * height - 0.03, left + 0.175);
    }
    engine
}

fn tower<E: Engine>(boxes: usize) -> E {
    let mut engine = E::new(-10.0);
    engine.add(&standing([0.0, -1.0], [10.0, 1.0]));
    (0..boxes).for_each(|k| engine.add(&moving([0.0, k as f32 + 0.5], Form::Box([0.5; 2]))));
    engine
}

/// A box on two small ones, so many times as heavy as both.
fn heavy<E: Engine>(times: f32) -> E {
    let mut engine = E::new(-10.0);
    engine.add(&standing([0.0, -1.0], [20.0, 1.0]));
    let half = 0.5 * (2.0 * times).sqrt();
    for side in [-1.0, 1.0] {
        engine.add(&moving([side * (half - 0.5), 0.5], Form::Box([0.5; 2])));
    }
    engine.add(&moving([0.0, 1.0 + half], Form::Box([half; 2])));
    engine
}

/// Runs the contests whose names have all the words.
pub fn run(words: &[String]) {
    let mixed = [Form::Box([0.4, 0.3]), Form::Ball(0.4), Form::Triangle];
    let mut told = false;
    macro_rules! contest {
        ($name:expr, $seconds:expr, $judge:ident, $scene:ident($($given:expr),*)) => {
            let name: &str = $name;
            if words.iter().all(|word| name.contains(word.as_str())) {
                if !told {
                    println!("\n| bodies that stand | bumper | Box2D | rapier |\n| --- | ---: | ---: | ---: |");
                    told = true;
                }
                let ours = $scene::<Kept<Bumper>>($($given),*).run($seconds).$judge();
                let box2d = $scene::<Kept<World>>($($given),*).run($seconds).$judge();
                let rapier = $scene::<Kept<Rapier>>($($given),*).run($seconds).$judge();
                println!("| {name} | {ours:.4} | {box2d:.4} | {rapier:.4} |");
            }
        };
    }
    contest!("stands: overlap left in a pile of 100", 20.0, overlap, pile(100, &mixed));
    contest!("stands: overlap left in a pile of 500", 20.0, overlap, pile(500, &mixed));
    contest!("stands: overlap of a box on two, 10 times as heavy", 20.0, overlap, heavy(10.0));
    contest!("stands: overlap of a box on two, 100 times as heavy", 20.0, overlap, heavy(100.0));
    contest!("stands: drift of a tower of 10, a minute", 60.0, drift, tower(10));
    contest!("stands: drift of a tower of 30, a minute", 60.0, drift, tower(30));
    contest!("stands: drift of a tower of 100, a minute", 60.0, drift, tower(100));
    contest!("stands: drift of a pyramid of base 20, a minute", 60.0, drift, pyramid(20));
    for storeys in 2..6 {
        for friction in [0.6, 0.7, 0.8] {
            let name = format!("stands: drift of a house of cards, {storeys} storeys, friction {friction}");
            contest!(&name, 10.0, drift, house(storeys, friction));
        }
    }
    let _ = told;
}
