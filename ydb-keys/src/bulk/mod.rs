//! Loads and exports at the speed of the wire, on connections of their own.

#[allow(dead_code, unused_imports, reason = "the loader and the exporter use the rest")]
mod connection;
#[allow(dead_code, reason = "the loader and the exporter follow")]
mod proto;
mod retry;

pub use connection::Connection;
