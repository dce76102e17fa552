//! A mover without a world.

use crate::shapes::{Made, Random, any, boxed};
use crate::{TIME, operation};
use bumper_javascript::mover::{Moving, state_words};
use bumper_javascript::query::part;
use bumper_javascript::response::response_number;
use engine::motion::{Hit, HitTarget, Obstacle, Response};
use engine::{AsShape, ShapeBuf, Vector};

/// A mover among a list of shapes, with a platform that is no part of the list until it has moved.
pub struct Loner {
    mover: Moving,
    shapes: [Made; 2],
    level: Vec<ShapeBuf<f64, 2>>,
    platform: f64,
}

impl Loner {
    pub fn new(random: &mut Random, words: &mut Vec<f64>) -> Self {
        let mut level: Vec<Made> =
            (0..8).map(|k| any(random, f64::from(k) * 40.0, 100.0 - f64::from(k % 3) * 30.0)).collect();
        level.push(boxed(-50.0, 120.0, 420.0, 20.0));
        level.push(boxed(-60.0, 0.0, 10.0, 140.0));
        level.push(boxed(370.0, 0.0, 10.0, 140.0));
        let shapes = [boxed(100.0, 10.0, 14.0, 28.0), boxed(100.0, 24.0, 14.0, 14.0)];
        words.extend([f64::from(operation::LONER), level.len() as f64]);
        words.extend(level.iter().chain(&shapes).flat_map(|made| made.words.clone()));
        let mut mover = Moving::new(shapes[0].shape.clone());
        mover.gravity = Vector([0.0, 900.0]);
        Self { mover, shapes, level: level.into_iter().map(|made| made.shape).collect(), platform: 60.0 }
    }

    pub fn step(&mut self, random: &mut Random, words: &mut Vec<f64>) {
        let platform = boxed(150.0, self.platform, 60.0, 8.0);
        let by = if self.platform > 100.0 { -60.0 } else { 1.0 };
        self.platform += by;
        let moved = boxed(150.0, self.platform, 60.0, 8.0);
        let shape = random.below(2);
        let speed = [-90.0, 0.0, 60.0, 240.0][random.below(4)];
        words.push(f64::from(operation::LONER_STEP));
        words.extend(&platform.words);
        words.extend([0.0, by, shape as f64, speed]);

        let slide = |_| Some(Response::Slide);
        let part = Obstacle::new(moved.shape.as_shape());
        let is_clear = self.mover.carry(&[part], [0.0, by], &self.level[..], slide, |_| ());
        let fits = self.mover.set_shape(self.shapes[shape].shape.clone(), &self.level[..], slide);
        words.extend([is_clear, fits].map(|condition| f64::from(u8::from(condition))));
        self.mover.velocity = Vector([speed, self.mover.velocity.y()]);
        let mut all = self.level.clone();
        all.push(moved.shape.clone());
        let mut hits = Vec::new();
        let hit = |hit: Hit<usize, f64, 2>| hits.extend(hit_words(&hit, |index| index as f64));
        self.mover.step(TIME, &all[..], slide, hit);
        words.push((hits.len() / 7) as f64);
        words.extend(hits);
        words.extend(state_words(&self.mover));
    }
}

/// The words of a hit. `target` is the number of an obstacle.
pub fn hit_words<I: Copy>(hit: &Hit<I, f64, 2>, target: impl Fn(I) -> f64) -> [f64; 7] {
    let target = match hit.target {
        HitTarget::Obstacle(id) => target(id),
        HitTarget::Bounds => -1.0,
    };
    let [normal_x, normal_y] = hit.normal.0;
    let [own, other] = hit.parts.map(part);
    [target, normal_x, normal_y, hit.time, response_number(hit.response), own, other]
}
