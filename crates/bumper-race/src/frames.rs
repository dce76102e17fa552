//! Benchmarks of the variation of frame times: the median and the longest frame of a world of moving boxes. If a library defers work to a
//! single frame, a game stutters visibly in this frame, even if the average time is low.

use crate::clock::seconds;
use crate::growth::median;
use crate::moving::{Flock, entrants};
use crate::pairs::Spread;

const COUNTS: [usize; 4] = [100, 1000, 10_000, 100_000];

/// The number of frames in a run, and the number of runs. The runs are repetitions of the same work. The reported time of a frame is the
/// shortest of its times in all runs, because longer times come from interruptions by other processes.
const FRAMES: usize = 300;
const RUNS: usize = 5;

/// Returns the time of each frame for each library. In each frame, one in `part` boxes moves. Box2D's tree is left out, because its frames
/// would take many seconds in total.
fn times(spread: Spread, count: usize, part: usize) -> Vec<(&'static str, Vec<f64>)> {
    let mut best: Vec<(&str, Vec<f64>)> = Vec::new();
    for _ in 0..RUNS {
        let mut flock = Flock::new(spread, count);
        let mut worlds = entrants(&flock.boxes);
        worlds.retain(|(name, _)| *name != "Box2D");
        best.resize_with(worlds.len(), || ("", vec![f64::INFINITY; FRAMES]));
        // The first frame of a world reports all pairs as new, so it is slower than the others. Run it without measuring it.
        for (_, world) in &mut worlds {
            world.frame(&flock.boxes, &[]);
        }
        for frame in 0..FRAMES {
            let moved: Vec<_> = (frame % part..count).step_by(part).collect();
            flock.step(&moved);
            let mut first = None;
            for ((name, world), (known, times)) in worlds.iter_mut().zip(&mut best) {
                let start = seconds();
                let sum = world.frame(&flock.boxes, &moved);
                times[frame] = times[frame].min(seconds() - start);
                assert_eq!(*first.get_or_insert(sum), sum, "{name} disagrees");
                *known = name;
            }
        }
    }
    best
}

/// Runs the benchmark cases of this module that the command-line words select.
pub fn run(words: &[String]) {
    let mut head = true;
    for (share, part) in [("all", 1), ("a tenth", 10)] {
        for spread in [Spread::Uniform, Spread::Clustered, Spread::Mixed] {
            for count in COUNTS {
                let name = format!("frames {share} {spread:?} {count}").to_lowercase();
                if !words.iter().all(|word| name.contains(word.as_str())) {
                    continue;
                }
                let found = times(spread, count, part);
                if std::mem::take(&mut head) {
                    let names: Vec<_> = found.iter().map(|(name, _)| *name).collect();
                    println!(
                        "\n| the longest of {FRAMES} frames to the middle one | {} |",
                        names.join(" | ")
                    );
                    println!("| --- |{}", " ---: |".repeat(names.len()));
                }
                let ratio =
                    |times: &Vec<f64>| times.iter().fold(0.0, |a: f64, b| a.max(*b)) / median(times.clone());
                let ratios: Vec<_> = found.iter().map(|(_, times)| format!("{:.2}", ratio(times))).collect();
                println!("| {name} | {} |", ratios.join(" | "));
            }
        }
    }
}
