//! The errors of the library.

mod column;
#[cfg(feature = "sdk")]
pub(crate) mod failure;
mod operation;
mod page_token;
mod text;
mod value;

pub use operation::{Error, Result};
pub use page_token::PageTokenError;
pub use value::ValueError;
