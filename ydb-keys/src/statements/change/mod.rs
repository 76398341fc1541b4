//! Writes that depend on stored values: typed columns, expressions for setters, conditions.

pub(crate) mod column;
mod expression;

pub(super) use column::RawOperand;
pub use column::{ColumnOf, Condition};
pub(super) use expression::Change;
pub use expression::{NewValue, add, append, coalesce, now, sub};

pub use ydb_keys_core::types::column::{Number, Text, Time};
