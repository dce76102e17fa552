//! Steps of simulations of rigid bodies, and the numbers of bodies that games read often.

use engine::dynamics::{BodyId, ContactEvent, Simulation};

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

/// A number of the state of a body: the position, the cosine and the sine, the velocity, the angular velocity, the center, the mass, the
/// moment of inertia, or whether the body sleeps. The first seven are read from the definition, because the state needs an arc tangent.
/// `None` if there is no such body or number.
#[inline(never)]
pub fn body_number(simulation: &Simulation<f64>, body: BodyId, number: u32) -> Option<f64> {
    if number < 7 {
        let def = simulation.definition(body)?;
        let (cosine, sine) = def.pose.rotation.complex();
        let [x, y] = def.pose.translation.0;
        let [velocity_x, velocity_y] = def.velocity.0;
        let numbers = [x, y, cosine, sine, velocity_x, velocity_y, def.angular_velocity];
        return numbers.get(number as usize).copied();
    }
    let state = simulation.get(body)?;
    let [center_x, center_y] = state.center.0;
    let numbers = [center_x, center_y, state.mass, state.inertia, f64::from(u8::from(state.asleep))];
    numbers.get(number as usize - 7).copied()
}
