//! A client for a connection string and the environment, or an error that says what is wrong with them.

mod address;
mod client;
mod credentials;
mod error;
pub(crate) mod idle;

pub use client::Target;
pub use client::connect;
pub use credentials::{CommandLine, Login};
pub use error::ConnectError;
