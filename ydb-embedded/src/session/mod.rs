//! Sessions, transactions and queries: the one caller of parse, plan and execute.

mod access;
mod behavior;
mod bulk;
mod config;
mod directories;
mod engine;
mod execution;
mod maintenance;
mod plans;
mod read_rows;
mod release;
mod request;
mod scheme;
mod sequences;
mod sessions;
mod subquery;
mod system;

pub use access::PermissionsAction;
pub use behavior::Behavior;
pub use config::{Auth, Config};
pub use directories::{EntryKind, SchemeEntry};
pub use engine::Engine;
pub use execution::{Execution, Part};
pub use release::Release;
pub use request::{ExecMode, PlannedRead, QueryStats, Request, RowsAndBytes, TxControl, TxMode};
pub use scheme::TableDescription;
pub use sessions::Attachment;
