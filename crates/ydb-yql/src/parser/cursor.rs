//! State of the parser: its position in the tokens, the tokens that it expects there, and the names that it has met.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ast::{Expr, Ident, Statement};
use crate::error::{Error, Position, Result, Span, quote};
use crate::keyword::{Group, NameRule};
use crate::lexer::{Kind, Token};
use crate::literal;

/// Parser over the tokens of one text.
#[derive(Default)]
pub(super) struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// `true` with `--!ansi_lexer`: double quotes stand around names, and quotes are doubled instead of escaped.
    pub(super) ansi: bool,
    at: usize,
    /// Tokens that the rules have looked for at the current token and not found; error messages list them.
    pub(super) expected: Vec<&'static str>,
    /// Sum of the costs of the open nested rules.
    pub(super) cost: usize,
    /// Height of the tree that the open rule has built so far.
    pub(super) height: usize,
    /// `$names` of the current statement.
    named: Vec<Arc<str>>,
    /// `$names` that nothing uses.
    pub(super) unused: Unused,
    /// Tables after a FROM of the current statement.
    pub(super) tables: Vec<Ident>,
    /// `true` after `PRAGMA AnsiImplicitCrossJoin`.
    pub(super) implicit_cross_join: bool,
    /// `true` after `x NOT NULL` without IS.
    pub(super) bare_not_null: bool,
    /// Unsupported constructs that were read, with their places.
    pub(super) noted: Vec<(Position, String)>,
    /// Kind of the text: a query, a file of DDL, or a printed definition.
    pub(super) form: Form,
    /// Clauses and statements that were not understood, kept as text.
    pub(super) unread: Vec<Unread>,
    /// Callback of the caller; it returns `false` to stop the parser.
    go_on: Option<&'t mut dyn FnMut() -> bool>,
}

/// A saved state of the parser, for [`Parser::go_back`].
pub(super) struct Mark {
    at: usize,
    cost: usize,
    height: usize,
    names: usize,
    tables: usize,
    unread: usize,
}

impl Mark {
    /// Returns the number of tokens that were taken before the mark.
    pub(super) const fn taken(&self) -> usize {
        self.at
    }
}

impl<'t> Parser<'t> {
    /// Makes a parser at the first token.
    pub(super) fn new(text: &'t str, tokens: &'t [Token], ansi: bool, go_on: &'t mut dyn FnMut() -> bool) -> Self {
        Self { text, tokens, ansi, go_on: Some(go_on), ..Self::default() }
    }

    /// Calls the caller's callback; fails if it stops the parser.
    pub(super) fn tick(&mut self) -> Result<()> {
        let goes_on = self.go_on.as_mut().is_none_or(|go_on| go_on());
        if goes_on { Ok(()) } else { Err(Error::stopped(self.position())) }
    }

    /// Returns the token that is `ahead` tokens after the current one. After the end, returns the last token,
    /// [`Kind::End`].
    fn token(&self, ahead: usize) -> &'t Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    /// Returns the kind of the current token.
    pub(super) fn kind(&self) -> Kind {
        self.token(0).kind
    }

    /// Returns the kind of the token that is `ahead` tokens after the current one.
    pub(super) fn kind_at(&self, ahead: usize) -> Kind {
        self.token(ahead).kind
    }

    /// Returns the position of the current token.
    pub(super) fn position(&self) -> Position {
        self.token(0).at
    }

    /// Returns the offset in bytes of the current token.
    pub(super) fn start(&self) -> u32 {
        offset(self.token(0).start)
    }

    /// Returns the range from a byte to the end of the last token that was taken.
    pub(super) fn since(&self, start: u32) -> Span {
        let end = self.tokens.get(self.at.wrapping_sub(1)).map_or(0, |token| offset(token.end));
        Span { start, end: end.max(start) }
    }

    /// Returns a part of the text.
    pub(super) fn text_of(&self, span: Span) -> &'t str {
        span.of(self.text)
    }

    /// Returns the text of the current token.
    pub(super) fn slice(&self) -> &'t str {
        self.slice_at(0)
    }

    /// Returns the text of the token that is `ahead` tokens after the current one.
    fn slice_at(&self, ahead: usize) -> &'t str {
        let token = self.token(ahead);
        &self.text[token.start..token.end]
    }

    /// Returns `true` if nothing stands between the current token and the next one.
    pub(super) fn touches_next(&self) -> bool {
        self.token(0).end == self.token(1).start
    }

    /// Returns `true` if nothing stands between the current token and the one before it.
    pub(super) fn touches_before(&self) -> bool {
        self.at.checked_sub(1).is_some_and(|before| self.tokens[before].end == self.token(0).start)
    }

    /// Returns `true` if the token before the current one may end a value: a word, a literal or a closing parenthesis.
    pub(super) fn follows_value(&self) -> bool {
        use Kind::{Integer, Quoted, Real, RightParen, String, Word};
        let before = self.at.checked_sub(1).map(|before| self.tokens[before].kind);
        matches!(before, Some(Word | Quoted | Integer | Real | String | RightParen))
    }

    /// Saves the state of the parser, for [`Self::go_back`].
    pub(super) fn mark(&self) -> Mark {
        Mark {
            at: self.at,
            cost: self.cost,
            height: self.height,
            names: self.named.len(),
            tables: self.tables.len(),
            unread: self.unread.len(),
        }
    }

    /// Restores a saved state, as if nothing had been taken since.
    pub(super) fn go_back(&mut self, mark: Mark) {
        (self.at, self.cost, self.height) = (mark.at, mark.cost, mark.height);
        self.named.truncate(mark.names);
        self.tables.truncate(mark.tables);
        self.unread.truncate(mark.unread);
        self.expected.clear();
    }

    /// Moves to the next token.
    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        self.expected.clear();
    }

    /// Moves over several tokens.
    pub(super) fn skip(&mut self, count: usize) {
        (0..count).for_each(|_| self.advance());
    }

    /// Returns `true` if the current token is this keyword.
    pub(super) fn is(&self, keyword: &str) -> bool {
        self.is_at(0, keyword)
    }

    /// Returns `true` if the token that is `ahead` tokens after the current one is this keyword.
    pub(super) fn is_at(&self, ahead: usize, keyword: &str) -> bool {
        self.kind_at(ahead) == Kind::Word && self.slice_at(ahead).eq_ignore_ascii_case(keyword)
    }

    /// Returns `true` if the next tokens are these keywords, separated by blanks.
    pub(super) fn are(&self, keywords: &str) -> bool {
        self.are_at(0, keywords)
    }

    /// Returns `true` if these keywords stand `ahead` tokens after the current one.
    pub(super) fn are_at(&self, ahead: usize, keywords: &str) -> bool {
        (ahead..).zip(keywords.split(' ')).all(|(ahead, keyword)| self.is_at(ahead, keyword))
    }

    /// Finds the first of several phrases that stands at the current token. A comma and a blank separate the phrases.
    pub(super) fn phrase<'p>(&self, phrases: &'p str) -> Option<&'p str> {
        phrases.split(", ").find(|phrase| self.are(phrase))
    }

    /// Takes the keyword if it is the current token; returns `true` if it was.
    pub(super) fn eat(&mut self, keyword: &'static str) -> bool {
        let found = self.is(keyword);
        if found {
            self.advance()
        } else {
            self.missed(keyword)
        }
        found
    }

    /// Takes all of the keywords if they are next, or none of them; returns `true` if they were.
    pub(super) fn eat_all(&mut self, keywords: &'static str) -> bool {
        let found = self.are(keywords);
        if found {
            self.skip(keywords.split(' ').count());
        } else {
            self.missed(first_word(keywords));
        }
        found
    }

    /// Takes the current token if it has this kind; returns `true` if it had.
    pub(super) fn eat_kind(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.advance()
        } else {
            self.missed(kind.shown())
        }
        found
    }

    /// Takes the keyword; fails on any other token.
    pub(super) fn expect(&mut self, keyword: &'static str) -> Result<()> {
        if self.eat(keyword) {
            return Ok(());
        }
        let extra = self.is_at(1, keyword);
        Err(self.unexpected_unless(extra))
    }

    /// Takes a token of this kind; fails on any other token.
    pub(super) fn expect_kind(&mut self, kind: Kind) -> Result<()> {
        if self.eat_kind(kind) {
            return Ok(());
        }
        let extra = self.kind_at(1) == kind;
        Err(self.unexpected_unless(extra))
    }

    /// Takes a keyword before an expression. The error distinguishes a missing keyword from a wrong token in its place.
    pub(super) fn expect_before_expr(&mut self, keyword: &'static str) -> Result<()> {
        if self.begins_atom() && !self.is(keyword) && !self.is_at(1, keyword) {
            let found = quote(self.slice());
            return Err(Error::syntax(self.position(), format!("missing {keyword} at {found}")));
        }
        self.expect(keyword)
    }

    /// Returns `true` if the current token can only begin an expression.
    fn begins_atom(&self) -> bool {
        matches!(self.kind(), Kind::Integer | Kind::Real | Kind::String | Kind::Dollar | Kind::Quoted)
    }

    /// Returns `true` if the current token may be a name in this position.
    pub(super) fn is_name(&self, rule: NameRule) -> bool {
        self.is_name_at(0, rule)
    }

    /// Returns `true` if the token that is `ahead` tokens after the current one may be a name in this position. A
    /// string is no name here: the grammar allows it in some places, and YDB refuses it later.
    pub(super) fn is_name_at(&self, ahead: usize, rule: NameRule) -> bool {
        match self.kind_at(ahead) {
            Kind::Quoted => true,
            Kind::Word => Group::of(self.slice_at(ahead)).fits(rule),
            _ => false,
        }
    }

    /// Takes a name that the position allows.
    pub(super) fn name(&mut self, rule: NameRule) -> Result<Ident> {
        if self.kind() == Kind::String {
            return Err(Error::string_as_name(self.position()));
        }
        if !self.is_name(rule) {
            return Err(self.none_of(&["ID_PLAIN", "ID_QUOTED"]));
        }
        self.any_name()
    }

    /// Takes the current token as a name, even if it is a keyword.
    pub(super) fn any_name(&mut self) -> Result<Ident> {
        let (at, start) = (self.position(), self.start());
        let name: Arc<str> = match self.kind() {
            Kind::Quoted => literal::name(self.slice()).map_err(|reason| Error::refused(at, reason))?,
            _ => self.slice().into(),
        };
        self.advance();
        Ok(Ident { name, at, span: self.since(start) })
    }

    /// Parses `AS name`; returns `None` if there is no AS.
    pub(super) fn as_name(&mut self, rule: NameRule) -> Result<Option<Ident>> {
        if self.eat("AS") { self.name(rule).map(Some) } else { Ok(None) }
    }

    /// Parses `expr [AS name]`.
    pub(super) fn named_expr(&mut self) -> Result<(Expr, Option<Ident>)> {
        Ok((self.expr()?, self.as_name(NameRule::AnyOrType)?))
    }

    /// Takes a `$name`. The name in the tree has no `$`.
    pub(super) fn named(&mut self) -> Result<Ident> {
        let (at, start) = (self.position(), self.start());
        self.expect_kind(Kind::Dollar)?;
        let boolean = self.is("TRUE") || self.is("FALSE");
        let name = if boolean { self.any_name()? } else { self.name(NameRule::AnyOrType)? };
        self.named.push(Arc::clone(&name.name));
        Ok(Ident { at, span: self.since(start), ..name })
    }

    /// Returns the number of tokens that were taken.
    pub(super) const fn taken(&self) -> usize {
        self.at
    }

    /// Removes and returns the `$names` of the statement after the first `count`.
    pub(super) fn names_after(&mut self, count: usize) -> Vec<Arc<str>> {
        self.named.split_off(count.min(self.named.len()))
    }

    /// Returns the number of `$names` of the statement so far.
    pub(super) const fn name_count(&self) -> usize {
        self.named.len()
    }

    /// Adds `$names` to the statement.
    pub(super) fn add_names(&mut self, names: Vec<Arc<str>>) {
        self.named.extend(names);
    }

    /// Removes and returns the `$names` and the tables since the last call. Returns the height of the tree so far as
    /// well.
    pub(super) fn parts(&mut self) -> (Vec<Arc<str>>, Vec<Ident>, usize) {
        (std::mem::take(&mut self.named), std::mem::take(&mut self.tables), self.height)
    }

    /// Parses a list of names in parentheses: `(a, b)`. A trailing comma is allowed if `trailing_comma` is `true`.
    pub(super) fn names(&mut self, rule: NameRule, trailing_comma: bool) -> Result<Vec<Ident>> {
        self.in_parentheses(|parser| parser.list(trailing_comma, |parser| parser.name(rule)))
    }

    /// Parses an opening parenthesis, a rule and a closing parenthesis.
    pub(super) fn in_parentheses<T>(&mut self, rule: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.expect_kind(Kind::LeftParen)?;
        let inside = rule(self)?;
        self.expect_kind(Kind::RightParen)?;
        Ok(inside)
    }

    /// Skips brackets and their content; the `$names` within count as used. Returns `true` if the content has one of
    /// the keywords.
    pub(super) fn pass_over(&mut self, opening: Kind, closing: Kind, keywords: &[&str]) -> Result<bool> {
        let (mut open, mut found) = (0, false);
        loop {
            match self.kind() {
                kind if kind == opening => open += 1,
                kind if kind == closing => open -= 1,
                Kind::Dollar if self.is_name_at(1, NameRule::AnyOrType) => {
                    self.named()?;
                    continue;
                }
                Kind::End => return Err(self.unexpected()),
                _ => found |= keywords.iter().any(|keyword| self.is(keyword)),
            }
            self.advance();
            if open == 0 {
                return Ok(found);
            }
        }
    }

    /// Parses one or more items separated by commas. After a trailing comma, a closing bracket must follow.
    pub(super) fn list<T>(
        &mut self,
        trailing_comma: bool,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat_kind(Kind::Comma) {
            if trailing_comma && self.closes() {
                break;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Returns `true` if the current token closes a bracket or ends the statement.
    pub(super) fn closes(&self) -> bool {
        use Kind::{End, Greater, RightCurly, RightParen, RightSquare, Semicolon, StructClose};
        matches!(self.kind(), RightParen | RightSquare | RightCurly | StructClose | Greater | Semicolon | End)
    }
}

/// Converts an offset in bytes to `u32`; texts are far shorter than 4 GiB.
fn offset(byte: usize) -> u32 {
    u32::try_from(byte).unwrap_or(u32::MAX)
}

/// Returns the first of several words.
pub(super) fn first_word(words: &str) -> &str {
    words.split_once(' ').map_or(words, |(first, _)| first)
}

/// Kinds of texts that the parser reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A query: a clause that is not understood is an error.
    #[default]
    Query,
    /// A file of DDL.
    File,
    /// A text that `SHOW CREATE TABLE` printed.
    Printed,
}

/// A clause or statement that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Range of the clause or statement.
    pub span: Span,
    /// Text of the clause, within the definition that it belongs to: ``FAMILY `f` (LATER = 5)``.
    pub text: String,
    /// `true` for a whole statement, `false` for a clause.
    pub is_statement: bool,
}

/// Statements of a text and the parts of it that were not understood, both in the order of the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definitions {
    /// Statements that were understood.
    pub statements: Vec<Statement>,
    /// Clauses and statements that were not understood.
    pub unread: Vec<Unread>,
}

/// Collector of the `$names` that no statement so far uses. YDB's translator warns of such names (`WarnUnusedNodes`).
///
/// A name that is bound again counts as a new name: a use counts for the latest binding. The arguments of a lambda are
/// bound only within it. A name that begins with `$_` is unused on purpose.
#[derive(Default)]
pub(super) struct Unused {
    /// Latest binding of each name that is not used yet.
    open: HashMap<Arc<str>, Ident>,
    unused: Vec<Ident>,
}

impl Unused {
    /// Adds the uses and the bindings of the next statement.
    pub(super) fn statement(&mut self, statement: &Statement) {
        for name in statement.uses() {
            self.open.remove(name);
        }
        for name in statement.binds() {
            self.unused.extend(self.open.insert(Arc::clone(&name.name), name.clone()));
        }
    }

    /// Adds the arguments of a lambda and the names in its body. Returns the names in the body that are not arguments.
    pub(super) fn lambda(&mut self, params: &[Ident], body: Vec<Arc<str>>) -> Vec<Arc<str>> {
        self.unused.extend(params.iter().filter(|param| !body.contains(&param.name)).cloned());
        body.into_iter().filter(|name| params.iter().all(|param| param.name != *name)).collect()
    }

    /// Returns all unused names, in the order of the text.
    pub(super) fn all(mut self) -> Vec<Ident> {
        self.unused.extend(self.open.into_values());
        self.unused.retain(|name| !name.name.starts_with('_'));
        self.unused.sort_by_key(|name| name.at);
        self.unused
    }
}
