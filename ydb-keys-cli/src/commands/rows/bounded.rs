//! A reader that refuses a row which is longer than any row of YDB: a quote that is not closed would take all memory.

use std::io::{self, BufRead, Read};

/// The most megabytes of a row. YDB takes rows of 8 MB; as text they may be longer.
pub(super) const MOST_MB: u64 = 32;

pub(super) struct Bounded<'a> {
    input: Box<dyn BufRead + 'a>,
    left: u64,
}

impl<'a> Bounded<'a> {
    pub(super) fn new(input: Box<dyn BufRead + 'a>) -> Self {
        Bounded { input, left: MOST_MB << 20 }
    }

    /// A row begins.
    pub(super) fn next_row(&mut self) {
        self.left = MOST_MB << 20;
    }
}

impl Read for Bounded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let read = self.input.read(buffer)?;
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}
