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

pub(crate) use cause::{Cause, HotLimits};
pub(crate) use change::{Measure, percent};
pub(crate) use heat::{Heat, HeatMap, MapRow};
pub(crate) use locks::{LockStatement, Locks};
pub(crate) use report::{HotBasis, HotReport, Hottest, TableReport, TabletIs, busy, report};
