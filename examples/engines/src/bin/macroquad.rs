//! An example in macroquad: the arrow keys move a ball among walls. `cargo run --bin macroquad`
use bumper::motion::{Mover, Response};
use bumper::{Aabb, Ball, Vector};
use macroquad::prelude::*;

#[macroquad::main("bumper")]
async fn main() {
    let walls = [[0.0, 0.0, 800.0, 20.0], [0.0, 560.0, 800.0, 600.0], [300.0, 200.0, 340.0, 400.0]]
        .map(|[x, y, right, bottom]| Aabb::new(vec2(x, y), vec2(right, bottom)));
    let mut ball = Mover::new(Ball::new(vec2(100.0, 300.0), 15.0));
    loop {
        let held = |less, more| f32::from(is_key_down(more)) - f32::from(is_key_down(less));
        let way = vec2(held(KeyCode::Left, KeyCode::Right), held(KeyCode::Up, KeyCode::Down));
        ball.velocity = (way * 300.0).into();
        ball.step(get_frame_time(), &walls, |_| Some(Response::Slide), |_| ());
        for wall in walls {
            let (corner, size) = (wall.min(), wall.max() - wall.min());
            draw_rectangle(corner.x(), corner.y(), size.x(), size.y(), GRAY);
        }
        let center: Vec2 = Vector::into(ball.shape().center());
        draw_circle(center.x, center.y, ball.shape().radius(), GOLD);
        next_frame().await;
    }
}
