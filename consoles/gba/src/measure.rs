//! Measures the CPU cycles of intersection tests. The code of the tests runs from the fast internal memory.

use crate::machine::{Log, cycles, hexadecimal};
use bumper::{Aabb, Ball, Relate};
use core::hint::black_box;

const PAIRS: usize = 100;

/// Defines a function that counts the touching pairs of neighbours in an array. The loop begins by testing the first shape against itself.
/// The test is inlined.
macro_rules! touching {
    ($name:ident, $shape:ty) => {
        #[unsafe(link_section = ".fast")]
        #[inline(never)]
        fn $name(shapes: &[$shape]) -> u32 {
            let (mut count, mut before) = (0, &shapes[0]);
            for shape in shapes {
                count += u32::from(before.intersects(shape));
                before = shape;
            }
            count
        }
    };
}
touching!(circles, Ball<i16, 2>);
touching!(boxes, Aabb<i16, 2>);

/// Counts the boxes of a list that touch one box: the usual query of a game.
#[unsafe(link_section = ".fast")]
#[inline(never)]
fn boxes_against(one: &Aabb<i16, 2>, boxes: &[Aabb<i16, 2>]) -> u32 {
    let mut count = 0;
    for other in boxes {
        count += u32::from(one.intersects(other));
    }
    count
}

pub fn all(log: &Log) {
    let place = |k: usize| [(k * 37 % 240) as i16, (k * 61 % 160) as i16];
    // The shapes lie on the stack, which is in the fast memory.
    let balls: [_; PAIRS] = core::array::from_fn(|k| Ball::new(place(k), 20 + (k % 30) as i16));
    let (balls, mut found) = (black_box(&balls), 0);
    let taken = cycles(|| found = circles(balls));
    log.line(&[b"cycles of 100 circle pairs ", &hexadecimal(taken), b" touching ", &hexadecimal(found)]);
    let aabbs: [_; PAIRS] = core::array::from_fn(|k| Aabb::new(place(k), place(k).map(|c| c + 30)));
    let aabbs = black_box(&aabbs);
    let taken = cycles(|| found = boxes(aabbs));
    log.line(&[b"cycles of 100 box pairs ", &hexadecimal(taken), b" touching ", &hexadecimal(found)]);
    let one = black_box(Aabb::new([100, 60], [130, 90]));
    let taken = cycles(|| {
        found = 0;
        for _ in 0..10 {
            found += boxes_against(black_box(&one), aabbs);
        }
    });
    log.line(&[b"cycles of 1000 box tests ", &hexadecimal(taken), b" touching ", &hexadecimal(found)]);
}
