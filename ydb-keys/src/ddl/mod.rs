//! Schema to YQL text: DDL, and the expression of a hash.
mod alter;
mod changefeed;
mod create_table;
mod literal;
mod migration;
mod quote;
mod set_index;
mod settings;
mod twin;
pub use alter::{AlterTable, Change};
pub use changefeed::AddChangefeed;
#[cfg(feature = "migrate")]
pub(crate) use changefeed::ChangefeedText;
pub use create_table::CreateTable;
#[cfg(feature = "migrate")]
pub(crate) use create_table::{Column, Family, IndexText};
#[cfg(feature = "migrate")]
pub(crate) use literal::DefaultLiteral;
pub use literal::ValueLiteral;
pub use migration::{Body, Down};
pub use migration::{Migration, MigrationFormat};
pub use quote::Name;
pub(crate) use quote::Names;
#[cfg(feature = "migrate")]
pub(crate) use quote::Text;
pub use set_index::SetIndex;
#[cfg(feature = "migrate")]
pub(crate) use set_index::index_partitioning;
pub use settings::automatic_partitioning;
#[cfg(feature = "migrate")]
pub(crate) use settings::{partition_megabytes, simple, switch, ttl_text};
pub use twin::HashExpression;
