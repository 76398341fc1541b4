//! Parser of definitions that may be newer than this crate. Clauses that are not understood are kept as text.
//!
//! A rule is first tried as in a query. If it fails, the parser goes back to the beginning of the clause and passes
//! over the clause. A clause ends at the next word that begins a known clause, at a comma, at a closing parenthesis or
//! at a semicolon. Parentheses are passed over as a whole.
//!
//! | form | clauses that are kept as text |
//! |---|---|
//! | a query | none: an unknown clause is an error |
//! | a file of DDL | clauses that YDB knows and this crate does not; YDB, too, would refuse any other clause |
//! | text that `SHOW CREATE TABLE` prints | all clauses: the server may be newer, but it is right |
//!
//! A printed text has other tokens. It has no comments, since `--` can be a name there. Any character may stand in a
//! clause that is not understood. Names are in backticks, except the name of a TTL's column, so a bare word at the
//! beginning of an entry is never a column. Values that a query cannot have (a key of `TIMESTAMP('..')`) are kept as
//! text, too.

use super::cursor::{Definitions, Form, Parser, Unread};
use super::primary::called;
use crate::ast::{Expr, Ident, Setting, SettingValue, Statement};
use crate::error::{Error, ErrorKind, Result, Span};
use crate::keyword::NameRule;
use crate::lexer::{self, Kind};

/// Parses a text with definitions.
///
/// # Errors
/// Fails on a statement that cannot be read and cannot be passed over.
pub fn definitions(text: &str, form: Form) -> Result<Definitions> {
    let ansi = super::query::ansi_mode(text)?;
    let tokens = match form {
        Form::Printed => lexer::printed(text)?,
        _ => lexer::tokens(text, ansi, &mut || true)?,
    };
    let go_on = &mut || true;
    let mut parser = Parser::new(text, &tokens, ansi, go_on);
    parser.form = form;
    let statements = parser.definitions()?;
    Ok(Definitions { statements, unread: parser.unread })
}

/// Parses the settings of a changefeed as `SHOW CREATE TABLE` prints them, without the parentheses around them.
///
/// # Errors
/// Fails on an open quote or parenthesis.
pub fn printed_settings(text: &str) -> Result<Vec<Setting>> {
    let tokens = lexer::printed(text)?;
    let go_on = &mut || true;
    let mut parser = Parser::new(text, &tokens, false, go_on);
    parser.form = Form::Printed;
    let settings = parser.list(true, |parser| parser.setting(&|parser, _| parser.changefeed_setting()))?;
    Ok(settings.into_iter().flatten().collect())
}

/// Splits a printed list, without the parentheses around it, into its values; returns none if a quote or parenthesis is
/// open.
pub fn printed_values(text: &str) -> Vec<&str> {
    let tokens = lexer::printed(text).unwrap_or_default();
    let go_on = &mut || true;
    let mut parser = Parser::new(text, &tokens, false, go_on);
    parser.form = Form::Printed;
    let values = match tokens.len() {
        0 | 1 => Ok(Vec::new()),
        _ => parser.list(true, Parser::printed_value),
    };
    values.unwrap_or_default().iter().map(|value| value.span.of(text)).collect()
}

impl Parser<'_> {
    pub(super) fn is_printed(&self) -> bool {
        self.form == Form::Printed
    }

    /// Returns `true` if a clause with this error may be passed over.
    fn passes(&self, error: &Error) -> bool {
        match self.form {
            Form::Query => false,
            // After an unknown construct, an error may be due to the construct alone.
            Form::File => error.kind == ErrorKind::Unsupported || !self.noted.is_empty(),
            Form::Printed => true,
        }
    }

    fn definitions(&mut self) -> Result<Vec<Statement>> {
        let mut statements: Vec<Statement> = Vec::new();
        loop {
            while self.eat_kind(Kind::Semicolon) {}
            if self.form == Form::File {
                statements.extend(self.frames()?);
            }
            if self.eat_kind(Kind::End) {
                return Ok(statements);
            }
            let (start, before, is_first) = (self.start(), self.unread.len(), statements.is_empty());
            let is_about_table = is_first || self.are("ALTER TABLE") || self.are("ALTER SEQUENCE");
            let statement = match self.form {
                Form::Printed if is_about_table => Some(self.measured()?),
                Form::Printed => None,
                _ => self.or_pass(Self::measured)?,
            };
            if statement.is_none() || self.is_printed() && !is_first {
                while self.pass(|_| false)? && self.eat_kind(Kind::Comma) {}
            }
            let span = self.since(start);
            if statement.as_ref().is_none_or(|statement| statement.span != span) {
                self.unread.truncate(before);
                self.keep(span, true);
            }
            statements.extend(statement);
            self.end_of_statement()?;
        }
    }

    /// Runs a rule. Returns `None` and goes back if the rule fails and its clause may be passed over.
    pub(super) fn or_pass<T>(&mut self, rule: impl FnOnce(&mut Self) -> Result<T>) -> Result<Option<T>> {
        let mark = self.mark();
        match rule(self) {
            Ok(taken) => Ok(Some(taken)),
            Err(error) if self.passes(&error) => {
                self.go_back(mark);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Passes over all tokens up to a comma, a closing parenthesis or a semicolon, or until `ends` returns `true`.
    /// Returns `true` if there were any tokens.
    pub(super) fn pass(&mut self, ends: impl Fn(&Self) -> bool) -> Result<bool> {
        let (mut open, begin) = (0_usize, self.taken());
        loop {
            match self.kind() {
                Kind::End if open == 0 => break,
                Kind::End => return Err(self.none_of(&["')'"])),
                Kind::LeftParen => open += 1,
                Kind::RightParen | Kind::Comma | Kind::Semicolon if open == 0 => break,
                Kind::RightParen => open -= 1,
                _ if open == 0 && ends(self) => break,
                _ => {}
            }
            self.advance();
        }
        Ok(self.taken() > begin)
    }

    /// Keeps a part of the text as not understood.
    pub(super) fn keep(&mut self, span: Span, is_statement: bool) {
        let text = self.text_of(span).to_owned();
        self.unread.push(Unread { span, text, is_statement });
    }

    /// Puts the texts that were kept after the first `before` into the context `to .. closing` that they belong to.
    pub(super) fn belong(&mut self, before: usize, to: &str, closing: &str) {
        for unread in &mut self.unread[before..] {
            unread.text = format!("{to}{}{closing}", unread.text);
        }
    }

    /// Keeps an unknown clause, up to where `ends` returns `true`; returns `false` if there is none.
    pub(super) fn other_clause(&mut self, ends: impl Fn(&Self) -> bool) -> Result<bool> {
        let start = self.start();
        let found = self.pass(ends)?;
        if found {
            self.keep(self.since(start), false);
        }
        Ok(found)
    }

    /// Parses a value of a printed text, and keeps it as text. The value ends before a separate word.
    pub(super) fn printed_value(&mut self) -> Result<Expr> {
        let (at, start, begin) = (self.position(), self.start(), self.taken());
        self.pass(|parser| {
            let is_apart = parser.taken() > begin && parser.follows_value() && !parser.touches_before();
            parser.kind() == Kind::Word && is_apart
        })?;
        Ok(Expr { span: self.since(start), ..called(at, "Printed", Vec::new()) })
    }

    /// Parses the column of a printed TTL, whose name has no backticks even if it has special characters.
    pub(super) fn printed_name(&mut self) -> Result<Ident> {
        if self.kind() == Kind::Quoted {
            return self.any_name();
        }
        let (at, start, begin) = (self.position(), self.start(), self.taken());
        while !self.closes() && self.kind() != Kind::Comma && (self.taken() == begin || self.touches_before()) {
            self.advance();
        }
        if self.taken() == begin {
            return Err(self.none_of(&["ID_PLAIN", "ID_QUOTED"]));
        }
        let span = self.since(start);
        Ok(Ident { span, ..Ident::new(self.text_of(span), at) })
    }

    /// Parses names in parentheses. The second value is `true` if nothing but names stands there.
    pub(super) fn names_only(&mut self, rule: NameRule) -> Result<(Vec<Ident>, bool)> {
        if !self.is_printed() {
            return Ok((self.names(rule, false)?, true));
        }
        let mut has_more = false;
        let names = self.in_parentheses(|parser| {
            parser.list(true, |parser| {
                let name = if parser.is_name(rule) { Some(parser.name(rule)?) } else { None };
                has_more |= parser.pass(|_| false)? || name.is_none();
                Ok(name)
            })
        })?;
        Ok((names.into_iter().flatten().collect(), !has_more))
    }

    /// Parses `KEY = value`; returns `None` if another text stands there, which is then kept.
    pub(super) fn setting(
        &mut self,
        value: &impl Fn(&mut Self, &Ident) -> Result<SettingValue>,
    ) -> Result<Option<Setting>> {
        let start = self.start();
        if self.is_printed() && self.kind_at(1) != Kind::Equals {
            self.other_clause(|_| false)?;
            return Ok(None);
        }
        let key = self.name(NameRule::Any)?;
        self.expect_kind(Kind::Equals)?;
        if !self.is_printed() {
            let value = value(self, &key)?;
            return Ok(Some(Setting { key, value, span: self.since(start), has_more: false }));
        }
        let value = self.or_pass(|parser| value(parser, &key))?.unwrap_or(SettingValue::None);
        let has_more = self.pass(|_| false)?;
        Ok(Some(Setting { key, value, span: self.since(start), has_more }))
    }
}
