//! Parser of operators by precedence, as in YQL's grammar.
//!
//! From the loosest to the tightest:
//!
//! ```text
//! OR
//! AND
//! XOR
//! = == != <> IN LIKE BETWEEN IS NULL ..    only equalities chain
//! < <= > >=
//! ??
//! << >> | & ^                              one level
//! + -
//! * / %
//! ||
//! +x -x ~x NOT x                           at most one
//! ```
//!
//! The method is precedence climbing. `binary(around)` reads an operand, and then takes operators as long as they bind
//! more tightly than `around`. It reads each right operand with the operator's own level. In `a OR b + c * d`, the
//! operand after OR takes `+` and `*`, and the operand after `+` takes only `*`.
//!
//! Operators that follow one another at the same depth of the text become one node with many operands. `??` is
//! right-associative in the grammar. From left to right it has the same value: the first that is not NULL.

use super::cursor::Parser;
use super::refuse::EXPRESSION;
use crate::ast::{BinaryOp, CompareOp, Expr, ExprKind, InSet, Operand, UnaryOp};
use crate::error::{Error, Position, Result};
use crate::keyword::NameRule;
use crate::lexer::Kind;

/// Binding strength of an operator, from loose to tight: the order of the variants is the precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Whole,
    Or,
    And,
    Xor,
    Condition,
    Order,
    Coalesce,
    Bits,
    Sum,
    Product,
    Concat,
}

/// An operator at the current token, with its level and its length in tokens.
struct Operator {
    level: Level,
    op: BinaryOp,
    tokens: usize,
}

impl Parser<'_> {
    /// Parses an expression.
    pub(super) fn expr(&mut self) -> Result<Expr> {
        let around = self.enter(EXPRESSION)?;
        let expr = self.binary(Level::Whole)?;
        self.leave(EXPRESSION, around)?;
        if self.kind() != Kind::Question {
            return Ok(expr);
        }
        if matches!(expr.kind, ExprKind::Named(_)) {
            self.note("an optional argument of a lambda");
            self.advance();
            return Ok(expr);
        }
        Err(Error::refused(self.position(), "Unexpected token '?' at the end of expression"))
    }

    /// Parses an operand, and all operators after it that bind more tightly than `around`.
    fn binary(&mut self, around: Level) -> Result<Expr> {
        let height = self.fresh_height();
        let first = self.prefixed()?;
        let whole = self.operators(around, first)?;
        self.higher_of(height);
        Ok(whole)
    }

    /// Parses the operators after the first operand `left`.
    fn operators(&mut self, around: Level, mut left: Expr) -> Result<Expr> {
        let mut may_compare = true;
        loop {
            if may_compare && around < Level::Condition && self.begins_condition() {
                left = self.condition(left)?;
                may_compare = false;
                continue;
            }
            let Some(operator) = self.operator() else { return Ok(left) };
            // Only XOR, AND and OR may follow a condition.
            if operator.level <= around || !may_compare && operator.level > Level::Condition {
                return Ok(left);
            }
            left = self.joined(left, operator.op, operator.tokens, operator.level)?;
        }
    }

    /// Parses an operator of `tokens` tokens and its right operand; `left` is the left operand.
    fn joined(&mut self, mut left: Expr, op: BinaryOp, tokens: usize, level: Level) -> Result<Expr> {
        let at = self.position();
        (0..tokens).for_each(|_| self.advance());
        let operand = Operand { at, op, expr: self.binary(level)? };
        if let ExprKind::Binary { rest, .. } = &mut left.kind
            && rest.last().is_some_and(|last| op.continues(last.op))
        {
            rest.push(operand);
            left.at = at;
            left.span = self.since(left.span.start);
            return Ok(left);
        }
        self.link()?;
        let span = self.since(left.span.start);
        Ok(Expr { at, span, kind: ExprKind::Binary { first: Box::new(left), rest: vec![operand] } })
    }

    /// Parses an operand with at most one prefix: `+x`, `-x`, `~x`, `NOT x`. A prefix binds more tightly than any infix
    /// operator.
    fn prefixed(&mut self) -> Result<Expr> {
        let Some(op) = self.prefix() else { return self.postfixed(NameRule::Expr) };
        let (at, start) = (self.position(), self.start());
        self.advance();
        if self.prefix().is_some() {
            return Err(self.none_of(&["ID_PLAIN", "'('"]));
        }
        let expr = Box::new(self.postfixed(NameRule::Expr)?);
        self.link()?;
        Ok(Expr { at, span: self.since(start), kind: ExprKind::Unary { op, expr } })
    }

    fn prefix(&self) -> Option<UnaryOp> {
        match self.kind() {
            Kind::Plus => Some(UnaryOp::Plus),
            Kind::Minus => Some(UnaryOp::Minus),
            Kind::Tilde => Some(UnaryOp::BitNot),
            Kind::Word if self.is("NOT") => Some(UnaryOp::Not),
            _ => None,
        }
    }

    /// Returns the operator at the current token, if it is a plain infix operator.
    fn operator(&self) -> Option<Operator> {
        let (level, op, tokens) = match self.kind() {
            Kind::Word if self.is("OR") => (Level::Or, BinaryOp::Or, 1),
            Kind::Word if self.is("AND") => (Level::And, BinaryOp::And, 1),
            Kind::Word if self.is("XOR") => (Level::Xor, BinaryOp::Xor, 1),
            // `>>` and `>>|` are not single tokens, because `List<List<T>>` ends with two closing brackets.
            Kind::Greater if self.kind_at(1) == Kind::Greater && self.touches_next() => {
                let rotates = self.kind_at(2) == Kind::Pipe;
                let op = if rotates { BinaryOp::RotateRight } else { BinaryOp::ShiftRight };
                (Level::Bits, op, 2 + usize::from(rotates))
            }
            Kind::Less => (Level::Order, BinaryOp::Compare(CompareOp::Less), 1),
            Kind::LessOrEq => (Level::Order, BinaryOp::Compare(CompareOp::LessEq), 1),
            Kind::Greater => (Level::Order, BinaryOp::Compare(CompareOp::Greater), 1),
            Kind::GreaterOrEq => (Level::Order, BinaryOp::Compare(CompareOp::GreaterEq), 1),
            Kind::Question if self.kind_at(1) == Kind::Question => (Level::Coalesce, BinaryOp::Coalesce, 2),
            Kind::ShiftLeft => (Level::Bits, BinaryOp::ShiftLeft, 1),
            Kind::RotLeft => (Level::Bits, BinaryOp::RotateLeft, 1),
            Kind::Ampersand => (Level::Bits, BinaryOp::BitAnd, 1),
            Kind::Pipe => (Level::Bits, BinaryOp::BitOr, 1),
            Kind::Caret => (Level::Bits, BinaryOp::BitXor, 1),
            Kind::Plus => (Level::Sum, BinaryOp::Add, 1),
            Kind::Minus => (Level::Sum, BinaryOp::Sub, 1),
            Kind::Asterisk => (Level::Product, BinaryOp::Mul, 1),
            Kind::Slash => (Level::Product, BinaryOp::Div, 1),
            Kind::Percent => (Level::Product, BinaryOp::Mod, 1),
            Kind::DoublePipe => (Level::Concat, BinaryOp::Concat, 1),
            _ => return None,
        };
        Some(Operator { level, op, tokens })
    }

    /// Returns `true` if the rest of a condition begins here: an equality, IN, LIKE, BETWEEN or a test for NULL.
    fn begins_condition(&self) -> bool {
        let words = ["IN", "LIKE", "ILIKE", "GLOB", "REGEXP", "RLIKE", "MATCH", "BETWEEN"];
        let condition = |ahead| words.iter().any(|word| self.is_at(ahead, word));
        match self.kind() {
            Kind::Equals | Kind::Equals2 | Kind::NotEquals | Kind::NotEquals2 => true,
            Kind::Word if self.is("NOT") => condition(1) || self.is_at(1, "NULL"),
            Kind::Word if self.is("IS") => ["NULL", "NOT", "DISTINCT"].iter().any(|word| self.is_at(1, word)),
            Kind::Word => condition(0) || self.is("ISNULL") || self.is("NOTNULL"),
            _ => false,
        }
    }

    /// Parses a condition after its left operand. Only equalities can be chained.
    fn condition(&mut self, left: Expr) -> Result<Expr> {
        if self.equality().is_some() {
            return self.equalities(left);
        }
        self.link()?;
        let start = left.span.start;
        let condition = self.other_condition(left)?;
        Ok(Expr { span: self.since(start), ..condition })
    }

    /// Parses a condition other than an equality, after its left operand.
    fn other_condition(&mut self, left: Expr) -> Result<Expr> {
        let at = self.position();
        let expr = Box::new(left);
        if self.eat("ISNULL") || self.eat_all("IS NULL") {
            return Ok(Expr::new(at, ExprKind::IsNull { expr, negated: false }));
        }
        if self.are("NOT NULL") {
            self.bare_not_null = true;
        }
        if self.eat("NOTNULL") || self.eat_all("IS NOT NULL") || self.eat_all("NOT NULL") {
            return Ok(Expr::new(at, ExprKind::IsNull { expr, negated: true }));
        }
        let negated = self.eat("NOT");
        let kind = if self.eat("IN") {
            self.eat("COMPACT");
            ExprKind::In { expr, set: Box::new(self.in_set()?), negated }
        } else if self.eat("BETWEEN") {
            let symmetric = self.eat("SYMMETRIC");
            if !symmetric {
                self.eat("ASYMMETRIC");
            }
            let low = Box::new(self.binary(Level::Condition)?);
            self.expect("AND")?;
            let high = Box::new(self.binary(Level::Condition)?);
            ExprKind::Between { expr, low, high, negated, symmetric }
        } else {
            return self.matching(at, expr, negated);
        };
        Ok(Expr::new(at, kind))
    }

    fn equality(&self) -> Option<(BinaryOp, usize)> {
        match self.kind() {
            Kind::Equals | Kind::Equals2 => Some((BinaryOp::Compare(CompareOp::Eq), 1)),
            Kind::NotEquals | Kind::NotEquals2 => Some((BinaryOp::Compare(CompareOp::NotEq), 1)),
            Kind::Word if self.are("IS DISTINCT FROM") => Some((BinaryOp::IsDistinctFrom, 3)),
            Kind::Word if self.are("IS NOT DISTINCT FROM") => Some((BinaryOp::IsNotDistinctFrom, 4)),
            _ => None,
        }
    }

    fn equalities(&mut self, mut left: Expr) -> Result<Expr> {
        while let Some((op, tokens)) = self.equality() {
            left = self.joined(left, op, tokens, Level::Condition)?;
        }
        Ok(left)
    }

    /// Parses LIKE, ILIKE, REGEXP, RLIKE or MATCH, after the left operand.
    fn matching(&mut self, at: Position, expr: Box<Expr>, negated: bool) -> Result<Expr> {
        let ignore_case = self.is("ILIKE");
        let like = ignore_case || self.is("LIKE");
        let whole = self.is("MATCH");
        if !like && !whole && !self.is("REGEXP") && !self.is("RLIKE") {
            if !self.is("GLOB") {
                return Err(self.none_of(&["IN", "LIKE", "BETWEEN", "NULL"]));
            }
            self.note("GLOB");
        }
        self.advance();
        let pattern = Box::new(self.binary(Level::Condition)?);
        let place = self.position();
        let escape = if self.eat("ESCAPE") { Some(Box::new(self.binary(Level::Condition)?)) } else { None };
        if like {
            return Ok(Expr::new(at, ExprKind::Like { expr, pattern, escape, negated, ignore_case }));
        }
        if escape.is_some() {
            return Err(Error::refused(place, "ESCAPE should not be used with REGEXP and MATCH"));
        }
        Ok(Expr::new(at, ExprKind::Regexp { expr, pattern, negated, whole }))
    }

    /// Parses the set after IN. Parentheses are a list here, even around one item.
    fn in_set(&mut self) -> Result<InSet> {
        if self.is("EXISTS") {
            return Err(self.none_of(&["'('"]));
        }
        self.postfixed_set()
    }
}
