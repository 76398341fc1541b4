//! A client for a connection string and the environment, or an error that says what is wrong with them.

mod address;
mod client;
mod credentials;

#[cfg(feature = "testing")]
pub(crate) use client::Idle;
pub use client::Target;
pub use client::connect;
pub use credentials::ConnectError;
pub use credentials::{CommandLine, Login};
