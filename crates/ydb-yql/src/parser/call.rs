//! Parser of calls, of atoms that look like calls (CAST, CASE, EXISTS, container literals), and of OVER and WINDOW.

use super::cursor::Parser;
use super::refuse::{CALL, EXPRESSION};
use crate::ast::{Arg, Call, Expr, ExprKind, Frame, FrameBound, FrameUnit, Ident, Over, Window};
use crate::error::{Error, Position, Result};
use crate::keyword::NameRule;
use crate::lexer::Kind;

/// Builtin functions with types as arguments, and the positions of these arguments.
const TYPE_ARGUMENTS: &[(&str, &[usize])] = &[
    ("FromBytes", &[1]),
    ("Nothing", &[0]),
    ("ListCreate", &[0]),
    ("DictCreate", &[0, 1]),
    ("SetCreate", &[0]),
    ("InstanceOf", &[0]),
    ("FormatType", &[0]),
    ("Unpickle", &[0]),
    ("EnsureType", &[1]),
    ("EnsureConvertibleTo", &[1]),
];

impl Parser<'_> {
    /// Parses a call `name(..)` from its opening parenthesis on.
    pub(super) fn call(&mut self, at: Position, module: Option<Ident>, name: Ident) -> Result<Expr> {
        let types = TYPE_ARGUMENTS.iter().find(|(function, _)| name.name.eq_ignore_ascii_case(function));
        let types = types.filter(|_| module.is_none()).map_or(&[][..], |(_, positions)| positions);
        let start = module.as_ref().unwrap_or(&name).span.start;
        self.expect_kind(Kind::LeftParen)?;
        let around = self.enter(CALL)?;
        let mut call = Call { module, name, distinct: false, args: Vec::new(), ignore_nulls: false, over: None };
        if self.kind() == Kind::Asterisk && self.kind_at(1) == Kind::RightParen {
            self.advance();
            call.args.push(Arg::Star);
        } else if self.kind() != Kind::RightParen {
            call.distinct = self.eat("DISTINCT");
            if !call.distinct {
                self.eat("ALL");
            }
            let mut index = 0;
            call.args = self.list(true, |parser| {
                index += 1;
                parser.argument(types.contains(&(index - 1)))
            })?;
        }
        self.expect_kind(Kind::RightParen)?;
        self.leave(CALL, around)?;
        self.call_tail(&mut call)?;
        Ok(Expr { at, span: self.since(start), kind: ExprKind::Call(Box::new(call)) })
    }

    fn argument(&mut self, takes_type: bool) -> Result<Arg> {
        if self.begins_composite_type() || self.begins_simple_type(takes_type) {
            return self.type_name().map(Arg::Type);
        }
        let expr = self.expr()?;
        if self.eat("AS") {
            return Ok(Arg::Named(self.name(NameRule::AnyOrType)?, expr));
        }
        Ok(Arg::Value(expr))
    }

    /// Returns `true` if the whole next argument is the name of a type. A name is a type if the function takes a type
    /// here, or if a `?` follows.
    fn begins_simple_type(&self, takes_type: bool) -> bool {
        let mut ahead = 1;
        let decimal = self.is("DECIMAL") && self.kind_at(1) == Kind::LeftParen;
        if decimal {
            // `Decimal(22, 9)` has the name, four tokens and the closing parenthesis.
            if self.kind_at(2) != Kind::Integer
                || self.kind_at(4) != Kind::Integer
                || self.kind_at(5) != Kind::RightParen
            {
                return false;
            }
            ahead = 6;
        } else if !self.is_name(NameRule::Pure) {
            return false;
        }
        let name = ahead;
        while self.kind_at(ahead) == Kind::Question {
            ahead += 1;
        }
        (takes_type || ahead > name) && matches!(self.kind_at(ahead), Kind::Comma | Kind::RightParen)
    }

    /// Parses `CAST(expr AS type)` or `BITCAST(expr AS type)`.
    pub(super) fn cast(&mut self, bits: bool) -> Result<Expr> {
        let at = self.position();
        self.advance();
        self.expect_kind(Kind::LeftParen)?;
        let expr = Box::new(self.expr()?);
        self.expect("AS")?;
        let ty = self.type_name()?;
        self.expect_kind(Kind::RightParen)?;
        let kind = if bits { ExprKind::BitCast { expr, ty } } else { ExprKind::Cast { expr, ty } };
        Ok(Expr::new(at, kind))
    }

    /// Parses `CASE [operand] WHEN .. THEN .. [ELSE ..] END`.
    pub(super) fn case(&mut self) -> Result<Expr> {
        let at = self.position();
        self.advance();
        let operand = if self.is("WHEN") { None } else { Some(Box::new(self.expr()?)) };
        let mut branches = Vec::new();
        self.expect("WHEN")?;
        loop {
            let when = self.expr()?;
            self.expect_before_expr("THEN")?;
            branches.push((when, self.expr()?));
            if !self.eat("WHEN") {
                break;
            }
        }
        let otherwise = if self.eat("ELSE") { Some(Box::new(self.expr()?)) } else { None };
        self.expect("END")?;
        if otherwise.is_none() {
            return Err(Error::refused(at, "ELSE is required"));
        }
        Ok(Expr::new(at, ExprKind::Case { operand, branches, otherwise }))
    }

    /// Parses `EXISTS (SELECT ..)`.
    pub(super) fn exists(&mut self) -> Result<Expr> {
        let at = self.position();
        self.advance();
        self.expect_kind(Kind::LeftParen)?;
        let query = Box::new(self.select_statement()?);
        self.expect_kind(Kind::RightParen)?;
        Ok(Expr::new(at, ExprKind::Exists(query)))
    }

    /// Parses a list `[a, b]`.
    pub(super) fn list_literal(&mut self) -> Result<Expr> {
        let at = self.position();
        self.advance();
        let items = self.items_until(Kind::RightSquare, Self::expr)?;
        Ok(Expr::new(at, ExprKind::List(items)))
    }

    /// Parses a dict `{k: v}` or a set `{k}`.
    pub(super) fn dict_literal(&mut self) -> Result<Expr> {
        let at = self.position();
        self.advance();
        let items = self.items_until(Kind::RightCurly, |parser| {
            let key = parser.expr()?;
            let value = if parser.eat_kind(Kind::Colon) { Some(parser.expr()?) } else { None };
            Ok((key, value))
        })?;
        Ok(Expr::new(at, ExprKind::Dict(items)))
    }

    /// Parses a struct `<|a: 1, 'b': 2|>`.
    pub(super) fn struct_literal(&mut self) -> Result<Expr> {
        use crate::ast::Literal;
        let at = self.position();
        self.advance();
        let members = self.items_until(Kind::StructClose, |parser| {
            let key = parser.expr()?;
            let (at, span) = (key.at, key.span);
            let invalid = || Error::refused(at, "Unable to extract struct member name");
            let name = match key.kind {
                ExprKind::Column { qualifier: None, name } => name,
                ExprKind::Literal(Literal::String { bytes, suffix: None }) => {
                    let name = std::str::from_utf8(&bytes).map_err(|_| invalid())?;
                    Ident { name: name.into(), at, span }
                }
                ExprKind::Named(name) => {
                    parser.note_at(at, "a parameter as the name of a member");
                    name
                }
                ExprKind::Binary { .. } | ExprKind::Call(_) => {
                    parser.note_at(at, "a computed name of a member");
                    Ident { name: "".into(), at, span }
                }
                _ => return Err(invalid()),
            };
            parser.expect_kind(Kind::Colon)?;
            Ok((name, parser.expr()?))
        })?;
        Ok(Expr::new(at, ExprKind::Struct(members)))
    }

    /// Parses items up to the closing bracket, and takes the bracket. The list may be empty or end with a comma.
    fn items_until<T>(&mut self, close: Kind, item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        if self.eat_kind(close) {
            return Ok(Vec::new());
        }
        if self.kind() == Kind::Comma && self.kind_at(1) == close {
            self.skip(2);
            return Ok(Vec::new());
        }
        let items = self.list(true, item)?;
        self.expect_kind(close)?;
        Ok(items)
    }
}

impl Parser<'_> {
    /// Parses the clauses after the arguments of a call: `[IGNORE NULLS] [OVER ..]`.
    fn call_tail(&mut self, call: &mut Call) -> Result<()> {
        if self.kind_at(1) == Kind::LeftParen && self.eat_noted("FILTER", "FILTER") {
            // The condition of FILTER counts as one more argument.
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
                self.skip(2);
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

    /// Parses `WINDOW name AS (..), ..`; returns an empty list if there is no WINDOW.
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
            if parser.eat_noted("AS", "an alias in PARTITION BY") {
                parser.name(NameRule::AnyOrType)?;
            }
            Ok(key)
        })?;
        // `PARTITION BY ()` means no PARTITION BY.
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
        if self.eat_noted("EXCLUDE", "EXCLUDE")
            && !self.eat_all("CURRENT ROW")
            && !self.eat_all("NO OTHERS")
            && !self.eat("GROUP")
        {
            self.expect("TIES")?;
        }
        Ok(Some(Frame { at, unit, from, to }))
    }

    /// Parses `CURRENT ROW`, or `UNBOUNDED` or an expression before PRECEDING or FOLLOWING.
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
