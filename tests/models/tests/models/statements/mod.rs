//! Tests golden statements of every shape, each model's in a file of `snapshots/`, and properties of all of them.

mod ad_events;
mod agreement;
mod batches;
mod buckets;
mod changes;
mod constant_text;
mod dispersed;
mod exports;
mod filters;
mod golden;
mod hashes;
mod indexes;
mod key_params;
mod nullable;
mod odd_names;
mod orders;
mod selects;
mod serial;
mod table_at;
mod user_events;
mod versions;
mod visits;
