//! Movers with bodies: known situations, and random operation sequences checked against invariants.

use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, Simulation};
use bumper::motion::{Mover, WalkSettings};
use bumper::scalar::Real;
use bumper::{Aabb, AsShape, Ball, Pose, Relate, Relation, Rotation, Shape, Side, Vector};
use fastrand::Rng;

type Hero<R> = Mover<R, 2, Aabb<R, 2>>;

fn vector<R: Real>(x: f64, y: f64) -> Vector<R, 2> {
    Vector([R::from_f64(x), R::from_f64(y)])
}

fn bar<R: Real>(x: f64, y: f64, width: f64, height: f64) -> Aabb<R, 2> {
    Aabb::new(vector(x, y), vector(x + width, y + height))
}

/// A game with y upwards: a simulation, and movers with their bodies.
#[derive(Clone)]
struct Game<R: Real> {
    simulation: Simulation<R>,
    heroes: Vec<(Hero<R>, BodyId)>,
}

impl<R: Real> Game<R> {
    fn new() -> Self {
        Self { simulation: Simulation::new(vector(0.0, -10.0)), heroes: Vec::new() }
    }

    fn add(&mut self, kind: BodyKind, velocity: Vector<R, 2>, spin: f64, shape: Aabb<R, 2>) -> BodyId {
        let def = BodyDef { kind, velocity, angular_velocity: R::from_f64(spin), ..BodyDef::default() };
        self.simulation.insert(&def, &[ColliderDef::new(shape)]).unwrap()
    }

    fn add_hero(&mut self, shape: Aabb<R, 2>, mass: f64) {
        let mut hero = Mover::new(shape);
        hero.gravity = self.simulation.gravity;
        let body = self.simulation.insert_mover(&hero, R::from_f64(mass)).unwrap();
        self.heroes.push((hero, body));
    }

    /// Makes a step, and returns whether each hero was crushed.
    fn step(&mut self) -> Vec<bool> {
        let heroes = self.heroes.iter_mut().map(|(hero, body)| (hero, *body));
        let steps = self.simulation.step_with_movers(R::from_f64(1.0 / 60.0), heroes).unwrap();
        steps.into_iter().map(|step| step.crushed).collect()
    }

    fn center(&self, id: BodyId) -> Vector<f64, 2> {
        self.simulation.get(id).unwrap().center.map(R::to_f64)
    }

    fn position(&self, hero: usize) -> Vector<f64, 2> {
        self.heroes[hero].0.position().map(R::to_f64)
    }
}

/// Runs a test in both floats.
macro_rules! in_floats {
    ($($name:ident => $test:ident;)*) => {$(
        #[test]
        fn $name() {
            $test::<f32>();
            $test::<f64>();
        }
    )*};
}

in_floats! {
    body_follows_mover_that_drops_through_plank => drop_through;
    hero_on_stack_of_crates_and_heroes_rides_on_lift => ride_on_stack;
    hero_cannot_press_crate_through_lift_or_wall => press_crate;
    hero_rides_on_rotating_platform => ride_on_wheel;
    kinematic_press_reports_crushed_hero => press;
    hero_weighs_on_plank => weigh;
    hero_at_rest_lets_crates_sleep => sleep;
    hero_that_pushes_crate_stays_grounded => push_crate;
    fast_hero_lands_on_thin_floor => land;
    fast_kinematic_body_from_afar_pushes_hero => push_from_afar;
    random_games_with_bodies_keep_invariants => random_games;
}

/// The floor is far below the hero at the start of each step.
fn land<R: Real>() {
    for speed in [100.0, 4000.0] {
        let mut game = Game::<R>::new();
        game.add(BodyKind::Static, vector(0.0, 0.0), 0.0, bar(-9.0, -0.1, 18.0, 0.1));
        game.add_hero(bar(0.0, 50.0, 1.0, 2.0), 1.0);
        game.heroes[0].0.velocity = vector(0.0, -speed);
        (0..60).for_each(|_| assert_eq!(game.step(), [false]));
        assert!(game.heroes[0].0.is_grounded() && (game.position(0).y() + 50.0).abs() < 1e-3, "{speed}");
    }
}

/// The ram starts a step far from the hero and reaches the hero within this step. Many sleeping bodies make no difference.
fn push_from_afar<R: Real>() {
    let mut game = Game::<R>::new();
    game.add(BodyKind::Static, vector(0.0, 0.0), 0.0, bar(-100.0, -1.0, 200.0, 1.0));
    for k in 0..20 {
        game.add(BodyKind::Dynamic, vector(0.0, 0.0), 0.0, bar(20.0 + 2.0 * f64::from(k), 0.0, 1.0, 1.0));
    }
    game.add_hero(bar(0.0, 0.0, 1.0, 2.0), 1.0);
    (0..120).for_each(|_| assert_eq!(game.step(), [false]));
    let ram = game.add(BodyKind::Kinematic, vector(1200.0, 0.0), 0.0, bar(-16.0, 0.5, 1.0, 1.0));
    assert_eq!(game.step(), [false]);
    // The right side of the ram has arrived at 5, and the hero is in front of it.
    assert!((game.center(ram).x() - 4.5).abs() < 1e-3);
    assert!((game.position(0).x() - 5.0).abs() < 1e-2, "{:?}", game.position(0));
}

fn ride_on_stack<R: Real>() {
    for (x, y) in [(0.0, 1.0), (1.0, 0.0), (-0.5, 0.5), (0.0, -1.0)] {
        for crates in 0..3 {
            let mut game = Game::<R>::new();
            let lift = game.add(BodyKind::Kinematic, vector(x, y), 0.0, bar(-3.0, -1.0, 6.0, 1.0));
            for k in 0..crates {
                game.add(BodyKind::Dynamic, vector(x, y), 0.0, bar(-0.5, f64::from(k), 1.0, 1.0));
            }
            let top = f64::from(crates);
            game.add_hero(bar(-0.4, top, 0.8, 1.5), 3.0);
            game.add_hero(bar(-0.3, top + 1.5, 0.6, 0.5), 1.0);
            for frame in 0..180 {
                assert_eq!(game.step(), [false; 2]);
                let carried = game.center(lift) - Vector([0.0, -0.5]);
                for hero in 0..2 {
                    let apart = game.position(hero) - carried;
                    let context = format!("{x} {y} {crates} {frame} {hero}: {apart:?}");
                    // Crates that fall with a lift start to fall a little later.
                    assert!(apart.length() < 0.06, "{context}");
                    assert!(frame < 20 || game.heroes[hero].0.is_grounded(), "{context}");
                }
            }
        }
    }
}

fn press_crate<R: Real>() {
    for mass in [0.01, 1.0, 100.0] {
        // On a lift that rises, under a heavy hero.
        let mut game = Game::<R>::new();
        let lift = game.add(BodyKind::Kinematic, vector(0.0, 1.0), 0.0, bar(-3.0, -0.3, 6.0, 0.3));
        let crate_ = game.add(BodyKind::Dynamic, vector(0.0, 0.0), 0.0, bar(-0.5, 0.0, 1.0, 1.0));
        game.add_hero(bar(-0.4, 1.0, 0.8, 1.5), mass);
        for _ in 0..180 {
            game.step();
            let above = game.center(crate_).y() - game.center(lift).y();
            assert!((above - 0.65).abs() < 0.05, "{mass}: {above}");
        }
        // Against a wall.
        let mut game = Game::<R>::new();
        game.add(BodyKind::Static, vector(0.0, 0.0), 0.0, bar(-9.0, -1.0, 18.0, 1.0));
        game.add(BodyKind::Static, vector(0.0, 0.0), 0.0, bar(4.0, 0.0, 0.3, 9.0));
        let crate_ = game.add(BodyKind::Dynamic, vector(0.0, 0.0), 0.0, bar(2.0, 0.0, 1.0, 1.0));
        game.add_hero(bar(0.0, 0.0, 0.8, 1.5), mass);
        for _ in 0..300 {
            game.heroes[0].0.velocity[0] = R::from_f64(4.0);
            game.step();
            let x = game.center(crate_).x();
            assert!(x < 3.55 && game.position(0).x() < x - 1.27, "{mass}: {x} {:?}", game.position(0));
        }
        let moved = game.center(crate_).x() - 2.5;
        assert!(if mass < 0.2 { moved < 0.1 } else { moved > 0.9 }, "{mass}: {moved}");
    }
}

fn ride_on_wheel<R: Real>() {
    for spin in [-0.2, 0.2] {
        let mut game = Game::<R>::new();
        let wheel = game.add(BodyKind::Kinematic, vector(0.0, 0.0), spin, bar(-4.0, -0.5, 8.0, 1.0));
        game.add_hero(bar(1.6, 0.5, 0.8, 1.0), 1.0);
        let settings = WalkSettings { stair_height: R::from_f64(0.1), snap_distance: R::from_f64(0.1) };
        game.heroes[0].0.walk_settings = Some(settings);
        for frame in 0..90 {
            assert_eq!(game.step(), [false]);
            assert!(game.heroes[0].0.is_grounded(), "{spin} {frame}");
        }
        let angle = game.simulation.get(wheel).unwrap().angle.to_f64();
        let risen = game.position(0).y();
        assert!(risen * spin > 0.0 && (risen.abs() - 2.0 * angle.abs()).abs() < 0.2, "{spin}: {risen}");
    }
}

fn press<R: Real>() {
    for speed in [-1.0, -30.0] {
        let mut game = Game::<R>::new();
        game.add(BodyKind::Static, vector(0.0, 0.0), 0.0, bar(-9.0, -1.0, 18.0, 1.0));
        game.add(BodyKind::Kinematic, vector(0.0, speed), 0.0, bar(-3.0, 4.0, 6.0, 1.0));
        game.add_hero(bar(-0.4, 0.0, 0.8, 1.5), 1.0);
        let first = (0..400).find(|_| game.step()[0]);
        let reached = 2.5 / -speed * 60.0;
        assert!(first.is_some_and(|frame| (f64::from(frame) - reached).abs() < 2.0), "{first:?} {reached}");
        assert!(game.position(0).length() < 1e-3);
    }
}

fn weigh<R: Real>() {
    let tilt = |x: f64| {
        let mut game = Game::<R>::new();
        game.add(BodyKind::Static, vector(0.0, 0.0), 0.0, bar(-0.2, -1.0, 0.4, 1.0));
        let plank = game.add(BodyKind::Dynamic, vector(0.0, 0.0), 0.0, bar(-4.0, 0.0, 8.0, 0.3));
        game.add_hero(bar(x - 0.4, 0.3, 0.8, 1.0), 3.0);
        (0..30).for_each(|_| _ = game.step());
        game.simulation.get(plank).unwrap().angle.to_f64()
    };
    assert!(tilt(2.0) < -0.05 && tilt(-2.0) > 0.05 && tilt(0.0).abs() < 0.01);
}

fn sleep<R: Real>() {
    let mut game = Game::<R>::new();
    game.add(BodyKind::Static, vector(0.0, 0.0), 0.0, bar(-9.0, -1.0, 18.0, 1.0));
    let crate_ = game.add(BodyKind::Dynamic, vector(0.0, 0.0), 0.0, bar(-0.5, 0.0, 1.0, 1.0));
    game.add_hero(bar(-0.4, 1.0, 0.8, 1.5), 1.0);
    (0..180).for_each(|_| _ = game.step());
    assert!(game.simulation.get(crate_).unwrap().asleep && game.heroes[0].0.is_grounded());
    game.heroes[0].0.velocity[0] = R::from_f64(3.0);
    (0..60).for_each(|_| _ = game.step());
    assert!(game.position(0).x() > 0.5);
}

/// The crate tilts a little, away from the hero.
fn push_crate<R: Real>() {
    let crates = [bar(2.0, 0.0, 1.0, 1.0), bar(2.0, 0.0, 1.0, 2.0), bar(2.0, 0.0, 0.6, 1.8)];
    for (mass, speed, shape) in
        [1.0, 2.0, 5.0].into_iter().flat_map(|m| [1.0, 3.0, 5.0].map(|s| crates.map(|c| (m, s, c)))).flatten()
    {
        let mut game = Game::<R>::new();
        game.add(BodyKind::Static, vector(0.0, 0.0), 0.0, bar(-90.0, -1.0, 180.0, 1.0));
        let crate_ = game.add(BodyKind::Dynamic, vector(0.0, 0.0), 0.0, shape);
        game.add_hero(bar(0.0, 0.0, 0.8, 1.8), mass);
        for frame in 0..240 {
            game.heroes[0].0.velocity[0] = R::from_f64(speed);
            game.step();
            let y = game.position(0).y();
            assert!(game.heroes[0].0.is_grounded(), "{mass} {speed} {shape:?} {frame} {y}");
        }
        assert!(game.center(crate_).x() > 4.0);
    }
}

/// The overlapping pairs of a hero and a body that is not dynamic, and of two heroes.
fn overlaps<R: Real>(game: &Game<R>) -> Vec<(usize, u64)> {
    let mut found = Vec::new();
    let own: Vec<BodyId> = game.heroes.iter().map(|(_, body)| *body).collect();
    for (index, (hero, _)) in game.heroes.iter().enumerate() {
        for (other, (shape, _)) in game.heroes[..index].iter().enumerate() {
            if hero.shape().relation(shape.shape()) == Relation::Overlapping {
                found.push((index, other as u64));
            }
        }
        for (body, state) in game.simulation.iter().filter(|(body, _)| !own.contains(body)) {
            let mut shapes = game.simulation.colliders_of(body).filter_map(|id| game.simulation.shape_of(id));
            let overlaps = |shape: bumper::ShapeBuf<R, 2>| {
                hero.shape().relation(&shape.as_shape()) == Relation::Overlapping
            };
            if state.kind != BodyKind::Dynamic && shapes.any(overlaps) {
                found.push((index, body.to_bits() + 1000));
            }
        }
    }
    found
}

fn random_games<R: Real>() {
    let (mut rode, mut pushed, mut crushed) = (0, 0, 0);
    // In the last game, two lifts and a crate touch a hero at once.
    for seed in (0..crate::motion::cases(60)).chain([839]) {
        let rng = &mut Rng::with_seed(seed);
        let mut game = Game::<R>::new();
        let still = vector(0.0, 0.0);
        for (x, y, width, height) in [
            (-12.0, -12.0, 24.0, 2.0),
            (-12.0, 10.0, 24.0, 2.0),
            (-12.0, -12.0, 2.0, 24.0),
            (10.0, -12.0, 2.0, 24.0),
        ] {
            game.add(BodyKind::Static, still, 0.0, bar(x, y, width, height));
        }
        // Everything starts in a cell of its own, so that nothing overlaps.
        let mut cells: Vec<(f64, f64)> =
            (0..36).map(|k| (f64::from(k % 6) * 3.0 - 9.0, f64::from(k / 6) * 3.0 - 9.5)).collect();
        rng.shuffle(&mut cells);
        let mut lifts = Vec::new();
        for (k, (x, y)) in cells.iter().copied().take(rng.usize(6..22)).enumerate() {
            let [width, height] = [0.4 + rng.f64() * 2.2, 0.4 + rng.f64() * 1.6];
            let shape = bar(x, y, width, height);
            match (k, rng.u8(0..6)) {
                (0 | 1, _) | (_, 0) if game.heroes.len() < 4 => {
                    game.add_hero(bar(x, y, 0.4 + rng.f64() * 0.6, height), 0.2 + rng.f64() * 4.0);
                    let settings =
                        WalkSettings { stair_height: R::from_f64(0.3), snap_distance: R::from_f64(0.3) };
                    game.heroes.last_mut().unwrap().0.walk_settings = rng.bool().then_some(settings);
                }
                (_, 1) => _ = game.add(BodyKind::Static, still, 0.0, shape),
                (2 | 3, _) | (_, 2) => {
                    let velocity = vector(rng.f64() * 4.0 - 2.0, rng.f64() * 4.0 - 2.0);
                    lifts.push(game.add(BodyKind::Kinematic, velocity, 0.0, shape));
                }
                _ => _ = game.add(BodyKind::Dynamic, still, 0.0, shape),
            }
        }
        let mut before = overlaps(&game);
        for frame in 0..150 {
            for lift in &lifts {
                let state = game.simulation.get(*lift).unwrap();
                if rng.u8(0..40) == 0
                    || (0..2).any(|axis| {
                        (state.center[axis].to_f64() * state.velocity[axis].to_f64()) > 0.0
                            && state.center[axis].to_f64().abs() > 7.0
                    })
                {
                    game.simulation.set_velocity(*lift, state.velocity.map(|v| -v), R::default()).unwrap();
                }
            }
            for (hero, _) in &mut game.heroes {
                if rng.u8(0..4) == 0 {
                    hero.velocity[0] = R::from_f64(rng.f64() * 10.0 - 5.0);
                }
                if rng.u8(0..30) == 0 {
                    hero.jump(R::from_f64(2.0));
                }
            }
            let mut copy = game.clone();
            let context = format!("{} seed {seed} frame {frame}", std::any::type_name::<R>());
            let found = game.step();
            copy.step();
            assert!(copy.simulation.state_hash() == game.simulation.state_hash(), "{context}");
            for (a, b) in copy.heroes.iter().zip(&game.heroes) {
                assert!((a.0.position(), a.0.velocity) == (b.0.position(), b.0.velocity), "{context}");
            }
            let now = overlaps(&game);
            // A crushed hero overlaps a lift, and gets out of it later.
            let is_new = |pair: &&(usize, u64)| !before.contains(pair) && !found[pair.0];
            assert_eq!(now.iter().filter(is_new).count(), 0, "{context}: {now:?} {found:?}");
            before = now;
            crushed += found.iter().filter(|crushed| **crushed).count();
            for (index, (hero, _)) in game.heroes.iter().enumerate() {
                let at = hero.center().unwrap().map(R::to_f64);
                assert!(at.0.iter().all(|c| c.abs() < 10.0), "{context} {index}: {at:?}");
                rode += usize::from(hero.is_grounded() && hero.velocity[0] == R::default());
            }
            pushed += game
                .simulation
                .iter()
                .filter(|(_, body)| body.kind == BodyKind::Dynamic && body.velocity[0].to_f64().abs() > 1.0)
                .count();
        }
    }
    assert!(rode > 200 && pushed > 500 && crushed > 5, "{rode} {pushed} {crushed}");
}

/// Lets a body fall on the head of a hero that stands on the ground. Returns the largest distance of the hero from its place after any
/// step.
fn drift_under<R: Real>(shape: Shape<'_, R, 2>, masses: [f64; 2], height: f64) -> f64 {
    let n = R::from_f64;
    let mut simulation = Simulation::<R>::new([n(0.0), n(-10.0)]);
    let ground = Aabb::new([n(-50.0), n(-1.0)], [n(50.0), n(0.0)]);
    simulation.insert_static(&ColliderDef::new(ground)).unwrap();
    let mut hero = Mover::new(Aabb::new([n(-0.4), n(0.0)], [n(0.4), n(1.8)]));
    hero.gravity = Vector([n(0.0), n(-10.0)]);
    let body = simulation.insert_mover(&hero, n(masses[0])).unwrap();
    let pose = Pose::new(Rotation::identity(), [n(0.0), n(1.8 + height)]);
    let falling = BodyDef { pose, mass: Some(n(masses[1])), ..BodyDef::default() };
    simulation.insert(&falling, &[ColliderDef::new(shape)]).unwrap();
    let mut most = 0.0f64;
    for _ in 0..300 {
        let [step] = &simulation.step_with_movers(n(1.0 / 60.0), [(&mut hero, body)]).unwrap()[..] else {
            panic!()
        };
        assert!(!step.crushed);
        most = most.max(hero.position().length().to_f64());
    }
    most
}

/// The solver lets bodies overlap by a small slop. The hero is pinned between the body and the ground, and must not be moved out of the
/// body sideways.
#[test]
fn a_body_on_the_head_does_not_move_a_mover() {
    fn check<R: Real>() {
        let n = R::from_f64;
        for (k, masses) in [[1.0, 1.0], [1.0, 100.0], [100.0, 1.0], [80.0, 30.0]].into_iter().enumerate() {
            for height in [0.0, 0.01, 1.0, 6.0] {
                for width in [0.3, 0.9, 6.0] {
                    let crate_ = Aabb::new([n(-width), n(0.0)], [n(width), n(0.8)]);
                    let ball = Ball::new([n(0.0), n(width)], n(width));
                    let shapes = [Shape::from(crate_), Shape::from(ball)];
                    for shape in shapes {
                        let drift = drift_under(shape, masses, height);
                        assert!(drift < 0.02, "{drift} under {shape:?}, masses {k}, from {height}");
                    }
                }
            }
        }
    }
    check::<f32>();
    check::<f64>();
}

/// The body of a hero falls through the plank together with the mover. Otherwise, rays and sensors would still find it on the plank.
fn drop_through<R: Real>() {
    let mut game = Game::<R>::new();
    game.simulation.insert_static(&ColliderDef::new(bar(-9.0, -4.0, 18.0, 1.0))).unwrap();
    let plank = ColliderDef { one_way: Some(Side::MAX_Y), ..ColliderDef::new(bar(-9.0, -0.2, 18.0, 0.2)) };
    game.simulation.insert_static(&plank).unwrap();
    game.add_hero(bar(0.0, 0.0, 0.8, 1.8), 2.0);
    (0..20).for_each(|_| _ = game.step());
    assert!(game.heroes[0].0.is_grounded());
    game.heroes[0].0.drop_through = true;
    for frame in 0..90 {
        game.step();
        let (mover, body) = (game.position(0), game.center(game.heroes[0].1) - Vector([0.4, 0.9]));
        assert!((mover - body).length() < 0.02, "frame {frame}: {mover:?}, {body:?}");
    }
    assert!((game.position(0) - Vector([0.0, -3.0])).length() < 0.02);
}

#[test]
fn mover_that_presses_crate_against_wall_stays_on_ground() {
    let mut highest = Vec::new();
    for speed in [6.0, 12.0, 18.0, 30.0, 50.0] {
        for width in [0.5, 1.0] {
            for density in [0.1, 1.0] {
                for steps in [None, Some(WalkSettings { stair_height: 0.2, snap_distance: 0.2 })] {
                    let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
                    let ground = Aabb::new([-30.0, -1.0], [30.0, 0.0]);
                    simulation.insert_static(&ColliderDef::new(ground)).unwrap();
                    simulation.insert_static(&ColliderDef::new(Aabb::new([6.0, 0.0], [7.0, 5.0]))).unwrap();
                    let crate_ = ColliderDef {
                        density,
                        ..ColliderDef::new(Aabb::new([2.0, 0.0], [2.0 + width, width]))
                    };
                    simulation.insert(&BodyDef::default(), &[crate_]).unwrap();
                    let mut hero = Mover::new(Aabb::new([-1.0, 0.0], [-0.2, 1.8]));
                    hero.gravity = Vector([0.0, -10.0]);
                    hero.walk_settings = steps;
                    let body = simulation.insert_mover(&hero, 2.0).unwrap();
                    let mut top = 0.0f64;
                    for _ in 0..240 {
                        hero.velocity[0] = speed;
                        simulation.step_with_movers(1.0 / 60.0, [(&mut hero, body)]).unwrap();
                        top = top.max(hero.position().y());
                    }
                    if top > 0.05 {
                        highest.push((top, speed, width, density, steps.is_some()));
                    }
                }
            }
        }
    }
    assert!(highest.is_empty(), "{} of 40 climb: {highest:?}", highest.len());
}
