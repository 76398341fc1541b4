//! Command line programs for the tables of YDB: over an application's models ([`main`]), and without
//! ([`main_without_models`], the program `ydb-keys`).
//!
//! The default features `advise` and `serve` add the commands of these names, which run the embedded engine; `parquet`
//! lets `advise` and `load` read Parquet files. The [guide](https://docs.rs/ydb-keys/latest/ydb_keys/guide/migrations/index.html) has
//! all commands.
#![recursion_limit = "256"]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "advise")]
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
