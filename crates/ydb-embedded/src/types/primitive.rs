//! YQL's primitive types and the names by which queries call them.

use std::fmt;

/// The one list of primitive types: the enum, [`Primitive::ALL`] and [`Primitive::name`] are made from it.
macro_rules! primitives {
    ($($name:ident),* $(,)?) => {
        /// A primitive data type; `Decimal` is not one of them because it has parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "the names are YQL's own")]
        pub enum Primitive {
            $($name),*
        }

        impl Primitive {
            /// Every primitive type.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The type's name as YDB prints it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name)),*
                }
            }
        }
    };
}

primitives![
    Bool,
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Float,
    Double,
    Date,
    Datetime,
    Timestamp,
    Interval,
    TzDate,
    TzDatetime,
    TzTimestamp,
    Date32,
    Datetime64,
    Timestamp64,
    Interval64,
    String,
    Utf8,
    Yson,
    Json,
    JsonDocument,
    Uuid,
    DyNumber,
];

/// The other names that YQL has for some types.
const ALIASES: &[(&str, Primitive)] = &[
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

/// The primitive type of this name or alias; case does not matter.
pub fn parse_name(name: &str) -> Option<Primitive> {
    let own = Primitive::ALL.iter().find(|primitive| primitive.name().eq_ignore_ascii_case(name));
    own.copied().or_else(|| {
        let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
        alias.map(|&(_, primitive)| primitive)
    })
}

impl fmt::Display for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_in_any_case() {
        assert_eq!(parse_name("Utf8"), Some(Primitive::Utf8));
        assert_eq!(parse_name("uTF8"), Some(Primitive::Utf8));
        assert_eq!(parse_name("TEXT"), Some(Primitive::Utf8));
        assert_eq!(parse_name("bytes"), Some(Primitive::String));
        assert_eq!(parse_name("Varchar"), Some(Primitive::String));
        assert_eq!(parse_name("BIGINT"), Some(Primitive::Int64));
        assert_eq!(parse_name("JsonDocument"), Some(Primitive::JsonDocument));
        assert_eq!(parse_name("Decimal"), None);
        assert_eq!(parse_name("Serial"), None);
    }

    #[test]
    fn no_alias_hides_a_name() {
        for (alias, _) in ALIASES {
            assert!(Primitive::ALL.iter().all(|primitive| !primitive.name().eq_ignore_ascii_case(alias)), "{alias}");
        }
    }
}
