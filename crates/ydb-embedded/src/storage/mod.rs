//! Rows in key order: key and row bytes, partitions that split and merge, snapshots, optimistic locks, commits.
//!
//! The storage knows bytes, not columns. A row is found like this:
//!
//! ```text
//! Storage                one lock around everything
//!   Table                partitions in key order, or shards by hash
//!     Partition          a BTreeMap from key bytes to a chain
//!       Chain            the versions of one row, usually one
//!         row bytes      columns by id, without the key
//! ```
//!
//! `key` makes key bytes whose order is the order of YDB's keys, so that everything below compares bytes only.
//! `transaction` explains how reads, writes and commits work together, `locks` and `chain` the two structures behind
//! them, `balance` when partitions split and merge, `replay` how to watch that without a server, and `saved` how all rows
//! go back to what they were. `order` says which place a commit may take under a schedule, `arrival` and `place` draw it,
//! and `lag` says how asynchronous indexes stay behind. `feed` keeps the records of a changefeed, and `feeds` says how
//! commits write them. The lock is held for one short operation: a scan returns its rows in chunks, and a large commit
//! writes them in slices (`turn`), so that others read and write in between.

mod arrival;
mod balance;
mod chain;
mod feed;
mod feeds;
pub mod key;
mod lag;
mod locks;
mod order;
mod partition;
mod place;
mod range;
mod replay;
pub mod row;
mod saved;
mod scan;
mod shared;
mod stats;
mod store;
mod table;
#[cfg(test)]
mod tests;
mod transaction;
mod turn;
mod write;

pub use arrival::Arrival;
pub use balance::Thresholds;
pub use feed::{Consumer, Feed, FeedSettings, Message, Operation, Record, Written};
pub use locks::LocksBroken;
#[cfg(feature = "simulation")]
pub use order::Draw;
pub use range::{Direction, KeyRange, successor, union};
pub use replay::{Replay, ReplaySettings};
pub use saved::Saved;
#[cfg(test)]
pub use stats::Counters;
pub use stats::PartitionStats;
pub use store::Storage;
pub use table::Layout;
pub use transaction::{Isolation, Transaction};
pub use turn::Turn;
pub use write::{Change, KeyAndRow};
