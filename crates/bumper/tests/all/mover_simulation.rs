//! A mover among static shapes moves alike in a world and in a simulation.

use bumper::dynamics::{BodyId, ColliderDef, Simulation};
use bumper::motion::{Mover, WalkSettings};
use bumper::world::{Id, World};
use bumper::{Aabb, Axis, Ball, Capsule, ShapeBuf, Side, Triangle, Vector};
use fastrand::Rng;

/// The number of random scenes: `BUMPER_CASES`, or else `usual`.
fn cases(usual: u64) -> u64 {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

/// The seed of the random scenes: `BUMPER_SEED`, or else `usual`.
fn seed(usual: u64) -> u64 {
    std::env::var("BUMPER_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(usual)
}

/// A static shape of a scene, and whether it stops movers only from above.
struct Ground {
    shape: ShapeBuf<f64, 2>,
    is_plank: bool,
}

/// The floors, walls, ceilings, slopes and planks of a random scene in which lengths have the order of `size`. `up` points up on the y
/// axis.
fn scene(rng: &mut Rng, size: f64, up: f64) -> Vec<Ground> {
    let block = |x: f64, y: f64, width: f64, height: f64| {
        Aabb::new([x * size, up * y * size], [(x + width) * size, up * (y + height) * size])
    };
    let solid = |shape: ShapeBuf<f64, 2>| Ground { shape, is_plank: false };
    let mut grounds = vec![
        solid(block(-20.0, -1.0, 40.0, 1.0).into()),
        solid(block(-21.0, -1.0, 1.0, 30.0).into()),
        solid(block(20.0, -1.0, 1.0, 30.0).into()),
    ];
    for _ in 0..rng.usize(1..12) {
        let x = rng.f64() * 30.0 - 18.0;
        let y = rng.f64() * 8.0;
        let width = 0.5 + rng.f64() * 8.0;
        let thickness = 0.1 + rng.f64();
        grounds.push(match rng.u8(0..4) {
            0 => solid(block(x, y, thickness, width).into()),
            1 => {
                let corners = [[x, 0.0], [x + width, 0.0], [x + width, rng.f64() * 3.0]];
                let corners = corners.map(|[x, y]| [x * size, up * y * size]);
                solid(Triangle::new(corners[0], corners[1], corners[2]).into())
            }
            2 => Ground { shape: block(x, y, width, 0.2).into(), is_plank: true },
            _ => solid(block(x, y + 1.2, width, thickness).into()),
        });
    }
    grounds
}

fn mover(rng: &mut Rng, size: f64, up: f64) -> Mover<f64, 2, ShapeBuf<f64, 2>> {
    let at = |x: f64, y: f64| [x * size, up * y * size];
    let height = 0.8 + rng.f64();
    let shape: ShapeBuf<f64, 2> = match rng.u8(0..3) {
        0 => Aabb::new(at(-19.5, 0.0), at(-18.7, height)).into(),
        1 => Ball::new(at(-19.0, 0.5), 0.5 * size).into(),
        _ => Capsule::new(at(-19.0, 0.4), at(-19.0, 0.4 + height), 0.4 * size).into(),
    };
    let mut mover = Mover::new(shape);
    mover.gravity = Vector([0.0, -up * size * (5.0 + rng.f64() * 40.0)]);
    mover.coyote_time = rng.f64() * 0.2;
    mover.buffer_time = rng.f64() * 0.2;
    if rng.bool() {
        mover.walk_settings = Some(WalkSettings { stair_height: 0.3 * size, snap_distance: 0.3 * size });
    }
    mover
}

/// The same mover in a world and in a simulation.
struct Twins {
    world: World<f64, 2, ShapeBuf<f64, 2>>,
    id: Id,
    in_world: Mover<f64, 2, ShapeBuf<f64, 2>>,
    simulation: Simulation<f64>,
    body: BodyId,
    in_simulation: Mover<f64, 2, ShapeBuf<f64, 2>>,
}

impl Twins {
    fn new(grounds: &[Ground], mover: &Mover<f64, 2, ShapeBuf<f64, 2>>, up: f64) -> Self {
        let side = Side { axis: Axis::Y, negative: up < 0.0 };
        let mut world = World::new();
        let mut simulation = Simulation::new(mover.gravity);
        for ground in grounds {
            let one_way = ground.is_plank.then_some(side);
            let collider = bumper::world::Collider::new(ground.shape.clone());
            world.insert(bumper::world::Collider { one_way, ..collider }).unwrap();
            simulation.insert_static(&ColliderDef { one_way, ..ColliderDef::new(&ground.shape) }).unwrap();
        }
        let id = world.insert(bumper::world::Collider::new(mover.shape().clone())).unwrap();
        let body = simulation.insert_mover(mover, 2.0).unwrap();
        Self { world, id, in_world: mover.clone(), simulation, body, in_simulation: mover.clone() }
    }

    /// Makes a step in which both movers get the same commands.
    fn step(&mut self, time: f64, command: impl Fn(&mut Mover<f64, 2, ShapeBuf<f64, 2>>)) {
        command(&mut self.in_world);
        command(&mut self.in_simulation);
        self.in_world.slide(time, &mut self.world, self.id).unwrap();
        let movers = [(&mut self.in_simulation, self.body)];
        self.simulation.step_with_movers(time, movers).unwrap();
    }
}

#[test]
fn mover_moves_in_simulation_as_in_world() {
    let mut rng = Rng::with_seed(seed(54));
    let mut airborne = 0;
    let mut blocked = 0;
    for case in 0..cases(200) {
        let size = [0.1, 1.0, 16.0, 200.0][rng.usize(0..4)];
        let up = if rng.bool() { 1.0 } else { -1.0 };
        let grounds = scene(&mut rng, size, up);
        let mut twins = Twins::new(&grounds, &mover(&mut rng, size, up), up);
        let time = [1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0, 1.0 / 240.0][rng.usize(0..4)];
        let speed = size * [2.0, 8.0, 30.0, 200.0][rng.usize(0..4)];
        let height = size * [0.1, 1.5, 5.0, 20.0][rng.usize(0..4)];
        let mut direction = 1.0;
        for frame in 0..90 {
            if rng.u8(0..20) == 0 {
                direction = [-1.0, 0.0, 1.0][rng.usize(0..3)];
            }
            let jumps = rng.u8(0..12) == 0;
            let drops = rng.u8(0..40) == 0;
            twins.step(time, |mover| {
                mover.velocity[0] = direction * speed;
                mover.drop_through = drops;
                if jumps {
                    mover.jump(height);
                }
            });
            let [a, b] = [&twins.in_world, &twins.in_simulation];
            airborne += u32::from(!a.is_grounded());
            blocked += u32::from(a.velocity[0] != direction * speed);
            let alike =
                (a.position(), a.velocity, a.is_grounded()) == (b.position(), b.velocity, b.is_grounded());
            assert!(alike, "case {case}, frame {frame}: {:?} and {:?}", a.position(), b.position());
        }
    }
    assert!(airborne > 1000 && blocked > 1000, "{airborne} {blocked}");
}

#[test]
fn jump_in_simulation_stops_at_ceiling() {
    for time in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 120.0, 1.0 / 240.0] {
        for gap in [0.0, 1.0, 7.0, 30.0] {
            for (height, gravity) in [(20.0, 900.0), (200.0, 900.0), (2000.0, 900.0), (200.0, 1e5)] {
                for (coyote, buffer) in [(0.0, 0.0), (0.2, 0.0), (0.0, 0.2)] {
                    let ceiling = 16.0 + gap;
                    let mut simulation = Simulation::<f64>::new([0.0, -gravity]);
                    let blocks = [
                        Aabb::new([-640.0, -32.0], [16.0, 0.0]),
                        Aabb::new([-640.0, ceiling], [640.0, ceiling + 8.0]),
                    ];
                    for block in blocks {
                        simulation.insert_static(&ColliderDef::new(block)).unwrap();
                    }
                    let mut hero = Mover::new(Aabb::new([0.0, 0.0], [16.0, 16.0]));
                    hero.gravity = Vector([0.0, -gravity]);
                    hero.coyote_time = coyote;
                    hero.buffer_time = buffer;
                    let body = simulation.insert_mover(&hero, 2.0).unwrap();
                    for frame in 0..20 {
                        // The hero leaves the floor after a few frames, so that late jumps occur, too.
                        hero.velocity[0] = 120.0;
                        hero.jump(height);
                        simulation.step_with_movers(time, [(&mut hero, body)]).unwrap();
                        let top = hero.shape().max().y();
                        assert!(
                            top <= ceiling + 1e-9,
                            "{time} {gap} {height} {coyote} {buffer} {frame}: {top}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn jump_off_fast_lift_in_simulation_stops_at_ceiling() {
    for time in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0] {
        for speed in [100.0, 1000.0, 5000.0] {
            let mut simulation = Simulation::<f64>::new([0.0, -900.0]);
            let def = bumper::dynamics::BodyDef {
                kind: bumper::dynamics::BodyKind::Kinematic,
                velocity: Vector([0.0, speed]),
                ..Default::default()
            };
            simulation.insert(&def, &[ColliderDef::new(Aabb::new([-50.0, -8.0], [50.0, 0.0]))]).unwrap();
            let ceiling = 16.0 + speed * time * 3.5;
            simulation
                .insert_static(&ColliderDef::new(Aabb::new([-64.0, ceiling], [64.0, ceiling + 1.0])))
                .unwrap();
            let mut hero = Mover::new(Aabb::new([0.0, 0.0], [16.0, 16.0]));
            hero.gravity = Vector([0.0, -900.0]);
            hero.keep_platform_velocity = true;
            let body = simulation.insert_mover(&hero, 2.0).unwrap();
            for frame in 0..3 {
                if frame == 2 {
                    hero.jump(20.0);
                }
                simulation.step_with_movers(time, [(&mut hero, body)]).unwrap();
                assert!(hero.shape().max().y() <= ceiling + 1e-9, "{time} {speed} {frame}");
            }
        }
    }
}
