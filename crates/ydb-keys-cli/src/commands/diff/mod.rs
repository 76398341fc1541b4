//! `diff`: how a database differs from the models, the plan, what it costs, and what it does to queries; or the statements
//! of the plan as migrations.

mod args;
mod command;
mod formats;
mod migrations;
mod queries;
mod review;

pub(super) use args::Diff;
pub(super) use command::diff;
