//! The names of primitive types in queries.

use super::Primitive;

/// Every name YQL has for a primitive type, in lower case: the types' own names, then aliases.
const NAMES: &[(&str, Primitive)] = &[
    ("bool", Primitive::Bool),
    ("int8", Primitive::Int8),
    ("uint8", Primitive::Uint8),
    ("int16", Primitive::Int16),
    ("uint16", Primitive::Uint16),
    ("int32", Primitive::Int32),
    ("uint32", Primitive::Uint32),
    ("int64", Primitive::Int64),
    ("uint64", Primitive::Uint64),
    ("float", Primitive::Float),
    ("double", Primitive::Double),
    ("date", Primitive::Date),
    ("datetime", Primitive::Datetime),
    ("timestamp", Primitive::Timestamp),
    ("interval", Primitive::Interval),
    ("tzdate", Primitive::TzDate),
    ("tzdatetime", Primitive::TzDatetime),
    ("tztimestamp", Primitive::TzTimestamp),
    ("date32", Primitive::Date32),
    ("datetime64", Primitive::Datetime64),
    ("timestamp64", Primitive::Timestamp64),
    ("interval64", Primitive::Interval64),
    ("string", Primitive::String),
    ("utf8", Primitive::Utf8),
    ("yson", Primitive::Yson),
    ("json", Primitive::Json),
    ("jsondocument", Primitive::JsonDocument),
    ("uuid", Primitive::Uuid),
    ("dynumber", Primitive::DyNumber),
    ("text", Primitive::Utf8),
    ("bytes", Primitive::String),
    // Not text: YQL's `varchar` holds bytes.
    ("varchar", Primitive::String),
    ("json_document", Primitive::JsonDocument),
    ("tinyint", Primitive::Int8),
    ("smallint", Primitive::Int16),
    ("int", Primitive::Int32),
    ("integer", Primitive::Int32),
    ("bigint", Primitive::Int64),
];

/// The primitive type of this name; case does not matter.
#[must_use]
pub fn parse_name(name: &str) -> Option<Primitive> {
    NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, primitive)| primitive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_in_any_case() {
        assert_eq!(parse_name("Utf8"), Some(Primitive::Utf8));
        assert_eq!(parse_name("TEXT"), Some(Primitive::Utf8));
        assert_eq!(parse_name("bytes"), Some(Primitive::String));
        assert_eq!(parse_name("Varchar"), Some(Primitive::String));
        assert_eq!(parse_name("BIGINT"), Some(Primitive::Int64));
        assert_eq!(parse_name("Decimal"), None);
        assert_eq!(parse_name("Serial"), None);
    }

    #[test]
    fn every_type_answers_to_its_own_name() {
        for &(_, primitive) in NAMES {
            assert_eq!(parse_name(&primitive.to_string()), Some(primitive));
        }
    }
}
