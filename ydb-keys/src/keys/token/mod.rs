//! Page tokens: the key of the last row of a page as text, bound to its table and its scan.

mod page_token;
mod position;
mod scope;
#[cfg(test)]
mod tests;

pub use page_token::PageToken;
pub(crate) use scope::Scope;
