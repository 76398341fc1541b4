//! Parser of one statement, chosen by its first words. Short statements are parsed here, GRANT and REVOKE as well.

use super::cursor::{Parser, first_word};
use super::primary::called;
use crate::ast::{ChangeAccess, Expr, ExprKind, Ident, Literal, PermissionName, StatementKind, TableName, UnaryOp};
use crate::error::{Error, Result};
use crate::keyword::NameRule;
use crate::lexer::Kind;

/// YQL statements that the engine does not support, by their first keywords.
const UNSUPPORTED: &str = "EXPLAIN, USE, IMPORT, EXPORT, DEFINE SUBQUERY, EVALUATE, ANALYZE, BACKUP, RESTORE, \
                           MATERIALIZE, KILL SESSION, UPSERT OBJECT, WITH, PROCESS, REDUCE, COMBINE";

/// Objects after CREATE, ALTER and DROP that YQL knows and the engine does not support.
const OBJECTS: &str = "OR REPLACE, TABLESTORE, EXTERNAL TABLE, EXTERNAL DATA SOURCE, TEMP TABLE, TEMPORARY TABLE, USER, \
                       GROUP, OBJECT, ASYNC REPLICATION, TRANSFER, TOPIC, VIEW, RESOURCE POOL, BACKUP COLLECTION, \
                       STREAMING QUERY, SECRET, SYMLINK, SEQUENCE, DATABASE";

/// Phrases that begin a clause. Their first word could be an alias otherwise.
const CLAUSES: &str = "GROUP BY, GROUP COMPACT, ORDER BY, INTO RESULT, FLATTEN BY, FLATTEN OPTIONAL, FLATTEN LIST, \
                       FLATTEN DICT, FLATTEN COLUMNS, TABLESAMPLE BERNOULLI, TABLESAMPLE SYSTEM, MATERIALIZE";

impl Parser<'_> {
    /// Parses one statement, up to its semicolon.
    pub(super) fn statement(&mut self) -> Result<StatementKind> {
        if let Some(words) = self.phrase(UNSUPPORTED) {
            return self.unsupported(words);
        }
        match self.kind() {
            Kind::Dollar => return self.let_statement(),
            Kind::LeftParen => return Ok(StatementKind::Select(Box::new(self.select_statement()?))),
            Kind::Word => {}
            _ => return Err(self.no_statement()),
        }
        let keyword = self.slice().to_ascii_uppercase();
        match keyword.as_str() {
            "DISCARD" if self.is_at(1, "SELECT") || self.is_at(1, "FROM") => {
                self.advance();
                Ok(StatementKind::Discard(Box::new(self.select_statement()?)))
            }
            "SELECT" | "FROM" | "VALUES" | "DISCARD" => Ok(StatementKind::Select(Box::new(self.select_statement()?))),
            "INSERT" | "UPSERT" | "REPLACE" => Ok(StatementKind::Insert(Box::new(self.insert()?))),
            "UPDATE" => Ok(StatementKind::Update(Box::new(self.update(false)?))),
            "DELETE" => Ok(StatementKind::Delete(Box::new(self.delete(false)?))),
            "BATCH" => self.batch(),
            "PRAGMA" => self.pragma(),
            "DECLARE" => self.declare(),
            "CREATE" => self.create(),
            "ALTER" => self.alter(),
            "DROP" => self.drop_statement(),
            "TRUNCATE" => self.truncate(),
            "SHOW" => self.show(),
            "GRANT" => self.grant(),
            "REVOKE" => self.revoke(),
            "COMMIT" => Ok(self.bare(StatementKind::Commit)),
            "ROLLBACK" => Ok(self.bare(StatementKind::Rollback)),
            _ => Err(self.no_statement()),
        }
    }

    /// Parses a statement that is a single keyword.
    fn bare(&mut self, statement: StatementKind) -> StatementKind {
        self.advance();
        statement
    }

    fn no_statement(&mut self) -> Error {
        const FIRST: [&str; 15] = [
            "'$'", "ALTER", "COMMIT", "CREATE", "DECLARE", "DELETE", "DROP", "FROM", "INSERT", "PRAGMA", "REPLACE",
            "SELECT", "UPDATE", "UPSERT", "VALUES",
        ];
        self.none_of(&FIRST)
    }

    fn batch(&mut self) -> Result<StatementKind> {
        self.advance();
        if self.is("DELETE") {
            return Ok(StatementKind::Delete(Box::new(self.delete(true)?)));
        }
        if !self.is("UPDATE") {
            return Err(self.none_of(&["DELETE", "UPDATE"]));
        }
        Ok(StatementKind::Update(Box::new(self.update(true)?)))
    }

    fn let_statement(&mut self) -> Result<StatementKind> {
        let names = self.list(false, Self::named)?;
        self.expect_kind(Kind::Equals)?;
        Ok(StatementKind::Let { names, value: self.bound_value()? })
    }

    fn declare(&mut self) -> Result<StatementKind> {
        self.advance();
        let name = self.named()?;
        self.expect("AS")?;
        let ty = self.type_name()?;
        if self.kind() == Kind::Equals {
            self.note("a default value in DECLARE");
            self.advance();
            self.expr()?;
        }
        Ok(StatementKind::Declare { name, ty })
    }

    fn pragma(&mut self) -> Result<StatementKind> {
        self.advance();
        let mut name = vec![self.name(NameRule::AnyOrType)?];
        if self.eat_kind(Kind::Dot) {
            name.push(self.name(NameRule::Any)?);
        }
        let values = if self.eat_kind(Kind::Equals) {
            vec![self.pragma_value()?]
        } else if self.kind() == Kind::LeftParen {
            self.in_parentheses(|parser| parser.list(false, Self::pragma_value))?
        } else {
            Vec::new()
        };
        match name.as_slice() {
            [only] if only.name.eq_ignore_ascii_case("AnsiImplicitCrossJoin") => self.implicit_cross_join = true,
            [only] if only.name.eq_ignore_ascii_case("DisableAnsiImplicitCrossJoin") => {
                self.implicit_cross_join = false
            }
            _ => {}
        }
        Ok(StatementKind::Pragma { name, values })
    }

    /// Parses a signed number, a string, a boolean, a `$name` or a word. A word is a column in the tree.
    fn pragma_value(&mut self) -> Result<Expr> {
        let start = self.start();
        let value = self.pragma_value_unplaced()?;
        Ok(Expr { span: self.since(start), ..value })
    }

    fn pragma_value_unplaced(&mut self) -> Result<Expr> {
        let at = self.position();
        let op = match self.kind() {
            Kind::Plus => Some(UnaryOp::Plus),
            Kind::Minus => Some(UnaryOp::Minus),
            _ => None,
        };
        if let Some(op) = op {
            self.advance();
            if !matches!(self.kind(), Kind::Integer | Kind::Real) {
                return Err(self.none_of(&["INTEGER_VALUE", "REAL"]));
            }
            let expr = Box::new(self.literal()?);
            return Ok(Expr::new(at, ExprKind::Unary { op, expr }));
        }
        match self.kind() {
            Kind::Dollar => Ok(Expr::new(at, ExprKind::Named(self.named()?))),
            Kind::String | Kind::Integer | Kind::Real => self.literal(),
            _ if self.is("TRUE") || self.is("FALSE") => self.literal(),
            _ => Ok(Expr::new(at, ExprKind::Column { qualifier: None, name: self.name(NameRule::Any)? })),
        }
    }

    fn create(&mut self) -> Result<StatementKind> {
        if !self.is_printed() {
            self.refuse_objects("CREATE", 1)?;
        }
        self.advance();
        let before = self.unread.len();
        if self.is_printed() && self.other_clause(|parser| parser.is("TABLE"))? {
            self.belong(before, "CREATE ", " TABLE");
        }
        self.expect("TABLE")?;
        Ok(StatementKind::CreateTable(Box::new(self.create_table()?)))
    }

    fn alter(&mut self) -> Result<StatementKind> {
        if self.eat_all("ALTER SEQUENCE") {
            return self.alter_sequence();
        }
        if self.eat_all("ALTER TOPIC") {
            return self.alter_topic();
        }
        self.refuse_objects("ALTER", 1)?;
        self.advance();
        self.expect("TABLE")?;
        self.alter_table()
    }

    fn drop_statement(&mut self) -> Result<StatementKind> {
        self.refuse_objects("DROP", 1)?;
        self.advance();
        self.expect("TABLE")?;
        let if_exists = self.eat_all("IF EXISTS");
        Ok(StatementKind::DropTable { table: self.plain_table()?, if_exists })
    }

    fn truncate(&mut self) -> Result<StatementKind> {
        self.advance();
        self.expect("TABLE")?;
        let table = self.plain_table()?;
        Ok(StatementKind::TruncateTable { table })
    }

    fn show(&mut self) -> Result<StatementKind> {
        self.advance();
        self.expect("CREATE")?;
        self.refuse_objects("SHOW CREATE", 0)?;
        self.expect("TABLE")?;
        Ok(StatementKind::ShowCreate { table: self.plain_table()? })
    }

    fn refuse_objects(&self, verb: &str, ahead: usize) -> Result<()> {
        match OBJECTS.split(", ").find(|words| self.are_at(ahead, words)) {
            Some(words) => self.unsupported(&format!("{verb} {words}")),
            None => Ok(()),
        }
    }

    /// Parses the table of a definition: a path without cluster, VIEW and hints.
    pub(super) fn plain_table(&mut self) -> Result<TableName> {
        self.unsupported_if("a temporary table", self.kind() == Kind::At)?;
        self.unsupported_if("a parameter as the name of a table", self.kind() == Kind::Dollar)?;
        self.unsupported_if("a cluster name", matches!(self.kind_at(1), Kind::Dot | Kind::Colon))?;
        let path = self.name(NameRule::AnyOrType)?;
        self.unsupported_if("a table hint", self.is("WITH"))?;
        Ok(TableName { path, view: None, is_by_key: false, elsewhere: false })
    }

    /// Parses a literal: NULL, a boolean, a number or a string.
    pub(super) fn literal(&mut self) -> Result<Expr> {
        use crate::literal;
        let (at, start) = (self.position(), self.start());
        let text = self.slice();
        let kind = self.kind();
        if matches!(kind, Kind::String | Kind::Integer | Kind::Real) && literal::is_postgres(text) {
            self.note("a literal with a suffix for PostgreSQL's types");
            self.advance();
            return Ok(Expr { span: self.since(start), ..called(at, "PgConst", Vec::new()) });
        }
        let value = match kind {
            Kind::Integer => literal::integer(text),
            Kind::Real => literal::real(text),
            Kind::String => literal::string(text, self.ansi),
            _ if self.is("NULL") => Ok(Literal::Null),
            _ if self.is("TRUE") => Ok(Literal::Bool(true)),
            _ if self.is("FALSE") => Ok(Literal::Bool(false)),
            _ => return Err(self.none_of(&["INTEGER_VALUE", "REAL", "STRING_VALUE", "NULL", "TRUE", "FALSE"])),
        };
        let value = value.map_err(|reason| Error::refused(at, reason))?;
        self.advance();
        Ok(Expr { at, span: self.since(start), kind: ExprKind::Literal(value) })
    }

    /// Parses an alias after AS, or a bare word that may be an alias and begins no clause.
    pub(super) fn alias(&mut self) -> Result<Option<Ident>> {
        if self.eat("AS") {
            return self.name(NameRule::AnyOrType).map(Some);
        }
        if self.kind() == Kind::String || self.is_name(NameRule::Alias) && !self.begins_clause() {
            return self.name(NameRule::Alias).map(Some);
        }
        Ok(None)
    }

    /// Returns `true` if the word at the current token begins a clause, although it could be an alias.
    fn begins_clause(&self) -> bool {
        let pattern = self.is("MATCH_RECOGNIZE") && self.kind_at(1) == Kind::LeftParen;
        pattern || self.phrase(CLAUSES).is_some()
    }
}

/// Permissions with keywords. A longer phrase stands before each phrase that is its beginning.
const PERMISSIONS: &str = "CONNECT, LIST, INSERT, MANAGE, DROP, GRANT, MODIFY TABLES, MODIFY ATTRIBUTES, UPDATE ROW, \
                           ERASE ROW, REMOVE SCHEMA, DESCRIBE SCHEMA, ALTER SCHEMA, SELECT TABLES, SELECT ATTRIBUTES, \
                           SELECT ROW, SELECT, USE LEGACY, USE, FULL LEGACY, FULL, CREATE DIRECTORY, CREATE TABLE, \
                           CREATE QUEUE, CREATE";

impl Parser<'_> {
    /// Parses `GRANT permissions ON paths TO roles [WITH GRANT OPTION]`.
    fn grant(&mut self) -> Result<StatementKind> {
        self.advance();
        let permissions = self.permissions()?;
        self.expect("ON")?;
        let paths = self.names_before("TO")?;
        let roles = self.names_before("WITH")?;
        let grant_option = self.eat_all("WITH GRANT OPTION");
        Ok(access(ChangeAccess { revoke: false, permissions, grant_option, paths, roles }))
    }

    /// Parses `REVOKE [GRANT OPTION FOR] permissions ON paths FROM roles`.
    fn revoke(&mut self) -> Result<StatementKind> {
        self.advance();
        let grant_option = self.eat_all("GRANT OPTION FOR");
        let permissions = self.permissions()?;
        self.expect("ON")?;
        let paths = self.names_before("FROM")?;
        let roles = self.names_before("")?;
        Ok(access(ChangeAccess { revoke: true, permissions, grant_option, paths, roles }))
    }

    /// Parses a list of names that may end with a comma, up to `keyword`. Takes the keyword if it is TO or FROM.
    fn names_before(&mut self, keyword: &'static str) -> Result<Vec<Ident>> {
        let mut names = vec![self.name(NameRule::AnyOrType)?];
        while self.eat_kind(Kind::Comma) {
            if self.kind() == Kind::Semicolon || self.kind() == Kind::End || self.is(keyword) {
                break;
            }
            names.push(self.name(NameRule::AnyOrType)?);
        }
        if matches!(keyword, "TO" | "FROM") {
            self.expect(keyword)?;
        }
        Ok(names)
    }

    fn permissions(&mut self) -> Result<Vec<PermissionName>> {
        let at = self.position();
        if self.eat("ALL") {
            self.eat("PRIVILEGES");
            return Ok(vec![PermissionName { at, name: "all".to_owned(), keyword: true }]);
        }
        let mut permissions = vec![self.permission()?];
        while self.eat_kind(Kind::Comma) && !self.is("ON") {
            permissions.push(self.permission()?);
        }
        Ok(permissions)
    }

    fn permission(&mut self) -> Result<PermissionName> {
        let at = self.position();
        if self.kind() == Kind::String {
            let name = match self.literal()?.kind {
                ExprKind::Literal(Literal::String { bytes, .. }) => String::from_utf8_lossy(&bytes).into_owned(),
                _ => String::new(),
            };
            return Ok(PermissionName { at, name, keyword: false });
        }
        match self.phrase(PERMISSIONS) {
            Some(words) => {
                self.eat_all(words);
                Ok(PermissionName { at, name: words.replace(' ', "_").to_ascii_lowercase(), keyword: true })
            }
            None => Err(self.none_of(&PERMISSIONS.split(", ").map(first_word).collect::<Vec<_>>())),
        }
    }
}

fn access(change: ChangeAccess) -> StatementKind {
    StatementKind::Access(Box::new(change))
}
