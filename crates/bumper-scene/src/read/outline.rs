//! Where the shapes of a scene are in its text.

use std::ops::Range;

/// The text of a scene, as far as one can tell without understanding it: brackets and quotes.
///
/// Where the rest is a scene without shapes, and each piece a list of objects with commas between them, the text is a scene
/// with all of these.
pub(super) struct Outline {
    /// The text without its shapes.
    pub(super) rest: Vec<u8>,
    /// Some shapes each, with the commas between them.
    pub(super) pieces: Vec<Piece>,
    /// How many shapes there are.
    pub(super) shapes: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) text: Range<usize>,
    /// The place of the first among all shapes.
    pub(super) first: usize,
}

impl Outline {
    /// In pieces of about so many bytes. None where the text is no scene, has no shapes, or hides them: with a key that has a
    /// `\`, say.
    pub(super) fn of(text: &[u8], size: usize) -> Option<Self> {
        let mut scan = Scan { text, at: 0 };
        scan.take(b'{')?;
        let mut found: Option<(Range<usize>, Vec<Piece>, usize)> = None;
        loop {
            scan.take(b'"')?;
            let key = scan.at;
            scan.string()?;
            let key = &text[key..scan.at - 1];
            scan.take(b':')?;
            if key != b"shapes" {
                scan.value()?;
            } else if found.is_some() {
                return None;
            } else {
                scan.take(b'[')?;
                let start = scan.at;
                let (pieces, shapes) = scan.pieces(size)?;
                found = Some((start..scan.at - 1, pieces, shapes));
            }
            match scan.byte()? {
                b',' => {}
                b'}' => break,
                _ => return None,
            }
        }
        let (list, pieces, shapes) = found?;
        let rest = [&text[..list.start], &text[list.end..]].concat();
        Some(Self { rest, pieces, shapes })
    }
}

/// What decides where a string ends, and what where a list or an object does.
const IN_STRING: [bool; 256] = marks(b"\"\\");
const OUTSIDE: [bool; 256] = marks(b"\"[]{}");

const fn marks(bytes: &[u8]) -> [bool; 256] {
    let mut marks = [false; 256];
    let mut at = 0;
    while at < bytes.len() {
        marks[bytes[at] as usize] = true;
        at += 1;
    }
    marks
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    /// The next byte that is no space.
    fn byte(&mut self) -> Option<u8> {
        loop {
            let byte = *self.text.get(self.at)?;
            self.at += 1;
            if !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                return Some(byte);
            }
        }
    }

    fn take(&mut self, wanted: u8) -> Option<()> {
        (self.byte()? == wanted).then_some(())
    }

    /// The next byte that is marked in a table.
    #[inline]
    fn marked(&mut self, marks: &[bool; 256]) -> Option<u8> {
        let rest = self.text.get(self.at..)?;
        let place = rest.iter().position(|byte| marks[usize::from(*byte)])?;
        self.at += place + 1;
        Some(rest[place])
    }

    /// Goes behind the end of a string that has begun.
    fn string(&mut self) -> Option<()> {
        while self.marked(&IN_STRING)? == b'\\' {
            self.at += 1;
        }
        Some(())
    }

    /// Goes behind a value.
    fn value(&mut self) -> Option<()> {
        match self.byte()? {
            b'"' => self.string(),
            b'{' | b'[' => self.close(),
            _ => {
                // A number or a word: up to what may stand behind it.
                while !matches!(self.text.get(self.at)?, b',' | b'}' | b']') {
                    self.at += 1;
                }
                Some(())
            }
        }
    }

    /// Goes behind the end of an object or list that has begun.
    fn close(&mut self) -> Option<()> {
        let mut depth = 1;
        while depth > 0 {
            match self.marked(&OUTSIDE)? {
                b'"' => self.string()?,
                b'{' | b'[' => depth += 1,
                _ => depth -= 1,
            }
        }
        Some(())
    }

    /// Goes behind the end of the list of shapes, in pieces of about this size.
    fn pieces(&mut self, size: usize) -> Option<(Vec<Piece>, usize)> {
        let (mut pieces, mut shapes, mut first, mut start) = (Vec::new(), 0, 0, None);
        loop {
            self.take(b'{')?;
            let begin = *start.get_or_insert(self.at - 1);
            self.close()?;
            shapes += 1;
            let end = self.at;
            let last = match self.byte()? {
                b',' => false,
                b']' => true,
                _ => return None,
            };
            if last || end - begin >= size {
                pieces.push(Piece { text: begin..end, first });
                (first, start) = (shapes, None);
            }
            if last {
                return Some((pieces, shapes));
            }
        }
    }
}
