//! Shapes of parts.
pub fn run(_: &dyn Fn(&str) -> bool) -> bool { true }
