//! Removes the quotes from a name or a string, and resolves its escapes.

use super::lexer::quoted;

/// The bytes of a quoted name or string. YQL has C's escapes between quotes of any kind.
///
/// These are `\t \n \r \b \f \a \v`, `\ooo`, `\xHH`, `\uXXXX` and `\UXXXXXXXX`. Any other character after a backslash
/// means itself.
pub(super) fn unquoted(quoted: &str) -> Vec<u8> {
    let is_name = quoted.starts_with('`');
    let mut chars = quoted.chars();
    chars.next();
    chars.next_back();
    let mut bytes = Vec::with_capacity(quoted.len());
    let mut rest = chars.as_str();
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => rest = escape(rest, &mut bytes),
            '`' if is_name => {
                rest = rest.strip_prefix('`').unwrap_or(rest);
                bytes.push(b'`');
            }
            c => push(c, &mut bytes),
        }
    }
    bytes
}

/// The bytes of the string literal at the start of a text, and the rest of the text; `None` if the text does not start
/// with one, or if its quote is not closed.
pub(crate) fn leading_text(text: &str) -> Option<(Vec<u8>, &str)> {
    let quote = text.chars().next().filter(|first| matches!(first, '\'' | '"'))?;
    let (literal, rest) = text.split_at(quoted(text, 0, quote)?);
    Some((unquoted(literal), rest))
}

/// The same as text. Names are valid UTF-8, so nothing is lost.
pub(super) fn unquoted_text(quoted: &str) -> String {
    String::from_utf8_lossy(&unquoted(quoted)).into_owned()
}

/// Reads an escape after its backslash, and returns the rest.
fn escape<'t>(rest: &'t str, bytes: &mut Vec<u8>) -> &'t str {
    let Some(c) = rest.chars().next() else { return rest };
    let after = &rest[c.len_utf8()..];
    let control = match c {
        't' => b'\t',
        'n' => b'\n',
        'r' => b'\r',
        'b' => 0x08,
        'f' => 0x0c,
        'a' => 0x07,
        'v' => 0x0b,
        'x' => {
            if let Some((byte, after)) = number(after, 2, 16) {
                bytes.push(byte as u8);
                return after;
            }
            b'x'
        }
        'u' | 'U' => {
            let read = number(after, if c == 'u' { 4 } else { 8 }, 16);
            if let Some((c, after)) = read.and_then(|(code, after)| Some((char::from_u32(code)?, after))) {
                push(c, bytes);
                return after;
            }
            c as u8
        }
        '0'..='3' => {
            if let Some((byte, after)) = number(rest, 3, 8) {
                bytes.push(byte as u8);
                return after;
            }
            c as u8
        }
        c => {
            push(c, bytes);
            return after;
        }
    };
    bytes.push(control);
    after
}

/// A number of exactly `digits` digits, and the rest.
fn number(text: &str, digits: usize, radix: u32) -> Option<(u32, &str)> {
    let (number, rest) = text.split_at_checked(digits)?;
    let all_digits = number.chars().all(|c| c.is_digit(radix));
    Some((u32::from_str_radix(number, radix).ok().filter(|_| all_digits)?, rest))
}

fn push(c: char, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_escapes_of_yql() {
        assert_eq!(unquoted("'it\\'s \\\\ é'"), "it's \\ é".as_bytes());
        assert_eq!(unquoted("'\\t\\n\\r\\b\\f\\a\\v'"), b"\t\n\r\x08\x0c\x07\x0b");
        assert_eq!(unquoted("'\\x00\\xFF\\101\\u00e9\\U0001F382'"), b"\x00\xffA\xc3\xa9\xf0\x9f\x8e\x82");
        assert_eq!(unquoted("'\\x0 \\u12 \\q'"), b"x0 u12 q");
        assert_eq!(unquoted("''"), b"");
    }

    #[test]
    fn a_literal_and_what_follows_it() {
        assert_eq!(leading_text(r#"'it\'s' AS x"#), Some((b"it's".to_vec(), " AS x")));
        assert_eq!(leading_text(r#""a'b"u"#), Some((b"a'b".to_vec(), "u")));
        assert_eq!(leading_text("'open"), None);
        assert_eq!(leading_text("5ul"), None);
    }

    #[test]
    fn a_doubled_backtick_means_one_in_names_only() {
        assert_eq!(unquoted_text("`a``b\\`c`"), "a`b`c");
        assert_eq!(unquoted_text("'a``b'"), "a``b");
    }
}
