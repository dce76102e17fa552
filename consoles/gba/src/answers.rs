//! Hashes of the library's results for fixed inputs. They are equal on every machine. Both the host and the cartridge compute them.

#![no_std]

use bumper::motion::{Ballistic, Integrator};
use bumper::{Aabb, Ball, Mask, Relate, Vector};

/// The number of random pairs of shapes that each hash covers.
pub const CASES: u32 = 300;

struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }
    fn whole(&mut self) -> i16 {
        let random = self.next();
        // About half of the coordinates are small, so that many shapes touch.
        if random & 1 == 0 { (random >> 8 & 63) as i16 } else { (random >> 8) as i16 }
    }
    fn float(&mut self) -> f32 {
        (self.next() >> 8 & 4095) as f32 / 64.0
    }
}

fn fold(hash: u32, bits: u32) -> u32 {
    (hash.rotate_left(5) ^ bits).wrapping_add(0x9e37_79b9)
}

/// A hash of the relations of random shapes with 16-bit integer coordinates.
pub fn whole() -> u32 {
    let (mut random, mut hash) = (Random(1), 0);
    for _ in 0..CASES {
        let r = &mut random;
        let a = Aabb::new([r.whole(), r.whole()], [r.whole(), r.whole()]);
        let b = Aabb::new([r.whole(), r.whole()], [r.whole(), r.whole()]);
        let (c, d) =
            (Ball::new([r.whole(), r.whole()], r.whole()), Ball::new([r.whole(), r.whole()], r.whole()));
        for relation in [a.relation(&b), a.relation(&c), c.relation(&d), c.squared().relation(&d.squared())] {
            hash = fold(hash, relation as u32);
        }
    }
    hash
}

/// A hash of the relations of random shapes with float coordinates. The console emulates floats in software. With the feature `queries`,
/// the hash also covers the bits of contacts and sweeps.
pub fn floats() -> u32 {
    let (mut random, mut hash) = (Random(2), 0);
    for _ in 0..CASES {
        let r = &mut random;
        let a = Aabb::new([r.float(), r.float()], [r.float(), r.float()]);
        let (b, c) =
            (Ball::new([r.float(), r.float()], r.float()), Ball::new([r.float(), r.float()], r.float()));
        for relation in [a.relation(&b), b.relation(&c), b.squared().relation(&c.squared())] {
            hash = fold(hash, relation as u32);
        }
        #[cfg(feature = "queries")]
        {
            let contact = bumper::contact(a, b);
            let [x, y] = contact.normal.0;
            for number in [contact.separation, x, y] {
                hash = fold(hash, number.to_bits());
            }
            if let Some(hit) = bumper::sweep(a, [r.float(), r.float()], b, [0.0, 0.0]) {
                hash = fold(hash, hit.time.to_bits());
            }
        }
    }
    hash
}

/// A jumping player, in 24.8 fixed point. The launch speed is computed for discrete time steps, so that the jump is exactly as high as
/// requested.
pub struct Player {
    /// The bounding box of the player.
    pub shape: Aabb<i32, 2>,
    speed: i32,
    grounded: bool,
}

impl Player {
    const GRAVITY: i32 = 64;

    /// Creates a player that stands on the ground. `x` is its left edge, and `ground` is the y coordinate of the top of the ground.
    pub fn new(x: i32, ground: i32) -> Self {
        Self { shape: Aabb::new([x, ground - (20 << 8)], [x + (12 << 8), ground]), speed: 0, grounded: true }
    }

    /// Advances by one frame: moves sideways by `way`, jumps to a height of `jump` if given, and pushes the player out of the boxes of the
    /// level.
    pub fn step(&mut self, way: i32, jump: Option<i32>, level: &[Aabb<i32, 2>]) {
        if let (Some(height), true) = (jump, self.grounded) {
            self.speed = -height.launch(Self::GRAVITY, Integrator::SemiImplicit);
        }
        let (_, speed) = Integrator::SemiImplicit.step(0, self.speed, Self::GRAVITY);
        (self.speed, self.grounded) = (speed, false);
        self.shape = self.shape.translated([way, speed]);
        for part in level {
            // Skip boxes that only touch the player.
            let Some(push) = part.minimum_translation(&self.shape).filter(|push| push.length > 0) else {
                continue;
            };
            let length = push.length.cast_signed();
            let by = if push.negative { -length } else { length };
            self.shape = self.shape.translated(Vector([0; 2]).with(push.axis, by));
            if push.axis == 1 {
                (self.speed, self.grounded) = (0, push.negative);
            }
        }
    }
}

/// A hash of the player's positions during a jump of 48 pixels, combined with the height that the jump reached.
pub fn jump() -> u32 {
    let level = [Aabb::new([0, 140 << 8], [240 << 8, 160 << 8])];
    let mut player = Player::new(0, 140 << 8);
    let (mut hash, mut highest) = (0, i32::MAX);
    for frame in 0..80 {
        player.step(0, (frame == 4).then_some(48 << 8), &level);
        highest = highest.min(player.shape.max().y());
        hash = fold(hash, player.shape.min().y().cast_unsigned());
    }
    // The lower half of the result is the height in whole pixels; the upper half is the lower half of the hash.
    hash << 16 | ((140 << 8) - highest).cast_unsigned() >> 8
}

/// The round sprite ("dot") of the tutorials as a mask, 20 pixels wide.
pub const DOT: Mask = {
    const ROWS: [u64; 20] = {
        let widths = [6, 10, 14, 16, 16, 18, 18, 20, 20, 20, 20, 20, 20, 18, 18, 16, 16, 14, 10, 6];
        let (mut rows, mut k) = ([0; 20], 0);
        while k < 20 {
            rows[k] = ((1 << widths[k]) - 1) << ((20 - widths[k]) / 2);
            k += 1;
        }
        rows
    };
    Mask::new([20, 20], &ROWS).unwrap()
};

/// The number of offsets at which the two pixel dots overlap.
pub fn pixels() -> u32 {
    let offsets = (-20..=20).flat_map(|y| (-20..=20).map(move |x| [x, y]));
    offsets.filter(|offset| DOT.overlaps(&DOT, *offset)).count() as u32
}
