//! Benchmarks of pixel masks, compared with those of pygame-ce. The two libraries are measured alternately; pygame-ce runs in a Python
//! process. If pygame-ce is not installed, prints a message and skips the comparison.

use bumper::{Mask, MaskBuf};
use bumper_bench::input::Random;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

const ROUNDS: usize = 31;

struct Case {
    name: &'static str,
    a: MaskBuf,
    b: MaskBuf,
    offset: [i32; 2],
    area: bool,
}

impl Case {
    fn answer(&self) -> u32 {
        let a: Mask = self.a.as_mask();
        let b: Mask = self.b.as_mask();
        let b = black_box(&b);
        let at = black_box(self.offset);
        if self.area { a.overlap_area(b, at) } else { u32::from(a.overlaps(b, at)) }
    }

    /// The number of calls in a measurement. It is smaller for larger masks, so that a measurement takes about a millisecond.
    fn calls(&self) -> usize {
        let size = self.a.as_mask().size().map(usize::from);
        (20_000_000 / (size[0] * size[1])).clamp(20, 20_000)
    }

    fn time(&self) -> f64 {
        let start = Instant::now();
        (0..self.calls()).for_each(|_| {
            black_box(self.answer());
        });
        start.elapsed().as_nanos() as f64 / self.calls() as f64
    }

    fn json(&self) -> String {
        let mask = |mask: &MaskBuf| {
            let rows: Vec<_> = mask.to_rows().iter().map(|row| format!("\"{row}\"")).collect();
            format!("{{\"size\": {:?}, \"rows\": [{}]}}", mask.as_mask().size(), rows.join(","))
        };
        let a = mask(&self.a);
        let b = mask(&self.b);
        format!(
            "{{\"a\": {a}, \"b\": {b}, \"offset\": {:?}, \"area\": {}, \"calls\": {}}}",
            self.offset,
            self.area,
            self.calls()
        )
    }
}

fn cases() -> Vec<Case> {
    // One mask has the even columns, the other the odd ones. So they have no pixel in common, and all pixels must be tested: the worst
    // case.
    let stripes = |size: u16, first: u16| MaskBuf::from_fn([size; 2], |i, _| i % 2 == first);
    let disc = |size: u16| {
        let middle = f64::from(size) / 2.0;
        MaskBuf::from_shape([size; 2], bumper::Ball::new([middle, middle], middle))
    };
    let mut random = Random(3);
    let mut noise = |size: u16| MaskBuf::from_fn([size; 2], |_, _| random.below(250) < 2);
    let case = |name, a, b, offset, area| Case { name, a, b, offset, area };
    vec![
        case("1024², full scan, aligned", stripes(1024, 0), stripes(1024, 1), [0, 0], false),
        case("1024², full scan, offset (33, 5)", stripes(1024, 0), stripes(1024, 0), [33, 5], false),
        case("1024², full scan, offset (-33, -5)", stripes(1024, 0), stripes(1024, 0), [-33, -5], false),
        case("256², full scan, aligned", stripes(256, 0), stripes(256, 1), [0, 0], false),
        case("256², full scan, offset (33, 5)", stripes(256, 0), stripes(256, 0), [33, 5], false),
        case("64², full scan, aligned", stripes(64, 0), stripes(64, 1), [0, 0], false),
        case("64², full scan, offset (13, 5)", stripes(64, 0), stripes(64, 0), [13, 5], false),
        case("64² discs, a near miss", disc(64), disc(64), [46, 46], false),
        case("64² discs, a hit", disc(64), disc(64), [20, 30], false),
        case("64² discs, area", disc(64), disc(64), [20, 30], true),
        case("1024² discs, area", disc(1024), disc(1024), [200, 300], true),
        case("256² noise, area", noise(256), noise(256), [3, 4], true),
    ]
}

/// Runs the benchmark cases that the command-line words select, and prints a table.
pub fn run(words: &[String]) {
    let cases: Vec<_> = cases()
        .into_iter()
        .filter(|case| words.iter().all(|word| format!("masks {}", case.name).contains(word.as_str())))
        .collect();
    if cases.is_empty() {
        return;
    }
    let python = Command::new("python3")
        .args(["-c", include_str!("mask.py")])
        .env("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut python) = python else { return println!("Masks: there is no python3.") };
    let mut ask = python.stdin.take().unwrap();
    let answers = python.stdout.take().unwrap();
    let mut answers = BufReader::new(answers).lines();
    let all: Vec<_> = cases.iter().map(Case::json).collect();
    let _ = writeln!(ask, "[{}]", all.join(","));
    let Some(Ok(first)) = answers.next() else { return println!("Masks: Python has no pygame-ce.") };
    let found: Vec<u32> =
        numbers(&first[first.find("answers").unwrap()..]).iter().map(|n| *n as u32).collect();
    let own: Vec<_> = cases.iter().map(Case::answer).collect();
    assert_eq!(own, found, "pygame-ce disagrees");
    let mut rounds = vec![Vec::new(); cases.len()];
    for _ in 0..ROUNDS {
        writeln!(ask, "go").unwrap();
        let line = answers.next().unwrap().unwrap();
        for ((case, theirs), round) in cases.iter().zip(numbers(&line)).zip(&mut rounds) {
            round.push((case.time(), theirs));
        }
    }
    println!("| masks | bumper, ns | pygame-ce, ns | ratio |\n| --- | ---: | ---: | ---: |");
    for (case, round) in cases.iter().zip(rounds) {
        let median = |of: &dyn Fn(&(f64, f64)) -> f64| {
            let mut all: Vec<f64> = round.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all[all.len() / 2]
        };
        let own = median(&|r| r.0);
        let theirs = median(&|r| r.1);
        let ratio = median(&|r| r.0 / r.1);
        println!("| {} | {own:.0} | {theirs:.0} | {ratio:.2} |", case.name);
    }
}

/// Parses a JSON array of numbers.
fn numbers(text: &str) -> Vec<f64> {
    let list = &text[text.find('[').unwrap() + 1..text.find(']').unwrap()];
    list.split(',').map(|number| number.trim().parse().unwrap()).collect()
}
