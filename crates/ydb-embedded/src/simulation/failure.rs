//! Why a simulation ended early, and what it prints.

use std::fmt;

use crate::schedule::{History, Schedule};
use crate::server::StartError;

/// What is said of a test that waits for what never comes.
pub(super) const HANGS: &str = "hangs: no request reached the server for an hour of simulated time";

/// Why an exploration ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The test fails under a schedule.
    Test {
        /// The smallest one that was found. Its text repeats it.
        schedule: Schedule,
        /// The one that failed first.
        first: Schedule,
        /// What happened under the smallest one.
        history: History,
        /// How the test failed.
        failure: String,
    },
    /// The preparation of a simulation waits for what never comes.
    Preparation,
    /// The system has no port or no thread left.
    Start(#[from] StartError),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => error.fmt(f),
            Self::Preparation => write!(f, "the preparation {HANGS}"),
            Self::Test { schedule, first, history, failure } => {
                writeln!(f, "the test fails under the schedule {schedule}: {failure}")?;
                if schedule != first {
                    writeln!(f, "it failed first under {first}")?;
                }
                writeln!(f, "(* a switch to another session, #n a session, !! an injected fault)")?;
                write!(f, "{history}")
            }
        }
    }
}
