//! Rows in key order: key and row bytes, partitions that split and merge, snapshots, optimistic locks, commits.

mod balance;
mod chain;
pub mod key;
mod locks;
mod partition;
mod range;
pub mod row;
mod scan;
mod shared;
mod stats;
mod store;
mod table;
#[cfg(test)]
mod tests;
mod transaction;
mod write;

pub use balance::Thresholds;
pub use locks::LocksBroken;
pub use range::{Direction, KeyRange, successor, union};
pub use stats::{Counters, PartitionStats};
pub use store::Storage;
pub use table::Layout;
pub use transaction::{Isolation, Transaction};
pub use write::Change;
