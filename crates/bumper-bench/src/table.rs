//! Measures the implementations of the benchmark cases alternately, and prints the times as Markdown.
//!
//! ```
//! let all = bumper_bench::relation::cases();
//! bumper_bench::table::print(&all[..1], &["hand", "typed"]);
//! ```

use crate::{Case, Entrant};
use std::hint::black_box;
use std::time::Instant;

/// The number of times that each implementation is measured. The implementations alternate, so that disturbances by other processes affect
/// all of them.
const ROUNDS: usize = 301;

/// The duration of one measurement, in nanoseconds. It is far above the resolution of the clock.
const NANOSECONDS_PER_MEASUREMENT: f64 = 300_000.0;

/// Prints two tables with a row for each case: the times relative to the first implementation, and the nanoseconds per pair. Both also show
/// the share of hits. `columns` are the names of the implementations to print. A case need not have all of them.
///
/// ```
/// bumper_bench::table::print(&bumper_bench::relation::cases()[..1], &["hand"]);
/// ```
pub fn print(cases: &[Case], columns: &[&str]) {
    let mut ratios = Vec::new();
    let mut nanoseconds = Vec::new();
    for case in cases {
        let hits = 100 * case.hits() / case.pairs;
        let places: Vec<_> = columns
            .iter()
            .map(|name| case.entrants.iter().position(|entrant| entrant.name == *name))
            .collect();
        let times = times_of(case);
        let row = |number: &dyn Fn(usize, usize) -> f64| {
            let cell = |place: usize| median((0..ROUNDS).map(|round| number(place, round)).collect());
            let cells: Vec<_> = places
                .iter()
                .map(|place| place.map_or(String::new(), |place| format!("{:.2}", cell(place))))
                .collect();
            format!("| {} | {hits} % | {} |", case.name, cells.join(" | "))
        };
        ratios.push(row(&|place, round| times[place][round] / times[0][round]));
        nanoseconds.push(row(&|place, round| times[place][round]));
    }
    for (title, rows) in
        [(format!("Ratio to `{}`", columns[0]), ratios), ("Nanoseconds a pair".into(), nanoseconds)]
    {
        println!("| {title} | hits | {} |", columns.join(" | "));
        println!("| --- | ---: |{}", " ---: |".repeat(columns.len()));
        println!("{}\n", rows.join("\n"));
    }
}

/// Returns the nanoseconds per pair of shapes that each implementation of a case takes, for each round of measurements.
fn times_of(case: &Case) -> Vec<Vec<f64>> {
    let time = |entrant: &Entrant, runs: usize| {
        let start = Instant::now();
        for _ in 0..runs {
            black_box((entrant.count)());
        }
        start.elapsed().as_nanos() as f64 / runs as f64
    };
    let runs: Vec<_> = case
        .entrants
        .iter()
        .map(|entrant| (NANOSECONDS_PER_MEASUREMENT / time(entrant, 3)).ceil().max(1.0) as usize)
        .collect();
    let mut times = vec![Vec::with_capacity(ROUNDS); case.entrants.len()];
    for _ in 0..ROUNDS {
        for ((entrant, times), &runs) in case.entrants.iter().zip(&mut times).zip(&runs) {
            times.push(time(entrant, runs) / case.pairs as f64);
        }
    }
    times
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
