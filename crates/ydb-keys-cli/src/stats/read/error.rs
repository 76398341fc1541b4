//! Why the system views could not be read.

use ydb::YdbError;
use ydb_keys::__internal::Reason;
use ydb_keys::__internal::status::{SCHEME_ERROR, UNAUTHORIZED, has_status};

/// Why the system views could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StatsError {
    /// The view is hidden from the user, or the database has none.
    #[error(
        "`{path}` cannot be read: {}\nThe user needs the right to read the system views of the database: an \
         administrator grants it with\n    GRANT SELECT ON `{database}/.sys` TO `<user>`", Reason(.source)
    )]
    Hidden { path: String, database: String, source: YdbError },
    /// The database did not answer.
    #[error("`{path}` cannot be read: {}", Reason(.source))]
    Read { path: String, source: YdbError },
    /// The database did not answer in time.
    #[error("`{path}` cannot be read: the database has not answered for {seconds} seconds")]
    Silent { path: String, seconds: u64 },
    /// A column has another type than this version knows.
    #[error(
        "`{path}` cannot be read: {reason}. This is a defect of ydb-keys: please report it with the release of YDB"
    )]
    Unknown { path: String, reason: String },
}

impl StatsError {
    pub(super) fn of(path: &str, database: &str, source: YdbError) -> Self {
        let path = path.to_owned();
        if has_status(&source, &[SCHEME_ERROR, UNAUTHORIZED]) || is_denied(&source) {
            return Self::Hidden { path, database: database.to_owned(), source };
        }
        Self::Read { path, source }
    }
}

/// A query that may not read a table it may see is ABORTED: `status: AccessDenied` (`kqp_acl_ut.cpp`).
fn is_denied(error: &YdbError) -> bool {
    error.to_string().contains("AccessDenied") || format!("{error:?}").contains("AccessDenied")
}
