use bumper::motion::{Ballistic, Integrator};

fn main() {
    let speed = 100i16.launch_continuous(2); // the formula, for a height of 100 and a gravity of 2
    assert_eq!(speed, 20);
    assert_eq!(speed.rise(2, Integrator::Explicit), 110); // position first
    assert_eq!(speed.rise(2, Integrator::SemiImplicit), 90); // velocity first
    assert_eq!(speed.rise(2, Integrator::Verlet), 100); // with the average of both velocities

    // `launch` is told the order, and returns the speed. With floats it is as exact as they are.
    let speed = 100f64.launch(2.0, Integrator::SemiImplicit);
    assert!((speed.rise(2.0, Integrator::SemiImplicit) - 100.0).abs() < 1e-12);
}
