//! `lint`: what is wrong with the tables of a database, without models or with them.

mod args;
mod command;
mod found;
mod groups;
mod text;

pub(super) use args::Lint;
pub(super) use command::{lint, survey};
