//! What a schedule lets go wrong.

use std::fmt;
use std::time::Duration;

use super::dice::Dice;
use crate::error::Status;

/// What goes wrong at one step of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Upset {
    /// The work is done, and its answer is lost: the client gets UNAVAILABLE.
    LostReply,
    /// The connection breaks, with everything that is under way on it.
    BrokenConnection,
    /// The call does nothing, and its answer is this status.
    Refused(Status),
    /// The work is done, and its answer is UNDETERMINED.
    Undetermined,
    /// A partition of some table splits.
    Split,
    /// Two partitions of some table merge.
    Merge,
    /// The server starts again with its data: connections, sessions and open transactions end.
    Restart,
    /// The clocks of the server and of its clients move on.
    ClockMoved(Duration),
}

impl Upset {
    /// One that can hit a request, or its answer.
    pub(super) fn draw(dice: &mut Dice, request: bool) -> Self {
        if !request {
            return match dice.below(3) {
                0 | 1 => Self::LostReply,
                _ => Self::BrokenConnection,
            };
        }
        match dice.below(8) {
            0 => Self::BrokenConnection,
            1 => Self::Refused(Status::Unavailable),
            2 => Self::Refused(Status::Aborted),
            3 => Self::Undetermined,
            4 => Self::Split,
            5 => Self::Merge,
            6 => Self::Restart,
            _ => Self::ClockMoved(Duration::from_millis([1, 100, 5_000, 60_000][dice.below(4) as usize & 3])),
        }
    }
}

impl fmt::Display for Upset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LostReply => f.write_str("the answer is lost"),
            Self::BrokenConnection => f.write_str("the connection breaks"),
            Self::Refused(status) => write!(f, "answered {status:?} without work"),
            Self::Undetermined => f.write_str("answered UNDETERMINED after the work"),
            Self::Split => f.write_str("a partition splits before it"),
            Self::Merge => f.write_str("two partitions merge before it"),
            Self::Restart => f.write_str("the server restarts before it"),
            Self::ClockMoved(by) => write!(f, "the clock moves by {by:?} before it"),
        }
    }
}
