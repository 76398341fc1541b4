//! The command `export`: a table into files, from which `load` reads the same rows.
//!
//! ```text
//! table ── parts, between partitions ──> rows in the order of the key ── files of about 100 MB ──> DIR/orders-000-00000.csv
//!                                                                          └── state: whole files of each part
//! ```
//!
//! A file has the name `.part` until the whole export is done, so that what `load DIR/*.csv` finds is all of the table.
//! The state on disk moves past a file when it is on disk as a whole. A run that goes on after a kill begins each part
//! after the last row of its last whole file, and writes the file after that one anew. So each row that stays in the
//! table is in one file.

mod args;
mod error;
mod run;
mod state;
mod target;

pub(super) use args::ExportArgs;
pub(super) use error::ExportFailed;
pub(super) use run::export;
