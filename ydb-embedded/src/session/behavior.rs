//! Where releases and configurations of YDB differ from one another, and which of them the engine follows.

use super::release::Release;

/// What the engine does where real servers differ by release or configuration.
///
/// The default is [lenient](Self::lenient): it takes whatever some YDB takes, so what passes on it may fail on a real cluster. [`Behavior::strict`] is
/// the least that a program can rely on; run your tests on it. Each field says what YDB does, and by which setting.
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
    /// Whether a write that meets an existing key, in its table or in a unique index, is reported late: at the next read of what the transaction has
    /// written, or at the commit. Otherwise the INSERT itself is refused.
    ///
    /// The setting `EnableOltpSink` of YDB's table service, on by default: rows are buffered until a flush (`kqp_write_actor.cpp`,
    /// `NeedToFlushBeforeCommit`). With the commit in the same request the conflict comes with its answer either way.
    pub late_insert_conflicts: bool,
    /// Whether a violated unique index is reported as PRECONDITION_FAILED with the issue 2029 `Conflict with existing key.`, as YDB's buffered writes do
    /// (`kqp_buffer_lookup_actor.cpp`), instead of 2012 `Constraint violated.`
    pub unique_violation_2029: bool,
    /// Whether column tables can be renamed. Otherwise they are refused with SCHEME_ERROR `path is not a table`, as YDB does (its issue 14976, open).
    pub rename_column_tables: bool,
    /// Whether tables with serial columns can be renamed, as since YDB's pull requests 9709, 9731 and 10388. Otherwise they are refused with
    /// PRECONDITION_FAILED, and ALTER SEQUENCE is not known, which came later.
    pub rename_serial_tables: bool,
    /// Whether parameters may be used without DECLARE, their types taken from the values that are sent. Otherwise such a parameter is refused with
    /// GENERIC_ERROR `Unknown name: $p`.
    ///
    /// The setting `EnableImplicitQueryParameterTypes` of YDB's table service (pull request 6286), on by default since 25.1 and off where a stored
    /// configuration says so: declare every parameter.
    pub implicit_parameter_types: bool,
    /// The most bytes of a query's text; a longer one is BAD_REQUEST `Query text size exceeds limit (..)`. `None` is no limit.
    ///
    /// The setting `QueryLimitBytes` of YDB's table service (`kqp_proxy_service.cpp`), 10 KB by the documentation's table of limits.
    pub query_text_limit: Option<usize>,
    /// Whether all rows of one ReadRows call are of one moment. In YDB each partition is read at its own (`rpc_read_rows.cpp`).
    pub read_rows_snapshot: bool,
    /// Whether a statement that writes runs to its end although its call was cancelled, or its connection broke, so that a later commit of the
    /// transaction includes it, and the transaction stays open. YDB may or may not do so; otherwise the transaction is rolled back.
    pub cancelled_statements_run: bool,
    /// Whether access rights are compared with what a user does; see [`ServerBuilder::user`](crate::ServerBuilder::user).
    ///
    /// As in YDB, a table that a user may not describe does not exist for queries (SCHEME_ERROR), a query without the right to read or write its rows is
    /// ABORTED with the issue 2028 `Failed to resolve table .. status: AccessDenied.` (`kqp_acl_ut.cpp`), which clients repeat in vain, and all else is
    /// UNAUTHORIZED. Not there: groups, and `ydb.database.connect` for a connection.
    pub access_rights: bool,
    /// The release whose statements and types are taken; what is newer is refused as the older grammar does.
    pub release: Release,
}

impl Behavior {
    /// The default: undeclared parameters, texts of any length and renamed column tables are taken, an existing key is reported by the INSERT itself,
    /// ReadRows is of one moment, a cancelled statement leaves nothing behind, and everyone may do everything.
    #[must_use]
    pub const fn lenient() -> Self {
        Self {
            late_insert_conflicts: false,
            unique_violation_2029: false,
            rename_column_tables: true,
            rename_serial_tables: true,
            implicit_parameter_types: true,
            query_text_limit: None,
            read_rows_snapshot: true,
            cancelled_statements_run: false,
            access_rights: false,
            release: Release::V26_2,
        }
    }

    /// What every YDB of release 26.2 does at least, whatever its configuration. Tables with serial columns can be renamed there.
    #[must_use]
    pub const fn strict() -> Self {
        Self {
            late_insert_conflicts: true,
            unique_violation_2029: true,
            rename_column_tables: false,
            rename_serial_tables: true,
            implicit_parameter_types: false,
            query_text_limit: Some(10 * 1024),
            read_rows_snapshot: false,
            cancelled_statements_run: true,
            access_rights: true,
            release: Release::V26_2,
        }
    }
}

impl Default for Behavior {
    fn default() -> Self {
        Self::lenient()
    }
}
