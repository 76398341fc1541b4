//! What partitions are compared by.

use serde::Serialize;

use super::change::Change;

/// What partitions are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Measure {
    Writes,
    Reads,
    Cpu,
    Rows,
    Size,
}

impl Measure {
    pub(crate) const ALL: [Self; 5] = [Self::Writes, Self::Reads, Self::Cpu, Self::Rows, Self::Size];

    /// How much of it a partition has: a rate per second of writes and reads, else what there is now.
    pub(crate) fn of(self, change: &Change) -> f64 {
        match self {
            Self::Writes => change.counted.writes as f64 / change.seconds,
            Self::Reads => change.counted.reads as f64 / change.seconds,
            Self::Cpu => change.cores,
            Self::Rows => change.rows as f64,
            Self::Size => change.bytes as f64,
        }
    }

    /// The noun: `the writes`.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Writes => "writes",
            Self::Reads => "reads",
            Self::Cpu => "CPU",
            Self::Rows => "rows",
            Self::Size => "size",
        }
    }
}

/// `97 %`; `<1 %` and `>99 %` where there is a rest.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        percent if percent > 0.0 && percent < 1.0 => "<1 %".to_owned(),
        percent if percent > 99.0 && percent < 100.0 => ">99 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}
