//! YQL's types and values: how they are written, compared, converted and stored.

mod ty;
mod value;

pub use ty::{Primitive, StructMember, Type};
pub use value::{Row, Value};
