//! Errors of the library: their kinds, messages and properties.

mod detail;
#[cfg(feature = "sdk")]
pub(crate) mod failure;
mod kind;
mod operation;

#[cfg(feature = "sdk")]
pub mod status;
#[cfg(all(test, feature = "sdk"))]
mod tests;
mod text;

pub(crate) use detail::PageTokenError;
pub use detail::{Detail, Error, PartlyWritten};
pub(crate) use kind::OperationName;
pub use kind::{ErrorKind, Outcome};
pub use operation::Result;
#[cfg_attr(not(feature = "sdk"), allow(unused_imports, reason = "only an answer of YDB makes one"))]
pub(crate) use text::Done;
#[cfg(feature = "sdk")]
pub(crate) use text::Gone;
pub(crate) use ydb_keys_core::error::Printable;
pub use ydb_keys_core::error::ValueError;
