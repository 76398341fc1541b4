//! Patterns of LIKE and ILIKE, and of REGEXP and MATCH.
//!
//! A LIKE pattern is a sequence of characters, `_` and `%`. Matching goes from left to right and remembers one point:
//! the last `%`. On a mismatch it goes back to that point and lets the `%` take one character more. Earlier `%` need no
//! second try, because the last `%` can take whatever they would have taken. A match therefore takes at most as many
//! steps as the length of the text times the length of the pattern.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use regex::bytes::Regex;

use crate::types::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LikePattern {
    tokens: Vec<LikeToken>,
    ignore_case: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum LikeToken {
    /// `%`, any number of characters.
    Any,
    /// `_`, one character.
    One,
    /// A character, or a byte of text that is not UTF-8.
    Char(u32),
}

impl LikePattern {
    /// Parses a pattern. Returns `None` if it is NULL or ends inside an escape.
    pub(crate) fn of(pattern: &Value, escape: Option<char>, ignore_case: bool) -> Option<Self> {
        let mut tokens = Vec::new();
        let mut symbols = symbols(pattern.as_bytes()?, ignore_case).into_iter();
        let escape = escape.map(|escape| u32::from(fold(escape, ignore_case)));
        while let Some(symbol) = symbols.next() {
            tokens.push(match symbol {
                escaped if Some(escaped) == escape => LikeToken::Char(symbols.next()?),
                symbol if symbol == u32::from('%') => LikeToken::Any,
                symbol if symbol == u32::from('_') => LikeToken::One,
                symbol => LikeToken::Char(symbol),
            });
        }
        tokens.dedup_by(|a, b| *a == LikeToken::Any && *b == LikeToken::Any);
        Some(Self { tokens, ignore_case })
    }

    /// Returns `true` if a string matches, or `None` if it is NULL.
    pub(crate) fn matches(&self, text: &Value) -> Option<bool> {
        Some(self.run(&symbols(text.as_bytes()?, self.ignore_case)))
    }

    /// Returns the characters that every match begins with, and `true` if they are the whole match.
    pub(crate) fn prefix(&self) -> (String, bool) {
        let fixed = self.tokens.iter().map_while(|token| match token {
            LikeToken::Char(symbol) => char::from_u32(*symbol),
            LikeToken::Any | LikeToken::One => None,
        });
        let prefix: String = fixed.collect();
        let whole = prefix.chars().count() == self.tokens.len();
        (prefix, whole)
    }

    /// Matches a text, with one point to return to: the last `%`.
    fn run(&self, text: &[u32]) -> bool {
        let (mut at, mut token) = (0, 0);
        let mut retry: Option<(usize, usize)> = None;
        while at < text.len() {
            match self.tokens.get(token) {
                Some(LikeToken::Any) => {
                    retry = Some((token + 1, at));
                    token += 1;
                }
                Some(LikeToken::One) => {
                    at += 1;
                    token += 1;
                }
                Some(LikeToken::Char(symbol)) if *symbol == text[at] => {
                    at += 1;
                    token += 1;
                }
                _ => match retry {
                    Some((after, from)) => {
                        retry = Some((after, from + 1));
                        token = after;
                        at = from + 1;
                    }
                    None => return false,
                },
            }
        }
        self.tokens[token..].iter().all(|token| *token == LikeToken::Any)
    }
}

/// Returns the characters of a text, or its bytes if it is not UTF-8.
fn symbols(bytes: &[u8], ignore_case: bool) -> Vec<u32> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.chars().map(|c| u32::from(fold(c, ignore_case))).collect(),
        Err(_) => {
            bytes.iter().map(|byte| u32::from(if ignore_case { byte.to_ascii_lowercase() } else { *byte })).collect()
        }
    }
}

fn fold(c: char, ignore_case: bool) -> char {
    if ignore_case { c.to_lowercase().next().unwrap_or(c) } else { c }
}

// Patterns of REGEXP and MATCH.
//
// YDB runs RE2. This engine runs the crate `regex`, whose syntax is nearly the same. Differences are translated: in
// RE2, `\d`, `\w`, `\s` and `\b` know ASCII only, `[` within a class is a plain character, and `\Q..\E` quotes.
//
// A pattern with characters beyond ASCII reads a text as UTF-8. Any other pattern reads each byte as a character, as in
// Latin-1, so that `.` takes one byte of `ä`. For such a pattern, each byte of the text is converted to the character
// with the byte's number.

#[derive(Clone, Debug)]
pub struct RegexpPattern {
    regex: Regex,
    latin1: bool,
}

impl RegexpPattern {
    /// Compiles a pattern that must match the `whole` text, or a part of it. The error says why the bytes are not a
    /// pattern.
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

    /// Compiles a pattern, unless it was the thread's last one: the value of a parameter is the same for every row.
    pub(super) fn cached(pattern: &[u8], whole: bool) -> Result<Arc<Self>, String> {
        type Last = (Vec<u8>, bool, Arc<RegexpPattern>);
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

    pub(crate) fn matches(&self, text: &[u8]) -> bool {
        self.regex.is_match(&self.seen(text))
    }

    pub(super) fn count(&self, text: &[u8]) -> usize {
        self.regex.find_iter(&self.seen(text)).count()
    }

    /// Converts a text to the form that the pattern reads.
    fn seen<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        if self.latin1 && !text.is_ascii() { Cow::Owned(latin1(text).into_bytes()) } else { Cow::Borrowed(text) }
    }
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Translates a pattern of RE2 into the syntax of `regex`.
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
            // `regex` has set operators, and RE2 does not.
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
        RegexpPattern::new(pattern.as_bytes(), false).unwrap().matches(text)
    }

    /// The expected results come from RE2's documentation of its syntax, and, for the encoding, from `ExtractOptions`
    /// of YDB's `re2_udf.cpp`.
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
        let pattern = RegexpPattern::new(b"a|ab", true).unwrap();
        assert!(pattern.matches(b"ab"));
        assert!(!pattern.matches(b"abc"));
        assert!(RegexpPattern::new(b"[", false).unwrap_err().starts_with("Regexp compilation failed. Regexp: \"[\"."));
    }
}
