//! Who calls, and what that user may do.
//!
//! An [`Engine`] is a database as one user sees it: [`Engine::acting_as`] gives the same database to another user.
//! Rights are checked only with [`Behavior::access_rights`](super::Behavior::access_rights), and never for the
//! administrator. Statuses and texts are YDB's (`kqp_acl_ut.cpp`):
//!
//! - A table that the user may not describe does not exist for that user's queries.
//! - A query that may not read or write its rows fails while its tables are resolved.
//! - Everything else is UNAUTHORIZED.

use std::sync::Arc;

use super::Engine;
use crate::catalog::{Access, AccessChange, Catalog, Permission, Rights, paths, refusal};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::{Write, WriteKind};
use crate::plan::steps::{Plan, Step};

/// UNAUTHORIZED with this text, which is YDB's.
pub(super) fn denied(message: impl Into<String>) -> Error {
    Error { status: Status::Unauthorized, issues: vec![Issue::new(codes::ACCESS_DENIED, message)] }
}

/// A change of permissions by names, as clients send it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PermissionsAction {
    /// The subject gets these permissions.
    Grant(String, Vec<String>),
    /// The subject loses these permissions.
    Revoke(String, Vec<String>),
    /// The subject has these permissions and no others.
    Set(String, Vec<String>),
    ChangeOwner(String),
    Clear,
    /// Whether the directories above hand nothing down.
    Interrupt(bool),
}

impl PermissionsAction {
    fn read(self) -> Result<AccessChange> {
        let permission = |name: &String| {
            Permission::of_name(name)
                .ok_or_else(|| Error::new(Status::BadRequest, format!("Unknown permission name: {name}")))
        };
        let all = |names: Vec<String>| names.iter().map(permission).collect::<Result<Vec<_>>>();
        Ok(match self {
            Self::Grant(subject, names) => AccessChange::Grant(subject.into(), all(names)?),
            Self::Revoke(subject, names) => AccessChange::Revoke(subject.into(), all(names)?),
            Self::Set(subject, names) => AccessChange::Set(subject.into(), all(names)?),
            Self::ChangeOwner(owner) => AccessChange::Owner(owner.into()),
            Self::Clear => AccessChange::Clear,
            Self::Interrupt(interrupted) => AccessChange::Interrupt(interrupted),
        })
    }
}

impl Engine {
    /// The same database as another user sees it.
    pub fn acting_as(&self, user: Arc<str>) -> Arc<Self> {
        let mut engine = self.clone();
        engine.user = user;
        Arc::new(engine)
    }

    /// Who calls.
    pub fn user(&self) -> &Arc<str> {
        &self.user
    }

    fn may_everything(&self) -> bool {
        !self.config.behavior.access_rights || *self.user == *self.config.administrator()
    }

    /// What the caller may do with a path.
    fn rights(&self, catalog: &Catalog, path: &str) -> Rights {
        if self.may_everything() { Rights::FULL } else { catalog.access().rights(path, &self.user) }
    }

    /// Checks that the caller has these rights on a path.
    ///
    /// Fails with UNAUTHORIZED. The text is that of YDB's schema requests (`schemereq.cpp`). UNVERIFIED: that a query
    /// gets the same issue code.
    pub(super) fn require(&self, catalog: &Catalog, path: &str, rights: Rights) -> Result<()> {
        if self.rights(catalog, path).contains(rights) {
            Ok(())
        } else {
            Err(denied(format!("Access denied for {} on path {path} with access {rights}", self.user)))
        }
    }

    /// Checks that the caller may create something at a path: the nearest directory that exists decides.
    pub(super) fn require_above(&self, catalog: &Catalog, path: &str, rights: Rights) -> Result<()> {
        self.require(catalog, nearest(catalog, path), rights)
    }

    /// Makes the caller the owner of whatever a change of the catalog creates at a path. Call this before the change,
    /// and its result after it.
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

    /// Checks the caller's rights on the tables that a query reads and writes. Changes of the schema are checked when
    /// they are made.
    ///
    /// YDB needs no right to read for a DELETE of one whole key, because nothing is read (`AclDml` of
    /// `kqp_acl_ut.cpp`). Here such a DELETE is refused.
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
            // ABORTED, although repeating does not help. YDB's own tests note that UNAUTHORIZED would be right.
            Some((path, _)) => {
                let message = format!("Failed to resolve table `{path}` status: AccessDenied.");
                Err(Error::issue(Issue::new(codes::KIKIMR_SCHEME_MISMATCH, message)))
            }
            None => Ok(()),
        }
    }

    /// Changes who may do what with a path: all of the actions, or none.
    ///
    /// Fails with SCHEME_ERROR if the path does not exist, BAD_REQUEST for an unknown permission, UNAUTHORIZED if the
    /// caller may not grant, or has fewer rights than are granted.
    pub fn modify_permissions(&self, path: &str, actions: Vec<PermissionsAction>) -> Result<()> {
        let changes = actions.into_iter().map(PermissionsAction::read).collect::<Result<Vec<_>>>()?;
        let mut catalog = self.change()?;
        let path = catalog.resolve(path)?;
        self.change_access(&mut catalog, &path, &changes)?;
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

/// The rights that a write needs on its table.
const fn written(write: &Write) -> Rights {
    match write.kind {
        WriteKind::Delete => Rights::ERASE_ROW,
        WriteKind::Insert | WriteKind::InsertOrRevert | WriteKind::Upsert | WriteKind::Replace | WriteKind::Update => {
            Rights::UPDATE_ROW
        }
    }
}

/// The nearest path at or above this one that exists.
fn nearest<'p>(catalog: &Catalog, path: &'p str) -> &'p str {
    let mut path = path;
    while !path.is_empty() && catalog.entry(path).is_none() {
        path = paths::parent(path);
    }
    path
}

/// An access list as clients receive it: subjects with the names of their permissions.
pub(super) fn permissions(access: &Access) -> Vec<(String, Vec<&'static str>)> {
    access.grants().map(|(subject, rights)| (subject.to_string(), rights.names())).collect()
}
