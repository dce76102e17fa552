//! The examples on the screen: touching shapes, a dot and a wall, two pixel dots, and a jump.

use crate::machine::{B, HEIGHT, WIDTH, fill, key, pad};
use answers::{DOT, Player};
use bumper::{Aabb, Ball, Relate, Relation};

const GROUND: u16 = 0x1084;
const WHITE: u16 = 0x7fff;
const GREY: u16 = 0x4631;
const ORANGE: u16 = 0x1ddf;
const GREEN: u16 = 0x1fe0;
const RED: u16 = 0x001f;

/// The state of the examples. It is reset on a switch to the next example.
pub struct Cases {
    at: [i16; 2],
    player: Player,
}

fn draw_box(shape: Aabb<i16, 2>, colour: u16) {
    let ([x, y], [right, bottom]) = (shape.min().0, shape.max().0);
    fill(x, y, right - x, bottom - y, colour);
}

/// Draws a circle row by row.
fn draw_circle(shape: Ball<i16, 2>, colour: u16) {
    let ([x, y], r) = (shape.center().0, shape.radius());
    for row in -r..=r {
        let mut half = 0;
        while half < r && (half + 1) * (half + 1) + row * row <= r * r {
            half += 1;
        }
        fill(x - half, y + row, 2 * half + 1, 1, colour);
    }
}

fn draw_dot([x, y]: [i16; 2], colour: u16) {
    for j in 0..20 {
        for [from, to] in DOT.runs(j) {
            fill(x + from as i16, y + j as i16, (to - from) as i16, 1, colour);
        }
    }
}

impl Cases {
    pub fn new() -> Self {
        Self { at: [4, 4], player: Player::new(20 << 8, 140 << 8) }
    }

    /// The example of a box that the pad moves, next to a static box and a static circle. The moving box is white if it is apart from both,
    /// green if it touches one of them, and red if it overlaps one of them.
    pub fn shapes(&mut self) {
        let (wall, coin) = (Aabb::new([60, 40], [100, 120]), Ball::new([170, 80], 30));
        draw_box(Aabb::new(self.at, [self.at[0] + 20, self.at[1] + 20]), GROUND);
        let [x, y] = pad();
        self.at = [(self.at[0] + x).clamp(0, WIDTH - 20), (self.at[1] + y).clamp(0, HEIGHT - 20)];
        let shape = Aabb::new(self.at, [self.at[0] + 20, self.at[1] + 20]);
        draw_box(wall, GREY);
        draw_circle(coin, GREY);
        draw_box(
            shape,
            match shape.relation(&wall).max(shape.relation(&coin)) {
                Relation::Apart => WHITE,
                Relation::Touching => GREEN,
                Relation::Overlapping => RED,
            },
        );
    }

    /// Moves by the pad as game tutorials do: first along x, then along y. Ignores a step if the new position is outside the screen or not
    /// `free`.
    fn walk(&mut self, speed: i16, free: impl Fn([i16; 2]) -> bool) {
        let way = pad();
        for axis in 0..2 {
            let mut to = self.at;
            to[axis] += way[axis] * speed;
            let inside = to[0] >= 0 && to[1] >= 0 && to[0] + 20 <= WIDTH && to[1] + 20 <= HEIGHT;
            if inside && free(to) {
                self.at = to;
            }
        }
    }

    /// The example of a dot that a wall blocks.
    pub fn wall(&mut self) {
        let wall = Aabb::new([120, 20], [140, 140]);
        draw_dot(self.at, GROUND);
        self.walk(4, |[x, y]| !Aabb::new([x, y], [x + 20, y + 20]).overlaps(&wall));
        draw_box(wall, WHITE);
        draw_dot(self.at, ORANGE);
    }

    /// The example of two pixel dots, tested by their masks.
    pub fn dots(&mut self) {
        let other = [100, 70];
        draw_dot(self.at, GROUND);
        self.walk(1, |at| !DOT.overlaps(&DOT, [i32::from(other[0] - at[0]), i32::from(other[1] - at[1])]));
        draw_dot(other, GREY);
        draw_dot(self.at, ORANGE);
    }

    /// The example of a jump of 48 pixels with the button B, in 24.8 fixed point.
    pub fn jump(&mut self) {
        let level = [
            Aabb::new([0, 140 << 8], [240 << 8, 160 << 8]),
            Aabb::new([120 << 8, 100 << 8], [200 << 8, 108 << 8]),
        ];
        let on_screen = |shape: &Aabb<i32, 2>| {
            Aabb::new(shape.min().0.map(|c| (c >> 8) as i16), shape.max().0.map(|c| (c >> 8) as i16))
        };
        draw_box(on_screen(&self.player.shape), GROUND);
        self.player.step(i32::from(pad()[0]) << 9, key(B).then_some(48 << 8), &level);
        fill(0, 140, WIDTH, 20, GREY);
        fill(120, 100, 80, 8, GREY);
        // A marker at the height that a jump from the ground reaches.
        fill(0, 140 - 20 - 48, 8, 1, WHITE);
        draw_box(on_screen(&self.player.shape), ORANGE);
    }
}
