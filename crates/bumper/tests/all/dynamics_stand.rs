//! Benchmark scenes for solvers of rigid bodies from E. Catto's Solver2D, each with a quantitative bound. Times are short, so that all
//! tests take seconds: `BUMPER_CASES` sets the number of seconds that stacks must stand, and with 60 or more the pyramid has a base of 50
//! boxes.

use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, JointAxis, JointDef, JointId, JointKind, Simulation,
};
use bumper::{Aabb, Ball, Capsule, PolygonBuf, Pose, Rotation, Shape, Vector};

pub const STEP: f32 = 1.0 / 60.0;

fn seconds(usual: usize) -> usize {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

pub fn world(gravity: f32) -> Simulation<f32> {
    let mut simulation = Simulation::new([0.0, gravity]);
    simulation.sleep_enabled = false;
    simulation
}

pub fn put<'a>(
    simulation: &mut Simulation<f32>,
    body: &BodyDef<f32>,
    density: f32,
    shape: impl Into<Shape<'a, f32, 2>>,
) -> BodyId {
    simulation.insert(body, &[ColliderDef { density, ..ColliderDef::new(shape) }]).unwrap()
}

pub fn ground(simulation: &mut Simulation<f32>, center: [f32; 2], half: [f32; 2]) -> BodyId {
    let [x, y] = center;
    let body = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    put(simulation, &body, 1.0, Aabb::new([x - half[0], y - half[1]], [x + half[0], y + half[1]]))
}

/// Adds an axis-aligned box around a point.
pub fn boxed(simulation: &mut Simulation<f32>, [x, y]: [f32; 2], half: f32, density: f32) -> BodyId {
    let shape = Aabb::new([x - half, y - half], [x + half, y + half]);
    put(simulation, &BodyDef::default(), density, shape)
}

pub fn run(simulation: &mut Simulation<f32>, seconds: f32) {
    (0..(seconds * 60.0) as usize).for_each(|_| simulation.step(STEP));
}

pub fn center(simulation: &Simulation<f32>, id: BodyId) -> Vector<f32, 2> {
    simulation.get(id).unwrap().center
}

/// The largest distance of any body from its original position.
pub fn drift(simulation: &Simulation<f32>, at: &[(BodyId, Vector<f32, 2>)]) -> f32 {
    at.iter().map(|&(id, was)| (center(simulation, id) - was).length()).fold(0.0, f32::max)
}

pub fn places(simulation: &Simulation<f32>) -> Vec<(BodyId, Vector<f32, 2>)> {
    let moves = simulation.iter().filter(|(_, state)| state.kind == BodyKind::Dynamic);
    moves.map(|(id, state)| (id, state.center)).collect()
}

pub fn fastest(simulation: &Simulation<f32>) -> f32 {
    simulation.iter().map(|(_, state)| state.velocity.length()).fold(0.0, f32::max)
}

/// Builds a tower whose boxes are shifted sideways by up to `rough`. Returns how far it leans after some seconds, and how far its top has
/// sunk.
fn tower(boxes: usize, rough: f32, from: f32, seconds: f32) -> (f32, f32) {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut simulation = world(-10.0);
    ground(&mut simulation, [from, -1.0], [100.0, 1.0]);
    for k in 0..boxes {
        let x = from + rough * (rng.f32() * 2.0 - 1.0);
        boxed(&mut simulation, [x, k as f32 + 0.5], 0.5, 1.0 + rough * rng.f32());
    }
    let at = places(&simulation);
    run(&mut simulation, seconds);
    let lean = at.iter().map(|&(id, was)| (center(&simulation, id).x() - was.x()).abs()).fold(0.0, f32::max);
    (lean, at[boxes - 1].1.y() - center(&simulation, at[boxes - 1].0).y())
}

#[test]
fn a_tower_of_a_hundred_boxes_stands() {
    let (lean, sunk) = tower(100, 0.0, 0.0, seconds(20) as f32);
    assert!(lean < 0.01 && sunk < 3.0, "{lean} {sunk}");
    let (lean, sunk) = tower(100, 0.02, 0.0, seconds(20) as f32);
    assert!(lean < 4.0 && sunk < 3.5, "{lean} {sunk}");
    let (lean, sunk) = tower(15, 0.02, 0.0, seconds(20) as f32);
    assert!(lean < 0.03 && sunk < 0.1, "{lean} {sunk}");
}

#[test]
fn a_tower_far_from_the_origin_stands() {
    // At this distance from the origin, adjacent floats are 1/512 apart.
    let (lean, sunk) = tower(12, 0.0, 20_000.0, 10.0);
    assert!(lean < 0.02 && sunk < 0.1, "{lean} {sunk}");
}

fn pyramid(base: usize, top: f32, from: f32) -> Simulation<f32> {
    let mut simulation = world(-10.0);
    ground(&mut simulation, [from, -1.0], [200.0, 1.0]);
    for row in 0..base {
        for k in 0..base - row {
            let x = from + k as f32 - 0.5 * (base - row) as f32 + 0.5;
            let density = if row + 1 == base { top } else { 1.0 };
            boxed(&mut simulation, [x, row as f32 + 0.5], 0.5, density);
        }
    }
    simulation
}

#[test]
fn a_pyramid_stays_as_it_is() {
    let long = seconds(6);
    let base = if long < 60 { 16 } else { 50 };
    let mut simulation = pyramid(base, 1.0, 0.0);
    let at = places(&simulation);
    run(&mut simulation, long as f32);
    assert!(drift(&simulation, &at) < 0.01 * base as f32, "{}", drift(&simulation, &at));
    // The pyramid does not lean to the side at which the solver starts.
    let lean = at.iter().map(|&(id, was)| (center(&simulation, id) - was).x().abs()).fold(0.0, f32::max);
    assert!(lean < 0.0005 * base as f32, "{lean}");
}

#[test]
fn a_pyramid_far_from_the_origin_stays_as_it_is() {
    let mut simulation = pyramid(10, 1.0, 20_000.0);
    let at = places(&simulation);
    run(&mut simulation, 10.0);
    assert!(drift(&simulation, &at) < 0.05, "{}", drift(&simulation, &at));
}

#[test]
fn heavy_boxes_stand_on_light_boxes() {
    // Three scenes: a top of 300 times the density on a pyramid of ten layers, a box of 400 times the mass on two small boxes, and a box of
    // 100 times the density on nine other boxes.
    let mut first = pyramid(10, 300.0, 0.0);
    let mut second = world(-10.0);
    ground(&mut second, [0.0, -1.0], [50.0, 1.0]);
    boxed(&mut second, [-9.0, 0.5], 0.5, 1.0);
    boxed(&mut second, [9.0, 0.5], 0.5, 1.0);
    boxed(&mut second, [0.0, 11.0], 10.0, 1.0);
    let mut third = world(-10.0);
    ground(&mut third, [0.0, -1.0], [50.0, 1.0]);
    for k in 0..10 {
        boxed(&mut third, [0.0, k as f32 + 0.5], 0.5, if k < 9 { 1.0 } else { 100.0 });
    }
    for (bodies, most) in [(&mut first, 0.2), (&mut second, 0.15), (&mut third, 0.6)] {
        let at = places(bodies);
        // The boxes swing at first, with decreasing amplitude.
        run(bodies, 20.0);
        assert!(drift(bodies, &at) < most, "{}", drift(bodies, &at));
        assert!(fastest(bodies) < 0.001, "{}", fastest(bodies));
    }
}

#[test]
fn overlapping_boxes_separate_slowly() {
    let mut simulation = world(-10.0);
    ground(&mut simulation, [0.0, -1.0], [50.0, 1.0]);
    for row in 0..4 {
        for k in 0..4 - row {
            let x = 0.75 * (k as f32 - 0.5 * (4 - row) as f32 + 0.5);
            boxed(&mut simulation, [x, 0.46875 + 0.75 * row as f32], 0.5, 1.0);
        }
    }
    let mut most = 0.0f32;
    for _ in 0..180 {
        simulation.step(STEP);
        most = most.max(fastest(&simulation));
    }
    assert!(most < 2.5, "{most}");
    assert!(fastest(&simulation) < 0.05, "{}", fastest(&simulation));
    let gaps = simulation
        .events()
        .flat_map(|event| event.points().map(|touch| touch.separation).collect::<Vec<_>>());
    let deepest = gaps.fold(0.0, f32::min);
    assert!(deepest > -0.01, "{deepest}");
}

/// The stones of an arch from its foot to its top. Each row is the inner and the outer corner of a joint between two stones.
const STONES: [[f32; 4]; 9] = [
    [4.0, 0.0, 6.0, 0.0],
    [3.7345, 1.2834, 5.5840, 1.5057],
    [3.4497, 2.5623, 5.1373, 3.0024],
    [3.1406, 3.8353, 4.6521, 4.4868],
    [2.8001, 5.0996, 4.1169, 5.9534],
    [2.4163, 6.3509, 3.5133, 7.3927],
    [1.9679, 7.5795, 2.8089, 8.7844],
    [1.4088, 8.7596, 1.9381, 10.0761],
    [0.6015, 9.7739, 0.7542, 11.0722],
];

#[test]
fn an_arch_stands() {
    let mut simulation = world(-10.0);
    ground(&mut simulation, [0.0, -1.0], [50.0, 1.0]);
    let mut stone = |corners: [[f32; 2]; 4]| {
        let shape = PolygonBuf::<f32, 4>::new(corners).unwrap();
        put(&mut simulation, &BodyDef::default(), 1.0, &shape)
    };
    for pair in STONES.windows(2) {
        let ([a, b, c, d], [e, f, g, h]) = (pair[0], pair[1]);
        stone([[a, b], [c, d], [g, h], [e, f]]);
        stone([[-c, d], [-a, b], [-e, f], [-g, h]]);
    }
    let [a, b, c, d] = STONES[8];
    stone([[a, b], [c, d], [-c, d], [-a, b]]);
    for k in 0..4 {
        let y = STONES[8][3] + k as f32;
        put(&mut simulation, &BodyDef::default(), 1.0, Aabb::new([-2.0, y], [2.0, y + 1.0]));
    }
    let at = places(&simulation);
    run(&mut simulation, 10.0);
    assert!(drift(&simulation, &at) < 0.5, "{}", drift(&simulation, &at));
}

#[test]
fn balls_stand_on_each_other() {
    let mut simulation = world(-10.0);
    ground(&mut simulation, [0.0, -1.0], [50.0, 1.0]);
    let balls: Vec<_> = (0..10)
        .map(|k| put(&mut simulation, &BodyDef::default(), 1.0, Ball::new([0.0, k as f32 + 0.5], 0.5)))
        .collect();
    run(&mut simulation, 5.0);
    let top = center(&simulation, balls[9]);
    assert!(top.x().abs() < 0.001 && top.y() > 9.4, "{top:?}");
}

#[test]
fn dominoes_fall_to_the_last() {
    // The distance of the dominoes is three quarters of their height, or equal to their height.
    for (apart, most) in [(0.75, -0.5), (1.0, -0.3)] {
        let mut simulation = world(-10.0);
        ground(&mut simulation, [0.0, -1.0], [50.0, 1.0]);
        let stand = |k: u8| {
            let x = f32::from(k) * apart;
            put(&mut simulation, &BodyDef::default(), 1.0, Aabb::new([x - 0.125, 0.0], [x + 0.125, 1.0]))
        };
        let row: Vec<_> = (0..15).map(stand).collect();
        simulation.apply_impulse(row[0], [0.5, 0.0], [0.0, 1.0]).unwrap();
        run(&mut simulation, 8.0);
        let angles: Vec<_> = row.iter().map(|&id| simulation.get(id).unwrap().angle).collect();
        assert!(angles.iter().all(|angle| *angle < most), "{angles:?}");
    }
}

#[test]
fn compressed_balls_stay_in_container_at_rest() {
    // On a square lattice, the balls would need about 1.4 times the available area.
    let mut simulation = world(0.0);
    for (center, half) in [
        ([0.0, -6.0], [7.0, 1.0]),
        ([0.0, 6.0], [7.0, 1.0]),
        ([-6.0, 0.0], [1.0, 5.0]),
        ([6.0, 0.0], [1.0, 5.0]),
    ] {
        ground(&mut simulation, center, half);
    }
    for k in 0..144 {
        let (x, y) = ((k % 12) as f32 * 0.8 - 4.4, (k / 12) as f32 * 0.8 - 4.4);
        put(&mut simulation, &BodyDef::default(), 1.0, Ball::new([x, y], 0.5));
    }
    run(&mut simulation, 10.0);
    let out = places(&simulation).iter().filter(|(_, at)| at.x().abs() > 5.0 || at.y().abs() > 5.0).count();
    assert!(out == 0 && fastest(&simulation) < 0.05, "{out} {}", fastest(&simulation));
}

#[test]
fn converging_balls_do_not_overlap() {
    let mut simulation = world(0.0);
    put(
        &mut simulation,
        &BodyDef { kind: BodyKind::Static, ..BodyDef::default() },
        1.0,
        Ball::new([0.0, 0.0], 0.5),
    );
    for k in 0..120 {
        let turn = Rotation::from_degrees(k as f32 * 28.6);
        let way = turn.apply(Vector([1.0, 0.0]));
        let body = BodyDef { velocity: way.scaled(-10.0), ..BodyDef::default() };
        put(&mut simulation, &body, 1.0, Ball::new(way.scaled(4.0 + 0.1 * k as f32), 0.5));
    }
    let mut deepest = 0.0f32;
    for frame in 0..240 {
        simulation.step(STEP);
        // At first, some balls are inside of others, so the first frames do not count.
        let gaps = simulation
            .events()
            .flat_map(|event| event.points().map(|touch| touch.separation).collect::<Vec<_>>());
        deepest = if frame > 30 { deepest.min(gaps.fold(0.0, f32::min)) } else { deepest };
    }
    assert!(deepest > -0.1, "{deepest}");
}

/// Adds a hinge between two bodies.
fn hinge(simulation: &mut Simulation<f32>, a: BodyId, b: BodyId, at: [f32; 2]) -> JointId {
    let hold = JointKind::Revolute { anchor: at.into(), rotation: JointAxis::default() };
    simulation.insert_joint(&JointDef { a, b, kind: hold, collide_connected: false }).unwrap()
}

/// The largest distance between the two anchors of a joint, during some seconds.
fn torn(simulation: &mut Simulation<f32>, joints: &[JointId], seconds: f32) -> f32 {
    (0..(seconds * 60.0) as usize).fold(0.0, |most, _| {
        simulation.step(STEP);
        let apart = joints.iter().map(|&joint| {
            let [a, b] = simulation.get_joint(joint).unwrap().anchors;
            (b - a).length()
        });
        apart.fold(most, f32::max)
    })
}

#[test]
fn a_bridge_holds_together() {
    let mut simulation = world(-10.0);
    let base = ground(&mut simulation, [0.0, -20.0], [1.0, 1.0]);
    let (mut last, mut joints) = (base, Vec::new());
    for k in 0..30 {
        let x = k as f32 - 15.0;
        let plank = put(&mut simulation, &BodyDef::default(), 20.0, Aabb::new([x, -0.125], [x + 1.0, 0.125]));
        joints.push(hinge(&mut simulation, last, plank, [x, 0.0]));
        last = plank;
    }
    joints.push(hinge(&mut simulation, last, base, [15.0, 0.0]));
    let torn = torn(&mut simulation, &joints, 10.0);
    assert!(torn < 0.1, "{torn}");
}

#[test]
fn a_ball_on_a_chain_stretches_it_little() {
    // The ball has eighty times the mass of a link. It falls by twelve units, then swings.
    let mut simulation = world(-10.0);
    let (mut last, mut joints) = (ground(&mut simulation, [0.0, 0.0], [0.1, 0.1]), Vec::new());
    for k in 0..10 {
        let x = k as f32;
        let link = Capsule::new([x + 0.125, 0.0], [x + 0.875, 0.0], 0.125);
        let link = put(&mut simulation, &BodyDef::default(), 1.0, link);
        joints.push(hinge(&mut simulation, last, link, [x, 0.0]));
        last = link;
    }
    let ball = put(&mut simulation, &BodyDef::default(), 1.5, Ball::new([12.0, 0.0], 2.0));
    joints.push(hinge(&mut simulation, last, ball, [10.0, 0.0]));
    let most = torn(&mut simulation, &joints, 10.0);
    assert!(most < 0.25, "{most}");
    run(&mut simulation, 1.0);
    assert!(center(&simulation, ball).length() < 12.6, "{:?}", center(&simulation, ball));
}

#[test]
fn a_stretched_chain_pulls_itself_together() {
    let mut simulation = world(0.0);
    let (mut last, mut joints) = (ground(&mut simulation, [0.0, 0.0], [0.1, 0.1]), Vec::new());
    let mut links = Vec::new();
    for k in 0..10 {
        let x = k as f32;
        let link = put(&mut simulation, &BodyDef::default(), 1.0, Aabb::new([x, -0.1], [x + 1.0, 0.1]));
        joints.push(hinge(&mut simulation, last, link, [x, 0.0]));
        links.push(link);
        last = link;
    }
    // Pull the anchors of each hinge apart by 0.5.
    for (k, &link) in links.iter().enumerate() {
        let away = Pose::new(Rotation::identity(), [0.5 * (k + 1) as f32, 0.0]);
        simulation.set_pose(link, &away).unwrap();
    }
    let mut most = 0.0f32;
    for _ in 0..300 {
        simulation.step(STEP);
        most = most.max(fastest(&simulation));
    }
    let torn = torn(&mut simulation, &joints, 0.5);
    let end = center(&simulation, links[9]);
    assert!(
        torn < 0.01 && most < 120.0 && fastest(&simulation) < 0.1 * most,
        "{torn} {most} {end:?} {}",
        fastest(&simulation)
    );
}

#[test]
fn a_grid_of_joints_holds() {
    const SIDE: usize = 12;
    let mut simulation = world(-10.0);
    let (mut ids, mut joints) = (Vec::new(), Vec::new());
    for k in 0..SIDE * SIDE {
        let (column, row) = (k / SIDE, k % SIDE);
        let (x, y) = (column as f32, -(row as f32));
        let fixed = row == 0 && (4..8).contains(&column);
        let kind = if fixed { BodyKind::Static } else { BodyKind::Dynamic };
        let ball = ColliderDef { layers: 2, filter: 4, ..ColliderDef::new(Ball::new([x, y], 0.4)) };
        let id = simulation.insert(&BodyDef { kind, ..BodyDef::default() }, &[ball]).unwrap();
        if row > 0 {
            joints.push(hinge(&mut simulation, ids[k - 1], id, [x, y + 0.5]));
        }
        if column > 0 && !(fixed && column > 4) {
            joints.push(hinge(&mut simulation, ids[k - SIDE], id, [x - 0.5, y]));
        }
        ids.push(id);
    }
    let torn = torn(&mut simulation, &joints, 4.0);
    assert!(torn < 0.15, "{torn}");
}
