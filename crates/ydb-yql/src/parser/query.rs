//! Parser of a whole query: statements separated by semicolons, and the actions around them.
//!
//! Actions are `DEFINE ACTION`, `DO`, `IF` and `FOR`. The statements in an action count as statements of the query,
//! since they read the same tables. The words of the action itself are skipped and reported as unsupported.

use std::sync::Arc;

use super::cursor::Parser;
use crate::ast::{Expr, ExprKind, Ident, Literal, Query, Statement, StatementKind};
use crate::error::{Error, ErrorKind, Position, Result};
use crate::lexer::{self, Kind};

/// Parses the text of a query.
///
/// # Errors
/// Fails with the reason for which the text has no tree.
pub fn parse(text: &str) -> Result<Query> {
    parse_while(text, &mut || true)
}

/// Parses the text of a query as long as `go_on` returns `true`. `go_on` is called once for each token.
///
/// # Errors
/// Fails with the reason for which the text has no tree, or with [`Stopped`](crate::ErrorKind::Stopped).
pub fn parse_while(text: &str, go_on: &mut dyn FnMut() -> bool) -> Result<Query> {
    let ansi = ansi_mode(text)?;
    let tokens = lexer::tokens(text, ansi, go_on)?;
    let mut parser = Parser::new(text, &tokens, ansi, go_on);
    parser.query().map_err(|error| match parser.noted.first() {
        // After an unknown construct, this parser may report errors that YDB would not: the construct is reported
        // instead.
        Some((at, construct)) if error.kind != ErrorKind::Stopped => Error::unsupported(*at, construct.as_str()),
        _ => error,
    })
}

/// Reads the leading `--!` comments, which may choose the syntax version and the lexer. Returns `true` for the ANSI
/// lexer.
pub(super) fn ansi_mode(text: &str) -> Result<bool> {
    let mut ansi = false;
    for (index, line) in (1..).zip(text.lines()) {
        let Some(mode) = line.trim().strip_prefix("--!") else { break };
        ansi |= mode.trim() == "ansi_lexer";
        if !matches!(mode.trim(), "syntax_v1" | "ansi_lexer" | "") {
            return Err(Error::unsupported(
                Position { line: index, column: 1 },
                format!("the mode --!{}", mode.trim()),
            ));
        }
    }
    Ok(ansi)
}

impl Parser<'_> {
    fn query(&mut self) -> Result<Query> {
        let mut statements = Vec::new();
        loop {
            while self.eat_kind(Kind::Semicolon) {}
            if let Some(frames) = self.frames()? {
                self.unused.statement(&frames);
                statements.push(frames);
            }
            if self.eat_kind(Kind::End) {
                let (unused, unsupported) = (std::mem::take(&mut self.unused).all(), std::mem::take(&mut self.noted));
                return Ok(Query { statements, unused, unsupported });
            }
            let statement = self.measured()?;
            self.unused.statement(&statement);
            statements.push(statement);
            self.end_of_statement()?;
        }
    }

    /// Parses a statement; adds its names, its tables and its size, which the planner needs.
    pub(super) fn measured(&mut self) -> Result<Statement> {
        let (at, start, begin) = (self.position(), self.start(), self.taken());
        self.fresh_height();
        let kind = self.statement()?;
        let (names, tables, height) = self.parts();
        let span = self.since(start);
        Ok(Statement { at, span, kind, names, tables, height, length: self.taken() - begin })
    }

    pub(super) fn end_of_statement(&mut self) -> Result<()> {
        if matches!(self.kind(), Kind::Semicolon | Kind::End) {
            return Ok(());
        }
        // After a complete statement, YDB's message does not list the tokens that could have continued it.
        self.only_expected(&["<EOF>", "';'"]);
        let extra = matches!(self.kind_at(1), Kind::Semicolon | Kind::End);
        Err(self.unexpected_unless(extra))
    }
}

impl Parser<'_> {
    /// Skips the words of actions before a statement. Returns a statement that stands for them: it binds the names of
    /// the action and of its arguments, and uses the names that are passed to it.
    pub(super) fn frames(&mut self) -> Result<Option<Statement>> {
        let (at, start, begin) = (self.position(), self.start(), self.taken());
        let mut bound: Vec<Ident> = Vec::new();
        self.fresh_height();
        loop {
            let is_within = !self.noted.is_empty();
            if self.eat_noted("DEFINE ACTION", "DEFINE ACTION") {
                bound.push(self.named()?);
                self.expect_kind(Kind::LeftParen)?;
                while self.kind() == Kind::Dollar {
                    bound.push(self.named()?);
                    self.eat_kind(Kind::Question);
                    self.eat_kind(Kind::Comma);
                }
                self.expect_kind(Kind::RightParen)?;
                self.expect("AS")?;
            } else if self.eat_noted("IF", "IF") {
                self.expr()?;
            } else if self.eat_noted("FOR", "FOR") {
                bound.push(self.named()?);
                self.expect("IN")?;
                self.expr()?;
            } else if !self.are("DO BEGIN") && self.eat_noted("DO", "DO") {
                if !self.eat("EMPTY_ACTION") {
                    self.named()?;
                }
                self.pass_over(Kind::LeftParen, Kind::RightParen, &[])?;
            } else if self.phrase("EVALUATE IF, EVALUATE FOR, PARALLEL FOR").is_some()
                || self.are("ELSE DO") && is_within
            {
                self.passed(self.slice());
            } else if let Some(words) =
                self.phrase("DO BEGIN, END DO, END DEFINE").filter(|_| is_within || self.is("DO"))
            {
                self.passed(words);
            } else if begin == self.taken() {
                return Ok(None);
            } else if !self.eat_kind(Kind::Semicolon) {
                break;
            }
        }
        let (mut uses, tables, height) = self.parts();
        uses.retain(|name| bound.iter().all(|other| other.name != *name));
        let value = bound.first().map_or(ExprKind::Literal(Literal::Null), |name| ExprKind::Named(name.clone()));
        let names = bound.iter().map(|name| Arc::clone(&name.name)).chain(uses).collect();
        let kind = StatementKind::Let { names: bound, value: Expr::new(at, value) };
        let length = self.taken() - begin;
        Ok(Some(Statement { at, span: self.since(start), kind, names, tables, height: height + 1, length }))
    }

    /// Reports words as unsupported, and takes them.
    fn passed(&mut self, words: &str) {
        self.note(words);
        words.split(' ').for_each(|_| self.advance());
    }
}
