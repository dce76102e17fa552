//! Reading what most files have, and quickly: JSON without `\`, and numbers of a usual length.

use super::{DEEPEST, Node};
use crate::number::Given;
use std::borrow::Cow;

/// A text that is read from its start.
pub(crate) struct Quick<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Quick<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// The next byte, which is left for what follows.
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The next byte behind spaces.
    pub(crate) fn byte(&mut self) -> Option<u8> {
        loop {
            let byte = self.peek()?;
            self.at += 1;
            if !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                return Some(byte);
            }
        }
    }

    /// The next value as JSON has it; none where it is something else, or not plain.
    pub(crate) fn value(&mut self) -> Option<Node<'t>> {
        self.nested(0)
    }

    fn nested(&mut self, depth: u32) -> Option<Node<'t>> {
        let first = self.byte()?;
        match first {
            b'{' | b'[' if depth == DEEPEST => None,
            b'{' => self.entries(depth + 1).map(Node::Map),
            b'[' => self.list(depth + 1).map(Node::List),
            b'"' => self.string().map(|text| Node::Text(Cow::Borrowed(text))),
            b'-' | b'0'..=b'9' => {
                self.at -= 1;
                self.number().map(Node::Number)
            }
            b't' => self.word(b"rue", Node::Bool(true)),
            b'f' => self.word(b"alse", Node::Bool(false)),
            b'n' => self.word(b"ull", Node::Null),
            _ => None,
        }
    }

    fn word(&mut self, rest: &[u8], node: Node<'t>) -> Option<Node<'t>> {
        self.text[self.at..].starts_with(rest).then(|| self.at += rest.len()).map(|()| node)
    }

    /// Whether something follows in a list or an object, which else ends.
    fn more(&mut self, end: u8) -> Option<bool> {
        match self.byte()? {
            b',' => Some(true),
            byte => (byte == end).then_some(false),
        }
    }

    fn list(&mut self, depth: u32) -> Option<Vec<Node<'t>>> {
        let mut list = Vec::new();
        if self.byte()? == b']' {
            return Some(list);
        }
        self.at -= 1;
        loop {
            list.push(self.nested(depth)?);
            if !self.more(b']')? {
                return Some(list);
            }
        }
    }

    fn entries(&mut self, depth: u32) -> Option<Vec<(Cow<'t, str>, Node<'t>)>> {
        let mut entries = Vec::new();
        let mut first = self.byte()?;
        if first == b'}' {
            return Some(entries);
        }
        loop {
            if first != b'"' {
                return None;
            }
            let key = self.string()?;
            if self.byte()? != b':' {
                return None;
            }
            entries.push((Cow::Borrowed(key), self.nested(depth)?));
            if !self.more(b'}')? {
                return Some(entries);
            }
            first = self.byte()?;
        }
    }

    /// A string that has begun.
    fn string(&mut self) -> Option<&'t str> {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' '))?;
        self.at += end + 1;
        (rest[end] == b'"').then_some(())?;
        std::str::from_utf8(&rest[..end]).ok()
    }

    fn number(&mut self) -> Option<Given> {
        let start = self.at;
        let negative = self.peek() == Some(b'-');
        self.at += usize::from(negative);
        let first = self.at;
        let whole = self.digits(0)?;
        // Nothing follows a zero, and more digits may not fit.
        let digits = self.at - first;
        if digits > 18 || (self.text[first] == b'0' && digits > 1) {
            return None;
        }
        if !matches!(self.peek(), Some(b'.' | b'e' | b'E')) {
            return match whole {
                0 if negative => Some(Given::Real(-0.0)),
                whole if negative => Some(Given::Whole(-i128::from(whole))),
                whole => Some(Given::Whole(whole.into())),
            };
        }
        let (mut all, mut behind) = (whole, 0);
        if self.peek() == Some(b'.') {
            self.at += 1;
            let point = self.at;
            all = self.digits(whole)?;
            behind = self.at - point;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits(0)?;
        } else if digits + behind < POWERS.len() {
            // Both are exact, so their quotient is the nearest number.
            let number = all as f64 / POWERS[behind];
            return Some(Given::Real(if negative { -number } else { number }));
        }
        // All of it is in ASCII; the nearest number, as the other reader has it.
        let number: f64 = std::str::from_utf8(&self.text[start..self.at]).ok()?.parse().ok()?;
        number.is_finite().then_some(Given::Real(number))
    }

    /// One or more digits behind those of a number, and what all are as long as that fits.
    fn digits(&mut self, mut number: u64) -> Option<u64> {
        let start = self.at;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        (self.at > start).then_some(number)
    }
}

/// The powers of ten that have at most 16 digits: these and all whole numbers below are exact in `f64`.
const POWERS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::ReadNode;
    use fastrand::Rng;
    use serde::de::DeserializeSeed;

    /// What the other reader makes of a whole text.
    fn slow(text: &[u8]) -> Option<Node<'_>> {
        let mut json = serde_json::Deserializer::from_slice(text);
        json.disable_recursion_limit();
        let node = ReadNode::default().deserialize(&mut json).ok()?;
        json.end().ok().map(|()| node)
    }

    fn quick(text: &[u8]) -> Option<Node<'_>> {
        let mut quick = Quick::new(text);
        let node = quick.value()?;
        quick.byte().is_none().then_some(node)
    }

    /// The pieces of random texts, more and less like JSON.
    const PIECES: [&str; 34] = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        " ",
        "\n",
        "\u{c}",
        "-",
        "0",
        "1",
        "7",
        "9007199254740993",
        ".",
        "e",
        "E",
        "+",
        "true",
        "false",
        "null",
        "\"id\"",
        "\"a\":",
        "[1,2.5]",
        "{\"a\":1}",
        "é",
        "\u{1}",
        "0.1",
        "1e5",
        "-0",
        "1e400",
        "12345678901234567890",
    ];

    #[test]
    fn what_it_reads_is_what_the_text_says() {
        let cases =
            std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(100_000);
        let mut read = 0;
        for case in 0..cases {
            let mut rng = Rng::with_seed(case);
            let text: String = (0..rng.usize(1..8)).map(|_| PIECES[rng.usize(0..PIECES.len())]).collect();
            let wrapped = if rng.bool() { text } else { format!("[{text}]") };
            if let Some(node) = quick(wrapped.as_bytes()) {
                // As text: zeros have signs.
                assert_eq!(
                    Some(format!("{node:?}")),
                    slow(wrapped.as_bytes()).map(|node| format!("{node:?}")),
                    "{wrapped}"
                );
                read += 1;
            } else if let Some(node) = slow(wrapped.as_bytes()) {
                let plain = !wrapped.contains(['\\']) && !wrapped.contains("12345678901234567890");
                let long = wrapped.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 18);
                assert!(!plain || long, "not read: {wrapped} {node:?}");
            }
        }
        assert!(read > cases / 50, "only {read}");
    }

    #[test]
    fn numbers_are_the_nearest() {
        for case in 0..20_000 {
            let mut rng = Rng::with_seed(case);
            let number = f64::from_bits(rng.u64(..));
            let text = match rng.u8(0..4) {
                0 => format!("{number:e}"),
                1 => format!(
                    "{}{}.{}",
                    ["", "-"][rng.usize(0..2)],
                    rng.u64(..) >> rng.u32(0..64),
                    rng.u64(..) >> rng.u32(0..64)
                ),
                2 => format!("{}", (number % 1e9 * 1000.0).round() / 1000.0),
                _ => format!("{}.{}e{}", rng.u32(..), rng.u64(..), rng.i32(-330..310)),
            };
            let quick = quick(text.as_bytes());
            assert!(quick.is_none() || quick == slow(text.as_bytes()), "{text}");
            assert!(quick.is_some() || !number.is_finite() || text.len() > 18, "{text}");
        }
    }

    #[test]
    fn what_is_too_deep_or_no_text_is_left_to_the_other() {
        for depth in [DEEPEST as usize, DEEPEST as usize + 1] {
            let text = ["[".repeat(depth), "]".repeat(depth)].concat();
            assert_eq!(quick(text.as_bytes()), slow(text.as_bytes()));
            assert_eq!(quick(text.as_bytes()).is_some(), depth == DEEPEST as usize);
        }
        assert_eq!(quick(b"\"\xff\""), None);
    }
}
