//! The streams that the program reads from and prints to, without control characters; questions; the exit code.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use ydb_keys_core::error::{Printable, acts_on_a_terminal};

use super::failure::Failure;
use super::page::Page;

/// The width of a page that is not shown on a terminal, in characters.
const WIDTH: usize = 80;

/// The streams that the program reads from and prints to: the process's own streams, or others in tests.
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
    /// The time since some moment, by which progress is printed.
    pub(super) clock: fn() -> Duration,
    width: usize,
}

impl<'a> Streams<'a> {
    /// Streams that are not interactive, with progress printed in lines.
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

    /// Sets the clock by which progress is printed: a test that compares the output stops it.
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

    /// The output as a page.
    pub(super) fn page(&mut self) -> Page<'_> {
        let colors = self.out.colors;
        Page::new(&mut self.out, self.width, colors)
    }
}

/// The time since the first call.
fn since_start() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

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

/// The outcome of the program.
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
    /// The exit code.
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

/// Returns `true` if the answer is yes; any other answer is no.
pub(super) fn ask(question: &str, streams: &mut Streams<'_>) -> Result<bool, Failure> {
    if !streams.interactive {
        return Err(Failure::NotInteractive);
    }
    // On stderr, so that the question is visible if the output goes to a file.
    write!(streams.err, "{question} [yes/no] ")?;
    streams.err.flush()?;
    let mut answer = String::new();
    if streams.input.read_line(&mut answer).map_err(Failure::Answer)? == 0 {
        // The input has ended, so the question's line is not finished yet.
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
