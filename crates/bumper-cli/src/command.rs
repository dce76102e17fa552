//! The commands: a file each.

pub mod check;
// pub mod draw;
