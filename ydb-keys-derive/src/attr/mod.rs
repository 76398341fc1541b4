//! `#[ydb(...)]` as written: tokens to attributes, nothing resolved yet.

pub(crate) mod column;
mod foreign;
pub(crate) mod key;
pub(crate) mod parse;
pub(crate) mod setting;
pub(crate) mod table;
