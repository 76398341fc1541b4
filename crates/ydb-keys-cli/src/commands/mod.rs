//! Command line programs. A program over an application's models prints their DDL or writes it as migrations, prints
//! their hashes in YQL, and makes a database equal to the models. Other commands need no models: they check the tables
//! of a database, find hot partitions, compare keys, print models of existing tables, run and explain queries, and
//! explain rules and hashes.

mod advise;
mod apply;
mod args;
mod check;
mod database;
mod ddl;
mod diff;
mod explain;
mod export;
mod failure;
mod files;
mod findings;
mod hash;
mod hot;
mod keys;
mod lint;
mod load;
mod page;
mod program;
mod progress;
mod pull;
mod queries;
mod query;
mod report;
mod rows;
#[cfg(feature = "serve")]
mod serve;
mod streams;
mod tables;
mod text;

pub use program::{main, main_without_models, run, run_without_models};
pub use streams::{Status, Streams};
