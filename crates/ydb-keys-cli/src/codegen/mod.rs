//! Keys of tables as source of other languages: typed keys that compute hashes and buckets, and the parameters of reads.
//!
//! All that a language needs is in the layout of a table and in the columns of its indexes ([`KeyTable`]). So a model and
//! a live table with its layout attribute give the same file. The text of a file is in `templates/`, one for each
//! language, over one `context`: tables with names, conditions and ranges. `language` has what a language decides: its
//! types, its case, its reserved words, and what it cannot write.

mod context;
mod language;
mod name;
mod refusal;
mod render;
mod table;

pub(crate) use language::Language;
pub(crate) use refusal::Refusal;
pub(crate) use render::{MARK, render};
pub(crate) use table::KeyTable;
