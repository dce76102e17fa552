//! Colours of the output, and the width of the terminal. Files and pipes get plain text, which is not wrapped.
//!
//! The crate `anstream` decides whether output has colours: on terminals, unless the environment variable `NO_COLOR` is set, and everywhere
//! if `CLICOLOR_FORCE` is set.

use anstream::{AutoStream, ColorChoice};
use anstyle::AnsiColor;
pub use anstyle::Style;
use clap::builder::Styles;
use std::fmt::Write as _;
use std::io::{self, Write, stdout};
use std::sync::LazyLock;

/// The styles of clap's help texts and of its errors in arguments.
pub const STYLES: Styles = Styles::styled()
    .header(HEADING)
    .usage(HEADING)
    .literal(LITERAL)
    .placeholder(Style::new().dimmed())
    .error(ERROR.style)
    .valid(LITERAL)
    .invalid(WARNING.style);

pub const PLAIN: Style = Style::new();
pub const HEADING: Style = AnsiColor::Green.on_default().bold();
pub const LITERAL: Style = AnsiColor::Cyan.on_default();
pub const TOUCHING: Style = AnsiColor::Yellow.on_default();
pub const OVERLAPPING: Style = AnsiColor::Red.on_default();

/// The coloured word at the beginning of a message on standard error: `error`, `warning` or `hint`.
#[derive(Clone, Copy)]
pub struct Label {
    word: &'static str,
    style: Style,
}

pub const ERROR: Label = Label { word: "error", style: AnsiColor::Red.on_default().bold() };
pub const WARNING: Label = Label { word: "warning", style: AnsiColor::Yellow.on_default().bold() };
pub const HINT: Label = Label { word: "hint", style: AnsiColor::Cyan.on_default().bold() };

/// The width that tells clap not to wrap its texts.
pub const UNLIMITED: usize = 0;

/// The largest number of columns of a line of text that is comfortable to read.
const LONGEST: usize = 110;

/// The width at which help is wrapped: the width of the terminal, but at most 110 columns. `None` if standard output is not a terminal.
pub fn width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(stdout())?;
    Some(usize::from(width.0).min(LONGEST))
}

/// Whether standard output has colours. Creating the stream also makes a Windows console accept colours.
static COLORED: LazyLock<bool> =
    LazyLock::new(|| AutoStream::auto(stdout()).current_choice() == ColorChoice::AlwaysAnsi);

/// Appends a text in a style. If the output has no colours, appends the text without the style.
pub fn push(line: &mut String, style: Style, text: &str) {
    if *COLORED && style != PLAIN && !text.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(line, "{style}{text}{style:#}");
    } else {
        line.push_str(text);
    }
}

/// Writes a text with styles to standard output. If the output has no colours, writes the text without the styles.
pub fn print(text: &str) -> io::Result<()> {
    anstream::stdout().write_all(text.as_bytes())
}

/// Prints a line on standard error. Control characters are replaced by spaces.
pub fn say(label: Label, line: &str) {
    let Label { word, style } = label;
    anstream::eprintln!("{style}{word}:{style:#} {}", line.replace(char::is_control, " "));
}
