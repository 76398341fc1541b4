//! Transactions that cannot be held wrongly: `transact`.

mod attempt;
mod entry;
mod marker;
mod run;

pub(in crate::sdk) use marker::KEPT;
pub use run::{Transact, transact};
