//! Parser of FROM: sources and joins.

use super::cursor::Parser;
use crate::ast::{
    Expr, ExprKind, Flatten, FlattenKind, From, Ident, Join, JoinKind, JoinOn, Source, SourceKind, TableName,
};
use crate::error::{Error, Result};
use crate::keyword::NameRule;
use crate::lexer::Kind;

impl Parser<'_> {
    /// Parses FROM with its sources and joins; `None` if there is no FROM.
    pub(super) fn from(&mut self) -> Result<Option<From>> {
        let start = self.start();
        if !self.eat("FROM") {
            return Ok(None);
        }
        let source = self.source()?;
        let mut joins = Vec::new();
        while let Some(join) = self.join()? {
            joins.push(join);
        }
        Ok(Some(From { span: self.since(start), source, joins }))
    }

    fn join(&mut self) -> Result<Option<Join>> {
        let at = self.position();
        if self.kind() == Kind::Comma {
            if !self.implicit_cross_join {
                let message = "Cartesian product of tables is disabled. Please use explicit CROSS JOIN or enable it \
                               via PRAGMA AnsiImplicitCrossJoin";
                return Err(Error::refused(at, message));
            }
            self.advance();
            return Ok(Some(Join { at, kind: JoinKind::Cross, source: self.source()?, on: None }));
        }
        let Some(kind) = self.join_kind()? else { return Ok(None) };
        let source = self.source()?;
        let place = self.position();
        let on = self.join_on()?;
        match (kind, &on) {
            (JoinKind::Cross, Some(_)) => {
                Err(Error::refused(place, "Cross join should not have ON or USING expression"))
            }
            (JoinKind::Cross, None) | (_, Some(_)) => Ok(Some(Join { at, kind, source, on })),
            (_, None) => Err(Error::refused(place, "Expected ON or USING expression")),
        }
    }

    fn join_kind(&mut self) -> Result<Option<JoinKind>> {
        if self.is("NATURAL") {
            return Err(Error::refused(self.position(), "Natural join is not implemented yet"));
        }
        let kind = if self.eat("JOIN") {
            return Ok(Some(JoinKind::Inner));
        } else if self.eat("INNER") {
            JoinKind::Inner
        } else if self.eat("CROSS") {
            JoinKind::Cross
        } else if self.eat("LEFT") {
            self.side(JoinKind::LeftOnly, JoinKind::LeftSemi, JoinKind::Left)
        } else if self.eat("RIGHT") {
            self.side(JoinKind::RightOnly, JoinKind::RightSemi, JoinKind::Right)
        } else if self.eat("FULL") {
            self.outer(JoinKind::Full)
        } else if self.eat("EXCLUSION") {
            self.outer(JoinKind::Exclusion)
        } else if self.is("OUTER") {
            let message = "Invalid join type: OUTER JOIN. OUTER keyword is optional and can only be used after LEFT, \
                           RIGHT or FULL";
            return Err(Error::refused(self.position(), message));
        } else {
            return Ok(None);
        };
        self.expect("JOIN")?;
        Ok(Some(kind))
    }

    fn side(&mut self, only: JoinKind, semi: JoinKind, plain: JoinKind) -> JoinKind {
        let kind = if self.eat("ONLY") {
            only
        } else if self.eat("SEMI") {
            semi
        } else {
            plain
        };
        self.outer(kind)
    }

    fn outer(&mut self, kind: JoinKind) -> JoinKind {
        self.eat("OUTER");
        kind
    }

    fn join_on(&mut self) -> Result<Option<JoinOn>> {
        if self.eat("ON") {
            return Ok(Some(JoinOn::On(self.expr()?)));
        }
        if !self.eat("USING") {
            return Ok(None);
        }
        self.unsupported_if("a parameter as the name of a column", self.kind_at(1) == Kind::Dollar)?;
        Ok(Some(JoinOn::Using(self.names(NameRule::Any, false)?)))
    }

    fn source(&mut self) -> Result<Source> {
        let (at, start) = (self.position(), self.start());
        let any = self.eat_noted("ANY", "JOIN ANY");
        let kind = self.source_kind()?;
        let mut altered = self.hints()? | any;
        if self.kind_at(1) == Kind::LeftParen && self.eat_noted("MATCH_RECOGNIZE", "MATCH_RECOGNIZE") {
            self.pass_over(Kind::LeftParen, Kind::RightParen, &[])?;
            altered = true;
        }
        let unnamed = self.since(start);
        let alias = self.source_alias()?;
        let columns = match alias {
            Some(_) if self.kind() == Kind::LeftParen => self.names(NameRule::Any, true)?,
            _ => Vec::new(),
        };
        altered |= self.sample()?;
        let (is_flattened, flatten) = self.flatten()?;
        altered |= is_flattened;
        let kind = match kind {
            SourceKind::Query { query, .. } => SourceKind::Query { query, columns },
            _ if !columns.is_empty() => return Err(Error::unsupported(at, "column names of a source")),
            kind => kind,
        };
        Ok(Source { at, span: self.since(start), unnamed, kind, alias, altered, flatten })
    }

    /// Parses table hints: `WITH hint` or `WITH (hint, ..)`. Returns `true` if a hint (SCHEMA or COLUMNS) defines the
    /// columns of the table.
    pub(super) fn hints(&mut self) -> Result<bool> {
        if !self.eat_noted("WITH", "a table hint") {
            return Ok(false);
        }
        if self.kind() == Kind::LeftParen {
            return self.pass_over(Kind::LeftParen, Kind::RightParen, &["SCHEMA", "COLUMNS"]);
        }
        let gives_columns = self.is("SCHEMA") || self.is("COLUMNS");
        self.name(NameRule::Any)?;
        let has_value = self.eat_kind(Kind::Equals);
        match self.kind() {
            Kind::LeftParen if has_value || gives_columns => {
                self.pass_over(Kind::LeftParen, Kind::RightParen, &[])?;
            }
            Kind::Dollar if has_value || gives_columns => drop(self.named()?),
            _ if gives_columns => drop(self.type_name()?),
            _ if has_value => self.advance(),
            _ => {}
        }
        Ok(gives_columns)
    }

    /// Parses `SAMPLE share` or `TABLESAMPLE mode(percent) [REPEATABLE(seed)]`; returns `false` if there is none.
    fn sample(&mut self) -> Result<bool> {
        if self.eat_noted("SAMPLE", "SAMPLE") {
            self.expr()?;
            return Ok(true);
        }
        if !self.eat_noted("TABLESAMPLE", "TABLESAMPLE") {
            return Ok(false);
        }
        if !self.eat("BERNOULLI") {
            self.expect("SYSTEM")?;
        }
        self.in_parentheses(Self::expr)?;
        if self.eat("REPEATABLE") {
            self.in_parentheses(Self::expr)?;
        }
        Ok(true)
    }

    /// Parses `FLATTEN [OPTIONAL|LIST|DICT] BY column [AS name]`, `FLATTEN .. BY (expr [AS name], ..)` or `FLATTEN
    /// COLUMNS`. Returns `true` if there is a FLATTEN, and its contents if it has BY.
    fn flatten(&mut self) -> Result<(bool, Option<Flatten>)> {
        if !self.is("FLATTEN") {
            return Ok((false, None));
        }
        if self.eat_noted("FLATTEN COLUMNS", "FLATTEN COLUMNS") {
            return Ok((true, None));
        }
        self.advance();
        let kind = if self.eat("OPTIONAL") {
            FlattenKind::Optional
        } else if self.eat("LIST") {
            FlattenKind::List
        } else if self.eat("DICT") {
            FlattenKind::Dict
        } else {
            FlattenKind::Any
        };
        self.expect("BY")?;
        if self.eat_kind(Kind::LeftParen) {
            let items = self.list(true, Self::named_expr)?;
            self.expect_kind(Kind::RightParen)?;
            return Ok((true, Some(Flatten { kind, items })));
        }
        let (at, start) = (self.position(), self.start());
        let first = self.name(NameRule::Any)?;
        let (qualifier, name) = match self.eat_kind(Kind::Dot) {
            true => (Some(first), self.name(NameRule::Any)?),
            false => (None, first),
        };
        let column = Expr { at, span: self.since(start), kind: ExprKind::Column { qualifier, name } };
        let alias = self.as_name(NameRule::Any)?;
        Ok((true, Some(Flatten { kind, items: vec![(column, alias)] })))
    }

    /// Parses `AS name`, or a bare name that begins no clause. Unlike in a SELECT list, the name of a type is not
    /// allowed.
    fn source_alias(&mut self) -> Result<Option<Ident>> {
        if self.eat("AS") {
            return self.name(NameRule::Any).map(Some);
        }
        self.alias()
    }

    fn source_kind(&mut self) -> Result<SourceKind> {
        match self.kind() {
            Kind::LeftParen => {
                self.advance();
                let query = Box::new(self.select_statement()?);
                self.expect_kind(Kind::RightParen)?;
                return Ok(SourceKind::Query { query, columns: Vec::new() });
            }
            Kind::Dollar if self.kind_at(2) != Kind::Dot => return self.named_source(),
            _ if self.is("AS_TABLE") && self.kind_at(1) == Kind::LeftParen => return self.rows(),
            _ => {}
        }
        if let Some(table) = self.table_elsewhere(true)? {
            return Ok(SourceKind::Table(table));
        }
        let path = self.name(NameRule::Table)?;
        self.tables.push(path.clone());
        let (view, is_by_key) = self.view()?;
        Ok(SourceKind::Table(TableName { path, view, is_by_key, elsewhere: false }))
    }

    fn named_source(&mut self) -> Result<SourceKind> {
        let at = self.position();
        let name = self.named()?;
        if self.kind() == Kind::LeftParen {
            self.note("a call of a subquery template");
            return Ok(SourceKind::AsTable(self.call(at, None, name)?));
        }
        if self.is("VIEW") {
            self.note("VIEW of a named expression");
            self.view()?;
        }
        Ok(SourceKind::Named(name))
    }

    /// Parses `AS_TABLE(rows)`.
    fn rows(&mut self) -> Result<SourceKind> {
        self.skip(2);
        let expr = self.expr()?;
        self.eat_kind(Kind::Comma);
        self.expect_kind(Kind::RightParen)?;
        Ok(SourceKind::AsTable(expr))
    }

    /// Parses a table that is not in this database: `@name`, `cluster.name`, `provider:cluster.name`. With `reads`, a
    /// table function such as `RANGE(..)` is allowed, too. Returns `None` for any other table.
    pub(super) fn table_elsewhere(&mut self, reads: bool) -> Result<Option<TableName>> {
        let named = usize::from(self.kind() == Kind::Dollar);
        match self.kind() {
            Kind::At => self.note("a temporary table"),
            _ if matches!(self.kind_at(named + 1), Kind::Dot | Kind::Colon) => self.note("a cluster name"),
            _ if reads && self.kind_at(1) == Kind::LeftParen => {}
            _ => return Ok(None),
        }
        let part = |parser: &mut Self, elsewhere| {
            parser.eat_kind(Kind::At);
            match parser.kind() {
                Kind::Dollar => parser.named(),
                // The string is the path of a file.
                Kind::String if elsewhere => parser.any_name(),
                _ => parser.name(NameRule::AnyOrType),
            }
        };
        let mut path = part(self, false)?;
        while self.eat_kind(Kind::Dot) || self.eat_kind(Kind::Colon) {
            path = part(self, true)?;
        }
        if reads && self.kind() == Kind::LeftParen {
            self.note_at(path.at, &format!("the table function {}", path.name));
            self.pass_over(Kind::LeftParen, Kind::RightParen, &[])?;
        }
        let (view, is_by_key) = self.view()?;
        Ok(Some(TableName { path, view, is_by_key, elsewhere: true }))
    }

    /// Parses `VIEW index`. The second value is `true` for `VIEW PRIMARY KEY`, which means the table itself.
    fn view(&mut self) -> Result<(Option<Ident>, bool)> {
        if !self.eat("VIEW") {
            return Ok((None, false));
        }
        if self.eat_all("PRIMARY KEY") {
            return Ok((None, true));
        }
        Ok((Some(self.name(NameRule::Any)?), false))
    }
}
