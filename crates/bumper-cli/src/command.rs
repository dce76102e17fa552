//! The commands: a file each.

pub mod check;
pub mod draw;

/// A number of things, for people.
fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
