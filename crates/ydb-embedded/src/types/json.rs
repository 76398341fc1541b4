//! JSON: validity of texts, the form that JsonDocument keeps, and the form that YDB's JSON writer prints.

/// Returns `true` if the text is one JSON value.
pub fn is_valid(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

/// Returns the text as a JsonDocument returns it: no spaces, keys sorted by their bytes, numbers as doubles, and only
/// the last of repeated keys. YDB's binary form sorts keys; UNVERIFIED: which of the repeated keys it returns.
pub fn document(text: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let mut out = String::with_capacity(text.len());
    write(&value, &mut out, |number| number.as_f64().map(double::<16>))?;
    Some(out)
}

/// Returns the text as YDB's JSON writer prints it after reading it: no spaces, integers unchanged, doubles with ten
/// digits. YDB prints keys in the order of a hash table; here they are sorted by their bytes.
pub fn reprinted(text: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let mut out = String::with_capacity(text.len());
    write(&value, &mut out, |number| {
        if number.is_f64() { number.as_f64().map(double::<10>) } else { Some(number.to_string()) }
    })?;
    Some(out)
}

pub fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn write(
    value: &serde_json::Value,
    out: &mut String,
    print: impl Fn(&serde_json::Number) -> Option<String> + Copy,
) -> Option<()> {
    use serde_json::Value;
    match value {
        Value::Number(number) => out.push_str(&print(number)?),
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write(item, out, print)?;
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(key, _)| *key);
            out.push('{');
            for (i, (key, value)) in members.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                out.push_str(&serde_json::to_string(key).ok()?);
                out.push(':');
                write(value, out, print)?;
            }
            out.push('}');
        }
        plain => out.push_str(&serde_json::to_string(plain).ok()?),
    }
    Some(())
}

/// Prints a double with this number of significant digits, as C's `%.16g` does for 16. YDB keeps the numbers of a
/// JsonDocument as doubles (`InternNumber` in `binary_json/write.cpp`) and prints them with 16 digits (`DoubleNDigits`
/// in `read.cpp`).
pub fn double<const DIGITS: i32>(value: f64) -> String {
    let decimals = usize::try_from(DIGITS - 1).unwrap_or_default();
    let scientific = format!("{value:.decimals$e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let stripped = |digits: &str| {
        if digits.contains('.') {
            digits.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            digits.to_owned()
        }
    };
    if (-4..DIGITS).contains(&exponent) {
        // The exponent is less than the number of digits, so the number of decimals is not negative.
        let decimals = usize::try_from(DIGITS - 1 - exponent).unwrap_or_default();
        return stripped(&format!("{value:.decimals$}"));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", stripped(mantissa), exponent.unsigned_abs())
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
        assert_eq!(document(r#"{"é":1,"z":2,"Z":"a\"b"}"#).as_deref(), Some(r#"{"Z":"a\"b","z":2,"é":1}"#));
        assert_eq!(document("nope"), None);
    }

    /// The expected texts were printed by `printf("%.16g")`.
    #[test]
    fn numbers_are_doubles_of_sixteen_digits() {
        for (written, kept) in [
            ("0", "0"),
            ("-23", "-23"),
            ("1.2345", "1.2345"),
            ("0.12345", "0.12345"),
            ("1.0", "1"),
            ("100", "100"),
            ("9007199254740992", "9007199254740992"),
            ("9007199254740993", "9007199254740992"),
            ("-9007199254740993", "-9007199254740992"),
            ("12345678901234567890", "1.234567890123457e+19"),
            ("18446744073709551615", "1.844674407370955e+19"),
            ("1e15", "1000000000000000"),
            ("1e16", "1e+16"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("0.1", "0.1"),
            ("0.3333333333333333", "0.3333333333333333"),
            ("1e-300", "1e-300"),
        ] {
            assert_eq!(document(written).as_deref(), Some(kept), "{written}");
        }
        assert_eq!(document("1e999"), None);
    }
}
