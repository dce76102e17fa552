//! Renders the Markdown of the reference of the scene format for a terminal. Wraps it at a width, and uses styles instead of marks such as
//! `**`. Tables are wider than terminals. So each row of a table is rendered as an entry of several lines: its first cell, and below it the
//! other cells.

use crate::terminal::{HEADING, LITERAL, PLAIN, Style};

/// The smallest width into which text is wrapped. On terminals that are narrower, lines exceed the width of the terminal.
const MIN_WIDTH: usize = 20;

/// Renders a Markdown text. Supports headings, paragraphs, lists, tables, fenced code, and code and emphasis within lines.
pub fn render(text: &str, width: usize) -> String {
    let mut out = Page { out: String::new(), width };
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            for code in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                out.out += &format!("    {code}\n");
            }
        } else if line.starts_with('|') {
            let names = cells(line);
            lines.next_if(|line| line.starts_with("| ---"));
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                out.entry(&names, &cells(row));
            }
        } else if line.starts_with('#') {
            let title = line.trim_start_matches('#').trim();
            out.out += &format!("{HEADING}{title}{HEADING:#}\n");
        } else if line.is_empty() {
            out.out.push('\n');
        } else {
            let mut block = line.to_string();
            let begins = |line: &str| ["- ", "|", "#", "```"].iter().any(|mark| line.starts_with(mark));
            while let Some(more) = lines.next_if(|line| !line.is_empty() && !begins(line)) {
                block = block + " " + more.trim_start();
            }
            let hanging = if block.starts_with("- ") { 2 } else { 0 };
            out.wrapped(&block, 0, hanging);
        }
    }
    out.out
}

/// The cells of a row of a Markdown table.
fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split(" | ").map(str::trim).collect()
}

struct Page {
    out: String,
    width: usize,
}

impl Page {
    /// Writes a row of a table as an entry of several lines. `names` are the names of the columns. The second cell is usually a description
    /// and needs no name. The cells after it are short, for example a default value. Each is preceded by the name of its column.
    fn entry(&mut self, names: &[&str], cells: &[&str]) {
        let [term, rest @ ..] = cells else { return };
        self.wrapped(term, 2, 4);
        for (place, cell) in rest.iter().enumerate() {
            let text = match names.get(place + 1) {
                Some(name) if place > 0 => format!("{name}: {cell}"),
                _ => (*cell).to_string(),
            };
            self.wrapped(&text, 6, 6);
        }
    }

    /// Writes a text wrapped at the width of the page. Indents the first line by `first` columns and the other lines by `others`.
    fn wrapped(&mut self, text: &str, first: usize, others: usize) {
        let room = self.width.max(others + MIN_WIDTH);
        self.out += &" ".repeat(first);
        let mut column = first;
        let mut empty = true;
        for Word { text, length, .. } in words(text) {
            if !empty && column + 1 + length > room {
                self.out += &format!("\n{}", " ".repeat(others));
                column = others;
                empty = true;
            }
            if !empty {
                self.out.push(' ');
                column += 1;
            }
            self.out += &text;
            column += length;
            empty = false;
        }
        self.out.push('\n');
    }
}

/// A word with escape sequences for its styles, and its length without them.
#[derive(Default)]
struct Word {
    text: String,
    length: usize,
    /// The style of the rest of the word.
    style: Style,
}

impl Word {
    /// Changes the style of the characters that follow.
    fn switch(&mut self, style: Style) {
        if style != self.style {
            self.text += &format!("{:#}{style}", self.style);
            self.style = style;
        }
    }
}

/// Splits a line into words. Each word switches its own styles on and off. So if the line is wrapped, no style continues into the
/// indentation of the next line.
fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut word = Word::default();
    let mut style = PLAIN;
    for c in text.chars().chain([' ']) {
        match c {
            '`' => style = if style == LITERAL { PLAIN } else { LITERAL },
            '*' if style != LITERAL => style = if style == PLAIN { Style::new().italic() } else { PLAIN },
            ' ' if word.length > 0 => {
                word.switch(PLAIN);
                words.push(std::mem::take(&mut word));
            }
            ' ' => {}
            c => {
                word.switch(style);
                word.text.push(c);
                word.length += 1;
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Renders a text and removes the styles.
    fn plain(text: &str, width: usize) -> String {
        anstream::adapter::strip_str(&render(text, width)).to_string()
    }

    #[test]
    fn paragraphs_and_lists_wrap_with_hanging_indent() {
        let text = "# A title\n\nOne `two three` four\nfive *six* seven.\n- an item that is\n  longer\n- b\n";
        let expected = "A title\n\nOne two three four\nfive six seven.\n- an item that is\n  longer\n- b\n";
        assert_eq!(plain(text, 22), expected);
    }

    #[test]
    fn rows_of_tables_become_entries() {
        let text = "| key | value | default |\n| --- | --- | --- |\n| `id` | a unique name | none |\n";
        assert_eq!(plain(text, 40), "  id\n      a unique name\n      default: none\n");
    }

    #[test]
    fn code_blocks_stay_as_they_are() {
        assert_eq!(plain("```json\n{ \"a\":   1 }\n```\nend\n", 20), "    { \"a\":   1 }\nend\n");
    }

    #[test]
    fn reference_fits_into_width() {
        let text = plain(include_str!("../../../reference/scene-format.md"), 60);
        let code = |line: &str| line.starts_with("    ") && line.contains('{');
        let long: Vec<_> = text.lines().filter(|line| line.chars().count() > 60 && !code(line)).collect();
        assert!(long.is_empty(), "{long:#?}");
    }
}
