//! Turns a live table into Rust source: the struct of its model, with all attributes.
//!
//! ```text
//! LiveTable ── hash, layout ──> Finding (is the first key column a hash?) ─┐
//!           └─ key, column, index, partitioning, setting ──> Draft ────────┴─ source ──> text
//! ```

mod attribute;
mod changefeed;
mod column;
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

pub(crate) use hash::{Finding, candidates, statements};
pub(crate) use layout::by_layout;
pub(crate) use source::source;
