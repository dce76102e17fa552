//! The scalars of scenes, and how each reads a number from the file.

use bumper::AreaOf;
use bumper::scalar::{Scalar, Span};
use fixed::types::I16F16;

/// A number as it is written in the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParsedNumber {
    /// A number that is written as an integer and fits into 64 bits.
    Integer(i128),
    /// Any other finite number, rounded to the nearest `f64`.
    Float(f64),
}

impl ParsedNumber {
    /// The number as an integer; `None` if it has a fraction or an absolute value of 1e30 or more, which is far outside the range of every
    /// scalar.
    fn to_integer(self) -> Option<i128> {
        match self {
            ParsedNumber::Integer(number) => Some(number),
            ParsedNumber::Float(number) => {
                (number.trunc() == number && number.abs() < 1e30).then_some(number as i128)
            }
        }
    }

    pub(crate) fn to_f64(self) -> f64 {
        match self {
            ParsedNumber::Integer(number) => number as f64,
            ParsedNumber::Float(number) => number,
        }
    }
}

impl std::fmt::Display for ParsedNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            ParsedNumber::Integer(number) => number.fmt(f),
            ParsedNumber::Float(number) if (1e-5..1e16).contains(&number.abs()) => number.fmt(f),
            ParsedNumber::Float(number) => write!(f, "{number:e}"),
        }
    }
}

/// A scalar that a scene can have.
///
/// ```
/// use bumper_scene::Number;
/// assert_eq!(<i16 as Number>::NAME, "i16");
/// ```
pub trait Number:
    Scalar<Real: Into<f64> + Send + Sync, Span: Span<Area: Send + Sync> + Send + Sync>
    + Private
    + std::fmt::Display
    + Send
    + Sync
{
    /// The name of the scalar in scene files.
    const NAME: &'static str;

    /// The error bounds (ε, δ) of the relation of two shapes, if at least one of them has a radius. The computed relation may be wrong for
    /// shapes that almost touch. But it is always right for two slightly different shapes. A coordinate or radius of these differs from the
    /// given one, c, by at most ε · |c| + δ.
    const ERROR: (f64, f64);
}

/// How a scalar is read from a file. The trait is sealed: its methods are not meant to be called or implemented outside this crate.
pub trait Private: Scalar {
    #[doc(hidden)]
    fn read(parsed: ParsedNumber) -> Result<Self, String>;
    #[doc(hidden)]
    fn read_area(parsed: ParsedNumber) -> Result<AreaOf<Self>, String>;
}

/// Formats a number for an error message: in decimal notation, or in `Debug` notation if that is long.
pub(crate) fn formatted(number: impl Number) -> String {
    let plain = number.to_string();
    if plain.len() > 12 { format!("{number:?}") } else { plain }
}

fn out_of_range<S: Number>(
    parsed: ParsedNumber,
    least: impl std::fmt::Display,
    most: impl std::fmt::Display,
) -> String {
    format!("{parsed} is out of range for {} ({least} to {most})", S::NAME)
}

fn integer<S: Number>(parsed: ParsedNumber) -> Result<i128, String> {
    parsed.to_integer().ok_or_else(|| format!("{parsed} is not a whole number, which {} needs", S::NAME))
}

macro_rules! whole_number {
    ($int:ident, $area:ident) => {
        impl Number for $int {
            const NAME: &'static str = stringify!($int);
            const ERROR: (f64, f64) = (0.0, 0.0);
        }

        impl Private for $int {
            fn read(parsed: ParsedNumber) -> Result<Self, String> {
                integer::<Self>(parsed)?
                    .try_into()
                    .map_err(|_| out_of_range::<Self>(parsed, $int::MIN, $int::MAX))
            }
            fn read_area(parsed: ParsedNumber) -> Result<$area, String> {
                let most = $int::MAX_RADIUS.radius().square();
                let area = integer::<Self>(parsed)?.try_into().ok().filter(|&area: &$area| area <= most);
                area.ok_or_else(|| {
                    format!("{parsed} is out of range (0 to {most}, the square of {})", $int::MAX)
                })
            }
        }
    };
}

whole_number!(i16, u32);
whole_number!(i32, u64);

impl Number for I16F16 {
    const NAME: &'static str = "fixed";
    const ERROR: (f64, f64) = (0.0, 0.0);
}

impl Private for I16F16 {
    fn read(parsed: ParsedNumber) -> Result<Self, String> {
        let bits = (parsed.to_f64() * 65536.0).round_ties_even();
        let fits = bits >= f64::from(i32::MIN) && bits <= f64::from(i32::MAX);
        let most = "32767.99998";
        if fits {
            Ok(I16F16::from_bits(bits as i32))
        } else {
            Err(out_of_range::<Self>(parsed, -32768, most))
        }
    }
    fn read_area(parsed: ParsedNumber) -> Result<u64, String> {
        // Fixed point stores squares of coordinates in units of 2⁻³². Round the squared radius to a multiple of 2⁻¹⁶ first, like all
        // numbers in fixed point.
        let area = (parsed.to_f64() * 65536.0).round_ties_even() * 65536.0;
        let most = I16F16::MAX_RADIUS.radius().square();
        if area >= 0.0 && area <= most as f64 {
            Ok((area as u64).min(most))
        } else {
            Err(format!("{parsed} is out of range (0 to 1073741823, the square of the largest fixed number)"))
        }
    }
}

macro_rules! float {
    ($float:ident, $least:expr) => {
        impl Number for $float {
            const NAME: &'static str = stringify!($float);
            const ERROR: (f64, f64) = (16.0 * $float::EPSILON as f64, $least);
        }

        impl Private for $float {
            fn read(parsed: ParsedNumber) -> Result<Self, String> {
                let number = match parsed {
                    ParsedNumber::Integer(number) => number as $float,
                    ParsedNumber::Float(number) => number as $float,
                };
                let range = format_args!("{:e}", $float::MAX);
                if number.is_finite() {
                    Ok(number)
                } else {
                    Err(out_of_range::<Self>(parsed, format_args!("-{range}"), range))
                }
            }
            fn read_area(parsed: ParsedNumber) -> Result<$float, String> {
                let area = parsed.to_f64() as $float;
                let most = $float::MAX_RADIUS * $float::MAX_RADIUS;
                if (0.0..=most).contains(&area) {
                    Ok(area)
                } else {
                    Err(format!("{parsed} is out of range for {} (0 to {most:e})", Self::NAME))
                }
            }
        }
    };
}

float!(f32, 1e-22);
float!(f64, 1e-80);
