//! Reads the system views: never more than one question a second.

mod columns;
mod error;
mod heaviest;
mod locks;
mod overloaded;
mod pace;
mod sample;
mod scope;
mod table;

pub(crate) use error::StatsError;
pub(crate) use heaviest::{HeavyQuery, heaviest};
pub(crate) use locks::{BrokenLocks, Contender, broken_locks};
pub(crate) use overloaded::overloaded;
pub(crate) use sample::Reader;
pub(crate) use scope::Scope;
pub(crate) use table::tables;
