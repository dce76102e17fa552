//! Benchmarks of composite shapes (sprites, compounds and concave regions) against a ball, a box and each other, in 2D.
//!
//! Most pairs of randomly placed shapes are far apart, and only a few touch. So there are two groups: separated pairs and touching pairs.
//! For a separated pair, a query should take about as long as for two simple shapes. For a touching pair, it should take about as long as
//! queries on the parts that are near the other shape.

mod sprites;

use super::figure::RANGE;
use super::parry::plane as parry;
use super::table::short;
use crate::unit;
use bumper::{Aabb, Relate, Shape, Vector, cast, contact_within, distance, sweep};
use bumper_bench::input::Random;
use sprites::PartKind;
use std::hint::black_box;
use std::time::Instant;

/// The largest number of pairs in a group (`PAIRS`), and the number of random pairs that are sorted into the two groups (`TRIED`).
const PAIRS: usize = 128;
const TRIED: usize = 6000;

/// The side of the square for the centers of shapes, relative to the sum of the extents of the two shapes. It is so large that only a few
/// per cent of the pairs touch.
const SPREAD: f32 = 6.0;

/// The largest displacement on an axis in a sweep.
const STEP: f32 = 6.0;

/// The number of pairs in a group for which bumper's answers are checked. The parts of the shapes, tested pair by pair, give the right
/// answers.
const COMPARED: usize = 12;

/// The shortest time for which a library is measured in one round, in seconds, and the number of rounds.
const TURN: f64 = 300e-6;
const ROUNDS: usize = 9;

/// The pairs of a group are first tried once. After this time in seconds, the trial stops, and only the pairs tried so far are measured,
/// but at least `FEWEST` pairs.
const LONGEST: f64 = 10e-3;
const FEWEST: usize = 8;

/// The largest error of bumper's answer for composite shapes that is attributed to rounding, as a length. The right answer is computed from
/// the parts.
const TOLERANCE: f32 = 2e-3;

/// One shape of a pair: as a shape of bumper (`ours`), and as a shape of parry (`theirs`) if parry has such a shape.
struct Thing {
    ours: Shape<'static, f32, 2>,
    theirs: Option<parry::Placed>,
    /// Simple shapes whose union is the shape. The query on them gives the reference answer.
    parts: Vec<Shape<'static, f32, 2>>,
    /// For a sprite, the boxes of its solid pixels; `None` for other shapes. The table shows how many parts are near the other shape. For
    /// sprites it counts these pixels, because `parts` are fewer and larger boxes.
    counted: Option<Vec<Aabb<f32, 2>>>,
    center: Vector<f32, 2>,
    step: Vector<f32, 2>,
}

/// A function that runs the query on a pair of shapes.
type Answer<'f> = &'f dyn Fn(&[Thing; 2]);

/// The queries in the columns of the table.
#[derive(Clone, Copy, PartialEq)]
enum Question {
    Touch,
    Distance,
    Contact,
    Sweep,
    Ray,
}

const QUERIES: [(Question, &str); 5] = [
    (Question::Touch, "touch"),
    (Question::Distance, "distance"),
    (Question::Contact, "contact"),
    (Question::Sweep, "sweep"),
    (Question::Ray, "ray"),
];

/// Runs the selected benchmark cases. Returns whether all answers of bumper were right.
pub fn run(is_selected: &dyn Fn(&str) -> bool) -> bool {
    let mut passed = true;
    let mut header = false;
    let mut differ = 0;
    let mut compared = 0;
    for (first, second) in sprites::all_pairs() {
        let name = format!("{} and {}", first.name(), second.name());
        if !is_selected(&format!("matrix parts {name}")) {
            continue;
        }
        if !header {
            let queries = QUERIES.map(|(_, name)| name).join(" | ");
            println!("| parts: ns a pair (parry) | share | parts near | {queries} |");
            println!("| --- | ---: | ---: |{}", " ---: |".repeat(QUERIES.len()));
            header = true;
        }
        eprint!("\r{name:<60}\r");
        let groups = groups(&first, &second);
        let all: usize = groups.iter().map(|group| group.found).sum();
        for group in &groups {
            let which = if group.intersects { "meet" } else { "apart" };
            let cells = QUERIES.map(|(ask, _)| group.timed(ask)).join(" | ");
            let share = 100.0 * group.found as f64 / all.max(1) as f64;
            println!(
                "| {name}, {which} | {share:.0} % | {:.0} | {cells} |",
                group.near([first.extent(), second.extent()])
            );
            for pair in group.pairs.iter().take(COMPARED) {
                passed &= right(&name, pair);
                differ += usize::from(differs(pair));
            }
            compared += group.pairs.len().min(COMPARED);
        }
    }
    if header {
        println!("\nOf {compared} pairs compared, parry differs in {differ}.\n");
    }
    passed
}

/// The separated pairs, or the touching pairs, of two kinds of shapes. If `intersects` is true, these are the touching ones.
struct Group {
    intersects: bool,
    pairs: Vec<[Thing; 2]>,
    /// The number of random candidates that belong to this group.
    found: usize,
}

fn groups(first: &PartKind, second: &PartKind) -> [Group; 2] {
    let mut random = Random(5);
    let mut groups = [false, true].map(|intersects| Group { intersects, pairs: Vec::new(), found: 0 });
    let extent = first.extent() + second.extent();
    for _ in 0..TRIED {
        let centers = [(); 2].map(|()| Vector([(); 2].map(|()| SPREAD * extent * unit(&mut random))));
        let [dx, dy] = (centers[1] - centers[0]).0;
        if dx.abs().max(dy.abs()) > extent && groups[0].pairs.len() == PAIRS {
            groups[0].found += 1;
            continue;
        }
        let pair = [first.at(centers[0], &mut random), second.at(centers[1], &mut random)];
        let group = &mut groups[usize::from(pair[0].ours.intersects(&pair[1].ours))];
        group.found += 1;
        if group.pairs.len() < PAIRS {
            group.pairs.push(pair);
        }
    }
    groups
}

impl Group {
    /// Returns the average number of parts (for sprites, of pixels) of a shape that are near the other shape of its pair.
    fn near(&self, extents: [f32; 2]) -> f64 {
        let within = |thing: &Thing, center: Vector<f32, 2>, extent: f32| {
            let area = Aabb::centered(center, [extent; 2]);
            match &thing.counted {
                Some(pixels) => pixels.iter().filter(|pixel| pixel.intersects(&area)).count(),
                None => thing.parts.iter().filter(|part| part.intersects(&Shape::from(area))).count(),
            }
        };
        let both = |[a, b]: &[Thing; 2]| within(a, b.center, extents[1]) + within(b, a.center, extents[0]);
        self.pairs.iter().map(both).sum::<usize>() as f64 / self.pairs.len().max(1) as f64
    }

    /// Returns the nanoseconds per pair that bumper and parry take for a query, as text. The two libraries alternate in several rounds. The
    /// fastest round of each is reported.
    fn timed(&self, ask: Question) -> String {
        if self.pairs.is_empty() {
            return String::new();
        }
        let ours = |[a, b]: &[Thing; 2]| ask.ours(a, b);
        let theirs = |[a, b]: &[Thing; 2]| {
            if let (Some(p), Some(q)) = (&a.theirs, &b.theirs) {
                ask.parry(p, q);
            }
        };
        let both = self.pairs[0].iter().all(|thing| thing.theirs.is_some());
        let entrants: &[Answer] = if both { &[&ours, &theirs] } else { &[&ours] };
        // A first run decides how many pairs are measured: fewer if a library needs too long. Bumper and parry get the same pairs.
        let answered = |ask: &Answer| {
            let start = Instant::now();
            let in_time = |_: &&[Thing; 2]| start.elapsed().as_secs_f64() < LONGEST;
            self.pairs.iter().take_while(in_time).map(ask).count()
        };
        let pairs = entrants.iter().map(answered).fold(PAIRS, usize::min).max(FEWEST).min(self.pairs.len());
        let time = |ask: Answer, runs: usize| {
            let start = Instant::now();
            (0..runs).for_each(|_| self.pairs[..pairs].iter().for_each(ask));
            start.elapsed().as_secs_f64() / runs as f64
        };
        let mut best: Vec<_> = entrants.iter().map(|ask| time(ask, 1)).collect();
        let runs: Vec<_> = best.iter().map(|time| (TURN / time).ceil() as usize).collect();
        for _ in 0..ROUNDS {
            for ((ask, best), runs) in entrants.iter().zip(&mut best).zip(&runs) {
                *best = best.min(time(ask, *runs));
            }
        }
        let each: Vec<_> = best.iter().map(|time| short(time * 1e9 / pairs as f64)).collect();
        if both { format!("{} ({})", each[0], each[1]) } else { each[0].clone() }
    }
}

impl Question {
    fn ours(self, a: &Thing, b: &Thing) {
        let p = a.ours;
        let q = b.ours;
        match self {
            Question::Touch => _ = black_box(p.intersects(&q)),
            Question::Distance => _ = black_box(distance(p, q)),
            Question::Contact => _ = black_box(contact_within(p, q, 0.0)),
            Question::Sweep => _ = black_box(sweep(p, a.step, q, b.step)),
            Question::Ray => _ = black_box(cast(&a.ray(), q)),
        }
    }

    fn parry(self, a: &parry::Placed, b: &parry::Placed) {
        match self {
            Question::Touch => _ = black_box(parry::intersects(a, b)),
            Question::Distance => _ = black_box(parry::distance(a, b)),
            Question::Contact => _ = black_box(parry::contact(a, b)),
            Question::Sweep => _ = black_box(parry::sweep(a, b)),
            Question::Ray => {
                let ray = parry2d::query::Ray::new(a.pose.translation, a.step.normalize());
                black_box(b.shape.cast_ray_and_get_normal(&b.pose, &ray, RANGE, true));
            }
        }
    }
}

impl Thing {
    fn new(
        center: Vector<f32, 2>,
        ours: Shape<'static, f32, 2>,
        parts: Vec<Shape<'static, f32, 2>>,
        theirs: Option<parry::Placed>,
        random: &mut Random,
    ) -> Self {
        // Move by at least 1 along x, so that the direction of the motion is reliable.
        let [x, y] = [(); 2].map(|()| STEP * (2.0 * unit(random) - 1.0));
        let step = Vector([if x < 0.0 { x - 1.0 } else { x + 1.0 }, y]);
        let theirs = theirs.map(|placed| parry::Placed { step: step.0.into(), ..placed });
        Self { ours, theirs, parts, counted: None, center, step }
    }

    /// Returns the ray from the center of the shape along its motion. In ray casts, the ray takes the place of the first shape of a pair.
    fn ray(&self) -> bumper::Ray<f32, 2> {
        bumper::Ray::new(self.center, self.step).expect("it moves").with_max_distance(RANGE)
    }
}

/// Whether the answers of parry and bumper for a pair differ by more than rounding. False if parry does not have both shapes.
fn differs([a, b]: &[Thing; 2]) -> bool {
    let (Some(p), Some(q)) = (&a.theirs, &b.theirs) else { return false };
    let ours = distance(a.ours, b.ours);
    let theirs = parry::distance(p, q);
    let touch = a.ours.intersects(&b.ours);
    (ours - theirs).abs() > TOLERANCE * ours.max(1.0)
        || touch != parry::intersects(p, q) && ours > TOLERANCE
        || contact_within(a.ours, b.ours, 0.0).is_some() != parry::contact(p, q).is_some()
        || sweep(a.ours, a.step, b.ours, b.step).is_some() != parry::sweep(p, q).is_some()
}

/// Whether bumper's answers for a pair agree with the answers that are computed from its answers for all pairs of parts.
fn right(name: &str, [a, b]: &[Thing; 2]) -> bool {
    let pairs = || a.parts.iter().flat_map(|p| b.parts.iter().map(move |q| (*p, *q)));
    let near = |x: Option<f32>, y: Option<f32>, scale: f32| match (x, y) {
        (Some(x), Some(y)) => (x - y).abs() * scale <= TOLERANCE,
        (x, y) => x == y,
    };
    let least = pairs().map(|(p, q)| distance(p, q)).fold(f32::INFINITY, f32::min);
    let touch = pairs().any(|(p, q)| p.intersects(&q));
    let first = pairs().filter_map(|(p, q)| sweep(p, a.step, q, b.step)).map(|hit| hit.time).reduce(f32::min);
    let ray = a.ray();
    let seen = b.parts.iter().filter_map(|q| cast(&ray, *q)).map(|hit| hit.distance).reduce(f32::min);
    let same = [
        ("touch", a.ours.intersects(&b.ours) == touch),
        ("distance", near(Some(distance(a.ours, b.ours)), Some(least), 1.0)),
        ("contact", contact_within(a.ours, b.ours, 0.0).is_some() == touch),
        (
            "sweep",
            near(
                sweep(a.ours, a.step, b.ours, b.step).map(|hit| hit.time),
                first,
                (b.step - a.step).length(),
            ),
        ),
        ("ray", near(cast(&ray, b.ours).map(|hit| hit.distance), seen, 1.0)),
    ];
    for (query, _) in same.iter().filter(|(_, same)| !same) {
        eprintln!("error: {name}: {query} is not that of the parts");
    }
    same.iter().all(|(_, same)| *same)
}
