//! What the benchmarks measure, in one place: the table (`src/main.rs`) and criterion (`benches/`) run the same
//! [`Contest`]s, and a test holds all entrants of a contest to the same number of hits.
//!
//! A contest has an input and some entrants that each count the hits in it. A new entrant (another library, another
//! query) is one more closure in [`relation`], or a file beside it.
//!
//! ```
//! for contest in bumper_bench::relation::contests() {
//!     let share = contest.hits() as f64 / contest.pairs as f64;
//!     assert!((0.3..0.5).contains(&share), "{}: {share}", contest.name);
//! }
//! ```

pub mod hand;
pub mod input;
pub mod mover;
pub mod relation;
pub mod table;

/// One input and those who count its hits.
///
/// ```
/// let contest = &bumper_bench::relation::contests()[0];
/// assert_eq!(contest.entrants[0].name, "hand");
/// ```
pub struct Contest {
    /// What is tested: the kinds, the scalar, the dimension.
    pub name: String,
    /// How many pairs one run tests.
    pub pairs: usize,
    /// The first is the one that the others are compared with.
    pub entrants: Vec<Entrant>,
}

/// One way to count the hits of a [`Contest`].
///
/// ```
/// use bumper_bench::Entrant;
/// let entrant = Entrant { name: "guess", count: Box::new(|| 42) };
/// assert_eq!((entrant.count)(), 42);
/// ```
pub struct Entrant {
    /// Its column in the table.
    pub name: &'static str,
    /// Tests every pair once and counts the hits.
    pub count: Box<dyn Fn() -> usize>,
}

impl Contest {
    /// The number of hits. Panics where the entrants do not agree: then their times mean nothing.
    ///
    /// ```
    /// assert!(bumper_bench::relation::contests()[0].hits() > 0);
    /// ```
    pub fn hits(&self) -> usize {
        let hits = (self.entrants[0].count)();
        for entrant in &self.entrants {
            assert_eq!((entrant.count)(), hits, "{}: {} disagrees", self.name, entrant.name);
        }
        hits
    }
}
