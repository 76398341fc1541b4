//! Access rights of paths: owners, grants, and the rights that a path inherits from the directories above it.
//!
//! Every path has an owner, who may do everything with it, and a list of its own grants. A subject's rights on a path
//! are those granted on the path itself, plus the inherited grants of all directories above it. YDB's lists can also
//! contain denials; its API cannot create them, so the engine does not have them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Permission, Rights, paths};

/// Key of a list of grants: the subject, and `true` if the paths below inherit the rights.
type Subject = (Arc<str>, bool);

/// Owner of a path, and the grants that were made on the path itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Owner of the path, who may do everything with it.
    pub owner: Arc<str>,
    grants: BTreeMap<Subject, Rights>,
    /// `true` if the path inherits nothing from the directories above it.
    interrupted: bool,
}

/// Change of a path's access rights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessChange {
    /// Permissions that a subject gets.
    Grant(Arc<str>, Vec<Permission>),
    /// Permissions that a subject loses, if they were granted on this path itself.
    Revoke(Arc<str>, Vec<Permission>),
    /// Permissions that replace all permissions that the subject has on this path.
    Set(Arc<str>, Vec<Permission>),
    Owner(Arc<str>),
    Clear,
    /// Switch of inheritance. With `true`, the path inherits nothing from the directories above it.
    Interrupt(bool),
}

impl Access {
    /// Returns the access rights of a path that has this owner and no grants.
    pub const fn owned_by(owner: Arc<str>) -> Self {
        Self { owner, grants: BTreeMap::new(), interrupted: false }
    }

    pub fn change(&mut self, change: &AccessChange) {
        match change {
            AccessChange::Grant(subject, permissions) => self.grant(subject, permissions),
            AccessChange::Revoke(subject, permissions) => {
                for permission in permissions {
                    let key = (Arc::clone(subject), permission.inherits);
                    if let Some(rights) = self.grants.get_mut(&key) {
                        *rights = rights.without(permission.rights);
                    }
                }
                self.grants.retain(|_, rights| *rights != Rights::NONE);
            }
            AccessChange::Set(subject, permissions) => {
                self.grants.retain(|(known, _), _| known != subject);
                self.grant(subject, permissions);
            }
            AccessChange::Owner(owner) => self.owner = Arc::clone(owner),
            AccessChange::Clear => self.grants.clear(),
            AccessChange::Interrupt(interrupted) => self.interrupted = *interrupted,
        }
    }

    fn grant(&mut self, subject: &Arc<str>, permissions: &[Permission]) {
        for permission in permissions {
            let rights = self.grants.entry((Arc::clone(subject), permission.inherits)).or_default();
            *rights = rights.and(permission.rights);
        }
    }

    /// Returns the subjects with their rights. A subject may come twice: once with the rights that the paths below
    /// inherit, and once with the rights that they do not inherit.
    pub fn grants(&self) -> impl Iterator<Item = (&Arc<str>, Rights)> {
        self.grants.iter().map(|((subject, _), rights)| (subject, *rights))
    }
}

/// Access rights of all paths. A path without an entry belongs to the administrator and has no grants.
#[derive(Clone, Debug)]
pub struct AccessLists {
    administrator: Arc<str>,
    of: BTreeMap<String, Access>,
}

impl AccessLists {
    pub const fn new(administrator: Arc<str>) -> Self {
        Self { administrator, of: BTreeMap::new() }
    }

    /// Returns the owner of a path, and the grants that were made on the path itself.
    pub fn get(&self, path: &str) -> Access {
        self.of.get(path).cloned().unwrap_or_else(|| Access::owned_by(Arc::clone(&self.administrator)))
    }

    pub fn change(&mut self, path: &str, change: &AccessChange) {
        let administrator = &self.administrator;
        self.of.entry(path.to_owned()).or_insert_with(|| Access::owned_by(Arc::clone(administrator))).change(change);
    }

    pub fn remove(&mut self, path: &str) {
        self.of.remove(path);
    }

    /// Moves the owner and the grants of a path to another path, and replaces the rights that the other path had.
    pub fn rename(&mut self, from: &str, to: &str) {
        match self.of.remove(from) {
            Some(access) => self.of.insert(to.to_owned(), access),
            None => self.of.remove(to),
        };
    }

    /// Returns the owner of a path with the path's own grants and the inherited ones.
    pub fn effective(&self, path: &str) -> Access {
        let mut all = self.get(path);
        let (mut above, mut interrupted) = (paths::parent(path), all.interrupted);
        while !above.is_empty() && !interrupted {
            interrupted = self.of.get(above).is_some_and(|access| access.interrupted);
            let handed_down = self.of.get(above).into_iter().flat_map(|access| &access.grants);
            for (subject, rights) in handed_down.filter(|((_, inherits), _)| *inherits) {
                let known = all.grants.entry(subject.clone()).or_default();
                *known = known.and(*rights);
            }
            above = paths::parent(above);
        }
        all
    }

    pub fn rights(&self, path: &str, subject: &str) -> Rights {
        let access = self.effective(path);
        if *subject == *self.administrator || *access.owner == *subject {
            return Rights::FULL;
        }
        access.grants().filter(|(known, _)| ***known == *subject).fold(Rights::NONE, |all, (_, rights)| all.and(rights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists() -> AccessLists {
        AccessLists::new("root@builtin".into())
    }

    fn grant(subject: &str, names: &[&str]) -> AccessChange {
        AccessChange::Grant(subject.into(), names.iter().map(|name| Permission::of_name(name).unwrap()).collect())
    }

    #[test]
    fn rights_that_make_up_a_set_have_its_name() {
        let mut access = Access::owned_by("root@builtin".into());
        access.change(&grant("ann", &["ydb.granular.select_row", "ydb.generic.list", "ydb.granular.erase_row"]));
        let (_, rights) = access.grants().next().unwrap();
        assert_eq!(rights.names(), ["ydb.generic.read", "ydb.granular.erase_row"]);
    }

    #[test]
    fn directories_hand_down_all_but_connect() {
        let mut lists = lists();
        lists.change("/local", &grant("ann", &["ydb.database.connect", "ydb.generic.list"]));
        lists.change("/local/d/t", &grant("ann", &["ydb.tables.read"]));
        assert!(lists.rights("/local", "ann").contains(Rights::CONNECT.and(Rights::DESCRIBE_SCHEMA)));
        assert!(!lists.rights("/local/d", "ann").contains(Rights::CONNECT));
        assert_eq!(lists.rights("/local/d", "ann").names(), ["ydb.generic.list"]);
        assert_eq!(lists.rights("/local/d/t", "ann").names(), ["ydb.generic.read"]);
        assert_eq!(lists.rights("/local/d/t", "bob"), Rights::NONE);
        assert_eq!(
            lists.get("/local/d/t").grants().map(|(_, rights)| rights.names()).collect::<Vec<_>>(),
            [["ydb.tables.read"]]
        );
    }

    #[test]
    fn an_interrupted_path_inherits_nothing_and_hands_down_its_own() {
        let mut lists = lists();
        lists.change("/local", &grant("ann", &["ydb.generic.list"]));
        lists.change("/local/d", &grant("bob", &["ydb.generic.read"]));
        lists.change("/local/d", &AccessChange::Interrupt(true));
        for path in ["/local/d", "/local/d/t"] {
            assert_eq!(
                (lists.rights(path, "ann"), lists.rights(path, "bob").names()),
                (Rights::NONE, vec!["ydb.generic.read"])
            );
        }
        lists.change("/local/d", &AccessChange::Interrupt(false));
        assert_eq!(lists.rights("/local/d/t", "ann").names(), ["ydb.generic.list"]);
    }

    #[test]
    fn owners_and_the_administrator_may_everything() {
        let mut lists = lists();
        lists.change("/local/t", &AccessChange::Owner("ann".into()));
        assert_eq!(lists.rights("/local/t", "ann"), Rights::FULL);
        assert_eq!(lists.rights("/local/t", "root@builtin"), Rights::FULL);
        assert_eq!(lists.rights("/local", "ann"), Rights::NONE);
    }

    #[test]
    fn grants_are_revoked_set_and_cleared() {
        let mut lists = lists();
        lists.change("/local/t", &grant("ann", &["ydb.generic.read"]));
        let select = Permission::of_name("ydb.granular.select_row").unwrap();
        lists.change("/local/t", &AccessChange::Revoke("ann".into(), vec![select]));
        assert_eq!(lists.rights("/local/t", "ann").names(), ["ydb.generic.list"]);
        lists.change("/local/t", &AccessChange::Set("ann".into(), vec![select]));
        assert_eq!(lists.rights("/local/t", "ann").names(), ["ydb.granular.select_row"]);
        lists.change("/local/t", &AccessChange::Clear);
        assert_eq!(lists.rights("/local/t", "ann"), Rights::NONE);
    }

    #[test]
    fn a_renamed_path_takes_its_own_along() {
        let mut lists = lists();
        lists.change("/local/a", &grant("ann", &["ydb.generic.read"]));
        lists.change("/local/b", &grant("bob", &["ydb.generic.read"]));
        lists.rename("/local/a", "/local/b");
        assert_eq!(lists.rights("/local/b", "bob"), Rights::NONE);
        assert_eq!(lists.rights("/local/b", "ann").names(), ["ydb.generic.read"]);
        lists.rename("/local/c", "/local/b");
        assert_eq!(lists.rights("/local/b", "ann"), Rights::NONE);
    }
}
