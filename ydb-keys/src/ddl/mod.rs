//! Schema to YQL text: DDL, and the expression of a hash.

#[cfg(feature = "migrate")]
mod alter;
mod changefeed;
mod create_table;
mod literal;
mod migration;
mod quote;
mod set_index;
mod settings;
mod twin;

#[cfg(feature = "migrate")]
pub(crate) use alter::{AlterTable, Change};
pub use changefeed::AddChangefeed;
#[cfg(feature = "migrate")]
pub(crate) use changefeed::ChangefeedText;
pub use create_table::CreateTable;
#[cfg(feature = "migrate")]
pub(crate) use create_table::{Column, Family, IndexText};
#[cfg(feature = "migrate")]
pub(crate) use literal::DefaultLiteral;
#[cfg(feature = "cli")]
pub(crate) use literal::ValueLiteral;
#[cfg(feature = "cli")]
pub(crate) use migration::{Body, Down};
pub use migration::{Migration, MigrationFormat};
#[cfg(feature = "migrate")]
pub(crate) use quote::Text;
pub(crate) use quote::{Name, Names};
pub use set_index::SetIndex;
#[cfg(feature = "migrate")]
pub(crate) use set_index::index_partitioning;
#[cfg(feature = "migrate")]
pub(crate) use settings::{automatic_partitioning, partition_megabytes, simple, switch, ttl_text};
#[cfg(feature = "migrate")]
pub(crate) use twin::HashExpression;
