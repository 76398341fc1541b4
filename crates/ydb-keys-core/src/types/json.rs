//! JSON columns: `#[ydb(json)]` for any serde type, and the check whether a text is JSON.

use std::marker::PhantomData;

use super::{ColumnInfo, Value, YdbType};
use crate::error::ValueError;

/// Types as which JSON text can be stored.
pub const TYPES: &[YdbType] = &[YdbType::Json, YdbType::JsonDocument, YdbType::Utf8];

/// Type that `#[ydb(json)]` can store: `Serialize + DeserializeOwned`, with the feature `serde_json`.
#[diagnostic::on_unimplemented(
    message = "column_type: `{Self}` cannot be stored as JSON",
    label = "not a serde type, or the feature `serde_json` of `ydb-keys` is off",
    note = "`#[ydb(json)]` needs `serde::Serialize` and `serde::Deserialize` on the type, and the feature `serde_json` of `ydb-keys`",
    note = "for more, run `ydb-keys explain column_type` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#column_type"
)]
pub trait JsonColumn: Sized {
    #[doc(hidden)]
    fn to_value(&self, ty: YdbType, nullable: bool) -> Result<Value<'_>, ValueError>;
    #[doc(hidden)]
    fn from_value(value: Value<'_>) -> Result<Self, ValueError>;
}

/// Info of a `#[ydb(json)]` field of type `T`, as `JsonInfo::<T>::INFO`: nullable if `T` is an `Option`, even through
/// an alias.
///
/// The inherent constant exists for options only; for all other types name resolution falls back to the trait.
#[doc(hidden)]
pub struct JsonInfo<T>(PhantomData<T>);

impl<T> JsonInfo<Option<T>> {
    pub const INFO: ColumnInfo = ColumnInfo::new(TYPES).nullable();
}

#[doc(hidden)]
pub trait RequiredJson {
    const INFO: ColumnInfo = ColumnInfo::new(TYPES);
}

impl<T> RequiredJson for JsonInfo<T> {}

// The check whether a text is JSON, before it is sent. For one text that is not, YDB refuses the whole request without
// naming the row, and a load in Arrow may store the text.
//
// Texts pass that any of YDB's parsers takes: `NaN` and infinities are numbers here, and names may be repeated. The
// check takes one pass over the text. The open brackets are kept in a list, so that deep nesting takes no stack.

/// Returns the byte at which the text stops being JSON; `None` if all of it is JSON.
pub fn invalid_json_at(text: &str) -> Option<usize> {
    let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
    match reader.document() {
        Some(()) => None,
        None => Some(reader.at),
    }
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    /// Reads one value, with nothing after it.
    fn document(&mut self) -> Option<()> {
        let mut open = Vec::new();
        loop {
            // A value begins here.
            self.space();
            match self.peek() {
                Some(bracket @ (b'{' | b'[')) => {
                    self.at += 1;
                    self.space();
                    if !self.take(bracket + 2) {
                        open.push(bracket + 2);
                        self.name(bracket)?;
                        continue;
                    }
                }
                Some(b'"') => self.string()?,
                Some(b'-' | b'0'..=b'9') => self.number()?,
                _ => self.word()?,
            }
            // A value has ended here.
            loop {
                self.space();
                let Some(&end) = open.last() else { return (self.at == self.bytes.len()).then_some(()) };
                if self.take(b',') {
                    self.name(end - 2)?;
                    break;
                }
                if !self.take(end) {
                    return None;
                }
                open.pop();
            }
        }
    }

    /// Reads the name before a value, if the bracket is that of an object.
    fn name(&mut self, bracket: u8) -> Option<()> {
        if bracket == b'{' {
            self.space();
            self.string()?;
            self.space();
            self.take(b':').then_some(())?;
        }
        Some(())
    }

    fn string(&mut self) -> Option<()> {
        self.take(b'"').then_some(())?;
        loop {
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' => {
                    let escaped = self.bytes.get(self.at + 1)?;
                    let digits = match escaped {
                        b'u' => self.bytes.get(self.at + 2..self.at + 6)?,
                        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => &[],
                        _ => return None,
                    };
                    digits.iter().all(u8::is_ascii_hexdigit).then_some(())?;
                    self.at += 2 + digits.len();
                }
                0..=0x1f => return None,
                _ => self.at += 1,
            }
        }
    }

    fn number(&mut self) -> Option<()> {
        self.take(b'-');
        if matches!(self.peek(), Some(b'I' | b'i' | b'N' | b'n')) {
            return self.word();
        }
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += digits;
        (digits > 0).then_some(())
    }

    fn word(&mut self) -> Option<()> {
        const WORDS: [&[u8]; 6] = [b"true", b"false", b"null", b"NaN", b"Infinity", b"Inf"];
        let word = WORDS.into_iter().find(|word| self.rest().starts_with(word))?;
        self.at += word.len();
        Some(())
    }

    fn space(&mut self) {
        let space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        self.at += self.rest().iter().take_while(space).count();
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn json_is_let_through() {
        for text in [
            "{}",
            "[]",
            "null",
            " true ",
            "-0.5e+10",
            "\"\"",
            r#""é\u00e9\"\\\/\b\f\n\r\t""#,
            "[1, [2, {\"a\": [], \"b\": {}}], 3]",
            "{\"a\": NaN, \"b\": -Infinity, \"a\": 1}",
            "\t[\n]\r ",
        ] {
            assert_eq!(invalid_json_at(text), None, "{text}");
        }
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert_eq!(invalid_json_at(&deep), None);
    }

    #[test]
    fn the_first_wrong_byte_is_found() {
        for (text, at) in [
            ("", 0),
            ("nonsense", 0),
            ("{", 1),
            ("[1,]", 3),
            ("{\"a\" 1}", 5),
            ("{a: 1}", 1),
            ("{\"a\": 1,}", 8),
            ("[1}", 2),
            ("[1] 2", 4),
            ("01", 1),
            ("1.", 2),
            ("-", 1),
            ("1e", 2),
            ("\"open", 5),
            ("\"\\x\"", 1),
            ("\"\\u00g0\"", 1),
            ("\"a\nb\"", 2),
            ("nul", 0),
            ("]", 0),
        ] {
            assert_eq!(invalid_json_at(text), Some(at), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text: String) {
            let _ = invalid_json_at(&text);
        }

        /// Every text that a JSON library takes passes. Other texts do not, except those with numbers beyond a double.
        #[cfg(feature = "serde_json")]
        #[test]
        fn it_agrees_with_a_json_library(text in "[\\[\\]{},:\"a0-9. eE+-]{0,12}|(\\[|\\{\"a\":){0,3}(1|\"b\"|null)(\\]|\\}){0,3}") {
            let known = serde_json::from_str::<serde_json::Value>(&text).is_ok();
            prop_assert!(!known || invalid_json_at(&text).is_none(), "{}", text);
            prop_assert!(known || invalid_json_at(&text).is_some() || text.contains('e') || text.contains('E'), "{}", text);
        }
    }
}
