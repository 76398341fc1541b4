//! Choices for random tests, drawn by proptest as plain numbers so that it can shrink them.

/// A sequence of choices. After its end, every choice is the first one.
#[derive(Clone)]
pub(super) struct Dice(std::vec::IntoIter<u32>);

/// Prints nothing: a failed test prints its statements, and the choices would say nothing.
impl std::fmt::Debug for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("_")
    }
}

impl Dice {
    pub(super) fn new(choices: Vec<u32>) -> Self {
        Self(choices.into_iter())
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0.next().unwrap_or(0) as usize % end.max(1)
    }

    /// A number from `from` to `to`.
    pub(super) fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from + 1)
    }

    /// True once in `times`.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    pub(super) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}
