//! Names and texts as YQL quotes them.

use std::fmt;

/// An identifier or a path in backticks.
pub struct Name<'a>(pub &'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        quoted(f, self.0.chars(), '`')
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
        quoted(f, self.0.chars(), self.1)
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
fn quoted(f: &mut fmt::Formatter<'_>, chars: impl Iterator<Item = char>, quote: char) -> fmt::Result {
    write!(f, "{quote}")?;
    for c in chars {
        match c {
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\\' => f.write_str("\\\\")?,
            c if c == quote => write!(f, "\\{c}")?,
            c if c.is_control() => write!(f, "\\u{:04X}", u32::from(c))?,
            c => write!(f, "{c}")?,
        }
    }
    write!(f, "{quote}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_would_end_the_quotes() {
        assert_eq!(Name("dir/it`s").to_string(), "`dir/it\\`s`");
        assert_eq!(Text("it's \"a\"\\\n", '\'').to_string(), r#"'it\'s "a"\\\n'"#);
        assert_eq!(Text("\"", '"').to_string(), r#""\"""#);
        assert_eq!(Text("\u{1}й", '\'').to_string(), "'\\u0001й'");
        assert_eq!(Bytes(b"a'\\\x00\xff").to_string(), r"'a\'\\\x00\xFF'");
        assert_eq!(Names(["a", "b"].into_iter()).to_string(), "`a`, `b`");
    }
}
