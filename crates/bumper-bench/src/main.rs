//! Prints how long the entrants of each contest take, as Markdown: beside the first of them, and in nanoseconds.

use bumper_bench::{Contest, Entrant, relation};
use std::hint::black_box;
use std::time::Instant;

/// How often each entrant is timed. They take turns, so that whatever else the machine does meets all of them.
const ROUNDS: usize = 301;

/// How often an entrant runs while it is timed once: some tenths of a millisecond, far above what the clock resolves.
const RUNS: usize = 20;

/// The entrants in the order of the columns. Not every contest has all of them.
const COLUMNS: [&str; 4] = ["hand", "typed", "relation", "dynamic"];

fn main() {
    let (mut ratios, mut nanoseconds) = (Vec::new(), Vec::new());
    for contest in relation::contests() {
        let hits = 100 * contest.hits() / contest.pairs;
        let places = COLUMNS.map(|name| contest.entrants.iter().position(|entrant| entrant.name == name));
        let times = times_of(&contest);
        let row = |number: &dyn Fn(usize, usize) -> f64| {
            let cell = |place: usize| median((0..ROUNDS).map(|round| number(place, round)).collect());
            let cells =
                places.map(|place| place.map_or(String::new(), |place| format!("{:.2}", cell(place))));
            format!("| {} | {hits} % | {} |", contest.name, cells.join(" | "))
        };
        ratios.push(row(&|place, round| times[place][round] / times[0][round]));
        nanoseconds.push(row(&|place, round| times[place][round]));
    }
    for (title, rows) in [("Ratio to `hand`", ratios), ("Nanoseconds a pair", nanoseconds)] {
        println!("| {title} | hits | {} |", COLUMNS.join(" | "));
        println!("| --- | ---: | ---: | ---: | ---: | ---: |");
        println!("{}\n", rows.join("\n"));
    }
}

/// For each entrant the nanoseconds a pair, round by round.
fn times_of(contest: &Contest) -> Vec<Vec<f64>> {
    let time = |entrant: &Entrant| {
        let start = Instant::now();
        for _ in 0..RUNS {
            black_box((entrant.count)());
        }
        start.elapsed().as_nanos() as f64 / (RUNS * contest.pairs) as f64
    };
    let mut times = vec![Vec::with_capacity(ROUNDS); contest.entrants.len()];
    for _ in 0..ROUNDS {
        for (entrant, times) in contest.entrants.iter().zip(&mut times) {
            times.push(time(entrant));
        }
    }
    times
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
