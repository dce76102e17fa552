//! Prints how long the entrants of each contest take, as Markdown: beside the first of them, and in nanoseconds. With the word `fixed`, what
//! the solver of rigid bodies would cost on fixed point.

mod fixed;

use bumper_bench::{mover, relation, table};

fn main() {
    if std::env::args().any(|word| word == "fixed") {
        return fixed::print();
    }
    table::print(&relation::contests(), &["hand", "typed", "relation", "dynamic"]);
    table::print(&mover::contests(), &["hand", "slice", "world"]);
}
