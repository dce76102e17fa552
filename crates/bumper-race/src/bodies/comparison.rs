//! Compares engines: creates a scene in each engine and measures it.

use super::engine::{Engine, STEP};
use crate::clock::seconds;

/// The number of runs in each engine. The median of their times is reported.
const RUNS: usize = 3;

/// A scene in one engine, and a function `each` that is called before each step.
pub struct Scene<E> {
    pub engine: E,
    /// The number of steps before the measurement starts.
    pub settle: usize,
    pub each: fn(&mut E, usize),
}

/// Creates a scene without changes between its steps: nothing is inserted, removed or moved.
pub fn without_changes<E>(engine: E) -> Scene<E> {
    Scene { engine, settle: 30, each: |_, _| () }
}

/// Returns the processor time per step of a scene, in milliseconds: the median of several runs.
pub fn measure<E: Engine>(make: impl Fn() -> Scene<E>, steps: usize) -> f64 {
    let mut times: Vec<_> = (0..RUNS)
        .map(|_| {
            let Scene { mut engine, settle, each } = make();
            let mut step = 0..;
            let mut steps_of = |count: usize| {
                for step in step.by_ref().take(count) {
                    each(&mut engine, step);
                    engine.step(STEP);
                }
            };
            steps_of(settle);
            let start = seconds();
            steps_of(steps);
            (seconds() - start) * 1e3 / steps as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

/// Returns the memory that a scene occupies after some steps, in kilobytes. It is the memory that the C allocator has handed out. All
/// engines use this allocator.
pub fn kilobytes<E: Engine>(make: impl Fn() -> Scene<E>, steps: usize) -> f64 {
    let used = || {
        // SAFETY: `mallinfo2` has no preconditions.
        let info = unsafe { libc::mallinfo2() };
        (info.uordblks + info.hblkhd) as f64 / 1024.0
    };
    let before = used();
    let mut engine = make().engine;
    (0..steps).for_each(|_| engine.step(STEP));
    used() - before
}

/// A table of benchmark cases. A case is selected if its name contains all `words` of the command line. The heading is printed only if a
/// case is selected.
pub struct Table<'w> {
    words: &'w [String],
    head: &'static str,
    reported: bool,
}

impl<'w> Table<'w> {
    pub fn new(words: &'w [String], head: &'static str) -> Self {
        Self { words, head, reported: false }
    }

    pub fn is_selected(&self, name: &str) -> bool {
        self.words.iter().all(|word| name.contains(word.as_str()))
    }

    pub fn row(&mut self, name: &str, [ours, box2d, rapier]: [f64; 3]) {
        if !self.reported {
            println!("\n| {} | bumper | Box2D | rapier | of Box2D | of rapier |", self.head);
            println!("| --- | ---: | ---: | ---: | ---: | ---: |");
            self.reported = true;
        }
        let [first, second] = [box2d, rapier].map(|other| ours / other);
        println!("| {name} | {ours:.4} | {box2d:.4} | {rapier:.4} | {first:.2} | {second:.2} |");
    }
}

/// Measures a scene in each engine and prints a row of the table, if the name of the case is selected.
macro_rules! compare {
    ($table:ident, $name:expr, $measure:ident($given:expr), $scene:expr) => {
        if $table.is_selected($name) {
            let ours = $measure::<$crate::bodies::Bumper>(|| $scene, $given);
            let box2d = $measure::<$crate::bodies::World>(|| $scene, $given);
            let rapier = $measure::<$crate::bodies::Rapier>(|| $scene, $given);
            $table.row($name, [ours, box2d, rapier]);
        }
    };
}
pub(crate) use compare;
