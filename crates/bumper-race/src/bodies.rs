//! Rigid bodies: a step of the same scene in bumper, Box2D and rapier, one thread, four sub-steps, nothing asleep. The scenes are those that
//! Box2D is measured by, and small worlds as games have them.

use crate::box2d::World;
use crate::clock::seconds;
use crate::growth::Measured;
use bumper::dynamics::{Bodies, Body, BodyId, Drive, Hold, Joint, Kind, Motor, Solid, Spring};
use bumper::{Aabb, Ball, OrientedBox, PolygonBuf, Rotation, Vector};
use rapier2d::prelude::{
    ColliderBuilder, GenericJoint, InteractionGroups, PhysicsWorld, PrismaticJointBuilder,
    RevoluteJointBuilder, RigidBodyBuilder, RigidBodyHandle,
};

/// A step, in seconds.
pub const STEP: f32 = 1.0 / 60.0;

/// The runs of which the median counts, and the steps before a run is measured.
const RUNS: usize = 3;
const SETTLE: usize = 30;

/// What a body is made of, about its centre.
#[derive(Clone, Copy)]
pub enum Form {
    Box([f32; 2]),
    Ball(f32),
    Triangle,
    /// Four bars around a square of this half edge, each of the thickness of a twentieth of it.
    Frame(f32),
    /// Twenty squares in four rows: a compound.
    Cells,
    /// Ground of a hundred corners, this far to each side: a region of ours, a chain of segments with others.
    Hills(f32),
}

/// The middles of the cells, and half an edge of each.
pub fn cells() -> impl Iterator<Item = [f32; 2]> {
    (0..20).map(|k| [((k % 5) as f32 - 2.0) * 2.0 * CELL, ((k / 5) as f32 - 1.5) * 2.0 * CELL])
}
pub const CELL: f32 = 0.08;

/// The top of the hills, from right to left.
pub fn hills(half: f32) -> Vec<[f32; 2]> {
    let at = |k: i32| half * (1.0 - k as f32 / 49.0);
    (0..99).map(at).map(|x| [x, x * x / half * 0.8 + (1.3 * x).sin() * 0.7]).collect()
}

/// The bars of a frame: their middles and halves.
pub fn bars(half: f32) -> [([f32; 2], [f32; 2]); 4] {
    let thin = half / 20.0;
    [
        ([half, 0.0], [thin, half]),
        ([-half, 0.0], [thin, half]),
        ([0.0, half], [half, thin]),
        ([0.0, -half], [half, thin]),
    ]
}

/// The corners of the triangle.
pub const TRIANGLE: [[f32; 2]; 3] = [[-0.4, -0.3], [0.4, -0.3], [0.0, 0.5]];

/// A body: where it is, whether it moves, how fast, and whether it meets others.
#[derive(Clone, Copy)]
pub struct Given {
    pub at: [f32; 2],
    pub form: Form,
    pub moves: bool,
    pub velocity: [f32; 2],
    /// In radians: what does not move turns by itself, if at all.
    pub spin: f32,
    /// How far it is turned, in radians.
    pub angle: f32,
    pub friction: f32,
    pub meets: bool,
    /// Whether it is not to go through what moves, either, where the engine asks for that.
    pub bullet: bool,
    pub sensor: bool,
}

pub fn moving(at: [f32; 2], form: Form) -> Given {
    Given {
        at,
        form,
        moves: true,
        velocity: [0.0; 2],
        spin: 0.0,
        angle: 0.0,
        friction: 0.6,
        meets: true,
        bullet: false,
        sensor: false,
    }
}

pub fn standing(at: [f32; 2], half: [f32; 2]) -> Given {
    Given { moves: false, ..moving(at, Form::Box(half)) }
}

impl Given {
    pub fn with(self, form: Form) -> Self {
        Self { form, ..self }
    }
}

/// An engine, which names bodies by their order.
pub trait Engine {
    fn new(gravity: f32) -> Self;
    fn add(&mut self, given: &Given);
    fn hinge(&mut self, a: usize, b: usize, at: [f32; 2]);
    /// What rests may sleep: asked for before anything is added.
    fn let_sleep(&mut self);
    fn remove(&mut self, body: usize);
    /// Gives a body a velocity, and wakes it.
    fn push(&mut self, body: usize, velocity: [f32; 2]);
    /// A hinge, or a line along y, with limits, and a spring or a motor.
    fn drive(&mut self, a: usize, b: usize, at: [f32; 2], slides: bool, motor: bool);
    fn step(&mut self, time: f32);
    /// Where each body is, and how far it is turned.
    fn places(&self) -> Vec<([f32; 2], f32)>;
}

pub struct Bumper(pub Bodies<f32>, Vec<(BodyId, Given)>);

impl Engine for Bumper {
    fn new(gravity: f32) -> Self {
        let mut bodies = Bodies::new([0.0, gravity]);
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
        let body = Body { kind, velocity: given.velocity.into(), spin: given.spin, ..Body::default() };
        // Where it is turned, it is a box.
        let turn = Rotation::from_degrees(given.angle.to_degrees());
        let triangle = PolygonBuf::<f32, 3>::new(TRIANGLE.map(|[u, v]| [x + u, y + v]));
        let triangle = triangle.expect("three corners");
        let region;
        let boxed = |[w, h]: [f32; 2], [x, y]: [f32; 2]| Aabb::new([x - w, y - h], [x + w, y + h]);
        let shapes: Vec<bumper::Shape<'_, f32, 2>> = match given.form {
            Form::Box(half) if given.angle == 0.0 => vec![boxed(half, given.at).into()],
            Form::Box(half) => vec![OrientedBox::new(given.at, half, turn).into()],
            Form::Ball(radius) => vec![Ball::new(given.at, radius).into()],
            Form::Triangle => vec![(&triangle).into()],
            Form::Frame(half) => bars(half).map(|([u, v], bar)| boxed(bar, [x + u, y + v]).into()).into(),
            Form::Cells => cells().map(|[u, v]| boxed([CELL; 2], [x + u, y + v]).into()).collect(),
            Form::Hills(half) => {
                let mut corners = hills(half);
                corners.push([0.0, -80.0]);
                region =
                    bumper::Region::new(corners.into_iter().map(|[u, v]| [x + u, y + v])).expect("hills");
                vec![(&region).into()]
            }
        };
        let filter = if given.meets { u32::MAX } else { 0 };
        let solid =
            |shape| Solid { filter, friction: given.friction, sensor: given.sensor, ..Solid::new(shape) };
        let solids: Vec<_> = shapes.into_iter().map(solid).collect();
        self.1.push((self.0.add(&body, &solids).expect("a body"), *given));
    }

    fn hinge(&mut self, a: usize, b: usize, at: [f32; 2]) {
        let hold = Hold::Revolute { at: Vector(at), turn: Drive::default() };
        self.0.join(&Joint { a: self.1[a].0, b: self.1[b].0, hold, collide: false }).expect("a hinge");
    }

    fn let_sleep(&mut self) {
        self.0.sleeping = true;
    }

    fn remove(&mut self, body: usize) {
        self.0.remove(self.1[body].0);
    }

    fn push(&mut self, body: usize, velocity: [f32; 2]) {
        self.0.set_velocity(self.1[body].0, velocity, 0.0).expect("a body");
    }

    fn drive(&mut self, a: usize, b: usize, at: [f32; 2], slides: bool, motor: bool) {
        let at = Vector(at);
        let drive = Drive {
            limits: Some([-0.5, 0.5]),
            spring: (!motor).then_some(Spring { hertz: 2.0, damping: 0.5 }),
            motor: motor.then_some(Motor { speed: 1.0, max: 1.0 }),
        };
        let hold = match slides {
            true => Hold::Prismatic { at, axis: Vector([0.0, 1.0]), along: drive },
            false => Hold::Revolute { at, turn: drive },
        };
        self.0.join(&Joint { a: self.1[a].0, b: self.1[b].0, hold, collide: false }).expect("a joint");
    }

    fn step(&mut self, time: f32) {
        self.0.step(time);
    }

    fn places(&self) -> Vec<([f32; 2], f32)> {
        let place = |(id, given): &(BodyId, Given)| {
            let state = self.0.state(*id).expect("a body");
            (state.pose.apply(given.at.into()).0, given.angle + state.angle)
        };
        self.1.iter().map(place).collect()
    }
}

pub struct Rapier(PhysicsWorld, Vec<RigidBodyHandle>, bool);

impl Engine for Rapier {
    fn new(gravity: f32) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = [0.0, gravity].into();
        Self(world, Vec::new(), false)
    }

    fn add(&mut self, given: &Given) {
        let builder = match (given.moves, given.spin) {
            (true, _) => RigidBodyBuilder::dynamic(),
            (false, 0.0) => RigidBodyBuilder::fixed(),
            _ => RigidBodyBuilder::kinematic_velocity_based(),
        };
        let builder = builder.translation(given.at.into()).rotation(given.angle);
        let builder = builder.linvel(given.velocity.into()).angvel(given.spin);
        let body = self.0.insert_body(builder.can_sleep(self.2).ccd_enabled(given.bullet).build());
        let colliders = match given.form {
            Form::Box([w, h]) => vec![ColliderBuilder::cuboid(w, h)],
            Form::Ball(radius) => vec![ColliderBuilder::ball(radius)],
            Form::Triangle => {
                let [a, b, c] = TRIANGLE.map(Into::into);
                vec![ColliderBuilder::triangle(a, b, c)]
            }
            Form::Frame(half) => {
                let bar = |([x, y], [w, h]): ([f32; 2], [f32; 2])| {
                    ColliderBuilder::cuboid(w, h).translation([x, y].into())
                };
                bars(half).map(bar).into()
            }
            Form::Cells => {
                cells().map(|at| ColliderBuilder::cuboid(CELL, CELL).translation(at.into())).collect()
            }
            Form::Hills(half) => {
                let corners = hills(half).into_iter().map(Into::into);
                vec![ColliderBuilder::polyline(corners.collect(), None)]
            }
        };
        let groups = if given.meets { InteractionGroups::all() } else { InteractionGroups::none() };
        for collider in colliders {
            let collider =
                collider.friction(given.friction).density(1.0).collision_groups(groups).sensor(given.sensor);
            self.0.insert_collider(collider, Some(body));
        }
        self.1.push(body);
    }

    fn hinge(&mut self, a: usize, b: usize, at: [f32; 2]) {
        let (a, b) = (self.1[a], self.1[b]);
        let local = |body: RigidBodyHandle| {
            let center = self.0.bodies[body].translation();
            [at[0] - center.x, at[1] - center.y]
        };
        let joint = RevoluteJointBuilder::new()
            .local_anchor1(local(a).into())
            .local_anchor2(local(b).into())
            .contacts_enabled(false);
        self.0.insert_impulse_joint(a, b, joint.build());
    }

    fn let_sleep(&mut self) {
        self.2 = true;
    }

    fn remove(&mut self, body: usize) {
        self.0.remove_body(self.1[body]);
    }

    fn push(&mut self, body: usize, velocity: [f32; 2]) {
        self.0.bodies[self.1[body]].set_linvel(velocity.into(), true);
    }

    fn drive(&mut self, a: usize, b: usize, at: [f32; 2], slides: bool, motor: bool) {
        let (a, b) = (self.1[a], self.1[b]);
        let local = |body: RigidBodyHandle| {
            let center = self.0.bodies[body].translation();
            [at[0] - center.x, at[1] - center.y].into()
        };
        // A spring of 2 hertz, at a damping ratio of a half, by the acceleration that it makes.
        let swing = 4.0 * std::f32::consts::PI;
        macro_rules! driven {
            ($joint:expr) => {{
                let joint = $joint.local_anchor1(local(a)).local_anchor2(local(b)).limits([-0.5, 0.5]);
                let joint = joint.contacts_enabled(false);
                match motor {
                    true => joint.motor_velocity(1.0, 10.0).motor_max_force(1.0).build().into(),
                    false => joint.motor_position(0.0, swing * swing, swing).build().into(),
                }
            }};
        }
        let joint: GenericJoint = match slides {
            true => driven!(PrismaticJointBuilder::new([0.0, 1.0].into())),
            false => driven!(RevoluteJointBuilder::new()),
        };
        self.0.insert_impulse_joint(a, b, joint);
    }

    fn step(&mut self, time: f32) {
        self.0.integration_parameters.dt = time;
        self.0.step();
    }

    fn places(&self) -> Vec<([f32; 2], f32)> {
        let place = |body: &RigidBodyHandle| {
            let body = &self.0.bodies[*body];
            ([body.translation().x, body.translation().y], body.rotation().angle())
        };
        self.1.iter().map(place).collect()
    }
}

pub fn pyramid<E: Engine>(base: usize) -> E {
    let mut engine = E::new(-10.0);
    engine.add(&standing([0.0, -1.0], [base as f32 * 2.0, 1.0]));
    for row in 0..base {
        for k in 0..base - row {
            let x = k as f32 - 0.5 * (base - row) as f32 + 0.5;
            engine.add(&moving([x, row as f32 + 0.5], Form::Box([0.5; 2])));
        }
    }
    engine
}

/// Ten pyramids of ten side by side, ten times over: each on its own floor.
fn pyramids<E: Engine>(count: usize) -> E {
    let mut engine = E::new(-10.0);
    for k in 0..count {
        let (left, floor) = ((k % 10) as f32 * 12.0, (k / 10) as f32 * 14.0);
        engine.add(&standing([left, floor - 0.5], [6.0, 0.5]));
        for row in 0..10 {
            for k in 0..10 - row {
                let x = left + k as f32 - 0.5 * (10 - row) as f32 + 0.5;
                engine.add(&moving([x, floor + row as f32 + 0.5], Form::Box([0.5; 2])));
            }
        }
    }
    engine
}

/// A pit into which all kinds fall.
pub fn pile<E: Engine>(count: usize, forms: &[Form]) -> E {
    let mut engine = E::new(-10.0);
    let half = (count as f32).sqrt() * 0.7 + 2.0;
    engine.add(&standing([0.0, -1.0], [half + 1.0, 1.0]));
    engine.add(&standing([-half - 0.5, 50.0], [0.5, 60.0]));
    engine.add(&standing([half + 0.5, 50.0], [0.5, 60.0]));
    let row = ((half - 1.0) * 2.0 / 1.1) as usize;
    for k in 0..count {
        let x = (k % row) as f32 * 1.1 - half + 1.0 + 0.013 * (k % 11) as f32;
        engine.add(&moving([x, 1.0 + (k / row) as f32 * 1.2], forms[k % forms.len()]));
    }
    engine
}

fn grid<E: Engine>(side: usize) -> E {
    let mut engine = E::new(-10.0);
    for k in 0..side * side {
        let (column, row) = (k / side, k % side);
        let (x, y) = (column as f32, -(row as f32));
        let holds = |column: usize| row == 0 && column.abs_diff(side / 2) <= 3;
        engine.add(&Given { moves: !holds(column), meets: false, ..moving([x, y], Form::Ball(0.4)) });
        if row > 0 {
            engine.hinge(k - 1, k, [x, y + 0.5]);
        }
        if column > 0 && !(holds(column) && holds(column - 1)) {
            engine.hinge(k - side, k, [x - 0.5, y]);
        }
    }
    engine
}

fn smash<E: Engine>(columns: usize) -> E {
    let mut engine = E::new(0.0);
    engine.add(&Given { velocity: [40.0, 0.0], ..moving([-20.0, 0.0], Form::Box([4.0; 2])) });
    let rows = columns * 2 / 3;
    for k in 0..columns * rows {
        let (x, y) = ((k / rows) as f32 * 0.4 + 10.0, ((k % rows) as f32 - rows as f32 / 2.0) * 0.4);
        engine.add(&moving([x, y], Form::Box([0.2; 2])));
    }
    engine
}

/// A hollow square that turns, with small boxes in it.
fn tumbler<E: Engine>(side: usize) -> E {
    let mut engine = E::new(-10.0);
    let half = side as f32 * 0.22;
    engine.add(&Given { spin: 25f32.to_radians(), ..standing([0.0, 0.0], [0.0; 2]).with(Form::Frame(half)) });
    for k in 0..side * side {
        let at = [k / side, k % side].map(|k| (k as f32 - side as f32 * 0.5) * 0.4 + 0.2);
        engine.add(&moving(at, Form::Box([0.125; 2])));
    }
    engine
}

/// A bar that turns in a pit, among all kinds.
fn spinner<E: Engine>(count: usize, forms: &[Form]) -> E {
    let mut engine = pile::<E>(count, forms);
    let half = (count as f32).sqrt() * 0.6;
    engine.add(&Given { spin: 2.0, ..standing([0.0, half * 0.5], [half, 0.3]) });
    engine
}

/// Dolls of six parts on hinges that fall through rows of ledges.
fn rain<E: Engine>(columns: usize, rows: usize) -> E {
    let mut engine = E::new(-10.0);
    let mut count = 1;
    engine.add(&standing([columns as f32, -12.0], [columns as f32 * 2.0, 1.0]));
    for k in 0..columns * 3 {
        let (x, y) = ((k % columns) as f32 * 2.0 + (k / columns) as f32, -2.0 - 3.0 * (k / columns) as f32);
        engine.add(&standing([x, y], [0.5, 0.1]));
        count += 1;
    }
    for k in 0..columns * rows {
        let (x, y) = ((k % columns) as f32 * 2.0 + 0.3 * (k % 3) as f32, (k / columns) as f32 * 2.0);
        engine.add(&moving([x, y], Form::Box([0.2, 0.35])));
        engine.add(&moving([x, y + 0.5], Form::Ball(0.15)));
        engine.hinge(count, count + 1, [x, y + 0.35]);
        for (part, (side, down)) in
            [(-1.0, 0.2), (1.0, 0.2), (-1.0, -0.6), (1.0, -0.6)].into_iter().enumerate()
        {
            let arm = down > 0.0;
            let (u, half) = if arm { (0.45, [0.25, 0.07]) } else { (0.12, [0.08, 0.25]) };
            engine.add(&moving([x + side * u, y + down], Form::Box(half)));
            let (u, v) = if arm { (0.2, down) } else { (0.12, -0.35) };
            engine.hinge(count, count + 2 + part, [x + side * u, y + v]);
        }
        count += 6;
    }
    engine
}

/// Milliseconds of a step, in processor time: the median of runs.
fn measure<E: Engine>(make: impl Fn() -> E, steps: usize) -> f64 {
    let mut times: Vec<_> = (0..RUNS)
        .map(|_| {
            let mut engine = make();
            (0..SETTLE).for_each(|_| engine.step(STEP));
            let start = seconds();
            (0..steps).for_each(|_| engine.step(STEP));
            (seconds() - start) * 1e3 / steps as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

/// Runs the contests whose names have all the words.
pub fn run(words: &[String]) {
    let mixed = [Form::Box([0.4, 0.3]), Form::Ball(0.4), Form::Triangle];
    let mut told = false;
    macro_rules! contest {
        ($name:expr, $steps:expr, $scene:ident($($given:expr),*)) => {
            let name: &str = $name;
            if words.iter().all(|word| name.contains(word.as_str())) {
                if !told {
                    println!("\n| bodies, ms a step | bumper | Box2D | rapier | of Box2D |\n| --- | ---: | ---: | ---: | ---: |");
                    told = true;
                }
                let ours = measure(|| $scene::<Bumper>($($given),*), $steps);
                let box2d = measure(|| $scene::<World>($($given),*), $steps);
                let rapier = measure(|| $scene::<Rapier>($($given),*), $steps);
                println!("| {name} | {ours:.3} | {box2d:.3} | {rapier:.3} | {:.2} |", ours / box2d);
            }
        };
    }
    contest!("bodies: small world of 50", 600, pile(50, &mixed));
    contest!("bodies: small world of 200", 600, pile(200, &mixed));
    contest!("bodies: small world of 500", 300, pile(500, &mixed));
    contest!("bodies: 2,000 circles in a pit", 200, pile(2000, &[Form::Ball(0.5)]));
    contest!("bodies: pyramid of base 100", 100, pyramid(100));
    contest!("bodies: 100 pyramids of base 10", 100, pyramids(100));
    contest!("bodies: grid of 2,500 joints", 100, grid(50));
    contest!("bodies: smash of 2,400", 200, smash(60));
    contest!("bodies: tumbler of 2,025", 200, tumbler(45));
    contest!("bodies: spinner among 2,000", 200, spinner(2000, &mixed));
    contest!("bodies: rain of 240 dolls", 200, rain(40, 6));
    let _ = told;
}

/// The numbers of bodies in the chart, and those of pyramids of 55.
const COUNTS: [usize; 7] = [10, 50, 200, 1000, 4000, 10_000, 20_000];
const PYRAMIDS: [usize; 6] = [1, 4, 18, 73, 182, 364];

/// So many steps of bodies are measured at least.
const BODY_STEPS: usize = 40_000;

/// What a step costs by how many bodies there are.
pub fn grow(words: &[String]) -> Vec<Measured> {
    let mixed = [Form::Box([0.4, 0.3]), Form::Ball(0.4), Form::Triangle];
    let mut measured = Vec::new();
    macro_rules! grow {
        ($name:expr, $counts:expr, $each:expr, $count:ident => $scene:ident($($given:expr),*)) => {
            for $count in $counts.into_iter().filter(|_| words.iter().all(|word| $name.contains(word.as_str()))) {
                let bodies = $count * $each;
                let steps = (BODY_STEPS / bodies).clamp(30, 600);
                let times = [
                    ("bumper", measure(|| $scene::<Bumper>($($given),*), steps)),
                    ("Box2D", measure(|| $scene::<World>($($given),*), steps)),
                    ("rapier", measure(|| $scene::<Rapier>($($given),*), steps)),
                ];
                let times = times.map(|(name, time)| (name, time * 1e-3)).into();
                measured.push(Measured { group: $name.into(), count: bodies, times, unit: "body", units: bodies });
            }
        };
    }
    grow!("more and more in a pit of all kinds", COUNTS, 1, count => pile(count, &mixed));
    grow!("more and more pyramids of 55 boxes", PYRAMIDS, 55, count => pyramids(count));
    measured
}
