//! JSON: whether a text is valid, and the form that JsonDocument keeps.

/// Whether this text is one JSON value.
#[must_use]
pub fn is_valid(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

/// The text as a JsonDocument prints it: no spaces, keys in order, of repeated keys the last.
pub(super) fn document(text: &str) -> Option<String> {
    let mut value: serde_json::Value = serde_json::from_str(text).ok()?;
    numbers_to_double(&mut value);
    serde_json::to_string(&value).ok()
}

/// A JsonDocument keeps every number as a Double; whole ones print without a fraction.
fn numbers_to_double(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Number(number) => {
            if let Some(double) = number.as_f64() {
                let is_whole = double.fract() == 0.0 && double.abs() < 1e15;
                let whole = is_whole.then(|| serde_json::Number::from(double as i64));
                if let Some(number_form) = whole.or_else(|| serde_json::Number::from_f64(double)) {
                    *number = number_form;
                }
            }
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(numbers_to_double),
        serde_json::Value::Object(members) => members.values_mut().for_each(numbers_to_double),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validity() {
        assert!(is_valid(r#"{"a": [1, null, "x"]}"#));
        assert!(is_valid("1"));
        assert!(!is_valid("{a: 1}"));
        assert!(!is_valid(""));
        assert!(!is_valid("1 2"));
    }

    #[test]
    fn documents_are_compact_and_sorted() {
        assert_eq!(document(r#"{ "b": 1.0, "a": [true, 2.5], "b": 3 }"#).as_deref(), Some(r#"{"a":[true,2.5],"b":3}"#));
        assert_eq!(document("nope"), None);
    }
}
