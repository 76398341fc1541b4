//! Errors of single values, and the form in which messages show foreign texts.

use std::fmt;

/// A text in one line, in which every control character is escaped.
pub struct Printable<'a>(pub &'a str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some((at, acts)) = rest.char_indices().find(|(_, c)| acts_on_a_terminal(*c)) {
            let (plain, from) = rest.split_at(at);
            f.write_str(plain)?;
            // JSON, YQL and C read this escape, so that output in these languages stays valid.
            write!(f, "\\u{:04x}", u32::from(acts))?;
            rest = from.get(acts.len_utf8()..).unwrap_or_default();
        }
        f.write_str(rest)
    }
}

/// Returns `true` if a terminal acts on the character instead of showing it: it moves the cursor, changes colours,
/// answers, or writes from right to left.
pub fn acts_on_a_terminal(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Error of one value that cannot be written to a column, or read from it.
///
/// [`Error`](https://docs.rs/ydb-keys/latest/ydb_keys/struct.Error.html) adds the table and the column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The value is outside the range of the type. Values are never wrapped or truncated.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#valueerroroutofrange).
    #[error("{value} is outside the range of {ty}")]
    OutOfRange {
        /// The value as people read it.
        value: String,
        /// The type that the value did not fit: a YDB type when encoding, a Rust type when decoding.
        ty: &'static str,
    },
    /// A value of another YDB type.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#valueerrormismatch).
    #[error("expected {expected}, found {found}")]
    Mismatch {
        /// YDB type that the Rust type can be decoded from.
        expected: &'static str,
        /// The type of the value.
        found: &'static str,
    },
    /// NULL where the Rust type is not an `Option`.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#valueerrornull).
    #[error("unexpected NULL")]
    Null,
    /// A text or number that is no value of the type: malformed JSON, a text that is not a number, an enum's unknown
    /// variant.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#valueerrorinvalid).
    #[error("{0}")]
    Invalid(String),
}

impl ValueError {
    #[cold]
    #[doc(hidden)]
    pub fn invalid(message: impl fmt::Display) -> Self {
        ValueError::Invalid(message.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_escaped() {
        let text = "a\u{1b}[2Jb\u{9b}31mc\nd\re\u{202e}f\u{7f}\u{0} é";
        let shown = Printable(text).to_string();
        assert_eq!(shown, r"a\u001b[2Jb\u009b31mc\u000ad\u000de\u202ef\u007f\u0000 é");
        assert_eq!(Printable("v1 key(h = xxh3(id), id)").to_string(), "v1 key(h = xxh3(id), id)");
        assert_eq!(Printable("").to_string(), "");
    }
}
