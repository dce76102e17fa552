//! A platformer whose level is a Tiled map: a hero, a lift and planks that the map defines, and coins that the game adds.
//! `cargo run -p bumper-scene --example map_to_game`
use bumper::world::{Collider, Id};
use bumper::{Ball, ShapeBuf};
use bumper_scene::{AnyScene, SceneWorld, read_map};
use std::path::Path;

const STEP: f32 = 1.0 / 60.0;

struct Game {
    world: SceneWorld<f32, 2>,
    hero: usize,
    coins: Vec<Id>,
}

impl Game {
    fn new(map: &Path) -> Result<Self, Box<dyn std::error::Error>> {
        let AnyScene::F32x2(scene) = read_map(map)?.scene else { return Err("not a map in f32".into()) };
        let mut world = scene.into_world()?;
        let hero = world.object("player").ok_or("the map has no player")?;
        let mut coins = Vec::new();
        for x in [120.0, 200.0, 280.0, 360.0] {
            let shape = ShapeBuf::from(Ball::new([x, 200.0], 30.0));
            coins.push(world.world.insert(Collider {
                sensor: true,
                data: u64::MAX,
                ..Collider::new(shape)
            })?);
        }
        Ok(Self { world, hero, coins })
    }

    /// Makes a time step. `direction` is -1, 0 or 1.
    fn step(&mut self, direction: f32, jump: bool) {
        let height = self.world.settings(self.hero).and_then(|settings| settings.jump);
        let Some(hero) = self.world.mover_mut(self.hero) else { return };
        hero.velocity[0] = direction * 120.0;
        if let Some(height) = height.filter(|_| jump) {
            hero.jump(height);
        }
        self.world.step(STEP);
        let touched: Vec<Id> = self.world.hits(self.hero).iter().filter_map(|hit| hit.collider).collect();
        for coin in self.coins.extract_if(.., |coin| touched.contains(coin)) {
            self.world.world.remove(coin);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/maps/platformer.tmx");
    let mut game = Game::new(&map)?;
    for frame in 0..600 {
        game.step(if frame % 200 < 150 { 1.0 } else { 0.0 }, frame % 50 == 0);
        if frame % 100 == 0 {
            let hero = game.world.mover(game.hero).and_then(|hero| hero.center());
            println!("{frame}: {hero:?}, {} coins left", game.coins.len());
        }
    }
    Ok(())
}
