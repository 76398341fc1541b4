//! Hash columns: canonical bytes of key values, and the functions over them.

mod canonical;
pub mod foreign;
pub mod function;

pub use function::digest::*;
