//! Languages with their files, types and names, and the types that they cannot send.

use ydb_keys::YdbType;

use Language::*;

/// A language of YDB's official clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Python,
    TypeScript,
    Go,
    Java,
}

impl Language {
    /// Returns the name of the generated file.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Python => "keys.py",
            TypeScript => "keys.ts",
            Go => "keys.go",
            Java => "Keys.java",
        }
    }

    /// Writes a name in the case that the language uses for fields.
    pub(super) fn case(self, name: &str) -> String {
        if self == Python { snake(name) } else { camel(name) }
    }

    /// Lists the names that a field may not have: keywords, and names that the classes define or use.
    pub(super) fn reserved(self) -> &'static str {
        match self {
            Python => {
                "and as assert async await break class continue def del elif else except finally for from global if \
                 import in is lambda nonlocal not or pass raise return try while with none true false self parameters \
                 point at_least below fixed cls date datetime timedelta ydb list range str bool bytes"
            }
            TypeScript => {
                "break case catch class const continue debugger default delete do else enum export extends false \
                 finally for function if import in instanceof new null return super switch this throw true try typeof \
                 var void while with as implements interface let package private protected public static yield await \
                 arguments eval undefined constructor parameters point atLeast below bounds end fixed bounded typed int \
                 big time bigTime bool text bytes uuid framed numericHash intHash64 le xxh3 prototype name length"
            }
            Go => {
                "break case chan const continue default defer else fallthrough for func go goto if import interface map \
                 package range return select struct switch type var string bool byte error true false nil len append \
                 make uint8 uint16 uint32 uint64 int8 int16 int32 int64 key atLeast below buckets condition err hashed \
                 big binary context errors fmt options slices table time types utf8 uuid xxh3"
            }
            Java => {
                "abstract assert boolean break byte case catch char class const continue default do double else enum \
                 extends final finally float for goto if implements import instanceof int interface long native new \
                 package private protected public return short static strictfp super switch synchronized this throw \
                 throws transient try void volatile while true false null var record yield table parameters point \
                 atLeast below condition buckets bucket getClass hashCode equals toString notify notifyAll wait clone \
                 finalize"
            }
        }
    }

    /// Returns the reason why the language's client cannot send a column of this type exactly.
    pub(super) fn refuses(self, ty: YdbType) -> Option<&'static str> {
        use YdbType::*;
        match (self, ty) {
            (Python, Decimal { precision: 29.., .. }) => Some("Python's client rounds to 28 digits"),
            (TypeScript, Decimal { .. }) => Some("the client `@ydbjs/value` does not have"),
            (TypeScript, Date32 | Datetime64 | Timestamp64 | Interval64) => {
                Some("the client `@ydbjs/query` does not know")
            }
            (Go, Interval64) => Some("the Go client documents in nanoseconds and sends as microseconds"),
            (Java, DyNumber) => Some("the Java client does not have"),
            _ => None,
        }
    }

    /// Returns the type of a field in the language. A time or an interval is the number that YDB stores.
    pub(super) fn held(self, ty: YdbType) -> &'static str {
        use YdbType::*;
        let [python, typescript, go, java] = match ty.stored_as().unwrap_or(ty) {
            Bool => ["bool", "boolean", "bool", "boolean"],
            Int8 => ["int", "number", "int8", "byte"],
            Int16 => ["int", "number", "int16", "short"],
            Int32 => ["int", "number", "int32", "int"],
            Int64 => ["int", "bigint", "int64", "long"],
            Uint8 => ["int", "number", "uint8", "int"],
            Uint16 => ["int", "number", "uint16", "int"],
            Uint32 => ["int", "number", "uint32", "long"],
            Uint64 => ["int", "bigint", "uint64", "long"],
            String => ["bytes", "Uint8Array", "[]byte", "byte[]"],
            Uuid => ["UUID", "string", "uuid.UUID", "UUID"],
            Decimal { .. } => ["Decimal", "string", "*big.Int", "BigDecimal"],
            _ => ["str", "string", "string", "String"],
        };
        match self {
            Python => python,
            TypeScript => typescript,
            Go => go,
            Java if ty.is_time() => "long",
            Java => java,
        }
    }

    /// Returns the type of the argument that a caller passes for a field.
    pub(super) fn given(self, ty: YdbType) -> &'static str {
        match (self, kind(ty), self.held(ty)) {
            (Python, "time", _) if matches!(ty, YdbType::Date | YdbType::Date32) => "date | int",
            (Python, "time", _) => "datetime | int",
            (Python, "interval", _) => "timedelta | int",
            (TypeScript, "time", "bigint") => "Date | bigint",
            (TypeScript, "time", _) => "Date | number",
            (Go, "time", _) => "time.Time",
            (Go, "interval", _) => "time.Duration",
            (Java, "time", _) => "Instant",
            (Java, "interval", _) => "Duration",
            (.., held) => held,
        }
    }
}

/// Returns the kind of a type. The templates choose their code by it.
pub(super) fn kind(ty: YdbType) -> &'static str {
    match ty {
        YdbType::Bool => "bool",
        YdbType::String => "bytes",
        YdbType::Utf8 => "text",
        YdbType::Uuid => "uuid",
        YdbType::Decimal { .. } => "decimal",
        YdbType::Interval | YdbType::Interval64 => "interval",
        _ if ty.is_time() => "time",
        _ if ty.is_integer() => "int",
        _ => "dynumber",
    }
}

/// Returns the number of microseconds in the unit of a time type.
pub(super) fn unit(ty: YdbType) -> Option<u64> {
    match ty {
        YdbType::Date | YdbType::Date32 => Some(86_400_000_000),
        YdbType::Datetime | YdbType::Datetime64 => Some(1_000_000),
        YdbType::Timestamp | YdbType::Timestamp64 => Some(1),
        _ => None,
    }
}

/// Splits a name into words: `user-id` and `userID` are `user` and `id`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            let begins = !before.is_ascii_alphanumeric() || (c.is_ascii_uppercase() && before.is_ascii_lowercase());
            match words.last_mut().filter(|_| !begins) {
                Some(word) => word.push(c.to_ascii_lowercase()),
                None => words.push(c.to_ascii_lowercase().to_string()),
            }
        }
        before = c;
    }
    words
}

fn capitalized(word: &str) -> String {
    let mut word = word.to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    word
}

/// Writes a name as `user_id`.
pub(super) fn snake(name: &str) -> String {
    not_a_number(words(name).join("_"))
}

/// Writes a name as `UserId`.
pub(super) fn pascal(name: &str) -> String {
    let name: String = words(name).iter().map(|word| capitalized(word)).collect();
    if name.starts_with(|first: char| first.is_ascii_digit()) { format!("N{name}") } else { name }
}

/// Writes a name as `userId`.
pub(super) fn camel(name: &str) -> String {
    let mut words = words(name).into_iter();
    let first = words.next().unwrap_or_default();
    not_a_number(words.fold(first, |name, word| name + &capitalized(&word)))
}

fn not_a_number(name: String) -> String {
    if name.starts_with(|first: char| !first.is_ascii_alphabetic()) || name.is_empty() {
        return format!("n{name}");
    }
    name
}

/// Adds `_` to the name until it differs from all taken names, and adds the result to the taken names.
pub(super) fn unique(mut name: String, taken: &mut Vec<String>) -> String {
    while taken.contains(&name) {
        name.push('_');
    }
    taken.push(name.clone());
    name
}

/// Returns the type name of each table: `OrdersKey` for `shop/orders`. If two tables have the same last name, their
/// names come from the whole path.
pub(super) fn types<'a>(paths: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let last = |path: &str| pascal(path.rsplit('/').next().unwrap_or(path));
    let mut taken = Vec::new();
    let name = |path: &'a str| {
        let short = last(path);
        let is_only = paths.clone().filter(|other| last(other) == short).count() == 1;
        let name = if is_only { short } else { pascal(path) };
        unique(name + "Key", &mut taken)
    };
    paths.clone().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_case() {
        for (name, of_python, of_go, of_java) in [
            ("user_id", "user_id", "UserId", "userId"),
            ("userID", "user_id", "UserId", "userId"),
            ("full-name", "full_name", "FullName", "fullName"),
            ("SELECT", "select", "Select", "select"),
            ("1st", "n1st", "N1st", "n1st"),
            ("_", "n", "", "n"),
        ] {
            assert_eq!((snake(name), pascal(name), camel(name)), (of_python.into(), of_go.into(), of_java.into()));
        }
    }

    #[test]
    fn tables_of_one_name_are_told_apart_by_their_paths() {
        let paths = ["a/orders", "b/orders", "log/events", "b_orders"];
        assert_eq!(types(paths.into_iter()), ["AOrdersKey", "BOrdersKey", "EventsKey", "BOrdersKey_"]);
    }
}
