//! JSON lines.

use serde::Serialize;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// Writes a value as one line of JSON.
pub fn line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Shortest))?;
    out.write_all(b"\n")
}

/// Numbers as the shortest digits that read back to the same `f64`, whole ones without a point; zero has no sign.
struct Shortest;

impl Formatter for Shortest {
    fn write_f64<W: Write + ?Sized>(&mut self, out: &mut W, number: f64) -> io::Result<()> {
        let positive_zero = number + 0.0;
        if number == 0.0 || (1e-5..1e17).contains(&number.abs()) {
            write!(out, "{positive_zero}")
        } else {
            write!(out, "{number:e}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_read_back() {
        let numbers =
            [0.0, -0.0, 5.0, 0.1, -2.5e-9, 1e300, f64::MAX, f64::MIN_POSITIVE, 1.0 / 3.0, f64::INFINITY];
        let mut text = Vec::new();
        line(&mut text, &numbers).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(
            text,
            "[0,0,5,0.1,-2.5e-9,1e300,1.7976931348623157e308,2.2250738585072014e-308,0.3333333333333333,null]\n"
        );
        let back: Vec<Option<f64>> = serde_json::from_str(&text).unwrap();
        assert!(numbers.iter().zip(back).all(|(number, back)| back.is_none_or(|back| back == *number)));
    }
}
