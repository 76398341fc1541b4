//! Turns a live table into Rust source: the struct of its model, with all attributes.
//!
//! ```text
//! LiveTable ── hash, bucket, layout ──> Finding (what is computed?) ───────┐
//!           └─ key, column, index, partitioning, setting ──> Draft ────────┴─ source ──> text
//! ```

mod attribute;
mod bucket;
mod changefeed;
mod column;
#[cfg(feature = "cli")]
mod directory;
mod draft;
mod hash;
mod index;
mod key;
mod layout;
mod literal;
mod name;
mod partitioning;
mod setting;
mod source;

pub(crate) use bucket::{Modulus, Suspect, leading, of_indexes};
#[cfg(feature = "cli")]
pub(crate) use directory::{SourceFile, directory};
#[cfg(feature = "advise")]
pub(crate) use draft::Growth;
pub(crate) use hash::{Candidate, Finding, candidates, statements};
#[cfg(feature = "advise")]
pub(crate) use key::broken_rules;
pub(crate) use layout::{by_layout, indexed_by_layout};
pub(crate) use source::source;
#[cfg(feature = "advise")]
pub(crate) use source::source_of;
