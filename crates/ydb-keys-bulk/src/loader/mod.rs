//! Loads: rows into batches, batches into requests, several at once, and the account of what became of each row.

mod error;
mod flight;
mod load;
mod parts;
mod report;

pub use error::{LoadError, LoadFailure, RejectedRow};
pub use load::{Loader, Push, ValueLoader};
pub use parts::PendingRows;
pub use report::LoadReport;
