//! Shared code of the examples: a database to run on, the counters of partitions and their pictures, and errors as
//! sentences.
#![recursion_limit = "256"] // the client's futures are deeply nested

mod built;
mod database;
mod failure;
pub mod heat;
mod partitions;
pub mod picture;
pub mod terminal;

pub use built::example;
pub use database::{Database, client};
pub use failure::{Failure, Result};
pub use partitions::{Measured, Partition, partitions, partitions_when};

/// Boxed future, which an example can await without a `recursion_limit`: the client's futures are deeply nested.
pub type BoxFuture<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;
