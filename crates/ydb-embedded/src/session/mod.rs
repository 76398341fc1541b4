//! Sessions, transactions and queries. Only this room parses, plans and executes.

mod access;
#[cfg(feature = "simulation")]
mod arrival;
mod batch;
mod behavior;
mod bulk;
mod change;
mod config;
mod copies;
mod current;
mod descriptions;
mod directories;
mod engine;
mod execution;
mod explain;
mod heaviest;
mod in_batches;
mod login;
mod maintenance;
mod overload;
mod plans;
mod prepared;
mod query;
mod read_rows;
mod read_session;
mod readers;
mod release;
mod request;
mod scheme;
mod sequences;
mod sessions;
mod snapshot;
mod start;
mod stats;
mod subquery;
mod system;
mod token;
mod topics;
mod transactions;

pub use access::PermissionsAction;
#[cfg(feature = "simulation")]
pub use arrival::Held;
pub use batch::{Cells, Upload};
pub use behavior::Behavior;
pub use config::Config;
pub use descriptions::TableDescription;
pub use directories::{EntryKind, SchemeEntry};
pub use engine::Engine;
pub use execution::{Execution, Part};
pub use explain::{Node, PlanOperator, Planned, PlannedKeys, PlannedRead, PlannedWrite};
pub use read_session::{Delivery, ReadEvent, ReadSession, TopicSelection};
pub use release::Release;
pub use request::{ExecMode, QueryRequest, TxControl, TxMode};
pub use sessions::Attachment;
pub use snapshot::Snapshot;
pub use topics::TopicDescription;
