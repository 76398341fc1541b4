//! A live table as Rust source: the annotated struct of its model.

mod attribute;
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
