//! `report`: one page on a database, which needs nothing else and runs no script.

mod command;
mod heat;
mod page;
mod sample;

pub(super) use command::ReportArgs;
pub(super) use command::report;
