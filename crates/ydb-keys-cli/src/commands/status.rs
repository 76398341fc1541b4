//! The outcome of the program as an exit code.

use std::process::ExitCode;

/// The outcome of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// Exit code 0: the command succeeded.
    Done,
    /// Exit code 1: the command succeeded and found something: the database differs from the models, a table breaks a
    /// rule or is hot, or a table cannot have a model.
    Differs,
    /// Exit code 2: the arguments are wrong, the database refused or did not answer, or a file could not be read or
    /// written. The reason is printed.
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
