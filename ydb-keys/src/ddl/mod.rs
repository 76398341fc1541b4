//! Schema to DDL text.

mod create_table;
mod literal;
mod quote;
mod settings;

pub use create_table::CreateTable;
pub(crate) use quote::Name;
