//! Actions: `DEFINE ACTION`, `DO`, `IF` and `FOR`. Their statements are read as if the query had them, since they read the
//! same tables; what frames them is noted and read past.

use std::sync::Arc;

use super::cursor::Parser;
use crate::ast::{Expr, ExprKind, Ident, Literal, Statement, StatementKind};
use crate::error::Result;
use crate::lexer::Kind;

impl Parser<'_> {
    /// Reads past what comes before a statement. Returns what stands for it: a statement that binds the names of the
    /// arguments, and uses those that it is given.
    pub(super) fn frames(&mut self) -> Result<Option<Statement>> {
        let (at, start, begin) = (self.position(), self.start(), self.taken());
        let mut bound: Vec<Ident> = Vec::new();
        self.fresh_height();
        loop {
            let is_within = !self.noted.is_empty();
            if self.are("DEFINE ACTION") {
                self.passed("DEFINE ACTION");
                bound.push(self.named()?);
                self.expect_kind(Kind::LeftParen)?;
                while self.kind() == Kind::Dollar {
                    bound.push(self.named()?);
                    self.eat_kind(Kind::Question);
                    self.eat_kind(Kind::Comma);
                }
                self.expect_kind(Kind::RightParen)?;
                self.expect("AS")?;
            } else if self.is("IF") {
                self.passed("IF");
                self.expr()?;
            } else if self.is("FOR") {
                self.passed("FOR");
                bound.push(self.named()?);
                self.expect("IN")?;
                self.expr()?;
            } else if self.is("DO") && !self.are("DO BEGIN") {
                self.passed("DO");
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

    /// Notes words, and takes them.
    fn passed(&mut self, words: &str) {
        self.note(words);
        words.split(' ').for_each(|_| self.advance());
    }
}
