//! Two samples of the partitions compared: what is hot, why, and what cures it. Pure.

mod cause;
mod change;
mod cure;
mod heat;
mod locks;
mod report;
mod spread;
#[cfg(test)]
mod tests;

pub(crate) use cause::{Cause, Limits};
pub(crate) use change::{Measure, percent};
pub(crate) use heat::{Heat, Map, MapRow};
pub(crate) use locks::{Locks, Statement};
pub(crate) use report::{HotBasis, Hottest, Report, TableReport, TabletIs, busy, report};
