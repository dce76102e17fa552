//! A platformer: tiles, a lift, crates to push, coins, planks to jump onto from below and to drop through, and a save game.
//! `cargo run -p bumper --features serde --example platformer`
use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, Simulation};
use bumper::motion::{HitTarget, Mover, WalkSettings};
use bumper::{Aabb, Axis, Ball, Side, Vector};

const STEP: f32 = 1.0 / 60.0;

/// The level: tiles `#`, planks `=`, coins `o`, crates `c`, the lift `L` and the hero `@`. A tile is 1 wide; y points down.
const LEVEL: [&str; 9] = [
    "#....................#",
    "#............o.......#",
    "#....................#",
    "#...o........####....#",
    "#..===...........#...#",
    "#................#...#",
    "#.@..o..c........#.c.#",
    "#########..LL....#####",
    "######################",
];

/// The keys that the player holds down.
#[derive(Clone, Copy, Default)]
#[rustfmt::skip]
pub(crate) struct Keys { pub(crate) left: bool, pub(crate) right: bool, pub(crate) down: bool, pub(crate) jump: bool }

#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) simulation: Simulation<f32>,
    pub(crate) hero: Mover<f32, 2, Aabb<f32, 2>>,
    body: BodyId,
    pub(crate) lift: BodyId,
    pub(crate) coins: u32,
    pub(crate) is_crushed: bool,
}

impl Game {
    pub(crate) fn new() -> Self {
        let mut simulation = Simulation::new([0.0, 25.0]);
        let mut hero = Mover::new(Aabb::new([0.0, 0.0], [0.7, 0.95]));
        let (mut lift_tiles, up) = (Vec::new(), Some(Side { axis: Axis::Y, negative: true }));
        for (y, row) in LEVEL.iter().enumerate() {
            for (x, tile) in row.bytes().enumerate() {
                let corner = Vector([x as f32, y as f32]);
                let part = |min, max| ColliderDef::new(Aabb::new(corner + Vector(min), corner + Vector(max)));
                let plank = part([0.0, 0.0], [1.0, 0.2]);
                let coin = ColliderDef::new(Ball::new(corner + Vector([0.5, 0.5]), 0.3));
                _ = match tile {
                    b'#' => simulation.insert_static(&part([0.0, 0.0], [1.0, 1.0])).is_ok(),
                    b'=' => simulation.insert_static(&ColliderDef { one_way: up, ..plank }).is_ok(),
                    b'o' => simulation.insert_static(&ColliderDef { sensor: true, ..coin }).is_ok(),
                    b'c' => simulation.insert(&BodyDef::default(), &[part([0.05, 0.1], [0.95, 1.0])]).is_ok(),
                    b'@' => hero.set_position(corner),
                    b'L' => {
                        lift_tiles.push(plank);
                        true
                    }
                    _ => true,
                };
            }
        }
        hero.gravity = simulation.gravity;
        hero.walk_settings = Some(WalkSettings { stair_height: 0.3, snap_distance: 0.3 });
        (hero.coyote_time, hero.buffer_time, hero.keep_platform_velocity) = (0.1, 0.1, true);
        let body = simulation.insert_mover(&hero, 0.8).expect("a shape with an area");
        let (kind, velocity) = (BodyKind::Kinematic, Vector([0.0, -2.0]));
        let rising = BodyDef { kind, velocity, ..BodyDef::default() };
        let lift = simulation.insert(&rising, &lift_tiles).expect("a lift");
        Self { simulation, hero, body, lift, coins: 0, is_crushed: false }
    }

    /// Advances the game by a time step.
    pub(crate) fn step(&mut self, keys: Keys) {
        let Self { simulation, hero, .. } = self;
        hero.velocity[0] = 6.0 * (f32::from(keys.right) - f32::from(keys.left));
        hero.drop_through = keys.down;
        if keys.jump {
            hero.jump(2.2);
        }
        // The lift turns back at its highest and lowest position.
        let lift = simulation.get(self.lift).expect("the lift");
        let speed = lift.velocity[1];
        if lift.center[1] < 3.1 && speed < 0.0 || lift.center[1] > 6.9 && speed > 0.0 {
            simulation.set_velocity(self.lift, [0.0, -speed], 0.0).expect("the lift");
        }
        let steps = simulation.step_with_movers(STEP, [(hero, self.body)]).expect("the body of the hero");
        self.is_crushed |= steps[0].crushed;
        for hit in &steps[0].hits {
            // A hit with a sensor collects a coin, because coins are the only sensors.
            if let HitTarget::Obstacle(id) = hit.target
                && simulation.get_collider(id).is_some_and(|collider| collider.sensor)
            {
                self.coins += u32::from(simulation.remove_collider(id));
            }
        }
    }

    pub(crate) fn save(&self) -> Vec<u8> {
        let state = (&self.simulation, &self.hero, self.body, self.lift, self.coins, self.is_crushed);
        postcard::to_stdvec(&state).expect("it fits in memory")
    }

    pub(crate) fn load(bytes: &[u8]) -> Option<Self> {
        let (simulation, hero, body, lift, coins, is_crushed) = postcard::from_bytes(bytes).ok()?;
        Some(Self { simulation, hero, body, lift, coins, is_crushed })
    }
}

fn main() {
    let mut game = Game::new();
    for frame in 0..600 {
        game.step(Keys { right: frame % 200 < 150, jump: frame % 50 == 0, ..Keys::default() });
        if frame % 100 == 0 {
            println!("{frame}: {:?}, {} coins", game.hero.center(), game.coins);
            game = Game::load(&game.save()).expect("what was just saved");
        }
    }
}
