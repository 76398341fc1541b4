//! Patterns of LIKE and ILIKE.
//!
//! A pattern is a sequence of characters, `_` and `%`. Matching goes from left to right and remembers one point: the
//! last `%`. On a mismatch it goes back there and lets that `%` take one character more. Earlier `%` need no second
//! try, because the last one can take whatever they would have. So a match takes at most text times pattern steps.

use crate::types::Value;

/// A parsed pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    tokens: Vec<Token>,
    ignore_case: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// `%`.
    Any,
    /// `_`.
    One,
    /// A character, or a byte of text that is not UTF-8.
    Char(u32),
}

impl Pattern {
    /// The pattern of a string; `None` if it is NULL or ends inside an escape.
    pub(crate) fn of(pattern: &Value, escape: Option<char>, ignore_case: bool) -> Option<Self> {
        let mut tokens = Vec::new();
        let mut symbols = symbols(pattern.as_bytes()?, ignore_case).into_iter();
        let escape = escape.map(|escape| u32::from(fold(escape, ignore_case)));
        while let Some(symbol) = symbols.next() {
            tokens.push(match symbol {
                escaped if Some(escaped) == escape => Token::Char(symbols.next()?),
                symbol if symbol == u32::from('%') => Token::Any,
                symbol if symbol == u32::from('_') => Token::One,
                symbol => Token::Char(symbol),
            });
        }
        tokens.dedup_by(|a, b| *a == Token::Any && *b == Token::Any);
        Some(Self { tokens, ignore_case })
    }

    /// Whether a string matches; `None` if it is NULL.
    pub(crate) fn matches(&self, text: &Value) -> Option<bool> {
        Some(self.run(&symbols(text.as_bytes()?, self.ignore_case)))
    }

    /// The characters with which every match begins, and whether they are the whole match.
    pub(crate) fn prefix(&self) -> (String, bool) {
        let fixed = self.tokens.iter().map_while(|token| match token {
            Token::Char(symbol) => char::from_u32(*symbol),
            Token::Any | Token::One => None,
        });
        let prefix: String = fixed.collect();
        let whole = prefix.chars().count() == self.tokens.len();
        (prefix, whole)
    }

    /// Matches, with one point to return to: the last `%`.
    fn run(&self, text: &[u32]) -> bool {
        let (mut at, mut token) = (0, 0);
        let mut retry: Option<(usize, usize)> = None;
        while at < text.len() {
            match self.tokens.get(token) {
                Some(Token::Any) => {
                    retry = Some((token + 1, at));
                    token += 1;
                }
                Some(Token::One) => {
                    at += 1;
                    token += 1;
                }
                Some(Token::Char(symbol)) if *symbol == text[at] => {
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
        self.tokens[token..].iter().all(|token| *token == Token::Any)
    }
}

/// The characters of a text, or its bytes if it is not UTF-8.
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
