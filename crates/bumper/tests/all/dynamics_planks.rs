//! Bodies on one-way planks of several tiles: the tiles stop bodies from above as one plank does, and let them pass from below.

use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, Simulation};
use bumper::scalar::Real;
use bumper::{Aabb, Axis, Ball, Capsule, Ellipse, PolygonBuf, Pose, Rotation, Segment, Shape, ShapeBuf};
use bumper::{Side, Vector};
use fastrand::Rng;

/// Half the length of a plank, at least.
const REACH: f64 = 16.0;

/// How the tiles of a plank are stored.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Colliders,
    Bodies,
    Compound,
}

/// A plank of tiles. Its top is a line through the origin.
#[derive(Clone, Copy, Debug)]
struct Plank {
    form: Form,
    tile: f64,
    thickness: f64,
    degrees: f64,
}

fn number<R: Real>(number: f64) -> R {
    R::from_f64(number)
}

fn vector<R: Real>([x, y]: [f64; 2]) -> Vector<R, 2> {
    Vector([number(x), number(y)])
}

impl Plank {
    fn random(rng: &mut Rng) -> Self {
        Self {
            form: [Form::Colliders, Form::Bodies, Form::Compound][rng.usize(0..3)],
            tile: 0.1 * 20.0f64.powf(rng.f64()),
            thickness: [0.0, 0.05, 0.2, 1.0][rng.usize(0..4)],
            degrees: if rng.bool() { 0.0 } else { 60.0 * rng.f64() - 30.0 },
        }
    }

    fn rotation(&self) -> Rotation<f64, 2> {
        Rotation::from_degrees(self.degrees)
    }

    /// The vector in the world with the given coordinates along the plank and above it.
    fn vector<R: Real>(&self, coordinates: [f64; 2]) -> Vector<R, 2> {
        vector(self.rotation().apply(Vector(coordinates)).0)
    }

    /// The coordinates of a vector along the plank and above it.
    fn coordinates<R: Real>(&self, vector: Vector<R, 2>) -> Vector<f64, 2> {
        self.rotation().inverse().apply(vector.map(R::to_f64))
    }

    fn tiles<R: Real>(&self) -> Vec<Shape<'static, R, 2>> {
        let count = (REACH / self.tile) as i32 + 1;
        let tiles = (-count..count).map(|k| {
            let left = self.tile * f64::from(k);
            let right = self.tile * f64::from(k + 1);
            match self.thickness == 0.0 {
                true => Segment::new(vector([left, 0.0]), vector([right, 0.0])).into(),
                false => Aabb::new(vector([left, -self.thickness]), vector([right, 0.0])).into(),
            }
        });
        tiles.collect()
    }

    /// A world with the plank.
    fn world<R: Real>(&self) -> Simulation<R> {
        let mut simulation = Simulation::new(vector([0.0, -10.0]));
        let up = Side { axis: Axis::Y, negative: false };
        let turn = Rotation::from_degrees(number(self.degrees));
        let pose = Pose::new(turn, vector([0.0; 2]));
        let def = BodyDef { kind: BodyKind::Static, pose, ..BodyDef::default() };
        let tiles = self.tiles();
        let collider =
            |shape| ColliderDef { one_way: Some(up), friction: R::default(), ..ColliderDef::new(shape) };
        let colliders: Vec<_> = tiles.iter().map(|tile| collider(*tile)).collect();
        match self.form {
            Form::Colliders => _ = simulation.insert(&def, &colliders).unwrap(),
            Form::Bodies => colliders.iter().for_each(|tile| _ = simulation.insert(&def, &[*tile]).unwrap()),
            Form::Compound => _ = simulation.insert(&def, &[collider(Shape::Compound(&tiles))]).unwrap(),
        }
        simulation
    }
}

/// A random shape. All its points are at most twice the size from the origin.
fn shape<R: Real>(rng: &mut Rng, size: f64) -> ShapeBuf<R, 2> {
    let flat = size * (0.1 + 0.9 * rng.f64());
    let zero = vector([0.0; 2]);
    match rng.u8(0..6) {
        0 => Shape::from(Ball::new(zero, number(size))).into(),
        1 => Shape::from(Aabb::new(vector([-size, -flat]), vector([size, flat]))).into(),
        2 => Shape::from(Capsule::new(vector([-size, 0.0]), vector([size, 0.0]), number(flat))).into(),
        3 => Shape::from(Ellipse::new(zero, vector([size, flat]), Rotation::identity())).into(),
        _ => {
            let count = rng.usize(3..7);
            let first = std::f64::consts::TAU * rng.f64();
            let corners = (0..count).map(|k| {
                let angle = first + std::f64::consts::TAU * (k as f64 + 0.4 * rng.f64()) / count as f64;
                vector([size * angle.cos(), size * angle.sin()])
            });
            let corners: Vec<_> = corners.collect();
            Shape::from(&PolygonBuf::<R, 8>::new(corners).unwrap()).into()
        }
    }
}

/// Throws a random body at the plank: from above (`sign` is 1) or from below (-1).
fn throw<R: Real>(rng: &mut Rng, simulation: &mut Simulation<R>, plank: &Plank, sign: f64) -> BodyId {
    let size = 0.05 * (20.0f64).powf(rng.f64());
    let mut random = |range: f64| range * (2.0 * rng.f64() - 1.0);
    let distance = 1.0 + 2.2 * size + random(0.9) + if sign < 0.0 { plank.thickness } else { 0.0 };
    let place = plank.vector([random(2.0), sign * distance]);
    let pose = Pose::new(Rotation::from_radians(number(random(3.0))), place);
    let slope = random(1.0).powi(3);
    // A body that turns may hit the plank after it has passed through it.
    let spin = if sign < 0.0 { 0.0 } else { random(30.0) };
    let speed = 300.0f64.powf(rng.f64());
    let def = BodyDef {
        pose,
        velocity: plank.vector([speed * slope, -sign * speed]),
        angular_velocity: number(spin),
        gravity_scale: number(if sign < 0.0 { 0.0 } else { 1.0 }),
        ..BodyDef::default()
    };
    let shape = shape(rng, size);
    let collider = ColliderDef {
        restitution: number([0.0, 0.5, 1.0][rng.usize(0..3)]),
        friction: number([0.0, 0.5][rng.usize(0..2)]),
        ..ColliderDef::new(&shape)
    };
    simulation.insert(&def, &[collider]).unwrap()
}

fn random_dt<R: Real>(rng: &mut Rng) -> R {
    number(1.0 / [30.0, 60.0, 120.0, 240.0][rng.usize(0..4)])
}

/// Whether a random body that falls on a random plank stays above it.
fn stays_above<R: Real>(case: u64) -> bool {
    let rng = &mut Rng::with_seed(case);
    let plank = Plank::random(rng);
    let mut simulation = plank.world::<R>();
    let body = throw(rng, &mut simulation, &plank, 1.0);
    let dt = random_dt(rng);
    for _ in 0..240 {
        simulation.step(dt);
        let [along, above] = plank.coordinates(simulation.get(body).unwrap().center).0;
        if along.abs() > REACH - 2.0 {
            return true;
        }
        if above < 0.0 {
            return false;
        }
    }
    true
}

#[test]
fn falling_bodies_stay_on_planks_of_tiles() {
    let cases = std::env::var("BUMPER_CASES").map_or(400, |cases| cases.parse().unwrap());
    let sunk: Vec<u64> = (0..cases).filter(|case| !stays_above::<f64>(*case)).collect();
    assert!(sunk.is_empty(), "f64: {} of {cases} bodies sank in: {sunk:?}", sunk.len());
    let sunk: Vec<u64> = (0..cases).filter(|case| !stays_above::<f32>(*case)).collect();
    assert!(sunk.is_empty(), "f32: {} of {cases} bodies sank in: {sunk:?}", sunk.len());
}

#[test]
fn rising_bodies_pass_planks_of_tiles() {
    for case in 0..400 {
        let rng = &mut Rng::with_seed(case);
        let plank = Plank::random(rng);
        let mut simulation = plank.world::<f64>();
        let body = throw(rng, &mut simulation, &plank, -1.0);
        let before = simulation.get(body).unwrap();
        let dt = random_dt(rng);
        let steps = (6.0 / (plank.coordinates(before.velocity).y() * dt)) as usize + 1;
        for _ in 0..steps.min(2000) {
            simulation.step(dt);
        }
        let after = simulation.get(body).unwrap();
        assert_eq!(before.velocity, after.velocity, "{case}");
        assert_eq!(before.angular_velocity, after.angular_velocity, "{case}");
    }
}

#[test]
fn body_between_separate_planks_falls_through() {
    // The gap between the planks is wider than the bar, which falls upright, turns, and is between the planks then.
    let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
    let up = Some(Side { axis: Axis::Y, negative: false });
    for x in [-4.0, 0.4] {
        let plank = Aabb::new([x, -0.2], [x + 3.6, 0.0]);
        simulation.insert_static(&ColliderDef { one_way: up, ..ColliderDef::new(plank) }).unwrap();
    }
    let bar = ColliderDef { friction: 0.0, ..ColliderDef::new(Aabb::new([-0.1, -2.0], [0.1, 2.0])) };
    let pose = Pose::new(Rotation::identity(), [0.0, 2.5]);
    let def = BodyDef { pose, angular_velocity: 0.1, ..BodyDef::default() };
    let body = simulation.insert(&def, &[bar]).unwrap();
    (0..120).for_each(|_| simulation.step(1.0 / 60.0));
    assert!(simulation.get(body).unwrap().center.y() < -2.0);
}
