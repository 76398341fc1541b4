//! Every operation of a model through YDB's own client: on the embedded engine, or on the YDB that
//! `YDB_CONNECTION_STRING` names.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod bucket_limits;
mod bucket_paths;
mod bucket_reads;
mod bucket_tokens;
mod buckets;
mod bulk_arrow;
mod bulk_connect;
mod bulk_load;
mod bulk_load_faults;
mod bulk_nodes;
mod changes;
mod commits;
mod decoding;
mod errors;
mod executors;
mod faults;
mod faults_many;
mod futures;
mod hashes;
mod ids;
mod indexes;
mod kinds;
mod located;
mod models;
mod modify;
mod own_queries;
mod pages;
mod partitions;
mod properties;
mod repeats;
mod scans;
mod spans;
mod splits;
mod streams;
mod strict;
mod transact;
mod transact_faults;
mod transactions;
mod typed;
mod versions;
mod ways;
mod writes;
