//! A command line program for an application's models. It prints their DDL or writes it as migrations, prints their
//! hashes in YQL, makes a database equal to the models, and prints models of existing tables.

#[cfg(feature = "advise")]
mod advise;
mod apply;
mod args;
mod check;
mod choice;
mod connect;
mod ddl;
mod diff;
mod explain;
mod failure;
mod files;
mod hash;
mod hot;
mod lint;
mod page;
mod program;
mod progress;
mod prompt;
mod pull;
mod runtime;
#[cfg(feature = "advise")]
mod serve;
mod status;
mod steps;
mod streams;
mod twins;
mod work;

pub use program::{main, main_without_models, run, run_without_models};
pub use status::Status;
pub use streams::Streams;
