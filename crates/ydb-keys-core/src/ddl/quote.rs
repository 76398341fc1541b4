//! Names and texts as YQL quotes them.

use std::fmt::{self, Write as _};

/// An identifier or a path in backticks.
pub struct Name<'a>(pub &'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        quoted(f, self.0, '`')
    }
}

/// A list of identifiers: `` `a`, `b` ``.
pub struct Names<I>(pub I);

impl<'a, I: Iterator<Item = &'a str> + Clone> fmt::Display for Names<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, name) in self.0.clone().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            Name(name).fmt(f)?;
        }
        Ok(())
    }
}

/// A string literal in single quotes, or in the double quotes that settings are documented with.
pub struct Text<'a>(pub &'a str, pub char);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        quoted(f, self.0, self.1)
    }
}

/// Bytes as a String literal; what is not printable ASCII is escaped.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl fmt::Display for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("'")?;
        for &byte in self.0 {
            match byte {
                b'\'' | b'\\' => write!(f, "\\{}", char::from(byte))?,
                b' '..=b'~' => write!(f, "{}", char::from(byte))?,
                _ => write!(f, "\\x{byte:02X}")?,
            }
        }
        f.write_str("'")
    }
}

/// YQL knows C's escapes between quotes of any kind; a doubled quote is an error in its default lexer.
fn quoted(f: &mut fmt::Formatter<'_>, text: &str, quote: char) -> fmt::Result {
    f.write_char(quote)?;
    let mut rest = text;
    loop {
        let (plain, others) = rest.split_at(plain(rest, quote));
        f.write_str(plain)?;
        let mut others = others.chars();
        match others.next() {
            None => return f.write_char(quote),
            Some('\n') => f.write_str("\\n")?,
            Some('\r') => f.write_str("\\r")?,
            Some('\t') => f.write_str("\\t")?,
            Some(c) if c == quote || c == '\\' => write!(f, "\\{c}")?,
            Some(c) if c.is_control() => write!(f, "\\u{:04X}", u32::from(c))?,
            Some(c) => f.write_char(c)?,
        }
        rest = others.as_str();
    }
}

/// How many bytes at the beginning are ASCII that needs no escape: usually all of them.
fn plain(text: &str, quote: char) -> usize {
    let (bytes, mut len) = (text.as_bytes(), 0);
    while len < bytes.len()
        && matches!(bytes[len], b' '..=b'~')
        && bytes[len] != b'\\'
        && u32::from(bytes[len]) != quote as u32
    {
        len += 1;
    }
    len
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_would_end_the_quotes() {
        assert_eq!(Name("dir/it`s").to_string(), "`dir/it\\`s`");
        assert_eq!(Text("it's \"a\"\\\n", '\'').to_string(), r#"'it\'s "a"\\\n'"#);
        assert_eq!(Text("\"", '"').to_string(), r#""\"""#);
        assert_eq!(Text("\u{1}й\u{9f}\u{7f}", '\'').to_string(), "'\\u0001й\\u009F\\u007F'");
        assert_eq!(Bytes(b"a'\\\x00\xff").to_string(), r"'a\'\\\x00\xFF'");
        assert_eq!(Names(["a", "b"].into_iter()).to_string(), "`a`, `b`");
    }
}
