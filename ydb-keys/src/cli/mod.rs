//! A program over an application's models: it prints their DDL, writes it as migrations, prints their hashes in YQL, brings a
//! database to their schema, and prints models of tables that are there.

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
