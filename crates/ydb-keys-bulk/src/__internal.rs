//! Items for `ydb-keys-cli` and for the project's own tests. They are not public API and change without notice.

pub use crate::ask::{Asked, asked, explained};
pub use crate::describe::{Partitioned, partitioned};
pub use crate::encode::arrow_message;
pub use crate::export::{Key, ValueExport, ValueRows, ValueStream};
pub use crate::loader::ValueLoader;
