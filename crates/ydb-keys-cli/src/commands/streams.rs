//! Streams of the program, without control characters; questions to the user; the exit code.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use ydb_keys_core::error::{Printable, acts_on_a_terminal};

use super::failure::Failure;
use super::page::Page;

/// Width of a page, in characters, if the output is not a terminal.
const WIDTH: usize = 80;

/// Streams that the program reads from and prints to: those of the process, or others in tests.
///
/// ```
/// use ydb_keys_cli::Streams;
///
/// let (mut input, mut out, mut err) = (&b"yes\n"[..], Vec::new(), Vec::new());
/// let streams = Streams::new(&mut input, &mut out, &mut err).interactive(true);
/// ```
pub struct Streams<'a> {
    pub(super) input: &'a mut dyn BufRead,
    pub(super) out: Printed<'a>,
    pub(super) err: Printed<'a>,
    pub(super) interactive: bool,
    pub(super) bars: bool,
    /// Clock for printing progress: returns the time since some moment.
    pub(super) clock: fn() -> Duration,
    width: usize,
}

impl<'a> Streams<'a> {
    /// Creates streams that are not interactive; progress is printed in lines.
    pub fn new(input: &'a mut dyn BufRead, out: &'a mut dyn Write, err: &'a mut dyn Write) -> Self {
        let (out, err) = (Printed::new(out), Printed::new(err));
        Streams { input, out, err, interactive: false, bars: false, clock: since_start, width: WIDTH }
    }

    /// Sets whether a person answers questions at the input. If not, a command that would ask fails.
    #[must_use]
    pub fn interactive(mut self, interactive: bool) -> Self {
        self.interactive = interactive;
        self
    }

    /// Sets whether progress is drawn as a bar. The bar is drawn on the process's stderr, whatever the writer is.
    #[must_use]
    pub fn bars(mut self, bars: bool) -> Self {
        self.bars = bars;
        self
    }

    /// Sets the clock that times the lines of progress: a test that compares the output stops it.
    #[doc(hidden)]
    #[must_use]
    pub fn clock(mut self, clock: fn() -> Duration) -> Self {
        self.clock = clock;
        self
    }

    /// Sets the width that pages are wrapped to, in characters: 80 by default.
    #[must_use]
    pub fn width(mut self, characters: usize) -> Self {
        self.width = characters;
        self
    }

    /// Sets whether the output has colours, as escape sequences of a terminal.
    #[must_use]
    pub fn colors(mut self, colors: bool) -> Self {
        self.out.colors = colors;
        self
    }

    pub(super) fn page(&mut self) -> Page<'_> {
        let colors = self.out.colors;
        Page::new(&mut self.out, self.width, colors)
    }
}

/// Returns the time since the first call.
fn since_start() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Writer that escapes control characters, except line breaks, tabs, and this program's own colours.
pub(super) struct Printed<'a> {
    out: &'a mut dyn Write,
    pub(super) colors: bool,
}

impl<'a> Printed<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Printed { out, colors: false }
    }

    /// Writes formatted text, for `write!` in places that do not import the trait `Write`.
    pub(super) fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        Write::write_fmt(self, text)
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes a control sequence of this program for the terminal, unescaped.
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
            if sequence.len() > acts.len_utf8() {
                self.out.write_all(sequence.as_bytes())?
            } else {
                write!(self.out, "{}", Printable(sequence))?
            }
            rest = after;
        }
        self.out.write_all(rest.as_bytes())
    }
}

/// Returns the length of a colour sequence of this program at the beginning of a text, if there is one. In foreign text
/// such a sequence could only change colours: it hides and moves nothing.
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

/// Outcome of the program, which decides its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// Exit code 0: the command succeeded.
    Done,
    /// Exit code 1: the command succeeded and found something: the database differs from the models, a table breaks a
    /// rule or is hot, or a table cannot have a model.
    Differs,
    /// Exit code 2: the arguments are wrong, the database refused or did not answer, or a file could not be read or
    /// written. The reason is printed.
    Failed,
}

impl Status {
    /// Returns the exit code: 0, 1 or 2.
    pub const fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Differs => 1,
            Status::Failed => 2,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status.code())
    }
}

/// Asks the user a question. Returns `true` for yes; any other answer is no.
pub(super) fn ask(question: &str, streams: &mut Streams<'_>) -> Result<bool, Failure> {
    if !streams.interactive {
        return Err(Failure::NotInteractive);
    }
    // The question is on stderr, so it is visible if the output goes to a file.
    write!(streams.err, "{question} [yes/no] ")?;
    streams.err.flush()?;
    let mut answer = String::new();
    if streams.input.read_line(&mut answer).map_err(Failure::Answer)? == 0 {
        // Finish the question's line: the input has ended without a line break.
        writeln!(streams.err)?;
        return Err(Failure::NotInteractive);
    }
    let answer = answer.trim();
    Ok(answer.eq_ignore_ascii_case("yes") || answer.eq_ignore_ascii_case("y"))
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
