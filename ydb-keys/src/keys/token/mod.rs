//! Page tokens: the key of the last row of a page as text, bound to its table and its scan.

mod page_token;
mod scope;
mod values;

pub use page_token::PageToken;
pub(crate) use scope::{OrderColumn, Scope};
