//! A client for a connection string and the environment, or an error that says what is wrong with them.

mod address;
mod client;
mod credentials;
mod error;

#[cfg(feature = "testing")]
pub(crate) use client::Target;
pub use client::connect;
pub use error::ConnectError;
