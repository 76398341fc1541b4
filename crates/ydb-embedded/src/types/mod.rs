//! YQL's types and values: how they are written, compared, converted and stored.

mod arithmetic;
mod arithmetic_type;
mod bitcast;
mod bytes;
mod cast;
mod cast_type;
mod cell;
mod class;
mod common;
mod compare;
mod compare_type;
mod convert;
mod datetime;
pub mod decimal;
pub mod dynumber;
mod interval;
pub mod json;
mod order;
mod primitive;
mod stored;
mod text;
mod ty;
mod value;
mod yson;

pub(crate) use class::{unwrap_present, wrap_present};
pub(crate) use stored::{from_stored, stored};

pub use arithmetic::{arithmetic, bit_not, negate};
pub use arithmetic_type::{ArithmeticOperator, arithmetic_type, bit_not_type, sign_type};
pub use bitcast::{bitcast, bitcast_type};
pub use bytes::{from_bytes, pickle, to_bytes};
pub use cast::cast;
pub use cast_type::cast_type;
pub use cell::Cell;
pub use common::common_type;
pub use compare::{equal, ordered};
pub use compare_type::{comparable, equatable};
pub use convert::{convert, convert_literal, convert_type, may_change, write_type};
pub use order::{key_cmp, sort_cmp};
pub use primitive::{Primitive, parse_name};
pub use stored::{StoredAs, in_range};
pub use text::{is_valid_bytes, kept_text, parse_text, to_text};
pub use ty::{StructMember, Type};
pub use value::{Row, Value};
