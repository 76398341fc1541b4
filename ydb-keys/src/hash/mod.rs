//! Hash columns: canonical bytes of key values, the functions over them, and the YQL expression for the same number.

mod canonical;
mod function;
mod yql;

pub use function::{int_hash64, numeric_hash, xxh3};
#[cfg(feature = "migrate")]
pub(crate) use yql::Expression;
