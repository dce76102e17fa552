//! Finds the positions of a scene's shapes in its text, without parsing the shapes.

use std::ops::Range;

/// The location of the shapes in the text of a scene. It is found from brackets and quotes alone, without parsing JSON.
///
/// An outline may be wrong if the text is not valid. So the remainder and the pieces still have to be read. If the remainder is a valid
/// scene without shapes, and each piece is a valid comma-separated list of shapes, then the text is a valid scene that consists of them.
pub(super) struct Outline {
    /// The text of the scene with an empty list of shapes.
    pub(super) remainder: Vec<u8>,
    /// The ranges of the text that contain the shapes. Each range has several consecutive shapes and the commas between them.
    pub(super) pieces: Vec<Piece>,
    /// The total number of shapes.
    pub(super) shapes: usize,
}

/// A range of the text with consecutive shapes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) text: Range<usize>,
    /// The index of the piece's first shape among all shapes of the scene.
    pub(super) first: usize,
}

impl Outline {
    /// Splits the list of shapes of a scene into pieces. Each piece ends after a shape. All pieces except the last have at least `size`
    /// bytes. Returns `None` if the text is not a scene with exactly one list of shapes, or if this list is empty. Also returns `None` if
    /// brackets and quotes alone do not show where the list is, for example because its key is written with an escape sequence.
    pub(super) fn of(text: &[u8], size: usize) -> Option<Self> {
        let mut scan = Scan { text, at: 0 };
        scan.expect(b'{')?;
        let mut found: Option<(Range<usize>, Vec<Piece>, usize)> = None;
        loop {
            scan.expect(b'"')?;
            let key = scan.at;
            scan.string()?;
            let key = &text[key..scan.at - 1];
            scan.expect(b':')?;
            if key != b"shapes" {
                scan.value()?;
            } else if found.is_some() {
                return None;
            } else {
                scan.expect(b'[')?;
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
        let remainder = [&text[..list.start], &text[list.end..]].concat();
        Some(Self { remainder, pieces, shapes })
    }
}

/// The bytes at which the scanner stops, as tables indexed by the byte: `IN_STRING` for scanning inside of a string, `OUTSIDE` for scanning
/// outside of strings.
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

/// A scanner over the bytes of a scene.
struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    /// Skips white space, consumes the byte after it, and returns that byte.
    fn byte(&mut self) -> Option<u8> {
        loop {
            let byte = *self.text.get(self.at)?;
            self.at += 1;
            if !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                return Some(byte);
            }
        }
    }

    fn expect(&mut self, expected: u8) -> Option<()> {
        (self.byte()? == expected).then_some(())
    }

    /// Goes to the next byte that is in the table `marks`, consumes it, and returns it.
    #[inline]
    fn marked(&mut self, marks: &[bool; 256]) -> Option<u8> {
        let remainder = self.text.get(self.at..)?;
        let place = remainder.iter().position(|byte| marks[usize::from(*byte)])?;
        self.at += place + 1;
        Some(remainder[place])
    }

    /// Skips the rest of a string, after its opening quote has been consumed.
    fn string(&mut self) -> Option<()> {
        while self.marked(&IN_STRING)? == b'\\' {
            self.at += 1;
        }
        Some(())
    }

    /// Skips a JSON value.
    fn value(&mut self) -> Option<()> {
        match self.byte()? {
            b'"' => self.string(),
            b'{' | b'[' => self.close(),
            _ => {
                // The value is a number, `true`, `false` or `null`. It ends before the next comma or closing bracket.
                while !matches!(self.text.get(self.at)?, b',' | b'}' | b']') {
                    self.at += 1;
                }
                Some(())
            }
        }
    }

    /// Skips the rest of an object or a list, after its opening bracket has been consumed.
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

    /// Splits the list of shapes into pieces. The opening bracket of the list has been consumed. All pieces except the last have at least
    /// `size` bytes. Returns the pieces, and the total number of shapes.
    fn pieces(&mut self, size: usize) -> Option<(Vec<Piece>, usize)> {
        let mut pieces = Vec::new();
        let mut shapes = 0;
        let mut first = 0;
        let mut start = None;
        loop {
            self.expect(b'{')?;
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
                first = shapes;
                start = None;
            }
            if last {
                return Some((pieces, shapes));
            }
        }
    }
}
