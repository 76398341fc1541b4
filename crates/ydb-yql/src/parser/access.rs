//! GRANT and REVOKE.

use super::cursor::{Parser, first_word};
use crate::ast::{ChangeAccess, ExprKind, Ident, Literal, PermissionName, StatementKind};
use crate::error::Result;
use crate::keyword::NameRule;
use crate::lexer::Kind;

/// The permissions that have keywords; of those that begin alike, the longer ones first.
const PERMISSIONS: &str = "CONNECT, LIST, INSERT, MANAGE, DROP, GRANT, MODIFY TABLES, MODIFY ATTRIBUTES, UPDATE ROW, \
                           ERASE ROW, REMOVE SCHEMA, DESCRIBE SCHEMA, ALTER SCHEMA, SELECT TABLES, SELECT ATTRIBUTES, \
                           SELECT ROW, SELECT, USE LEGACY, USE, FULL LEGACY, FULL, CREATE DIRECTORY, CREATE TABLE, \
                           CREATE QUEUE, CREATE";

impl Parser<'_> {
    /// `GRANT permissions ON paths TO roles [WITH GRANT OPTION]`.
    pub(super) fn grant(&mut self) -> Result<StatementKind> {
        self.advance();
        let permissions = self.permissions()?;
        self.expect("ON")?;
        let paths = self.names_before("TO")?;
        let roles = self.names_before("WITH")?;
        let grant_option = self.eat_all("WITH GRANT OPTION");
        Ok(access(ChangeAccess { revoke: false, permissions, grant_option, paths, roles }))
    }

    /// `REVOKE [GRANT OPTION FOR] permissions ON paths FROM roles`.
    pub(super) fn revoke(&mut self) -> Result<StatementKind> {
        self.advance();
        let grant_option = self.eat_all("GRANT OPTION FOR");
        let permissions = self.permissions()?;
        self.expect("ON")?;
        let paths = self.names_before("FROM")?;
        let roles = self.names_before("")?;
        Ok(access(ChangeAccess { revoke: true, permissions, grant_option, paths, roles }))
    }

    /// A list of names that may end with a comma, and the keyword that must follow it, if any.
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
