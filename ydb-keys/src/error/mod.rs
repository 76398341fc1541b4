//! The errors of the library.

#[cfg(feature = "sdk")]
mod failure;
mod operation;
mod page_token;
mod text;
mod value;

#[cfg(feature = "sdk")]
pub use failure::Failure;
#[cfg(feature = "sdk")]
pub use failure::Reason;
#[cfg(feature = "sdk")]
pub(crate) use failure::{BULK_UPSERT, TRANSACT};
pub use operation::{Error, Result};
pub use page_token::PageTokenError;
pub use value::ValueError;
