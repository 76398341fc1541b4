//! Command line programs for the tables of YDB: over an application's models ([`main`]), and without
//! ([`main_without_models`], the program `ydb-keys`).
//!
//! The feature `serve` adds the command of this name, which runs the embedded engine; `parquet` lets `advise` and
//! `load` read Parquet files. The [guide](https://docs.rs/ydb-keys/latest/ydb_keys/guide/migrations/index.html) has all
//! commands.
#![recursion_limit = "256"]
#![cfg_attr(docsrs, feature(doc_cfg))]

// The rooms. Each imports only rooms above it; `tests/rooms` holds that.
//
// parse.rs       texts of files as values of YDB's types, and back
// advise/        a sample of rows under each candidate for a key, replayed through the engine's splits; pure  <- parse
// codegen/       keys of tables as source of other languages, by their layouts; templates/: one per language; pure
// lint/          a live table and the rules: findings, allowances, the report; pure
// cost/          cost of the steps of a plan, and the order of deployment; pure  <- lint
// plot.rs        a schema as a drawing; pure  <- lint
// queries/       queries and the tables of DDL: faults, accesses, missing conditions, plans; pure  <- lint
// stats/         partitions and queries from the system views; read/: the reader, at most one query per second
// hot/           two samples compared: shares, causes, cures; heat/: key ranges and time  <- stats
// workload/      proposals of keys and indexes from queries that run; pure  <- parse, queries
// run/           reads for all of these; writes the models of all tables  <- advise, codegen, lint, stats,
//                hot, workload
// commands/      the programs; alone reads the command line, prints, writes files; findings/: formats  <- all above
// main.rs        the program `ydb-keys`

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
mod workload;

pub use commands::{Status, Streams, main, main_without_models, run, run_without_models};
