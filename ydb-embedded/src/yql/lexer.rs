//! Text to tokens with their positions.
//!
//! `logos` generates the lexer from the patterns below. Keywords are not tokens of their own: YQL has few reserved
//! words, and only the parser knows where a word is a keyword. Whether a number is an integer or a real is decided
//! after it was found.

use logos::{Lexer, Logos};

use super::issue;
use crate::error::{Error, Position, Result};
use crate::work::tick;

/// The kinds of tokens. Keywords are words: only the parser knows where they are keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Logos)]
#[logos(extras = Ansi)]
pub(super) enum Kind {
    #[regex(r"[ \r\t\x0C\n]+")]
    Space,
    #[token("--", line_comment)]
    #[token("/*", block_comment)]
    Comment,
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Word,
    /// A name in backticks, with its quotes and escapes.
    #[token("`", quoted)]
    Quoted,
    /// A number; [`tokens`] separates reals from integers.
    #[regex(r"[0-9]", number)]
    Integer,
    /// A number with a decimal point or an exponent.
    Real,
    /// A string with its quotes, escapes and suffix.
    #[token("'", string)]
    #[token("\"", string)]
    #[token("@@", multiline)]
    String,
    #[token("=")]
    Equals,
    #[token("==")]
    Equals2,
    #[token("!=")]
    NotEquals,
    #[token("<>")]
    NotEquals2,
    #[token("<")]
    Less,
    #[token("<=")]
    LessOrEq,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterOrEq,
    #[token("<<")]
    ShiftLeft,
    #[token("|<<")]
    RotLeft,
    #[token("&")]
    Ampersand,
    #[token("|")]
    Pipe,
    #[token("||")]
    DoublePipe,
    #[token("<|")]
    StructOpen,
    #[token("|>")]
    StructClose,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("~")]
    Tilde,
    #[token("*")]
    Asterisk,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token(";")]
    Semicolon,
    #[token(".")]
    Dot,
    #[token(",")]
    Comma,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("?")]
    Question,
    #[token(":")]
    Colon,
    #[token("@")]
    At,
    #[token("$")]
    Dollar,
    #[token("{")]
    LeftCurly,
    #[token("}")]
    RightCurly,
    #[token("^")]
    Caret,
    #[token("::")]
    Namespace,
    #[token("->")]
    Arrow,
    #[token("[")]
    LeftSquare,
    #[token("]")]
    RightSquare,
    /// The end of the text: always the last token.
    End,
}

/// Whether the text is read by the ANSI lexer (`--!ansi_lexer`).
type Ansi = bool;

/// A token: its kind, its bytes in the text and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Line and column in characters, both from 1, as YDB's translator counts them.
    pub(super) at: Position,
}

/// The tokens of a text without spaces and comments; the last one is [`Kind::End`].
pub(super) fn tokens(text: &str, ansi: Ansi) -> Result<Vec<Token>> {
    let mut tokens = Vec::with_capacity(text.len() / 5 + 1);
    let mut places = Places::new(text);
    let mut lexer = Kind::lexer_with_extras(text, ansi);
    while let Some(kind) = lexer.next() {
        tick(1)?;
        let span = lexer.span();
        match kind {
            Ok(Kind::Space | Kind::Comment) => {}
            Ok(kind) => {
                let real = kind == Kind::Integer && measure(&text.as_bytes()[span.start..]).1;
                let kind = match kind {
                    Kind::Integer if real => Kind::Real,
                    Kind::String if ansi && text[span.start..].starts_with('"') => Kind::Quoted,
                    kind => kind,
                };
                tokens.push(Token { kind, start: span.start, end: span.end, at: places.at(span.start) });
            }
            Err(()) => return Err(unrecognized(text, span.start, places.at(span.start))),
        }
    }
    tokens.push(Token { kind: Kind::End, start: text.len(), end: text.len(), at: places.at(text.len()) });
    Ok(tokens)
}

/// A character that cannot begin a token, or a quote that is never closed.
fn unrecognized(text: &str, start: usize, at: Position) -> Error {
    let rest = &text[start..];
    let open = rest.starts_with(['\'', '"', '`', '@']);
    let shown = if open { rest } else { rest.chars().next().map_or("", |first| &rest[..first.len_utf8()]) };
    issue::syntax(at, format!("token recognition error at: {}", issue::quote(shown)))
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

// The callbacks below read tokens that may be long: in debug builds the generated lexer may recurse once per character.

fn line_comment(lexer: &mut Lexer<'_, Kind>) {
    let rest = lexer.remainder();
    lexer.bump(rest.find(['\n', '\r']).unwrap_or(rest.len()));
}

/// Comments nest in the ANSI lexer only.
fn block_comment(lexer: &mut Lexer<'_, Kind>) -> bool {
    if lexer.extras {
        return nested_comment(lexer);
    }
    let end = lexer.remainder().find("*/");
    lexer.bump(end.map_or(0, |at| at + 2));
    end.is_some()
}

fn nested_comment(lexer: &mut Lexer<'_, Kind>) -> bool {
    let bytes = lexer.remainder().as_bytes();
    let (mut at, mut open) = (0, 1);
    while open > 0 {
        match bytes.get(at..at + 2) {
            Some(b"*/") => (at, open) = (at + 2, open - 1),
            Some(b"/*") => (at, open) = (at + 2, open + 1),
            Some(_) => at += 1,
            None => return false,
        }
    }
    lexer.bump(at);
    true
}

fn quoted(lexer: &mut Lexer<'_, Kind>) -> bool {
    let bytes = lexer.remainder().as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'`' if bytes.get(at + 1) == Some(&b'`') => at += 1,
            b'`' => {
                lexer.bump(at + 1);
                return true;
            }
            _ => {}
        }
        at += 1;
    }
    false
}

fn string(lexer: &mut Lexer<'_, Kind>) -> bool {
    let quote = lexer.slice().as_bytes().first().copied();
    let bytes = lexer.remainder().as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if lexer.extras {
            if Some(bytes[at]) == quote && bytes.get(at + 1).copied() == quote {
                at += 2;
                continue;
            }
        } else if bytes[at] == b'\\' {
            at += 2;
            continue;
        }
        if Some(bytes[at]) == quote {
            let is_name = lexer.extras && quote == Some(b'"');
            let end = at + 1 + if is_name { 0 } else { suffix(&bytes[at + 1..]) };
            lexer.bump(end);
            return true;
        }
        at += 1;
    }
    false
}

/// `@@..@@`; inside, `@@@@` continues the literal, and of three `@` at the end the first belongs to it.
fn multiline(lexer: &mut Lexer<'_, Kind>) -> bool {
    let rest = lexer.remainder();
    let Some(mut end) = rest.find("@@").map(|at| at + 2) else { return false };
    while rest[end..].starts_with("@@")
        && let Some(next) = rest[end + 2..].find("@@")
    {
        end += 2 + next + 2;
    }
    end += usize::from(rest[end..].starts_with('@'));
    end += suffix(&rest.as_bytes()[end..]);
    lexer.bump(end);
    true
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

/// An integer or a real, as long as possible.
fn number(lexer: &mut Lexer<'_, Kind>) {
    let (length, _) = measure(&lexer.source().as_bytes()[lexer.span().start..]);
    lexer.bump(length - 1);
}

/// The length of the number that begins here, and whether it is a real.
fn measure(bytes: &[u8]) -> (usize, bool) {
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
