//! The text of a file, and where it is none.

use std::fmt;

/// The text of the bytes of a file, which YDB takes only as UTF-8.
pub fn text(bytes: Vec<u8>) -> Result<String, NotText> {
    String::from_utf8(bytes).map_err(|error| {
        let (at, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        NotText {
            byte: at + 1,
            line: bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1,
            is_utf16: matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]),
        }
    })
}

/// Bytes that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotText {
    /// The first byte that is none, from 1.
    pub byte: usize,
    /// Its line, from 1.
    pub line: usize,
    /// Whether the bytes begin as UTF-16 does.
    pub is_utf16: bool,
}

impl NotText {
    /// What to do.
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
