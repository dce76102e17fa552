//! Answers of the library as one number, the same on every machine: relations on 16-bit numbers and on floats, contacts and
//! sweeps to the last bit, and jumps.

#![no_std]

use bumper::motion::{Mover, Response};
use bumper::{Aabb, Ball, Mask, Relate, Shape, Vector};

/// How many cases are asked.
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
        // Every other one is small, so that shapes meet.
        if random & 1 == 0 { (random >> 8 & 63) as i16 } else { (random >> 8) as i16 }
    }
    fn float(&mut self) -> f32 {
        (self.next() >> 8 & 4095) as f32 / 64.0
    }
}

fn fold(hash: u32, bits: u32) -> u32 {
    (hash.rotate_left(5) ^ bits).wrapping_add(0x9e37_79b9)
}

/// Relations on 16-bit numbers.
pub fn whole() -> u32 {
    let (mut random, mut hash) = (Random(1), 0);
    for _ in 0..CASES {
        let r = &mut random;
        let a = Aabb::new([r.whole(), r.whole()], [r.whole(), r.whole()]);
        let b = Aabb::new([r.whole(), r.whole()], [r.whole(), r.whole()]);
        let (c, d) = (Ball::new([r.whole(), r.whole()], r.whole()), Ball::new([r.whole(), r.whole()], r.whole()));
        for relation in [a.relation(&b), a.relation(&c), c.relation(&d), c.squared().relation(&d.squared())] {
            hash = fold(hash, relation as u32);
        }
    }
    hash
}

/// Relations, contacts and sweeps on floats, which this machine has none of: their bits.
pub fn floats() -> u32 {
    let (mut random, mut hash) = (Random(2), 0);
    for _ in 0..CASES / 10 {
        let r = &mut random;
        let a: Shape<f32, 2> = Aabb::new([r.float(), r.float()], [r.float(), r.float()]).into();
        let b: Shape<f32, 2> = Ball::new([r.float(), r.float()], r.float()).into();
        hash = fold(hash, a.relation(&b) as u32);
        let contact = bumper::contact(a, b);
        let [x, y] = contact.normal.0;
        for number in [contact.separation, x, y] {
            hash = fold(hash, number.to_bits());
        }
        if let Some(hit) = bumper::sweep(a, [r.float(), r.float()], b, [0.0, 0.0]) {
            hash = fold(hash, hit.time.to_bits());
        }
    }
    hash
}

/// A jump 48 pixels high, frame by frame: where the player is.
pub fn jump() -> u32 {
    let floor = [Shape::<i32, 2>::from(Aabb::new([0, 160 << 8], [240 << 8, 170 << 8]))];
    let mut player = Mover::new(Aabb::new([0, 144 << 8], [12 << 8, 160 << 8]));
    player.gravity = Vector([0, 64]);
    let (mut hash, mut highest) = (0, 0);
    for frame in 0..80 {
        if frame == 4 {
            player.jump(48 << 8);
        }
        player.step(1.0, &floor[..], |_| Some(Response::Slide), |_| ());
        highest = highest.min(player.position().y());
        hash = fold(hash, player.position().y().cast_unsigned());
    }
    fold(hash, highest.cast_unsigned())
}

/// The tutorials' dot, 20 pixels wide.
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

/// The two pixel dots at every offset: at how many they overlap.
pub fn pixels() -> u32 {
    let offsets = (-20..=20).flat_map(|y| (-20..=20).map(move |x| [x, y]));
    offsets.filter(|offset| DOT.overlaps(&DOT, *offset)).count() as u32
}
