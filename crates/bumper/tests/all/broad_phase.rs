//! Compares the broad phase with tests of all pairs. `BUMPER_CASES` sets the number of cases of each test.

use bumper::broad_phase::AllPairs;
use bumper::scalar::Scalar;
use bumper::{Aabb, Relate};
use fastrand::Rng;

fn cases(usual: usize) -> usize {
    std::env::var("BUMPER_CASES").map_or(usual, |cases| cases.parse().expect("BUMPER_CASES is a number"))
}

fn naive<S: Scalar, const N: usize>(boxes: &[Aabb<S, N>]) -> Vec<(usize, usize)> {
    let all = (0..boxes.len()).flat_map(|a| (a + 1..boxes.len()).map(move |b| (a, b)));
    all.filter(|&(a, b)| boxes[a].intersects(&boxes[b])).collect()
}

fn found<S: Scalar, const N: usize>(
    finder: &mut AllPairs<S, N>,
    boxes: &[Aabb<S, N>],
) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    finder.find(boxes, |a, b| pairs.push((a, b)));
    pairs.sort_unstable();
    pairs
}

/// Boxes whose sizes differ by a factor of up to 1000: spread evenly, in clusters, on a line, or all at one position.
fn boxes<const N: usize>(rng: &mut Rng, count: usize) -> Vec<Aabb<f64, N>> {
    let (kind, size) = (rng.u8(..6), *rng.choice(&[0.1, 1.0, 10.0]).unwrap());
    let centers: Vec<[f64; N]> = (0..4).map(|_| [(); N].map(|()| rng.f64() * 100.0)).collect();
    (0..count)
        .map(|_| {
            let near = rng.choice(&centers).unwrap();
            let mut at = [0.0; N];
            for (k, c) in at.iter_mut().enumerate() {
                *c = match kind {
                    0 => rng.f64() * 100.0,
                    1 => near[k] + rng.f64() * rng.f64() * 4.0,
                    2 if k > 0 => 7.0,
                    3 => 3.0,
                    4 => f64::from(rng.u8(..12)) * size,
                    _ => rng.f64() * 100.0 - 50.0,
                };
            }
            let size = match rng.u8(..4) {
                0 => [size; N],
                1 => [(); N].map(|()| rng.f64() * size),
                2 => [(); N].map(|()| size * 10f64.powf(rng.f64() * 3.0 - 1.5)),
                _ => [0.0; N],
            };
            Aabb::new(at, std::array::from_fn::<f64, N, _>(|k| at[k] + size[k]))
        })
        .collect()
}

fn all_pairs<const N: usize>(seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let (mut finder, mut narrow, mut whole) = (AllPairs::new(), AllPairs::new(), AllPairs::new());
    let mut sum = 0;
    for _ in 0..cases(400) {
        let count = *rng.choice(&[0, 1, 2, 3, 10, 50, 200, 3000]).unwrap();
        let count = if count == 3000 && rng.u8(..20) > 0 { 100 } else { count };
        let boxes = boxes::<N>(&mut rng, count);
        let wanted = naive(&boxes);
        sum += wanted.len();
        assert_eq!(found(&mut finder, &boxes), wanted);
        let cut: Vec<Aabb<f32, N>> =
            boxes.iter().map(|b| Aabb::new(b.min().map(|c| c as f32), b.max().map(|c| c as f32))).collect();
        assert_eq!(found(&mut narrow, &cut), naive(&cut));
        let whole_numbers: Vec<Aabb<i16, N>> = boxes
            .iter()
            .map(|b| Aabb::new(b.min().map(|c| (c * 300.0) as i16), b.max().map(|c| (c * 300.0) as i16)))
            .collect();
        assert_eq!(found(&mut whole, &whole_numbers), naive(&whole_numbers));
    }
    assert!(sum > 10_000);
}

#[test]
fn pairs_agree_with_brute_force_in_2d() {
    all_pairs::<2>(1);
}

#[test]
fn pairs_agree_with_brute_force_in_3d() {
    all_pairs::<3>(2);
}

#[test]
fn infinite_and_nan_boxes_agree_with_brute_force() {
    let mut rng = Rng::with_seed(3);
    let mut finder = AllPairs::new();
    for _ in 0..cases(300) {
        let odd = [f32::NEG_INFINITY, f32::INFINITY, f32::MAX, f32::MIN, 1e30, -1e-30, 0.0, f32::NAN];
        let mut number = || if rng.u8(..12) == 0 { *rng.choice(&odd).unwrap() } else { rng.f32() * 10.0 };
        let boxes: Vec<_> = (0..60).map(|_| Aabb::new([number(), number()], [number(), number()])).collect();
        assert_eq!(found(&mut finder, &boxes), naive(&boxes));
    }
}

#[test]
fn boxes_at_i64_range_limits_agree_with_brute_force() {
    let mut rng = Rng::with_seed(4);
    let mut finder = AllPairs::new();
    for _ in 0..cases(300) {
        let ends = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
        let mut number = || if rng.bool() { *rng.choice(&ends).unwrap() } else { rng.i64(..) };
        let boxes: Vec<_> = (0..40).map(|_| Aabb::new([number(), number()], [number(), number()])).collect();
        assert_eq!(found(&mut finder, &boxes), naive(&boxes));
    }
}

/// A coordinate of any magnitude, up to infinity.
fn anywhere(rng: &mut Rng) -> f64 {
    let size = match rng.u8(..4) {
        0 => f64::INFINITY,
        1 => 10f64.powi(rng.i32(30..308)),
        2 => 10f64.powi(rng.i32(298..303)),
        _ => rng.f64() * 100.0,
    };
    if rng.bool() { size } else { -size }
}

#[test]
fn boxes_at_f64_range_limits_are_found_and_swept() {
    let mut rng = Rng::with_seed(39);
    let (mut finder, mut met, mut swept) = (AllPairs::new(), 0, 0);
    for _ in 0..cases(2000) {
        let mut corner = || [anywhere(&mut rng), anywhere(&mut rng)];
        let boxes: Vec<Aabb<f64, 2>> = (0..60)
            .map(|_| {
                let (at, to) = (corner(), corner());
                let beside = [0, 1].map(|k| if to[0] < to[1] { at[k] * 1.5 } else { to[k] });
                Aabb::new(at, beside)
            })
            .collect();
        let pairs = naive(&boxes);
        met += pairs.len();
        assert_eq!(found(&mut finder, &boxes), pairs);
        // Sweep a small box from the origin to the first box.
        let tree = bumper::broad_phase::Tree::from_iter(boxes.iter().copied());
        let (dot, goal) = (Aabb::new([0.0, 0.0], [1.0, 1.0]), boxes[0].min());
        if goal.x().abs().max(goal.y().abs()) < 1e300 {
            let mut keys = Vec::new();
            tree.sweep(&dot, goal, 1.0, |key| {
                keys.push(key);
                f64::INFINITY
            });
            swept += 1;
            assert!(keys.contains(&0), "{:?} is missed", boxes[0]);
        }
    }
    assert!(met > 1000 && swept > 100);
}

/// Small random boxes, each overlapping about one other box. Every `odd`-th box is created by `make` instead.
fn many<const N: usize>(
    count: usize,
    odd: usize,
    mut make: impl FnMut(&mut Rng) -> Aabb<f32, N>,
) -> Vec<Aabb<f32, N>> {
    let mut rng = Rng::with_seed(41);
    let size = 100.0 * (0.5 / count as f32).powf(1.0 / N as f32);
    (0..count)
        .map(|k| {
            let at = [(); N].map(|()| rng.f32() * 100.0);
            let small = Aabb::new(at, std::array::from_fn::<f32, N, _>(|k| at[k] + size));
            if k % odd == 7 { make(&mut rng) } else { small }
        })
        .collect()
}

#[test]
fn few_far_or_infinite_boxes_among_many_are_found() {
    let mut finder = AllPairs::new();
    let ends = [f32::NEG_INFINITY, -1e30, -1e6, 0.0, 50.0, 1e6, f32::MAX, f32::INFINITY];
    for odd in [50, 1000] {
        let make = |rng: &mut Rng| {
            let mut number = || *rng.choice(&ends).unwrap();
            Aabb::new([number(), number()], [number(), number()])
        };
        let boxes = many::<2>(5000, odd, make);
        assert_eq!(found(&mut finder, &boxes), naive(&boxes));
    }
}

#[test]
fn long_walls_among_many_boxes_give_same_pairs_as_tree() {
    let make = |rng: &mut Rng| {
        let at = rng.f32() * 100.0;
        Aabb::new([at, -1e9, -1e9], [at + 0.01, 1e9, 1e9])
    };
    let boxes = many::<3>(24_000, 80, make);
    let mut pairs = Vec::new();
    bumper::broad_phase::Tree::from_iter(boxes.iter().copied()).pairs(|a, b| pairs.push((a, b)));
    pairs.sort_unstable();
    assert!(pairs.len() > 50_000);
    assert_eq!(found(&mut AllPairs::new(), &boxes), pairs);
}
