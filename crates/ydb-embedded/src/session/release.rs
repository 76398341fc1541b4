//! Releases of YDB, and what the older ones do not know yet.

use crate::catalog::{refusal, spec::ColumnSpec};
use crate::error::{Error, Position, Result};
use crate::types::Type;
use crate::yql::ast::{AlterKind, Query, StatementKind};

/// A release of YDB, for the statements and formats that older ones do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Release {
    /// 25.1
    V25_1,
    /// 25.2
    V25_2,
    /// 25.4: BATCH UPDATE and BATCH DELETE; Decimal and Uuid in BulkUpsert of Arrow batches.
    /// Results in Arrow's format are refused, before that the wish for them is not seen.
    V25_4,
    /// 26.1: SHOW CREATE TABLE, ADD COLUMN with DEFAULT.
    V26_1,
    /// 26.2: SET and DROP DEFAULT, TRUNCATE TABLE; results in Arrow's format.
    V26_2,
}

impl Release {
    /// The value of `Version()`. UNVERIFIED: that it is the name of the branch that a server was built from, and
    /// everything after the second number.
    pub(super) const fn version(self) -> &'static str {
        match self {
            Self::V25_1 => "stable-25-1",
            Self::V25_2 => "stable-25-2",
            Self::V25_4 => "stable-25-4",
            Self::V26_1 => "stable-26-1",
            Self::V26_2 => "stable-26-2",
        }
    }

    /// Checks that the release knows all statements of a query.
    ///
    /// Fails with GENERIC_ERROR, as for any word that a grammar does not have. UNVERIFIED and left out: what YDB's
    /// message says after the word.
    pub(super) fn check(self, query: &Query) -> Result<()> {
        for statement in &query.statements {
            let need = match &statement.kind {
                StatementKind::ShowCreate { .. } => Some((Self::V26_1, "SHOW")),
                StatementKind::TruncateTable { .. } => Some((Self::V26_2, "TRUNCATE")),
                StatementKind::Update(update) if update.batch => Some((Self::V25_4, "BATCH")),
                StatementKind::Delete(delete) if delete.batch => Some((Self::V25_4, "BATCH")),
                StatementKind::AlterTable { actions, .. } => {
                    actions.iter().try_for_each(|action| self.has(need(&action.kind), action.at))?;
                    None
                }
                _ => None,
            };
            self.has(need, statement.at)?;
        }
        Ok(())
    }

    /// Checks that the release is not older than what is needed; older grammars stop at the word.
    fn has(self, need: Option<(Self, &str)>, at: Position) -> Result<()> {
        match need {
            Some((since, word)) if self < since => Err(unknown(at, word)),
            _ => Ok(()),
        }
    }

    /// Checks that the release has a column's type.
    ///
    /// Fails with SCHEME_ERROR for a Decimal other than (22, 9) before 25.2.
    pub(super) fn check_column(self, column: &ColumnSpec) -> Result<()> {
        match &column.ty {
            Type::Decimal { precision, scale } if self < Self::V25_2 && (*precision, *scale) != (22, 9) => {
                Err(refusal::scheme(format!(
                    "Type '{}' specified for column '{}', but support for parametrized decimal is disabled \
                     (EnableParameterizedDecimal feature flag is off)",
                    column.ty, column.name
                )))
            }
            _ => Ok(()),
        }
    }
}

/// The release that introduced an action of ALTER TABLE, and the word at which older grammars stop.
const fn need(action: &AlterKind) -> Option<(Release, &'static str)> {
    match action {
        // Older releases parse this and refuse the column. UNVERIFIED: the text of that refusal.
        AlterKind::AddColumn(column) if column.default.is_some() => Some((Release::V26_1, "DEFAULT")),
        AlterKind::SetDefault { .. } | AlterKind::DropDefault(_) => Some((Release::V26_2, "DEFAULT")),
        AlterKind::Compact => Some((Release::V26_2, "COMPACT")),
        _ => None,
    }
}

/// A statement that the release does not know, at the word where its grammar stops.
pub(super) fn unknown(at: Position, word: &str) -> Error {
    Error::translation(at, format!("mismatched input '{word}'"))
}
