use bumper::motion::{Ballistic, Integrator};

fn main() {
    let speed = 50i16.launch_continuous(1); // the formula, for a height of 50 and a gravity of 1
    assert_eq!(speed, 10);
    assert_eq!(speed.rise(1, Integrator::Explicit), 55); // position first
    assert_eq!(speed.rise(1, Integrator::SemiImplicit), 45); // velocity first
    assert_eq!(10f64.rise(1.0, Integrator::Verlet), 50.0);

    // `launch` is told the order, and returns the speed. With floats it is as exact as they are.
    let speed = 50f64.launch(1.0, Integrator::SemiImplicit);
    assert!((speed.rise(1.0, Integrator::SemiImplicit) - 50.0).abs() < 1e-12);
}
