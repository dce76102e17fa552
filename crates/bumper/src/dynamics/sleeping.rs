//! The lists of awake bodies, and islands of slow bodies that fall asleep.

pub(super) mod awake;
pub(super) mod awake_set;
pub(super) mod island;
pub(super) mod sleep_criterion;
