//! Why a schema could not be read, compared or changed.

mod detail;
mod kind;
mod migrate_error;
mod properties;
#[cfg(test)]
mod samples;
mod text;

pub use detail::{Detail, MigrateError};
pub use kind::MigrateErrorKind;
