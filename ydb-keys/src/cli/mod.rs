//! A program over an application's models: it prints their DDL, writes it as migrations, and prints their hashes in YQL.

mod args;
mod choice;
mod ddl;
mod failure;
mod files;
mod program;
mod twins;

pub use program::{Status, main, run};
