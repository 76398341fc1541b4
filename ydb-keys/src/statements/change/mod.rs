//! Writes that depend on what is stored: typed columns, expressions for setters, conditions.

mod column;
mod condition;
mod expression;
mod operand;

pub use column::ColumnOf;
pub use condition::Condition;
pub(super) use condition::ConditionShape;
pub use expression::{Add, Append, Coalesce, NewValue, Now, Subtract, add, append, coalesce, now, sub};
pub(super) use expression::{Change, ChangeShape, Op};
pub(super) use operand::RawOperand;
pub use operand::{Comparand, Operand};

pub use crate::types::kinds::{Compared, Nullable, Number, Text, Time};
