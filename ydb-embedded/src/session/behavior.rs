//! Where releases and configurations of YDB differ from one another, and which of them the engine follows.

/// A release of YDB, for the statements that older ones do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Release {
    /// 25.1
    V25_1,
    /// 25.2
    V25_2,
    /// 25.4: BATCH UPDATE and BATCH DELETE.
    V25_4,
    /// 26.1: SHOW CREATE TABLE, ADD COLUMN with DEFAULT.
    V26_1,
    /// 26.2: SET and DROP DEFAULT, TRUNCATE TABLE.
    V26_2,
}

impl Release {
    /// What `Version()` answers. That it is the name of the branch that a server was built from is UNVERIFIED, as is everything after the second number.
    pub(super) const fn version(self) -> &'static str {
        match self {
            Self::V25_1 => "stable-25-1",
            Self::V25_2 => "stable-25-2",
            Self::V25_4 => "stable-25-4",
            Self::V26_1 => "stable-26-1",
            Self::V26_2 => "stable-26-2",
        }
    }
}

/// What the engine does where real servers differ by release or configuration.
///
/// The default is lenient: it takes whatever some YDB takes. [`Behavior::strict`] is the least that a program can rely on; run
/// your tests on it.
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
    /// Whether column tables can be renamed.
    pub rename_column_tables: bool,
    /// Whether tables with serial columns can be renamed.
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
    /// Whether all rows of one ReadRows call are of one moment.
    pub read_rows_snapshot: bool,
    /// Whether a statement whose call was cancelled runs to its end all the same, so that a later commit includes it.
    pub cancelled_statements_run: bool,
    /// Whether access rights are checked.
    pub access_rights: bool,
    /// The release whose statements are taken.
    pub release: Release,
}

impl Behavior {
    /// What the default forgives, forgiven.
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

    /// What every YDB of the release does at least.
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
