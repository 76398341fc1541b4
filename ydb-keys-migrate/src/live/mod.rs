//! The description of a table in the database, as plain data.

mod foreign;
mod rights;
mod show_create;
mod table;

pub use ydb_keys::__internal::schema::Release;

pub(crate) use rights::Grants;
pub use rights::LiveRights;
pub(crate) use show_create::{changefeed_settings, leading_text};
pub(crate) use table::IndexSample;
pub use table::{
    HashSample, LiveColumn, LiveDefault, LiveFamily, LiveIndex, LiveIndexKind, LiveSequence, LiveSettings, LiveTable,
    LiveTtl, LiveTtlTier,
};
