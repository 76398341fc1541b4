//! REGEXP and MATCH.
//!
//! YDB runs RE2, and this engine the crate `regex`, whose syntax is nearly the same. What differs is translated: in
//! RE2, `\d`, `\w`, `\s` and `\b` know ASCII only, `[` within a class is a plain character, and `\Q..\E` quotes.
//!
//! A pattern that holds characters beyond ASCII sees a text as UTF-8. To any other pattern each byte is a character, as
//! in Latin-1: so `.` takes one byte of `ä`. Such a text is matched with each of its bytes as the character of that
//! number.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use regex::bytes::Regex;

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
    latin1: bool,
}

impl Pattern {
    /// The pattern of these bytes, for the `whole` text or a part of it; why it is not one otherwise.
    pub(crate) fn new(pattern: &[u8], whole: bool) -> Result<Self, String> {
        let utf8 = std::str::from_utf8(pattern).ok().filter(|text| !text.is_ascii());
        let text = translated(&utf8.map_or_else(|| latin1(pattern), str::to_owned));
        let text = if whole { format!(r"\A(?:{text})\z") } else { text };
        match Regex::new(&text) {
            Ok(regex) => Ok(Self { regex, latin1: utf8.is_none() }),
            Err(error) => {
                let reason = error.to_string();
                let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ");
                let pattern = String::from_utf8_lossy(pattern);
                Err(format!("Regexp compilation failed. Regexp: \"{pattern}\". Original error is: \"{reason}\""))
            }
        }
    }

    /// The same, which remembers the last pattern of each thread: a parameter is the same for every row.
    pub(super) fn cached(pattern: &[u8], whole: bool) -> Result<Arc<Self>, String> {
        type Last = (Vec<u8>, bool, Arc<Pattern>);
        thread_local! {
            static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
        }
        let last = LAST.with_borrow(Clone::clone).filter(|last| last.0 == pattern && last.1 == whole);
        if let Some((.., compiled)) = last {
            return Ok(compiled);
        }
        let compiled = Arc::new(Self::new(pattern, whole)?);
        LAST.replace(Some((pattern.to_vec(), whole, Arc::clone(&compiled))));
        Ok(compiled)
    }

    /// Whether a text matches.
    pub(crate) fn matches(&self, text: &[u8]) -> bool {
        self.regex.is_match(&self.seen(text))
    }

    /// How many matches a text has.
    pub(super) fn count(&self, text: &[u8]) -> usize {
        self.regex.find_iter(&self.seen(text)).count()
    }

    /// The text as the pattern sees it.
    fn seen<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        if self.latin1 && !text.is_ascii() { Cow::Owned(latin1(text).into_bytes()) } else { Cow::Borrowed(text) }
    }
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// A pattern of RE2 in the syntax of `regex`.
fn translated(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(symbol) = rest.chars().next() {
        let after = &rest[symbol.len_utf8()..];
        rest = after;
        match symbol {
            '\\' if after.starts_with('Q') => {
                let (quoted, end) = after[1..].split_once(r"\E").unwrap_or((&after[1..], ""));
                out.push_str(&regex::escape(quoted));
                rest = end;
            }
            '\\' => {
                let Some(escaped) = after.chars().next() else {
                    out.push('\\');
                    break;
                };
                rest = &after[escaped.len_utf8()..];
                match escaped {
                    'd' => out.push_str("[0-9]"),
                    'D' => out.push_str("[^0-9]"),
                    'w' => out.push_str("[0-9A-Za-z_]"),
                    'W' => out.push_str("[^0-9A-Za-z_]"),
                    's' => out.push_str(r"[\t\n\f\r ]"),
                    'S' => out.push_str(r"[^\t\n\f\r ]"),
                    'b' | 'B' if !in_class => out.push_str(&format!(r"(?-u:\{escaped})")),
                    'C' if !in_class => out.push_str("(?s-u:.)"),
                    other => out.extend(['\\', other]),
                }
            }
            '[' if !in_class => {
                in_class = true;
                out.push('[');
                if let Some(negated) = rest.strip_prefix('^') {
                    out.push('^');
                    rest = negated;
                }
                if let Some(first) = rest.strip_prefix(']') {
                    out.push_str(r"\]");
                    rest = first;
                }
            }
            '[' => match after.find(":]").filter(|_| after.starts_with(':')) {
                Some(end) => {
                    out.push('[');
                    out.push_str(&after[..end + 2]);
                    rest = &after[end + 2..];
                }
                None => out.push_str(r"\["),
            },
            ']' if in_class => {
                in_class = false;
                out.push(']');
            }
            // Set operators of `regex`, which RE2 does not have.
            '&' | '~' if in_class => out.extend(['\\', symbol]),
            '-' if in_class && after.starts_with('-') => {
                out.push_str(r"-\-");
                rest = &after[1..];
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(pattern: &str, text: &[u8]) -> bool {
        Pattern::new(pattern.as_bytes(), false).unwrap().matches(text)
    }

    /// From RE2's documentation of its syntax, and `ExtractOptions` of YDB's `re2_udf.cpp` for the encoding.
    #[test]
    fn classes_are_those_of_re2() {
        assert!(finds(r"^\d+$", b"123"));
        assert!(!finds(r"\d", "\u{663}".as_bytes()));
        assert!(finds(r"^[\w-]+$", b"a_1-"));
        assert!(finds("^[[a]$", b"["));
        assert!(finds("^[]a]+$", b"a]"));
        assert!(finds("^[[:alpha:]]+$", b"abc"));
        assert!(finds("^[a&&b]+$", b"a&b"));
        assert!(finds(r"^\Qa.b\E$", b"a.b"));
        assert!(!finds(r"^\Qa.b\E$", b"axb"));
        assert!(finds(r"^[\pL\p{Nd}]+$", b"one1"));
        assert!(finds(r"\bone\b", b"two one"));
    }

    #[test]
    fn a_pattern_of_ascii_sees_bytes() {
        assert!(!finds("^.$", "ä".as_bytes()));
        assert!(finds("^..$", "ä".as_bytes()));
        assert!(finds("^.ä$", "öä".as_bytes()));
        assert!(finds("^.$", &[0xff]));
    }

    #[test]
    fn the_whole_text() {
        let pattern = Pattern::new(b"a|ab", true).unwrap();
        assert!(pattern.matches(b"ab"));
        assert!(!pattern.matches(b"abc"));
        assert!(Pattern::new(b"[", false).unwrap_err().starts_with("Regexp compilation failed. Regexp: \"[\"."));
    }
}
