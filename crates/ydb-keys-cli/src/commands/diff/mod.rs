//! `diff`: how a database differs from the models, the plan, what it costs, and what it does to queries; or the statements
//! of the plan as migrations.

mod args;
mod command;
mod files;
mod found;
mod json;
mod markdown;
mod queries;
mod review;
mod text;

pub(super) use args::Diff;
pub(super) use command::diff;
