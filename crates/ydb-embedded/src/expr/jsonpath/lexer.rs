//! The tokens of a path.

use std::sync::Arc;

use super::Mistake;
use super::tree::At;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A name, or a word with a meaning.
    Word(Arc<str>),
    /// `$name`.
    Variable(Arc<str>),
    /// A number that is written in digits.
    Number(f64),
    /// A string without its quotes; true if these are double ones.
    Text(Arc<str>, bool),
    /// Operators and punctuation.
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// Longer ones first.
const SIGNS: [&str; 24] = [
    "&&", "||", "==", "!=", "<>", "<=", ">=", "<", ">", "!", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", ".",
    "?", "@", "$",
];

/// All tokens with their places; the last one is the end.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, At)>, Mistake> {
    let mut found = Vec::new();
    let (mut rest, mut at) = (text, At { line: 1, column: 0 });
    loop {
        let blank = rest.len() - rest.trim_start_matches([' ', '\r', '\t', '\n', '\u{c}']).len();
        pass(&mut rest, blank, &mut at);
        let Some(first) = rest.chars().next() else {
            found.push((Token::End, at));
            return Ok(found);
        };
        let (token, length) = match first {
            'a'..='z' | 'A'..='Z' | '_' => {
                let length = name_length(rest);
                (Token::Word(rest[..length].into()), length)
            }
            '0'..='9' => number(rest, at)?,
            '$' if name_length(&rest[1..]) > 0 => {
                let length = 1 + name_length(&rest[1..]);
                (Token::Variable(rest[1..length].into()), length)
            }
            '"' | '\'' => string(rest, first, at)?,
            _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => return Err(mistake(at, format!("Unexpected character '{first}'"))),
            },
        };
        found.push((token, at));
        pass(&mut rest, length, &mut at);
    }
}

pub(super) fn mistake(at: At, message: impl Into<String>) -> Mistake {
    Mistake { line: at.line, column: at.column, message: message.into() }
}

/// Goes on by so many bytes.
fn pass(rest: &mut &str, length: usize, at: &mut At) {
    let (passed, after) = rest.split_at(length);
    for letter in passed.chars() {
        match letter {
            '\n' => *at = At { line: at.line + 1, column: 0 },
            _ => at.column += 1,
        }
    }
    *rest = after;
}

fn name_length(text: &str) -> usize {
    text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')).count()
}

/// Digits, with digits after a point and an exponent where they follow.
fn number(text: &str, at: At) -> Result<(Token, usize), Mistake> {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(0);
    if text[length..].starts_with('.') && digits(length + 1) > 0 {
        length += 1 + digits(length + 1);
    }
    if text[length..].starts_with(['e', 'E']) {
        let sign = usize::from(text[length + 1..].starts_with(['+', '-']));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    // Digits of this form are a number.
    let number: f64 = text[..length].parse().unwrap_or(f64::INFINITY);
    match number.is_finite() {
        true => Ok((Token::Number(number), length)),
        false => Err(mistake(at, "Number literal is infinity")),
    }
}

/// A string in quotes, in which a backslash stands before what is meant as it is, or before a letter as in C.
fn string(text: &str, quote: char, at: At) -> Result<(Token, usize), Mistake> {
    let mut letters = text.char_indices().skip(1);
    let mut content = Vec::new();
    while let Some((place, letter)) = letters.next() {
        if letter == quote {
            let Ok(content) = String::from_utf8(content) else {
                return Err(mistake(at, "A string is not valid UTF-8"));
            };
            return Ok((Token::Text(content.into(), quote == '"'), place + 1));
        }
        if letter != '\\' {
            content.extend(letter.encode_utf8(&mut [0; 4]).bytes());
            continue;
        }
        let Some((_, escaped)) = letters.next() else { break };
        let mut hexadecimal = |count: usize| {
            let digits: Option<Vec<u32>> = letters.by_ref().take(count).map(|(_, digit)| digit.to_digit(16)).collect();
            digits
                .filter(|digits| digits.len() == count)
                .map(|digits| digits.iter().fold(0, |sum, digit| sum * 16 + digit))
        };
        match escaped {
            'n' => content.push(b'\n'),
            't' => content.push(b'\t'),
            'r' => content.push(b'\r'),
            'b' => content.push(8),
            'f' => content.push(12),
            'a' => content.push(7),
            'v' => content.push(11),
            'x' => match hexadecimal(2).and_then(|byte| u8::try_from(byte).ok()) {
                Some(byte) => content.push(byte),
                None => return Err(mistake(at, "Invalid hexadecimal value")),
            },
            'u' | 'U' => match hexadecimal(if escaped == 'u' { 4 } else { 8 }).and_then(char::from_u32) {
                Some(letter) => content.extend(letter.encode_utf8(&mut [0; 4]).bytes()),
                None => return Err(mistake(at, "Invalid unicode value")),
            },
            other => content.extend(other.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    Err(mistake(at, "A string is not closed"))
}
