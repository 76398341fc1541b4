//! Every operation of a model through YDB's own client: on the embedded engine, or on the YDB that
//! `YDB_CONNECTION_STRING` names.

// The client's futures are deep: a build with optimisations computes the layout of all of them.
#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod additions;
mod batches;
mod bucket_limits;
mod bucket_paths;
mod bucket_reads;
mod bucket_tokens;
mod buckets;
mod bulk_arrow;
mod bulk_connect;
mod bulk_export;
mod bulk_export_faults;
mod bulk_export_records;
mod bulk_export_snapshot;
mod bulk_load;
mod bulk_load_faults;
mod bulk_nodes;
mod bulk_order;
mod changefeeds;
mod changes;
mod checked;
mod chosen;
mod commits;
mod contention;
mod decoding;
mod errors;
mod executors;
mod faults;
mod faults_many;
mod filters;
mod finished;
mod futures;
mod hashes;
mod ids;
mod indexes;
mod kinds;
mod limits;
mod metrics;
mod models;
mod modify;
mod outcomes;
mod outcomes_forgotten;
mod outcomes_releases;
mod outcomes_seeded;
mod outcomes_upheaval;
mod own_params;
mod own_queries;
mod own_results;
mod pages;
mod partitions;
mod printed;
mod properties;
mod rejected;
mod repeats;
mod scans;
mod spans;
mod splits;
mod stale;
mod streams;
mod strict;
mod table_at;
mod transact;
mod transact_faults;
mod transactions;
mod typed;
mod unfit_values;
mod unreachable;
mod unread;
mod versions;
mod walks;
mod ways;
mod writes;
