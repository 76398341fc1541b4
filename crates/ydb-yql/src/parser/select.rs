//! Parser of SELECT, VALUES and UNION.

use super::cursor::Parser;
use super::refuse::{EXPRESSION, QUERY};
use crate::ast::{Expr, ExprKind, Grouping, Ident, OrderItem, SelectBody, SelectCore, SelectItem, SelectQuery};
use crate::error::{Error, Position, Result};
use crate::keyword::NameRule;
use crate::lexer::Kind;

impl Parser<'_> {
    /// Returns `true` if a SELECT without parentheses begins here.
    pub(super) fn begins_select(&self) -> bool {
        let word = |ahead| ["SELECT", "FROM", "PROCESS", "REDUCE"].iter().any(|keyword| self.is_at(ahead, keyword));
        let with = self.is("WITH") && matches!(self.kind_at(1), Kind::Word | Kind::Quoted);
        word(0) || self.is("DISCARD") && word(1) || with
    }

    /// Parses a SELECT, in parentheses or not, or VALUES: as a statement, as a source, or as the rows of a write.
    pub(super) fn select_statement(&mut self) -> Result<SelectQuery> {
        self.nested(QUERY, |parser| {
            if parser.is("VALUES") {
                return parser.values();
            }
            let first = parser.operand()?;
            parser.unions(first)
        })
    }

    /// Parses a SELECT whose first operand has no parentheses.
    pub(super) fn bare_select(&mut self) -> Result<SelectQuery> {
        let start = self.start();
        let first = Operand { query: self.partial()?, parenthesized: false, start };
        self.unions(first)
    }

    /// Parses the set operators after a first operand within an expression's parentheses. `start` is the first
    /// operand's offset.
    pub(super) fn unions_after(&mut self, first: SelectQuery, start: u32) -> Result<SelectQuery> {
        self.unions(Operand { query: first, parenthesized: true, start })
    }

    /// Returns `true` if the current token is a set operator: UNION, INTERSECT or EXCEPT.
    pub(super) fn begins_union(&self) -> bool {
        ["UNION", "INTERSECT", "EXCEPT"].iter().any(|word| self.is(word))
    }

    /// Parses `VALUES (..), (..)`.
    pub(super) fn values(&mut self) -> Result<SelectQuery> {
        let (at, start) = (self.position(), self.start());
        self.expect("VALUES")?;
        let row = |parser: &mut Self| parser.in_parentheses(|parser| parser.list(false, Self::expr));
        let mut rows = vec![row(self)?];
        while self.eat_kind(Kind::Comma) && !self.closes() && !self.is("RETURNING") {
            rows.push(row(self)?);
        }
        let (span, body) = (self.since(start), SelectBody::Values(rows));
        Ok(SelectQuery { at, span, body, order_by: Vec::new(), limit: None, offset: None })
    }

    fn operand(&mut self) -> Result<Operand> {
        let start = self.start();
        let parenthesized = self.eat_kind(Kind::LeftParen);
        let query = self.partial()?;
        if parenthesized {
            self.expect_kind(Kind::RightParen)?;
        }
        Ok(Operand { query, parenthesized, start })
    }

    /// Parses `first UNION [ALL] second ...`. ORDER BY and LIMIT after the last operand apply to the whole union,
    /// unless the last operand is in parentheses.
    fn unions(&mut self, first: Operand) -> Result<SelectQuery> {
        if !self.begins_union() {
            return Ok(first.query);
        }
        let (at, start) = (first.query.at, first.start);
        first.check_not_last()?;
        let first = Box::new(first.body());
        let mut rest = Vec::new();
        self.link()?;
        loop {
            if !self.eat("UNION") {
                self.note(&self.slice().to_ascii_uppercase());
                self.advance();
            }
            let all = self.eat("ALL");
            if !all {
                self.eat("DISTINCT");
            }
            let operand = self.nested(QUERY, Self::operand)?;
            if !self.begins_union() {
                let whole = operand.last();
                rest.push((all, whole.body));
                let span = self.since(start);
                return Ok(SelectQuery { at, span, body: SelectBody::Union { first, rest }, ..whole });
            }
            operand.check_not_last()?;
            rest.push((all, operand.body()));
        }
    }

    /// Parses a single SELECT with its ORDER BY and LIMIT.
    fn partial(&mut self) -> Result<SelectQuery> {
        self.eat_noted("DISCARD", "DISCARD");
        for word in ["PROCESS", "REDUCE", "COMBINE", "WITH"] {
            self.unsupported_if(word, self.is(word))?;
        }
        let (at, start) = (self.position(), self.start());
        let core = self.core(at)?;
        let order_by = self.order_by()?;
        if self.eat_noted("INTO RESULT", "INTO RESULT") {
            match self.kind() {
                Kind::Dollar => drop(self.named()?),
                Kind::String => self.advance(),
                _ => drop(self.name(NameRule::Any)?),
            }
        }
        let (limit, offset) = self.limit()?;
        let (span, body) = (self.since(start), SelectBody::Core(Box::new(core)));
        Ok(SelectQuery { at, span, body, order_by, limit, offset })
    }

    fn core(&mut self, at: Position) -> Result<SelectCore> {
        let start = self.start();
        let early = self.from()?;
        self.expect("SELECT")?;
        if self.begins_stream() {
            self.note("SELECT STREAM");
            self.advance();
        }
        let distinct = self.eat("DISTINCT");
        if !distinct {
            self.eat("ALL");
        }
        let items = self.items()?;
        let without = self.without()?;
        let from = match early {
            Some(_) if self.is("FROM") => {
                return Err(Error::refused(self.position(), "Only one FROM clause is allowed"));
            }
            Some(from) => Some(from),
            None => self.from()?,
        };
        let filter = if self.eat("WHERE") { Some(self.expr()?) } else { None };
        let group_by = self.group_by()?;
        let having = if self.eat("HAVING") { Some(self.expr()?) } else { None };
        let windows = self.windows()?;
        let span = self.since(start);
        Ok(SelectCore { at, span, distinct, items, without, from, filter, group_by, having, windows })
    }

    /// Returns `true` if STREAM is a keyword here and not a column: an expression follows it.
    fn begins_stream(&self) -> bool {
        const AFTER: [&str; 7] = ["AND", "OR", "XOR", "IS", "IN", "LIKE", "BETWEEN"];
        let begins = |ahead| match self.kind_at(ahead) {
            Kind::Word if ["ALL", "DISTINCT"].iter().any(|word| self.is_at(ahead, word)) => true,
            Kind::Word => self.is_name_at(ahead, NameRule::Expr) && AFTER.iter().all(|word| !self.is_at(ahead, word)),
            kind => matches!(kind, Kind::Quoted | Kind::Dollar | Kind::String | Kind::Integer | Kind::Real),
        };
        self.is("STREAM") && (begins(1) || self.kind_at(1) == Kind::Asterisk && !begins(2))
    }

    fn items(&mut self) -> Result<Vec<SelectItem>> {
        let mut items = vec![self.item()?];
        while self.eat_kind(Kind::Comma) {
            if self.ends_items() {
                break;
            }
            items.push(self.item()?);
        }
        Ok(items)
    }

    /// Returns `true` if a trailing comma may end the SELECT list here.
    fn ends_items(&self) -> bool {
        const AFTER: &str = "FROM, WHERE, HAVING, WITHOUT, LIMIT, UNION, INTERSECT, EXCEPT, WINDOW, GROUP BY, \
                             GROUP COMPACT, ORDER BY, ASSUME ORDER, INTO RESULT";
        self.closes() || self.phrase(AFTER).is_some()
    }

    fn item(&mut self) -> Result<SelectItem> {
        let (at, start) = (self.position(), self.start());
        if self.eat_kind(Kind::Asterisk) {
            return Ok(SelectItem::Star { qualifier: None, at, span: self.since(start) });
        }
        if self.is_name(NameRule::Any) && self.kind_at(1) == Kind::Dot && self.kind_at(2) == Kind::Asterisk {
            let qualifier = Some(self.name(NameRule::Any)?);
            self.skip(2);
            return Ok(SelectItem::Star { qualifier, at, span: self.since(start) });
        }
        if self.kind() == Kind::Dot && self.kind_at(1) == Kind::Integer {
            ["'*'", "ID_PLAIN", "ID_QUOTED", "STRING_VALUE", "INTEGER_VALUE"].iter().for_each(|what| self.missed(what));
            return Err(self.unexpected_unless(true));
        }
        let expr = self.expr()?;
        Ok(SelectItem::Expr { expr, alias: self.alias()? })
    }

    fn without(&mut self) -> Result<Vec<(Option<Ident>, Ident)>> {
        if !self.eat("WITHOUT") {
            return Ok(Vec::new());
        }
        self.eat_noted("IF EXISTS", "WITHOUT IF EXISTS");
        let mut columns = Vec::new();
        loop {
            if self.kind_at(1) == Kind::Dot {
                let qualifier = self.name(NameRule::Any)?;
                self.advance();
                columns.push((Some(qualifier), self.name(NameRule::Any)?));
            } else {
                columns.push((None, self.name(NameRule::Without)?));
            }
            if !self.eat_kind(Kind::Comma) || self.ends_items() {
                return Ok(columns);
            }
        }
    }

    fn group_by(&mut self) -> Result<Vec<Grouping>> {
        // COMPACT tells YDB how to run the grouping, and does not change the result.
        if !self.eat_all("GROUP BY") && !self.eat_all("GROUP COMPACT BY") {
            return Ok(Vec::new());
        }
        if self.is("DISTINCT") {
            return Err(Error::refused(self.position(), "DISTINCT is not supported in GROUP BY clause yet!"));
        }
        self.eat("ALL");
        let keys = self.list(false, Self::grouping)?;
        if self.eat_noted("WITH", "GROUP BY .. WITH") {
            self.name(NameRule::Any)?;
        }
        Ok(keys)
    }

    fn grouping(&mut self) -> Result<Grouping> {
        if self.is("HOP") && self.kind_at(1) == Kind::LeftParen {
            self.note("HOP");
            let name = self.any_name()?;
            let key = self.call(name.at, None, name)?;
            return Ok(Grouping::Keys(vec![(key, self.as_name(NameRule::AnyOrType)?)]));
        }
        let rollup = self.is("ROLLUP");
        if (rollup || self.is("CUBE")) && self.kind_at(1) == Kind::LeftParen {
            self.skip(2);
            let keys = self.list(false, |parser| {
                let (expr, alias) = parser.named_expr()?;
                if matches!(expr.kind, ExprKind::Tuple(_)) {
                    parser.note_at(expr.at, "a list of keys in ROLLUP or CUBE");
                }
                Ok((expr, alias))
            })?;
            self.expect_kind(Kind::RightParen)?;
            return Ok(if rollup { Grouping::Rollup(keys) } else { Grouping::Cube(keys) });
        }
        if self.eat_all("GROUPING SETS") {
            self.expect_kind(Kind::LeftParen)?;
            let sets = self.nested(EXPRESSION, |parser| parser.list(true, Self::grouping))?;
            self.expect_kind(Kind::RightParen)?;
            return Ok(Grouping::Sets(sets));
        }
        let (expr, alias) = self.named_expr()?;
        Ok(Grouping::Keys(match (expr.kind, &alias) {
            (ExprKind::Tuple(keys), None) => keys.into_iter().map(|key| (key, None)).collect(),
            (kind, _) => vec![(Expr { kind, ..expr }, alias)],
        }))
    }

    pub(super) fn order_by(&mut self) -> Result<Vec<OrderItem>> {
        if self.are("ASSUME ORDER BY") {
            self.note("ASSUME ORDER BY");
            self.advance();
        }
        if !self.eat_all("ORDER BY") {
            return Ok(Vec::new());
        }
        self.list(false, |parser| {
            let expr = parser.expr()?;
            let descending = parser.eat("DESC");
            if !descending {
                parser.eat("ASC");
            }
            Ok(OrderItem { expr, descending })
        })
    }

    /// Parses `LIMIT n [OFFSET m]` or `LIMIT m, n`.
    fn limit(&mut self) -> Result<(Option<Expr>, Option<Expr>)> {
        if !self.eat("LIMIT") {
            return Ok((None, None));
        }
        let first = self.expr()?;
        if self.eat("OFFSET") {
            return Ok((Some(first), Some(self.expr()?)));
        }
        if self.eat_kind(Kind::Comma) {
            return Ok((Some(self.expr()?), Some(first)));
        }
        Ok((Some(first), None))
    }
}

/// Operand of UNION.
struct Operand {
    query: SelectQuery,
    parenthesized: bool,
    /// Offset in bytes of the operand's first token; with parentheses, of the opening one.
    start: u32,
}

impl Operand {
    /// Refuses ORDER BY and LIMIT in an operand that is not the last one, unless it is in parentheses.
    fn check_not_last(&self) -> Result<()> {
        if self.parenthesized {
            return Ok(());
        }
        let late =
            |at, what| Err(Error::refused(at, format!("{what} within UNION ALL is only allowed after last subquery")));
        match &self.query {
            SelectQuery { order_by, .. } if !order_by.is_empty() => late(order_by[0].expr.at, "ORDER BY"),
            SelectQuery { limit: Some(limit), .. } => late(limit.at, "LIMIT"),
            _ => Ok(()),
        }
    }

    /// Returns the last operand as a query whose ORDER BY and LIMIT apply to the whole union.
    fn last(self) -> SelectQuery {
        if !self.parenthesized {
            return self.query;
        }
        let (at, span) = (self.query.at, self.query.span);
        SelectQuery { at, span, body: self.body(), order_by: Vec::new(), limit: None, offset: None }
    }

    /// Returns the operand's body; drops parentheses that change nothing.
    fn body(self) -> SelectBody {
        let plain = self.query.order_by.is_empty() && self.query.limit.is_none() && self.query.offset.is_none();
        if plain { self.query.body } else { SelectBody::Query(Box::new(self.query)) }
    }
}
