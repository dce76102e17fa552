//! Steps of simulations of rigid bodies.

use engine::dynamics::{ContactEvent, Simulation};

/// Advances a simulation by a time step.
#[inline(never)]
pub fn step(simulation: &mut Simulation<f64>, dt: f64) {
    simulation.step(dt);
}

/// Advances a simulation by a time step, and asks `accepts` about each contact before it is solved.
#[inline(never)]
pub fn step_with(
    simulation: &mut Simulation<f64>,
    dt: f64,
    accepts: &mut dyn FnMut(&ContactEvent<f64>) -> bool,
) {
    simulation.step_with(dt, accepts);
}
