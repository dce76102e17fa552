//! Compares rigid bodies with closed-form solutions: falling, bouncing, sliding, swinging and hanging bodies.

use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, DynamicsError, JointAxis, JointDef, JointKind, Motor, Simulation,
    Spring,
};
use bumper::world::Change;
use bumper::{
    Aabb, Ball, Capsule, Ellipse, MaskBuf, OrientedBox, PolygonBuf, Region, Rotation, Segment, Shape, Sprite,
    Vector,
};

const STEP: f64 = 1.0 / 60.0;

pub fn still() -> BodyDef<f64> {
    BodyDef { kind: BodyKind::Static, ..BodyDef::default() }
}

pub fn boxed(x: f64, y: f64, half: f64) -> Aabb<f64, 2> {
    Aabb::new([x - half, y - half], [x + half, y + half])
}

pub fn add<'a>(
    simulation: &mut Simulation<f64>,
    body: &BodyDef<f64>,
    shape: impl Into<Shape<'a, f64, 2>>,
) -> BodyId {
    simulation.insert(body, &[ColliderDef::new(shape)]).unwrap()
}

pub fn floor(simulation: &mut Simulation<f64>) -> BodyId {
    add(simulation, &still(), Aabb::new([-500.0, -10.0], [500.0, 0.0]))
}

/// The mass, center of mass and inertia of a shape, computed as a sum over small squares.
fn summed(shape: &Shape<f64, 2>, area: Aabb<f64, 2>) -> (f64, Vector<f64, 2>, f64) {
    const CELLS: i32 = 480;
    let size = area.max() - area.min();
    let cell = Vector([size.x() / f64::from(CELLS), size.y() / f64::from(CELLS)]);
    let (mut mass, mut first, mut second) = (0.0, Vector([0.0; 2]), 0.0);
    for (i, j) in (0..CELLS).flat_map(|i| (0..CELLS).map(move |j| (i, j))) {
        let point = area.min() + Vector([cell.x() * (f64::from(i) + 0.5), cell.y() * (f64::from(j) + 0.5)]);
        if shape.contains(point) {
            let part = cell.x() * cell.y();
            (mass, first, second) =
                (mass + part, first + point.scaled(part), second + point.dot(point) * part);
        }
    }
    (mass, first.scaled(1.0 / mass), second - first.dot(first) / mass)
}

#[test]
fn mass_center_and_inertia_agree_with_summed_squares() {
    let triangle = PolygonBuf::<f64, 8>::new([[1.0, 1.0], [4.0, 1.5], [2.0, 3.0]]).unwrap();
    let rounded = triangle.rounded(0.5);
    let concave = Region::new([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [3.0, 1.0], [0.0, 1.0]]).unwrap();
    let mask = MaskBuf::from_rows([".##.", "#..#", "####"]).unwrap();
    let parts = [Shape::from(boxed(0.5, 0.5, 0.5)), Shape::from(Ball::new([3.0, 2.0], 0.75))];
    let shapes = [
        Shape::from(Aabb::new([1.0, 2.0], [4.0, 3.0])),
        Ball::new([2.0, 2.0], 1.5).into(),
        Capsule::new([1.0, 1.0], [3.0, 2.0], 0.5).into(),
        OrientedBox::new([2.0, 2.0], [1.5, 0.5], Rotation::from_degrees(30.0)).into(),
        Ellipse::new([2.0, 2.0], [1.5, 0.75], Rotation::from_degrees(50.0)).into(),
        (&triangle).into(),
        (&rounded).into(),
        (&concave).into(),
        Sprite::new(mask.as_mask(), [0.5, 0.5], 0.75).into(),
        Sprite::new(mask.as_mask(), [0.5, 0.5], 0.75).flipped(0).flipped(1).into(),
        Shape::Compound(&parts),
    ];
    for shape in shapes {
        let (mass, center, inertia) = summed(&shape, Aabb::new([-0.5, -0.5], [5.5, 5.5]));
        let mut simulation = Simulation::new([0.0, 0.0]);
        let id = simulation
            .insert(&BodyDef::default(), &[ColliderDef { density: 2.0, ..ColliderDef::new(shape) }])
            .unwrap();
        let state = simulation.get(id).unwrap();
        assert!((state.mass / 2.0 - mass).abs() < 0.01 * mass, "{shape:?}: {} {mass}", state.mass);
        assert!((state.center - center).length() < 0.01, "{shape:?}");
        assert!(
            (state.inertia / 2.0 - inertia).abs() < 0.015 * inertia,
            "{shape:?}: {} {inertia}",
            state.inertia
        );
    }
}

#[test]
fn invalid_bodies_and_joints_are_refused() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let refused = |body: &BodyDef<f64>, collider: &ColliderDef<f64>| {
        Simulation::new([0.0, -10.0]).insert(body, &[*collider]).unwrap_err()
    };
    let (body, ball) = (BodyDef::default(), ColliderDef::new(Ball::new([0.0, 0.0], 1.0)));
    assert_eq!(
        refused(&body, &ColliderDef::new(Segment::new([0.0, 0.0], [1.0, 0.0]))),
        DynamicsError::NoArea
    );
    assert_eq!(refused(&body, &ColliderDef::new(Ball::new([0.0, 0.0], 0.0))), DynamicsError::NoArea);
    assert_eq!(refused(&body, &ColliderDef::new(Shape::Compound(&[]))), DynamicsError::NoArea);
    assert_eq!(simulation.insert(&body, &[]), Err(DynamicsError::NoArea));
    assert_eq!(refused(&body, &ColliderDef::new(Ball::new([f64::NAN, 0.0], 1.0))), DynamicsError::NotFinite);
    assert_eq!(
        refused(&BodyDef { angular_velocity: f64::INFINITY, ..body }, &ball),
        DynamicsError::NotFinite
    );
    assert_eq!(refused(&BodyDef { linear_damping: -1.0, ..body }, &ball), DynamicsError::Damping);
    for density in [0.0, -1.0, f64::NAN] {
        assert_eq!(refused(&body, &ColliderDef { density, ..ball }), DynamicsError::Density);
    }
    assert_eq!(refused(&body, &ColliderDef { friction: -0.1, ..ball }), DynamicsError::Friction);
    assert_eq!(refused(&body, &ColliderDef { restitution: 1.5, ..ball }), DynamicsError::Restitution);
    let sticky = ColliderDef { rolling_resistance: -0.1, ..ball };
    assert_eq!(refused(&body, &sticky), DynamicsError::RollingResistance);
    let (a, b) = (simulation.insert(&body, &[ball]).unwrap(), simulation.insert(&still(), &[ball]).unwrap());
    let hinge = |a, b, turn| JointDef {
        a,
        b,
        kind: JointKind::Revolute { anchor: Vector([0.0; 2]), rotation: turn },
        collide_connected: false,
    };
    assert_eq!(simulation.insert_joint(&hinge(a, a, JointAxis::default())), Err(DynamicsError::SameBody));
    let limits = JointAxis { limits: Some([1.0, 0.0]), ..JointAxis::default() };
    assert_eq!(simulation.insert_joint(&hinge(a, b, limits)), Err(DynamicsError::JointParameter));
    let other = simulation.insert(&still(), &[ball]).unwrap();
    assert_eq!(
        simulation.insert_joint(&hinge(b, other, JointAxis::default())),
        Err(DynamicsError::NoDynamicBody)
    );
    simulation.remove(b);
    assert_eq!(simulation.insert_joint(&hinge(a, b, JointAxis::default())), Err(DynamicsError::NotFound));
    assert_eq!(simulation.apply_force(a, [f64::NAN, 0.0], [0.0, 0.0]), Err(DynamicsError::NotFinite));
}

#[test]
fn free_fall_and_damping_follow_formulas() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let free = add(
        &mut simulation,
        &BodyDef { velocity: [3.0, 4.0].into(), ..BodyDef::default() },
        boxed(0.0, 0.0, 0.5),
    );
    let light =
        add(&mut simulation, &BodyDef { gravity_scale: 0.5, ..BodyDef::default() }, boxed(9.0, 0.0, 0.5));
    let damped = BodyDef {
        linear_damping: 0.5,
        angular_damping: 0.25,
        angular_velocity: 2.0,
        gravity_scale: 0.0,
        velocity: [1.0, 0.0].into(),
        ..BodyDef::default()
    };
    let damped = add(&mut simulation, &damped, boxed(0.0, 50.0, 0.5));
    for _ in 0..120 {
        simulation.step(STEP);
    }
    let at = |id| simulation.get(id).unwrap();
    // x = vt, y = vt − gt²/2, after two seconds.
    assert!((at(free).center - Vector([6.0, 8.0 - 20.0])).length() < 1e-9, "{:?}", at(free));
    assert!((at(light).center - Vector([9.0, -10.0])).length() < 1e-9);
    assert!((at(damped).velocity.x() - (-1.0f64).exp()).abs() < 0.001, "{:?}", at(damped));
    assert!((at(damped).angular_velocity - 2.0 * (-0.5f64).exp()).abs() < 0.001);
}

#[test]
fn balls_bounce_to_the_square_of_their_restitution() {
    for restitution in [0.3, 0.5, 0.8, 1.0] {
        let mut simulation = Simulation::new([0.0, -10.0]);
        floor(&mut simulation);
        let ball = ColliderDef { restitution, ..ColliderDef::new(Ball::new([0.0, 4.5], 0.5)) };
        let ball = simulation.insert(&BodyDef::default(), &[ball]).unwrap();
        let (mut went, mut peak) = (false, 0.0f64);
        for _ in 0..600 {
            simulation.step(STEP);
            let state = simulation.get(ball).unwrap();
            if went && state.velocity.y() < 0.0 {
                break;
            }
            went = state.velocity.y() > 0.0;
            peak = if went {
                peak.max(state.center.y() - 0.5 + state.velocity.y().powi(2) / 20.0)
            } else {
                peak
            };
        }
        let wanted = 4.0 * restitution * restitution;
        assert!((peak - wanted).abs() < 0.02 * wanted, "{restitution}: {peak}");
    }
}

/// The distance that a box slides down a slope in a time. The slope is in degrees. The box and the ground have the same friction
/// coefficient.
fn slid(degrees: f64, friction: f64, seconds: f64) -> f64 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let mut simulation = Simulation::new([-10.0 * sin, -10.0 * cos]);
    let ground = ColliderDef { friction, ..ColliderDef::new(Aabb::new([-500.0, -1.0], [50.0, 0.0])) };
    simulation.insert(&still(), &[ground]).unwrap();
    let collider = ColliderDef { friction, ..ColliderDef::new(boxed(0.0, 0.5, 0.5)) };
    let slider = simulation.insert(&BodyDef::default(), &[collider]).unwrap();
    for _ in 0..(seconds / STEP) as i32 {
        simulation.step(STEP);
    }
    -simulation.get(slider).unwrap().center.x()
}

#[test]
fn slopes_hold_up_to_the_angle_of_friction() {
    for friction in [0.2f64, 0.5, 0.8] {
        let angle = friction.atan().to_degrees();
        assert!(slid(angle - 1.0, friction, 4.0) < 0.02, "{friction}: {}", slid(angle - 1.0, friction, 4.0));
        let (sin, cos) = (angle + 8.0).to_radians().sin_cos();
        let wanted = 0.5 * 10.0 * (sin - friction * cos) * 9.0;
        let far = slid(angle + 8.0, friction, 3.0);
        assert!((far - wanted).abs() < 0.03 * wanted, "{friction}: {far} {wanted}");
        assert!(slid(angle + 1.0, friction, 4.0) > 0.1);
    }
}

#[test]
fn a_pendulum_keeps_its_time_and_its_energy() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let post = add(&mut simulation, &still(), boxed(0.0, 0.0, 0.1));
    // The pendulum starts at an angle of ten degrees.
    let (sin, cos) = 10f64.to_radians().sin_cos();
    let bob = add(&mut simulation, &BodyDef::default(), Ball::new([4.0 * sin, -4.0 * cos], 0.25));
    let hold = JointKind::Revolute { anchor: Vector([0.0; 2]), rotation: JointAxis::default() };
    let hinge =
        simulation.insert_joint(&JointDef { a: post, b: bob, kind: hold, collide_connected: false }).unwrap();
    let (mut passed, mut last) = (Vec::new(), 1.0);
    let mut top = -4.0f64;
    for k in 0..3600 {
        simulation.step(STEP);
        let state = simulation.get(bob).unwrap();
        let x = state.center.x();
        if last < 0.0 && x >= 0.0 {
            passed.push(f64::from(k) - x / (x - last));
        }
        last = x;
        if k > 3300 {
            top = top.max(state.center.y());
        }
        assert!((state.center.length() - 4.0).abs() < 0.01);
    }
    let period = (passed[passed.len() - 1] - passed[0]) / (passed.len() - 1) as f64 * STEP;
    // The period of a physical pendulum, 2π √((I + ml²) / mgl), with the first term of the series for its amplitude.
    let inertia = 0.25f64 * 0.25 / 2.0 + 16.0;
    let wanted = std::f64::consts::TAU * (inertia / 40.0).sqrt() * (1.0 + 10f64.to_radians().powi(2) / 16.0);
    assert!((period - wanted).abs() < 0.005 * wanted, "{period} {wanted}");
    let (before, after) = (4.0 - 4.0 * cos, top + 4.0);
    assert!((after - before).abs() < 0.02 * before, "{before} {after}");
    // The hinge carries the weight of the bob, plus the centripetal force if the bob is fast.
    let weight = 10.0 * simulation.get(bob).unwrap().mass;
    let force = simulation.get_joint(hinge).unwrap().force;
    assert!(force.length() > 0.9 * weight && force.length() < 1.2 * weight);
}

#[test]
fn collisions_keep_momentum_and_never_add_energy() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut simulation = Simulation::new([0.0, 0.0]);
    simulation.sleep_enabled = false;
    for k in 0..60 {
        let (x, y) = (f64::from(k % 10) * 1.5, f64::from(k / 10) * 1.5);
        let velocity = Vector([rng.f64() - 0.5, rng.f64() - 0.5]).scaled(6.0);
        let body = BodyDef { velocity, angular_velocity: rng.f64() * 2.0 - 1.0, ..BodyDef::default() };
        let restitution = f64::from(k % 3) * 0.5;
        let shape: Shape<f64, 2> =
            if k % 2 == 0 { boxed(x, y, 0.5).into() } else { Ball::new([x, y], 0.5).into() };
        simulation.insert(&body, &[ColliderDef { restitution, ..ColliderDef::new(shape) }]).unwrap();
    }
    let sums = |simulation: &Simulation<f64>| {
        simulation.iter().fold((Vector([0.0; 2]), 0.0, 0.0), |(p, l, e), (_, state)| {
            let turning =
                state.mass * (state.center.x() * state.velocity.y() - state.center.y() * state.velocity.x());
            let energy = state.mass * state.velocity.dot(state.velocity)
                + state.inertia * state.angular_velocity * state.angular_velocity;
            (
                p + state.velocity.scaled(state.mass),
                l + turning + state.inertia * state.angular_velocity,
                e + energy / 2.0,
            )
        })
    };
    let (momentum, turning, mut energy) = sums(&simulation);
    let start = energy;
    let mut hits = 0;
    for _ in 0..600 {
        simulation.step(STEP);
        hits += simulation.events().filter(|event| event.change == Change::Enter).count();
        let now = sums(&simulation);
        assert!((now.0 - momentum).length() < 1e-9 && now.2 < energy * 1.001, "{} {energy}", now.2);
        assert!((now.1 - turning).abs() < 0.01 * start, "{} {turning}", now.1);
        energy = now.2;
    }
    assert!(hits > 100 && energy < 0.95 * start, "{hits} {energy} {start}");
}

#[test]
fn motors_reach_speed_within_limits_and_max_force() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    simulation.sleep_enabled = false;
    let base = add(&mut simulation, &still(), boxed(0.0, 0.0, 0.1));
    let arm =
        |simulation: &mut Simulation<f64>, y: f64| add(simulation, &BodyDef::default(), boxed(1.0, y, 0.5));
    let drive = |limits, motor, spring| JointAxis { limits, motor, spring, ..JointAxis::default() };
    let hinge = |y: f64, turn| JointKind::Revolute { anchor: Vector([0.0, y]), rotation: turn };
    let slider = |y: f64, along| JointKind::Prismatic {
        anchor: Vector([1.0, y]),
        axis: Vector([2.0, 0.0]),
        translation: along,
    };
    let strong = Some(Motor { speed: 1.0, max_force: 50.0 });
    let holds = [
        hinge(0.0, drive(None, strong, None)),
        hinge(4.0, drive(Some([-0.5, 0.5]), strong, None)),
        slider(8.0, drive(Some([-1.0, 0.5]), strong, None)),
        slider(12.0, drive(None, Some(Motor { speed: 10.0, max_force: 2.0 }), None)),
    ];
    let joined: Vec<_> = holds
        .into_iter()
        .enumerate()
        .map(|(k, hold)| {
            let b = arm(&mut simulation, 4.0 * k as f64);
            (
                b,
                simulation
                    .insert_joint(&JointDef { a: base, b, kind: hold, collide_connected: false })
                    .unwrap(),
            )
        })
        .collect();
    (0..60).for_each(|_| simulation.step(STEP));
    let state = |k: usize| (simulation.get(joined[k].0).unwrap(), simulation.get_joint(joined[k].1).unwrap());
    assert!((state(0).0.angular_velocity - 1.0).abs() < 1e-3 && (state(0).1.angle - 1.0).abs() < 0.02);
    assert!(
        (state(1).1.angle - 0.5).abs() < 0.01 && state(1).0.angular_velocity.abs() < 1e-3,
        "{:?}",
        state(1)
    );
    assert!((state(2).1.translation - 0.5).abs() < 0.01 && state(2).0.angle.abs() < 1e-3);
    // The joint has exerted a force of 2 on a mass of 1 for a second.
    assert!((state(3).0.velocity.x() - 2.0).abs() < 1e-6 && (state(3).1.force.x() - 2.0).abs() < 1e-6);
}

#[test]
fn a_motor_alone_changes_the_length_of_a_distance_joint() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    simulation.sleep_enabled = false;
    let base = add(&mut simulation, &still(), boxed(0.0, 0.0, 0.1));
    let mass = add(&mut simulation, &BodyDef::default(), boxed(3.0, 0.0, 0.5));
    let motor = Some(Motor { speed: 1.0, max_force: 50.0 });
    let translation = JointAxis { motor, ..JointAxis::default() };
    let kind = JointKind::Distance {
        anchor_a: Vector([0.0; 2]),
        anchor_b: Vector([3.0, 0.0]),
        length: None,
        translation,
    };
    let def = JointDef { a: base, b: mass, kind, collide_connected: false };
    let joint = simulation.insert_joint(&def).unwrap();
    let x_after = |simulation: &mut Simulation<f64>| {
        (0..60).for_each(|_| simulation.step(STEP));
        simulation.get(mass).unwrap().center.x()
    };
    let x = x_after(&mut simulation);
    assert!((x - 4.0).abs() < 0.05, "{x}");
    // Without the motor, the joint returns to its rest length.
    simulation.set_motor(joint, None).unwrap();
    let x = x_after(&mut simulation);
    assert!((x - 3.0).abs() < 0.05, "{x}");
    simulation.set_motor(joint, Some(Motor { speed: -1.0, max_force: 50.0 })).unwrap();
    let x = x_after(&mut simulation);
    assert!((x - 2.0).abs() < 0.1, "{x}");
}

#[test]
fn distance_spring_oscillates_at_its_frequency() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    simulation.sleep_enabled = false;
    let base = add(&mut simulation, &still(), boxed(0.0, 0.0, 0.1));
    let spring = Some(Spring { hertz: 2.0, damping_ratio: 0.0 });
    let mass = add(&mut simulation, &BodyDef::default(), boxed(3.0, 0.0, 0.5));
    let along = JointAxis { spring, ..JointAxis::default() };
    let hold = JointKind::Distance {
        anchor_a: Vector([0.0; 2]),
        anchor_b: Vector([3.0, 0.0]),
        length: Some(2.5),
        translation: along,
    };
    simulation.insert_joint(&JointDef { a: base, b: mass, kind: hold, collide_connected: false }).unwrap();
    let (mut crossed, mut last) = (0, 0.5);
    for _ in 0..600 {
        simulation.step(STEP);
        let off = simulation.get(mass).unwrap().center.x() - 2.5;
        crossed += i32::from(last < 0.0 && off >= 0.0);
        last = off;
    }
    assert!((19..=20).contains(&crossed), "{crossed}");
}

#[test]
fn rope_rod_weld_and_mouse_joints_hold() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    simulation.sleep_enabled = false;
    let base = add(&mut simulation, &still(), boxed(0.0, 0.0, 0.1));
    let rope = JointAxis { limits: Some([0.0, 3.0]), ..JointAxis::default() };
    let hang = |x: f64, along| JointKind::Distance {
        anchor_a: Vector([x, 0.0]),
        anchor_b: Vector([x, -2.0]),
        length: None,
        translation: along,
    };
    let hung: Vec<_> = [(0.0, rope), (5.0, JointAxis::default())]
        .into_iter()
        .map(|(x, along)| {
            let b = add(&mut simulation, &BodyDef::default(), boxed(x, -2.0, 0.25));
            simulation
                .insert_joint(&JointDef { a: base, b, kind: hang(x, along), collide_connected: false })
                .unwrap();
            b
        })
        .collect();
    let plank = add(&mut simulation, &BodyDef::default(), Aabb::new([10.0, -0.1], [14.0, 0.1]));
    let weld = JointKind::Weld { anchor: Vector([10.0, 0.0]), linear_spring: None, angular_spring: None };
    let weld = simulation
        .insert_joint(&JointDef { a: base, b: plank, kind: weld, collide_connected: false })
        .unwrap();
    let held = add(&mut simulation, &BodyDef::default(), boxed(20.0, 0.0, 0.5));
    let hand = JointKind::Mouse {
        anchor: Vector([20.0, 0.0]),
        spring: Spring { hertz: 5.0, damping_ratio: 1.0 },
        max_force: 500.0,
    };
    let hand =
        simulation.insert_joint(&JointDef { a: base, b: held, kind: hand, collide_connected: true }).unwrap();
    simulation.set_target(hand, [24.0, 3.0]).unwrap();
    // A weld joint has no target, so this has no effect.
    simulation.set_target(weld, [50.0, 20.0]).unwrap();
    (0..240).for_each(|_| simulation.step(STEP));
    let at = |id| simulation.get(id).unwrap().center;
    assert!((at(hung[0]).y() + 3.0).abs() < 0.01 && (at(hung[1]).y() + 2.0).abs() < 0.01);
    assert!((at(plank) - Vector([12.0, 0.0])).length() < 0.05, "{:?}", at(plank));
    // The weld carries the weight of the plank.
    let state = simulation.get_joint(weld).unwrap();
    let weight = 10.0 * simulation.get(plank).unwrap().mass;
    assert!((state.force.y() - weight).abs() < 0.01 * weight, "{state:?} {weight}");
    assert!((at(held) - Vector([24.0, 3.0])).length() < 0.2, "{:?}", at(held));
}

/// Mass times the change of velocity equals the impulses of all contacts and of gravity, for each body and in each step.
#[test]
fn impulses_of_events_balance_the_momentum() {
    for restitution in [0.0, 0.5, 1.0] {
        let mut simulation = Simulation::new([0.0, -10.0]);
        floor(&mut simulation);
        let ids: Vec<_> = (0..12)
            .map(|k| {
                let (x, y) = (f64::from(k % 4) * 1.3, 0.7 + 0.21 * f64::from(k) + f64::from(k / 4) * 1.2);
                let shape =
                    if k % 3 == 0 { Shape::from(Ball::new([x, y], 0.5)) } else { boxed(x, y, 0.5).into() };
                let body =
                    BodyDef { velocity: Vector([0.5 - 0.1 * f64::from(k), 0.0]), ..BodyDef::default() };
                simulation.insert(&body, &[ColliderDef { restitution, ..ColliderDef::new(shape) }]).unwrap()
            })
            .collect();
        simulation.sleep_enabled = false;
        let (mut largest, mut rubbed) = (0.0f64, 0.0f64);
        for step in 0..240 {
            let velocities = |simulation: &Simulation<f64>| {
                ids.iter().map(|id| simulation.get(*id).unwrap().velocity).collect::<Vec<_>>()
            };
            let before = velocities(&simulation);
            simulation.step(STEP);
            let now = velocities(&simulation);
            for ((id, was), is) in ids.iter().zip(before).zip(now) {
                let mass = simulation.get(*id).unwrap().mass;
                let mut sum = Vector([0.0, -10.0 * STEP * mass]);
                for event in simulation.events().filter(|event| event.a == *id || event.b == *id) {
                    let across = Vector([-event.normal.y(), event.normal.x()]);
                    let sign = if event.b == *id { 1.0 } else { -1.0 };
                    for touch in event.points() {
                        let impulse =
                            event.normal.scaled(touch.normal_impulse) + across.scaled(touch.tangent_impulse);
                        sum += impulse.scaled(sign);
                        (largest, rubbed) =
                            (largest.max(touch.normal_impulse), rubbed.max(touch.tangent_impulse.abs()));
                    }
                }
                let off = (is - was).scaled(mass) - sum;
                // Restitution acts along the normal at the end of the step, but events report the normal at its beginning.
                let error = if restitution > 0.0 { 0.05 * largest + 1e-9 } else { 1e-9 };
                assert!(off.length() < error, "{restitution}, step {step}, {id:?}: {off:?} of {sum:?}");
            }
        }
        assert!(largest > 1.0 && rubbed > 0.1, "{largest} {rubbed}");
    }
}

#[test]
fn balls_land_on_static_points() {
    for post in [Shape::from(Vector([0.0f64, 0.0])), Ball::new([0.0, 0.0], 0.0).into()] {
        let mut simulation = Simulation::new([0.0, -10.0]);
        add(&mut simulation, &still(), post);
        let ball = add(&mut simulation, &BodyDef::default(), Ball::new([0.0, 2.0], 0.5));
        (0..120).for_each(|_| simulation.step(STEP));
        let center = simulation.get(ball).unwrap().center;
        assert!((center - Vector([0.0, 0.5])).length() < 0.01, "{post:?}: {center:?}");
    }
}

#[test]
fn sensors_and_filters_report_events_without_blocking() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let ground = floor(&mut simulation);
    let gate = ColliderDef { sensor: true, ..ColliderDef::new(Aabb::new([-5.0, 2.0], [5.0, 3.0])) };
    let gate = simulation.insert(&still(), &[gate]).unwrap();
    let ghost = ColliderDef { filter: 2, layers: 4, ..ColliderDef::new(boxed(3.0, 5.0, 0.5)) };
    let seer = ColliderDef {
        sensor: true,
        layers: 2,
        filter: 4,
        ..ColliderDef::new(Aabb::new([-5.0, 2.0], [5.0, 3.0]))
    };
    let seer = simulation.insert(&still(), &[seer]).unwrap();
    let ghost = simulation.insert(&BodyDef { data: 9, ..BodyDef::default() }, &[ghost]).unwrap();
    let falls = add(&mut simulation, &BodyDef::default(), boxed(0.0, 5.0, 0.5));
    let mut told = Vec::new();
    for _ in 0..180 {
        simulation.step(STEP);
        let events = simulation.events().filter(|event| event.change != Change::Stay);
        told.extend(events.map(|event| (event.a, event.b, event.change, event.sensor, event.approach_speed)));
    }
    let short: Vec<_> = told.iter().map(|&(a, b, change, sensor, _)| (a, b, change, sensor)).collect();
    // A pair interacts if each filter accepts the other collider. So the ghost passes through the ground and the first sensor.
    let of = |body| short.iter().filter(|event| event.1 == body).copied().collect::<Vec<_>>();
    let through = |gate, body| [(gate, body, Change::Enter, true), (gate, body, Change::Leave, true)];
    assert_eq!(of(falls)[..2], through(gate, falls));
    assert_eq!(of(falls)[2..], [(ground, falls, Change::Enter, false)]);
    assert_eq!(of(ghost), through(seer, ghost));
    // Nothing has slowed it down: after three seconds, it has fallen by 45 m.
    let center = simulation.get(ghost).unwrap().center;
    assert!((center - Vector([3.0, -40.0])).length() < 1e-9, "{center:?}");
    // The expected speed after a fall of 4.5 m.
    let speed = told.iter().find(|event| event.0 == ground && event.1 == falls).unwrap().4;
    assert!((speed - 90f64.sqrt()).abs() < 0.1, "{speed}");
    let rest = simulation.events().find(|event| event.b == falls).unwrap();
    let weight = 10.0 * simulation.get(falls).unwrap().mass * STEP;
    assert!((rest.normal_impulse() - weight).abs() < 0.02 * weight && rest.points().count() == 2, "{rest:?}");
    simulation.remove(falls);
    simulation.step(STEP);
    let gone: Vec<_> = simulation.events().filter(|event| event.change == Change::Leave).collect();
    assert!(gone.len() == 1 && (gone[0].a, gone[0].b) == (ground, falls), "{gone:?}");
    simulation.step(STEP);
    assert!(simulation.events().all(|event| event.change == Change::Stay));
}
