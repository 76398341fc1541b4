//! Operations on YDB through its own client, the crate `ydb`: the only room that names it.

mod batches;
mod bulk;
mod call;
mod certain;
mod change;
mod check;
mod connect;
mod create;
mod decode;
mod dual_work;
pub(crate) mod dual_write;
pub(crate) mod executor;
mod failure;
#[cfg(feature = "uuid")]
mod id_rows;
mod in_batches;
pub(crate) mod key_change;
mod many;
mod modify;
mod observe;
pub(crate) mod options;
mod param;
pub(crate) mod params;
mod point;
mod query;
pub(crate) mod release;
mod results;
mod rows;
pub(crate) mod sample;
mod scan;
mod send;
mod source;
mod table_access;
mod transact;
mod tx;
pub(crate) mod value;
mod write;
#[cfg(feature = "yql")]
mod yql;

pub use call::Call;
pub use change::WriteOutcome;
pub use check::{CheckError, FoundLayout, check};
pub use connect::Target;
#[cfg(feature = "testing")]
pub(crate) use connect::idle;
pub use connect::{CommandLine, Login};
pub use connect::{ConnectError, connect};
pub use decode::from_ydb_row;
pub use executor::Executor;
pub use failure::is_already_exists;
pub use observe::set_slow_threshold;
pub use options::set_default_timeout;
pub use param::{param, param_as, param_list};
pub use query::{RawQuery, query};
pub use rows::Rows;
pub use transact::{Transact, transact};
pub use tx::Tx;
#[cfg(feature = "yql")]
pub use yql::composed;

// What the code of derives implements.
pub use ydb::{FromYdbRow, Row as SdkRow, YdbResult as SdkResult};

pub(crate) use crate::error::status;
