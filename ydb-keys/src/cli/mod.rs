//! A program over an application's models: it prints their DDL, writes it as migrations, prints their hashes in YQL, and brings a
//! database to their schema.

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
mod runtime;
mod streams;
mod twins;

pub use program::{Status, main, run};
pub use streams::Streams;
