//! Statistics of a test, for each pair of kinds and each check: how many cases had an error above the allowed error, and the largest error.

use super::kinds::Kind;
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Default)]
struct Count {
    cases: usize,
    failed: usize,
    /// The largest error, in the unit of [`judge`](Survey::judge).
    worst: f64,
    example: String,
}

#[derive(Default)]
pub struct Survey {
    counts: BTreeMap<(Vec<Kind>, &'static str), Count>,
    seen: [usize; 3],
}

impl Survey {
    /// Records the error of a case, and compares it with the allowed error. Both are in the same unit.
    pub fn judge(
        &mut self,
        kinds: &[Kind],
        check: &'static str,
        off: f64,
        allowed: f64,
        context: impl FnOnce() -> String,
    ) {
        let mut kinds = kinds.to_vec();
        kinds.sort();
        let count = self.counts.entry((kinds, check)).or_default();
        count.cases += 1;
        // NaN counts as an infinite error.
        let off = if off.is_nan() { f64::INFINITY } else { off };
        let worse = off > count.worst;
        count.worst = count.worst.max(off);
        if off > allowed {
            count.failed += 1;
            if worse {
                count.example = context();
            }
        }
    }

    pub fn hold(
        &mut self,
        kinds: &[Kind],
        check: &'static str,
        holds: bool,
        context: impl FnOnce() -> String,
    ) {
        self.judge(kinds, check, if holds { 0.0 } else { f64::INFINITY }, 0.0, context);
    }

    /// Counts the outcome of a case: 0 is apart, 1 nearly touching, 2 overlapping.
    pub fn saw(&mut self, what: usize) {
        self.seen[what] += 1;
    }

    /// Prints the statistics of checks that failed, and panics if there are any. If `BUMPER_SURVEY` is `all`, prints the statistics of all
    /// checks.
    pub fn finish(self, what: &str) {
        let (mut table, mut failed) = (String::new(), 0);
        for ((kinds, check), count) in &self.counts {
            failed += count.failed;
            let names: Vec<_> = kinds.iter().map(|kind| format!("{kind:?}")).collect();
            if count.failed > 0 || std::env::var_os("BUMPER_SURVEY").is_some_and(|all| all == "all") {
                let Count { failed, cases, worst, example } = count;
                let names = names.join(" ");
                writeln!(
                    table,
                    "{what}: {names}: {check}: {failed} of {cases}, worst {worst:.3e}\n{example}"
                )
                .expect("text");
            }
        }
        let total: usize = self.seen.iter().sum();
        println!("{what}: apart, near, overlapping: {:?}", self.seen);
        if std::env::var_os("BUMPER_SURVEY").is_some() {
            println!("{table}");
        }
        let least = total / 40;
        assert!(self.seen.iter().all(|&seen| seen >= least), "{what} sees too little: {:?}", self.seen);
        assert!(failed == 0, "{failed} failures\n{table}");
    }
}
