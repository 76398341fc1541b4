//! Sessions, transactions and queries. Only this room parses, plans and executes.

mod access;
mod bulk;
mod change;
mod descriptions;
mod engine;
mod execution;
mod explain;
mod heaviest;
mod in_batches;
mod login;
mod maintenance;
mod query;
mod read_session;
mod readers;
mod release;
mod scheme;
mod sessions;
mod system_views;
mod topics;
mod transactions;

pub use access::PermissionsAction;
pub use bulk::{Cells, Upload};
pub use change::Snapshot;
pub use descriptions::{EntryKind, SchemeEntry, TableDescription};
#[cfg(feature = "simulation")]
pub use engine::Held;
pub use engine::{Config, Engine};
pub use execution::{Execution, Part};
pub use explain::{Node, PlanOperator, Planned, PlannedKeys, PlannedRead, PlannedWrite};
pub use query::{ExecMode, QueryRequest, TxControl, TxMode};
pub use read_session::{Delivery, ReadEvent, ReadSession, TopicSelection};
pub use release::{Behavior, Release};
pub use sessions::Attachment;
pub use topics::TopicDescription;
