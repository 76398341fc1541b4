//! Partitions and queries as the system views report them.

mod owner;
mod partition;
mod read;

pub(crate) use owner::{Owner, owner};
pub(crate) use partition::{Counters, Partition, Sample};
pub(crate) use read::{
    BrokenLocks, Contender, HeavyQuery, Reader, Scope, StatsError, broken_locks, heaviest, overloaded, tables,
};
