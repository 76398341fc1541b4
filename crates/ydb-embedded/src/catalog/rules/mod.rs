//! Rules that CREATE and ALTER share: YDB's limits, the columns that each type allows (stored at all, part of a key,
//! column of a TTL), and TTL settings.

pub(super) mod columns;
pub(super) mod indexes;
pub(super) mod partitions;

use super::spec::TtlSpec;
use super::{Column, Store, Ttl, TtlUnit, refusal};
use crate::error::Result;
use crate::types::{self, Primitive, Type, Value};

pub(super) const MAX_ROW_COLUMNS: usize = 200;
pub(super) const MAX_COLUMN_COLUMNS: usize = 10_000;
/// Maximum number of columns in a primary key, also in the key of an index table.
pub(super) const MAX_KEY_COLUMNS: usize = 30;
pub(super) const MAX_INDEXES: usize = 20;
pub(super) const MAX_CHANGEFEEDS: usize = 5;
/// Maximum length of a column's name, or of an element of a path, in bytes.
pub(super) const MAX_NAME_LENGTH: usize = 255;
/// Maximum number of elements in a path.
pub(super) const MAX_DEPTH: usize = 32;
pub(super) const MAX_PARTITIONS: u64 = 35_000;
pub(super) const DEFAULT_SHARDS: u32 = 64;

/// Use of columns of some type in a table of some store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnUse {
    /// None: tables of neither store can have columns of the type.
    Nowhere,
    /// None in this store: only tables of the other store can have columns of the type.
    OtherStore,
    /// Column that cannot be part of a key.
    Value,
    /// Column that can also be part of a key.
    Key,
}

/// Kind of value that a TTL reads from a column, by the column's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TtlClock {
    /// Type that a TTL cannot read.
    None,
    Moment,
    /// Number, whose unit the TTL must name.
    Number,
}

/// Returns the use of columns of this type in a table of this store.
const fn uses(ty: &Type, store: Store) -> ColumnUse {
    let (row, column) = match ty {
        Type::Primitive(primitive) => stores(*primitive),
        Type::Decimal { .. } => (ColumnUse::Key, ColumnUse::Key),
        _ => (ColumnUse::Nowhere, ColumnUse::Nowhere),
    };
    match store {
        Store::Row => row,
        Store::Column => column,
    }
}

/// Returns the use of columns of a type in row tables, and the use in column tables.
const fn stores(primitive: Primitive) -> (ColumnUse, ColumnUse) {
    use Primitive as P;
    match primitive {
        P::Int8 | P::Int16 | P::Int32 | P::Int64 | P::Uint8 | P::Uint16 | P::Uint32 | P::Uint64 => {
            (ColumnUse::Key, ColumnUse::Key)
        }
        P::Date | P::Datetime | P::Timestamp => (ColumnUse::Key, ColumnUse::Key),
        P::Date32 | P::Datetime64 | P::Timestamp64 | P::Interval64 => (ColumnUse::Key, ColumnUse::Key),
        P::String | P::Utf8 => (ColumnUse::Key, ColumnUse::Key),
        P::Bool | P::Uuid => (ColumnUse::Key, ColumnUse::Value),
        P::Interval | P::DyNumber => (ColumnUse::Key, ColumnUse::OtherStore),
        P::Float | P::Double | P::Json | P::JsonDocument | P::Yson => (ColumnUse::Value, ColumnUse::Value),
        P::TzDate | P::TzDatetime | P::TzTimestamp => (ColumnUse::Nowhere, ColumnUse::Nowhere),
    }
}

/// Returns the kind of value that a TTL reads from a column of this type.
const fn clock(ty: &Type) -> TtlClock {
    use Primitive as P;
    let Type::Primitive(primitive) = ty else { return TtlClock::None };
    match primitive {
        P::Date | P::Datetime | P::Timestamp | P::Date32 | P::Datetime64 | P::Timestamp64 => TtlClock::Moment,
        P::Uint32 | P::Uint64 | P::DyNumber => TtlClock::Number,
        _ => TtlClock::None,
    }
}

/// Checks the requested TTL of a table with these columns and this key, and returns it with the column's position.
pub(super) fn build_ttl(spec: TtlSpec, columns: &[Column], key: &[usize], store: Store, now_us: u64) -> Result<Ttl> {
    let Some(position) = columns.iter().position(|column| *column.name == *spec.column) else {
        let text = match store {
            Store::Row => format!("Cannot enable TTL on unknown column: '{}'", spec.column),
            Store::Column => "Incorrect ttl column - not found in scheme".to_owned(),
        };
        return Err(refusal::scheme(text));
    };
    check_unit(&columns[position].ty, spec.unit)?;
    check_tiers(&spec, store)?;
    let longest = spec.tiers.iter().map(|tier| tier.after_us).max().unwrap_or(0);
    let (longest, now) = (longest / 1_000_000, i64::try_from(now_us / 1_000_000).unwrap_or(i64::MAX));
    if longest > now {
        let (days, years) = (now / 86_400, now / 86_400 / 365);
        return Err(refusal::scheme(format!(
            "TTL should be less than {now} seconds ({days} days, {years} years). \
             The ttl behaviour is undefined before 1970."
        )));
    }
    if store == Store::Column && key.first() != Some(&position) {
        let text = "Haven't MAX-index for TTL column and TTL column is not first column in primary key";
        return Err(refusal::scheme(text));
    }
    Ok(Ttl { column: position, unit: spec.unit, tiers: spec.tiers })
}

fn check_unit(ty: &Type, unit: Option<TtlUnit>) -> Result<()> {
    let text = match (clock(ty), unit) {
        (TtlClock::Moment, None) | (TtlClock::Number, Some(_)) => return Ok(()),
        (TtlClock::Moment, Some(_)) => {
            "To enable TTL on date type column 'DateTypeColumnModeSettings' should be specified"
        }
        (TtlClock::Number, None) => {
            "To enable TTL on integral type column 'ValueSinceUnixEpochModeSettings' should be specified"
        }
        (TtlClock::None, _) => "Unsupported column type",
    };
    Err(refusal::scheme(text))
}

fn check_tiers(spec: &TtlSpec, store: Store) -> Result<()> {
    for (i, tier) in spec.tiers.iter().enumerate() {
        let seconds = tier.after_us / 1_000_000;
        if tier.after_us < 0 {
            return Err(refusal::generic("Interval value cannot be negative"));
        }
        if store == Store::Row && tier.storage.is_some() {
            return Err(refusal::scheme("Only DELETE via TTL is allowed for row-oriented tables"));
        }
        if let Some(previous) = i.checked_sub(1).and_then(|i| spec.tiers.get(i)) {
            let before = previous.after_us / 1_000_000;
            if seconds <= before {
                return Err(refusal::scheme(format!(
                    "Tiers in the sequence must have increasing ApplyAfterSeconds: \
                     {before} (tier {}) >= {seconds} (tier {i})",
                    i - 1
                )));
            }
        }
        if tier.storage.is_none() && i + 1 != spec.tiers.len() {
            let text = format!("Tier {i}: only the last tier in TTL settings can have Delete action");
            return Err(refusal::scheme(text));
        }
    }
    if spec.tiers.is_empty() {
        return Err(refusal::scheme("TTL without eviction time"));
    }
    Ok(())
}

/// Converts the value of a literal from type `from` to type `to`. Every conversion of a write into a column is
/// possible, and also integers to other integer types that have their value, and bytes to text. Returns `None` if the
/// value does not fit.
pub fn fit_literal(from: &Type, value: &Value, to: &Type) -> Option<Value> {
    let (from, to) = (from.unwrap_optional(), to.unwrap_optional());
    match (from.primitive(), to.primitive(), value) {
        _ if value.is_null() || from == to => Some(value.clone()),
        (Some(from), Some(to), _) if from.is_integer() && to.is_integer() => {
            types::from_stored(types::stored(value)?, to)
        }
        (Some(Primitive::String), Some(Primitive::Utf8), Value::Bytes(bytes)) => {
            std::str::from_utf8(bytes).ok().map(Value::text)
        }
        _ if types::write_type(from, to) => types::convert(value, from, to),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::fit_literal;
    use crate::types::{Primitive, Type, Value};

    #[test]
    fn literals_fit_where_yql_converts_them() {
        use Primitive::{Date, Double, Float, Int32, Int64, String, Timestamp, Timestamp64, Uint8, Uint64, Utf8, Uuid};
        let fits =
            |from: Primitive, value: Value, to: Primitive| fit_literal(&Type::from(from), &value, &Type::from(to));
        assert_eq!(fits(Int32, Value::Int(-100), Int64), Some(Value::Int(-100)));
        assert_eq!(fits(Int32, Value::Int(10), Uint64), Some(Value::Uint(10)));
        assert_eq!(fits(Int32, Value::Int(300), Uint8), None);
        assert_eq!(fits(Int64, Value::Int(5_000_000_000), Int32), None);
        assert_eq!(fits(Double, Value::Double(1.5), Float), None);
        assert_eq!(fits(String, Value::bytes(*b"a"), Utf8), Some(Value::text("a")));
        assert_eq!(fits(String, Value::bytes([0xFF]), Utf8), None);
        assert_eq!(fits(String, Value::bytes(*b"a"), Uuid), None);
        assert_eq!(fits(Int32, Value::Int(1), Timestamp), None);
        assert_eq!(fits(Date, Value::Uint(1), Timestamp64), Some(Value::Int(86_400_000_000)));
        assert_eq!(fits(Timestamp, Value::Uint(1), Date), None);
        let decimal = |precision, scale| Type::Decimal { precision, scale };
        assert_eq!(fit_literal(&decimal(5, 2), &Value::Decimal(150), &decimal(7, 4)), Some(Value::Decimal(15_000)));
        assert_eq!(fit_literal(&decimal(7, 4), &Value::Decimal(15_000), &decimal(5, 2)), None);
    }
}
