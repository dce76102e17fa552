//! The commands: a file each.

pub mod cast;
pub mod check;
pub mod draw;
pub mod sweep;
