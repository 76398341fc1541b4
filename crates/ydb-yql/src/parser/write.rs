//! Parser of INSERT, UPSERT, REPLACE, UPDATE and DELETE.

use super::cursor::Parser;
use crate::ast::{
    Delete, DeleteKind, Expr, Ident, Insert, InsertVerb, Returning, SelectBody, SelectQuery, TableName, Update,
    UpdateKind,
};
use crate::error::{Error, Result};
use crate::keyword::NameRule;
use crate::lexer::Kind;

impl Parser<'_> {
    /// Parses INSERT, UPSERT or REPLACE.
    pub(super) fn insert(&mut self) -> Result<Insert> {
        let verb = if self.eat("INSERT") {
            match self.eat("OR") {
                true if self.is("IGNORE") => {
                    let message = "INSERT OR IGNORE is not yet supported for Kikimr.";
                    return Err(Error::refused(self.position(), message));
                }
                true if self.eat("REVERT") => InsertVerb::InsertOrRevert,
                or => {
                    if or {
                        self.expect("ABORT")?;
                    }
                    InsertVerb::Insert
                }
            }
        } else if self.eat("UPSERT") {
            InsertVerb::Upsert
        } else {
            self.expect("REPLACE")?;
            InsertVerb::Replace
        };
        self.expect("INTO")?;
        let table = self.target()?;
        if self.eat_noted("ERASE BY", "ERASE BY") {
            self.pass_over(Kind::LeftParen, Kind::RightParen, &[])?;
        }
        let (columns, source) = self.values_source()?;
        let returning = self.returning()?;
        Ok(Insert { verb, table, columns, source, returning })
    }

    /// Parses UPDATE, after an optional BATCH.
    pub(super) fn update(&mut self, batch: bool) -> Result<Update> {
        self.expect("UPDATE")?;
        let table = self.target()?;
        let kind = if self.eat("ON") {
            let (columns, source) = self.values_source()?;
            UpdateKind::On { columns, source }
        } else {
            self.expect("SET")?;
            let assignments = if self.kind() == Kind::LeftParen {
                self.assignments_at_once()?
            } else {
                self.list(false, Self::assignment)?
            };
            UpdateKind::Set { assignments, filter: self.filter()? }
        };
        Ok(Update { table, kind, returning: self.returning()?, batch })
    }

    /// Parses DELETE, after an optional BATCH.
    pub(super) fn delete(&mut self, batch: bool) -> Result<Delete> {
        self.expect("DELETE")?;
        self.expect("FROM")?;
        let table = self.target()?;
        let kind = if self.eat("ON") {
            let (columns, source) = self.values_source()?;
            DeleteKind::On { columns, source }
        } else {
            DeleteKind::Where(self.filter()?)
        };
        Ok(Delete { table, kind, returning: self.returning()?, batch })
    }

    /// Parses the table that a statement writes.
    fn target(&mut self) -> Result<TableName> {
        let table = match self.table_elsewhere(false)? {
            Some(table) => table,
            None if self.kind() == Kind::Dollar => {
                self.note("a parameter as the name of a table");
                TableName { path: self.named()?, view: None, is_by_key: false, elsewhere: true }
            }
            None => TableName { path: self.name(NameRule::AnyOrType)?, view: None, is_by_key: false, elsewhere: false },
        };
        self.hints()?;
        Ok(table)
    }

    /// Parses the assignment of several columns: `(a, b) = (x, y)`.
    fn assignments_at_once(&mut self) -> Result<Vec<(Ident, Expr)>> {
        let at = self.position();
        self.note("SET of several columns at once");
        let columns = self.names(NameRule::Any, false)?;
        self.expect_kind(Kind::Equals)?;
        let values = self.in_parentheses(|parser| parser.list(false, Self::expr))?;
        if columns.len() == values.len() {
            Ok(columns.into_iter().zip(values).collect())
        } else {
            Err(Error::unsupported(at, "SET of several columns at once"))
        }
    }

    fn assignment(&mut self) -> Result<(Ident, Expr)> {
        let mut column = self.name(NameRule::Any)?;
        while self.kind() == Kind::Dot {
            self.note_at(column.at, "SET of a qualified column");
            self.advance();
            column = self.name(NameRule::Any)?;
        }
        self.expect_kind(Kind::Equals)?;
        Ok((column, self.expr()?))
    }

    fn filter(&mut self) -> Result<Option<Expr>> {
        if self.eat("WHERE") { self.expr().map(Some) } else { Ok(None) }
    }

    /// Parses the rows of a write: `[(columns)] VALUES ..` or `[(columns)] SELECT ..`.
    fn values_source(&mut self) -> Result<(Option<Vec<Ident>>, SelectQuery)> {
        let (at, start) = (self.position(), self.start());
        if self.eat_noted("DEFAULT VALUES", "DEFAULT VALUES") {
            let (span, body) = (self.since(start), SelectBody::Values(Vec::new()));
            return Ok((None, SelectQuery { at, span, body, order_by: Vec::new(), limit: None, offset: None }));
        }
        let columns = if self.begins_columns() { Some(self.names(NameRule::Any, true)?) } else { None };
        if self.kind() == Kind::Dollar {
            return Err(self.none_of(&["SELECT", "VALUES"]));
        }
        Ok((columns, self.select_statement()?))
    }

    /// Returns `true` if the parenthesis here opens a list of columns and not a query. Any keyword may be the name of a
    /// column.
    fn begins_columns(&self) -> bool {
        let after = self.kind_at(2);
        let list = matches!(after, Kind::Comma | Kind::RightParen);
        let query = ["SELECT", "FROM", "DISCARD", "PROCESS", "REDUCE", "COMBINE", "WITH"];
        self.kind() == Kind::LeftParen && (list || !query.iter().any(|word| self.is_at(1, word)))
    }

    fn returning(&mut self) -> Result<Option<Returning>> {
        if !self.eat("RETURNING") {
            return Ok(None);
        }
        if self.eat_kind(Kind::Asterisk) {
            return Ok(Some(Returning::All));
        }
        let columns = self.list(false, |parser| parser.name(NameRule::Any))?;
        Ok(Some(Returning::Columns(columns)))
    }
}
