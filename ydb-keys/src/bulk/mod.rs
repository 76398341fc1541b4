//! Loads and exports at the speed of the wire, on connections of their own.

mod arrow;
mod connection;
mod decode;
pub(crate) mod describe;
mod encode;
mod export;
mod format;
mod loader;
mod model;
mod proto;
mod repeated;
mod retry;

pub use connection::Connection;
pub use decode::from_record_batch;
#[doc(hidden)]
pub use encode::arrow_message;
pub use export::{Export, Exported, RecordBatches};
pub use format::Format;
pub use loader::{LoadError, LoadFailure, LoadReport, Loader, Push, RejectedRow, Unwritten};
pub use model::Bulk;
