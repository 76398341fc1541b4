//! What a column of each type may be: stored at all, part of a key, the column of a TTL.

use super::super::Store;
use crate::types::{Primitive, Type};

/// What a table of one store does with columns of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// No table of any store has such columns.
    Nowhere,
    /// Tables of the other store have such columns.
    OtherStore,
    /// A column, but not of a key.
    Value,
    /// A column, also of a key.
    Key,
}

/// What a TTL reads from a column of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clock {
    /// The type is not one for a TTL.
    None,
    /// A moment.
    Moment,
    /// A number; the TTL must name its unit.
    Number,
}

/// What a table of this store does with columns of this type.
pub(super) const fn uses(ty: &Type, store: Store) -> Use {
    let (row, column) = match ty {
        Type::Primitive(primitive) => stores(*primitive),
        Type::Decimal { .. } => (Use::Key, Use::Key),
        _ => (Use::Nowhere, Use::Nowhere),
    };
    match store {
        Store::Row => row,
        Store::Column => column,
    }
}

/// The uses in row tables and in column tables.
const fn stores(primitive: Primitive) -> (Use, Use) {
    use Primitive as P;
    match primitive {
        P::Int8 | P::Int16 | P::Int32 | P::Int64 | P::Uint8 | P::Uint16 | P::Uint32 | P::Uint64 => (Use::Key, Use::Key),
        P::Date | P::Datetime | P::Timestamp => (Use::Key, Use::Key),
        P::Date32 | P::Datetime64 | P::Timestamp64 | P::Interval64 => (Use::Key, Use::Key),
        P::String | P::Utf8 => (Use::Key, Use::Key),
        P::Bool | P::Uuid => (Use::Key, Use::Value),
        P::Interval | P::DyNumber => (Use::Key, Use::OtherStore),
        P::Float | P::Double | P::Json | P::JsonDocument | P::Yson => (Use::Value, Use::Value),
        P::TzDate | P::TzDatetime | P::TzTimestamp => (Use::Nowhere, Use::Nowhere),
    }
}

/// Whether a column of this type may be in the key of a row table or of an index.
pub(in crate::catalog) const fn row_key(ty: &Type) -> bool {
    matches!(uses(ty, Store::Row), Use::Key)
}

/// What a TTL reads from a column of this type.
pub(super) const fn clock(ty: &Type) -> Clock {
    use Primitive as P;
    let Type::Primitive(primitive) = ty else { return Clock::None };
    match primitive {
        P::Date | P::Datetime | P::Timestamp | P::Date32 | P::Datetime64 | P::Timestamp64 => Clock::Moment,
        P::Uint32 | P::Uint64 | P::DyNumber => Clock::Number,
        _ => Clock::None,
    }
}
