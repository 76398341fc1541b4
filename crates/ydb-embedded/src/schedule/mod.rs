//! Schedules: the order of requests and answers, and the faults, all decided by a seed. Pure code without IO: `wire`
//! asks a schedule for the next step, `simulation` runs whole schedules.

mod chooser;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::error::Status;
use chooser::SplitMix64;

pub use chooser::{Chooser, Seen};

/// Constant mixed into the seed for the order of transactions, so that its random numbers differ from those of the walk
/// and of the faults.
const ORDER: u64 = 0x6f72_6465_7200_0000;

/// An order of requests and answers with its faults: everything that follows from a seed, within some limits.
///
/// `Display` writes the text that repeats a schedule: `17`, or `17,faults=1,switches=3`, or `17,order=strict`.
///
/// ```
/// use ydb_embedded::Schedule;
///
/// let schedule = Schedule::seeded(17).faults(2);
/// assert_eq!(schedule.to_string(), "17,faults=2");
/// assert_eq!("17,faults=2".parse(), Ok(schedule));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Schedule {
    seed: u64,
    /// Depth of a walk by priorities, which has `depth - 1` priority changes; 0 means a random walk.
    depth: u32,
    /// Largest number of faults.
    pub(crate) faults: u32,
    /// Bit mask of faults that are left out: bit n stands for the fault that comes after n other faults.
    pub(crate) omit: u64,
    /// Largest number of switches. A switch is a step at which another chain goes next than the one whose turn it is.
    pub(crate) switches: u32,
    /// `true` if transactions are strictly serializable; `false` if they have YDB's weaker order.
    pub(crate) strict: bool,
}

/// Error for a text that is not a schedule; it holds the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a schedule; write a seed, for example `17` or `17,faults=2,switches=5,order=strict`")]
pub struct ScheduleError(String);

impl Schedule {
    /// Returns the schedule of a seed: a random walk for even seeds, a walk by priorities with two to four changes for
    /// odd seeds. There are no faults. Transactions have the order that YDB gives them: serializable, never stale, and
    /// not strict.
    #[must_use]
    pub const fn seeded(seed: u64) -> Self {
        Self { seed, depth: Self::depth_of(seed), faults: 0, omit: 0, switches: u32::MAX, strict: false }
    }

    /// Returns this schedule with at most this many faults.
    #[must_use]
    pub const fn faults(self, most: u32) -> Self {
        Self { faults: most, ..self }
    }

    /// Returns this schedule without some of its faults: bit n stands for the fault that comes after n other faults.
    #[must_use]
    pub const fn omit(self, which: u64) -> Self {
        Self { omit: which, ..self }
    }

    /// Returns this schedule with priorities that change `depth - 1` times, to find bugs that need `depth` events in
    /// one order. With 0 it is a random walk.
    #[must_use]
    pub const fn depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// Returns this schedule with at most this many switches. After the last switch, the chain that went last goes on;
    /// if it has nothing waiting, the request or answer that came first goes.
    #[must_use]
    pub const fn switches(self, most: u32) -> Self {
        Self { switches: most, ..self }
    }

    /// Makes transactions strictly serializable: a read sees everything that was committed before it, and commits
    /// become visible in the order in which they were made. YDB promises less: a transaction that overlaps with two
    /// others may see the write of the later one and not the write of the earlier one.
    #[must_use]
    pub const fn strict(self) -> Self {
        Self { strict: true, ..self }
    }

    #[must_use]
    /// Returns the seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the random numbers for the order of transactions; `None` if the order is strict. They are separate from
    /// the walk's numbers, so that a seed takes the same walk in both orders.
    pub(crate) fn order(&self) -> Option<Box<dyn FnMut(u64) -> u64 + Send>> {
        let mut dice = SplitMix64::new(self.seed.rotate_left(32) ^ ORDER);
        (!self.strict).then(|| Box::new(move |below| dice.below(below)) as Box<_>)
    }

    const fn depth_of(seed: u64) -> u32 {
        if seed.is_multiple_of(2) { 0 } else { 2 + (seed / 2 % 3) as u32 }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, depth, faults, omit, switches, strict } = *self;
        write!(f, "{seed}")?;
        if depth != Self::depth_of(seed) {
            write!(f, ",depth={depth}")?;
        }
        if faults > 0 {
            write!(f, ",faults={faults}")?;
        }
        if omit > 0 {
            write!(f, ",omit={omit}")?;
        }
        if switches < u32::MAX {
            write!(f, ",switches={switches}")?;
        }
        if strict {
            f.write_str(",order=strict")?;
        }
        Ok(())
    }
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        let bad = || ScheduleError(text.to_owned());
        let mut parts = text.trim().split(',');
        let seed = parts.next().and_then(|seed| seed.parse().ok()).ok_or_else(bad)?;
        parts.try_fold(Self::seeded(seed), |schedule, part| {
            let (name, number) = part.split_once('=').ok_or_else(bad)?;
            if part == "order=strict" {
                return Ok(schedule.strict());
            }
            let number: u64 = number.parse().map_err(|_| bad())?;
            let small = u32::try_from(number).map_err(|_| bad());
            match name {
                "depth" => Ok(schedule.depth(small?)),
                "faults" => Ok(schedule.faults(small?)),
                "omit" => Ok(schedule.omit(number)),
                "switches" => Ok(schedule.switches(small?)),
                _ => Err(bad()),
            }
        })
    }
}

/// A fault at one step of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Upset {
    /// The work is done, but its answer is lost: the client gets UNAVAILABLE.
    LostReply,
    /// The connection breaks, with every request that is under way on it.
    BrokenConnection,
    /// The call does nothing and is answered with this status.
    Refused(Status),
    /// The work is done, and its answer is UNDETERMINED.
    Undetermined,
    /// A partition of some table splits.
    Split,
    /// Two partitions of some table merge.
    Merge,
    /// The server restarts with its data: connections, sessions and open transactions end.
    Restart,
    /// The clocks of the server and of its clients move forward.
    ClockMoved(Duration),
    /// The server's clock moves back; the clocks of its clients do not.
    ClockBack(Duration),
    /// The client gets UNAVAILABLE, but the request is done later: after `steps` further steps, when the server's clock
    /// has moved forward by `by`. If the server restarts before that, the request is never done.
    Late {
        /// Number of further steps after which the request is done.
        steps: u32,
        /// Duration by which the server's clock moves forward before the request is done.
        by: Duration,
    },
    /// From this request on, requests are answered OVERLOADED without being done, for this duration.
    Overloaded(Duration),
    /// The request is refused because an earlier `Overloaded` still lasts.
    StillOverloaded,
}

impl Upset {
    /// Returns the status that answers the request without any work; `None` if the fault does not refuse the request.
    pub(crate) const fn refusal(self) -> Option<Status> {
        match self {
            Self::Refused(status) => Some(status),
            Self::Overloaded(_) | Self::StillOverloaded => Some(Status::Overloaded),
            _ => None,
        }
    }

    /// Draws a fault that can hit a request, if `request`, or else an answer.
    fn draw(dice: &mut SplitMix64, request: bool) -> Self {
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

/// A step of a history: a request that the server begins, or an answer that it sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Number of the chain: requests of one session share a number, and each request without a session has its own.
    pub chain: u32,
    /// `true` if it is a request and not an answer.
    pub request: bool,
    /// The method of the protocol: `ExecuteQuery`.
    pub method: String,
    /// The text of the query, if the request has one.
    pub text: String,
    /// `true` if the step is a switch: it was another chain's turn.
    pub switch: bool,
    /// `true` if the request reads the data as of its arrival although something has been committed since.
    pub reads_early: bool,
    /// `true` if a commit of this step is ordered before other commits that were made earlier.
    pub writes_early: bool,
    /// The fault that hit this step, if any.
    pub upset: Option<Upset>,
}

/// Everything that happened under a schedule, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The steps.
    pub events: Vec<Event>,
}

impl History {
    /// Returns the number of faults.
    #[must_use]
    pub fn faults(&self) -> u32 {
        self.count(|event| event.upset.is_some_and(|upset| upset != Upset::StillOverloaded))
    }

    /// Returns the number of switches: steps at which another chain went next than the one whose turn it was.
    #[must_use]
    pub fn switches(&self) -> u32 {
        self.count(|event| event.switch)
    }

    fn count(&self, what: impl Fn(&&Event) -> bool) -> u32 {
        u32::try_from(self.events.iter().filter(what).count()).unwrap_or(u32::MAX)
    }
}

/// Writes one line per step. Leaves out an answer that directly follows its request.
impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: Option<&Event> = None;
        for (number, event) in self.events.iter().enumerate() {
            let Event { chain, request, method, text, switch, reads_early, writes_early, upset } = event;
            let is_its_answer = before.is_some_and(|last| last.request && last.chain == *chain);
            before = Some(event);
            if !request && is_its_answer && upset.is_none() && !writes_early {
                continue;
            }
            let (arrow, mark) = (if *request { "->" } else { "<-" }, if *switch { '*' } else { ' ' });
            write!(f, "{number:5} {mark} #{chain:<3} {arrow} {method}")?;
            if !text.is_empty() {
                let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
                write!(f, "  {}", text.chars().take(100).collect::<String>().escape_debug())?;
            }
            if *reads_early {
                f.write_str("  ~ reads what was there at its arrival")?;
            }
            if *writes_early {
                f.write_str("  ~ commits as if before others")?;
            }
            if let Some(upset) = upset {
                write!(f, "  !! {upset}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_is_read_as_it_is_printed() {
        for text in [
            "0",
            "17",
            "17,faults=2",
            "18,depth=3,faults=2,omit=1,switches=0",
            "18446744073709551615,switches=7,order=strict",
        ] {
            assert_eq!(text.parse::<Schedule>().unwrap().to_string(), text);
        }
        assert_eq!("17,depth=4".parse(), Ok(Schedule::seeded(17)));
    }

    #[test]
    fn another_text_is_named_in_the_error() {
        for text in ["", "x", "17,", "17,faults", "17,faults=-1", "17,fault=1", "17,order=loose", "17,order=1"] {
            let error = text.parse::<Schedule>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}` is not a schedule; write a seed")), "{error}");
        }
    }
}
