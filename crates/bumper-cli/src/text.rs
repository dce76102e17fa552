//! Formats names, numbers and tables as text.

use crate::terminal::{self, Style};
use std::io::{self, IsTerminal, Write};
use std::sync::LazyLock;

/// The largest number of characters of a name in a table. On a terminal, longer names are shortened. In files and pipes they are not, so
/// that they can be searched for names.
static LONGEST: LazyLock<usize> = LazyLock::new(|| if io::stdout().is_terminal() { 24 } else { usize::MAX });

/// A name as a table shows it: shortened if necessary, and without control characters.
pub fn name(name: &str) -> String {
    let clean = name.replace(char::is_control, "·");
    if clean.chars().count() <= *LONGEST {
        return clean;
    }
    clean.chars().take(*LONGEST - 1).chain(['…']).collect()
}

/// The width of a table column that contains these names.
pub fn names_width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0).min(*LONGEST)
}

/// A number, formatted with at most four decimals.
pub fn number(number: f64) -> String {
    if number != 0.0 && !(1e-4..1e9).contains(&number.abs()) {
        return format!("{number:.4e}");
    }
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// A vector, formatted as a list in parentheses.
pub fn vector(numbers: &[f64]) -> String {
    let numbers: Vec<_> = numbers.iter().map(|&coordinate| number(coordinate)).collect();
    format!("({})", numbers.join(", "))
}

/// The parts of two shapes, such as `parts 3, -`, where `-` is a shape without parts. Empty if neither shape has parts.
pub fn parts(parts: [Option<u32>; 2]) -> String {
    if has_no_parts(&parts) {
        return String::new();
    }
    let [a, b] = parts.map(|part| part.map_or("-".into(), |part| part.to_string()));
    format!("parts {a}, {b}")
}

/// Whether neither of two shapes has parts.
pub fn has_no_parts(parts: &[Option<u32>; 2]) -> bool {
    *parts == [None; 2]
}

/// A number followed by a noun. The noun gets an `s` unless the number is 1.
pub fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A table that is written row by row. The array contains the width of each column in characters. A negative width means that the text is
/// at the right edge of the column.
pub struct Table<const C: usize>(pub [isize; C]);

impl<const C: usize> Table<C> {
    pub fn row(&self, out: &mut impl Write, cells: [String; C]) -> io::Result<()> {
        self.styled_row(out, cells, [terminal::PLAIN; C])
    }

    /// Writes the heading row, which contains the names of the columns.
    pub fn head(&self, out: &mut impl Write, names: [&str; C]) -> io::Result<()> {
        self.styled_row(out, names.map(String::from), [terminal::HEADING; C])
    }

    /// Writes a row with a style for each cell. The styles are omitted if the output has no colours.
    pub fn styled_row(&self, out: &mut impl Write, cells: [String; C], styles: [Style; C]) -> io::Result<()> {
        let mut row = String::new();
        for ((cell, width), style) in cells.iter().zip(self.0).zip(styles) {
            let gap = " ".repeat(width.unsigned_abs().saturating_sub(cell.chars().count()));
            let (before, after) = if width < 0 { (&*gap, "") } else { ("", &*gap) };
            row += before;
            terminal::push(&mut row, style, cell);
            row += after;
            row += "  ";
        }
        writeln!(out, "{}", row.trim_end())
    }
}

/// Escapes a text for XML.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('·'),
            c => out.push(c),
        }
    }
    out
}
