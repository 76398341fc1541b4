//! Loads and exports at the speed of the wire, on connections of their own.

mod arrow;
#[allow(dead_code, unused_imports, reason = "the exporter uses the rest")]
mod connection;
mod encode;
mod format;
mod loader;
mod model;
#[allow(dead_code, reason = "the loader and the exporter follow")]
mod proto;
mod retry;

pub use connection::Connection;
#[doc(hidden)]
pub use encode::arrow_message;
pub use format::Format;
pub use loader::{LoadError, LoadFailure, LoadReport, Loader, Push, RejectedRow, Unwritten};
pub use model::Bulk;
