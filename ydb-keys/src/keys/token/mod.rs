//! Page tokens: the key of the last row of a page as text, bound to its table and its scan.

mod order;
mod page_token;
mod position;
mod rest;
#[cfg(test)]
mod samples;
mod scope;
mod values;

pub(crate) use order::OrderColumn;
pub use page_token::PageToken;
pub(crate) use scope::Scope;
