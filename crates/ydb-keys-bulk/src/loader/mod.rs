//! Loads: rows into batches, batches into requests, several at once, and the account of what became of each row.

mod error;
mod flight;
mod load;
mod parts;
mod push;
mod ranges;
mod report;
mod request;
mod settings;
mod values;

pub use error::{LoadError, LoadFailure, PendingRows, RejectedRow};
pub use load::Loader;
pub use push::Push;
pub use report::LoadReport;
pub use values::ValueLoader;
