//! Schema to DDL text.

mod create_table;
mod literal;
mod migration;
mod quote;
mod settings;

pub use create_table::CreateTable;
pub use migration::{Migration, MigrationFormat};
pub(crate) use quote::Name;
