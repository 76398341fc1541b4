//! Operations on YDB through its own client, the crate `ydb`: the only room that names it.

mod bulk;
mod call;
mod check;
mod connect;
mod create;
mod decode;
mod executor;
mod failure;
mod many;
#[cfg(feature = "migrate")]
mod migrate;
mod params;
mod path;
mod point;
mod rows;
mod sample;
mod scan;
mod send;
#[cfg_attr(not(feature = "migrate"), allow(dead_code, reason = "schema changes look at more codes than operations do"))]
mod status;
mod table_access;
mod value;
mod write;

pub use call::Call;
pub use check::{CheckError, FoundLayout, LayoutMismatch, check, check_below};
pub use connect::{ConnectError, connect};
pub use decode::from_ydb_row;
pub use executor::Executor;
pub use failure::is_already_exists;
#[cfg(feature = "cli")]
pub(crate) use migrate::settle;
#[cfg(feature = "migrate")]
pub use migrate::{
    Applied, ApplyOptions, Event, MigrateError, OnEvent, RekeyOptions, RekeyPhase, RekeyReport, apply, describe,
    drop_old, plan, pull, rekey, sample_hash,
};
pub use rows::Rows;
pub use table_access::TableAccess;
#[cfg(feature = "cli")]
pub(crate) use ydb::Client;

// What the code of derives implements.
pub use ydb::{FromYdbRow, Row as SdkRow, YdbResult as SdkResult};
