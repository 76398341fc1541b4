//! What the readers of all formats need: the name of the file for messages, types that were said, progress.

use ydb_keys::YdbType;

use super::super::error::AdviseError;
use crate::advise::Intake;

/// The rows that are read between two reports of progress.
const REPORT: u64 = 1 << 14;

/// What a format needs of its surroundings.
pub(super) struct Source<'a> {
    /// The file as messages name it.
    pub(super) file: String,
    pub(super) types: &'a [(String, YdbType)],
    pub(super) progress: &'a mut dyn FnMut(u64),
}

impl Source<'_> {
    /// The type that a column is said to have.
    pub(super) fn said(&self, column: &str) -> Option<YdbType> {
        self.types.iter().find(|(name, _)| name == column).map(|(_, ty)| *ty)
    }

    /// Takes a row, which begins at a line.
    pub(super) fn push(&mut self, intake: &mut Intake, line: u64, cells: &[Option<&str>]) -> Result<(), AdviseError> {
        intake.push(cells).map_err(|source| AdviseError::Value { file: self.file.clone(), line, source })?;
        if intake.rows().is_multiple_of(REPORT) {
            (self.progress)(intake.rows());
        }
        Ok(())
    }
}
