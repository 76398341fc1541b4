//! Access rights: the user of each request and the rights of that user.
//!
//! An [`Engine`] is a database as one user sees it: [`Engine::acting_as`] returns the same database for another user.
//! Rights are checked only with [`Behavior::access_rights`](super::Behavior::access_rights), and never for the
//! administrator. Statuses and texts are YDB's (`kqp_acl_ut.cpp`):
//!
//! - A table that the user may not describe does not exist for the user's queries.
//! - A query whose user may not read or write the rows fails while its tables are resolved.
//! - Every other refusal is UNAUTHORIZED.

use std::sync::Arc;

use super::Engine;
use crate::catalog::{Access, AccessChange, Catalog, Rights, paths, refusal};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::{Write, WriteKind};
use crate::plan::steps::{Plan, Step};

/// Returns an UNAUTHORIZED error with this text, which is YDB's.
pub(super) fn denied(message: impl Into<String>) -> Error {
    Error { status: Status::Unauthorized, issues: vec![Issue::new(codes::ACCESS_DENIED, message)] }
}

impl Engine {
    /// Returns the same database as another user sees it.
    pub fn acting_as(&self, user: Arc<str>) -> Arc<Self> {
        let mut engine = self.clone();
        engine.user = user;
        Arc::new(engine)
    }

    /// Returns the user whose requests this engine serves.
    pub fn user(&self) -> &Arc<str> {
        &self.user
    }

    fn may_everything(&self) -> bool {
        !self.config.behavior.access_rights || *self.user == *self.config.administrator()
    }

    /// Returns the rights that the user has on a path.
    fn rights(&self, catalog: &Catalog, path: &str) -> Rights {
        if self.may_everything() { Rights::FULL } else { catalog.access().rights(path, &self.user) }
    }

    /// Checks that the user has these rights on a path.
    ///
    /// Fails with UNAUTHORIZED. The text is that of YDB's schema requests (`schemereq.cpp`). UNVERIFIED: that queries
    /// get the same issue code.
    pub(super) fn require(&self, catalog: &Catalog, path: &str, rights: Rights) -> Result<()> {
        if self.rights(catalog, path).contains(rights) {
            Ok(())
        } else {
            Err(denied(format!("Access denied for {} on path {path} with access {rights}", self.user)))
        }
    }

    /// Checks that the user may create an object at a path: the rights on the nearest existing directory decide.
    pub(super) fn require_above(&self, catalog: &Catalog, path: &str, rights: Rights) -> Result<()> {
        self.require(catalog, nearest(catalog, path), rights)
    }

    /// Makes the user the owner of everything that a change of the catalog creates at a path. Call this before the
    /// change, and call the returned function after it.
    pub(super) fn owner_of_new(&self, catalog: &Catalog, path: &str) -> impl FnOnce(&mut Catalog) + use<> {
        let (known, path, user) = (nearest(catalog, path).len(), path.to_owned(), Arc::clone(&self.user));
        let administrator = *self.user == *self.config.administrator();
        move |catalog| {
            let mut path = &*path;
            while !administrator && path.len() > known {
                catalog.change_access(path, &AccessChange::Owner(Arc::clone(&user)));
                path = paths::parent(path);
            }
        }
    }

    /// Checks the user's rights on the tables that a query reads and writes. Rights to change the schema are checked
    /// when the change is made.
    ///
    /// YDB requires no right to read for a DELETE of one whole key, because the DELETE reads nothing (`AclDml` of
    /// `kqp_acl_ut.cpp`). This engine refuses such a DELETE.
    pub(super) fn check_plan(&self, plan: &Plan) -> Result<()> {
        if self.may_everything() {
            return Ok(());
        }
        let catalog = self.catalog.read();
        let mut wanted = Vec::new();
        for step in &plan.steps {
            if let Some(source) = step.source() {
                source.tables(&mut |table| wanted.push((Arc::clone(&table.path), Rights::SELECT_ROW)));
            }
            match step {
                Step::Write(write) => wanted.push((Arc::clone(&write.table.path), written(write))),
                Step::ShowCreate(table) => wanted.push((Arc::clone(&table.path), Rights::NONE)),
                _ => {}
            }
        }
        for (path, _) in &wanted {
            if !self.rights(&catalog, path).contains(Rights::DESCRIBE_SCHEMA) {
                return Err(refusal::no_table(path));
            }
        }
        match wanted.iter().find(|(path, rights)| !self.rights(&catalog, path).contains(*rights)) {
            // The status is ABORTED although a retry does not help. YDB's own tests note that UNAUTHORIZED would be
            // right.
            Some((path, _)) => {
                let message = format!("Failed to resolve table `{path}` status: AccessDenied.");
                Err(Error::issue(Issue::new(codes::KIKIMR_SCHEME_MISMATCH, message)))
            }
            None => Ok(()),
        }
    }

    /// Makes all of these changes of the permissions on a path, or none.
    ///
    /// Fails with SCHEME_ERROR if the path does not exist, and with UNAUTHORIZED if the user may not grant permissions,
    /// or grants rights that the user does not have.
    pub fn modify_permissions(&self, path: &str, changes: &[AccessChange]) -> Result<()> {
        let mut catalog = self.change()?;
        let path = catalog.resolve(path)?;
        self.change_access(&mut catalog, &path, changes)?;
        catalog.publish();
        Ok(())
    }

    pub(super) fn change_access(&self, catalog: &mut Catalog, path: &str, changes: &[AccessChange]) -> Result<()> {
        if catalog.entry(path).is_none() {
            return Err(refusal::scheme(format!("Path does not exist: {path}")));
        }
        self.require(catalog, path, Rights::GRANT)?;
        let own = self.rights(catalog, path);
        for change in changes {
            if let AccessChange::Grant(_, permissions) | AccessChange::Set(_, permissions) = change {
                let all = permissions.iter().fold(Rights::NONE, |all, permission| all.and(permission.rights));
                if !own.contains(all) {
                    let more = all.without(own);
                    return Err(denied(format!("Access denied for {} on path {path} with access {more}", self.user)));
                }
            }
        }
        changes.iter().for_each(|change| catalog.change_access(path, change));
        Ok(())
    }
}

/// Returns the rights on a table that a write requires.
const fn written(write: &Write) -> Rights {
    match write.kind {
        WriteKind::Delete => Rights::ERASE_ROW,
        WriteKind::Insert | WriteKind::InsertOrRevert | WriteKind::Upsert | WriteKind::Replace | WriteKind::Update => {
            Rights::UPDATE_ROW
        }
    }
}

/// Returns the nearest existing path at or above this path.
fn nearest<'p>(catalog: &Catalog, path: &'p str) -> &'p str {
    let mut path = path;
    while !path.is_empty() && catalog.entry(path).is_none() {
        path = paths::parent(path);
    }
    path
}

/// Returns an access list in the form that clients receive: subjects with the names of their permissions.
pub(super) fn permissions(access: &Access) -> Vec<(String, Vec<&'static str>)> {
    access.grants().map(|(subject, rights)| (subject.to_string(), rights.names())).collect()
}
