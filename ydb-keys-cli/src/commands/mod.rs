//! Command line programs. One is for an application's models: it prints their DDL or writes it as migrations, prints their
//! hashes in YQL, and makes a database equal to the models. The other commands need no models: they judge the tables of a
//! database, find hot partitions, compare keys, print models of existing tables, run and explain queries, and explain rules
//! and hashes.

mod access;
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
mod export;
mod failure;
mod files;
mod findings;
mod hash;
mod hash_sql;
mod hot;
mod keys;
mod lint;
mod load;
mod manual;
mod page;
mod planned;
mod printed;
mod program;
mod progress;
mod prompt;
mod prose;
mod pull;
mod queries;
mod query;
mod report;
mod rows;
mod runtime;
#[cfg(feature = "serve")]
mod serve;
mod state;
mod status;
mod steps;
mod streams;
mod tables;
mod text;
mod work;

pub use program::{main, main_without_models, run, run_without_models};
pub use status::Status;
pub use streams::Streams;
