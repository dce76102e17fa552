//! Scenes of rigid bodies, each with a quantitative bound: houses of cards, slopes, and piles of all kinds of shapes that come to rest.

use super::dynamics_stand::{STEP, boxed, center, drift, ground, places, put, run, world};
use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, Simulation};
use bumper::world::Change;
use bumper::{
    Aabb, Ball, Capsule, Ellipse, MaskBuf, OrientedBox, PolygonBuf, Pose, Region, Rotation, Shape, Sprite,
};
use std::collections::BTreeSet;

/// The largest distance that a card of a house of cards moves in ten seconds.
fn house(storeys: u32, friction: f32) -> f32 {
    let mut simulation = world(-10.0);
    let collider = |shape: Shape<'static, f32, 2>| ColliderDef { friction, ..ColliderDef::new(shape) };
    let still = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    simulation.insert(&still, &[collider(Aabb::new([-40.0, -2.0], [40.0, 0.0]).into())]).unwrap();
    let (height, mut y, mut left) = (0.2f32, 0.18, 0.0);
    for wide in (1..=storeys).rev() {
        for k in 0..wide {
            let x = left + 0.35 * k as f32;
            let mut card = |x: f32, y: f32, degrees: f32| {
                let card = OrientedBox::new([x, y], [0.001, height], Rotation::from_degrees(degrees));
                simulation.insert(&BodyDef::default(), &[collider(card.into())]).unwrap();
            };
            if k + 1 < wide {
                card(x + 0.25, y + height - 0.015, 90.0);
            }
            card(x, y, -25.0);
            card(x + 0.175, y, 25.0);
        }
        (y, left) = (y + 2.0 * height - 0.03, left + 0.175);
    }
    let at = places(&simulation);
    run(&mut simulation, 10.0);
    drift(&simulation, &at)
}

#[test]
fn a_house_of_cards_stands() {
    // The cards settle at first, because they start with gaps and overlaps.
    for (storeys, frictions) in [(3, 0..3), (4, 0..4), (5, 0..6), (6, 0..6), (7, 0..3)] {
        for friction in frictions.map(|k| 0.55 + 0.05 * k as f32) {
            let moved = house(storeys, friction);
            assert!(moved < 0.07, "{storeys} {friction}: {moved}");
        }
    }
}

/// The slope of the ramp: its height divided by its horizontal length.
const SLOPE: f32 = 0.4;

#[test]
fn on_a_ramp_boxes_stay_or_slide_by_their_friction() {
    let mut simulation = world(-10.0);
    let length = (1.0 + SLOPE * SLOPE).sqrt();
    let (cos, sin) = (1.0 / length, SLOPE / length);
    let ramp = PolygonBuf::<f32, 4>::new([[0.0, 0.0], [100.0, 0.0], [100.0, 100.0 * SLOPE]]).unwrap();
    let still = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    simulation.insert(&still, &[ColliderDef { friction: 1.0, ..ColliderDef::new(&ramp) }]).unwrap();
    let rotation = Rotation::from_degrees(SLOPE.atan().to_degrees());
    let frictions = [0.75f32, 0.5, 0.35, 0.1, 0.0];
    let boxes = frictions.map(|friction| {
        // The boxes start in the order of their friction, with the fastest box lowest, so that they do not run into each other.
        let along = 60.0 + 40.0 * friction;
        let at = [along * cos - 0.5 * sin, along * sin + 0.5 * cos];
        // The friction of a pair is the geometric mean of both coefficients.
        let collider = ColliderDef {
            friction: friction * friction,
            ..ColliderDef::new(OrientedBox::new(at, [0.5; 2], rotation))
        };
        (simulation.insert(&BodyDef::default(), &[collider]).unwrap(), friction)
    });
    let at: Vec<_> = boxes.iter().map(|(id, _)| center(&simulation, *id)).collect();
    run(&mut simulation, 2.0);
    for ((id, friction), was) in boxes.into_iter().zip(at) {
        let slid = (center(&simulation, id) - was).length();
        // The expected distance: half of the acceleration times the square of the time.
        let right = (10.0 * (sin - friction * cos)).max(0.0) * 2.0;
        assert!((slid - right).abs() < 0.03 * right + 0.01, "{friction}: {slid}, {right}");
    }
}

/// Adds a body at a position. `k` selects one of ten kinds of shape that have an area.
fn kinds(simulation: &mut Simulation<f32>, k: usize, [x, y]: [f32; 2]) {
    let triangle = PolygonBuf::<f32, 4>::new([[x - 0.4, y - 0.3], [x + 0.4, y - 0.3], [x, y + 0.5]]).unwrap();
    let rounded = triangle.rounded(0.1);
    let corner = [[-0.4, -0.4], [0.4, -0.4], [0.4, 0.0], [0.0, 0.0], [0.0, 0.4], [-0.4, 0.4]];
    let corner = Region::new(corner.map(|[u, v]| [x + u, y + v])).unwrap();
    let mask = MaskBuf::from_rows([".##.", "####", "####", ".##."]).unwrap();
    let dumbbell = [Shape::from(Ball::new([x - 0.3, y], 0.25)), Ball::new([x + 0.3, y], 0.25).into()];
    let turn = Rotation::from_degrees(11.0 * k as f32);
    let shape: Shape<f32, 2> = match k % 10 {
        0 => Aabb::new([x - 0.4, y - 0.3], [x + 0.4, y + 0.3]).into(),
        1 => Ball::new([x, y], 0.4).into(),
        2 => Capsule::new([x - 0.2, y], [x + 0.2, y], 0.2).into(),
        3 => OrientedBox::new([x, y], [0.4, 0.25], turn).into(),
        4 => (&triangle).into(),
        5 => (&rounded).into(),
        6 => Ellipse::new([x, y], [0.4, 0.3], turn).into(),
        7 => (&corner).into(),
        8 => Sprite::new(mask.as_mask(), [x - 0.4, y - 0.4], 0.2).into(),
        _ => Shape::Compound(&dumbbell),
    };
    put(simulation, &BodyDef::default(), 1.0, shape);
}

#[test]
fn rocking_ellipse_falls_asleep() {
    for degrees in [3.0, 6.0, 9.0] {
        let mut simulation = world(-10.0);
        simulation.sleep_enabled = true;
        ground(&mut simulation, [0.0, -1.0], [20.0, 1.0]);
        let egg = Ellipse::new([0.0, 0.32], [0.4, 0.3], Rotation::from_degrees(degrees));
        let egg = put(&mut simulation, &BodyDef::default(), 1.0, egg);
        let steps = (0..1200).take_while(|_| {
            simulation.step(STEP);
            !simulation.get(egg).unwrap().asleep
        });
        let steps = steps.count();
        assert!(steps > 60 && steps < 1200, "{degrees}: {steps}");
    }
}

/// The speed of a ball of radius 0.5 that has rolled on a plank for some seconds, starting with a speed of 2.
fn rolled(kind: BodyKind, rolling_resistance: f32, seconds: f32) -> f32 {
    let mut simulation = world(-10.0);
    ground(&mut simulation, [0.0, -2.0], [110.0, 1.0]);
    put(
        &mut simulation,
        &BodyDef { kind, ..BodyDef::default() },
        100.0,
        Aabb::new([-100.0, -1.0], [100.0, 0.0]),
    );
    let body = BodyDef { velocity: [2.0, 0.0].into(), angular_velocity: -4.0, ..BodyDef::default() };
    let ball = ColliderDef { rolling_resistance, ..ColliderDef::new(Ball::new([-50.0, 0.5], 0.5)) };
    let ball = simulation.insert(&body, &[ball]).unwrap();
    run(&mut simulation, seconds);
    simulation.get(ball).unwrap().velocity.x()
}

#[test]
fn balls_roll_on_without_rolling_resistance() {
    for kind in [BodyKind::Static, BodyKind::Dynamic] {
        let speed = rolled(kind, 0.0, 30.0);
        assert!((speed - 2.0).abs() < 0.01 * 2.0, "{kind:?}: {speed}");
    }
}

#[test]
fn balls_stop_by_their_rolling_resistance() {
    for kind in [BodyKind::Static, BodyKind::Dynamic] {
        // The deceleration is the torque divided by the radius, divided by the sum of the mass and the inertia over the squared radius
        // (which is half of the mass).
        let slows = 10.0 * 0.02 / 1.5;
        let (speed, wanted) = (rolled(kind, 0.02, 4.0), 2.0 - 4.0 * slows);
        assert!((speed - wanted).abs() < 0.01, "{kind:?}: {speed} {wanted}");
        assert!(rolled(kind, 0.1, 4.0).abs() < 1e-3);
    }
}

/// A pit into which a hundred bodies of all kinds fall, from positions that are shifted by `aside`.
fn pit(aside: f32) -> Simulation<f32> {
    let mut simulation = world(-10.0);
    ground(&mut simulation, [0.0, -1.0], [8.0, 1.0]);
    ground(&mut simulation, [-8.5, 10.0], [0.5, 11.0]);
    ground(&mut simulation, [8.5, 10.0], [0.5, 11.0]);
    for k in 0..100 {
        let (column, row) = (k % 12, k / 12);
        kinds(
            &mut simulation,
            k,
            [column as f32 * 1.2 - 6.6 + 0.01 * row as f32 + aside, 1.0 + row as f32 * 1.2],
        );
    }
    simulation
}

#[test]
fn cached_pairs_do_not_change_results() {
    let (mut simulation, mut other) = (pit(0.0), pit(0.0));
    let states = |simulation: &Simulation<f32>| simulation.iter().map(|(_, state)| state).collect::<Vec<_>>();
    let mut touching = 0;
    for step in 0..240 {
        simulation.step(STEP);
        // A restored simulation has no cached data about pairs that do not touch, which must not change the results.
        let saved = other.save();
        other.restore(&saved).unwrap();
        other.step(STEP);
        assert!(states(&simulation) == states(&other), "step {step}");
        touching += simulation.events().count();
    }
    assert!(touching > 10_000, "{touching}");
}

/// The contact events of a step, in order: the bodies, the colliders, and whether the contact began, continues or ended.
fn told(simulation: &Simulation<f32>) -> Vec<(BodyId, BodyId, [u32; 2], Change)> {
    simulation.events().map(|event| (event.a, event.b, event.collider_indices, event.change)).collect()
}

#[test]
fn sleeping_and_events_agree_after_restore_in_each_step() {
    // Stacks fall asleep at different times. Some stacks are pushed, lose or get a body, or are hit by a falling body.
    let stacks = || {
        let mut simulation = world(-10.0);
        simulation.sleep_enabled = true;
        ground(&mut simulation, [0.0, -1.0], [40.0, 1.0]);
        for k in 0..60 {
            let (column, row) = (k / 4, k % 4);
            boxed(&mut simulation, [column as f32 * 2.0 - 14.0, 0.5 + row as f32], 0.5, 1.0);
        }
        simulation
    };
    let change = |simulation: &mut Simulation<f32>, step: usize| {
        let ids: Vec<_> = simulation.iter().map(|(id, _)| id).collect();
        match step % 100 {
            20 => simulation.set_velocity(ids[1 + step % 59], [0.3, 1.0], 0.1).unwrap(),
            50 => assert!(simulation.remove(ids[2 + step % 57])),
            70 => {
                put(simulation, &BodyDef::default(), 1.0, Ball::new([step as f32 * 0.01 - 3.0, 9.0], 0.4));
            }
            _ => {}
        }
    };
    let (mut simulation, mut other) = (stacks(), stacks());
    let states = |simulation: &Simulation<f32>| simulation.iter().map(|(_, state)| state).collect::<Vec<_>>();
    let (mut slept, mut woke, mut last) = (0, 0, 0);
    for step in 0..900 {
        let saved = other.save();
        other.restore(&saved).unwrap();
        change(&mut simulation, step);
        change(&mut other, step);
        simulation.step(STEP);
        other.step(STEP);
        assert!(states(&simulation) == states(&other), "step {step}");
        assert!(told(&simulation) == told(&other), "step {step}");
        let asleep = states(&simulation).iter().filter(|state| state.asleep).count();
        (slept, woke, last) = (slept + usize::from(asleep > last), woke + usize::from(asleep < last), asleep);
        // Each pair is reported once, and each sleeping body is in at least one reported contact.
        let pairs: BTreeSet<_> =
            simulation.events().map(|event| (event.a, event.b, event.collider_indices)).collect();
        assert_eq!(pairs.len(), simulation.events().count());
        let touching: BTreeSet<_> = simulation
            .events()
            .filter(|event| event.change != Change::Leave)
            .flat_map(|event| [event.a, event.b])
            .collect();
        assert!(simulation.iter().filter(|(_, state)| state.asleep).all(|(id, _)| touching.contains(&id)));
    }
    assert!(slept > 10 && woke > 5, "{slept} {woke}");
}

#[test]
fn events_stay_ordered_while_groups_sleep_and_wake() {
    // Two groups of stacks whose bodies were added alternately. The bodies of the second group start above the ground, so that they fall
    // asleep later.
    let mut simulation = world(-10.0);
    simulation.sleep_enabled = true;
    ground(&mut simulation, [0.0, -1.0], [40.0, 1.0]);
    let (mut early, mut late) = (Vec::new(), Vec::new());
    for k in 0..12 {
        let (x, row) = (if k < 6 { -6.0 } else { -2.0 }, (k % 6) as f32);
        early.push(boxed(&mut simulation, [x, 0.5 + row], 0.5, 1.0));
        if k % 2 == 0 {
            late.push(boxed(&mut simulation, [6.0, 1.0 + 0.6 * k as f32], 0.5, 1.0));
        }
    }
    let asleep = |simulation: &Simulation<f32>, ids: &[BodyId]| {
        ids.iter().filter(|id| simulation.get(**id).unwrap().asleep).count()
    };
    let in_order = |simulation: &Simulation<f32>| {
        let pairs: Vec<_> = simulation
            .events()
            .filter(|event| event.change != Change::Leave)
            .map(|event| (event.a, event.b))
            .collect();
        assert!(pairs.is_sorted_by(|a, b| a < b), "{pairs:?}");
        pairs.len()
    };
    let mut steps = 0;
    while asleep(&simulation, &late) == 0 {
        assert!(steps < 600 && (steps < 200 || asleep(&simulation, &early) == early.len()), "{steps}");
        simulation.step(STEP);
        in_order(&simulation);
        steps += 1;
    }
    // A body that is pushed now wakes up in the step in which the pairs of the other group are moved to the sleeping pairs. The test runs
    // once with one pushed stack and once with two.
    for struck in [vec![early[0]], vec![early[0], early[11]]] {
        let mut simulation = simulation.clone();
        struck.iter().for_each(|id| simulation.set_velocity(*id, [0.01, 0.0], 0.0).unwrap());
        assert_eq!(asleep(&simulation, &early), early.len() - 6 * struck.len());
        for _ in 0..200 {
            simulation.step(STEP);
            assert!(in_order(&simulation) >= early.len() + late.len());
        }
        assert_eq!(asleep(&simulation, &early), early.len());
    }
}

#[test]
fn static_concave_ground_agrees_with_kinematic_ground() {
    // Parts of kinematic ground are tested wherever their AABBs overlap. Thin parts of static ground are recognised by their edges. Both
    // must give the same results.
    let hills = |kind: BodyKind| {
        let top = (0..60)
            .map(|k| 20.0 - k as f32 * (40.0 / 59.0))
            .map(|x| [x, x * x * 0.02 + (1.3 * x).sin() * 0.7]);
        let region = Region::new(top.chain([[0.0, -60.0]])).unwrap();
        let mut simulation = world(-10.0);
        let pose = Pose::new(Rotation::from_degrees(3.0), [0.5, 0.25]);
        put(&mut simulation, &BodyDef { kind, pose, ..BodyDef::default() }, 1.0, &region);
        (0..60).for_each(|k| {
            kinds(&mut simulation, k, [(k % 15) as f32 * 1.2 - 9.0, 6.0 + (k / 15) as f32 * 1.2])
        });
        simulation
    };
    let (mut stands, mut could_move) = (hills(BodyKind::Static), hills(BodyKind::Kinematic));
    for step in 0..400 {
        stands.step(STEP);
        could_move.step(STEP);
        assert!(places(&stands) == places(&could_move), "step {step}");
    }
    assert!(places(&stands).iter().all(|(_, at)| at.y() > -2.0), "a body fell through the ground");
    assert!(stands.events().count() > 60);
}

#[test]
fn a_pile_of_every_kind_rests_within_twenty_seconds() {
    // Small shifts produce different piles. In all except the first two, a body would rock forever without damping.
    for aside in [0, 1, 4, 22, 28, 35, 41, 48] {
        let mut simulation = pit(0.001 * aside as f32);
        simulation.sleep_enabled = true;
        let awake = |simulation: &Simulation<f32>| {
            simulation.iter().filter(|(_, state)| state.kind == BodyKind::Dynamic && !state.asleep).count()
        };
        let steps = (0..1200).take_while(|_| {
            simulation.step(STEP);
            awake(&simulation) > 0
        });
        let steps = steps.count();
        assert!(steps > 60 && steps < 1200, "{aside}: {} are awake", awake(&simulation));
        let gaps = simulation
            .events()
            .flat_map(|event| event.points().map(|touch| touch.separation).collect::<Vec<_>>());
        let deepest = gaps.fold(0.0f32, f32::min);
        // The deepest overlap is at most a fiftieth of the largest body, which is 0.8 long. The pile is eight bodies deep.
        assert!(deepest > -0.8 / 50.0, "{aside}: {deepest}");
        // All bodies are still in the pit.
        assert!(places(&simulation).iter().all(|(_, at)| at.x().abs() < 8.0 && at.y() > 0.0));
    }
}
