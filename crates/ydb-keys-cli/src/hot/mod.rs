//! Two samples of the partitions compared: what is hot, why, and what cures it. Pure.

mod bounds;
mod cause;
mod change;
mod cure;
mod heat;
mod locks;
mod measure;
mod report;
mod spread;
#[cfg(test)]
mod tests;

pub(crate) use cause::{Cause, Limits};
pub(crate) use heat::{Heat, Map, MapRow};
pub(crate) use locks::{Locks, Statement};
pub(crate) use measure::{Measure, percent};
pub(crate) use report::{HotBasis, Hottest, Report, TableReport, TabletIs, busy, report};
