//! Prints how long the entrants of each contest take, as Markdown: beside the first of them, and in nanoseconds.

use bumper_bench::{mover, relation, table};

fn main() {
    table::print(&relation::contests(), &["hand", "typed", "relation", "dynamic"]);
    table::print(&mover::contests(), &["hand", "slice", "world"]);
}
