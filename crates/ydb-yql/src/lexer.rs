//! Text to tokens with their positions.
//!
//! One look at the first byte of a token says what it is, and the function for that kind says where it ends: the
//! longest token wins, as in ANTLR. Keywords are not tokens of their own: YQL has few reserved words, and only the
//! parser knows where a word is a keyword.

use crate::error::{Error, Position, Result};

/// The kinds of tokens. Keywords are words: only the parser knows where they are keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    /// A name in backticks, with its quotes and escapes.
    Quoted,
    /// A number; [`tokens`] separates reals from integers.
    Integer,
    /// A number with a decimal point or an exponent.
    Real,
    /// A string with its quotes, escapes and suffix.
    String,
    Equals,
    Equals2,
    NotEquals,
    NotEquals2,
    Less,
    LessOrEq,
    Greater,
    GreaterOrEq,
    ShiftLeft,
    RotLeft,
    Ampersand,
    Pipe,
    DoublePipe,
    StructOpen,
    StructClose,
    Plus,
    Minus,
    Tilde,
    Asterisk,
    Slash,
    Percent,
    Semicolon,
    Dot,
    Comma,
    LeftParen,
    RightParen,
    Question,
    Colon,
    At,
    Dollar,
    LeftCurly,
    RightCurly,
    Caret,
    Namespace,
    Arrow,
    LeftSquare,
    RightSquare,
    /// Any other character, in a printed text.
    Stray,
    /// The end of the text: always the last token.
    End,
}

impl Kind {
    /// A kind of token as messages name it.
    pub(super) fn shown(self) -> &'static str {
        match self {
            Kind::Equals => "'='",
            Kind::Comma => "','",
            Kind::Dot => "'.'",
            Kind::Colon => "':'",
            Kind::Semicolon => "';'",
            Kind::Dollar => "'$'",
            Kind::LeftParen => "'('",
            Kind::RightParen => "')'",
            Kind::LeftSquare => "'['",
            Kind::RightSquare => "']'",
            Kind::LeftCurly => "'{'",
            Kind::RightCurly => "'}'",
            Kind::StructOpen => "'<|'",
            Kind::StructClose => "'|>'",
            Kind::Less => "'<'",
            Kind::Greater => "'>'",
            Kind::Question => "'?'",
            Kind::Arrow => "'->'",
            Kind::Namespace => "'::'",
            Kind::Asterisk => "'*'",
            Kind::Plus => "'+'",
            Kind::Minus => "'-'",
            Kind::String => "STRING_VALUE",
            Kind::Integer => "INTEGER_VALUE",
            Kind::Real => "REAL",
            Kind::End => "<EOF>",
            _ => "another token",
        }
    }
}

/// A token: its kind, its bytes in the text and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Line and column in characters, both from 1, as YDB's translator counts them.
    pub(super) at: Position,
}

/// The tokens of a text without spaces and comments; the last one is [`Kind::End`]. `ansi`: as the ANSI lexer reads
/// it (`--!ansi_lexer`).
pub(super) fn tokens(text: &str, ansi: bool, go_on: &mut dyn FnMut() -> bool) -> Result<Vec<Token>> {
    read(text, ansi, false, go_on)
}

/// The tokens of what the server prints: it has no comments, and any other character is a token.
pub(super) fn printed(text: &str) -> Result<Vec<Token>> {
    read(text, false, true, &mut || true)
}

fn read(text: &str, ansi: bool, printed: bool, go_on: &mut dyn FnMut() -> bool) -> Result<Vec<Token>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(text.len() / 5 + 1);
    let mut places = Places::new(text);
    let mut start = 0;
    while let Some(&first) = bytes.get(start) {
        if !go_on() {
            return Err(Error::stopped(places.at(start)));
        }
        let rest = &bytes[start..];
        let (kind, length) = match first {
            _ if is_space(&first) => (None, rest.iter().take_while(|byte| is_space(byte)).count()),
            b'-' if rest.starts_with(b"--") && !printed => (None, line_comment(rest)),
            b'/' if rest.starts_with(b"/*") && !printed => match block_comment(rest, ansi) {
                0 => return Err(unrecognized(text, start, places.at(start))),
                length => (None, length),
            },
            _ => match token(rest, ansi) {
                Some((kind, length)) => (Some(kind), length),
                None if printed && !matches!(first, b'\'' | b'"' | b'`') => (Some(Kind::Stray), character(text, start)),
                None => return Err(unrecognized(text, start, places.at(start))),
            },
        };
        if let Some(kind) = kind {
            tokens.push(Token { kind, start, end: start + length, at: places.at(start) });
        }
        start += length;
    }
    tokens.push(Token { kind: Kind::End, start: text.len(), end: text.len(), at: places.at(text.len()) });
    Ok(tokens)
}

/// The length of the character that begins here.
fn character(text: &str, start: usize) -> usize {
    text[start..].chars().next().map_or(1, char::len_utf8)
}

fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\r' | b'\t' | b'\x0C' | b'\n')
}

/// The token that begins here, with its length.
fn token(rest: &[u8], ansi: bool) -> Option<(Kind, usize)> {
    match rest[0] {
        b'A'..=b'Z' | b'a'..=b'z' | b'_' => {
            let belongs = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
            Some((Kind::Word, rest.iter().take_while(belongs).count()))
        }
        b'0'..=b'9' => {
            let (length, real) = number(rest);
            Some((if real { Kind::Real } else { Kind::Integer }, length))
        }
        b'`' => quoted(rest).map(|length| (Kind::Quoted, length)),
        b'"' if ansi => string(rest, ansi).map(|length| (Kind::Quoted, length)),
        b'\'' | b'"' => string(rest, ansi).map(|length| (Kind::String, length + suffix(&rest[length..]))),
        b'@' if rest.starts_with(b"@@") => multiline(rest).map(|length| (Kind::String, length)),
        _ => SIGNS.iter().find(|(sign, _)| rest.starts_with(sign.as_bytes())).map(|&(sign, kind)| (kind, sign.len())),
    }
}

/// The signs; one that begins with another one comes before it.
const SIGNS: &[(&str, Kind)] = &[
    ("|<<", Kind::RotLeft),
    ("==", Kind::Equals2),
    ("!=", Kind::NotEquals),
    ("<>", Kind::NotEquals2),
    ("<=", Kind::LessOrEq),
    (">=", Kind::GreaterOrEq),
    ("<<", Kind::ShiftLeft),
    ("<|", Kind::StructOpen),
    ("|>", Kind::StructClose),
    ("||", Kind::DoublePipe),
    ("::", Kind::Namespace),
    ("->", Kind::Arrow),
    ("=", Kind::Equals),
    ("<", Kind::Less),
    (">", Kind::Greater),
    ("&", Kind::Ampersand),
    ("|", Kind::Pipe),
    ("+", Kind::Plus),
    ("-", Kind::Minus),
    ("~", Kind::Tilde),
    ("*", Kind::Asterisk),
    ("/", Kind::Slash),
    ("%", Kind::Percent),
    (";", Kind::Semicolon),
    (".", Kind::Dot),
    (",", Kind::Comma),
    ("(", Kind::LeftParen),
    (")", Kind::RightParen),
    ("?", Kind::Question),
    (":", Kind::Colon),
    ("@", Kind::At),
    ("$", Kind::Dollar),
    ("{", Kind::LeftCurly),
    ("}", Kind::RightCurly),
    ("^", Kind::Caret),
    ("[", Kind::LeftSquare),
    ("]", Kind::RightSquare),
];

/// A character that cannot begin a token, or a quote that is never closed.
fn unrecognized(text: &str, start: usize, at: Position) -> Error {
    let rest = &text[start..];
    let open = rest.starts_with(['\'', '"', '`', '@']);
    let shown = if open { rest } else { rest.chars().next().map_or("", |first| &rest[..first.len_utf8()]) };
    Error::unrecognized(at, shown)
}

/// Lines and columns of byte offsets, asked for in rising order.
struct Places<'t> {
    text: &'t str,
    offset: usize,
    at: Position,
}

impl<'t> Places<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, offset: 0, at: Position { line: 1, column: 1 } }
    }

    fn at(&mut self, offset: usize) -> Position {
        for character in self.text[self.offset..offset].chars() {
            if character == '\n' {
                self.at = Position { line: self.at.line + 1, column: 1 };
            } else {
                self.at.column += 1;
            }
        }
        self.offset = offset;
        self.at
    }
}

fn line_comment(rest: &[u8]) -> usize {
    rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len())
}

/// The length of a comment, or 0 if it is never closed. Comments nest in the ANSI lexer only.
fn block_comment(rest: &[u8], ansi: bool) -> usize {
    let (mut at, mut open) = (2, 1);
    while open > 0 {
        match rest.get(at..at + 2) {
            Some(b"*/") => (at, open) = (at + 2, open - 1),
            Some(b"/*") if ansi => (at, open) = (at + 2, open + 1),
            Some(_) => at += 1,
            None => return 0,
        }
    }
    at
}

/// The length of a name in backticks, with its quotes and escapes.
fn quoted(rest: &[u8]) -> Option<usize> {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 1,
            b'`' if rest.get(at + 1) == Some(&b'`') => at += 1,
            b'`' => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The length of a string with its quotes.
pub(super) fn string(rest: &[u8], ansi: bool) -> Option<usize> {
    let (quote, mut at) = (rest[0], 1);
    while at < rest.len() {
        match rest[at] {
            b'\\' if !ansi => at += 2,
            byte if byte == quote && ansi && rest.get(at + 1) == Some(&quote) => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// `@@..@@` with its suffix; inside, `@@@@` continues the literal, and of three `@` at the end the first belongs to it.
fn multiline(rest: &[u8]) -> Option<usize> {
    let find = |from: usize| rest.get(from..)?.windows(2).position(|pair| pair == b"@@").map(|at| from + at + 2);
    let mut end = find(2)?;
    while rest[end..].starts_with(b"@@")
        && let Some(next) = find(end + 2)
    {
        end = next;
    }
    end += usize::from(rest[end..].starts_with(b"@"));
    Some(end + suffix(&rest[end..]))
}

/// The length of a string literal's suffix.
fn suffix(rest: &[u8]) -> usize {
    match rest {
        [b's' | b'S' | b'u' | b'U' | b'y' | b'Y' | b'j' | b'J', ..] => 1,
        [b'p' | b'P', b't' | b'T' | b'b' | b'B' | b'v' | b'V', ..] => 2,
        [b'p' | b'P', ..] => 1,
        _ => 0,
    }
}

/// The length of the number that begins here, and whether it is a real.
fn number(bytes: &[u8]) -> (usize, bool) {
    let run = |from: usize, belongs: fn(&u8) -> bool| bytes[from..].iter().take_while(|byte| belongs(byte)).count();
    if bytes[0] == b'0' && bytes.len() > 2 {
        let digits = match bytes[1] {
            b'x' | b'X' => run(2, u8::is_ascii_hexdigit),
            // The grammar accepts the digit 8 here; it is refused when the value is computed.
            b'o' | b'O' => run(2, |byte| (b'0'..=b'8').contains(byte)),
            b'b' | b'B' => run(2, |byte| matches!(byte, b'0' | b'1')),
            _ => 0,
        };
        if digits > 0 {
            return (integer_suffix(bytes, 2 + digits), false);
        }
    }
    let mut end = run(0, u8::is_ascii_digit);
    let point = bytes.get(end) == Some(&b'.');
    if point {
        end += 1;
        end += run(end, u8::is_ascii_digit);
    }
    let exponent = exponent(&bytes[end..]);
    end += exponent;
    if !point && exponent == 0 {
        return (integer_suffix(bytes, end), false);
    }
    end += match &bytes[end..] {
        [b'f' | b'F', ..] => 1,
        [b'p' | b'P', b'f' | b'F', b'4' | b'8', ..] => 3,
        [b'p' | b'P', b'n' | b'N', ..] => 2,
        [b'p' | b'P', ..] => 1,
        _ => 0,
    };
    (end, true)
}

/// The length of an exponent such as `e5` or `E-3`; 0 if there is none.
fn exponent(bytes: &[u8]) -> usize {
    let sign = match bytes {
        [b'e' | b'E', b'+' | b'-', ..] => 2,
        [b'e' | b'E', ..] => 1,
        _ => return 0,
    };
    match bytes[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count() {
        0 => 0,
        digits => sign + digits,
    }
}

/// Where an integer ends with its suffix: `(P | U)? (L | S | T | I | B | N)?`.
fn integer_suffix(bytes: &[u8], mut end: usize) -> usize {
    let is = |at: usize, set: &[u8]| bytes.get(at).is_some_and(|byte| set.contains(&byte.to_ascii_lowercase()));
    end += usize::from(is(end, b"pu"));
    end + usize::from(is(end, b"lstibn"))
}
