//! Command line programs for the tables of YDB: over an application's models ([`main`]), and without
//! ([`main_without_models`], the program `ydb-keys`).
//!
//! The feature `serve` adds the command of this name, which runs the embedded engine; `parquet` lets `advise` and `load`
//! read Parquet files. The [guide](https://docs.rs/ydb-keys/latest/ydb_keys/guide/migrations/index.html) has
//! all commands.
#![recursion_limit = "256"]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod advise;
mod codegen;
mod commands;
mod cost;
mod hot;
mod lint;
mod parse;
mod plot;
mod queries;
mod run;
mod stats;

pub use commands::{Status, Streams, main, main_without_models, run, run_without_models};
