//! YQL's types and values: how they are written, compared, converted and stored.

mod arithmetic;
mod bytes;
mod cast;
mod cast_type;
mod common;
mod compare;
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
mod yson;

use std::fmt;
use std::sync::Arc;

pub use arithmetic::{ArithmeticOperator, arithmetic, arithmetic_type, bit_not, bit_not_type, negate, sign_type};
pub use bytes::{from_bytes, pickle, to_bytes};
pub use cast::{bitcast, bitcast_type, cast};
pub use cast_type::cast_type;
pub use common::common_type;
pub use compare::{comparable, equal, equatable, ordered};
pub use convert::{convert, convert_literal, convert_type, may_change, write_type};
pub use order::{key_cmp, sort_cmp};
pub use primitive::{Primitive, parse_name};
pub(crate) use primitive::{unwrap_present, wrap_present};
pub use stored::{StoredAs, in_range};
pub(crate) use stored::{from_stored, stored};
pub use text::{is_valid_bytes, kept_text, parse_text, to_text};

/// Name and type of a member of a struct type.
pub type StructMember = (Arc<str>, Type);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum Type {
    Primitive(Primitive),
    Decimal {
        precision: u8,
        scale: u8,
    },
    Optional(Arc<Type>),
    List(Arc<Type>),
    Tuple(Arc<[Type]>),
    /// Members, sorted by name as in YQL.
    Struct(Arc<[StructMember]>),
    Dict(Arc<Type>, Arc<Type>),
    /// The type of the literal `NULL`.
    Null,
    Void,
    EmptyList,
    EmptyDict,
}

impl Type {
    /// Returns the optional form of this type. A type that is optional already, or `Null`, stays as it is.
    pub fn optional(self) -> Self {
        match self {
            Self::Optional(_) | Self::Null => self,
            other => Self::Optional(Arc::new(other)),
        }
    }

    /// Returns the type without its outermost `Optional`.
    pub fn unwrap_optional(&self) -> &Self {
        match self {
            Self::Optional(inner) => inner,
            other => other,
        }
    }

    /// Returns `true` if a value of this type may be NULL.
    pub const fn is_optional(&self) -> bool {
        matches!(self, Self::Optional(_) | Self::Null)
    }

    /// Returns the types directly inside this one.
    fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Optional(inner) | Self::List(inner) => vec![inner],
            Self::Tuple(items) => items.iter().collect(),
            Self::Struct(members) => members.iter().map(|(_, ty)| ty).collect(),
            Self::Dict(key, value) => vec![key, value],
            Self::Primitive(_) | Self::Decimal { .. } => Vec::new(),
            Self::Null | Self::Void | Self::EmptyList | Self::EmptyDict => Vec::new(),
        }
    }

    pub fn depth(&self) -> usize {
        1 + self.parts().into_iter().map(Self::depth).max().unwrap_or(0)
    }

    /// Returns `true` if this type consists of at most `most` types, counting those inside it. Inner types may be
    /// shared, and their number may double with each level, so the walk stops at the limit.
    pub fn is_within(&self, most: usize) -> bool {
        fn walk(ty: &Type, left: &mut usize) -> bool {
            let Some(less) = left.checked_sub(1) else { return false };
            *left = less;
            ty.parts().into_iter().all(|part| walk(part, left))
        }
        walk(self, &mut { most })
    }

    /// Creates a struct type of these members, sorted by name.
    pub fn new_struct(mut members: Vec<StructMember>) -> Self {
        members.sort_by(|a, b| a.0.cmp(&b.0));
        Self::Struct(members.into())
    }
}

impl From<Primitive> for Type {
    fn from(primitive: Primitive) -> Self {
        Self::Primitive(primitive)
    }
}

/// Prints a type as YDB's messages do: `Int32`, `Optional<Utf8>`, `List<Struct<'a':Int32,'b':String?>>`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optional(inner) => write!(f, "Optional<{}>", Inner(inner)),
            other => Inner(other).fmt(f),
        }
    }
}

/// A type inside another one, where optional types are printed with a question mark.
struct Inner<'a>(&'a Type);

impl fmt::Display for Inner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Type::Primitive(primitive) => primitive.fmt(f),
            Type::Decimal { precision, scale } => write!(f, "Decimal({precision},{scale})"),
            Type::Optional(inner) => write!(f, "{}?", Inner(inner)),
            Type::List(item) => write!(f, "List<{}>", Inner(item)),
            Type::Tuple(items) => {
                f.write_str("Tuple<")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { "," }, Inner(item))?;
                }
                f.write_str(">")
            }
            Type::Struct(members) => {
                f.write_str("Struct<")?;
                for (i, (name, ty)) in members.iter().enumerate() {
                    write!(f, "{}'{name}':{}", if i == 0 { "" } else { "," }, Inner(ty))?;
                }
                f.write_str(">")
            }
            Type::Dict(key, value) => write!(f, "Dict<{},{}>", Inner(key), Inner(value)),
            Type::Null => f.write_str("Null"),
            Type::Void => f.write_str("Void"),
            Type::EmptyList => f.write_str("EmptyList"),
            Type::EmptyDict => f.write_str("EmptyDict"),
        }
    }
}

/// A row: values in the order of the columns.
pub type Row = Vec<Value>;

/// A value. Types that are stored alike share a variant; [`StoredAs`](StoredAs) tells which. A `Date` is a number of
/// days, a `Datetime` of seconds, a `Timestamp` of microseconds. A present value of `Optional<T>` is a bare `T`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are the types' own")]
pub enum Value {
    /// NULL: the absent value of an optional type, and the value of `Null` and of `Void`.
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f32),
    Double(f64),
    /// The unscaled number. Special values have YDB's codes: ±10^35 is ±inf, 10^35 + 1 is nan.
    Decimal(i128),
    /// The 16 stored bytes, in Microsoft's mixed-endian order (`Uuid::to_bytes_le`).
    Uuid([u8; 16]),
    Bytes(Arc<[u8]>),
    Text(Arc<str>),
    /// Items of a list, a tuple, or a struct in the order of its type.
    Items(Arc<[Value]>),
    /// Pairs of a dict, sorted by key.
    Dict(Arc<[(Value, Value)]>),
    /// A present value of an optional whose inner type is itself optional.
    Just(Arc<Value>),
}

impl Value {
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Returns the bytes of a string, text or not; `None` for any other value.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::Text(text) => Some(text.as_bytes()),
            _ => None,
        }
    }

    pub const fn as_int(&self) -> Option<i64> {
        if let Self::Int(number) = self { Some(*number) } else { None }
    }

    pub const fn as_uint(&self) -> Option<u64> {
        if let Self::Uint(number) = self { Some(*number) } else { None }
    }

    /// Returns the items of a list, a tuple or a struct; none for NULL.
    pub fn items(&self) -> &[Self] {
        if let Self::Items(items) = self { items } else { &[] }
    }

    /// Creates a `Utf8`, `Json`, ... of this text.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Self::Text(text.into())
    }

    /// Creates a `String` of these bytes.
    pub fn bytes(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self::Bytes(bytes.into())
    }
}

/// A value of a column. [`Value`] says how each type is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the values")]
pub enum Cell<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f32),
    Double(f64),
    Decimal(i128),
    Uuid([u8; 16]),
    Bytes(&'a [u8]),
    Text(&'a str),
}

impl<'a> From<&'a Value> for Cell<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Uint(value) => Self::Uint(*value),
            Value::Float(value) => Self::Float(*value),
            Value::Double(value) => Self::Double(*value),
            Value::Decimal(value) => Self::Decimal(*value),
            Value::Uuid(bytes) => Self::Uuid(*bytes),
            Value::Bytes(bytes) => Self::Bytes(bytes),
            Value::Text(text) => Self::Text(text),
            Value::Items(_) | Value::Dict(_) | Value::Just(_) => {
                debug_assert!(false, "{value:?} is not a value of a column");
                Self::Null
            }
        }
    }
}

impl From<Cell<'_>> for Value {
    fn from(cell: Cell<'_>) -> Self {
        match cell {
            Cell::Null => Self::Null,
            Cell::Bool(value) => Self::Bool(value),
            Cell::Int(value) => Self::Int(value),
            Cell::Uint(value) => Self::Uint(value),
            Cell::Float(value) => Self::Float(value),
            Cell::Double(value) => Self::Double(value),
            Cell::Decimal(value) => Self::Decimal(value),
            Cell::Uuid(bytes) => Self::Uuid(bytes),
            Cell::Bytes(bytes) => Self::bytes(bytes),
            Cell::Text(text) => Self::text(text),
        }
    }
}
