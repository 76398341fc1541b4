//! Keys of tables as source of other languages: typed keys that compute hashes and buckets, and the parameters of reads.
//!
//! All that a language needs is in the layout of a table ([`KeyTable`]): the hash, its inputs, the key, and the computed
//! columns of indexes. So a model and a live table with its layout attribute give the same file. One file a language
//! holds what that language writes; `common` has what does not depend on it: YQL, ranges of the key, names.

mod common;
mod go;
mod java;
mod language;
mod name;
mod python;
mod refusal;
mod table;
mod typescript;

pub(crate) use common::MARK;
pub(crate) use language::Language;
pub(crate) use refusal::Refusal;
pub(crate) use table::KeyTable;
