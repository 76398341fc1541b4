//! `advise`: compares primary keys on a sample of rows, and prints the best one as a model.

mod args;
mod compare;
mod error;
mod input;
mod page;
mod report;

pub(super) use args::AdviseArgs;
pub(super) use compare::advise;
pub(super) use error::AdviseError;
