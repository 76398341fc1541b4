//! Hash columns: canonical bytes of key values, and the functions over them.

mod canonical;
pub(crate) mod foreign;
pub(crate) mod function;

pub use function::digest::*;
