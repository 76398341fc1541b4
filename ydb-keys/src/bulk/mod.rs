//! Loads and exports at the speed of the wire, on connections of their own.

mod arrow;
#[allow(dead_code, unused_imports, reason = "the loader and the exporter use the rest")]
mod connection;
#[allow(dead_code, reason = "the loader follows")]
mod encode;
mod format;
#[allow(dead_code, reason = "the loader and the exporter follow")]
mod proto;
mod retry;

pub use connection::Connection;
#[doc(hidden)]
pub use encode::arrow_message;
pub use format::Format;
