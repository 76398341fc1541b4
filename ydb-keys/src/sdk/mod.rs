//! Operations on YDB through its own client, the crate `ydb`. Only this room names the client.

mod batches;
mod bulk;
mod call;
mod change;
mod check;
mod connect;
mod create;
mod decode;
mod dual_work;
pub(crate) mod dual_write;
pub(crate) mod executor;
mod failure;
mod many;
mod observe;
mod one;
pub(crate) mod options;
pub(crate) mod params;
pub(crate) mod probe;
mod query;
mod rows;
mod scan;
mod send;
mod transact;
mod tx;
pub(crate) mod value;
mod write;
#[cfg(feature = "yql")]
mod yql;

pub use call::Call;
pub use change::WriteOutcome;
pub use check::{CheckError, FoundLayout, check};
#[cfg(feature = "testing")]
pub(crate) use connect::Idle;
pub use connect::{CommandLine, ConnectError, Login, Target, connect};
pub use decode::from_ydb_row;
pub use executor::Executor;
use failure::Operation;
pub use failure::is_already_exists;
pub use observe::set_slow_threshold;
pub use options::set_default_timeout;
use options::{Namespace, Options, Scope};
use params::Request;
pub use params::{param, param_as, param_list};
pub use query::{RawQuery, query};
pub use rows::Rows;
pub use transact::{Transact, transact};
pub use tx::Tx;
#[cfg(feature = "yql")]
pub use yql::composed;

// Traits and types of the client that generated code names.
pub use ydb::{FromYdbRow, Row as SdkRow, YdbResult as SdkResult};

pub(crate) use crate::error::status;
