//! What `ydb-keys-cli` and the project's own tests use, each name once. Not public API: it changes without notice.

pub use crate::ask::{Asked, asked, explained};
pub use crate::describe::{Partitioned, partitioned};
pub use crate::encode::arrow_message;
pub use crate::export::{Key, ValueExport, ValueRows, ValueStream};
pub use crate::loader::ValueLoader;
