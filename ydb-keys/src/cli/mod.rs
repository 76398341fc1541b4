//! A command line program for an application's models. It prints their DDL or writes it as migrations, prints their
//! hashes in YQL, makes a database equal to the models, and prints models of existing tables.

mod apply;
mod args;
mod check;
mod choice;
mod connect;
mod ddl;
mod diff;
mod failure;
mod files;
mod program;
mod progress;
mod prompt;
mod pull;
mod runtime;
mod status;
mod streams;
mod twins;
mod work;

pub use program::{main, run};
pub use status::Status;
pub use streams::Streams;
