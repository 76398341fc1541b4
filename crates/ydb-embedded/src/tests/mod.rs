//! Tests of the whole engine, without the wire.

mod access;
mod bank;
mod batches;
mod behavior;
mod bulk;
mod chains;
mod changefeeds;
mod database;
mod evolution;
mod fuzzed;
mod golden;
mod history;
mod idle;
mod load;
mod model;
mod partitions;
mod reads;
mod sessions;
mod ttl;
mod unsupported;
