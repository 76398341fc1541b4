//! What the examples share: a database to run on, the counters of partitions, and errors as sentences.
#![recursion_limit = "256"] // the client's own futures nest deep

mod database;
mod failure;
mod partitions;

pub use database::Database;
pub use failure::{Failure, Result};
pub use partitions::{Partition, partitions_when};

/// A future that hides how deep it is, so that an example needs no `recursion_limit` to await it.
pub type BoxFuture<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;
