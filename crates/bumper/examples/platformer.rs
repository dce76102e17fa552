//! A platformer on tiles: the player runs, and jumps if a step is too high for walking. `cargo run -p bumper --example platformer`
use bumper::motion::{Mover, Response, StepSettings};
use bumper::{Aabb, Vector, world::Collider, world::World};

const LEVEL: [&str; 4] = ["................", "....##......##..", ".#..##....####..", "################"];

fn main() {
    let mut world = World::new();
    for (y, row) in LEVEL.iter().enumerate() {
        for (x, _) in row.bytes().enumerate().filter(|(_, tile)| *tile == b'#') {
            let corner = Vector([x as f32, y as f32]) * 16.0;
            let tile = Aabb::new(corner, corner + Vector([16.0, 16.0]));
            world.insert(Collider::new(tile)).expect("a box is taken");
        }
    }
    let mut player = Mover::new(Aabb::new([2.0, 28.0], [12.0, 48.0]));
    player.gravity = Vector([0.0, 900.0]);
    player.step_settings = Some(StepSettings { step_height: 4.0, snap_distance: 4.0 });
    let id = world.insert(Collider::new(*player.shape())).expect("so is this one");
    for frame in 0..180 {
        let blocked = player.velocity.x() == 0.0;
        *player.velocity.x_mut() = 80.0;
        if blocked {
            player.jump(40.0);
        }
        player.step_in(&mut world, id, 1.0 / 60.0, |_| Some(Response::Slide), |_| ()).expect("it is there");
        println!("{frame:3}: {:?}", player.shape().center());
    }
}
