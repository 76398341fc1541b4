//! Queries and their statements: those that write rows, and GRANT and REVOKE.

use std::sync::Arc;

use super::define::{AlterAction, CreateTable, Setting, TopicAction};
use super::expr::{Expr, TypeExpr};
use super::name::{Ident, TableName};
use super::select::SelectQuery;
use crate::error::{Position, Span};

/// A query: statements in the order of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The statements; empty ones left out.
    pub statements: Vec<Statement>,
    /// The `$names` that it binds and never uses.
    pub unused: Vec<Ident>,
    /// The constructs in it that this crate reads past, in the order of the text: the tree says less than the text.
    pub unsupported: Vec<(Position, String)>,
}

impl Query {
    /// The `$names` that nothing binds before they are used, in the order of the text: its parameters that it does not
    /// declare.
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
    /// Where it begins.
    pub at: Position,
    /// Its text, without its semicolon.
    pub span: Span,
    /// What it is.
    pub kind: StatementKind,
    /// The `$names` in it, in the order of the text.
    pub names: Vec<Arc<str>>,
    /// The tables after a FROM in it.
    pub tables: Vec<Ident>,
    /// The height of its tree.
    pub height: usize,
    /// Its length in tokens.
    pub length: usize,
}

impl Statement {
    /// The `$names` that it binds.
    pub fn binds(&self) -> &[Ident] {
        match &self.kind {
            StatementKind::Let { names, .. } => names,
            StatementKind::Declare { name, .. } => std::slice::from_ref(name),
            _ => &[],
        }
    }

    /// The `$names` that it uses.
    pub fn uses(&self) -> impl Iterator<Item = &Arc<str>> {
        // Those that it binds come first.
        self.names.iter().skip(self.binds().len())
    }
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `PRAGMA name` with an optional value or arguments.
    Pragma { name: Vec<Ident>, values: Vec<Expr> },
    /// `DECLARE $name AS Type`; here and everywhere in the tree, the name does not include `$`.
    Declare { name: Ident, ty: TypeExpr },
    /// `$a, $b = value`; several names unpack a tuple.
    Let { names: Vec<Ident>, value: Expr },
    /// A query that returns rows.
    Select(Box<SelectQuery>),
    /// `DISCARD SELECT ..`: a query whose rows nobody gets.
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
    /// `ALTER SEQUENCE [IF EXISTS] path RESTART [[WITH] n]`. As YDB prints it, all of it is in the settings.
    AlterSequence { path: Ident, if_exists: bool, restart: Option<(Position, u64)>, printed: Vec<Setting> },
    /// `ALTER TOPIC [IF EXISTS] path action, ..`.
    AlterTopic { path: Ident, if_exists: bool, actions: Vec<TopicAction> },
    /// GRANT and REVOKE.
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
    /// Of a statement that writes rows, or looks them up by their keys: the table, the columns that it names, and the rows.
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

/// `GRANT permissions ON paths TO roles [WITH GRANT OPTION]`, or
/// `REVOKE [GRANT OPTION FOR] permissions ON paths FROM roles`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeAccess {
    /// REVOKE.
    pub revoke: bool,
    /// The permissions.
    pub permissions: Vec<PermissionName>,
    /// `true` if the right to grant is included.
    pub grant_option: bool,
    /// The paths.
    pub paths: Vec<Ident>,
    /// Users and groups.
    pub roles: Vec<Ident>,
}

/// A permission as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermissionName {
    /// Where it begins.
    pub at: Position,
    /// The name in quotes (`ydb.generic.read`), or the keywords in lower case, joined by `_` (`select_row`).
    pub name: String,
    /// `true` if it is written in keywords.
    pub keyword: bool,
}

/// INSERT, UPSERT or REPLACE.
#[derive(Clone, Debug, PartialEq)]
pub struct Insert {
    /// Which of the three.
    pub verb: InsertVerb,
    /// The table.
    pub table: TableName,
    /// The columns, where written.
    pub columns: Option<Vec<Ident>>,
    /// The rows: `VALUES ...` is the query body of the same name.
    pub source: SelectQuery,
    /// RETURNING.
    pub returning: Option<Returning>,
}

/// The verbs of [`Insert`].
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

/// UPDATE.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// The table.
    pub table: TableName,
    /// What is written.
    pub kind: UpdateKind,
    /// RETURNING.
    pub returning: Option<Returning>,
    /// `BATCH UPDATE`.
    pub batch: bool,
}

/// The forms of UPDATE.
#[derive(Clone, Debug, PartialEq)]
pub enum UpdateKind {
    /// `SET a = expr, ... WHERE filter`.
    Set { assignments: Vec<(Ident, Expr)>, filter: Option<Expr> },
    /// `ON [(columns)] SELECT | VALUES`.
    On { columns: Option<Vec<Ident>>, source: SelectQuery },
}

/// DELETE.
#[derive(Clone, Debug, PartialEq)]
pub struct Delete {
    /// The table.
    pub table: TableName,
    /// Which rows.
    pub kind: DeleteKind,
    /// RETURNING.
    pub returning: Option<Returning>,
    /// `BATCH DELETE`.
    pub batch: bool,
}

/// The forms of DELETE.
#[derive(Clone, Debug, PartialEq)]
pub enum DeleteKind {
    /// `WHERE filter`, or all rows.
    Where(Option<Expr>),
    /// `ON [(columns)] SELECT | VALUES`.
    On { columns: Option<Vec<Ident>>, source: SelectQuery },
}

/// What RETURNING names.
#[derive(Clone, Debug, PartialEq)]
pub enum Returning {
    /// `*`.
    All,
    /// Columns by name.
    Columns(Vec<Ident>),
}
