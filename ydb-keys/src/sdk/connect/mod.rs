//! A client for a connection string and the environment, or a sentence on why there is none.

mod address;
mod client;
mod credentials;
mod error;

pub use client::connect;
pub use error::ConnectError;
