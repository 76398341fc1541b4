//! The command `load`: rows of files into a table.
//!
//! ```text
//! files ── columns (header by name, texts to values) ──> chunks ── loader ──> requests ──> acknowledged
//!                                                          └── journal: refused rows, and the state <──┘
//! ```
//!
//! A chunk of rows ends with a mark: the file, and the place in it at which the next row begins. The state on disk moves to
//! the mark of a chunk only when YDB has acknowledged all rows that were sent before that mark, and when those that were
//! refused are in their file. So a run that goes on after a kill leaves no row out. It may send rows again that were
//! written already; they are upserts of the same keys with the same values, so each row is in the table once.

mod args;
mod columns;
mod error;
mod journal;
mod presplit;
mod read;
mod run;
mod state;
mod target;

pub(super) use args::LoadArgs;
pub(super) use error::LoadFailed;
pub(super) use run::load;
