//! What a schedule is made of, and the line that repeats it.

use std::fmt;
use std::str::FromStr;

use super::dice::Dice;

/// Tells the numbers of the order from those of the walk and the faults.
const ORDER: u64 = 0x6f72_6465_7200_0000;

/// One order of things: all that follows from a seed, within some limits.
///
/// Its text is the line that repeats it: `17`, or `17,faults=1,switches=3`, or `17,order=strict`.
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
    pub(super) seed: u64,
    /// How many changes of priority a walk by priorities has; 0 is a random walk.
    pub(super) depth: u32,
    /// How many things go wrong at most.
    pub(crate) faults: u32,
    /// Which of these do not happen after all: bit n stands for the one that would come after n others.
    pub(crate) omit: u64,
    /// How often at most another one goes next than the one whose turn it is.
    pub(crate) switches: u32,
    /// Whether transactions have one order in which nobody can see them otherwise, and not the weaker one of YDB.
    pub(crate) strict: bool,
}

/// Why a text is not a schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a schedule; write a seed, for example `17` or `17,faults=2,switches=5,order=strict`")]
pub struct ScheduleError(String);

impl Schedule {
    /// The schedule of a seed: a random walk for even seeds, priorities with two to four changes for odd ones. Nothing
    /// goes wrong. Transactions have the order that YDB gives them: serializable, never stale, and not strict.
    #[must_use]
    pub const fn seeded(seed: u64) -> Self {
        Self { seed, depth: Self::depth_of(seed), faults: 0, omit: 0, switches: u32::MAX, strict: false }
    }

    /// The same with at most this many things that go wrong.
    #[must_use]
    pub const fn faults(self, most: u32) -> Self {
        Self { faults: most, ..self }
    }

    /// The same without some of the things that go wrong: bit n stands for the one that would come after n others.
    #[must_use]
    pub const fn omit(self, which: u64) -> Self {
        Self { omit: which, ..self }
    }

    /// The same with priorities that change `depth - 1` times, to find bugs that need `depth` ordered events; with 0, a
    /// random walk.
    #[must_use]
    pub const fn depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// The same with at most this many switches: after them the one that went last goes on, or whoever came first.
    #[must_use]
    pub const fn switches(self, most: u32) -> Self {
        Self { switches: most, ..self }
    }

    /// Makes transactions strictly serializable: a read sees all that was committed before it, and commits are seen in the
    /// order in which they were done. YDB promises less: a transaction that runs at the same time as two
    /// others may see the later one's write and not the earlier one's.
    #[must_use]
    pub const fn strict(self) -> Self {
        Self { strict: true, ..self }
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The dice for the order of transactions: numbers of its own, so that the same seed takes the same walk in both orders.
    pub(crate) fn order(&self) -> Option<Box<dyn FnMut(u64) -> u64 + Send>> {
        let mut dice = Dice::new(self.seed.rotate_left(32) ^ ORDER);
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
