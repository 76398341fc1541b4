//! Command line programs for the tables of YDB.
#![recursion_limit = "256"]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "advise")]
mod advise;
mod commands;
mod hot;
mod lint;
mod run;
mod stats;

pub use commands::{Status, Streams, main, main_without_models, run, run_without_models};
