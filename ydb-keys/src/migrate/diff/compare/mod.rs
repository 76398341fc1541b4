//! One model against one live table, a file for each subject.

mod columns;
mod compared;
mod copied;
mod defaults;
mod families;
mod findings;
mod indexes;
mod key;
mod partitioning;
mod printed;
mod settings;
mod ttl;

pub use compared::compare;
