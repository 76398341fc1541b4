//! The rows of a file, of the standard input or of a table, in their order, pushed into an intake.

mod file;
mod given;
mod table;

pub(super) use given::{Given, given};
