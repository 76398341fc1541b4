//! At start-up: whether tables have the layouts that the program's models have.

mod error;
mod layout;
mod mismatch;
mod tables;

pub use error::CheckError;
pub use mismatch::{FoundLayout, LayoutMismatch};
pub use tables::{check, check_below};
