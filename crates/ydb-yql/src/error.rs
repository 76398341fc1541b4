//! Places in a text, and errors of texts: a query that cannot be parsed, and bytes that are not UTF-8.

use std::fmt;

/// The result of reading a text.
pub type Result<T> = std::result::Result<T, Error>;

/// Line and column of a character in a query's text. YDB counts both in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Line number, from 1.
    pub line: u32,
    /// Column number in characters, from 1.
    pub column: u32,
}

impl Position {
    /// Returns the line and the column of a byte. The byte must begin a character of the text.
    pub fn of(text: &str, byte: usize) -> Self {
        let before = &text[..byte.min(text.len())];
        let line = before.rsplit('\n').next().unwrap_or_default();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position { line: count(before.matches('\n').count() + 1), column: count(line.chars().count() + 1) }
    }
}

impl Position {
    /// Returns the offset in bytes of this position in a text; the text's length if the text has no such line or
    /// column.
    pub(super) fn byte(self, text: &str) -> usize {
        let line = (self.line as usize).saturating_sub(1);
        let start = match line {
            0 => Some(0),
            line => text.match_indices('\n').nth(line - 1).map(|(end, _)| end + 1),
        };
        let Some(start) = start else { return text.len() };
        let before = text[start..].chars().take((self.column as usize).saturating_sub(1));
        start + before.map(char::len_utf8).sum::<usize>()
    }
}

/// Range of bytes in a query's text; empty for an item that is in no text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the range from the start of this span to the end of another one.
    pub const fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end }
    }

    /// Returns the piece of `text` that this span covers. `text` must be the text that was parsed.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// Reason for which a text has no syntax tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Kind of the error: a syntax error, a refusal, an unsupported construct, or a stop by the caller.
    pub kind: ErrorKind,
    /// Line and column of the error.
    pub at: Position,
    /// YDB's message. For an [`Unsupported`](ErrorKind::Unsupported) error, the name of the construct.
    pub message: String,
}

/// Kinds of parse errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text violates YDB's grammar. The message is ANTLR's. YDB's own messages of this kind count columns from 0
    /// and have no issue code: `<main>:1:12: Error: extraneous input '@' expecting {<EOF>, ';'}`.
    Syntax,
    /// The grammar accepts the text, and YDB's translator refuses it.
    Refused,
    /// YDB knows the construct, and this crate does not.
    Unsupported,
    /// The caller stopped the parser.
    Stopped,
}

impl Error {
    pub(super) fn syntax(at: Position, message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Syntax, at, message: message.into() }
    }

    /// Returns the syntax error for a character that begins no token, or for a quote or comment that is never closed.
    /// `quoted` is the text that the message quotes.
    pub(super) fn unrecognized(at: Position, quoted: &str) -> Self {
        Self::syntax(at, format!("{UNRECOGNIZED}{}", quote(quoted)))
    }

    /// Returns `true` if this is an error of [`unrecognized`](Self::unrecognized).
    pub(super) fn is_unrecognized(&self) -> bool {
        self.kind == ErrorKind::Syntax && self.message.starts_with(UNRECOGNIZED)
    }

    /// Returns `true` if the grammar allows a parameter at the place of this syntax error.
    pub(super) fn expects_value(&self) -> bool {
        let expected = self.message.split_once(" expecting ").filter(|_| self.kind == ErrorKind::Syntax);
        expected.is_some_and(|(_, expected)| expected.contains("'$'"))
    }

    /// Returns the refusal of a string where a name is expected.
    pub(super) fn string_as_name(at: Position) -> Self {
        Self::refused(at, STRING_AS_NAME)
    }

    /// Returns `true` if this is an error of [`string_as_name`](Self::string_as_name).
    pub(super) fn is_string_as_name(&self) -> bool {
        self.kind == ErrorKind::Refused && self.message == STRING_AS_NAME
    }

    pub(super) fn refused(at: Position, message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Refused, at, message: message.into() }
    }

    pub(super) fn unsupported(at: Position, construct: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Unsupported, at, message: construct.into() }
    }

    pub(super) fn stopped(at: Position) -> Self {
        Self { kind: ErrorKind::Stopped, at, message: String::new() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, at: Position { line, column }, message } = self;
        write!(f, "{line}:{column}: ")?;
        match kind {
            ErrorKind::Syntax | ErrorKind::Refused => f.write_str(message),
            ErrorKind::Unsupported => write!(f, "{message} is not understood"),
            ErrorKind::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Error {}

/// First words of ANTLR's message about a character that begins no token.
const UNRECOGNIZED: &str = "token recognition error at: ";

const STRING_AS_NAME: &str = "String literal can not be used here";

/// Most characters of the text that a message quotes.
const QUOTED: usize = 60;

/// Returns a token's text as messages quote it: in quotes, cut after [`QUOTED`] characters.
pub(super) fn quote(text: &str) -> String {
    if text.chars().nth(QUOTED).is_none() {
        return format!("'{text}'");
    }
    let head: String = text.chars().take(QUOTED).collect();
    format!("'{head}...'")
}

/// Returns the tokens that were expected: `')'` for one, `{<EOF>, ';'}` for several.
pub(super) fn expecting(expected: &[&str]) -> String {
    match expected {
        [] => String::from("something else"),
        [one] => (*one).to_owned(),
        many => format!("{{{}}}", many.join(", ")),
    }
}

/// Returns the text of a file's bytes, or an error if they are not UTF-8. YDB takes only UTF-8.
pub fn text(bytes: Vec<u8>) -> std::result::Result<String, NotText> {
    String::from_utf8(bytes).map_err(|error| {
        let (at, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        NotText {
            byte: at + 1,
            line: bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1,
            is_utf16: matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]),
        }
    })
}

/// Error of [`text`]: the bytes are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotText {
    /// Number of the first byte that is not UTF-8, from 1.
    pub byte: usize,
    /// Number of the line with that byte, from 1.
    pub line: usize,
    /// `true` if the bytes begin with a byte order mark of UTF-16.
    pub is_utf16: bool,
}

impl NotText {
    /// Returns advice for the user: how to convert the file.
    pub const fn help(&self) -> &'static str {
        if self.is_utf16 {
            "convert it: `iconv -f UTF-16 -t UTF-8`"
        } else {
            "name a file of text, or convert it: `iconv -f ENCODING -t UTF-8`"
        }
    }
}

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotText { byte, line, .. } = self;
        write!(f, "it is not UTF-8 from byte {byte} on, in line {line}")?;
        if self.is_utf16 { f.write_str("; it begins as UTF-16 does") } else { Ok(()) }
    }
}

impl std::error::Error for NotText {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_text_ends() {
        assert_eq!(text("SELECT 'ы';\n".into()).unwrap(), "SELECT 'ы';\n");
        let said = |bytes: &[u8]| text(bytes.to_vec()).unwrap_err().to_string();
        assert_eq!(said(b"SELECT 1;\nSELECT '\xFF'"), "it is not UTF-8 from byte 19 on, in line 2");
        assert_eq!(said(b"\x7FELF\x02\x80"), "it is not UTF-8 from byte 6 on, in line 1");
        assert_eq!(said(b"\xFF\xFES\0"), "it is not UTF-8 from byte 1 on, in line 1; it begins as UTF-16 does");
        // The last character is cut off.
        assert_eq!(said(&"й".as_bytes()[..1]), "it is not UTF-8 from byte 1 on, in line 1");
    }
}
