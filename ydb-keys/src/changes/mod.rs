//! Records of changefeeds, read as keys and rows of a model (feature `serde_json`).

mod error;
mod json;
mod record;

pub use error::ChangeError;
pub use record::{Change, ChangeOperation, ChangeRecord, VirtualTimestamp};
