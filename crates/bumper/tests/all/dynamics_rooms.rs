//! Bodies that fly fast in closed rooms of four thin walls never leave them.

use bumper::dynamics::{BodyDef, BodyId, ColliderDef, Simulation};
use bumper::{Aabb, Ball, Capsule, Ellipse, PolygonBuf, Pose, Rotation, Segment, Shape, ShapeBuf};
use fastrand::Rng;

/// The half width of every room.
const HALF: f64 = 5.0;

/// A random shape with a radius of `size`.
fn shape(rng: &mut Rng, size: f64) -> ShapeBuf<f64, 2> {
    let flat = size * (0.1 + 0.9 * rng.f64());
    match rng.u8(0..6) {
        0 => Shape::from(Ball::new([0.0, 0.0], size)).into(),
        1 => Shape::from(Aabb::new([-size, -flat], [size, flat])).into(),
        2 => Shape::from(Capsule::new([-size, 0.0], [size, 0.0], flat)).into(),
        3 => Shape::from(Ellipse::new([0.0, 0.0], [size, flat], Rotation::identity())).into(),
        _ => {
            let count = rng.usize(3..7);
            let first = std::f64::consts::TAU * rng.f64();
            let corners = (0..count).map(|k| {
                let angle = first + std::f64::consts::TAU * (k as f64 + 0.4 * rng.f64()) / count as f64;
                [size * angle.cos(), size * angle.sin()]
            });
            let corners: Vec<_> = corners.collect();
            Shape::from(&PolygonBuf::<f64, 8>::new(corners).unwrap()).into()
        }
    }
}

/// A room of four segments, with random surfaces.
fn room(rng: &mut Rng) -> Simulation<f64> {
    let mut simulation = Simulation::new([0.0, [0.0, -10.0][rng.usize(0..2)]]);
    let corners = [[-HALF, -HALF], [HALF, -HALF], [HALF, HALF], [-HALF, HALF]];
    let friction = [0.0, 0.5, 1.0][rng.usize(0..3)];
    let restitution = [0.0, 0.5, 1.0][rng.usize(0..3)];
    for k in 0..4 {
        let wall = Segment::new(corners[k], corners[(k + 1) % 4]);
        simulation.insert_static(&ColliderDef { friction, restitution, ..ColliderDef::new(wall) }).unwrap();
    }
    simulation
}

/// Puts a body with a random pose and a speed of up to `fastest` into a room.
fn throw(rng: &mut Rng, simulation: &mut Simulation<f64>, fastest: f64) -> BodyId {
    let size = 0.05 * (20.0f64).powf(rng.f64());
    let mut random = |range: f64| range * (2.0 * rng.f64() - 1.0);
    let place = HALF - 2.5 * size;
    let pose = Pose::new(Rotation::from_radians(random(3.0)), [random(place), random(place)]);
    let [angle, spin] = [random(std::f64::consts::PI), random(30.0)];
    let speed = fastest.powf(rng.f64());
    let velocity = [speed * angle.cos(), speed * angle.sin()].into();
    let def = BodyDef { pose, velocity, angular_velocity: spin, ..BodyDef::default() };
    let shape = shape(rng, size);
    simulation.insert(&def, &[ColliderDef::new(&shape)]).unwrap()
}

/// Throws a random body into a random room. Returns a text if the body leaves the room.
fn escape(case: u64) -> Option<String> {
    let mut rng = Rng::with_seed(case);
    let mut simulation = room(&mut rng);
    let body = throw(&mut rng, &mut simulation, 3000.0);
    let dt = 1.0 / [30.0, 60.0, 120.0, 240.0][rng.usize(0..4)];
    let mut centers = (0..120).map(|frame| {
        simulation.step(dt);
        (frame, simulation.get(body).unwrap().center)
    });
    let (frame, center) = centers.find(|(_, center)| center.0.into_iter().any(|x| x.abs() > HALF))?;
    Some(format!("case {case} in frame {frame}: {center:?}\n"))
}

#[test]
fn fast_bodies_never_leave_a_closed_room() {
    let cases = std::env::var("BUMPER_CASES").map_or(400, |cases| cases.parse().unwrap());
    let escapes: Vec<String> = (0..cases).filter_map(escape).collect();
    assert!(escapes.is_empty(), "{} of {cases} bodies left their rooms\n{}", escapes.len(), escapes.concat());
}

#[test]
fn body_deep_in_a_corner_is_not_pushed_out_through_the_walls() {
    // The center of this triangle comes so close to both walls that their contact normals point out of the room.
    assert_eq!(escape(11258), None);
}
