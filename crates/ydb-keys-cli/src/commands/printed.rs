//! What is printed, without the control characters of names, attributes and comments, which a database's users choose.

use std::fmt;
use std::io::{self, Write};

use ydb_keys_core::error::{Printable, acts_on_a_terminal};

/// Escapes what would act on a terminal, except lines, tabs, and the colours of this program where there are some.
pub(super) struct Printed<'a> {
    out: &'a mut dyn Write,
    pub(super) colors: bool,
}

impl<'a> Printed<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Printed { out, colors: false }
    }

    /// For `write!`, also where the trait `Write` is not in scope.
    pub(super) fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        Write::write_fmt(self, text)
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// A sequence of this program for the terminal, as it is.
    pub(super) fn control(&mut self, sequence: &'static str) -> io::Result<()> {
        self.out.write_all(sequence.as_bytes())
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some((at, acts)) =
            rest.char_indices().find(|(_, c)| acts_on_a_terminal(*c) && !matches!(c, '\n' | '\t'))
        {
            let (plain, from) = rest.split_at(at);
            self.out.write_all(plain.as_bytes())?;
            let (sequence, after) = from.split_at(color(from).filter(|_| self.colors).unwrap_or(acts.len_utf8()));
            match sequence.len() > acts.len_utf8() {
                true => self.out.write_all(sequence.as_bytes())?,
                false => write!(self.out, "{}", Printable(sequence))?,
            }
            rest = after;
        }
        self.out.write_all(rest.as_bytes())
    }
}

/// The length of a sequence that this program colours with, at the beginning of a text. In the text of somebody else it
/// could only colour that text: it hides nothing, and moves nothing.
fn color(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let end = parameters.find('m')?;
    let known = match &parameters[..end] {
        "0" | "1" | "2" | "31" | "32" | "33" => true,
        other => other.strip_prefix("48;5;").is_some_and(|number| number.parse::<u8>().is_ok()),
    };
    known.then_some("\u{1b}[".len() + end + 1)
}

impl Write for Printed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for chunk in bytes.utf8_chunks() {
            self.text(chunk.valid())?;
            chunk.invalid().iter().try_for_each(|byte| write!(self.out, "\\x{byte:02x}"))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &[u8], colors: bool) -> String {
        let mut out = Vec::new();
        let mut printed = Printed { out: &mut out, colors };
        printed.write_all(text).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn nothing_of_others_acts_on_the_terminal() {
        let text = "a\tb\n\u{1b}[2J\u{1b}]0;title\u{7}\r\u{9b}8m\u{202e}\u{1b}[8mhidden\u{1b}";
        let shown = "a\tb\n\\u001b[2J\\u001b]0;title\\u0007\\u000d\\u009b8m\\u202e\\u001b[8mhidden\\u001b";
        assert_eq!(printed(text.as_bytes(), false), shown);
        assert_eq!(printed(text.as_bytes(), true), shown);
        assert_eq!(printed(b"a\xffb", true), "a\\xffb");
    }

    #[test]
    fn colours_are_kept_where_there_are_some() {
        let text = "\u{1b}[31m\u{1b}[1mhot\u{1b}[0m\u{1b}[48;5;228m \u{1b}[0m";
        assert_eq!(printed(text.as_bytes(), true), text);
        assert!(!printed(text.as_bytes(), false).contains('\u{1b}'));
    }
}
