//! Loads: turn rows into batches, send several requests at once, and report the state of each row.

mod error;
mod flight;
mod load;
mod parts;
mod report;

pub use error::{LoadError, LoadFailure, RejectedRow};
pub use load::{Loader, Push, ValueLoader};
pub use parts::PendingRows;
pub use report::LoadReport;
