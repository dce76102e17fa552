//! The check of a law on random scenes.

use crate::print::program;
use crate::reduce::reduced;
use crate::scene::Scene;
use fastrand::Rng;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The breach of a law: what is wrong, and the scenes that show it, which are printed as one program.
#[derive(Clone, Debug)]
pub struct Fault {
    pub text: String,
    /// The kind of the scene, for a table of the faults.
    pub class: String,
    pub scenes: Vec<Scene>,
    /// Whether the scenes run in a world, not in a simulation.
    pub in_world: bool,
}

impl Fault {
    /// A fault of a scene in a simulation.
    pub fn of(scene: &Scene, text: String) -> Self {
        Self { text, class: String::new(), scenes: vec![scene.clone()], in_world: false }
    }

    /// A difference between two scenes in simulations.
    pub fn between(a: &Scene, b: &Scene, text: String) -> Self {
        Self { text, class: String::new(), scenes: vec![a.clone(), b.clone()], in_world: false }
    }

    /// The fault with the kind of its scene.
    pub fn classed(self, class: impl Into<String>) -> Self {
        Self { class: class.into(), ..self }
    }

    /// The fault, shown by movers in a world.
    pub fn in_world(self) -> Self {
        Self { in_world: true, ..self }
    }
}

/// The number of failing scenes that are reduced and printed.
const PRINTED: usize = 2;

/// The smallest fraction of scenes in which a law must have something to check.
const MIN_CHECKED: f64 = 0.5;

/// A law to check on random scenes.
pub struct Law {
    pub name: &'static str,
    /// The usual number of scenes. `BUMPER_CASES` sets another number (`x10` is ten times the usual number).
    pub cases: usize,
    /// Parts of the names of classes whose faults are known and not mended yet. They do not fail the test, except if `BUMPER_SURVEY` is
    /// set.
    pub left_out: &'static [&'static str],
}

impl Law {
    /// Checks the law on random scenes. `law` returns whether it had anything to check in the scene. `BUMPER_SEED` selects other scenes.
    /// `BUMPER_PROGRAMS` names a folder: a reduced program for each class of failing scenes is written into it, instead of printing those
    /// of the first scenes.
    pub fn holds(self, draw: impl Fn(&mut Rng) -> Scene, law: impl Fn(&Scene) -> Result<bool, Fault>) {
        let Self { name, left_out, .. } = self;
        let (cases, seed) = (cases(self.cases), seed());
        let folder = std::env::var_os("BUMPER_PROGRAMS").map(PathBuf::from);
        let is_survey = std::env::var_os("BUMPER_SURVEY").is_some();
        let (mut checked, mut failed, mut report) = (0, 0, String::new());
        let mut classes = BTreeMap::<String, usize>::new();
        for case in 0..cases as u64 {
            let scene = draw(&mut Rng::with_seed(seed << 32 ^ case));
            let fault = match law(&scene) {
                Ok(has_checked) => {
                    checked += usize::from(has_checked);
                    continue;
                }
                Err(fault) => fault,
            };
            let class = fault.class.clone();
            let count = classes.entry(class.clone()).or_default();
            *count += 1;
            if !is_survey && left_out.iter().any(|part| class.contains(part)) {
                continue;
            }
            failed += 1;
            report += &format!("{name}: case {case}: {class}: {}\n", fault.text);
            if *count > 1 || failed > PRINTED && folder.is_none() {
                continue;
            }
            let fault = reduced(&scene, fault, &law);
            let program = program(&format!("{name}: {}", fault.text), &fault.scenes, fault.in_world);
            match &folder {
                Some(folder) => write(folder, &format!("{name} {class}"), &program),
                None => report += &program,
            }
        }
        println!("{name}: {cases} scenes, {checked} checked, {failed} failed; faults by class: {classes:?}");
        assert!(failed == 0, "{name}: {failed} of {cases} scenes\n{report}");
        let known: usize = classes.values().sum();
        let enough = MIN_CHECKED * (cases - known) as f64;
        assert!(checked as f64 >= enough, "{name}: only {checked} of {cases} scenes checked");
    }
}

/// Writes a program to a folder, in a file named after its law and its class of scenes.
fn write(folder: &Path, name: &str, program: &str) {
    let name: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    std::fs::write(folder.join(name + ".rs"), program).expect("a folder for programs");
}

/// The number of scenes: `BUMPER_CASES`, or else the default.
fn cases(default: usize) -> usize {
    let Ok(given) = std::env::var("BUMPER_CASES") else { return default };
    let (factor, count) = given.strip_prefix('x').map_or((1, given.as_str()), |factor| (default, factor));
    factor * count.parse::<usize>().expect("BUMPER_CASES is a number, or a factor such as x10")
}

/// The number that selects the scenes: `BUMPER_SEED`, or else zero.
fn seed() -> u64 {
    std::env::var("BUMPER_SEED").map_or(0, |seed| seed.parse().expect("BUMPER_SEED is a number"))
}
