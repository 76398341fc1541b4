//! What a plan says to a person: differences as sentences, steps as statements.

mod difference;
mod plan;
mod step;
