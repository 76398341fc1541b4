//! Models of the tests, of every kind of table.

mod adopted;
mod changing;
mod column_types;
mod foreign;
mod hashed;
mod indexed;
mod key_types;
mod keyed;
mod named;
mod special;
pub(crate) mod wide;

use std::fmt::Debug;
use std::time::{Duration, SystemTime};

use ydb_keys::YdbTable;

pub(crate) use adopted::*;
pub(crate) use changing::*;
pub(crate) use column_types::*;
pub(crate) use foreign::*;
pub(crate) use hashed::*;
pub(crate) use indexed::*;
pub(crate) use key_types::*;
pub(crate) use keyed::*;
pub(crate) use named::*;
pub(crate) use special::*;

/// Model with sample rows.
pub(crate) trait Sample:
    YdbTable<Version = (), Key: Clone + Debug + PartialEq + Send + Sync> + Clone + Debug + PartialEq + Send + Sync
{
    /// Returns the row of a number; different numbers have different keys.
    fn sample(n: u64) -> Self;

    /// Returns another row with the same key.
    fn changed(&self) -> Self;
}

/// Returns this many rows of a model.
pub(crate) fn samples<T: Sample>(count: u64) -> Vec<T> {
    (0..count).map(T::sample).collect()
}

/// Returns a time in whole seconds, in 2023 or later.
pub(crate) fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 + seconds)
}
