//! Optional pieces of a query's text, and the texts that result from sending or leaving out each piece.
//!
//! `{? AND status = $status }` is a piece: it is sent if `$status` has a value. `{order: amount | placed_at DESC}`
//! after ORDER BY is a choice: the program selects one of its parts. Each combination is a text as long as the whole
//! text. Blanks replace all that is not sent, so every position stays valid:
//!
//! ```text
//! WHERE customer = $customer {? AND status = $status } ORDER BY {order: amount | placed_at DESC}
//! WHERE customer = $customer    AND status = $status   ORDER BY         amount
//! WHERE customer = $customer                           ORDER BY                  placed_at DESC
//! ```

use std::ops::Range;

use crate::error::Position;
use crate::lexer::{Kind, Token, tokens};

/// Most conditions of a text. A condition is a distinct set of parameters that decides about pieces.
pub const MOST_CONDITIONS: usize = 6;

/// First bit of the number of the chosen parts in the id of a combination; a bit before it stands for a condition.
pub const CHOSEN: u32 = 8;

/// Most combinations of a text. A combination says which pieces are sent and which parts are chosen.
pub const MOST_COMBINATIONS: usize = 1 << MOST_CONDITIONS;

/// Optional pieces and choices of a text.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    pieces: Vec<Piece>,
    choices: Vec<Choice>,
    conditions: Vec<Vec<String>>,
}

/// A piece `{? .. }`, with the index of its condition.
#[derive(Clone, Debug)]
struct Piece {
    whole: Range<usize>,
    condition: usize,
}

/// A choice `{name: part | part}`.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Name by which the program chooses a part.
    pub name: String,
    /// Line and column of the `{`.
    pub at: Position,
    whole: Range<usize>,
    parts: Vec<Range<usize>>,
}

impl Choice {
    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }
}

/// Selection of the pieces that are sent, and of one part of each choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// Bit set of conditions: a bit is set if the pieces of its condition are sent.
    pub sent: u64,
    /// Index of the chosen part, for each choice.
    pub chosen: Vec<usize>,
}

/// Cause of a fault that some combinations have: conditions whose pieces are sent, conditions whose pieces are left out,
/// both as bits, and the chosen parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    pub sent: u64,
    pub left_out: u64,
    /// `true` if the chosen parts of the first combination belong to it.
    pub is_chosen: bool,
}

impl Cause {
    /// Returns the cause of a fault: of the first failing combination, only so much that each combination with as much
    /// fails. `failing` has a bit for each combination with the fault. The cause of a fault of all combinations is empty.
    pub const fn of(ids: &[u64], failing: u64) -> Self {
        let (conditions, first) = ((1 << CHOSEN) - 1, ids[failing.trailing_zeros() as usize]);
        let mut cause = Cause { sent: first & conditions, left_out: ids[0] & conditions & !first, is_chosen: true };
        // Everything is left out of the cause that it does not need.
        let mut bit = 0;
        while bit <= 2 * CHOSEN {
            let less = match bit {
                0 => Cause { is_chosen: false, ..cause },
                1..=CHOSEN => Cause { sent: cause.sent & !(1 << (bit - 1)), ..cause },
                _ => Cause { left_out: cause.left_out & !(1 << (bit - 1 - CHOSEN)), ..cause },
            };
            if less.is_enough(ids, failing, first) {
                cause = less;
            }
            bit += 1;
        }
        cause
    }

    /// Returns `true` if each combination that has all of this fails.
    const fn is_enough(&self, ids: &[u64], failing: u64, first: u64) -> bool {
        let mut i = 0;
        while i < ids.len() {
            let is_chosen = !self.is_chosen || ids[i] >> CHOSEN == first >> CHOSEN;
            let has_all = is_chosen && ids[i] & self.sent == self.sent && ids[i] & self.left_out == 0;
            if has_all && failing >> i & 1 == 0 {
                return false;
            }
            i += 1;
        }
        true
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
    fn new(at: Position, fault: impl Into<String>, cure: impl Into<String>) -> Self {
        PieceFault { at, fault: fault.into(), cure: cure.into() }
    }
}

impl Pieces {
    /// Finds the pieces of a text; `None` if it has none. `is_parameter` returns `true` if the program gives a value to
    /// a `$name`.
    ///
    /// # Errors
    /// Fails on
    /// - a piece within another piece, without an end, or without a parameter,
    /// - a parameter of a piece that the text needs outside of pieces as well,
    /// - a choice of one part,
    /// - more conditions than [`MOST_CONDITIONS`], or more combinations than [`MOST_COMBINATIONS`].
    pub fn of(text: &str, is_parameter: &dyn Fn(&str) -> bool) -> Result<Option<Self>, PieceFault> {
        // A text with invalid tokens has no pieces: the parser reports the error.
        let Ok(tokens) = tokens(text, false, &mut || true) else { return Ok(None) };
        let mut scan = Scan::new(text, &tokens, is_parameter);
        scan.read()?;
        let pieces = scan.pieces;
        if pieces.pieces.is_empty() && pieces.choices.is_empty() {
            return Ok(None);
        }
        let (conditions, combinations) = (pieces.conditions.len(), pieces.combinations().len());
        if conditions <= MOST_CONDITIONS && combinations <= MOST_COMBINATIONS {
            return Ok(Some(pieces));
        }
        let piece = pieces.pieces.last().map(|piece| Position::of(text, piece.whole.start));
        let at = piece.or(pieces.choices.last().map(|choice| choice.at)).unwrap_or_default();
        let fault = if conditions > MOST_CONDITIONS {
            format!("the pieces depend on {conditions} conditions")
        } else {
            format!("the text stands for {combinations} queries")
        };
        let cure = format!(
            "write at most {MOST_CONDITIONS} conditions and {MOST_COMBINATIONS} combinations: let several pieces depend on the same \
             parameters, or write two queries"
        );
        Err(PieceFault::new(at, fault, cure))
    }

    /// Returns the parameters that decide about pieces, one list for each condition. The text uses them only within
    /// pieces.
    pub fn conditions(&self) -> &[Vec<String>] {
        &self.conditions
    }

    /// Returns the choices, in the order of the text.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Returns `true` if this parameter decides about a piece.
    pub fn is_optional(&self, parameter: &str) -> bool {
        self.conditions.iter().flatten().any(|name| name == parameter)
    }

    /// Returns the combinations that values can make; the first one sends all pieces.
    ///
    /// With two conditions `a` and `a, b`, the second one never holds without the first one.
    pub fn combinations(&self) -> Vec<Combination> {
        let count = self.conditions.len().min(MOST_CONDITIONS + 1);
        let all = (1_u64 << count) - 1;
        let sets: Vec<u64> = (0..=all).rev().filter(|&sent| self.is_possible(sent)).collect();
        let mut combinations = vec![Combination { sent: 0, chosen: Vec::new() }];
        for choice in &self.choices {
            let longer = |of: &Combination, part| {
                let chosen = of.chosen.iter().copied().chain([part]).collect();
                Combination { sent: 0, chosen }
            };
            combinations =
                combinations.iter().flat_map(|of| (0..choice.parts()).map(move |part| longer(of, part))).collect();
            combinations.truncate(2 * MOST_COMBINATIONS);
        }
        let with = |chosen: &Combination, &sent: &u64| Combination { sent, ..chosen.clone() };
        combinations.iter().flat_map(|chosen| sets.iter().map(move |sent| with(chosen, sent))).collect()
    }

    /// Returns `true` if some values make exactly these conditions hold. `sent` has a bit for each condition.
    fn is_possible(&self, sent: u64) -> bool {
        let holds = |number: usize| sent >> number & 1 == 1;
        let of = |number: usize| self.conditions.get(number).into_iter().flatten();
        let given: Vec<&String> = (0..self.conditions.len()).filter(|&number| holds(number)).flat_map(of).collect();
        (0..self.conditions.len()).all(|number| holds(number) || of(number).any(|name| !given.contains(&name)))
    }

    /// Returns the number of a combination: bits of the conditions that hold, and the number of the chosen parts.
    pub fn id(&self, combination: &Combination) -> u64 {
        let chosen = self.choices.iter().zip(&combination.chosen);
        let number = chosen.fold(0, |number, (choice, part)| number * choice.parts() as u64 + *part as u64);
        combination.sent | number << CHOSEN
    }

    /// Describes what a combination leaves out, sends and chooses: "without `since` and with `status`". Empty for the
    /// first combination, which sends all pieces.
    pub fn name(&self, whole: &str, combination: &Combination) -> String {
        let left_out = ((1 << self.conditions.len()) - 1) & !combination.sent;
        let is_first = left_out == 0 && combination.chosen.iter().all(|&part| part == 0);
        let sent = if left_out == 0 { 0 } else { combination.sent };
        self.cause(whole, Cause { sent, left_out, is_chosen: !is_first }, combination)
    }

    /// Describes the cause of a fault, of which `first` is the first failing combination.
    pub fn cause(&self, whole: &str, cause: Cause, first: &Combination) -> String {
        let list = |conditions: u64, others: &[&String]| {
            let mut names: Vec<&String> = Vec::new();
            for name in
                self.conditions.iter().enumerate().filter(|(at, _)| conditions >> at & 1 == 1).flat_map(|of| of.1)
            {
                if !others.contains(&name) && !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        };
        let with = list(cause.sent, &[]);
        let without = list(cause.left_out, &with);
        let shown = |word: &str, names: Vec<&String>| {
            let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
            (!names.is_empty()).then(|| format!("{word} {}", names.join(", ")))
        };
        let chosen = cause.is_chosen.then(|| self.order(whole, first)).filter(|order| !order.is_empty());
        let parts = [shown("without", without), shown("with", with), chosen];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
    }

    /// Describes the chosen parts of a combination; empty if the text has no choice.
    pub fn order(&self, whole: &str, combination: &Combination) -> String {
        let parts = self.choices.iter().zip(&combination.chosen).map(|(choice, &part)| {
            let part = whole[choice.parts[part].clone()].trim();
            match self.choices.len() {
                1 => format!("ordered by `{part}`"),
                _ => format!("`{}` = `{part}`", choice.name),
            }
        });
        parts.collect::<Vec<_>>().join(" and ")
    }

    /// Returns the text of a combination. It is as long as `whole`, with blanks in place of all that is not sent.
    pub fn text(&self, whole: &str, combination: &Combination) -> String {
        let mut out = whole.as_bytes().to_vec();
        let mut blank = |range: Range<usize>| {
            let bytes = out[range].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r'));
            bytes.for_each(|byte| *byte = b' ');
        };
        for Piece { whole, condition } in &self.pieces {
            if combination.sent >> condition & 1 == 1 {
                blank(whole.start..whole.start + MARK.len());
                blank(whole.end - 1..whole.end);
            } else {
                blank(whole.clone());
            }
        }
        for (Choice { whole, parts, .. }, &chosen) in self.choices.iter().zip(&combination.chosen) {
            blank(whole.start..parts[chosen].start);
            blank(parts[chosen].end..whole.end);
        }
        // Only whole tokens became blanks, so the bytes are still UTF-8.
        String::from_utf8(out).unwrap_or_default()
    }
}

/// Replaces each run of blanks in a combination's text by one blank, or by none before `)`, `,`, `;` and the end.
/// Lines, comments and literals stay as they are.
pub fn squeeze(text: &str) -> String {
    let Ok(tokens) = tokens(text, false, &mut || true) else { return text.to_owned() };
    let (mut out, mut copied) = (String::with_capacity(text.len()), 0);
    for token in tokens {
        let between = &text[copied..token.start];
        let is_blank = !between.is_empty() && between.bytes().all(|byte| byte == b' ');
        out += match token.kind {
            Kind::End | Kind::RightParen | Kind::Comma | Kind::Semicolon if is_blank => "",
            _ if is_blank && copied > 0 => " ",
            _ => between,
        };
        out += &text[token.start..token.end];
        copied = token.end;
    }
    out
}

/// First characters of a piece.
const MARK: &str = "{?";

/// Scanner that finds the pieces and choices in the tokens of a text.
struct Scan<'t> {
    text: &'t str,
    tokens: &'t [Token],
    is_given: &'t dyn Fn(&str) -> bool,
    /// Names to which the text itself assigns values, as in `$rows = SELECT ..`.
    assigned: Vec<String>,
    pieces: Pieces,
    /// Parameters of each piece, with their places.
    inside: Vec<Vec<(String, Position)>>,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str, tokens: &'t [Token], is_given: &'t dyn Fn(&str) -> bool) -> Self {
        let (pieces, inside, assigned) = (Pieces::default(), Vec::new(), Vec::new());
        let mut scan = Scan { text, tokens, is_given, assigned, pieces, inside };
        let assigns =
            |at: &usize| (*at == 0 || scan.kind(at - 1) == Kind::Semicolon) && scan.kind(at + 2) == Kind::Equals;
        let assigned = (0..tokens.len()).filter(assigns).filter_map(|at| scan.named(at)).map(|(name, _)| name);
        scan.assigned = assigned.collect();
        scan
    }

    fn read(&mut self) -> Result<(), PieceFault> {
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
