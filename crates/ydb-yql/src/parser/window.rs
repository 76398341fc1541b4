//! OVER and WINDOW.

use super::cursor::Parser;
use super::nesting::EXPRESSION;
use crate::ast::{Arg, Call, Expr, ExprKind, Frame, FrameBound, FrameUnit, Ident, Over, Window};
use crate::error::Result;
use crate::keyword::NameRule;
use crate::lexer::Kind;

impl Parser<'_> {
    /// What may follow the arguments of a call: `[IGNORE NULLS] [OVER ..]`.
    pub(super) fn call_tail(&mut self, call: &mut Call) -> Result<()> {
        if self.is("FILTER") && self.kind_at(1) == Kind::LeftParen {
            self.note("FILTER");
            self.advance();
            // What it reads counts as one more argument.
            call.args.push(Arg::Value(self.in_parentheses(|parser| {
                parser.expect("WHERE")?;
                parser.expr()
            })?));
        }
        for treatment in ["IGNORE", "RESPECT"] {
            if self.is(treatment) && self.is_at(1, "NULLS") {
                if !self.is_at(2, "OVER") {
                    self.note(&format!("{treatment} NULLS without OVER"));
                }
                call.ignore_nulls = treatment == "IGNORE";
                self.advance();
                self.advance();
            }
        }
        if self.is("OVER") {
            self.advance();
            call.over = Some(match self.kind() {
                Kind::LeftParen => Over::Window(Box::new(self.window()?)),
                _ => Over::Named(self.name(NameRule::Window)?),
            });
        }
        Ok(())
    }

    /// `WINDOW name AS (..), ..`.
    pub(super) fn windows(&mut self) -> Result<Vec<(Ident, Window)>> {
        if !self.eat("WINDOW") {
            return Ok(Vec::new());
        }
        self.list(false, |parser| {
            let name = parser.name(NameRule::Window)?;
            parser.expect("AS")?;
            Ok((name, parser.window()?))
        })
    }

    fn window(&mut self) -> Result<Window> {
        self.expect_kind(Kind::LeftParen)?;
        let window = self.nested(EXPRESSION, |parser| {
            let partition = parser.is("PARTITION") && (parser.is_at(1, "BY") || parser.are("PARTITION COMPACT"));
            let begins_clause = partition || parser.are("ORDER BY");
            if !begins_clause && parser.is_name(NameRule::Window) {
                parser.note("a window that extends another one");
                parser.advance();
            }
            let partition = parser.is("PARTITION");
            let partition_by = if partition { parser.partition_by()? } else { Vec::new() };
            Ok(Window { partition_by, order_by: parser.order_by()?, frame: parser.frame()? })
        })?;
        self.expect_kind(Kind::RightParen)?;
        Ok(window)
    }

    fn partition_by(&mut self) -> Result<Vec<Expr>> {
        self.advance();
        self.eat("COMPACT");
        self.expect("BY")?;
        let keys = self.list(false, |parser| {
            let key = parser.expr()?;
            if parser.is("AS") {
                parser.note("an alias in PARTITION BY");
                parser.advance();
                parser.name(NameRule::AnyOrType)?;
            }
            Ok(key)
        })?;
        // `PARTITION BY ()` is the same as no PARTITION BY.
        let keys = keys.into_iter().filter(|key| !matches!(&key.kind, ExprKind::Tuple(items) if items.is_empty()));
        Ok(keys.collect())
    }

    fn frame(&mut self) -> Result<Option<Frame>> {
        let at = self.position();
        let units = [("ROWS", FrameUnit::Rows), ("RANGE", FrameUnit::Range), ("GROUPS", FrameUnit::Groups)];
        let Some((_, unit)) = units.into_iter().find(|(word, _)| self.eat(word)) else { return Ok(None) };
        let (from, to) = if self.eat("BETWEEN") {
            let from = self.frame_bound()?;
            self.expect("AND")?;
            (from, self.frame_bound()?)
        } else {
            (self.frame_bound()?, FrameBound::CurrentRow)
        };
        if self.is("EXCLUDE") {
            self.note("EXCLUDE");
            self.advance();
            if !self.eat_all("CURRENT ROW") && !self.eat_all("NO OTHERS") && !self.eat("GROUP") {
                self.expect("TIES")?;
            }
        }
        Ok(Some(Frame { at, unit, from, to }))
    }

    /// `CURRENT ROW`, or `UNBOUNDED` or an expression before PRECEDING or FOLLOWING.
    fn frame_bound(&mut self) -> Result<FrameBound> {
        if self.eat_all("CURRENT ROW") {
            return Ok(FrameBound::CurrentRow);
        }
        let offset = if self.eat("UNBOUNDED") { None } else { Some(self.expr()?) };
        if self.eat("PRECEDING") {
            return Ok(FrameBound::Preceding(offset));
        }
        self.expect("FOLLOWING")?;
        Ok(FrameBound::Following(offset))
    }
}
