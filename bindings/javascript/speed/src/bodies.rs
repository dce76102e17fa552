//! Steps of simulations of rigid bodies, and the numbers of bodies that games read often.

use engine::ShapeBuf;
use engine::dynamics::{BodyId, ContactEvent, DynamicsError, MoverStep, Simulation};
use engine::motion::Mover;

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

/// Advances a simulation and movers that have bodies in it by a time step.
///
/// # Errors
/// Those of [`Simulation::step_with_movers`].
#[inline(never)]
pub fn step_with_movers(
    simulation: &mut Simulation<f64>,
    dt: f64,
    movers: Vec<(&mut Mover<f64, 2, ShapeBuf<f64, 2>>, BodyId)>,
) -> Result<Vec<MoverStep<f64>>, DynamicsError> {
    simulation.step_with_movers(dt, movers)
}

/// A number of the state of a body: the position, the cosine and the sine, the center, the velocity, the angular velocity, the mass, the
/// moment of inertia, or whether the body sleeps. The angle is not among them, so that the compiler leaves its arc tangent out. `None` if
/// there is no such body or number.
#[inline(never)]
pub fn body_number(simulation: &Simulation<f64>, body: BodyId, number: u32) -> Option<f64> {
    let state = simulation.get(body)?;
    match number {
        0 => Some(state.pose.translation.x()),
        1 => Some(state.pose.translation.y()),
        2 => Some(state.pose.rotation.complex().0),
        3 => Some(state.pose.rotation.complex().1),
        4 => Some(state.center.x()),
        5 => Some(state.center.y()),
        6 => Some(state.velocity.x()),
        7 => Some(state.velocity.y()),
        8 => Some(state.angular_velocity),
        9 => Some(state.mass),
        10 => Some(state.inertia),
        11 => Some(f64::from(u8::from(state.asleep))),
        _ => None,
    }
}
