//! Transactions that cannot be held wrongly: `transact`.

mod attempt;
mod marker;
mod run;
mod shared;

pub use run::{Transact, transact};
