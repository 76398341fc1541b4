//! Writes that depend on what is stored: typed columns, expressions for setters, conditions.

pub(crate) mod column;
mod expression;
mod operand;

pub use column::ColumnOf;
pub(super) use expression::Change;
pub use expression::{NewValue, add, append, coalesce, now, sub};
pub use operand::Condition;
pub(super) use operand::RawOperand;

pub use ydb_keys_core::types::column::{Number, Text, Time};
