//! Benchmarks of rigid bodies: the time of a step of the same scene in bumper, Box2D and rapier. All engines run with one thread and four
//! sub-steps, and without sleeping. The scenes are Box2D's own benchmarks, and small worlds like those of games.

mod box2d;
mod bumper;
pub mod comparison;
pub mod engine;
mod rapier;

pub use self::box2d::World;
pub use self::bumper::{Bumper, BumperEngine};
pub use engine::{BodySpec, Engine, Form, JointSpec, STEP, dynamic_body, static_box};
pub use rapier::Rapier;

use crate::growth::Measured;
use comparison::{Table, compare, kilobytes, measure, without_changes};

pub fn pyramid<E: Engine>(base: usize) -> E {
    let mut engine = E::new(-10.0);
    engine.add(&static_box([0.0, -1.0], [base as f32 * 2.0, 1.0]));
    for row in 0..base {
        for k in 0..base - row {
            let x = k as f32 - 0.5 * (base - row) as f32 + 0.5;
            engine.add(&dynamic_body([x, row as f32 + 0.5], Form::Box([0.5; 2])));
        }
    }
    engine
}

/// Pyramids with a base of ten boxes, each on its own floor. There are ten pyramids in a row, and the rows are above each other.
fn pyramids<E: Engine>(count: usize) -> E {
    let mut engine = E::new(-10.0);
    for k in 0..count {
        let left = (k % 10) as f32 * 12.0;
        let floor = (k / 10) as f32 * 14.0;
        engine.add(&static_box([left, floor - 0.5], [6.0, 0.5]));
        for row in 0..10 {
            for k in 0..10 - row {
                let x = left + k as f32 - 0.5 * (10 - row) as f32 + 0.5;
                engine.add(&dynamic_body([x, floor + row as f32 + 0.5], Form::Box([0.5; 2])));
            }
        }
    }
    engine
}

/// A pit into which bodies fall. Their shapes alternate among `forms`.
pub fn pile<E: Engine>(count: usize, forms: &[Form]) -> E {
    let mut engine = E::new(-10.0);
    let half = (count as f32).sqrt() * 0.7 + 2.0;
    engine.add(&static_box([0.0, -1.0], [half + 1.0, 1.0]));
    engine.add(&static_box([-half - 0.5, 50.0], [0.5, 60.0]));
    engine.add(&static_box([half + 0.5, 50.0], [0.5, 60.0]));
    let row = ((half - 1.0) * 2.0 / 1.1) as usize;
    for k in 0..count {
        let x = (k % row) as f32 * 1.1 - half + 1.0 + 0.013 * (k % 11) as f32;
        engine.add(&dynamic_body([x, 1.0 + (k / row) as f32 * 1.2], forms[k % forms.len()]));
    }
    engine
}

fn grid<E: Engine>(side: usize) -> E {
    let mut engine = E::new(-10.0);
    for k in 0..side * side {
        let column = k / side;
        let row = k % side;
        let x = column as f32;
        let y = -(row as f32);
        let holds = |column: usize| row == 0 && column.abs_diff(side / 2) <= 3;
        engine.add(&BodySpec {
            moves: !holds(column),
            collides: false,
            ..dynamic_body([x, y], Form::Ball(0.4))
        });
        if row > 0 {
            engine.join(k - 1, k, [x, y + 0.5], JointSpec::Hinge);
        }
        if column > 0 && !(holds(column) && holds(column - 1)) {
            engine.join(k - side, k, [x - 0.5, y], JointSpec::Hinge);
        }
    }
    engine
}

fn smash<E: Engine>(columns: usize) -> E {
    let mut engine = E::new(0.0);
    engine.add(&BodySpec { velocity: [40.0, 0.0], ..dynamic_body([-20.0, 0.0], Form::Box([4.0; 2])) });
    let rows = columns * 2 / 3;
    for k in 0..columns * rows {
        let x = (k / rows) as f32 * 0.4 + 10.0;
        let y = ((k % rows) as f32 - rows as f32 / 2.0) * 0.4;
        engine.add(&dynamic_body([x, y], Form::Box([0.2; 2])));
    }
    engine
}

/// A rotating hollow square, which is filled with small boxes. `side` is the number of boxes in a row.
fn tumbler<E: Engine>(side: usize) -> E {
    let mut engine = E::new(-10.0);
    let half = side as f32 * 0.22;
    engine.add(&BodySpec {
        spin: 25f32.to_radians(),
        ..static_box([0.0, 0.0], [0.0; 2]).with(Form::Frame(half))
    });
    for k in 0..side * side {
        let at = [k / side, k % side].map(|k| (k as f32 - side as f32 * 0.5) * 0.4 + 0.2);
        engine.add(&dynamic_body(at, Form::Box([0.125; 2])));
    }
    engine
}

/// A bar that rotates in a pit, among bodies whose shapes alternate among `forms`.
fn spinner<E: Engine>(count: usize, forms: &[Form]) -> E {
    let mut engine = pile::<E>(count, forms);
    let half = (count as f32).sqrt() * 0.6;
    engine.add(&BodySpec { spin: 2.0, ..static_box([0.0, half * 0.5], [half, 0.3]) });
    engine
}

/// Ragdolls that fall through rows of ledges. A ragdoll has six parts, which are connected by hinges.
fn rain<E: Engine>(columns: usize, rows: usize) -> E {
    let mut engine = E::new(-10.0);
    let mut count = 1;
    engine.add(&static_box([columns as f32, -12.0], [columns as f32 * 2.0, 1.0]));
    for k in 0..columns * 3 {
        let x = (k % columns) as f32 * 2.0 + (k / columns) as f32;
        let y = -2.0 - 3.0 * (k / columns) as f32;
        engine.add(&static_box([x, y], [0.5, 0.1]));
        count += 1;
    }
    for k in 0..columns * rows {
        let x = (k % columns) as f32 * 2.0 + 0.3 * (k % 3) as f32;
        let y = (k / columns) as f32 * 2.0;
        engine.add(&dynamic_body([x, y], Form::Box([0.2, 0.35])));
        engine.add(&dynamic_body([x, y + 0.5], Form::Ball(0.15)));
        engine.join(count, count + 1, [x, y + 0.35], JointSpec::Hinge);
        for (part, (side, down)) in
            [(-1.0, 0.2), (1.0, 0.2), (-1.0, -0.6), (1.0, -0.6)].into_iter().enumerate()
        {
            let arm = down > 0.0;
            let (u, half) = if arm { (0.45, [0.25, 0.07]) } else { (0.12, [0.08, 0.25]) };
            engine.add(&dynamic_body([x + side * u, y + down], Form::Box(half)));
            let (u, v) = if arm { (0.2, down) } else { (0.12, -0.35) };
            engine.join(count, count + 2 + part, [x + side * u, y + v], JointSpec::Hinge);
        }
        count += 6;
    }
    engine
}

/// The shapes of the bodies in scenes with mixed shapes.
pub const MIXED: [Form; 3] = [Form::Box([0.4, 0.3]), Form::Ball(0.4), Form::Triangle];

/// Runs the benchmark cases of this module whose names contain all words of the command line.
pub fn run(words: &[String]) {
    let mut table = Table::new(words, "bodies, ms a step");
    compare!(table, "bodies: small world of 50", measure(600), without_changes(pile(50, &MIXED)));
    compare!(table, "bodies: small world of 200", measure(600), without_changes(pile(200, &MIXED)));
    compare!(table, "bodies: small world of 500", measure(300), without_changes(pile(500, &MIXED)));
    compare!(
        table,
        "bodies: 2,000 circles in a pit",
        measure(200),
        without_changes(pile(2000, &[Form::Ball(0.5)]))
    );
    compare!(table, "bodies: pyramid of base 100", measure(100), without_changes(pyramid(100)));
    compare!(table, "bodies: 100 pyramids of base 10", measure(100), without_changes(pyramids(100)));
    compare!(table, "bodies: grid of 2,500 joints", measure(100), without_changes(grid(50)));
    compare!(table, "bodies: smash of 2,400", measure(200), without_changes(smash(60)));
    compare!(table, "bodies: tumbler of 2,025", measure(200), without_changes(tumbler(45)));
    compare!(table, "bodies: spinner among 2,000", measure(200), without_changes(spinner(2000, &MIXED)));
    compare!(table, "bodies: rain of 240 dolls", measure(200), without_changes(rain(40, 6)));
    let mut table = Table::new(words, "bodies, kilobytes");
    compare!(
        table,
        "bodies: kilobytes of 1,000 in a pit",
        kilobytes(300),
        without_changes(pile(1000, &MIXED))
    );
    for (name, count, steps) in
        [("bodies: f64 beside f32, 200", 200, 600), ("bodies: f64 beside f32, 2,000", 2000, 200)]
    {
        if table.is_selected(name) {
            let single = measure::<Bumper>(|| without_changes(pile(count, &MIXED)), steps);
            let double = measure::<BumperEngine<f64>>(|| without_changes(pile(count, &MIXED)), steps);
            println!("\n{name}: {double:.4} ms a step beside {single:.4}, {:.2}", double / single);
        }
    }
}

/// The numbers of bodies for which `grow` measures the scenes that are not pyramids.
const COUNTS: [usize; 7] = [10, 50, 200, 1000, 4000, 10_000, 20_000];
/// The numbers of pyramids for which `grow` measures the scene of pyramids. A pyramid has 55 bodies.
const PYRAMIDS: [usize; 6] = [1, 4, 18, 73, 182, 364];

/// The approximate number of body steps in a measurement (one step of a scene with n bodies counts as n). So the measurements of small and
/// large scenes take about the same time. But a scene makes at least 30 and at most 600 steps.
const BODY_STEPS: usize = 40_000;

/// Measures the time per step of scenes as a function of the number of bodies.
pub fn grow(words: &[String]) -> Vec<Measured> {
    let mut measured = Vec::new();
    macro_rules! grow {
        ($name:expr, $counts:expr, $each:expr, $count:ident => $scene:ident($($given:expr),*)) => {
            for $count in $counts.into_iter().filter(|_| words.iter().all(|word| $name.contains(word.as_str()))) {
                let bodies = $count * $each;
                let steps = (BODY_STEPS / bodies).clamp(30, 600);
                let times = [
                    ("bumper", measure::<Bumper>(|| without_changes($scene($($given),*)), steps)),
                    ("Box2D", measure::<World>(|| without_changes($scene($($given),*)), steps)),
                    ("rapier", measure::<Rapier>(|| without_changes($scene($($given),*)), steps)),
                ];
                let times = times.map(|(name, time)| (name, time * 1e-3)).into();
                measured.push(Measured { group: $name.into(), count: bodies, times, unit: "body", units: bodies });
            }
        };
    }
    grow!("more and more in a pit of all kinds", COUNTS, 1, count => pile(count, &MIXED));
    grow!("more and more pyramids of 55 boxes", PYRAMIDS, 55, count => pyramids(count));
    measured
}
