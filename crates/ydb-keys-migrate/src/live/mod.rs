//! The description of a table in the database, as plain data.

mod foreign;
mod literal;
mod rights;
mod shown;
mod table;

pub use ydb_keys_core::schema::release::Release;

pub(crate) use literal::Printed;
pub(crate) use rights::Grants;
pub use rights::LiveRights;
pub(crate) use shown::changefeed_settings;
pub(crate) use table::IndexSample;
pub use table::{
    HashSample, LiveColumn, LiveDefault, LiveFamily, LiveIndex, LiveIndexKind, LiveSequence, LiveSettings, LiveTable,
    LiveTtl, LiveTtlTier,
};
