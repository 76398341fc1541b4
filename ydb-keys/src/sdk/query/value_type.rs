//! Finds the YQL type of one of the client's values.
//!
//! The client gives no access to the types of its optionals, lists and structs, but it prints them. For an optional and
//! a list it keeps an example, which it prints before the contents.

use std::fmt::{self, Write as _};

use ydb::Value as SdkValue;

use ydb_keys_core::ddl::Name;

/// Returns the type in the form of a DECLARE; `None` for a value that cannot be a parameter.
pub(super) fn type_of(value: &SdkValue) -> Option<String> {
    // Number of printed bytes that are enough to know the type.
    let most = match value {
        SdkValue::Struct(_) | SdkValue::Decimal(_) => usize::MAX,
        SdkValue::Optional(_) | SdkValue::List(_) => 1 << 16,
        _ => 16,
    };
    let mut printed = Printed { text: String::new(), most };
    // An error means that enough is printed.
    let _ = write!(printed, "{value:?}");
    printed_type(&mut printed.text.as_str())
}

struct Printed {
    text: String,
    most: usize,
}

impl fmt::Write for Printed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        if self.text.len() < self.most { Ok(()) } else { Err(fmt::Error) }
    }
}

/// Reads the type of the next printed value, and removes the value from `rest`.
fn printed_type(rest: &mut &str) -> Option<String> {
    let (kind, after) = rest.split_once('(')?;
    *rest = after;
    let ty = match kind {
        "Optional" => {
            skip_to(rest, "t: ")?;
            format!("{}?", printed_type(rest)?)
        }
        "List" => {
            skip_to(rest, "t: ")?;
            format!("List<{}>", printed_type(rest)?)
        }
        "Struct" => return printed_struct(rest),
        "Decimal" => {
            skip_to(rest, "precision: ")?;
            let (precision, after) = rest.split_once(", scale: ")?;
            *rest = after;
            format!("Decimal({precision},{})", rest.split([' ', ',', '}']).next()?)
        }
        "DateTime" => "Datetime".to_owned(),
        "IntervalMicros" => "Interval".to_owned(),
        "Bytes" => "String".to_owned(),
        "Text" => "Utf8".to_owned(),
        "Bool" | "Int8" | "Uint8" | "Int16" | "Uint16" | "Int32" | "Uint32" | "Int64" | "Uint64" | "Float"
        | "Double" | "Date" | "Timestamp" | "Date32" | "Datetime64" | "Timestamp64" | "Interval64" | "Yson"
        | "Json" | "JsonDocument" | "Uuid" => kind.to_owned(),
        _ => return None,
    };
    close(rest, if matches!(kind, "Optional" | "List" | "Decimal") { 2 } else { 1 });
    Some(ty)
}

/// Reads the type of `Struct(ValueStruct { fields_name: ["a", "b"], values: [Uint64(0), Text("")] })`, after its first
/// parenthesis.
fn printed_struct(rest: &mut &str) -> Option<String> {
    skip_to(rest, "fields_name: [")?;
    let mut names = Vec::new();
    while let Some(name) = rest.trim_start_matches(", ").strip_prefix('"') {
        // Names of columns have no quotes.
        let (name, after) = name.split_once('"')?;
        names.push(name);
        *rest = after;
    }
    skip_to(rest, "values: [")?;
    let mut members = Vec::new();
    for name in names {
        *rest = rest.trim_start_matches(", ");
        members.push(format!("{}: {}", Name(name), printed_type(rest)?));
    }
    close(rest, 3);
    Some(format!("Struct<{}>", members.join(", ")))
}

fn skip_to(rest: &mut &str, wanted: &str) -> Option<()> {
    *rest = rest.split_once(wanted)?.1;
    Some(())
}

/// Skips to behind the end of this many open brackets.
fn close(rest: &mut &str, mut open: usize) {
    let (mut in_text, mut letters) = (false, rest.char_indices());
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' if in_text => drop(letters.next()),
            '"' => in_text = !in_text,
            '(' | '[' | '{' if !in_text => open += 1,
            ')' | ']' | '}' if !in_text => open -= 1,
            _ => {}
        }
        if open == 0 {
            *rest = &rest[at + 1..];
            return;
        }
    }
    *rest = "";
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;
    use crate::sdk::value::{example, to_sdk};
    use ydb_keys_core::types::{Value, YdbType};

    fn of(ty: YdbType, optional: bool) -> SdkValue {
        to_sdk(example(ty, optional), ty, optional).unwrap()
    }

    /// Values of each type as the library itself sends them.
    #[test]
    fn a_value_has_the_type_that_it_was_made_of() {
        for ty in [
            YdbType::Bool,
            YdbType::Int8,
            YdbType::Int16,
            YdbType::Int32,
            YdbType::Int64,
            YdbType::Uint8,
            YdbType::Uint16,
            YdbType::Uint32,
            YdbType::Uint64,
            YdbType::Float,
            YdbType::Double,
            YdbType::Decimal { precision: 22, scale: 9 },
            YdbType::String,
            YdbType::Utf8,
            YdbType::Json,
            YdbType::JsonDocument,
            YdbType::Yson,
            YdbType::Uuid,
            YdbType::Date,
            YdbType::Datetime,
            YdbType::Timestamp,
            YdbType::Interval,
            YdbType::Date32,
            YdbType::Datetime64,
            YdbType::Timestamp64,
            YdbType::Interval64,
        ] {
            assert_eq!(type_of(&of(ty, false)), Some(ty.to_string()));
            assert_eq!(type_of(&of(ty, true)), Some(format!("{ty}?")));
            let fields =
                vec![("a".to_owned(), of(ty, false)), ("b c".to_owned(), of(ty, true)), ("d".to_owned(), true.into())];
            let row = SdkValue::struct_from_fields(fields);
            let list = SdkValue::list_from(row.clone(), vec![row; 3]).unwrap();
            assert_eq!(type_of(&list), Some(format!("List<Struct<`a`: {ty}, `b c`: {ty}?, `d`: Bool>>")));
        }
    }

    #[test]
    fn values_of_any_size() {
        let long = SdkValue::Text("(\"[\\".repeat(100_000));
        assert_eq!(type_of(&long).as_deref(), Some("Utf8"));
        let list = SdkValue::list_from("\\\"{".into(), vec![long.clone(); 10]).unwrap();
        assert_eq!(type_of(&list).as_deref(), Some("List<Utf8>"));
        assert_eq!(type_of(&Some("x".repeat(200_000)).into()).as_deref(), Some("Utf8?"));
        let row = SdkValue::struct_from_fields(vec![("a".to_owned(), long), ("b".to_owned(), 1_u8.into())]);
        assert_eq!(type_of(&row).as_deref(), Some("Struct<`a`: Utf8, `b`: Uint8>"));
        let empty = SdkValue::list_from(None::<u64>.into(), vec![]).unwrap();
        assert_eq!(type_of(&empty).as_deref(), Some("List<Uint64?>"));
        let time = SystemTime::UNIX_EPOCH + Duration::new(1, 5);
        let times = SdkValue::struct_from_fields(vec![
            ("a".to_owned(), SdkValue::Timestamp(time)),
            ("b".to_owned(), SdkValue::Bytes(vec![1, 2].into())),
        ]);
        assert_eq!(type_of(&times).as_deref(), Some("Struct<`a`: Timestamp, `b`: String>"));
        let number = to_sdk(Value::Uint64(7), YdbType::Uint64, true).unwrap();
        assert_eq!(type_of(&number).as_deref(), Some("Uint64?"));
    }

    #[test]
    fn what_is_no_parameter_has_no_type() {
        assert_eq!(type_of(&SdkValue::Null), None);
        assert_eq!(type_of(&SdkValue::Void), None);
    }
}
