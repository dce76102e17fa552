//! Writes JSON, one value per line.

use serde::Serialize;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// Writes a value as one line of JSON.
pub fn line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Shortest))?;
    out.write_all(b"\n")
}

/// Appends a string in quotes, formatted as [`line`] would format it.
pub fn push_text(out: &mut Vec<u8>, text: &str) {
    if text.bytes().all(|byte| byte >= b' ' && !matches!(byte, b'"' | b'\\')) {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else {
        // Writing to a `Vec` cannot fail.
        let _ = serde_json::to_writer(out, text);
    }
}

/// Appends a number, formatted as [`line`] would format it.
pub fn push_number(out: &mut Vec<u8>, number: f64) {
    if number.is_finite() {
        let _ = Shortest.write_f64(out, number);
    } else {
        out.extend_from_slice(b"null");
    }
}

/// Appends a list of numbers.
pub fn push_numbers(out: &mut Vec<u8>, numbers: &[f64]) {
    out.push(b'[');
    for (place, &number) in numbers.iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        push_number(out, number);
    }
    out.push(b']');
}

/// A JSON formatter for numbers. It writes the fewest digits that read back as the same `f64`, integers without a decimal point, and zero
/// without a sign.
struct Shortest;

impl Formatter for Shortest {
    fn write_f64<W: Write + ?Sized>(&mut self, out: &mut W, number: f64) -> io::Result<()> {
        let positive_zero = number + 0.0;
        if (1e-5..1e16).contains(&number.abs()) {
            // For these numbers, the crate `zmij` writes the same digits as the standard library, but is five times as fast. All other
            // numbers are written by the standard library below.
            let mut buffer = zmij::Buffer::new();
            let digits = buffer.format_finite(number);
            out.write_all(digits.strip_suffix(".0").unwrap_or(digits).as_bytes())
        } else if number == 0.0 || (1e16..1e17).contains(&number.abs()) {
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
    fn numbers_are_written_like_rust_display() {
        let mut text = Vec::new();
        for k in 0..200_000u64 {
            let number = f64::from_bits(k.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 2 | 1 << 61);
            let number = number.abs().rem_euclid(1e17).max(1e-5);
            text.clear();
            Shortest.write_f64(&mut text, number).unwrap();
            assert_eq!(String::from_utf8_lossy(&text), number.to_string());
            text.clear();
            let round = (number * 1000.0).round() / 1000.0;
            Shortest.write_f64(&mut text, round).unwrap();
            assert_eq!(String::from_utf8_lossy(&text), round.to_string());
        }
    }

    #[test]
    fn pushed_text_and_numbers_agree_with_line() {
        let texts = ["", "wall", "é ↑", "a\"b", "\\", "\u{1}\n", "\u{7f}", "#0"];
        for text in texts {
            let mut pushed = Vec::new();
            let mut expected = Vec::new();
            push_text(&mut pushed, text);
            line(&mut expected, &text).unwrap();
            assert_eq!([&pushed[..], b"\n"].concat(), expected);
        }
        let numbers = [0.0, -0.0, 1.5, 1e-7, 1e16, -1e300, f64::NAN, f64::NEG_INFINITY];
        for count in 0..numbers.len() {
            let mut pushed = Vec::new();
            let mut expected = Vec::new();
            push_numbers(&mut pushed, &numbers[count..]);
            line(&mut expected, &&numbers[count..]).unwrap();
            assert_eq!([&pushed[..], b"\n"].concat(), expected);
        }
    }

    #[test]
    fn numbers_are_short_and_round_trip() {
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
