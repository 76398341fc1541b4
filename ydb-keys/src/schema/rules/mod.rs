//! The rules that need to know a column's type, as constant functions over a table's schema.
//!
//! The derive calls each one in a constant of its own, spanned at the token to change. A broken rule ends the
//! evaluation, and the compiler shows the message there. Working on the schema instead of on the tokens, they see
//! through aliases and newtypes; see `docs/decisions/0001-type-rules-are-constants.md`.

mod advice;
mod allowance;
mod column;
mod float;
mod hash;
mod index;
mod iso8601;
mod key;
mod literal;
mod nearest;
mod partitioning;
mod row;
mod splitting;
mod spread;
mod ttl;

pub use allowance::allowance;
pub use column::{column_type, default_value, dispersed, newtype, serial};
pub use hash::hash_input;
pub use index::index_column;
#[cfg(feature = "migrate")]
pub(crate) use iso8601::duration;
pub use key::key_column;
#[cfg(feature = "migrate")]
pub(crate) use literal::{is_decimal, is_text};
#[cfg(feature = "cli")]
pub(crate) use nearest::Nearest;
pub use partitioning::{partition_key, split_point, uniform};
pub use row::{RowCheck, row_column, row_index, row_type};
pub use splitting::{by_load, gap};
pub use ttl::{ttl_column, ttl_interval, ttl_unit};
