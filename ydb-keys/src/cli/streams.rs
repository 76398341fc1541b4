//! What the program reads from and prints to.

use std::io::{BufRead, Write};

/// What the program reads from and prints to: the process's own streams, or others in tests.
///
/// ```
/// use ydb_keys::cli::Streams;
///
/// let (mut input, mut out, mut err) = (&b"yes\n"[..], Vec::new(), Vec::new());
/// let streams = Streams::new(&mut input, &mut out, &mut err).interactive(true);
/// ```
pub struct Streams<'a> {
    pub(super) input: &'a mut dyn BufRead,
    pub(super) out: &'a mut dyn Write,
    pub(super) err: &'a mut dyn Write,
    pub(super) interactive: bool,
    pub(super) bars: bool,
}

impl<'a> Streams<'a> {
    /// Nobody answers questions, and progress is told in lines.
    pub fn new(input: &'a mut dyn BufRead, out: &'a mut dyn Write, err: &'a mut dyn Write) -> Self {
        Streams { input, out, err, interactive: false, bars: false }
    }

    /// Whether a person answers at the input; if not, what would be asked is an error.
    #[must_use]
    pub fn interactive(mut self, interactive: bool) -> Self {
        self.interactive = interactive;
        self
    }

    /// Whether progress is drawn as a bar, on the process's stderr whatever the writer is.
    #[must_use]
    pub fn bars(mut self, bars: bool) -> Self {
        self.bars = bars;
        self
    }
}
