//! Schema changes on a database: reading what is there, and carrying out a plan.

mod event;
mod failure;

pub use event::{Event, OnEvent, RekeyPhase};
pub use failure::MigrateError;
