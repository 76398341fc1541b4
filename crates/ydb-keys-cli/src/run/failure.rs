//! Why a database could not be looked at.

use ydb::YdbError;
use ydb_keys::__internal::Reason;
use ydb_keys_migrate::__internal::Detail;
use ydb_keys_migrate::MigrateError;

/// Why a database could not be looked at. One table that cannot be read is not a reason.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LookError {
    #[error("there is no directory `{0}` in the database")]
    NoDirectory(String),
    #[error("`{0}` is a table, not a directory; name it by `--table {0}`")]
    TableAsDirectory(String),
    #[error("there are no tables in {0}")]
    NoTables(String),
    #[error("none of the tables can be read; `{path}`: {why}")]
    NothingRead { path: String, why: String },
    #[error("there is no table `{path}` in the database{hint}")]
    UnknownTable { path: String, hint: String },
    #[error("cannot list the directory `{path}`: {}", Reason(.source))]
    List { path: String, source: YdbError },
    #[error("cannot list the directory `{path}`: {why}")]
    Unlisted { path: String, why: String },
    #[error("`{path}` is {found}, not a table; `--below {path}` looks at the tables in a directory")]
    NotATable { path: String, found: &'static str },
    #[error(transparent)]
    Read(MigrateError),
}

impl From<MigrateError> for LookError {
    fn from(error: MigrateError) -> Self {
        match error.detail() {
            // There its text speaks of a model.
            &Detail::NotATable { ref path, found } => LookError::NotATable { path: path.clone(), found },
            _ => LookError::Read(error),
        }
    }
}

/// The fault in one line, for a list.
pub(super) fn in_one_line(error: &MigrateError) -> String {
    let text = error.to_string();
    text.lines().take_while(|line| !line.starts_with("help: ")).collect::<Vec<_>>().join(": ")
}
