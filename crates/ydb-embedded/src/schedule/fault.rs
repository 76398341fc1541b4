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
    /// The server's clock goes back; those of its clients do not.
    ClockBack(Duration),
    /// The client gets UNAVAILABLE, and the request is done after so many more steps, when the server's clock has moved on by
    /// so much. If the server restarts before that, it is never done.
    Late {
        /// After how many steps.
        steps: u32,
        /// How far the server's clock moves on before it.
        by: Duration,
    },
    /// The next requests are answered OVERLOADED without work, for so long.
    Overloaded(Duration),
    /// The same, of the requests after the first one.
    StillOverloaded,
}

impl Upset {
    /// The status with which the request is answered without work, if that is what goes wrong.
    pub(crate) const fn refusal(self) -> Option<Status> {
        match self {
            Self::Refused(status) => Some(status),
            Self::Overloaded(_) | Self::StillOverloaded => Some(Status::Overloaded),
            _ => None,
        }
    }

    /// One that can hit a request, or its answer.
    pub(super) fn draw(dice: &mut Dice, request: bool) -> Self {
        if !request {
            return match dice.below(3) {
                0 | 1 => Self::LostReply,
                _ => Self::BrokenConnection,
            };
        }
        match dice.below(11) {
            0 => Self::BrokenConnection,
            1 => Self::Refused(Status::Unavailable),
            2 => Self::Refused(Status::Aborted),
            3 => Self::Undetermined,
            4 => Self::Split,
            5 => Self::Merge,
            6 => Self::Restart,
            7 => {
                let by = Duration::from_secs(3600 * [1, 3, 30][dice.below(3) as usize % 3]);
                Self::Late { steps: 1 + dice.below(16) as u32, by }
            }
            8 => Self::ClockBack(Duration::from_secs([1, 60, 3600][dice.below(3) as usize % 3])),
            9 => Self::Overloaded(Duration::from_secs([120, 600][dice.below(2) as usize % 2])),
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
            Self::ClockBack(by) => write!(f, "the server's clock goes back by {by:?} before it"),
            Self::Late { steps, by } => {
                write!(f, "answered UNAVAILABLE, and done after {steps} more steps, {by:?} later")
            }
            Self::Overloaded(time) => write!(f, "answered OVERLOADED without work, as others for {time:?}"),
            Self::StillOverloaded => f.write_str("answered OVERLOADED without work"),
        }
    }
}
