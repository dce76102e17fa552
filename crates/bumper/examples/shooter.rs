//! A shooter: 500 enemies drift, the ship fires, and hits remove enemies. `cargo run --release -p bumper --example shooter`
use bumper::world::{Collider, World};
use bumper::{Ball, Capsule, Vector};

const SHOT: u32 = 2;
const ENEMY: u32 = 4;

fn main() {
    let mut world = World::new();
    for k in 0..500 {
        let at = [(k % 25) as f32 * 24.0, (k / 25) as f32 * 14.0];
        let enemy = Collider { layers: ENEMY, filter: SHOT, data: k, ..Collider::new(Ball::new(at, 5.0)) };
        world.insert(enemy).expect("a ball is taken");
    }
    let mut shots: Vec<_> = Vec::new();
    for frame in 0..240 {
        let ids: Vec<_> = world.iter().filter(|(_, c)| c.layers == ENEMY).map(|(id, _)| id).collect();
        let drift = if frame / 30 % 2 == 0 { 0.5 } else { -0.5 };
        ids.iter().for_each(|id| world.move_by(*id, [drift, 0.02]).expect("it is there"));
        let muzzle = Vector([(frame * 7 % 600) as f32, 470.0]);
        let shot = Capsule::new(muzzle, muzzle - Vector([0.0, 6.0]), 1.0);
        shots.push(
            world.insert(Collider { layers: SHOT, filter: ENEMY, ..Collider::new(shot) }).expect("a shot"),
        );
        shots.retain(|id| world.move_by(*id, [0.0, -4.0]).is_ok());
        let hits: Vec<_> = world.update().iter().map(|event| [event.a, event.b]).collect();
        hits.into_iter().flatten().for_each(|id| drop(world.remove(id)));
    }
    println!("{} enemies are left", world.iter().filter(|(_, c)| c.layers == ENEMY).count());
}
