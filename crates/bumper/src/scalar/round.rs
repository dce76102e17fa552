//! Rounding of `f64` to integers, for builds without `std`. The functions are exact; they convert to `i64` and back.

/// The magnitude from which on every `f64` is an integer.
const WHOLE: f64 = (1u64 << 52) as f64;

/// The number rounded towards zero. NaN and infinities are unchanged.
pub(crate) fn trunc(number: f64) -> f64 {
    // Written so that NaN, which fails every comparison, is returned unchanged.
    if number.abs() < WHOLE { (number as i64 as f64).copysign(number) } else { number }
}

/// The number rounded down.
pub(crate) fn floor(number: f64) -> f64 {
    let whole = trunc(number);
    if whole > number { whole - 1.0 } else { whole }
}

/// The number rounded up.
pub(crate) fn ceil(number: f64) -> f64 {
    -floor(-number)
}

/// The number rounded to the nearest integer, with halves away from zero.
pub(crate) fn round(number: f64) -> f64 {
    let whole = trunc(number);
    if (number - whole).abs() >= 0.5 { whole + 1.0f64.copysign(number) } else { whole }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    #[test]
    fn rounding_agrees_with_standard_library() {
        let halves = (-40..=40).flat_map(|k| [-1e-9, 0.0, 1e-9, 0.25].map(|off| f64::from(k) * 0.5 + off));
        for number in
            halves.chain([4503599627370495.5, -9007199254740991.0, 1e300, -1e300, 0.49999999999999994])
        {
            assert_eq!(super::trunc(number), number.trunc(), "{number}");
            assert_eq!(super::floor(number), number.floor(), "{number}");
            assert_eq!(super::ceil(number), number.ceil(), "{number}");
            assert_eq!(super::round(number), number.round(), "{number}");
        }
        assert!(super::floor(f64::NAN).is_nan());
    }
}
