//! The streams that the program reads from and prints to.

use std::io::{BufRead, Write};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use super::page::Page;
use super::printed::Printed;

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
