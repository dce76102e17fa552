//! bumper as an [`Engine`], with `f32` or `f64`.

use super::engine::{BodySpec, CELL, Engine, Form, JointSpec, TRIANGLE, bars, cells, foot, hills};
use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, JointAxis, JointDef, JointKind, Motor, Simulation, Spring,
};
use bumper::scalar::Real;
use bumper::{Aabb, Ball, OrientedBox, PolygonBuf, Pose, Region, Rotation, Vector};

/// A simulation with numbers of type `R`, and its bodies in the order of creation: their ids and definitions.
pub struct BumperEngine<R: Real>(pub Simulation<R>, Vec<(BodyId, BodySpec)>);

pub type Bumper = BumperEngine<f32>;

/// Converts an `f32` to the number type of the simulation.
fn num<R: Real>(number: f32) -> R {
    R::from_f64(number.into())
}

fn vector<R: Real>(at: [f32; 2]) -> Vector<R, 2> {
    Vector(at.map(num))
}

/// The region between a surface and some corners below it, all relative to `at`.
fn region_below<R: Real>(at: [f32; 2], surface: Vec<[f32; 2]>, below: &[[f32; 2]]) -> Region<R> {
    let corners = surface.iter().chain(below);
    Region::new(corners.map(|[x, y]| vector([at[0] + x, at[1] + y]))).expect("a simple polygon")
}

impl<R: Real> Engine for BumperEngine<R> {
    fn new(gravity: f32) -> Self {
        let mut simulation = Simulation::new(vector([0.0, gravity]));
        simulation.sleep_enabled = false;
        Self(simulation, Vec::new())
    }

    fn add(&mut self, spec: &BodySpec) {
        let [x, y] = spec.at;
        let kind = match (spec.moves, spec.spin) {
            (true, _) => BodyKind::Dynamic,
            (false, 0.0) => BodyKind::Static,
            _ => BodyKind::Kinematic,
        };
        let body = BodyDef {
            kind,
            velocity: vector(spec.velocity),
            angular_velocity: num(spec.spin),
            ..BodyDef::default()
        };
        // In bumper, the shapes of a body are given where they are at the start, and not relative to the body. So an initial angle has to
        // be applied to the shapes. In these scenes, only boxes have one.
        let turn = Rotation::from_degrees(num(spec.angle.to_degrees()));
        let triangle = PolygonBuf::<R, 3>::new(TRIANGLE.map(|[u, v]| vector([x + u, y + v])));
        let triangle = triangle.expect("three corners");
        let region;
        let boxed =
            |[w, h]: [f32; 2], [x, y]: [f32; 2]| Aabb::new(vector([x - w, y - h]), vector([x + w, y + h]));
        let shapes: Vec<bumper::Shape<'_, R, 2>> = match spec.form {
            Form::Box(half) if spec.angle == 0.0 => vec![boxed(half, spec.at).into()],
            Form::Box(half) => vec![OrientedBox::new(vector(spec.at), vector(half), turn).into()],
            Form::Ball(radius) => vec![Ball::new(vector(spec.at), num(radius)).into()],
            Form::Triangle => vec![(&triangle).into()],
            Form::Frame(half) => bars(half).map(|([u, v], bar)| boxed(bar, [x + u, y + v]).into()).into(),
            Form::Cells => cells().map(|[u, v]| boxed([CELL; 2], [x + u, y + v]).into()).collect(),
            Form::Hills(half) => {
                let surface = hills(half);
                region = region_below(spec.at, surface, &[[0.0, -80.0]]);
                vec![(&region).into()]
            }
            Form::Foot(slope) => {
                let surface = foot(slope);
                region = region_below(spec.at, surface, &[[-30.0, -5.0], [60.0, -5.0]]);
                vec![(&region).into()]
            }
        };
        let filter = if spec.collides { u32::MAX } else { 0 };
        let collider = |shape| ColliderDef {
            filter,
            friction: num(spec.friction),
            restitution: num(spec.restitution),
            sensor: spec.sensor,
            ..ColliderDef::new(shape)
        };
        let colliders: Vec<_> = shapes.into_iter().map(collider).collect();
        self.1.push((self.0.insert(&body, &colliders).expect("a body"), *spec));
    }

    fn join(&mut self, a: usize, b: usize, at: [f32; 2], joint: JointSpec) {
        let at = vector(at);
        let axis = vector([0.0, 1.0]);
        let spring = Spring { hertz: num(2.0), damping_ratio: num(0.5) };
        let limits = Some([num(-0.5), num(0.5)]);
        let running = Motor { speed: num(1.0), max_force: num(1.0) };
        let kind = match joint {
            JointSpec::Hinge => JointKind::Revolute { anchor: at, rotation: JointAxis::default() },
            JointSpec::Driven { slides, motor } => {
                let drive = JointAxis {
                    limits,
                    spring: (!motor).then_some(spring),
                    motor: motor.then_some(running),
                    ..JointAxis::default()
                };
                match slides {
                    true => JointKind::Prismatic { anchor: at, axis, translation: drive },
                    false => JointKind::Revolute { anchor: at, rotation: drive },
                }
            }
            JointSpec::Wheel => {
                let translation = JointAxis { limits, spring: Some(spring), ..JointAxis::default() };
                JointKind::Wheel { anchor: at, axis, translation, motor: Some(running) }
            }
            JointSpec::Weld => JointKind::Weld { anchor: at, linear_spring: None, angular_spring: None },
            JointSpec::Mouse => JointKind::Mouse { anchor: at, spring, max_force: num(100.0) },
        };
        self.0
            .insert_joint(&JointDef { a: self.1[a].0, b: self.1[b].0, kind, collide_connected: false })
            .expect("a joint");
    }

    fn let_sleep(&mut self) {
        self.0.sleep_enabled = true;
    }

    fn remove(&mut self, body: usize) {
        self.0.remove(self.1[body].0);
    }

    fn push(&mut self, body: usize, velocity: [f32; 2]) {
        self.0.set_velocity(self.1[body].0, vector(velocity), num(0.0)).expect("a body");
    }

    fn force(&mut self, body: usize, force: [f32; 2]) {
        let id = self.1[body].0;
        let center = self.0.get(id).expect("a body").center;
        self.0.apply_force(id, vector(force), center).expect("a body");
    }

    fn teleport(&mut self, body: usize, at: [f32; 2]) {
        // The pose of a body in bumper is its motion since its creation. So subtract the position at which its shapes were created.
        let (id, spec) = self.1[body];
        let translation = vector(at) - vector(spec.at);
        self.0.set_pose(id, &Pose::new(Rotation::identity(), translation)).expect("a body");
    }

    fn step(&mut self, time: f32) {
        self.0.step(num(time));
    }

    fn poses(&self) -> Vec<([f32; 2], f32)> {
        let place = |(id, spec): &(BodyId, BodySpec)| {
            let state = self.0.get(*id).expect("a body");
            let at = state.pose.apply(vector(spec.at)).map(|c| c.to_f64() as f32);
            (at.0, spec.angle + state.angle.to_f64() as f32)
        };
        self.1.iter().map(place).collect()
    }

    fn velocities(&self) -> Vec<([f32; 2], f32)> {
        let velocity = |(id, _): &(BodyId, BodySpec)| {
            let state = self.0.get(*id).expect("a body");
            (state.velocity.map(|v| v.to_f64() as f32).0, state.angular_velocity.to_f64() as f32)
        };
        self.1.iter().map(velocity).collect()
    }
}
