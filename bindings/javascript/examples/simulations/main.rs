//! Writes random simulations and what the library computes to a file: `simulations FILE`. `test/simulation_vectors.test.js` repeats them.
//!
//! The file is a list of 64-bit floats: the number of simulations, and then their operations. Bodies are numbered in order of insertion.
//!
//! | operation | words |
//! | --- | --- |
//! | end of a simulation | 0 |
//! | insert a body | 1, kind, x, y, angle, velocity, angular velocity, density, friction, restitution, bullet, shape count, shapes |
//! | insert a joint | 2, kind, a, b, anchor, anchor of b, axis, has limits, limits, has motor, motor, has spring, spring |
//! | impulse | 3, body, impulse, point |
//! | remove | 4, body |
//! | target pose of a kinematic body | 5, body, x, y, angle |
//! | step by 1 / 60 | 6, state |
//! | insert a mover | 7, box, mass, layers, filter |
//! | step with movers by 1 / 60 | 8, number of movers, their inputs, state, their results |
//!
//! A state is the hash as two halves, the number of poses, the poses, the number of events, and the events. The input of a mover is its
//! velocity along x, the height of a jump or 0, and whether it drops through planks. Its result is its position, its velocity, whether it is
//! grounded and crushed, the number of hits, and for each hit its body or -1 for the bounds, the normal, the time, the response and the parts.
//!
//! A shape is its kind (0 box, 1 circle, 2 capsule, 3 ellipse, 4 polygon with the number of corners) and its numbers. An event is both
//! bodies, the change, the normal, the approach speed, both parts and the normal impulse.

mod movers;

use engine::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, JointAxis, JointDef, JointKind, Motor, Simulation, Spring,
};
use engine::world::Change;
use engine::{
    Aabb, AsShape, Ball, Capsule, Ellipse, NO_PART, Polygon, Pose, Region, Rotation, Shape, ShapeBuf, Vector,
};

const SIMULATIONS: u64 = 20;
/// The number of further simulations, which have movers.
const MOVER_SIMULATIONS: u64 = 6;
const FRAMES: usize = 600;
const DT: f64 = 1.0 / 60.0;

/// A random number generator (splitmix64).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    fn number(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn vector(&mut self, size: f64) -> [f64; 2] {
        [self.number(-size, size), self.number(-size, size)]
    }
}

/// A simulation, and the words that repeat it.
struct Recorder {
    random: Random,
    words: Vec<f64>,
    simulation: Simulation<f64>,
    bodies: Vec<BodyId>,
    /// The bodies that were not removed.
    alive: Vec<usize>,
    /// How many of the first bodies are not removed.
    kept: usize,
}

impl Recorder {
    fn new(seed: u64) -> Self {
        let simulation = Simulation::new([0.0, 400.0]);
        let random = Random(seed);
        Self { random, words: Vec::new(), simulation, bodies: Vec::new(), alive: Vec::new(), kept: 3 }
    }

    fn polygon(&mut self, corners: &[[f64; 2]]) -> ShapeBuf<f64, 2> {
        self.words.extend([4.0, corners.len() as f64]);
        self.words.extend(corners.as_flattened());
        let corners: Vec<_> = corners.iter().map(|corner| Vector(*corner)).collect();
        match Polygon::new(&corners) {
            Ok(polygon) => Shape::from(polygon).into(),
            Err(_) => Region::new(corners).expect("the polygon is simple").into(),
        }
    }

    fn rectangle(&mut self, numbers: [f64; 4]) -> ShapeBuf<f64, 2> {
        self.words.push(0.0);
        self.words.extend(numbers);
        let [x, y, width, height] = numbers;
        Shape::from(Aabb::new([x, y], [x + width, y + height])).into()
    }

    /// A random shape near a point of the body.
    fn shape(&mut self, at: [f64; 2]) -> ShapeBuf<f64, 2> {
        let [x, y] = at;
        let size = self.random.number(5.0, 15.0);
        match self.random.below(6) {
            0 | 1 => self.rectangle([x - size, y - 8.0, 2.0 * size, 16.0]),
            2 => {
                self.words.extend([1.0, x, y, size]);
                Shape::from(Ball::new(at, size)).into()
            }
            3 => {
                self.words.extend([2.0, x - size, y, x + size, y, 6.0]);
                Shape::from(Capsule::new([x - size, y], [x + size, y], 6.0)).into()
            }
            4 => {
                self.words.extend([3.0, x, y, size, 7.0, 0.5]);
                Shape::from(Ellipse::new(at, [size, 7.0], Rotation::from_radians(0.5))).into()
            }
            _ => self.polygon(&[[x - size, y - size], [x, y], [x + size, y - size], [x, y + size]]),
        }
    }

    fn insert(
        &mut self,
        kind: BodyKind,
        at: [f64; 2],
        shapes: impl FnOnce(&mut Self) -> Vec<ShapeBuf<f64, 2>>,
    ) {
        let number = match kind {
            BodyKind::Static => 0.0,
            BodyKind::Kinematic => 1.0,
            BodyKind::Dynamic => 2.0,
        };
        let angle = self.random.number(-0.5, 0.5);
        let velocity = self.random.vector(50.0);
        let angular_velocity = self.random.number(-1.0, 1.0);
        let [density, friction, restitution] =
            [self.random.number(0.5, 2.0), self.random.number(0.0, 1.0), self.random.number(0.0, 0.5)];
        let bullet = self.random.below(8) == 0;
        self.words.extend([1.0, number, at[0], at[1], angle, velocity[0], velocity[1], angular_velocity]);
        self.words.extend([density, friction, restitution, f64::from(u8::from(bullet))]);
        let count_at = self.words.len();
        self.words.push(0.0);
        let shapes = shapes(self);
        self.words[count_at] = shapes.len() as f64;
        let def = BodyDef {
            kind,
            pose: Pose::new(Rotation::from_radians(angle), at),
            velocity: velocity.into(),
            angular_velocity,
            bullet,
            ..BodyDef::default()
        };
        let collider = |shape| ColliderDef { density, friction, restitution, ..ColliderDef::new(shape) };
        let colliders: Vec<_> = shapes.iter().map(|shape| collider(shape.as_shape())).collect();
        let id = self.simulation.insert(&def, &colliders).expect("the body is valid");
        self.alive.push(self.bodies.len());
        self.bodies.push(id);
    }

    fn insert_random(&mut self) {
        let at = [self.random.number(-150.0, 150.0), self.random.number(-300.0, -40.0)];
        let is_pair = self.random.below(4) == 0;
        self.insert(BodyKind::Dynamic, at, |recorder| {
            let mut shapes = vec![recorder.shape([0.0, 0.0])];
            if is_pair {
                shapes.push(recorder.shape([18.0, 4.0]));
            }
            shapes
        });
    }

    /// Adds a random joint between two bodies, unless one of them was removed with it before.
    fn joint(&mut self, number: usize) {
        let a = self.alive[self.random.below(self.alive.len())];
        let b = self.alive[self.random.below(self.alive.len())];
        let anchor = self.simulation.get(self.bodies[b]).expect("the body is there").center;
        let anchor_b = anchor + Vector([3.0, 2.0]);
        let axis = self.random.vector(1.0);
        let has = |is_set: bool, numbers: [f64; 2]| is_set.then_some(numbers);
        let limits = has(self.random.below(2) == 0, if number == 0 { [5.0, 60.0] } else { [-0.5, 0.8] });
        let motor = has(self.random.below(3) == 0, [2.0, 5e5]);
        let spring = has(number == 5 || self.random.below(3) == 0, [3.0, 0.4]);
        let free = JointAxis {
            limits: limits.filter(|_| number != 3 && number != 5),
            motor: motor.map(|[speed, max_force]| Motor { speed, max_force }),
            spring: spring.map(|[hertz, damping_ratio]| Spring { hertz, damping_ratio }),
            ..JointAxis::default()
        };
        let kind = match number {
            0 => JointKind::Distance { anchor_a: anchor, anchor_b, length: None, translation: free },
            1 => JointKind::Revolute { anchor, rotation: free },
            2 => JointKind::Prismatic { anchor, axis: axis.into(), translation: free },
            3 => JointKind::Weld { anchor, linear_spring: free.spring, angular_spring: None },
            4 => {
                let translation = JointAxis { motor: None, ..free };
                JointKind::Wheel { anchor, axis: axis.into(), translation, motor: free.motor }
            }
            _ => JointKind::Mouse { anchor, spring: free.spring.expect("it has a spring"), max_force: 1e6 },
        };
        let [id_a, id_b] = [self.bodies[a], self.bodies[b]];
        let def = JointDef { a: id_a, b: id_b, kind, collide_connected: false };
        if self.simulation.insert_joint(&def).is_err() {
            return;
        }
        self.words.extend([2.0, number as f64, a as f64, b as f64]);
        self.words.extend(anchor.0.into_iter().chain(anchor_b.0).chain(axis));
        for numbers in [limits, motor, spring] {
            self.words.push(f64::from(u8::from(numbers.is_some())));
            self.words.extend(numbers.unwrap_or_default());
        }
    }

    fn impulse(&mut self) {
        let body = self.alive[self.random.below(self.alive.len())];
        let state = self.simulation.get(self.bodies[body]).expect("the body is there");
        let impulse = self.random.vector(200.0 * state.mass);
        let at = state.center + self.random.vector(5.0).into();
        self.simulation.apply_impulse(self.bodies[body], impulse, at).expect("the impulse is finite");
        self.words.extend([3.0, body as f64, impulse[0], impulse[1], at.x(), at.y()]);
    }

    fn remove(&mut self) {
        if self.alive.len() > self.kept + 5 {
            let body = self.alive.remove(self.kept + self.random.below(self.alive.len() - self.kept));
            self.simulation.remove(self.bodies[body]);
            self.words.extend([4.0, body as f64]);
        }
    }

    fn lift(&mut self, frame: usize) {
        let x = ((frame % 120) as f64 - 60.0).abs() - 30.0;
        let pose = Pose::new(Rotation::from_radians(0.01 * x), Vector([x, -60.0]));
        self.simulation.set_target_pose(self.bodies[2], &pose, DT).expect("the pose is finite");
        self.words.extend([5.0, 2.0, x, -60.0, 0.01 * x]);
    }

    fn number_of(&self, id: BodyId) -> f64 {
        self.bodies.iter().rposition(|body| *body == id).map_or(-1.0, |index| index as f64)
    }

    fn step(&mut self, frame: usize) {
        self.simulation.step(DT);
        self.words.push(6.0);
        self.record_state(frame);
    }

    fn record_state(&mut self, frame: usize) {
        let hash = self.simulation.state_hash();
        self.words.extend([f64::from((hash >> 32) as u32), f64::from(hash as u32)]);
        let shown = if frame.is_multiple_of(10) { &self.alive[..] } else { &[] };
        self.words.push(shown.len() as f64);
        for body in shown {
            let state = self.simulation.get(self.bodies[*body]).expect("the body is there");
            self.words.extend([state.pose.translation.x(), state.pose.translation.y(), state.angle]);
        }
        let events: Vec<_> = self
            .simulation
            .events()
            .filter(|event| event.change != Change::Stay || frame.is_multiple_of(50))
            .collect();
        self.words.push(events.len() as f64);
        for event in events {
            let change = match event.change {
                Change::Enter => 0.0,
                Change::Stay => 1.0,
                Change::Leave => 2.0,
            };
            let [part_a, part_b] =
                event.parts.map(|part| if part == NO_PART { -1.0 } else { f64::from(part) });
            self.words.extend([self.number_of(event.a), self.number_of(event.b), change]);
            self.words.extend([event.normal.x(), event.normal.y(), event.approach_speed, part_a, part_b]);
            self.words.push(event.normal_impulse());
        }
    }

    /// Inserts the ground, a bowl and a lift.
    fn insert_level(&mut self) {
        self.insert(BodyKind::Static, [0.0, 0.0], |recorder| {
            vec![recorder.rectangle([-300.0, 0.0, 600.0, 40.0])]
        });
        self.insert(BodyKind::Static, [0.0, 0.0], |recorder| {
            vec![recorder.polygon(&[
                [-200.0, 0.0],
                [-200.0, -90.0],
                [-150.0, 5.0],
                [150.0, 5.0],
                [200.0, -90.0],
                [200.0, 40.0],
                [-200.0, 40.0],
            ])]
        });
        self.insert(BodyKind::Kinematic, [0.0, -60.0], |recorder| {
            vec![recorder.rectangle([-30.0, 0.0, 60.0, 6.0])]
        });
    }

    fn record(mut self) -> Vec<f64> {
        self.insert_level();
        (0..20).for_each(|_| self.insert_random());
        (0..8).for_each(|number| self.joint(number % 6));
        for frame in 0..FRAMES {
            if self.random.below(20) == 0 {
                self.impulse();
            }
            if self.random.below(60) == 0 {
                self.remove();
            }
            if self.random.below(60) == 0 {
                self.insert_random();
            }
            self.lift(frame);
            self.step(frame);
        }
        self.words.push(0.0);
        self.words
    }
}

fn main() {
    let file = std::env::args().nth(1).expect("usage: simulations FILE");
    let mut words = vec![(SIMULATIONS + MOVER_SIMULATIONS) as f64];
    (0..SIMULATIONS).for_each(|seed| words.extend(Recorder::new(seed).record()));
    (0..MOVER_SIMULATIONS).for_each(|seed| words.extend(movers::record(Recorder::new(seed))));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    std::fs::write(&file, bytes).expect("cannot write the file");
}
