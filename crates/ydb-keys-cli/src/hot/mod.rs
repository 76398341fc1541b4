//! Comparison of two samples of the partitions: hot tables, causes and cures. Pure.

mod cause;
mod change;
mod cure;
mod heat;
mod locks;
mod report;
mod spread;
#[cfg(test)]
mod tests;

pub(crate) use cause::Cause;
pub(crate) use change::{Measure, Origin, percent};
pub(crate) use heat::{Heat, HeatMap, MapRow};
pub(crate) use locks::{LockStatement, Locks};
pub(crate) use report::{HotBasis, HotReport, Hottest, TableReport, busy, report};
