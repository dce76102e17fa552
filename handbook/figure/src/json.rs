//! A JSON writer. Like the command, it writes numbers with the fewest digits that parse to the same value.

use std::fmt::Write;

/// A JSON object or list under construction.
pub struct Json {
    text: String,
    end: char,
}

impl Json {
    pub fn object() -> Self {
        Self { text: "{".into(), end: '}' }
    }

    pub fn list() -> Self {
        Self { text: "[".into(), end: ']' }
    }

    pub fn done(mut self) -> String {
        self.text.push(self.end);
        self.text
    }

    fn key(&mut self, key: &str) {
        self.comma();
        quote(&mut self.text, key);
        self.text.push(':');
    }

    fn comma(&mut self) {
        if self.text.len() > 1 {
            self.text.push(',');
        }
    }

    pub fn json(mut self, key: &str, value: Json) -> Self {
        self.key(key);
        self.text += &value.done();
        self
    }

    pub fn text(mut self, key: &str, value: &str) -> Self {
        self.key(key);
        quote(&mut self.text, value);
        self
    }

    pub fn number(mut self, key: &str, value: f64) -> Self {
        self.key(key);
        digits(&mut self.text, value);
        self
    }

    pub fn flag(mut self, key: &str, value: bool) -> Self {
        self.key(key);
        self.text += if value { "true" } else { "false" };
        self
    }

    pub fn numbers(mut self, key: &str, values: &[f64]) -> Self {
        self.key(key);
        self.text += &row(values).done();
        self
    }

    /// Appends a JSON value to this list.
    pub fn push(&mut self, value: Json) {
        self.comma();
        self.text += &value.done();
    }
}

/// A JSON list of numbers.
pub fn row(values: &[f64]) -> Json {
    let mut list = Json::list();
    for value in values {
        list.comma();
        digits(&mut list.text, *value);
    }
    list
}

/// A JSON list of lists of numbers.
pub fn rows<'a>(values: impl IntoIterator<Item = &'a [f64]>) -> Json {
    let mut list = Json::list();
    values.into_iter().for_each(|value| list.push(row(value)));
    list
}

fn digits(text: &mut String, number: f64) {
    // Negative zero is written as 0, and numbers that are not finite as null. Writing to a string cannot fail.
    let _ = match number {
        _ if !number.is_finite() => write!(text, "null"),
        _ if number == 0.0 => write!(text, "0"),
        _ if (1e-5..1e17).contains(&number.abs()) => write!(text, "{number}"),
        _ => write!(text, "{number:e}"),
    };
}

fn quote(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}
