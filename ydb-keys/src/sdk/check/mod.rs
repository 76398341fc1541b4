//! A check at start-up that tables have the layouts of the program's models.

mod error;
mod layout;
mod mismatch;
mod tables;

pub use error::CheckError;
pub use mismatch::FoundLayout;
pub use tables::check;
