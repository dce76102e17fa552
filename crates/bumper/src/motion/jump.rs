//! Jumps and integrators. All quantities are per step: a speed is a distance per step, an acceleration is a change of speed per step. A
//! game with gravity per second² passes `gravity * dt * dt` to the functions of this module, and divides the resulting speed by `dt`.

use crate::Vector;
use crate::scalar::Scalar;

/// An integration scheme: how position and velocity change in a step.
///
/// ```
/// use bumper::motion::{Ballistic, Integrator};
/// // The first step of a rise with a speed of 10 against a gravity of 2: the position and the new velocity.
/// assert_eq!(Integrator::Explicit.step(0.0, 10.0, -2.0), (10.0, 8.0));
/// assert_eq!(Integrator::SemiImplicit.step(0.0, 10.0, -2.0), (8.0, 8.0));
/// assert_eq!(Integrator::Verlet.step(0.0, 10.0, -2.0), (9.0, 8.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integrator {
    /// Explicit Euler: the position changes by the old velocity, then the velocity changes. It is simple, but adds energy.
    Explicit,
    /// Semi-implicit (symplectic) Euler: the velocity changes first, then the position changes by the new velocity. Most games and
    /// [`Mover`](super::Mover) use it.
    SemiImplicit,
    /// Velocity Verlet: the position changes by the mean of the old and the new velocity. It is exact for a constant acceleration, so the
    /// height of a jump does not depend on the length of a step. For integers, half of an odd acceleration is rounded towards zero.
    Verlet,
}

impl Integrator {
    /// The position and the velocity on one axis after a step. `velocity` is the change of position per step, `acceleration` the change of
    /// velocity per step. Integers and fixed point saturate.
    ///
    /// ```
    /// use bumper::motion::Integrator;
    /// // A fall in 16-bit integers, in pixels and frames.
    /// let (mut y, mut speed) = (0i16, 0);
    /// for _ in 0..4 {
    ///     (y, speed) = Integrator::SemiImplicit.step(y, speed, 3);
    /// }
    /// assert_eq!((y, speed), (3 + 6 + 9 + 12, 12));
    /// ```
    #[must_use]
    pub fn step<S: Ballistic>(self, position: S, velocity: S, acceleration: S) -> (S, S) {
        let after = velocity.plus(acceleration);
        let step = match self {
            Self::Explicit => velocity,
            Self::SemiImplicit => after,
            Self::Verlet => velocity.plus(acceleration.half()),
        };
        (position.plus(step), after)
    }

    /// The position and the velocity after a step in 2D or 3D. `velocity` is the change of position per step, `acceleration` the change of
    /// velocity per step. Each axis is integrated as by [`step`](Integrator::step).
    ///
    /// ```
    /// use bumper::{Vector, motion::Integrator};
    /// let (position, velocity) = Integrator::Verlet.step_vector(Vector([0.0, 0.0]), Vector([3.0, 4.0]), Vector([0.0, -2.0]));
    /// assert_eq!((position, velocity), (Vector([3.0, 3.0]), Vector([3.0, 2.0])));
    /// ```
    #[must_use]
    pub fn step_vector<S: Ballistic, const N: usize>(
        self,
        position: Vector<S, N>,
        velocity: Vector<S, N>,
        acceleration: Vector<S, N>,
    ) -> (Vector<S, N>, Vector<S, N>) {
        let moved = Vector(crate::vector::from_fn(|axis| {
            self.step(position[axis], velocity[axis], acceleration[axis])
        }));
        (moved.map(|(position, _)| position), moved.map(|(_, velocity)| velocity))
    }
}

/// A scalar for which jumps can be computed: integers, fixed point and floats. The computation for integers and fixed point uses no floats.
/// Heights and speeds are magnitudes, and negative values count as zero. The sign of gravity is ignored, because the y axis may point up or
/// down; jumps rise against gravity.
///
/// ```
/// use bumper::motion::{Ballistic, Integrator};
/// // The launch speed of a jump of 96 pixels with a gravity of 1: the steps rise to 91, the closest height possible.
/// let speed = 96i16.launch(1, Integrator::SemiImplicit);
/// assert_eq!((speed, speed.rise(1, Integrator::SemiImplicit)), (14, 91));
/// // The formula for continuous motion gives the same speed, and Verlet integration reaches the height of that formula.
/// assert_eq!(96i16.launch_continuous(1), 14);
/// assert_eq!(13.9f64.rise(1.0, Integrator::Verlet).round(), 97.0);
/// ```
pub trait Ballistic: Scalar {
    /// The largest height that a launch with the speed `self` reaches above its start. Zero if the speed is zero or negative. Without
    /// gravity, infinity, or the largest value of an integer. Exact for integers and fixed point, which saturate. Computed in closed form,
    /// in constant time.
    ///
    /// ```
    /// use bumper::motion::{Ballistic, Integrator};
    /// assert_eq!(10i16.rise(4, Integrator::SemiImplicit), 6 + 2);
    /// assert_eq!(10i16.rise(4, Integrator::Explicit), 10 + 6 + 2);
    /// assert_eq!(10i16.rise(0, Integrator::Explicit), i16::MAX);
    /// ```
    fn rise(self, gravity: Self, integrator: Integrator) -> Self;

    /// The launch speed of a jump that rises to the height `self`. For floats the speed is exact up to rounding. For integers and fixed
    /// point, it is the speed whose [`rise`](Self::rise) with this integrator is closest to `self` (on a tie, the lower speed). Zero
    /// without gravity or height.
    ///
    /// With semi-implicit Euler, a launch at the speed u against the gravity a moves by u − a, u − 2a, … in the following time steps. Let n
    /// be the number of time steps to the top; it follows from the height. The sum of these n displacements is n u − a n (n + 1) / 2. It is
    /// set equal to the height, which gives u. The launch speeds of the other integrators are computed in the same way.
    ///
    /// ```
    /// use bumper::motion::{Ballistic, Integrator};
    /// let gravity = 0.25f64;
    /// let speed = 96.0.launch(gravity, Integrator::SemiImplicit);
    /// assert!((speed.rise(gravity, Integrator::SemiImplicit) - 96.0).abs() < 1e-12);
    /// ```
    fn launch(self, gravity: Self, integrator: Integrator) -> Self;

    /// The launch speed for a rise to the height `self` in continuous motion (without time steps): √(2 g h), rounded to nearest. Zero
    /// without gravity or height.
    ///
    /// ```
    /// use bumper::motion::Ballistic;
    /// assert_eq!((8.0f32.launch_continuous(4.0), 100i16.launch_continuous(3)), (8.0, 24));
    /// assert_eq!(8.0f32.launch_continuous(-4.0), 8.0); // where y goes up
    /// ```
    fn launch_continuous(self, gravity: Self) -> Self;

    /// The gravity for which a jump to the height `self` takes `steps` time steps to its top: 2 h / n², rounded to nearest but not to zero.
    /// Zero if the height is zero. With a height but no steps, the result is infinity, or the largest value of an integer or fixed-point
    /// scalar. With this gravity, [`launch`](Self::launch) gives the launch speed for an integrator.
    ///
    /// ```
    /// use bumper::motion::{Ballistic, Integrator};
    /// let gravity = 96.0f32.gravity(24);
    /// let speed = 96.0.launch(gravity, Integrator::SemiImplicit);
    /// assert!((gravity - 1.0 / 3.0).abs() < 1e-6 && (speed / gravity - 24.5).abs() < 1e-4);
    /// ```
    fn gravity(self, steps: u16) -> Self;

    /// Half of the number. For integers and fixed point it is rounded to a number of the type, towards zero.
    ///
    /// ```
    /// use bumper::motion::Ballistic;
    /// assert_eq!((7i16.half(), 7f32.half()), (3, 3.5));
    /// ```
    fn half(self) -> Self;
}

/// The difference between the launch speed and the displacement of the first step. It depends on the integrator. With all integrators, the
/// displacement of each further step is smaller by the gravity.
fn first_step(integrator: Integrator, gravity: u128) -> u128 {
    match integrator {
        Integrator::Explicit => 0,
        Integrator::SemiImplicit => gravity,
        Integrator::Verlet => gravity / 2,
    }
}

/// The height of a jump: the sum f + (f − a) + (f − 2a) + … of all positive displacements per step, with f = `first` and a = `gravity`.
/// `u128::MAX` if the gravity is zero.
fn sum_of_steps(first: u128, gravity: u128) -> u128 {
    match first {
        0 => 0,
        _ if gravity == 0 => u128::MAX,
        _ => {
            let steps = (first - 1) / gravity + 1;
            steps * first - gravity * (steps * (steps - 1) / 2)
        }
    }
}

/// The launch speed of the jump whose height is closest to `height`, computed in integers. Zero if the height or the gravity is zero.
fn launch(height: u128, gravity: u128, integrator: Integrator) -> u128 {
    if height == 0 || gravity == 0 {
        return 0;
    }
    // The displacements per step are f, f − a, f − 2a, …, where a is the gravity and f the first displacement. If n of them are positive,
    // then (n − 1) a < f ≤ n a. So the height h is between the sums for these two limits of f: a n (n − 1) / 2 < h ≤ a n (n + 1) / 2. This
    // holds for all integrators. The search for n goes upwards from an estimate.
    let mut steps = ((8 * (height / gravity) + 1).isqrt() - 1) / 2;
    while steps == 0 || gravity * (steps * (steps + 1) / 2) < height {
        steps += 1;
    }
    let lower = (2 * height + gravity * (steps * (steps - 1))) / (2 * steps);
    let miss = |first| sum_of_steps(first, gravity).abs_diff(height);
    let first = if miss(lower + 1) < miss(lower) { lower + 1 } else { lower };
    first + first_step(integrator, gravity)
}

/// The square root of a number, rounded to nearest.
fn nearest_root(square: u128) -> u128 {
    let root = square.isqrt();
    // If the square is larger than (root + ½)² = root² + root + ¼, the next integer is closer.
    if square - root * root > root { root + 1 } else { root }
}

/// The gravity for a jump to a height in a number of steps, rounded to nearest but at least 1. Zero if the height is zero.
fn gravity(height: u128, steps: u16) -> u128 {
    match u128::from(steps) * u128::from(steps) {
        _ if height == 0 => 0,
        0 => u128::MAX,
        square => ((4 * height + square) / (2 * square)).max(1),
    }
}

macro_rules! whole {
    ($int:ident) => {
        impl Ballistic for $int {
            fn rise(self, gravity: Self, integrator: Integrator) -> Self {
                let gravity = u128::from(gravity.unsigned_abs());
                let first = (self.max(0) as u128).saturating_sub(first_step(integrator, gravity));
                sum_of_steps(first, gravity).try_into().unwrap_or($int::MAX)
            }
            fn launch(self, gravity: Self, integrator: Integrator) -> Self {
                launch(self.max(0) as u128, u128::from(gravity.unsigned_abs()), integrator)
                    .try_into()
                    .unwrap_or($int::MAX)
            }
            fn launch_continuous(self, gravity: Self) -> Self {
                nearest_root(2 * (self.max(0) as u128) * (u128::from(gravity.unsigned_abs())))
                    .try_into()
                    .unwrap_or($int::MAX)
            }
            fn gravity(self, steps: u16) -> Self {
                gravity(self.max(0) as u128, steps).try_into().unwrap_or($int::MAX)
            }
            fn half(self) -> Self {
                self / 2
            }
        }
    };
}

whole!(i8);
whole!(i16);
whole!(i32);
whole!(i64);

/// Jumps in fixed point use the formulas for integers: they are applied to the bits, the integers in units of the smallest number. This is
/// valid because heights and speeds (per time step) have the same unit, and the results of the formulas scale with it.
#[cfg(feature = "fixed")]
mod fixed_point {
    use super::{Ballistic, Integrator};
    use fixed::types::extra::{LeEqU8, LeEqU16, LeEqU32, LeEqU64};
    use fixed::{FixedI8, FixedI16, FixedI32, FixedI64};

    macro_rules! fixed_point {
        ($fixed:ident, $fits:ident) => {
            impl<F: $fits + 'static> Ballistic for $fixed<F> {
                fn rise(self, gravity: Self, integrator: Integrator) -> Self {
                    Self::from_bits(self.to_bits().rise(gravity.to_bits(), integrator))
                }
                fn launch(self, gravity: Self, integrator: Integrator) -> Self {
                    Self::from_bits(self.to_bits().launch(gravity.to_bits(), integrator))
                }
                fn launch_continuous(self, gravity: Self) -> Self {
                    Self::from_bits(self.to_bits().launch_continuous(gravity.to_bits()))
                }
                fn gravity(self, steps: u16) -> Self {
                    Self::from_bits(self.to_bits().gravity(steps))
                }
                fn half(self) -> Self {
                    Self::from_bits(self.to_bits() / 2)
                }
            }
        };
    }

    fixed_point!(FixedI8, LeEqU8);
    fixed_point!(FixedI16, LeEqU16);
    fixed_point!(FixedI32, LeEqU32);
    fixed_point!(FixedI64, LeEqU64);
}
mod float {
    use super::{Ballistic, Integrator};
    use crate::scalar::Real;

    fn first_step(integrator: Integrator, gravity: f64) -> f64 {
        match integrator {
            Integrator::Explicit => 0.0,
            Integrator::SemiImplicit => gravity,
            Integrator::Verlet => gravity * 0.5,
        }
    }

    macro_rules! float {
        ($float:ident) => {
            impl Ballistic for $float {
                fn rise(self, gravity: Self, integrator: Integrator) -> Self {
                    let gravity = f64::from(gravity).abs();
                    let first = f64::from(self) - first_step(integrator, gravity);
                    if first.is_nan() || first <= 0.0 {
                        return 0.0;
                    }
                    if gravity.is_nan() || gravity <= 0.0 {
                        return $float::INFINITY;
                    }
                    let steps = crate::scalar::round::ceil(first / gravity);
                    (steps * first - gravity * (steps * (steps - 1.0) * 0.5)) as $float
                }
                fn launch(self, gravity: Self, integrator: Integrator) -> Self {
                    let height = f64::from(self);
                    let gravity = f64::from(gravity).abs();
                    if !(height > 0.0 && gravity > 0.0) {
                        return 0.0;
                    }
                    let steps =
                        crate::scalar::round::ceil((Real::sqrt(1.0 + 8.0 * height / gravity) - 1.0) * 0.5)
                            .max(1.0);
                    let first = height / steps + gravity * (steps - 1.0) * 0.5;
                    (first + first_step(integrator, gravity)) as $float
                }
                fn launch_continuous(self, gravity: Self) -> Self {
                    let square = 2.0 * f64::from(self.max(0.0)) * f64::from(gravity).abs();
                    Real::sqrt(square) as $float
                }
                fn gravity(self, steps: u16) -> Self {
                    let height = self.max(0.0);
                    let steps = $float::from(steps);
                    // The height is compared with zero because 2 h / n² would be 0 / 0 if both the height and the number of steps are zero.
                    if height == 0.0 { 0.0 } else { 2.0 * height / (steps * steps) }
                }
                fn half(self) -> Self {
                    self * 0.5
                }
            }
        };
    }

    float!(f32);
    float!(f64);
}
