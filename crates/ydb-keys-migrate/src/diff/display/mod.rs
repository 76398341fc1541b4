//! Prints a plan for people: differences as sentences, steps as statements.

pub(super) mod counted;
mod difference;
pub(super) mod plan;
mod step;
