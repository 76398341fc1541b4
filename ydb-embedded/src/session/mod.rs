//! Sessions, transactions and queries. Only this room parses, plans and executes.

mod access;
mod behavior;
mod bulk;
mod config;
mod copies;
mod descriptions;
mod directories;
mod engine;
mod execution;
mod explain;
mod login;
mod maintenance;
mod plans;
mod prepared;
mod query;
mod read_rows;
mod release;
mod request;
mod scheme;
mod sequences;
mod sessions;
mod start;
mod stats;
mod subquery;
mod system;
mod transactions;

pub use access::PermissionsAction;
pub use behavior::Behavior;
pub use config::Config;
pub use descriptions::TableDescription;
pub use directories::{EntryKind, SchemeEntry};
pub use engine::Engine;
pub use execution::{Execution, Part};
pub use release::Release;
pub use request::{ExecMode, PlannedRead, Request, RowsAndBytes, TxControl, TxMode};
pub use sessions::Attachment;
