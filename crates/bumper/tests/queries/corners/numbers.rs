//! Numbers at the ends of their ranges, and sizes that are negative.

use bumper::scalar::Scalar;
use bumper::{Ellipse, OrientedBox, Rotation, Vector};

/// Checks the numbers around both ends of the range of a scalar with this quantum against `i128`.
fn assert_nearest<S: Scalar + PartialEq>(from_units: impl Fn(i128) -> Option<S>) {
    for power in 0..130 {
        for sign in [-1.0, 1.0] {
            for off in [-1.5, -1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0, 1.5] {
                let units = sign * (2f64.powi(power) + off);
                // Halves are rounded away from zero; larger numbers are integers.
                let whole = if units.abs() < 2f64.powi(52) { units.round() } else { units };
                let expected = if whole.abs() < 2f64.powi(126) { from_units(whole as i128) } else { None };
                let found = S::nearest(units * S::QUANTUM);
                assert_eq!(found, expected, "{units} units of {}", S::QUANTUM);
            }
        }
    }
    assert_eq!(S::nearest(f64::NAN), None);
    assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(S::nearest), [None, None]);
}

#[test]
fn nearest_number_is_in_range() {
    assert_nearest(|units| i8::try_from(units).ok());
    assert_nearest(|units| i16::try_from(units).ok());
    assert_nearest(|units| i32::try_from(units).ok());
    assert_nearest(|units| i64::try_from(units).ok());
}

#[cfg(feature = "fixed")]
#[test]
fn nearest_fixed_point_number_is_in_range() {
    use fixed::types::{I4F4, I8F8, I16F16, I32F32};
    assert_nearest(|units| i8::try_from(units).ok().map(I4F4::from_bits));
    assert_nearest(|units| i16::try_from(units).ok().map(I8F8::from_bits));
    assert_nearest(|units| i32::try_from(units).ok().map(I16F16::from_bits));
    assert_nearest(|units| i64::try_from(units).ok().map(I32F32::from_bits));
}

#[test]
fn negative_half_sizes_count_as_positive() {
    let (center, turned) = (Vector([1.0, 2.0]), Rotation::from_degrees(30.0));
    for half in [[3.0, 2.0], [-3.0, 2.0], [3.0, -2.0], [-3.0, -2.0]].map(Vector) {
        let (ellipse, plank) =
            (Ellipse::try_new(center, half, &turned), OrientedBox::try_new(center, half, &turned));
        assert_eq!(ellipse, Some(Ellipse::new(center, half, turned)));
        assert_eq!(plank, Some(OrientedBox::new(center, half, turned)));
        assert_eq!(ellipse.unwrap().half_size(), Vector([3.0, 2.0]));
        assert_eq!(plank.unwrap().half_size(), Vector([3.0, 2.0]));
    }
    let half = Vector([-1.0, 2.0, -3.0]);
    let crate_ = OrientedBox::try_new(Vector([0.0; 3]), half, &Rotation::identity()).unwrap();
    assert_eq!(crate_.half_size(), Vector([1.0, 2.0, 3.0]));
}
