//! Masks at the ends of the range of integers, compared with tests of single pixels.

use crate::pixels::cases;
use bumper::scalar::Scalar;
use bumper::{Aabb, MaskBuf, Relate, Relation, Sprite};
use fastrand::Rng;

/// The solid pixels of a sprite as boxes.
fn pixels<S: Scalar>(sprite: &Sprite<'_, S, 2>) -> Vec<Aabb<S, 2>> {
    let [width, height] = sprite.mask().size();
    let all = (0..height).flat_map(|j| (0..width).map(move |i| (i, j)));
    all.filter(|&(i, j)| sprite.mask().get(i, j)).map(|(i, j)| sprite.pixel_box(i, j)).collect()
}

/// The maximum of the relations of all pairs of boxes.
fn max_relation<S: Scalar>(first: &[Aabb<S, 2>], second: &[Aabb<S, 2>]) -> Relation {
    let all = first.iter().flat_map(|p| second.iter().map(|q| p.relation(q)));
    all.max_by_key(|relation| *relation as u8).unwrap_or(Relation::Apart)
}

/// Compares the relation of two sprites, and the relation of a sprite and a box, with the relations of their pixels.
fn assert_relations<S: Scalar>(p: &Sprite<'_, S, 2>, q: &Sprite<'_, S, 2>) -> Relation {
    let (first, second) = (pixels(p), pixels(q));
    let wanted = max_relation(&first, &second);
    assert_eq!(p.relation(q), wanted, "{p:?} {q:?}");
    assert_eq!(p.intersects(q), wanted != Relation::Apart, "{p:?} {q:?}");
    assert_eq!(p.overlaps(q), wanted == Relation::Overlapping, "{p:?} {q:?}");
    assert_eq!(p.relation(&q.aabb()), max_relation(&first, &[q.aabb()]), "{p:?} {:?}", q.aabb());
    wanted
}

/// Tests all pairs of masks of three pixels, mirrored or not, at positions up to the end of the range and beyond, with several pixel sizes.
#[test]
fn sprites_at_i8_range_limit_agree_with_pixels() {
    let masks: Vec<MaskBuf> =
        (1..8u16).map(|bits| MaskBuf::from_fn([3, 1], |i, _| bits >> i & 1 == 1)).collect();
    let mut seen = [0; 3];
    for (first, second) in masks.iter().flat_map(|p| masks.iter().map(move |q| (p, q))) {
        for (x, u) in (118..=127i8).flat_map(|x| (118..=127i8).map(move |u| (x, u))) {
            for pixel in [1, 2, 100, 127] {
                let [p, q] = [(first, x), (second, u)].map(|(mask, x)| {
                    [Sprite::new(mask.as_mask(), [x, 0], pixel), Sprite::new(mask.as_mask(), [0, x], pixel)]
                });
                for (p, q) in
                    [(p[0], q[0]), (p[0].flipped(0), q[0].flipped(0)), (p[1], q[0]), (p[0], q[0].flipped(0))]
                {
                    seen[assert_relations(&p, &q) as usize] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 1000), "{seen:?}");
}

fn random<S: Scalar>(rng: &mut Rng, draw: impl Fn(&mut Rng) -> S, pixels: &[S]) -> [usize; 3] {
    let mut seen = [0; 3];
    for _ in 0..cases(3000) {
        let mut mask = || {
            let (size, share) = ([rng.u16(1..12), rng.u16(1..12)], rng.f64());
            MaskBuf::from_fn(size, |_, _| rng.f64() < share)
        };
        let masks = [mask(), mask()];
        let pixel = *rng.choice(pixels).unwrap();
        let flips = [rng.bool(), rng.bool()];
        let [p, q] = masks.each_ref().map(|mask| {
            let mut sprite = Sprite::new(mask.as_mask(), [draw(rng), draw(rng)], pixel);
            // In some cases, the pixel sizes or the mirroring of the two sprites differ.
            if rng.u8(..8) == 0 {
                sprite = Sprite::new(mask.as_mask(), [draw(rng), draw(rng)], *rng.choice(pixels).unwrap());
            }
            let odd = rng.u8(..8) == 0;
            (0..2).filter(|&axis| flips[axis] != odd).fold(sprite, |sprite, axis| sprite.flipped(axis))
        });
        seen[assert_relations(&p, &q) as usize] += 1;
    }
    seen
}

#[test]
fn random_sprites_at_range_limits_agree_with_pixels() {
    let mut rng = Rng::with_seed(31);
    fn near<T: Copy>(ends: [T; 2], low: fn(T, u8) -> T, high: fn(T, u8) -> T) -> impl Fn(&mut Rng) -> T {
        move |rng| if rng.u8(..6) == 0 { low(ends[0], rng.u8(..9)) } else { high(ends[1], rng.u8(..9)) }
    }
    let small = near([i8::MIN, i8::MAX], |end, off| end + off as i8, |end, off| end - off as i8);
    let short = near([i16::MIN, i16::MAX], |end, off| end + i16::from(off), |end, off| end - i16::from(off));
    let long = near([i32::MIN, i32::MAX], |end, off| end + i32::from(off), |end, off| end - i32::from(off));
    let all = [
        random(&mut rng, small, &[1, 2, 3, 127]),
        random(&mut rng, short, &[1, 2, 3, i16::MAX]),
        random(&mut rng, long, &[1, 2, 3, i32::MAX]),
    ];
    assert!(all.as_flattened().iter().all(|count| *count > 100), "{all:?}");
}
