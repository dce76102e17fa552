//! Tests of contact events of colliders that consist of several convex parts, and of impacts that continuous collision resolves.

use bumper::dynamics::{BodyDef, BodyKind, ColliderDef, ContactEvent, Simulation};
use bumper::world::Change;
use bumper::{Aabb, Ball, Pose, Region, Rotation, Shape, ShapeBuf};
use std::collections::BTreeMap;

/// An L whose two arms are one wide, as a concave polygon of two parts.
fn l_shape() -> Region<f64> {
    Region::new([[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]]).unwrap()
}

/// Three boxes in a row as one collider.
fn row_of_boxes() -> ShapeBuf<f64, 2> {
    let boxes: Vec<Shape<f64, 2>> = (0..3)
        .map(|k| Aabb::new([f64::from(k) * 1.5, 0.0], [f64::from(k) * 1.5 + 1.0, 1.0]).into())
        .collect();
    ShapeBuf::from(&boxes[..])
}

fn fixed() -> BodyDef<f64> {
    BodyDef { kind: BodyKind::Static, ..BodyDef::default() }
}

fn moving(velocity: [f64; 2]) -> BodyDef<f64> {
    BodyDef { velocity: velocity.into(), ..BodyDef::default() }
}

/// Checks that each pair of colliders has at most one event in a step, and that its events begin with Enter, continue with Stay and end
/// with Leave.
#[derive(Clone, Default)]
struct Alternation(BTreeMap<String, bool>);

impl Alternation {
    fn check(&mut self, events: impl Iterator<Item = ContactEvent<f64>>) -> Vec<Change> {
        let mut seen = Vec::new();
        let mut changes = Vec::new();
        for event in events {
            let pair = format!("{:?}", event.colliders);
            assert!(!seen.contains(&pair), "two events of {pair}");
            let touches = self.0.entry(pair.clone()).or_default();
            assert_eq!(*touches, event.change != Change::Enter, "{pair} {:?}", event.change);
            *touches = event.change != Change::Leave;
            changes.push(event.change);
            seen.push(pair);
        }
        changes
    }
}

#[test]
fn ball_that_crosses_sensor_of_parts_enters_and_leaves_once() {
    for speed in [1.0, 6.0, 50.0, 400.0] {
        for shape in [ShapeBuf::from(&l_shape()), row_of_boxes()] {
            let mut simulation = Simulation::<f64>::new([0.0, 0.0]);
            let sensor = ColliderDef { sensor: true, ..ColliderDef::new(&shape) };
            simulation.insert(&fixed(), &[sensor]).unwrap();
            let ball = ColliderDef::new(Ball::new([-2.0, 0.5], 0.4));
            simulation.insert(&moving([speed, 0.0]), &[ball]).unwrap();
            let mut alternation = Alternation::default();
            let mut counts = [0; 2];
            for _ in 0..(600.0 / speed) as u32 + 4 {
                simulation.step(1.0 / 60.0);
                for change in alternation.check(simulation.events()) {
                    counts[0] += u32::from(change == Change::Enter);
                    counts[1] += u32::from(change == Change::Leave);
                }
            }
            assert_eq!(counts, [1, 1], "speed {speed}");
        }
    }
}

#[test]
fn contacts_of_parts_have_one_event_with_whole_impulse() {
    let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
    simulation.insert(&fixed(), &[ColliderDef::new(&row_of_boxes())]).unwrap();
    let plank = ColliderDef::new(Aabb::new([0.2, 1.0], [3.8, 1.5]));
    let body = simulation.insert(&BodyDef::default(), &[plank]).unwrap();
    (0..30).for_each(|_| simulation.step(1.0 / 60.0));
    let contacts: Vec<_> = simulation.contacts_of(body).collect();
    assert_eq!(contacts.len(), 1);
    assert_eq!(simulation.events().count(), 1);
    let weight = simulation.get(body).unwrap().mass * 10.0 / 60.0;
    assert!((contacts[0].normal_impulse() / weight - 1.0).abs() < 0.01, "{}", contacts[0].normal_impulse());
}

#[test]
fn events_of_parts_alternate_through_sleep_removal_and_restoring() {
    let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
    let ground = simulation.insert(&fixed(), &[ColliderDef::new(&l_shape())]).unwrap();
    for k in 0..4 {
        let x = 1.6 + 0.4 * f64::from(k % 3);
        let ball =
            ColliderDef { restitution: 0.4, ..ColliderDef::new(Ball::new([x, 2.0 + f64::from(k)], 0.3)) };
        simulation.insert(&moving([-1.0, 0.0]), &[ball]).unwrap();
    }
    let mut alternation = Alternation::default();
    for frame in 0..400 {
        simulation.step(1.0 / 60.0);
        alternation.check(simulation.events());
        if frame % 50 == 20 {
            let saved = simulation.save();
            simulation.restore(&saved).unwrap();
        }
        if frame == 350 {
            simulation.remove(ground);
        }
    }
    assert!(alternation.0.values().all(|touches| !touches));
}

#[test]
fn impacts_that_change_velocity_have_an_event() {
    let mut rng = fastrand::Rng::with_seed(54);
    let mut count = 0;
    for case in 0..400 {
        let mut simulation = Simulation::<f64>::new([0.0, 0.0]);
        let speed = 20.0 + 2000.0 * rng.f64() * rng.f64();
        let thickness = 0.02 + rng.f64();
        let wall = Aabb::new([0.0, -9.0], [thickness, 9.0]);
        let body = if case % 2 == 0 { fixed() } else { moving([-speed * rng.f64(), 0.0]) };
        simulation.insert(&body, &[ColliderDef::new(wall)]).unwrap();
        let half = 0.05 + 0.5 * rng.f64();
        let ball = Ball::new([-3.0 - 2.0 * rng.f64(), 0.0], half);
        let restitution = if case % 3 == 0 { 0.5 } else { 0.0 };
        let shot = ColliderDef { restitution, ..ColliderDef::new(ball) };
        let id = simulation.insert(&moving([speed, 0.0]), &[shot]).unwrap();
        for frame in 0..30 {
            let before = simulation.get(id).unwrap().velocity;
            simulation.step(1.0 / 60.0);
            let change = (simulation.get(id).unwrap().velocity - before).length();
            if change > 1e-6 * speed {
                let touches = simulation.events().any(|event| event.change != Change::Leave);
                assert!(touches, "case {case}, frame {frame}: {change}");
                count += 1;
            }
        }
    }
    assert!(count > 300);
}

/// A sensor moves over a sleeping crate in each step of a scene in which a ball wakes another crate.
#[test]
fn sensor_enters_sleeping_body_while_another_body_wakes() {
    let add = |simulation: &mut Simulation<f64>, x: f64, kind: BodyKind, collider: &ColliderDef<f64>| {
        let pose = Pose::new(Rotation::identity(), [x, 0.5]);
        simulation.insert(&BodyDef { kind, pose, ..BodyDef::default() }, &[*collider]).unwrap()
    };
    let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
    simulation.insert_static(&ColliderDef::new(Aabb::new([-20.0, -1.0], [20.0, 0.0]))).unwrap();
    let crate_ = ColliderDef::new(Aabb::new([-0.5, -0.5], [0.5, 0.5]));
    let crates = [-5.0, 5.0].map(|x| add(&mut simulation, x, BodyKind::Dynamic, &crate_));
    let sensor = add(&mut simulation, 15.0, BodyKind::Static, &ColliderDef { sensor: true, ..crate_ });
    for _ in 0..300 {
        simulation.step(1.0 / 60.0);
    }
    assert!(crates.iter().all(|id| simulation.get(*id).unwrap().asleep));
    let ball = add(&mut simulation, 5.0, BodyKind::Dynamic, &ColliderDef::new(Ball::new([0.0, 3.0], 0.5)));
    let mut woken_in = None;
    for frame in 0..60 {
        let mut copy = simulation.clone();
        copy.set_pose(sensor, &Pose::new(Rotation::identity(), [-5.0, 0.5])).unwrap();
        copy.step(1.0 / 60.0);
        let of_sensor: Vec<Change> =
            copy.events().filter(|event| event.sensor).map(|event| event.change).collect();
        assert_eq!(of_sensor, [Change::Enter], "in frame {frame}");
        simulation.step(1.0 / 60.0);
        if woken_in.is_none() && !simulation.get(crates[1]).unwrap().asleep {
            woken_in = Some(frame);
        }
    }
    assert!(woken_in.is_some_and(|frame| frame > 10) && simulation.get(ball).is_some());
}

#[test]
fn body_put_to_sleep_at_border_of_sensor_enters_and_leaves() {
    let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
    let sensor = ColliderDef { sensor: true, ..ColliderDef::new(Aabb::new([-4.0, -3.0], [4.0, 0.0])) };
    simulation.insert(&fixed(), &[sensor]).unwrap();
    let ball =
        simulation.insert(&moving([0.0, 0.0]), &[ColliderDef::new(Ball::new([0.0, 1.3], 0.5))]).unwrap();
    let mut alternation = Alternation::default();
    let mut changes = Vec::new();
    for _ in 0..90 {
        let mut copy = simulation.clone();
        let mut of_copy = alternation.clone();
        assert!(copy.sleep(ball));
        for _ in 0..3 {
            copy.step(1.0 / 60.0);
            of_copy.check(copy.events());
        }
        let touches = |simulation: &Simulation<f64>| simulation.contacts_of(ball).next().is_some();
        assert_eq!(of_copy.0.values().any(|touches| *touches), touches(&copy));
        simulation.step(1.0 / 60.0);
        changes.extend(alternation.check(simulation.events()));
    }
    assert_eq!([changes.first(), changes.last()], [Some(&Change::Enter), Some(&Change::Leave)]);
}
