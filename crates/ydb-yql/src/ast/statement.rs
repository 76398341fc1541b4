//! Syntax tree of queries and statements. SELECT and definitions have modules of their own.

use std::sync::Arc;

use super::define::{AlterAction, CreateTable, Setting, TopicAction};
use super::expr::{Expr, TypeExpr};
use super::name::{Ident, TableName};
use super::select::SelectQuery;
use crate::error::{Position, Span};

/// A query: its statements, in the order of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Statements; empty ones are left out.
    pub statements: Vec<Statement>,
    /// `$names` that the query binds and never uses.
    pub unused: Vec<Ident>,
    /// Constructs that this crate skips, with their places, in the order of the text. The tree says less than the text
    /// there.
    pub unsupported: Vec<(Position, String)>,
}

impl Query {
    /// Returns the undeclared parameters of the query: the `$names` that nothing binds before they are used, in the
    /// order of the text.
    pub fn parameters(&self) -> Vec<&Arc<str>> {
        let (mut found, mut bound) = (Vec::new(), Vec::new());
        for statement in &self.statements {
            for name in statement.uses() {
                if !bound.contains(&name) && !found.contains(&name) {
                    found.push(name);
                }
            }
            bound.extend(statement.binds().iter().map(|name| &name.name));
        }
        found
    }
}

/// A statement with its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Line and column of the first token.
    pub at: Position,
    /// Range of the statement's text, without its semicolon.
    pub span: Span,
    /// Kind of the statement, with its contents.
    pub kind: StatementKind,
    /// `$names` in the statement, in the order of the text.
    pub names: Vec<Arc<str>>,
    /// Tables after a FROM in the statement.
    pub tables: Vec<Ident>,
    /// Height of the statement's tree.
    pub height: usize,
    /// Length of the statement in tokens.
    pub length: usize,
}

impl Statement {
    /// Returns the `$names` that the statement binds.
    pub fn binds(&self) -> &[Ident] {
        match &self.kind {
            StatementKind::Let { names, .. } => names,
            StatementKind::Declare { name, .. } => std::slice::from_ref(name),
            _ => &[],
        }
    }

    /// Returns the `$names` that the statement uses.
    pub fn uses(&self) -> impl Iterator<Item = &Arc<str>> {
        // The names that the statement binds come first in `names`.
        self.names.iter().skip(self.binds().len())
    }
}

/// Kinds of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `PRAGMA name` with an optional value or arguments.
    Pragma { name: Vec<Ident>, values: Vec<Expr> },
    /// `DECLARE $name AS Type`. The name has no `$`, here and everywhere in the tree.
    Declare { name: Ident, ty: TypeExpr },
    /// `$a, $b = value`; several names unpack a tuple.
    Let { names: Vec<Ident>, value: Expr },
    /// A query that returns rows.
    Select(Box<SelectQuery>),
    /// `DISCARD SELECT ..`: a query whose rows are thrown away.
    Discard(Box<SelectQuery>),
    /// INSERT, UPSERT or REPLACE.
    Insert(Box<Insert>),
    /// UPDATE.
    Update(Box<Update>),
    /// DELETE.
    Delete(Box<Delete>),
    /// CREATE TABLE.
    CreateTable(Box<CreateTable>),
    /// ALTER TABLE.
    AlterTable { table: TableName, actions: Vec<AlterAction> },
    /// DROP TABLE.
    DropTable { table: TableName, if_exists: bool },
    /// `ALTER SEQUENCE [IF EXISTS] path RESTART [[WITH] n]`. In a text that YDB printed, `printed` has all of its
    /// settings.
    AlterSequence { path: Ident, if_exists: bool, restart: Option<(Position, u64)>, printed: Vec<Setting> },
    /// `ALTER TOPIC [IF EXISTS] path action, ..`.
    AlterTopic { path: Ident, if_exists: bool, actions: Vec<TopicAction> },
    /// A GRANT or REVOKE statement.
    Access(Box<ChangeAccess>),
    /// TRUNCATE TABLE.
    TruncateTable { table: TableName },
    /// SHOW CREATE TABLE.
    ShowCreate { table: TableName },
    /// COMMIT inside a query.
    Commit,
    /// ROLLBACK inside a query.
    Rollback,
}

impl StatementKind {
    /// Returns the table, the named columns and the rows of INSERT, UPSERT, REPLACE, `UPDATE .. ON` and `DELETE .. ON`;
    /// `None` for any other statement.
    pub fn written(&self) -> Option<(&TableName, Option<&[Ident]>, &SelectQuery)> {
        match self {
            Self::Insert(insert) => Some((&insert.table, insert.columns.as_deref(), &insert.source)),
            Self::Update(update) => match &update.kind {
                UpdateKind::On { columns, source } => Some((&update.table, columns.as_deref(), source)),
                UpdateKind::Set { .. } => None,
            },
            Self::Delete(delete) => match &delete.kind {
                DeleteKind::On { columns, source } => Some((&delete.table, columns.as_deref(), source)),
                DeleteKind::Where(_) => None,
            },
            _ => None,
        }
    }
}

/// A GRANT or REVOKE statement: `GRANT permissions ON paths TO roles [WITH GRANT OPTION]`, or `REVOKE [GRANT OPTION
/// FOR] permissions ON paths FROM roles`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeAccess {
    /// `true` for REVOKE, `false` for GRANT.
    pub revoke: bool,
    /// Permissions to grant or revoke.
    pub permissions: Vec<PermissionName>,
    /// `true` for `WITH GRANT OPTION` or `GRANT OPTION FOR`: the right to grant is included.
    pub grant_option: bool,
    /// Paths of the objects.
    pub paths: Vec<Ident>,
    /// Users and groups.
    pub roles: Vec<Ident>,
}

/// A permission as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermissionName {
    /// Line and column of the first token.
    pub at: Position,
    /// Name in quotes (`ydb.generic.read`), or the keywords in lower case, joined by `_` (`select_row`).
    pub name: String,
    /// `true` if the permission is written in keywords.
    pub keyword: bool,
}

/// An INSERT, UPSERT or REPLACE statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Insert {
    /// Verb of the statement.
    pub verb: InsertVerb,
    /// The table.
    pub table: TableName,
    /// Columns in parentheses after the table; `None` if the text has none.
    pub columns: Option<Vec<Ident>>,
    /// Rows to write: a query. `VALUES ...` is a query with the body [`Values`](super::SelectBody::Values).
    pub source: SelectQuery,
    /// Columns after RETURNING.
    pub returning: Option<Returning>,
}

/// Verbs of [`Insert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertVerb {
    /// INSERT: an existing key is an error.
    Insert,
    /// INSERT OR REVERT: an existing key undoes the statement.
    InsertOrRevert,
    /// UPSERT: unmentioned columns keep their values.
    Upsert,
    /// REPLACE: unmentioned columns are reset.
    Replace,
}

/// An UPDATE statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// The table.
    pub table: TableName,
    /// Form of the statement, with its contents.
    pub kind: UpdateKind,
    /// Columns after RETURNING.
    pub returning: Option<Returning>,
    /// `true` for `BATCH UPDATE`.
    pub batch: bool,
}

/// Forms of UPDATE.
#[derive(Clone, Debug, PartialEq)]
pub enum UpdateKind {
    /// `SET a = expr, ... WHERE filter`.
    Set { assignments: Vec<(Ident, Expr)>, filter: Option<Expr> },
    /// `ON [(columns)] SELECT | VALUES`.
    On { columns: Option<Vec<Ident>>, source: SelectQuery },
}

/// A DELETE statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Delete {
    /// The table.
    pub table: TableName,
    /// Form of the statement, with its contents.
    pub kind: DeleteKind,
    /// Columns after RETURNING.
    pub returning: Option<Returning>,
    /// `true` for `BATCH DELETE`.
    pub batch: bool,
}

/// Forms of DELETE.
#[derive(Clone, Debug, PartialEq)]
pub enum DeleteKind {
    /// `WHERE filter`; `None` deletes all rows.
    Where(Option<Expr>),
    /// `ON [(columns)] SELECT | VALUES`.
    On { columns: Option<Vec<Ident>>, source: SelectQuery },
}

/// Columns that RETURNING names.
#[derive(Clone, Debug, PartialEq)]
pub enum Returning {
    /// `*`.
    All,
    /// Columns by name.
    Columns(Vec<Ident>),
}
