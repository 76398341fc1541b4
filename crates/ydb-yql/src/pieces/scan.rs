//! Scanner of a text for its pieces and choices, with the mistakes that an author can make in them.

use std::ops::Range;

use crate::error::Position;
use crate::lexer::{Kind, Token};

/// Optional pieces and choices of a text.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    pub(super) pieces: Vec<Piece>,
    pub(super) choices: Vec<Choice>,
    pub(super) conditions: Vec<Vec<String>>,
}

/// A piece `{? .. }`, with the index of its condition.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) whole: Range<usize>,
    pub(super) condition: usize,
}

/// A choice `{name: part | part}`.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Name by which the program chooses a part.
    pub name: String,
    /// Line and column of the `{`.
    pub at: Position,
    pub(super) whole: Range<usize>,
    pub(super) parts: Vec<Range<usize>>,
}

impl Choice {
    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }
}

/// Mistake in the pieces of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceFault {
    /// Line and column of the mistake.
    pub at: Position,
    /// Description of the mistake.
    pub fault: String,
    /// Advice: text to write instead.
    pub cure: String,
}

impl PieceFault {
    pub(super) fn new(at: Position, fault: impl Into<String>, cure: impl Into<String>) -> Self {
        PieceFault { at, fault: fault.into(), cure: cure.into() }
    }
}

/// First characters of a piece.
pub(super) const MARK: &str = "{?";

/// Scanner that finds the pieces and choices in the tokens of a text.
pub(super) struct Scan<'t> {
    text: &'t str,
    tokens: &'t [Token],
    is_given: &'t dyn Fn(&str) -> bool,
    /// Names to which the text itself assigns values, as in `$rows = SELECT ..`.
    assigned: Vec<String>,
    pub(super) pieces: Pieces,
    /// Parameters of each piece, with their places.
    inside: Vec<Vec<(String, Position)>>,
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str, tokens: &'t [Token], is_given: &'t dyn Fn(&str) -> bool) -> Self {
        let (pieces, inside, assigned) = (Pieces::default(), Vec::new(), Vec::new());
        let mut scan = Scan { text, tokens, is_given, assigned, pieces, inside };
        let assigns =
            |at: &usize| (*at == 0 || scan.kind(at - 1) == Kind::Semicolon) && scan.kind(at + 2) == Kind::Equals;
        let assigned = (0..tokens.len()).filter(assigns).filter_map(|at| scan.named(at)).map(|(name, _)| name);
        scan.assigned = assigned.collect();
        scan
    }

    pub(super) fn read(&mut self) -> Result<(), PieceFault> {
        let mut outside: Vec<(String, Position)> = Vec::new();
        let (mut at, mut begins, mut has_statement) = (0, true, false);
        while at < self.tokens.len() {
            if self.is_mark(at) {
                at = self.piece(at)?;
            } else if self.is_choice(at) {
                at = self.choice(at)?;
            } else {
                self.check(at)?;
                let is_definition = self.kind(at) == Kind::Dollar
                    || ["declare", "pragma"].iter().any(|word| self.word(at).eq_ignore_ascii_case(word));
                has_statement |= begins && !is_definition && !matches!(self.kind(at), Kind::Semicolon | Kind::End);
                begins = self.kind(at) == Kind::Semicolon;
                outside.extend(self.parameter(at));
                at += 1;
            }
        }
        if let Some(piece) = self.pieces.pieces.first().filter(|_| !has_statement) {
            let cure = "write the statement outside of the pieces, and parts of it into them; or choose between two queries in \
                        the program";
            let at = Position::of(self.text, piece.whole.start);
            return Err(PieceFault::new(at, "the text has no statement if all pieces are left out", cure));
        }
        let named = (0..self.tokens.len()).filter_map(|at| self.named(at)).map(|(name, _)| name);
        let named: Vec<String> = named.filter(|name| !self.assigned.contains(name)).collect();
        if let Some(choice) = self.pieces.choices.iter().find(|choice| named.contains(&choice.name)) {
            let fault = format!("`${0}` and the choice `{0}` have the same name", choice.name);
            return Err(PieceFault::new(choice.at, fault, "give the choice a name of its own"));
        }
        for (name, place) in self.inside.iter().flatten() {
            if let Some((_, other)) = outside.iter().find(|(other, _)| other == name) {
                let fault = format!(
                    "`${name}` decides whether this piece is sent, and line {}, column {} needs its value in any case",
                    other.line, other.column
                );
                let cure = format!(
                    "use another parameter there, or write the piece without braces and give `${name}` a value"
                );
                return Err(PieceFault::new(*place, fault, cure));
            }
        }
        Ok(())
    }

    /// Reads the piece that begins at the token `begin`; returns the index of the token after the piece.
    fn piece(&mut self, begin: usize) -> Result<usize, PieceFault> {
        let end = self.end(begin)?;
        let within = begin + 2..end;
        let mut found: Vec<(String, Position)> = Vec::new();
        for at in within.clone() {
            if self.is_mark(at) {
                let cure = "write one piece after the other: each is sent if all parameters in it have values";
                return Err(PieceFault::new(self.tokens[at].at, "a piece is within another piece", cure));
            }
            if self.is_choice(at) {
                let cure = "write the choice outside of pieces: one of its parts is always sent";
                return Err(PieceFault::new(self.tokens[at].at, "a choice is within a piece", cure));
            }
            self.check(at)?;
            if let Some((name, place)) = self.parameter(at)
                && !found.iter().any(|(other, _)| *other == name)
            {
                found.push((name, place));
            }
        }
        if found.is_empty() {
            let named: Vec<(String, Position)> = within.filter_map(|at| self.named(at)).collect();
            if let Some((name, place)) = named.iter().find(|(name, _)| !self.assigned.contains(name)) {
                let cure = format!(
                    "write `{name} = ..` after the text: an `Option`, which is `None` if the piece is not to be sent"
                );
                return Err(PieceFault::new(*place, format!("`${name}` has no value"), cure));
            }
            let fault = match named.first() {
                Some((name, _)) => {
                    format!("no parameter decides whether this piece is sent: the text itself defines `${name}`")
                }
                None => "no parameter decides whether this piece is sent".to_owned(),
            };
            let cure =
                "write a `$name` into it, which has a value only if the piece is to be sent; or remove `{?` and `}`";
            return Err(PieceFault::new(self.tokens[begin].at, fault, cure));
        }
        let mut condition: Vec<String> = found.iter().map(|(name, _)| name.clone()).collect();
        condition.sort();
        let known = self.pieces.conditions.iter().position(|other| *other == condition);
        let number = known.unwrap_or_else(|| {
            self.pieces.conditions.push(condition);
            self.pieces.conditions.len() - 1
        });
        self.inside.push(found);
        let whole = self.tokens[begin].start..self.tokens[end].end;
        self.pieces.pieces.push(Piece { whole, condition: number });
        Ok(end + 1)
    }

    /// Reads the choice that begins at the token `begin`; returns the index of the token after the choice.
    fn choice(&mut self, begin: usize) -> Result<usize, PieceFault> {
        let (end, name) = (self.end(begin)?, self.word(begin + 1).to_owned());
        let at = self.tokens[begin].at;
        let mut parts = Vec::new();
        let (mut first, mut depth) = (begin + 3, 0_usize);
        for token in begin + 3..=end {
            match self.tokens[token].kind {
                Kind::LeftParen | Kind::LeftSquare => depth += 1,
                Kind::RightParen | Kind::RightSquare => depth = depth.saturating_sub(1),
                Kind::Dollar | Kind::LeftCurly => {
                    let fault = "a part of a choice has a parameter or braces";
                    let cure = "write columns and expressions of columns, as in `{order: amount | placed_at DESC}`";
                    return Err(PieceFault::new(self.tokens[token].at, fault, cure));
                }
                Kind::Pipe | Kind::RightCurly if depth == 0 => {
                    if first == token {
                        let cure = "write a column between two `|`, as in `{order: amount | placed_at DESC}`";
                        return Err(PieceFault::new(self.tokens[token].at, "a part of the choice is empty", cure));
                    }
                    parts.push(self.tokens[first].start..self.tokens[token - 1].end);
                    first = token + 1;
                }
                _ => {}
            }
        }
        if parts.len() < 2 {
            let cure = "write several parts, as in `{order: amount | placed_at DESC}`, or remove the braces";
            return Err(PieceFault::new(at, format!("`{name}` has nothing to choose from"), cure));
        }
        if self.pieces.choices.iter().any(|other| other.name == name) {
            let cure = "give each choice a name of its own";
            return Err(PieceFault::new(at, format!("two choices are called `{name}`"), cure));
        }
        let whole = self.tokens[begin].start..self.tokens[end].end;
        self.pieces.choices.push(Choice { name, at, whole, parts });
        Ok(end + 1)
    }

    /// Returns the index of the token that closes the brace at the token `begin`.
    fn end(&self, begin: usize) -> Result<usize, PieceFault> {
        let mut open = 0_usize;
        for at in begin..self.tokens.len() {
            match self.tokens[at].kind {
                Kind::LeftCurly => open += 1,
                Kind::RightCurly => open -= 1,
                _ => {}
            }
            if open == 0 {
                return Ok(at);
            }
        }
        let written = self.text[self.tokens[begin].start..].matches('}').count();
        let tokens = self.tokens[begin..].iter().filter(|token| token.kind == Kind::RightCurly).count();
        let cure = match written > tokens {
            true => "write `}` after the piece; a `}` in a comment or in quotes closes nothing",
            false => "write `}` after the piece",
        };
        Err(PieceFault::new(self.tokens[begin].at, "this `{` is not closed", cure))
    }

    fn kind(&self, at: usize) -> Kind {
        self.tokens.get(at).map_or(Kind::End, |token| token.kind)
    }

    /// Returns the text of a token; empty after the last token.
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &self.text[token.start..token.end])
    }

    /// Returns `true` if `{?` begins at this token.
    fn is_mark(&self, at: usize) -> bool {
        self.kind(at) == Kind::LeftCurly
            && self.kind(at + 1) == Kind::Question
            && self.tokens[at].end == self.tokens[at + 1].start
    }

    /// Returns `true` if `{name:` begins at this token, after ORDER BY. Elsewhere `{name:` is a dictionary, or a model
    /// with an index.
    fn is_choice(&self, at: usize) -> bool {
        at >= 2
            && self.is_named(at)
            && self.word(at - 1).eq_ignore_ascii_case("by")
            && self.word(at - 2).eq_ignore_ascii_case("order")
    }

    /// Returns `true` if `{name:` begins at this token.
    fn is_named(&self, at: usize) -> bool {
        [Kind::LeftCurly, Kind::Word, Kind::Colon].iter().zip(at..).all(|(kind, at)| self.kind(at) == *kind)
    }

    /// Returns `true` if the braces that open at this token have a `|` that is in no other brackets.
    fn has_parts(&self, begin: usize) -> bool {
        let mut depth = 0_usize;
        for at in begin..self.end(begin).unwrap_or(begin) {
            match self.kind(at) {
                Kind::LeftParen | Kind::LeftSquare | Kind::LeftCurly => depth += 1,
                Kind::RightParen | Kind::RightSquare | Kind::RightCurly => depth = depth.saturating_sub(1),
                Kind::Pipe if depth == 1 => return true,
                _ => {}
            }
        }
        false
    }

    /// Returns the `$name` that begins at this token, without `$`, unless DECLARE stands before it.
    fn named(&self, at: usize) -> Option<(String, Position)> {
        let is_name = self.kind(at) == Kind::Dollar && matches!(self.kind(at + 1), Kind::Word | Kind::Quoted);
        let is_declared = at > 0 && self.word(at - 1).eq_ignore_ascii_case("declare");
        (is_name && !is_declared).then(|| (self.word(at + 1).trim_matches('`').to_owned(), self.tokens[at].at))
    }

    /// Returns `true` if the program gives a value to this name, and the text does not assign one.
    fn is_parameter(&self, name: &str) -> bool {
        (self.is_given)(name) && !self.assigned.iter().any(|other| other == name)
    }

    /// Returns the parameter that begins at this token.
    fn parameter(&self, at: usize) -> Option<(String, Position)> {
        self.named(at).filter(|(name, _)| self.is_parameter(name))
    }

    /// Refuses what looks like a piece or a choice at this token, and is none. Within a literal or a quoted name, the
    /// server would receive it as a part of the literal.
    fn check(&self, at: usize) -> Result<(), PieceFault> {
        if self.kind(at) == Kind::LeftCurly && self.kind(at + 1) == Kind::Question {
            let cure = "write `{?` without a space, as in `{? AND status = $status }`";
            return Err(PieceFault::new(self.tokens[at].at, "`{` and `?` are apart", cure));
        }
        if self.is_named(at) && self.has_parts(at) {
            let name = self.word(at + 1);
            let fault = format!("the choice `{name}` does not stand right after ORDER BY");
            let cure = format!(
                "write `ORDER BY {{{name}: .. | ..}}`, with a whole order in each part; in a dictionary, put `|` into parentheses"
            );
            return Err(PieceFault::new(self.tokens[at].at, fault, cure));
        }
        if !matches!(self.kind(at), Kind::String | Kind::Quoted) {
            return Ok(());
        }
        let rest = self.word(at).split(MARK).nth(1).unwrap_or_default();
        let names = rest.split('$').skip(1).map(|name| name.split(|c: char| !c.is_alphanumeric() && c != '_').next());
        if names.flatten().any(|name| self.is_parameter(name)) {
            let cure =
                "let the piece begin before the literal: `{? AND name LIKE $pattern }`, with the text in the parameter";
            return Err(PieceFault::new(self.tokens[at].at, "a piece is within a literal or a name", cure));
        }
        Ok(())
    }
}
