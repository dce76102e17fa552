//! Conveyor belts that carry movers, in a simulation and in a world.

use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, Simulation};
use bumper::motion::{Mover, WalkSettings};
use bumper::world::World;
use bumper::{Aabb, Ball, Capsule, Pose, Rotation, ShapeBuf, Triangle, Vector};

type Hero = Mover<f64, 2, ShapeBuf<f64, 2>>;

fn heroes() -> [Hero; 3] {
    let shapes: [ShapeBuf<f64, 2>; 3] = [
        Aabb::new([-0.4, 0.0], [0.4, 1.8]).into(),
        Ball::new([0.0, 0.5], 0.5).into(),
        Capsule::new([0.0, 0.4], [0.0, 1.4], 0.4).into(),
    ];
    shapes.map(|shape| {
        let mut hero = Mover::new(shape);
        hero.gravity = Vector([0.0, -10.0]);
        hero
    })
}

fn belt<'a>(shape: Aabb<f64, 2>, velocity: [f64; 2]) -> ColliderDef<'a, f64> {
    ColliderDef { surface_velocity: velocity.into(), friction: 0.0, ..ColliderDef::new(shape) }
}

fn simulation_with(def: &BodyDef<f64>, colliders: &[ColliderDef<'_, f64>]) -> Simulation<f64> {
    let mut simulation = Simulation::new([0.0, -10.0]);
    simulation.insert(def, colliders).unwrap();
    simulation
}

/// Runs a hero for two seconds. Returns its displacement.
fn ride(simulation: &mut Simulation<f64>, hero: &mut Hero, time: f64) -> Vector<f64, 2> {
    let body = simulation.insert_mover(hero, 2.0).unwrap();
    for _ in 0..(2.0 / time) as usize {
        simulation.step_with_movers(time, [(&mut *hero, body)]).unwrap();
    }
    hero.position()
}

#[track_caller]
fn assert_at(moved: Vector<f64, 2>, expected: [f64; 2]) {
    // A mover lands in its first step and moves with the belt from then on.
    assert!((moved - Vector(expected)).length() < 0.08, "{moved:?} is not {expected:?}");
}

const STATIC: BodyKind = BodyKind::Static;

#[test]
fn belt_in_simulation_carries_movers() {
    for time in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0] {
        for speed in [-2.0, 0.5, 8.0] {
            for mut hero in heroes() {
                let def = BodyDef { kind: STATIC, ..BodyDef::default() };
                let long = belt(Aabb::new([-60.0, -1.0], [60.0, 0.0]), [speed, 0.0]);
                assert_at(ride(&mut simulation_with(&def, &[long]), &mut hero, time), [2.0 * speed, 0.0]);
            }
        }
    }
}

#[test]
fn mover_on_row_of_belts_moves_once() {
    let tiles: Vec<_> = (-30..30)
        .map(|k| belt(Aabb::new([f64::from(k), -1.0], [f64::from(k + 1), 0.0]), [2.0, 0.0]))
        .collect();
    for mut hero in heroes() {
        let def = BodyDef { kind: STATIC, ..BodyDef::default() };
        assert_at(ride(&mut simulation_with(&def, &tiles), &mut hero.clone(), 1.0 / 60.0), [4.0, 0.0]);
        let mut simulation = Simulation::new([0.0, -10.0]);
        tiles.iter().for_each(|tile| _ = simulation.insert_static(tile).unwrap());
        assert_at(ride(&mut simulation, &mut hero, 1.0 / 60.0), [4.0, 0.0]);
    }
}

#[test]
fn belt_on_lift_adds_to_motion_of_lift() {
    for lift in [[1.0, 0.0], [-3.0, 1.0], [0.0, -2.0]] {
        for mut hero in heroes() {
            let def = BodyDef { kind: BodyKind::Kinematic, velocity: lift.into(), ..BodyDef::default() };
            let long = belt(Aabb::new([-60.0, -1.0], [60.0, 0.0]), [-1.5, 0.0]);
            let moved = ride(&mut simulation_with(&def, &[long]), &mut hero, 1.0 / 60.0);
            assert_at(moved, [2.0 * (lift[0] - 1.5), 2.0 * lift[1]]);
        }
    }
}

#[test]
fn belt_of_rotated_body_carries_along_its_surface() {
    // The belt climbs by 20 degrees. The hero walks, so that it does not slide down.
    let rotation = Rotation::from_degrees(20.0);
    let def = BodyDef { kind: STATIC, pose: Pose::new(rotation, [0.0, 0.0]), ..BodyDef::default() };
    let long = belt(Aabb::new([-60.0, -1.0], [60.0, 0.0]), [2.0, 0.0]);
    let mut hero: Hero = Mover::new(Ball::new(rotation.apply(Vector([0.0, 0.5])), 0.5).into());
    hero.gravity = Vector([0.0, -10.0]);
    hero.walk_settings = Some(WalkSettings { stair_height: 0.1, snap_distance: 0.1 });
    let moved = ride(&mut simulation_with(&def, &[long]), &mut hero, 1.0 / 60.0);
    assert_at(moved, rotation.apply(Vector([4.0, 0.0])).0);
}

#[test]
fn level_surface_velocity_on_slope_carries_along_slope() {
    let slope = Triangle::new([-30.0, -15.0], [30.0, -15.0], [30.0, 15.0]);
    let collider = ColliderDef { surface_velocity: [2.0, 0.0].into(), ..ColliderDef::new(slope) };
    let mut simulation = Simulation::new([0.0, -10.0]);
    simulation.insert_static(&collider).unwrap();
    let mut hero: Hero = Mover::new(Ball::new([0.0, 0.5 * 1.25f64.sqrt()], 0.5).into());
    hero.gravity = Vector([0.0, -10.0]);
    hero.walk_settings = Some(WalkSettings { stair_height: 0.1, snap_distance: 0.1 });
    // Along the slope, the speed is 2 · cos(α), so it is 2 · cos²(α) along x; the tangent of α is 1/2.
    assert_at(ride(&mut simulation, &mut hero, 1.0 / 60.0), [3.2, 1.6]);
}

#[test]
fn walls_and_other_movers_stop_movers_on_belt() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    simulation.insert_static(&belt(Aabb::new([-60.0, -1.0], [60.0, 0.0]), [2.0, 0.0])).unwrap();
    simulation.insert_static(&ColliderDef::new(Aabb::new([3.0, 0.0], [4.0, 9.0]))).unwrap();
    let mut movers = [0.0, 1.0].map(|x| {
        let mut hero = Mover::new(Aabb::new([x, 0.0], [x + 0.75, 1.0]));
        hero.gravity = Vector([0.0, -10.0]);
        hero
    });
    let bodies: Vec<BodyId> = movers.iter().map(|hero| simulation.insert_mover(hero, 1.0).unwrap()).collect();
    for _ in 0..120 {
        simulation.step_with_movers(1.0 / 60.0, movers.iter_mut().zip(bodies.iter().copied())).unwrap();
    }
    let ends = [0, 1].map(|k: usize| movers[k].shape().max().x());
    assert!((ends[1] - 3.0).abs() < 1e-9 && (ends[0] - 2.25).abs() < 1e-9, "{ends:?}");
}

#[test]
fn mover_on_mover_on_belt_goes_along() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    simulation.insert_static(&belt(Aabb::new([-60.0, -1.0], [60.0, 0.0]), [2.0, 0.0])).unwrap();
    let mut movers = [0.0, 1.0].map(|y| {
        let mut hero = Mover::new(Aabb::new([0.0, y], [1.0, y + 1.0]));
        hero.gravity = Vector([0.0, -10.0]);
        hero
    });
    let bodies: Vec<BodyId> = movers.iter().map(|hero| simulation.insert_mover(hero, 1.0).unwrap()).collect();
    for _ in 0..120 {
        simulation.step_with_movers(1.0 / 60.0, movers.iter_mut().zip(bodies.iter().copied())).unwrap();
    }
    movers.iter().for_each(|hero| assert_at(hero.position(), [4.0, 0.0]));
}

#[test]
fn belts_of_world_carry_movers_of_all_scalars() {
    macro_rules! check {
        ($($scalar:ty),*) => {$(
            let whole = |c: i8| <$scalar>::from(c);
            let mut world: World<$scalar, 2> = World::new();
            let block = |x: i8, y: i8, w: i8, h: i8| Aabb::new([whole(x), whole(y)], [whole(x + w), whole(y + h)]);
            let belts = [-50, -10, 30].map(|x| {
                world.insert(bumper::world::Collider::new(block(x, 100, 40, 8))).unwrap()
            });
            let mut hero = Mover::new(block(-20, 80, 16, 20));
            hero.gravity = Vector([whole(0), whole(1)]);
            let id = world.insert(bumper::world::Collider::new(*hero.shape())).unwrap();
            for _ in 0..10 {
                hero.slide(1.0, &mut world, id).unwrap();
                let steps = belts.map(|belt| (belt, Vector([whole(3), whole(0)])));
                world.carry_on_belts(steps, [(&mut hero, id)]).unwrap();
            }
            assert_eq!(hero.position(), Vector([whole(30), whole(0)]));
        )*};
    }
    check!(i16, i32, f64);
}
