//! Records of changefeeds, read as keys and rows of a model (feature `serde_json`).

mod json;
mod record;

pub use record::{Change, ChangeError, ChangeOperation, ChangeRecord, VirtualTimestamp};
