//! Conversion of a live table into Rust source: the struct of its model, with all attributes.
//!
//! ```text
//! LiveTable ── hash, bucket, layout ──> Finding (what is computed?) ───────┐
//!           └─ key, column, index, partitioning, setting ──> Draft ────────┴─ source ──> text
//! ```

mod attribute;
mod bucket;
mod changefeed;
mod draft;
mod hash;
mod index;
mod key;
mod literal;
mod name;
mod partitioning;
mod setting;
mod source;
pub(crate) mod unsaid;

pub(crate) use bucket::{Modulus, Suspect, leading, of_indexes};
pub use draft::Growth;
pub use hash::{Candidate, Finding, by_layout, foreign_by_layout, indexed_by_layout};
pub(crate) use hash::{Tried, candidates, looks_spread, statements, tried};
pub use key::broken_rules;
pub(crate) use setting::unsettled;
pub(crate) use source::source;
pub use source::{SourceFile, directory, source_of};
