//! What a database says of one of its tables, as plain data.

mod show_create;
mod table;

pub(crate) use show_create::leading_text;
pub use table::{
    HashSample, LiveColumn, LiveDefault, LiveFamily, LiveIndex, LiveIndexKind, LiveSettings, LiveTable, LiveTtl,
    LiveTtlTier,
};
