//! Prints, as Markdown, the times of the implementations in each benchmark case: relative to the first implementation, and in nanoseconds.
//! With the argument `fixed`, prints how much slower the solver of rigid bodies would be in fixed point.

mod fixed;

use bumper_bench::{mover, relation, table};

fn main() {
    if std::env::args().any(|word| word == "fixed") {
        return fixed::print();
    }
    table::print(&relation::cases(), &["hand", "typed", "relation", "dynamic"]);
    table::print(&mover::cases(), &["hand", "slice", "world"]);
}
