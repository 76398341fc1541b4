//! The casts that exist, and whether they may fail.
//!
//! A cast that may fail returns an optional type. A cast between numbers, dates and intervals may fail if the target's
//! range does not cover the source's range. The tests compare the results with YDB's own table.

use super::primitive::DAY_US;
use super::stored::StoredAs;
use super::{Primitive, Type};

/// Returns the type of `CAST(from AS to)`: optional if the cast may fail or the source is optional; `None` if there is
/// no such cast.
pub fn cast_type(from: &Type, to: &Type) -> Option<Type> {
    Some(if may_fail(from, to)? { to.clone().optional() } else { to.clone() })
}

/// Returns `true` if a cast may fail; `None` if there is no such cast.
fn may_fail(from: &Type, to: &Type) -> Option<bool> {
    match (from, to) {
        _ if from == to => Some(false),
        (Type::Optional(from), Type::Optional(to)) => may_fail(from, to).map(|_| false),
        (Type::Null, Type::Optional(_)) => Some(false),
        (Type::Null, _) => Some(true),
        // In an optional a failure becomes NULL; a list or a dict leaves the item out.
        (_, Type::Optional(to)) => may_fail(from, to).map(|_| false),
        (Type::Optional(from), _) => may_fail(from, to).map(|_| true),
        (Type::List(from), Type::List(to)) => may_fail(from, to).map(|_| false),
        (Type::Dict(from_key, from), Type::Dict(to_key, to)) => {
            may_fail(from_key, to_key)?;
            may_fail(from, to).map(|_| false)
        }
        (Type::EmptyList, Type::List(_)) | (Type::EmptyDict, Type::Dict(..)) => Some(false),
        (Type::Tuple(from), Type::Tuple(to)) => {
            if !to.iter().skip(from.len()).all(Type::is_optional) {
                return None;
            }
            any(from.iter().zip(to.iter()).map(|(from, to)| may_fail(from, to)))
        }
        (Type::Struct(from), Type::Struct(to)) => {
            any(to.iter().map(|(name, to)| match from.binary_search_by(|member| member.0.cmp(name)) {
                Ok(at) => may_fail(&from[at].1, to),
                Err(_) => to.is_optional().then_some(false),
            }))
        }
        (Type::Decimal { precision: p1, scale: s1 }, Type::Decimal { precision: p2, scale: s2 }) => {
            // The cast does not exist if no digit can be kept.
            let digits = (p1 - s1).min(p2 - s2) + s1.min(s2);
            let widens = p1 - s1 <= p2 - s2 && s1 <= s2;
            (widens || digits > 0).then_some(false)
        }
        (Type::Decimal { precision, scale }, Type::Primitive(to)) => match to {
            Primitive::Float | Primitive::Double | Primitive::String | Primitive::Utf8 => Some(false),
            _ => (to.is_integer() && precision > scale).then_some(true),
        },
        (Type::Primitive(from), Type::Decimal { precision, scale }) => match from {
            Primitive::String | Primitive::Utf8 => Some(true),
            _ => (from.is_integer() && precision > scale).then_some(false),
        },
        (Type::Primitive(from), Type::Primitive(to)) => primitive_may_fail(*from, *to),
        _ => None,
    }
}

fn any(mut parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    parts.try_fold(false, |fails, part| Some(fails | part?))
}

fn primitive_may_fail(from: Primitive, to: Primitive) -> Option<bool> {
    use Primitive::{Bool, Json, JsonDocument, String, Utf8, Yson};
    if from.is_tz() || to.is_tz() {
        // Any cast except that to text needs the time zone database, which the engine does not have.
        return (from.is_tz() && matches!(to, String | Utf8)).then_some(false);
    }
    match (from, to) {
        _ if from == to => Some(false),
        (Utf8, String) => Some(false),
        (String | Utf8, _) => Some(true),
        (Yson, String) | (Json, String | Utf8 | JsonDocument) | (JsonDocument, String | Utf8 | Json) => Some(false),
        _ if from.is_document() => None,
        (_, String | Utf8) => Some(false),
        _ if !is_numeric(from) || !is_numeric(to) => None,
        (Bool, _) => to.is_number().then_some(false),
        (_, Bool) => from.is_number().then_some(from.is_float()),
        _ if from.is_float() => to.is_number().then_some(to.is_integer()),
        _ if to.is_float() => Some(false),
        _ if from.is_integer() || to.is_integer() => Some(!holds(to, from, 1, 1)),
        _ if from.is_date() && to.is_date() => Some(!holds(to, from, to.unit_us(), from.unit_us())),
        _ => (from.is_interval() && to.is_interval()).then(|| !holds(to, from, 1, 1)),
    }
}

/// Returns `true` for a Bool, a number, a date or an interval.
const fn is_numeric(primitive: Primitive) -> bool {
    use StoredAs::{Bool, Double, Float, Signed, Unsigned};
    matches!(primitive.stored_as(), Bool | Signed(_) | Unsigned(_) | Float | Double)
}

/// Returns `true` if the range of `wide` covers the range of `narrow`, each in its own unit.
fn holds(wide: Primitive, narrow: Primitive, wide_unit: i64, narrow_unit: i64) -> bool {
    let (Some(wide), Some(narrow)) = (wide.range(), narrow.range()) else { return false };
    let least = |range: (i128, i128), unit: i64| range.0 * i128::from(unit);
    // Rounded down to whole days, the last point in time is the last day.
    let last_day = |range: (i128, i128), unit: i64| {
        (range.1 * i128::from(unit)) / i128::from(if wide_unit == narrow_unit { unit } else { DAY_US })
    };
    least(wide, wide_unit) <= least(narrow, narrow_unit) && last_day(narrow, narrow_unit) <= last_day(wide, wide_unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Primitive::*;

    /// Casts between primitive types from YDB's table: `+` never fails, `?` may fail, `-` does not exist. The columns
    /// are in the order of `TYPES`.
    const TABLE: [&str; 26] = [
        "+++++++++++++-------------", // Bool
        "++?+?+?+?++++---???+--++++", // Int8
        "+?+++++++++++---++++--++++", // Uint8
        "+??+?+?+?++++---???+--++++", // Int16
        "+???+++++++++---?+++--++++", // Uint16
        "+????+?+?++++---???+--?+++", // Int32
        "+?????+++++++---??++--?+++", // Uint32
        "+??????+?++++---????--????", // Int64
        "+???????+++++---????--????", // Uint64
        "?????????++++-------------", // Double
        "?????????++++-------------", // Float
        "???????????+??????????????", // String
        "???????????++?????????????", // Utf8
        "-----------+-+------------", // Yson
        "-----------++-+------+----", // Json
        "-----------++--+----------", // Uuid
        "-???+++++++++---+++---+++-", // Date
        "-?????+++++++---+++---+++-", // Datetime
        "-??????++++++---+++---+++-", // Timestamp
        "-??????+?++++------+-----+", // Interval
        "-----------++-------+-----", // DyNumber
        "-----------++-+------+----", // JsonDocument
        "-????+?+?++++---???---+++-", // Date32
        "-??????+?++++---???---+++-", // Datetime64
        "-??????+?++++---???---+++-", // Timestamp64
        "-??????+?++++------?-----+", // Interval64
    ];
    const TYPES: [Primitive; 26] = [
        Bool,
        Int8,
        Uint8,
        Int16,
        Uint16,
        Int32,
        Uint32,
        Int64,
        Uint64,
        Double,
        Float,
        String,
        Utf8,
        Yson,
        Json,
        Uuid,
        Date,
        Datetime,
        Timestamp,
        Interval,
        DyNumber,
        JsonDocument,
        Date32,
        Datetime64,
        Timestamp64,
        Interval64,
    ];

    #[test]
    fn primitive_casts_are_those_of_ydb() {
        for (row, from) in TABLE.iter().zip(TYPES) {
            for (cell, to) in row.chars().zip(TYPES) {
                let expected = match cell {
                    '+' => Some(false),
                    '?' => Some(true),
                    _ => None,
                };
                assert_eq!(primitive_may_fail(from, to), expected, "{from} to {to}");
            }
        }
    }

    #[test]
    fn ydbs_table_has_every_type_without_time_zone() {
        let mut missing = Primitive::ALL.iter().filter(|primitive| !primitive.is_tz() && !TYPES.contains(primitive));
        assert_eq!(missing.next(), None);
    }

    #[test]
    fn decimals() {
        let decimal = |precision, scale| Type::Decimal { precision, scale };
        assert_eq!(cast_type(&decimal(5, 2), &String.into()), Some(String.into()));
        assert_eq!(cast_type(&decimal(5, 2), &Int32.into()), Some(Type::from(Int32).optional()));
        assert_eq!(cast_type(&Int64.into(), &decimal(5, 2)), Some(decimal(5, 2)));
        assert_eq!(cast_type(&Double.into(), &decimal(5, 2)), None);
        assert_eq!(cast_type(&Utf8.into(), &decimal(5, 2)), Some(decimal(5, 2).optional()));
        assert_eq!(cast_type(&decimal(5, 2), &decimal(3, 0)), Some(decimal(3, 0)));
        assert_eq!(cast_type(&decimal(2, 2), &decimal(2, 0)), None);
    }

    #[test]
    fn optionals_and_containers() {
        let optional = |ty: Primitive| Type::from(ty).optional();
        assert_eq!(cast_type(&optional(Int32), &Int64.into()), Some(optional(Int64)));
        assert_eq!(cast_type(&optional(String), &optional(Int64)), Some(optional(Int64)));
        assert_eq!(cast_type(&Type::Null, &Int64.into()), Some(optional(Int64)));
        let tuple = |types: &[Primitive]| Type::Tuple(types.iter().map(|&ty| ty.into()).collect());
        let strings = tuple(&[Int32, String]);
        assert_eq!(cast_type(&tuple(&[Int32, Utf8]), &strings), Some(strings.clone()));
        assert_eq!(cast_type(&tuple(&[Int64, Utf8]), &strings), Some(strings.clone().optional()));
        assert_eq!(cast_type(&tuple(&[Int32]), &strings), None);
        assert_eq!(cast_type(&tuple(&[Int32, Utf8, Bool]), &strings), Some(strings));
        let list = |ty: Primitive| Type::List(std::sync::Arc::new(ty.into()));
        assert_eq!(cast_type(&list(String), &list(Int32)), Some(list(Int32)));
        assert_eq!(cast_type(&list(Bool), &list(Date)), None);
    }
}
