//! Benchmarks that compare bumper with other libraries. All libraries get the same input, their answers are compared, and their times are
//! measured in one run of the program.
//!
//! A benchmark case consists of an input, and of an entrant (an implementation of the case) for each library. The tests of two shapes are
//! in the modules `flat` (2D) and `solid` (3D). To test other kinds of shapes, add a module with a function `cases` like theirs.

mod bodies;
mod box2d;
mod bvh;
mod clock;
mod entrant;
mod flat;
mod frames;
mod growth;
mod large;
mod laws;
mod levels;
mod many_movers;
mod mask;
mod matrix;
mod meshes;
mod momentum;
mod moving;
mod pairs;
mod queries;
mod sensors;
mod solid;
mod space;
mod stability;
mod standing;
mod walker;

use bumper_bench::{Case, Entrant, table};

#[global_allocator]
static ALLOCATOR: meshes::memory::Counting = meshes::memory::Counting;

const SHAPES: usize = 256;
const NEIGHBOURS: usize = 16;

fn main() {
    // The arguments that end in `.svg` are the paths of charts to write, those that end in `.obj` are levels to read. All others are words:
    // run the benchmark cases whose names contain all of them.
    let (charts, words): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(|word| word.ends_with(".svg"));
    let (files, words): (Vec<_>, Vec<_>) = words.into_iter().partition(|word| word.ends_with(".obj"));
    let is_selected = |case: &Case| words.iter().all(|word| case.name.contains(word.as_str()));
    let cases: Vec<_> = flat::cases().into_iter().chain(solid::cases()).filter(is_selected).collect();
    if !cases.is_empty() {
        table::print(&cases, &["bumper", "parry", "Box2D", "cute_c2"]);
    }
    mask::run(&words);
    walker::run(&words);
    many_movers::run(&words);
    bodies::run(&words);
    stability::run(&words);
    momentum::run(&words);
    laws::run(&words);
    standing::run(&words);
    frames::run(&words);
    large::run(&words);
    let measured = [
        pairs::run(&words),
        moving::run(&words),
        sensors::run(&words),
        queries::run(&words),
        levels::run(&words),
        space::run(&words),
        meshes::run(&words, &files),
        bodies::grow(&words),
    ];
    let measured: Vec<_> = measured.into_iter().flatten().collect();
    growth::print(&measured);
    let drawn = matrix::run(&words, if measured.is_empty() { &charts } else { &[] });
    for chart in charts.iter().filter(|_| !drawn || !measured.is_empty()) {
        if let Err(error) = growth::draw(&measured, chart.as_ref()) {
            eprintln!("error: {chart}: {error}");
            std::process::exit(2);
        }
    }
}

/// Builds a benchmark case by adding entrants. The case tests each shape of a first list against several shapes of a second list.
struct CaseBuilder {
    case: Case,
}

impl CaseBuilder {
    fn new(name: &str) -> Self {
        let pairs = SHAPES * NEIGHBOURS;
        Self { case: Case { name: name.into(), pairs, entrants: Vec::new() } }
    }

    /// Adds an entrant that counts the pairs of shapes for which `test` returns true.
    fn entrant<A: 'static>(
        mut self,
        name: &'static str,
        shapes: impl Iterator<Item = A>,
        test: impl Fn(&A, &A) -> bool + 'static,
    ) -> Self {
        let shapes: Vec<A> = shapes.collect();
        let count = move || {
            let first = &shapes[..SHAPES];
            let hits = |(a, others): (&A, &[A])| others.iter().filter(|b| test(a, b)).count();
            first.iter().zip(shapes[SHAPES..].windows(NEIGHBOURS)).map(hits).sum()
        };
        self.case.entrants.push(Entrant { name, count: Box::new(count) });
        self
    }
}

/// A pseudorandom number from 0 to 1.
fn unit(random: &mut bumper_bench::input::Random) -> f32 {
    f32::from(random.below(250)) / 250.0 + f32::from(random.below(250)) / 62_500.0
}
