//! Transactions that cannot be held wrongly: `transact`.

mod attempt;
mod run;

pub use run::{Transact, transact};
