//! Measures bumper alone, with a hundred thousand to ten million boxes. Shows how many boxes it takes until the time per box grows, and how
//! much faster several threads are than one.

use crate::clock::seconds;
use crate::pairs::{Spread, boxes};
use bumper::Aabb;
use bumper::broad_phase::{AllPairs, Tree};
use std::time::Instant;

const COUNTS: [usize; 5] = [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000];

/// The step from one box to the next in "random" order, modulo the number of boxes. It has no common divisor with the numbers of boxes, so
/// every box is visited once. Boxes that follow each other are far apart in memory.
const FAR: usize = 7_368_787;

/// The titles of the columns. Most columns contain nanoseconds of processor time per box. The column with threads contains wall-clock time
/// instead, and the last column contains bytes.
const COLUMNS: [&str; 8] = [
    "AllPairs",
    "a tree made at once",
    "its pairs",
    "its pairs on all threads",
    "a frame of it: a tenth moved a little, and its pairs",
    "all its boxes moved a little, in order",
    "in random order",
    "bytes a box",
];

fn time(work: impl FnOnce()) -> f64 {
    let start = seconds();
    work();
    seconds() - start
}

/// Returns the box, moved by a tenth of its size. The box moves forwards if `turn` is even, else backwards.
fn moved(bounds: &Aabb<f32, 2>, turn: usize) -> Aabb<f32, 2> {
    let step = (bounds.max() - bounds.min()) * if turn.is_multiple_of(2) { 0.1 } else { -0.1 };
    bounds.translated(step)
}

fn measured(count: usize) -> [f64; COLUMNS.len()] {
    let mut list = boxes::<2>(Spread::Uniform, count);
    let mut finder = AllPairs::new();
    let turns = (10_000_000 / count).clamp(3, 15);
    let mut times = [f64::INFINITY; COLUMNS.len()];
    let mut least = |place: usize, time: f64| times[place] = times[place].min(time);
    let mut tree = Tree::from_iter(list.iter().copied());
    let bytes = tree.memory() as f64 / count as f64;
    for turn in 0..turns {
        let mut found = [0usize; 3];
        least(0, time(|| finder.find(&list, |_, _| found[0] += 1)));
        least(1, time(|| tree = Tree::from_iter(list.iter().copied())));
        least(2, time(|| tree.pairs(|_, _| found[1] += 1)));
        let start = Instant::now();
        found[2] = tree.pairs_in_parallel(|a, b| Some([a as u32, b as u32])).len();
        least(3, start.elapsed().as_secs_f64());
        assert_eq!(found, [found[0]; 3], "the pairs of {count} boxes");
        least(
            4,
            time(|| {
                for key in (turn % 10..count).step_by(10) {
                    list[key] = moved(&list[key], turn / 10);
                    tree.set(key, list[key]).unwrap();
                }
                tree.pairs(|_, _| found[0] += 1);
            }),
        );
        for (place, random) in [(5, false), (6, true)] {
            list.iter_mut().for_each(|bounds| *bounds = moved(bounds, place));
            let numbered = (0..count).map(|k| if random { k * FAR % count } else { k });
            let moves: Vec<_> = numbered.map(|key| (key, list[key])).collect();
            least(place, time(|| moves.iter().for_each(|(key, bounds)| tree.set(*key, *bounds).unwrap())));
        }
    }
    let mut row = times.map(|time| time * 1e9 / count as f64);
    row[COLUMNS.len() - 1] = bytes;
    row
}

/// Runs this benchmark only if its name is given, because it takes minutes and gigabytes.
pub fn run(words: &[String]) {
    if words != ["large"] {
        return;
    }
    println!("\n| boxes | {} |\n|{}", COLUMNS.join(" | "), " ---: |".repeat(COLUMNS.len() + 1));
    for count in COUNTS {
        let cells: Vec<_> = measured(count).iter().map(|number| format!("{number:.1}")).collect();
        println!("| {count} | {} |", cells.join(" | "));
    }
}
