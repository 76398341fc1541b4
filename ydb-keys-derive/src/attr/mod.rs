//! `#[ydb(...)]` as written: from tokens to attributes, without resolving names.

pub(crate) mod column;
mod foreign;
pub(crate) mod key;
pub(crate) mod parse;
pub(crate) mod setting;
pub(crate) mod table;
