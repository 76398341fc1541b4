//! Compares a model with a live table, one subject per file.

mod changefeeds;
mod columns;
mod compared;
mod computed;
mod copied;
mod defaults;
mod families;
mod findings;
mod index_settings;
mod indexes;
mod key;
mod partitioning;
mod printed;
mod settings;
mod ttl;

pub use compared::compare;
