//! Benchmarks of finding all pairs of intersecting boxes in a list, with bumper, broccoli, parry's `Bvh` and rstar, for ten to a million
//! boxes. The times include the construction of all data structures. The sets of pairs are compared by a checksum.

use crate::bvh::plane;
use crate::clock::seconds;
use crate::entrant::{PairEntrant, Sum};
use crate::growth::{COUNTS, Measured, median};
use broccoli::rect;
use bumper::broad_phase::{AllPairs, Tree};
use bumper::{Aabb, Vector};
use bumper_bench::input::Random;
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};

/// The distribution of the positions and sizes of the boxes.
#[derive(Clone, Copy, Debug)]
pub enum Spread {
    Uniform,
    Clustered,
    /// The sizes of the boxes differ by up to a factor of 1000.
    Mixed,
}

pub fn unit(random: &mut Random) -> f32 {
    (f32::from(random.below(250))
        + (f32::from(random.below(250)) + f32::from(random.below(250)) / 250.0) / 250.0)
        / 250.0
}

/// The mean side of a box, for a number of boxes in the unit square or cube. It is so large that a box intersects about one other box if
/// the boxes are uniformly distributed.
pub fn side<const N: usize>(count: usize) -> f32 {
    (0.5f32.powi(N as i32 - 1) / count as f32).powf(1.0 / N as f32)
}

pub fn boxes<const N: usize>(spread: Spread, count: usize) -> Vec<Aabb<f32, N>> {
    let mut random = Random(count as u64 | 1);
    let side = side::<N>(count);
    let centers: Vec<[f32; N]> = (0..64).map(|_| [(); N].map(|()| unit(&mut random))).collect();
    (0..count)
        .map(|k| {
            let mut number = || unit(&mut random);
            let at = match spread {
                Spread::Clustered => {
                    // The distance of a box from the center of its cluster is approximately normally distributed on each axis, because it
                    // is a sum of four uniform random numbers.
                    let center = centers[k % 64];
                    center.map(|c| c + ((0..4).map(|_| number()).sum::<f32>() - 2.0) * 0.03)
                }
                _ => [(); N].map(|()| number()),
            };
            let size = match spread {
                Spread::Mixed => [(); N].map(|()| side * 0.1 * 1000f32.powf(number().powi(8))),
                Spread::Clustered => [(); N].map(|()| side * 0.3 * (0.5 + number())),
                Spread::Uniform => [(); N].map(|()| side * (0.5 + number())),
            };
            Aabb::new(at, Vector(at) + Vector(size))
        })
        .collect()
}

/// Creates bumper's implementations.
pub fn own<const N: usize>(boxes: &[Aabb<f32, N>]) -> Vec<PairEntrant> {
    let own = boxes.to_vec();
    let mut finder = AllPairs::new();
    let bumper = move || {
        let mut sum = Sum::default();
        finder.find(&own, |a, b| sum.add(a, b));
        sum
    };
    let own = boxes.to_vec();
    let tree = move || {
        let mut sum = Sum::default();
        Tree::from_iter(own.iter().copied()).pairs(|a, b| sum.add(a, b));
        sum
    };
    vec![("bumper AllPairs", Box::new(bumper)), ("bumper Tree", Box::new(tree))]
}

pub fn rstar<const N: usize>(boxes: &[Aabb<f32, N>]) -> PairEntrant {
    let rectangle = |b: &Aabb<f32, N>| Rectangle::from_corners(b.min().0, b.max().0);
    let items: Vec<_> = boxes.iter().enumerate().map(|(k, b)| GeomWithData::new(rectangle(b), k)).collect();
    let rstar = move || {
        let mut sum = Sum::default();
        let tree = RTree::bulk_load(items.clone());
        for (a, b) in tree.intersection_candidates_with_other_tree(&tree) {
            if a.data < b.data {
                sum.add(a.data, b.data);
            }
        }
        sum
    };
    ("rstar", Box::new(rstar))
}

fn entrants(boxes: &[Aabb<f32, 2>]) -> Vec<PairEntrant> {
    let rects: Vec<_> = boxes
        .iter()
        .enumerate()
        .map(|(k, b)| (rect(b.min()[0], b.max()[0], b.min()[1], b.max()[1]), k))
        .collect();
    let broccoli = move || {
        let mut sum = Sum::default();
        let mut rects = rects.clone();
        broccoli::Tree::new(&mut rects)
            .find_colliding_pairs(|a, b| sum.add(*a.unpack_inner(), *b.unpack_inner()));
        sum
    };
    let mut all = own(boxes);
    all.extend([("broccoli", Box::new(broccoli) as _), plane::pairs(boxes), rstar(boxes)]);
    all
}

/// Measures all implementations with the same boxes. The implementations alternate. Panics if their checksums differ.
pub fn race(group: String, count: usize, mut entrants: Vec<PairEntrant>) -> Measured {
    let sum = (entrants[0].1)();
    let rounds = (4_000_000 / count).clamp(5, 301);
    let mut times = vec![Vec::new(); entrants.len()];
    for _ in 0..rounds {
        for ((name, entrant), times) in entrants.iter_mut().zip(&mut times) {
            let start = seconds();
            let found = entrant();
            times.push(seconds() - start);
            assert_eq!(found, sum, "{name} disagrees");
        }
    }
    let times = entrants.iter().zip(times).map(|(entrant, times)| (entrant.0, median(times))).collect();
    Measured { group, count, times, unit: "box", units: count }
}

/// Runs the benchmark cases of this module that the command-line words select.
pub fn run(words: &[String]) -> Vec<Measured> {
    let mut measured = Vec::new();
    for spread in [Spread::Uniform, Spread::Clustered, Spread::Mixed] {
        for count in COUNTS {
            let group = format!("pairs {spread:?}").to_lowercase();
            let name = format!("{group} {count}");
            if !words.iter().all(|word| name.contains(word.as_str())) {
                continue;
            }
            measured.push(race(group, count, entrants(&boxes(spread, count))));
        }
    }
    measured
}
