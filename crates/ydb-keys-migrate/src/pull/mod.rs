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
mod digest;
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
pub(crate) mod unsaid;

pub(crate) use bucket::{Modulus, Suspect, leading, of_indexes};
pub(crate) use digest::{Tried, looks_spread, tried};
pub use directory::{SourceFile, directory};
pub use draft::Growth;
pub use hash::{Candidate, Finding};
pub(crate) use hash::{candidates, statements};
pub use key::broken_rules;
pub use layout::{by_layout, foreign_by_layout, indexed_by_layout};
pub(crate) use setting::unsettled;
pub(crate) use source::source;
pub use source::source_of;
