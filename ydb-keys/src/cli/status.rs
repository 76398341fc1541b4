//! How the program ended, as an exit code.

use std::process::ExitCode;

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// Exit code 0: the command succeeded.
    Done,
    /// Exit code 1: the command succeeded, and the database differs from the models.
    Differs,
    /// Exit code 2: wrong arguments, a database that refused or did not answer, a file that could not be read or written. The reason is printed.
    Failed,
}

impl Status {
    /// The exit code.
    pub const fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Differs => 1,
            Status::Failed => 2,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status.code())
    }
}
