//! Advice on the primary key of a table, from a sample of its rows in order of arrival.
//!
//! ```text
//! a table ── table (order of arrival) ──> rows
//! rows ── guess (types), distinct, sampler ──> Intake
//!   └─ profile ──> Column (growth, NULLs, most frequent value)
//!        └─ candidate ──> keys ── measure (replay: splits and merges) ──> Measured
//!                          └───── reading (ranges of each read) ──────> score ──> Advice ── reason, source, plot
//! ```

mod advice;
mod candidate;
mod intake;
mod measure;
mod plot;
mod profile;
mod read;
mod reason;
mod replay;
mod sampler;
mod score;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use advice::Plan;
pub(crate) use intake::{Intake, Unreadable, type_of};
pub(crate) use plot::plot;
pub(crate) use profile::{ProfiledColumn, profiles};
pub(crate) use read::{Wants, WantsError};
pub(crate) use reason::percent;
pub(crate) use score::{Advice, Ranked};
pub(crate) use table::{ArrivalError, TableColumn, TableRows};
