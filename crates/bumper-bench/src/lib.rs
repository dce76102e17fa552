//! The benchmark cases. Two programs run these [`Case`]s: `src/main.rs`, which prints tables, and the criterion benchmarks in `benches/`. A
//! test checks that all entrants of a case count the same number of hits.
//!
//! A case has an input and several entrants. An entrant is an implementation that counts the hits in the input. To measure another library,
//! add an entrant in [`relation`]. To measure another query, add a module with a function `cases`, such as [`mover`].
//!
//! ```
//! for case in bumper_bench::relation::cases() {
//!     let share = case.hits() as f64 / case.pairs as f64;
//!     assert!((0.3..0.5).contains(&share), "{}: {share}", case.name);
//! }
//! ```

pub mod hand;
pub mod input;
pub mod mover;
pub mod relation;
pub mod table;

/// A benchmark case: an input, and the entrants (implementations) that count the hits in it.
///
/// ```
/// let case = &bumper_bench::relation::cases()[0];
/// assert_eq!(case.entrants[0].name, "hand");
/// ```
pub struct Case {
    /// The name of the case. It contains the kinds of shapes, the scalar and the dimension.
    pub name: String,
    /// The number of pairs of shapes that one run tests.
    pub pairs: usize,
    /// The implementations that are measured. The tables show their times relative to the time of the first one.
    pub entrants: Vec<Entrant>,
}

/// One implementation that counts the hits of a [`Case`].
///
/// ```
/// use bumper_bench::Entrant;
/// let entrant = Entrant { name: "guess", count: Box::new(|| 42) };
/// assert_eq!((entrant.count)(), 42);
/// ```
pub struct Entrant {
    /// The name of the implementation, which is also the title of its column in the table.
    pub name: &'static str,
    /// Tests every pair of the case once and returns the number of hits.
    pub count: Box<dyn Fn() -> usize>,
}

impl Case {
    /// The number of hits in the input. Panics if two entrants find different numbers, because comparing their times would then be
    /// pointless.
    ///
    /// ```
    /// assert!(bumper_bench::relation::cases()[0].hits() > 0);
    /// ```
    pub fn hits(&self) -> usize {
        let hits = (self.entrants[0].count)();
        for entrant in &self.entrants {
            assert_eq!((entrant.count)(), hits, "{}: {} disagrees", self.name, entrant.name);
        }
        hits
    }
}
