//! Releases and configurations of YDB: their differences, and which of them the engine follows.

use crate::catalog::refusal;
use crate::catalog::spec::ColumnSpec;
use crate::error::{Error, Position, Result};
use crate::types::Type;
use crate::yql::ast::{AlterKind, Query, StatementKind};

/// Behavior of the engine where real servers differ by release or configuration.
///
/// The default is a current server: the newest release with its default settings. The program `ydb-embedded` has the
/// same default. [`Behavior::strict`] has only what a program can rely on with any server: run your tests with it. Each
/// field says what YDB does, and which setting decides it.
///
/// ```
/// use ydb_embedded::{Behavior, Server};
///
/// let mut behavior = Behavior::strict();
/// behavior.query_text_limit = None;
/// let server = Server::builder().behavior(behavior).start_blocking()?;
/// # Ok::<(), ydb_embedded::StartError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Behavior {
    /// `true` if an INSERT that meets an existing key is reported late: at the next read of a table that the
    /// transaction has written to, or at the commit. If `false`, the INSERT itself is refused.
    ///
    /// In YDB this is the setting `EnableOltpSink` of the table service, on by default: rows are buffered until a
    /// flush (`kqp_write_actor.cpp`, `NeedToFlushBeforeCommit`). If the request also commits, its answer reports the
    /// conflict either way. Tables with indexes follow [`index_stream_write`](Self::index_stream_write).
    pub late_insert_conflicts: bool,
    /// `true` if the rows of synchronous and unique indexes are written as a stream. Then a violated unique index is
    /// PRECONDITION_FAILED with issue 2029 `Conflict with existing key.` (`kqp_buffer_lookup_actor.cpp`), and conflicts
    /// in a table with indexes are as [late](Self::late_insert_conflicts) as in one without. If `false`, the issue is
    /// 2012 `Constraint violated.`, and a statement that meets a conflict in such a table is refused itself.
    ///
    /// In YDB this is the setting `EnableIndexStreamWrite` of the table service. It is off in 26.2, and on by default
    /// in the main branch (pull request 42752).
    pub index_stream_write: bool,
    /// `true` if column tables can be renamed. If `false`, they are refused with SCHEME_ERROR `path is not a table`, as
    /// RenameTables of YDB does (its issue 14976, open). ALTER TABLE .. RENAME has the feature flag
    /// `EnableMoveColumnTable`, off by default (pull request 21078).
    pub rename_column_tables: bool,
    /// `true` if tables with serial columns can be renamed, as YDB can since its pull requests 9709, 9731 and 10388. If
    /// `false`, they are refused with PRECONDITION_FAILED, and ALTER SEQUENCE, which came later, is unknown.
    pub rename_serial_tables: bool,
    /// `true` if parameters may be used without DECLARE; their types are those of the values sent. If `false`, such a
    /// parameter is refused with GENERIC_ERROR `Unknown name: $p`.
    ///
    /// In YDB this is the feature flag `EnableImplicitQueryParameterTypes`. It is on by default since 25.1 (issue
    /// 15739), but a stored configuration may turn it off: declare every parameter.
    pub implicit_parameter_types: bool,
    /// Largest length of a query's text in bytes. A longer text is refused with BAD_REQUEST `Query text size exceeds
    /// limit (..)`. `None` means no limit.
    ///
    /// In YDB this is the setting `QueryLimitBytes` of the table service. It has no default, and without it there is
    /// no limit (`kqp_proxy_service.cpp`); the documentation's table of limits says 10 KB.
    pub query_text_limit: Option<usize>,
    /// `true` if one ReadRows call reads all its rows from one snapshot. YDB reads each partition at a moment of its
    /// own (`rpc_read_rows.cpp`).
    pub read_rows_snapshot: bool,
    /// `true` if a statement that writes runs to its end after its call was cancelled or its connection broke. The
    /// transaction then stays open, and a later commit includes the statement. If `false`, the transaction is rolled
    /// back.
    ///
    /// YDB may do either: a cancellation that arrives in time invalidates the transaction (`kqp_session_actor.cpp`,
    /// `TEvCancelQueryRequest`), one that comes too late changes nothing.
    pub cancelled_statements_run: bool,
    /// `true` if access rights are checked; see [`ServerBuilder::user`](crate::ServerBuilder::user).
    ///
    /// YDB checks them for everybody with a token. Without one, everybody may do everything unless the setting
    /// `enforce_user_token_requirement` is on, which it is not by default.
    ///
    /// A table that a user may not describe does not exist for that user's queries (SCHEME_ERROR), as in YDB. A query
    /// that may not read or write its rows is ABORTED with issue 2028 `Failed to resolve table .. status:
    /// AccessDenied.` (`kqp_acl_ut.cpp`), which clients retry in vain. Every other refusal is UNAUTHORIZED. Not
    /// implemented: groups, and `ydb.database.connect` for a connection.
    pub access_rights: bool,
    /// `true` if empty strings stay empty in a BulkUpsert of an Arrow batch into a row table. If `false`, those in the
    /// last `n % 32` of its `n` rows become NULL.
    ///
    /// YDB does that since 25.4 (its issue 36331, open; `converter.cpp`, `ConvertData`), even in columns that are NOT
    /// NULL, where the engine refuses the request.
    pub arrow_keeps_empty_strings: bool,
    /// `true` if `BATCH UPDATE` and `BATCH DELETE` work on a table with a unique index. If `false`, they are refused
    /// with PRECONDITION_FAILED.
    ///
    /// In YDB this, too, is the setting `EnableIndexStreamWrite` of the table service (`kqp_batch_update_ut.cpp`), off
    /// in 26.2.
    pub batch_with_unique_index: bool,
    /// `true` if the server builds the unique indexes that it is asked for, as far as it can. If `false`, it builds
    /// plain ones without a word.
    ///
    /// YDB builds a plain index for `ADD INDEX .. UNIQUE` of an existing table (its issue 15959, open), and did so for
    /// an index of CREATE TABLE without `SYNC` (issue 15958). Otherwise the engine refuses `ADD INDEX .. UNIQUE`, as
    /// YDB does where it sees the word: the feature flag `EnableAddUniqueIndex` is off in 26.2.
    pub unique_indexes: bool,
    /// The release whose statements and types are accepted. Newer ones are refused as the older grammar refuses them.
    pub release: Release,
}

impl Behavior {
    const DEFAULT: Self = Self {
        late_insert_conflicts: true,
        index_stream_write: false,
        rename_column_tables: false,
        rename_serial_tables: true,
        implicit_parameter_types: true,
        query_text_limit: None,
        read_rows_snapshot: false,
        cancelled_statements_run: false,
        access_rights: true,
        arrow_keeps_empty_strings: false,
        batch_with_unique_index: false,
        unique_indexes: true,
        release: Release::V26_2,
    };

    /// Returns the behavior that every YDB of release 26.2 has, whatever its configuration. Renames of tables with
    /// serial columns are included.
    #[must_use]
    pub const fn strict() -> Self {
        Self {
            index_stream_write: true,
            implicit_parameter_types: false,
            query_text_limit: Some(10 * 1024),
            cancelled_statements_run: true,
            ..Self::DEFAULT
        }
    }

    /// Checks that the server knows all statements of a query.
    ///
    /// Fails with GENERIC_ERROR, as for any word that is not in the grammar. A server that cannot rename tables with
    /// serial columns is older than ALTER SEQUENCE (YDB's pull request 12413), so it does not know that statement
    /// either.
    pub(super) fn check(&self, query: &Query) -> Result<()> {
        self.release.check(query)?;
        let is_later = |kind: &StatementKind| matches!(kind, StatementKind::AlterSequence { .. });
        match query.statements.iter().find(|statement| is_later(&statement.kind)) {
            Some(statement) if !self.rename_serial_tables => Err(unknown(statement.at, "SEQUENCE")),
            _ => Ok(()),
        }
    }
}

impl Default for Behavior {
    /// Returns the behavior of a server of release 26.2 with its default configuration.
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A release of YDB. It decides which statements and formats are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Release {
    /// 25.1
    V25_1,
    /// 25.2
    V25_2,
    /// 25.4: BATCH UPDATE and BATCH DELETE; Decimal and Uuid in BulkUpsert of Arrow batches. Requests for results in
    /// Arrow's format are refused; earlier releases ignore such a request.
    V25_4,
    /// 26.1: SHOW CREATE TABLE, ADD COLUMN with DEFAULT.
    V26_1,
    /// 26.2: SET and DROP DEFAULT, TRUNCATE TABLE; results in Arrow's format.
    V26_2,
}

impl Release {
    /// Returns the value of `Version()`. UNVERIFIED: that it is the name of the branch that a server was built from,
    /// and everything after the second number.
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
    /// Fails with GENERIC_ERROR, as for any word that is not in the grammar. UNVERIFIED and left out: the rest of YDB's
    /// message after the word.
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

    /// Checks that the release is at least the needed one. The grammar of an older release stops at the word.
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

/// Returns the release that introduced an action of ALTER TABLE, and the word at which older grammars stop.
const fn need(action: &AlterKind) -> Option<(Release, &'static str)> {
    match action {
        // Older releases parse DEFAULT and refuse the column. UNVERIFIED: the text of that refusal.
        AlterKind::AddColumn(column) if column.default.is_some() => Some((Release::V26_1, "DEFAULT")),
        AlterKind::SetDefault { .. } | AlterKind::DropDefault(_) => Some((Release::V26_2, "DEFAULT")),
        AlterKind::Compact => Some((Release::V26_2, "COMPACT")),
        _ => None,
    }
}

/// Returns the error for a statement that the release does not know, at the word where its grammar stops.
pub(super) fn unknown(at: Position, word: &str) -> Error {
    Error::translation(at, format!("mismatched input '{word}'"))
}
