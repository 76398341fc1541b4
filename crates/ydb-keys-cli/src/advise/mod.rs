//! Which primary key a table should have, from a sample of its rows in order of arrival.
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
mod cells;
mod distinct;
mod guess;
mod intake;
mod key_bytes;
mod measure;
mod model;
mod plot;
mod profile;
mod ranked;
mod read;
mod reading;
mod reason;
mod replay;
mod sampler;
mod score;
mod table;
#[cfg(test)]
mod tests;
mod wants;

pub(crate) use advice::Plan;
pub(crate) use guess::type_of;
pub(crate) use intake::{Intake, Unreadable};
pub(crate) use measure::Measured;
pub(crate) use plot::plot;
pub(crate) use profile::Column;
pub(crate) use ranked::{Advice, Ranked};
pub(crate) use reading::Served;
pub(crate) use reason::percent;
pub(crate) use score::Score;
pub(crate) use table::{ArrivalError, TableColumn, TableRows};
pub(crate) use wants::{Wants, WantsError};
