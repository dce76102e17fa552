//! Tests of jumps: launch speeds, heights, coyote time and buffered jumps.

use super::motion::Random;
use bumper::motion::{Ballistic, Integrator, Mover, Response};
use bumper::{Aabb, Shape, Vector};
use fastrand::Rng;
#[cfg(feature = "fixed")]
use fixed::types::I16F16;

#[test]
fn jump_reaches_requested_height() {
    fn rises<S: Random>(height: S, gravity: S, time: f64) -> f64 {
        let at = |x, y| [S::quarters(x), S::quarters(y)];
        let floor: [Shape<S, 2>; 1] = [Aabb::new(at(-40, 0), at(40, 40)).into()];
        let mut mover = Mover::new(Aabb::new(at(-20, -40), at(20, 0)));
        mover.gravity = Vector([S::default(), gravity]);
        mover.jump(height);
        let mut highest = 0.0f64;
        for frame in 0.. {
            if frame > 2 && mover.is_grounded() {
                break;
            }
            assert!(frame < 10_000);
            let step = <S::Real as bumper::scalar::Real>::from_f64(time);
            mover.step(step, &floor[..], |_| Some(Response::Slide), |_| ());
            highest = highest.max(-mover.position().y().to_f64());
        }
        highest
    }
    for height in [0.5f64, 1.0, 3.0, 96.0, 500.0] {
        for gravity in [10.0f64, 33.0, 900.0] {
            for time in [1.0 / 60.0, 1.0 / 50.0, 1.0 / 144.0] {
                let off = |found: f64| (found - height).abs() / height;
                assert!(off(rises(height, gravity, time)) < 1e-9);
                assert!(off(rises(height as f32, gravity as f32, time)) < 1e-3);
                #[cfg(feature = "fixed")]
                {
                    let fixed = rises(I16F16::from_num(height), I16F16::from_num(gravity), time);
                    assert!(off(fixed) < 1e-3, "{height} {gravity} {time}: {fixed}");
                }
            }
        }
    }
    // For integers, no other launch speed gives a better height.
    for height in 1..200i16 {
        for gravity in 1..20i16 {
            let found = rises(height, gravity, 1.0) as i32;
            let reachable = (0..400i32).map(|speed| {
                (1..).map(|k| speed - k * i32::from(gravity)).take_while(|v| *v > 0).sum::<i32>()
            });
            let best = reachable.map(|rise| (rise - i32::from(height)).abs()).min().unwrap();
            assert_eq!((found - i32::from(height)).abs(), best, "{height} {gravity}: {found}");
        }
    }
}

#[test]
fn launch_speed_is_optimal_for_every_integrator() {
    for integrator in [Integrator::Explicit, Integrator::SemiImplicit, Integrator::Verlet] {
        // Simulate the jump with the steps of the integrator.
        let climb = |speed: i16, gravity: i16| {
            let (mut place, mut velocity, mut highest) = (0i16, speed, 0);
            for _ in 0..300 {
                (place, velocity) = integrator.step(place, velocity, -gravity);
                highest = highest.max(place);
            }
            highest
        };
        for gravity in 1..12i16 {
            let heights: Vec<i16> = (0..150).map(|speed| climb(speed, gravity)).collect();
            for speed in 0..150i16 {
                assert_eq!(
                    speed.rise(gravity, integrator),
                    heights[speed as usize],
                    "{integrator:?} {speed} {gravity}"
                );
            }
            for height in 1..300i16 {
                let speed = height.launch(gravity, integrator);
                let miss = |found: &i16| (found - height).abs();
                let best = heights.iter().map(miss).min().unwrap();
                assert_eq!(
                    miss(&heights[speed as usize]),
                    best,
                    "{integrator:?} {height} {gravity}: {speed}"
                );
            }
        }
        let mut rng = Rng::with_seed(7);
        for _ in 0..1000 {
            let (height, gravity) = (rng.f64() * 100.0 + 0.001, rng.f64() * 5.0 + 0.001);
            let speed = height.launch(gravity, integrator);
            let (mut place, mut velocity, mut highest) = (0.0, speed, 0.0f64);
            for _ in 0..3000 {
                (place, velocity) = integrator.step(place, velocity, -gravity);
                highest = highest.max(place);
            }
            assert!(
                (highest - height).abs() < 1e-9 * height.max(1.0),
                "{integrator:?} {height} {gravity}: {highest}"
            );
            assert!((speed.rise(gravity, integrator) - height).abs() < 1e-9 * height.max(1.0));
        }
    }
    // Heights and gravities at the ends of the range must not overflow.
    for (height, gravity) in [(i64::MAX, 1), (i64::MAX, i64::MAX), (1, i64::MAX), (-5, 3), (5, -3), (0, 0)] {
        for integrator in [Integrator::Explicit, Integrator::SemiImplicit, Integrator::Verlet] {
            let speed = height.launch(gravity, integrator);
            assert!(speed >= 0 && speed.rise(gravity, integrator) >= 0);
        }
    }
    assert_eq!(i64::MAX.gravity(0), i64::MAX);
    assert_eq!((0i16.gravity(0), 0.0f32.gravity(0), 0.0f64.gravity(0)), (0, 0.0, 0.0));
    assert_eq!((1i16.gravity(0), 1.0f32.gravity(0)), (i16::MAX, f32::INFINITY));
}

#[test]
fn coyote_time_and_jump_buffer_delay_jumps() {
    let ledge: [Shape<i32, 2>; 2] =
        [Aabb::new([0, 100], [50, 110]).into(), Aabb::new([0, 200], [900, 210]).into()];
    let jumps = |coyote: f64, buffer: f64, ask: i32| {
        let mut player = Mover::new(Aabb::new([30, 80], [40, 100]));
        player.gravity = Vector([0, 1]);
        (player.coyote_time, player.buffer_time) = (coyote, buffer);
        let mut leaps = Vec::new();
        for frame in 0..60 {
            *player.velocity.x_mut() = 4;
            if frame == ask {
                player.jump(20);
            }
            player.step(1.0, &ledge[..], |_| Some(Response::Slide), |_| ());
            if player.velocity.y() < 0 && leaps.last() != Some(&(frame - 1)) {
                leaps.push(frame);
            }
        }
        leaps.first().copied()
    };
    // The player leaves the ledge at frame 5, and lands on the floor at frame 19.
    assert_eq!(jumps(0.0, 0.0, 3), Some(3));
    assert_eq!(jumps(0.0, 0.0, 7), None);
    assert_eq!(jumps(5.0, 0.0, 7), Some(7));
    assert_eq!(jumps(1.0, 0.0, 9), None);
    assert_eq!(jumps(0.0, 0.0, 17), None);
    let landing = jumps(0.0, 6.0, 17).unwrap();
    assert!((18..=23).contains(&landing), "{landing}");
}

/// If y points up, gravity is negative. Only its absolute value matters.
#[test]
fn launch_speed_ignores_sign_of_gravity() {
    for integrator in [Integrator::Explicit, Integrator::SemiImplicit, Integrator::Verlet] {
        for (height, gravity) in [(96i16, 3i16), (7, 1), (500, 12), (1, i16::MAX)] {
            let speed = height.launch(gravity, integrator);
            assert_eq!(height.launch(-gravity, integrator), speed);
            assert_eq!(speed.rise(-gravity, integrator), speed.rise(gravity, integrator));
            assert_eq!(height.launch_continuous(-gravity), height.launch_continuous(gravity));
            let (height, gravity) = (f32::from(height), f32::from(gravity));
            let speed = height.launch(gravity, integrator);
            assert_eq!(height.launch(-gravity, integrator), speed);
            assert_eq!(speed.rise(-gravity, integrator), speed.rise(gravity, integrator));
            assert_eq!(height.launch_continuous(-gravity), height.launch_continuous(gravity));
        }
    }
    assert!(96.0f64.launch_continuous(-900.0) > 400.0);
    assert!(96i16.launch_continuous(i16::MIN) > 0);
}

/// After a teleport the next step looks for a floor: a mover in the air cannot jump, a mover on a floor can.
#[test]
fn teleported_mover_looks_for_a_floor() {
    let floor: [Shape<f64, 2>; 1] = [Aabb::new([0.0, 100.0], [50.0, 110.0]).into()];
    let mut player = Mover::new(Aabb::new([10.0, 90.0], [20.0, 100.0]));
    player.gravity = Vector([0.0, 900.0]);
    let step = |player: &mut Mover<f64, 2, Aabb<f64, 2>>| {
        player.step(1.0 / 60.0, &floor[..], |_| Some(Response::Slide), |_| ());
    };
    step(&mut player);
    assert!(player.is_grounded());
    player.set_position(player.position());
    assert!(player.is_grounded());
    player.set_position([0.0, -50.0]);
    assert!(!player.is_grounded());
    player.coyote_time = 1.0;
    player.jump(30.0);
    step(&mut player);
    assert!(player.velocity.y() > 0.0, "it jumped in the air");
    player.set_position([0.0, 0.0]);
    player.jump(30.0);
    step(&mut player);
    assert!(player.velocity.y() < 0.0, "it did not jump from the floor");
}
