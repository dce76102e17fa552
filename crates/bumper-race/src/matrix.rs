//! The matrix of benchmarks: every pair of shape kinds with every query (touch, distance, contact, sweep and ray), in 2D and 3D. The times
//! are compared with those of other libraries.
//!
//! All libraries get the same shapes at the same random positions, and their answers are compared before anything is measured. If two
//! answers differ by more than rounding, the module `judge` decides which one is right.

mod draw;
mod figure;
mod judge;
mod parry;
mod parts;
mod plane;
mod table;

use crate::clock::seconds;
use bumper::{Ray, Relate, Shape, Vector, cast, contact_within, distance, sweep};
use bumper_bench::input::Random;
use figure::{Figure, Kind, RANGE};
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;

/// The largest difference of two answers, as a length, that is attributed to rounding. (For lengths above 1, the judge takes it relative to
/// the length.) The shapes are 1 to 5 wide and about 10 away from the origin.
const TOLERANCE: f64 = 1e-3;

/// The largest permitted number of wrong answers per thousand in each cell of the matrix. If bumper gives more, the run fails.
const MAX_WRONG_PER_THOUSAND: f64 = 5.0;

/// The number of shapes in the first list, and the number of shapes of the second list that each of them is tested with. There are 65,536
/// such pairs. They are so many that the branch predictor cannot learn them, but the shapes fit into the L2 cache.
const SHAPES: usize = 1024;
const NEIGHBOURS: usize = 64;

/// Answers are compared only for this many shapes of the first list, because judging takes long.
const COMPARED_SHAPES: usize = 64;

/// The number of shapes of the first list in each trial of a bisection. The bisection finds how large the region for the shapes has to be
/// so that `TARGET_HIT_SHARE` of the pairs hit.
const TRIAL_SHAPES: usize = 16;
/// The number of trials of the bisection.
const BISECTIONS: usize = 10;

/// The share of pairs that should hit. More pairs hit if the shapes are placed in a smaller region.
const TARGET_HIT_SHARE: f64 = 0.25;

/// The time for which each library is measured in a cell of the matrix, in seconds.
const ENTRANT_SECONDS: f64 = 0.07;
/// The time for which a library runs before the next library has its turn, in seconds.
const SLICE_SECONDS: f64 = 200e-6;
/// Each pair has to run at least this often in `ENTRANT_SECONDS`. If a library is too slow for that, all libraries run with fewer pairs.
const MIN_ROUNDS: f64 = 4.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    Touch,
    Distance,
    Contact,
    Sweep,
    Ray,
}

impl Query {
    const ALL: [Query; 5] = [Query::Touch, Query::Distance, Query::Contact, Query::Sweep, Query::Ray];

    pub fn name(self) -> &'static str {
        match self {
            Query::Touch => "touch",
            Query::Distance => "distance",
            Query::Contact => "contact within 0",
            Query::Sweep => "sweep",
            Query::Ray => "ray",
        }
    }
}

/// A query, and the two lists of shapes to which it is applied.
pub struct QueryCase<'f, const N: usize> {
    pub query: Query,
    pub a: &'f [Figure<N>],
    pub b: &'f [Figure<N>],
}

/// A function that creates the implementations of a query in the libraries other than bumper.
type Peers<const N: usize> = for<'f> fn(&QueryCase<'f, N>) -> Vec<Entrant<'f>>;

/// A library's implementation of a query. It is applied to all pairs of a [`QueryCase`].
pub struct Entrant<'f> {
    pub name: &'static str,
    /// The largest error of an answer that the tolerances of this library permit, as a length.
    tolerance: f64,
    answers: Box<dyn Fn() -> Vec<Option<f32>> + 'f>,
    /// Runs the query for all pairs whose first shape is in a range of indices.
    pass: Box<dyn Fn(Range<usize>) + 'f>,
}

impl<'f> Entrant<'f> {
    /// Creates an entrant. `sides` are the shapes of the two lists, and `run_query` runs the query on two shapes. `read` converts the
    /// result to a length or to a fraction of the motion, or to `None` if there is no hit.
    pub fn new<A: 'f, B: 'f, T>(
        name: &'static str,
        sides: (Vec<A>, Vec<B>),
        run_query: impl Fn(&A, &B) -> T + 'f,
        read: impl Fn(T) -> Option<f32> + 'f,
    ) -> Self {
        let shared = Rc::new((sides, run_query));
        let timed = shared.clone();
        let answers = move || {
            let ((a, b), run_query) = &*shared;
            pairs(a, b).map(|(a, b)| read(run_query(a, b))).collect()
        };
        let pass = move |part: Range<usize>| {
            let ((a, b), run_query) = &*timed;
            pairs(&a[part.clone()], &b[part.start..part.end + NEIGHBOURS - 1]).for_each(|(a, b)| {
                black_box(run_query(a, b));
            });
        };
        Self { name, tolerance: 0.0, answers: Box::new(answers), pass: Box::new(pass) }
    }

    /// Sets the largest permitted error of the answers, as a length.
    pub fn within(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }
}

/// The pairs of shapes that are tested: shape k of the first list with the shapes from k to k + `NEIGHBOURS` − 1 of the second list, for
/// each k.
fn pairs<'s, A, B>(a: &'s [A], b: &'s [B]) -> impl Iterator<Item = (&'s A, &'s B)> {
    a.iter().zip(b.windows(NEIGHBOURS)).flat_map(|(a, near)| near.iter().map(move |b| (a, b)))
}

/// The results of one query for one pair of kinds: a cell of the matrix.
pub struct Cell {
    pub dimension: usize,
    pub query: Query,
    pub kinds: [Kind; 2],
    pub hits: f64,
    /// The result of each library. The first one is that of bumper.
    pub results: Vec<EntrantResult>,
}

/// The time of a library, and its number of wrong answers.
pub struct EntrantResult {
    pub name: &'static str,
    pub nanoseconds: f64,
    /// The number of wrong answers per thousand. An answer is wrong if its error exceeds rounding. Only answers that differ between
    /// libraries are checked.
    pub wrong: f64,
}

impl Cell {
    pub fn ours(&self) -> f64 {
        self.results[0].nanoseconds
    }

    /// The result of the fastest library other than bumper.
    pub fn best(&self) -> &EntrantResult {
        let faster = |a: &&EntrantResult, b: &&EntrantResult| a.nanoseconds.total_cmp(&b.nanoseconds);
        self.results[1..].iter().min_by(faster).expect("parry answers everything")
    }

    pub fn ratio(&self) -> f64 {
        self.ours() / self.best().nanoseconds
    }
}

/// Measures the cells of the matrix whose names contain all words, prints the tables, and draws the heat map into the files `charts`. The
/// word `each` is an option, not a part of a name: with it, the tables show the times of all libraries. Returns whether any cell was
/// measured.
pub fn run(words: &[String], charts: &[String]) -> bool {
    let each = words.iter().any(|word| word == "each");
    let words: Vec<_> = words.iter().filter(|word| *word != "each").collect();
    let is_selected = |name: &str| words.iter().all(|word| name.contains(word.as_str()));
    let mut cells = cells::<2>(&is_selected, plane::peers);
    cells.extend(self::cells::<3>(&is_selected, parry::space::entrants));
    if !cells.is_empty() {
        table::print(&cells, each);
        for chart in charts {
            if let Err(error) = std::fs::write(chart, draw::heat_map(&cells)) {
                eprintln!("error: {chart}: {error}");
                std::process::exit(2);
            }
        }
    }
    let mut passed = table::print_wrong(&cells, MAX_WRONG_PER_THOUSAND);
    passed &= parts::run(&is_selected);
    if !passed {
        eprintln!("error: answers of bumper are wrong; see above");
        std::process::exit(1);
    }
    !cells.is_empty()
}

/// Measures the selected cells of the matrix for one dimension.
fn cells<const N: usize>(is_selected: &dyn Fn(&str) -> bool, peers: Peers<N>) -> Vec<Cell> {
    let kinds = Kind::all(N);
    let mut cells = Vec::new();
    for query in Query::ALL {
        let firsts = if query == Query::Ray { &[Kind::Ray][..] } else { kinds };
        for (i, &first) in firsts.iter().enumerate() {
            for &second in &kinds[if query == Query::Ray { 0 } else { i }..] {
                let name = format!("matrix {N}D {} {} {}", query.name(), first.name(), second.name());
                if is_selected(&name) {
                    eprint!("\r{name:<60}");
                    cells.push(cell::<N>(query, [first, second], peers));
                }
            }
        }
    }
    eprint!("\r{:<60}\r", "");
    cells
}

fn cell<const N: usize>(query: Query, kinds: [Kind; 2], peers: Peers<N>) -> Cell {
    let [a, b] = with_hits::<N>(query, kinds);
    let case = QueryCase { query, a: &a, b: &b };
    let mut entrants = vec![ours(&case)];
    entrants.extend(peers(&case));
    let answers: Vec<_> = entrants.iter().map(|entrant| (entrant.answers)()).collect();
    let hits = answers[0].iter().filter(|answer| case.is_hit(**answer)).count();
    let wrong = wrong(&case, &entrants, &answers);
    let times = times(&entrants);
    let results = entrants.iter().zip(times).zip(wrong);
    let results = results
        .map(|((entrant, time), wrong)| EntrantResult {
            name: entrant.name,
            nanoseconds: time * 1e9,
            wrong: wrong as f64 * 1e3 / (COMPARED_SHAPES * NEIGHBOURS) as f64,
        })
        .collect();
    Cell { dimension: N, query, kinds, hits: hits as f64 / answers[0].len() as f64, results }
}

/// Creates two lists of shapes at random positions. Their spread is chosen such that about a quarter of the pairs hit. Segments in 3D
/// almost never hit, so they are placed close together.
fn with_hits<const N: usize>(query: Query, kinds: [Kind; 2]) -> [Vec<Figure<N>>; 2] {
    let mut low = 0.5;
    let mut high = 80.0f32;
    for _ in 0..BISECTIONS {
        let reach = 0.5 * (low + high);
        let [a, b] = sides::<N>(query, kinds, reach, TRIAL_SHAPES);
        let trial = QueryCase { query, a: &a, b: &b };
        let hit = |(a, b): &(&Figure<N>, &Figure<N>)| {
            trial.is_hit(answer(query, a, &a.shape(), b.step, &b.shape()))
        };
        let hits = pairs(&a, &b).filter(hit).count();
        if (hits as f64) < TARGET_HIT_SHARE * (TRIAL_SHAPES * NEIGHBOURS) as f64 {
            high = reach
        } else {
            low = reach
        }
    }
    sides(query, kinds, high, SHAPES)
}

impl<const N: usize> QueryCase<'_, N> {
    fn is_hit(&self, answer: Option<f32>) -> bool {
        match self.query {
            Query::Distance => answer == Some(0.0),
            _ => answer.is_some(),
        }
    }

    /// Returns the factor that converts an error of an answer to a length. Answers of sweeps and rays are fractions of the motion, so the
    /// factor is the length of the relative motion of the two shapes. Other answers are lengths, so the factor is 1.
    fn speed(&self, a: &Figure<N>, b: &Figure<N>) -> f64 {
        match self.query {
            Query::Sweep | Query::Ray => f64::from((b.step - a.step).length()),
            _ => 1.0,
        }
    }
}

fn sides<const N: usize>(query: Query, kinds: [Kind; 2], reach: f32, count: usize) -> [Vec<Figure<N>>; 2] {
    let mut random = Random(11);
    let mut side =
        |kind, count| -> Vec<_> { (0..count).map(|_| Figure::random(kind, reach, &mut random)).collect() };
    let [a, mut b] = [side(kinds[0], count), side(kinds[1], count + NEIGHBOURS - 1)];
    if query == Query::Ray {
        b.iter_mut().for_each(|figure| figure.step = Vector::default());
    }
    [a, b]
}

/// Returns bumper's answer to a query, as a length or as a fraction of the motion. `None` means no hit.
fn answer<const N: usize>(
    query: Query,
    a: &Figure<N>,
    shape: &Shape<'_, f32, N>,
    step: Vector<f32, N>,
    other: &Shape<'_, f32, N>,
) -> Option<f32> {
    match query {
        Query::Touch => shape.intersects(other).then_some(0.0),
        Query::Distance => Some(distance(*shape, *other)),
        Query::Contact => contact_within(*shape, *other, 0.0).map(|found| found.separation),
        Query::Sweep => sweep(*shape, a.step, *other, step).map(|hit| hit.time),
        Query::Ray => cast(&ray(a), *other).map(|hit| hit.distance / RANGE),
    }
}

fn ray<const N: usize>(figure: &Figure<N>) -> Ray<f32, N> {
    Ray::new(figure.center, figure.step).expect("it has a direction").with_max_distance(RANGE)
}

/// Creates bumper's implementation of a query, which calls its public functions on `Shape`s.
fn ours<'f, const N: usize>(case: &QueryCase<'f, N>) -> Entrant<'f> {
    let shapes = |figures: &'f [Figure<N>]| figures.iter().map(Figure::shape).collect::<Vec<_>>();
    let moving = |figures: &'f [Figure<N>]| figures.iter().map(|f| (f.shape(), f.step)).collect::<Vec<_>>();
    let a = case.a;
    let b = case.b;
    let name = "bumper";
    match case.query {
        Query::Touch => {
            Entrant::new(name, (shapes(a), shapes(b)), |a, b| a.intersects(b), |yes| yes.then_some(0.0))
        }
        Query::Distance => Entrant::new(name, (shapes(a), shapes(b)), |a, b| distance(*a, *b), Some),
        Query::Contact => {
            let run_query = |a: &Shape<'f, f32, N>, b: &Shape<'f, f32, N>| contact_within(*a, *b, 0.0);
            Entrant::new(name, (shapes(a), shapes(b)), run_query, |found| found.map(|found| found.separation))
        }
        Query::Sweep => {
            let sides = (moving(a), moving(b));
            Entrant::new(name, sides, |a, b| sweep(a.0, a.1, b.0, b.1), |hit| hit.map(|hit| hit.time))
        }
        Query::Ray => {
            let sides = (a.iter().map(ray).collect(), shapes(b));
            Entrant::new(name, sides, |ray, b| cast(ray, *b), |hit| hit.map(|hit| hit.distance / RANGE))
        }
    }
}

/// Returns the number of wrong answers of each library. Only answers for the first [`COMPARED_SHAPES`] shapes are compared. If an answer of
/// another library differs from that of bumper, the judge checks both.
fn wrong<const N: usize>(
    case: &QueryCase<N>,
    entrants: &[Entrant],
    answers: &[Vec<Option<f32>>],
) -> Vec<usize> {
    let mut wrong = vec![0; entrants.len()];
    for (k, (a, b)) in pairs(case.a, case.b).enumerate().take(COMPARED_SHAPES * NEIGHBOURS) {
        let speed = case.speed(a, b);
        let same = |x: Option<f32>, y: Option<f32>, tolerance: f64| match (x, y) {
            (Some(x), Some(y)) => f64::from((x - y).abs()) * speed <= TOLERANCE + tolerance,
            _ => x == y,
        };
        let right =
            |e: usize| judge::is_right(case.query, answers[e][k], a, b, TOLERANCE + entrants[e].tolerance);
        let differ = |e: &usize| !same(answers[0][k], answers[*e][k], entrants[*e].tolerance);
        let others: Vec<_> = (1..entrants.len()).filter(differ).collect();
        for &e in others.iter().chain((!others.is_empty()).then_some(&0)) {
            wrong[e] += usize::from(!right(e));
        }
    }
    wrong
}

/// Returns the processor time per pair for each library, in seconds. The libraries take turns, so that disturbances by other processes
/// affect all of them. In a turn, a library runs a slice of the pairs. Then it runs the next slice, until all pairs have run; this is
/// repeated. The shortest time of each slice counts. So a disturbance spoils only one time of one slice.
fn times(entrants: &[Entrant]) -> Vec<f64> {
    let time = |entrant: &Entrant, part: Range<usize>| {
        let start = seconds();
        (entrant.pass)(part);
        seconds() - start
    };
    // The time for each shape of the first list, measured once for a part of the list.
    let first: Vec<_> =
        entrants.iter().map(|entrant| time(entrant, 0..COMPARED_SHAPES) / COMPARED_SHAPES as f64).collect();
    let slowest = first.iter().copied().fold(0.0, f64::max);
    let shapes = ((ENTRANT_SECONDS / MIN_ROUNDS / slowest) as usize).clamp(COMPARED_SHAPES, SHAPES);
    let parts: Vec<_> = first.iter().map(|time| ((SLICE_SECONDS / time) as usize).clamp(1, shapes)).collect();
    let rounds: Vec<_> =
        first.iter().map(|time| (ENTRANT_SECONDS / (time * shapes as f64)) as usize).collect();
    let mut best: Vec<_> = parts.iter().map(|part| vec![f64::INFINITY; shapes.div_ceil(*part)]).collect();
    for round in 0..rounds.iter().copied().max().unwrap_or_default() {
        for (e, entrant) in entrants.iter().enumerate().filter(|(e, _)| round <= rounds[*e]) {
            for (k, best) in best[e].iter_mut().enumerate() {
                let part = k * parts[e]..((k + 1) * parts[e]).min(shapes);
                *best = best.min(time(entrant, part));
            }
        }
    }
    best.iter().map(|best| best.iter().sum::<f64>() / (shapes * NEIGHBOURS) as f64).collect()
}
