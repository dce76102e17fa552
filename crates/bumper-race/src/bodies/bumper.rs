//! bumper as an engine, with `f32` or `f64`.

use super::engine::{CELL, Engine, Form, Given, Joined, TRIANGLE, bars, cells, hills};
use bumper::dynamics::{Bodies, Body, BodyId, Drive, Hold, Joint, Kind, Motor, Solid, Spring};
use bumper::scalar::Real;
use bumper::{Aabb, Ball, OrientedBox, PolygonBuf, Rotation, Vector};

/// bumper's bodies, with numbers of type `R`.
pub struct Of<R: Real>(pub Bodies<R>, Vec<(BodyId, Given)>);

pub type Bumper = Of<f32>;

/// Converts a number and a vector to the number type.
fn num<R: Real>(number: f32) -> R {
    R::from_f64(number.into())
}

fn vector<R: Real>(at: [f32; 2]) -> Vector<R, 2> {
    Vector(at.map(num))
}

impl<R: Real> Engine for Of<R> {
    fn new(gravity: f32) -> Self {
        let mut bodies = Bodies::new(vector([0.0, gravity]));
        bodies.sleeping = false;
        Self(bodies, Vec::new())
    }

    fn add(&mut self, given: &Given) {
        let [x, y] = given.at;
        let kind = match (given.moves, given.spin) {
            (true, _) => Kind::Dynamic,
            (false, 0.0) => Kind::Static,
            _ => Kind::Kinematic,
        };
        let body = Body { kind, velocity: vector(given.velocity), spin: num(given.spin), ..Body::default() };
        // The rotation of a box; other shapes are not rotated.
        let turn = Rotation::from_degrees(num(given.angle.to_degrees()));
        let triangle = PolygonBuf::<R, 3>::new(TRIANGLE.map(|[u, v]| vector([x + u, y + v])));
        let triangle = triangle.expect("three corners");
        let region;
        let boxed =
            |[w, h]: [f32; 2], [x, y]: [f32; 2]| Aabb::new(vector([x - w, y - h]), vector([x + w, y + h]));
        let shapes: Vec<bumper::Shape<'_, R, 2>> = match given.form {
            Form::Box(half) if given.angle == 0.0 => vec![boxed(half, given.at).into()],
            Form::Box(half) => vec![OrientedBox::new(vector(given.at), vector(half), turn).into()],
            Form::Ball(radius) => vec![Ball::new(vector(given.at), num(radius)).into()],
            Form::Triangle => vec![(&triangle).into()],
            Form::Frame(half) => bars(half).map(|([u, v], bar)| boxed(bar, [x + u, y + v]).into()).into(),
            Form::Cells => cells().map(|[u, v]| boxed([CELL; 2], [x + u, y + v]).into()).collect(),
            Form::Hills(half) => {
                let mut corners = hills(half);
                corners.push([0.0, -80.0]);
                region = bumper::Region::new(corners.into_iter().map(|[u, v]| vector([x + u, y + v])))
                    .expect("hills");
                vec![(&region).into()]
            }
        };
        let filter = if given.collides { u32::MAX } else { 0 };
        let solid = |shape| Solid {
            filter,
            friction: num(given.friction),
            sensor: given.sensor,
            ..Solid::new(shape)
        };
        let solids: Vec<_> = shapes.into_iter().map(solid).collect();
        self.1.push((self.0.add(&body, &solids).expect("a body"), *given));
    }

    fn join(&mut self, a: usize, b: usize, at: [f32; 2], joint: Joined) {
        let (at, axis) = (vector(at), vector([0.0, 1.0]));
        let spring = Spring { hertz: num(2.0), damping: num(0.5) };
        let limits = Some([num(-0.5), num(0.5)]);
        let running = Motor { speed: num(1.0), max: num(1.0) };
        let hold = match joint {
            Joined::Hinge => Hold::Revolute { at, turn: Drive::default() },
            Joined::Driven { slides, motor } => {
                let drive =
                    Drive { limits, spring: (!motor).then_some(spring), motor: motor.then_some(running) };
                match slides {
                    true => Hold::Prismatic { at, axis, along: drive },
                    false => Hold::Revolute { at, turn: drive },
                }
            }
            Joined::Wheel => {
                let along = Drive { limits, spring: Some(spring), motor: None };
                Hold::Wheel { at, axis, along, motor: Some(running) }
            }
            Joined::Weld => Hold::Weld { at, spring: None, turn: None },
            Joined::Mouse => Hold::Mouse { at, spring, max_force: num(100.0) },
        };
        self.0.join(&Joint { a: self.1[a].0, b: self.1[b].0, hold, collide: false }).expect("a joint");
    }

    fn let_sleep(&mut self) {
        self.0.sleeping = true;
    }

    fn remove(&mut self, body: usize) {
        self.0.remove(self.1[body].0);
    }

    fn push(&mut self, body: usize, velocity: [f32; 2]) {
        self.0.set_velocity(self.1[body].0, vector(velocity), num(0.0)).expect("a body");
    }

    fn step(&mut self, time: f32) {
        self.0.step(num(time));
    }

    fn poses(&self) -> Vec<([f32; 2], f32)> {
        let place = |(id, given): &(BodyId, Given)| {
            let state = self.0.state(*id).expect("a body");
            let at = state.pose.apply(vector(given.at)).map(|c| c.to_f64() as f32);
            (at.0, given.angle + state.angle.to_f64() as f32)
        };
        self.1.iter().map(place).collect()
    }
}
