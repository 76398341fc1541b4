//! Lexer: turns text into tokens with their positions.
//!
//! The first byte of a token decides its kind, and the function for this kind finds its end. The longest token wins, as
//! in ANTLR. Keywords are tokens of the kind `Word`: YQL has few reserved words, and only the parser knows where a word
//! is a keyword.

use crate::error::{Error, Position, Result};

/// Kinds of tokens. A keyword is a `Word`: only the parser knows where a word is a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    /// A name in backticks (in double quotes for the ANSI lexer), with its quotes and escapes.
    Quoted,
    /// A number without a decimal point and exponent, with its suffix.
    Integer,
    /// A number with a decimal point or an exponent, with its suffix.
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
    /// A character that begins no token. Only texts that the server printed may have one.
    Stray,
    /// End of the text: always the last token.
    End,
}

impl Kind {
    /// Returns the kind of token as error messages name it.
    pub(super) fn shown(self) -> &'static str {
        match self {
            Kind::Equals => "'='",
            Kind::NotEquals2 => "'<>'",
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
            Kind::At => "'@'",
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

/// A token: its kind, its range of bytes in the text, and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Line and column in characters, both from 1: YDB's translator counts so.
    pub(super) at: Position,
}

/// Splits a text into tokens without spaces and comments; the last token is [`Kind::End`]. `ansi` selects the rules of
/// the ANSI lexer (`--!ansi_lexer`). Stops with an error when `go_on` returns `false`.
pub(super) fn tokens(text: &str, ansi: bool, go_on: &mut dyn FnMut() -> bool) -> Result<Vec<Token>> {
    read(text, ansi, false, go_on)
}

/// Splits a text that the server printed into tokens. Such a text has no comments, and an unknown character is a token.
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

/// Returns the length in bytes of the character at `start`.
fn character(text: &str, start: usize) -> usize {
    text[start..].chars().next().map_or(1, char::len_utf8)
}

fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\r' | b'\t' | b'\x0C' | b'\n')
}

/// Returns the token at the beginning of `rest`: its kind and its length in bytes. `None` if no token begins there.
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

/// Texts of the sign tokens. A sign stands before each shorter sign that is its prefix.
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

/// Returns the error for a character that begins no token, or for a quote that is never closed.
fn unrecognized(text: &str, start: usize, at: Position) -> Error {
    let rest = &text[start..];
    let open = rest.starts_with(['\'', '"', '`', '@']);
    let shown = if open { rest } else { rest.chars().next().map_or("", |first| &rest[..first.len_utf8()]) };
    Error::unrecognized(at, shown)
}

/// Calculator of lines and columns of byte offsets. The offsets must be asked for in rising order.
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

/// Returns the length in bytes of a block comment; 0 if it is never closed. Comments nest only in the ANSI lexer.
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

/// Returns the length in bytes of a name in backticks, with its quotes; `None` if it is not closed.
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

/// Returns the length in bytes of a string with its quotes; `None` if it is not closed.
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

/// Returns the length in bytes of `@@..@@` with its suffix; `None` if it is not closed. Inside, `@@@@` continues the
/// literal. Of three `@` at the end, the first one belongs to the text.
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

/// Returns the length in bytes of a string literal's suffix; 0 if there is none.
fn suffix(rest: &[u8]) -> usize {
    match rest {
        [b's' | b'S' | b'u' | b'U' | b'y' | b'Y' | b'j' | b'J', ..] => 1,
        [b'p' | b'P', b't' | b'T' | b'b' | b'B' | b'v' | b'V', ..] => 2,
        [b'p' | b'P', ..] => 1,
        _ => 0,
    }
}

/// Returns the length in bytes of the number at the beginning of `bytes`, and `true` if the number is a real.
fn number(bytes: &[u8]) -> (usize, bool) {
    let run = |from: usize, belongs: fn(&u8) -> bool| bytes[from..].iter().take_while(|byte| belongs(byte)).count();
    if bytes[0] == b'0' && bytes.len() > 2 {
        let digits = match bytes[1] {
            b'x' | b'X' => run(2, u8::is_ascii_hexdigit),
            // The grammar accepts the digit 8 here; `literal::integer` refuses it.
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

/// Returns the length in bytes of an exponent such as `e5` or `E-3`; 0 if there is none.
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

/// Returns the offset after an integer's suffix `(P | U)? (L | S | T | I | B | N)?`. `end` is the offset after the
/// digits.
fn integer_suffix(bytes: &[u8], mut end: usize) -> usize {
    let is = |at: usize, set: &[u8]| bytes.get(at).is_some_and(|byte| set.contains(&byte.to_ascii_lowercase()));
    end += usize::from(is(end, b"pu"));
    end + usize::from(is(end, b"lstibn"))
}
