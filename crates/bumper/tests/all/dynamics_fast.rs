//! Tests of rigid bodies that move farther in a step than the walls are thick.

use super::dynamics_stand::{STEP, center, put, world};
use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, Simulation};
use bumper::{Aabb, Ball, Capsule, Ellipse, MaskBuf, OrientedBox, Rotation, Shape, Sprite, Triangle};

/// The walls that enclose a room.
#[derive(Clone, Copy, Debug)]
enum Walls {
    /// Four walls with a thickness of 0.01.
    Thin,
    /// Tiles; each tile is a static body.
    Single,
    /// A tile layer as in scenes: one body whose colliders are merged tiles and slopes.
    Layer,
    /// The pixels of a mask.
    Mask,
}

/// Half the size of the free space in a room.
const ROOM: [f32; 2] = [8.0, 6.0];

fn box_of(min: [f32; 2], max: [f32; 2]) -> Shape<'static, f32, 2> {
    Aabb::new(min, max).into()
}

/// Four boxes around a room that extend outwards by `thick`.
fn around(thick: f32) -> [Shape<'static, f32, 2>; 4] {
    let ([w, h], t) = (ROOM, thick);
    [
        box_of([-w - t, -h - t], [w + t, -h]),
        box_of([-w - t, h], [w + t, h + t]),
        box_of([-w - t, -h], [-w, h]),
        box_of([w, -h], [w + t, h]),
    ]
}

fn room(walls: Walls) -> Simulation<f32> {
    let mut simulation = world(0.0);
    let still = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    match walls {
        Walls::Thin => {
            for wall in around(0.01) {
                put(&mut simulation, &still, 1.0, wall);
            }
        }
        Walls::Single => {
            let cells = (0..18 * 14).map(|k| [(k % 18) as f32 - 9.0, (k / 18) as f32 - 7.0]);
            let outer = |[x, y]: &[f32; 2]| !(-8.0..8.0).contains(x) || !(-6.0..6.0).contains(y);
            for [x, y] in cells.filter(outer) {
                put(&mut simulation, &still, 1.0, box_of([x, y], [x + 1.0, y + 1.0]));
            }
        }
        Walls::Layer => {
            let mut parts = around(1.0).to_vec();
            parts.push(Triangle::new([-8.0, -6.0], [-6.0, -6.0], [-8.0, -4.0]).into());
            parts.push(Triangle::new([8.0, 6.0], [7.0, 6.0], [8.0, 4.0]).into());
            put(&mut simulation, &still, 1.0, Shape::Compound(&parts));
        }
        Walls::Mask => {
            let rim = |x: u16, y: u16| x == 0 || x == 17 || y == 0 || y == 13;
            let mask = MaskBuf::from_fn([18, 14], rim);
            put(&mut simulation, &still, 1.0, Sprite::new(mask.as_mask(), [-9.0, -7.0], 1.0));
        }
    }
    simulation
}

/// Adds bodies of the given size in the middle of the room. They do not collide with each other.
fn shots(simulation: &mut Simulation<f32>, size: f32, restitution: f32) -> Vec<BodyId> {
    let turn = Rotation::from_degrees(20.0);
    let (zero, rod) = ([0.0; 2], [size * 4.0, size]);
    let shapes: [Shape<f32, 2>; 6] = [
        Ball::new(zero, size).into(),
        box_of([-size; 2], [size; 2]),
        OrientedBox::new(zero, rod, turn).into(),
        Capsule::new([0.0, -size * 2.0], [0.0, size * 2.0], size).into(),
        Triangle::new([-size, -size], [size, -size], [0.0, size]).into(),
        Ellipse::new(zero, [size * 2.0, size], turn).into(),
    ];
    let collider = |shape| ColliderDef { layers: 2, filter: 1, restitution, ..ColliderDef::new(shape) };
    let add = |shape| simulation.insert(&BodyDef::default(), &[collider(shape)]).unwrap();
    shapes.into_iter().map(add).collect()
}

#[test]
fn fast_bodies_stay_in_room() {
    let (mut fastest, mut stopped) = (0.0f32, 0);
    for walls in [Walls::Thin, Walls::Single, Walls::Layer, Walls::Mask] {
        for (size, restitution) in [(0.02, 0.0), (0.1, 0.9), (0.4, 0.0), (0.9, 0.5)] {
            let mut simulation = room(walls);
            let shots = shots(&mut simulation, size, restitution);
            for step in 0..240 {
                for (k, id) in shots.iter().enumerate().filter(|_| step % 6 == 0) {
                    let angle = 2.4 * (step / 6 * shots.len() + k) as f32;
                    let speed = [2000.0, 7000.0, 150.0, 30_000.0][step / 6 % 4];
                    let spin = [0.0, 30.0, -200.0][(step / 6 + k) % 3];
                    simulation.set_velocity(*id, [angle.cos() * speed, angle.sin() * speed], spin).unwrap();
                }
                simulation.step(STEP);
                for (k, id) in shots.iter().enumerate() {
                    let (at, state) = (center(&simulation, *id), simulation.get(*id).unwrap());
                    // A body may end slightly inside of a thin wall.
                    let inside = at.x().abs() < ROOM[0] + 0.01 && at.y().abs() < ROOM[1] + 0.01;
                    assert!(inside, "{walls:?}, {k} of size {size}, step {step}: {at:?}");
                    fastest = fastest.max(state.velocity.length());
                    stopped += usize::from(state.velocity.length() < 1.0);
                }
            }
        }
    }
    assert!(fastest > 20_000.0 && stopped > 0, "{fastest} {stopped}");
}
