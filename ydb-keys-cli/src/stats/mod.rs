//! Partitions and queries as the system views report them.

mod owner;
mod partition;
mod read;

pub(crate) use owner::{Owner, owner};
pub(crate) use partition::{Counters, Partition, Sample};
pub(crate) use read::{HeavyQuery, Reader, Scope, StatsError, heaviest, overloaded, tables};
