//! Schema changes on a database: reading what is there, and carrying out a plan.

mod describe;
mod event;
mod failure;
mod path;
mod plan;
mod sample;

pub use describe::describe;
pub use event::{Event, OnEvent, RekeyPhase};
pub use failure::MigrateError;
pub use plan::plan;
pub use sample::sample_hash;
