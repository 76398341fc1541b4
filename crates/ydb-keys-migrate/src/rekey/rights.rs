//! Comparison of grants, owner and attributes of the two tables, statements that make those of the new table equal, and
//! its sequences.
//!
//! RenameTables keeps the access list, owner and attributes of the table that it moves; it does not apply those of the
//! destination path (`schemeshard__operation_move_table.cpp`). The new table must therefore have them before the swap.

use std::collections::{BTreeMap, BTreeSet};

use ydb_keys::schema::ColumnDef;
use ydb_keys::{Layout, Table, YdbType};
use ydb_keys_core::ddl::{Name, Text};
use ydb_keys_core::schema::path::TablePath;

use super::compare::ROWS;
use crate::live::{Grants, LiveColumn, LiveRights, LiveTable};

/// Prefix of attributes that the server reserves for itself; users cannot set them.
const RESERVED: &str = "__";

/// Returns the attributes that users have set, without the one of this library.
pub(crate) fn user_attributes(of: &BTreeMap<String, String>) -> impl Iterator<Item = (&String, &String)> {
    of.iter().filter(|(name, _)| *name != Layout::ATTRIBUTE && !name.starts_with(RESERVED))
}

/// Returns the attributes that the server reserves for itself.
pub(crate) fn reserved_attributes(of: &BTreeMap<String, String>) -> impl Iterator<Item = &String> {
    of.keys().filter(|name| name.starts_with(RESERVED))
}

/// Returns the attributes to set on the new table. An empty value drops the attribute.
pub(crate) fn attributes_to_set(
    old: &BTreeMap<String, String>,
    new: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let mut set: BTreeMap<String, String> = user_attributes(new)
        .filter(|(name, _)| !old.contains_key(*name))
        .map(|(name, _)| (name.clone(), String::new()))
        .collect();
    let missing = user_attributes(old).filter(|(name, value)| new.get(*name) != Some(value));
    set.extend(missing.map(|(name, value)| (name.clone(), value.clone())));
    set
}

/// Writes the statements that make the grants of the table at `path` equal to those of the old table.
///
/// Permissions are strings, subjects are names: <https://ydb.tech/docs/en/yql/reference/syntax/grant>. UNVERIFIED: that
/// GRANT accepts every name that the Scheme service reports. If it refuses one, the error names it.
pub(crate) fn grant_statements(path: &str, old: &Grants, new: &Grants) -> Vec<String> {
    let list = |names: &BTreeSet<&String>| {
        names.iter().map(|name| Text(name, '\'').to_string()).collect::<Vec<_>>().join(", ")
    };
    // Additional permissions are revoked first, because revoking one may also revoke a part of another one.
    let revoke = differing(new, old)
        .map(|(subject, names)| format!("REVOKE {} ON {} FROM {}", list(&names), Name(path), Name(subject)));
    let mut statements: Vec<String> = revoke.collect();
    for (subject, names) in old {
        let more = new.get(subject).is_some_and(|new| !new.is_subset(names));
        let there = new.get(subject).is_some_and(|new| names.is_subset(new));
        if more || !there {
            statements.push(format!("GRANT {} ON {} TO {}", list(&names.iter().collect()), Name(path), Name(subject)));
        }
    }
    statements
}

/// Returns the permissions that subjects have in `of` and not in `other`.
fn differing<'a>(of: &'a Grants, other: &'a Grants) -> impl Iterator<Item = (&'a String, BTreeSet<&'a String>)> {
    let beyond = move |(subject, names): (&'a String, &'a BTreeSet<String>)| {
        let there = other.get(subject);
        let names: BTreeSet<&String> =
            names.iter().filter(|name| there.is_none_or(|there| !there.contains(*name))).collect();
        (!names.is_empty()).then_some((subject, names))
    };
    of.iter().filter_map(beyond)
}

/// Describes the differences between the rights on the new table at `path` and those on the old table, one phrase each;
/// empty if they are equal.
pub(crate) fn lost_rights(path: &TablePath, old: &LiveRights, new: &LiveRights) -> Vec<String> {
    let list = |names: BTreeSet<&String>| names.into_iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let mut lost: Vec<String> = differing(&old.grants, &new.grants)
        .map(|(subject, names)| format!("{} has no grant of {}", Name(subject), list(names)))
        .collect();
    lost.extend(differing(&new.grants, &old.grants).map(|(subject, names)| {
        format!("{} has a grant of {} that the old table does not give", Name(subject), list(names))
    }));
    let absolute = path.absolute();
    if old.owner != new.owner {
        lost.push(format!(
            "the owner is {}, not {}; change it with: ydb scheme permissions chown {absolute} {}",
            Name(&new.owner),
            Name(&old.owner),
            old.owner
        ));
    }
    // Both tables are in the same directory. The only remaining difference is that one of them may not inherit its
    // grants.
    if lost.is_empty() && old.effective != new.effective {
        lost.push(format!(
            "the old table inherits different grants from its directory; compare `ydb scheme permissions list` of both \
             tables, and see `ydb scheme permissions clear-inheritance {absolute}`"
        ));
    }
    lost
}

/// Describes the differences between the attributes of the old table and those of the new one, one phrase each.
pub(crate) fn lost_attributes(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> Vec<String> {
    let lost = attributes_to_set(old, new).into_iter();
    lost.map(|(name, value)| {
        if value.is_empty() {
            format!("the attribute {} is not on the old table", Name(&name))
        } else {
            format!("the attribute {} is not {}", Name(&name), Text(&value, '\''))
        }
    })
    .collect()
}

pub(crate) fn serials(table: &Table) -> impl Iterator<Item = &ColumnDef> {
    table.columns.iter().filter(|column| column.serial)
}

/// Returns `true` if the new table will have a sequence, or the old one may have one. Servers before 26.1 do not report
/// serial columns.
pub(crate) fn may_have_sequences(table: &Table, old: &LiveTable) -> bool {
    let may_be_serial = |column: &LiveColumn| {
        let is_number = matches!(column.ty, Some(YdbType::Int16 | YdbType::Int32 | YdbType::Int64));
        column.serial.unwrap_or(is_number && !column.nullable)
    };
    serials(table).next().is_some() || old.columns.iter().any(may_be_serial)
}

/// Writes the statement that selects the greatest value of a column of the table at `path`.
pub(crate) fn greatest(path: &str, column: &ColumnDef) -> String {
    format!("SELECT MAX({}) AS {ROWS}\nFROM {}", Name(column.name), Name(path))
}

/// Writes the statement that makes `next` the next number of a serial column's sequence. `path` is the path of the
/// table.
///
/// The path of a sequence is below the path of its table:
/// <https://ydb.tech/docs/en/yql/reference/syntax/alter-sequence>.
pub(crate) fn restart(path: &TablePath, column: &ColumnDef, next: i64) -> String {
    let path = path.with_suffix(&format!("/_serial_column_{}", column.name)).absolute();
    format!("ALTER SEQUENCE {}\nRESTART WITH {next}", Name(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grants(of: &[(&str, &[&str])]) -> Grants {
        of.iter()
            .map(|(subject, names)| ((*subject).into(), names.iter().map(|name| (*name).into()).collect()))
            .collect()
    }

    fn attributes(of: &[(&str, &str)]) -> BTreeMap<String, String> {
        of.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect()
    }

    #[test]
    fn grants_are_made_equal() {
        let old =
            grants(&[("reader@builtin", &["ydb.generic.read"]), ("app", &["ydb.tables.modify", "ydb.generic.list"])]);
        assert_eq!(
            grant_statements("dir/new", &old, &Grants::new()),
            [
                "GRANT 'ydb.generic.list', 'ydb.tables.modify' ON `dir/new` TO `app`",
                "GRANT 'ydb.generic.read' ON `dir/new` TO `reader@builtin`",
            ]
        );
        assert!(grant_statements("dir/new", &old, &old).is_empty());
        // A grant was revoked on the old table after the copy. The remaining grants are given again, because revoking
        // may affect them.
        let new = grants(&[
            ("app", &["ydb.tables.modify", "ydb.generic.list", "ydb.generic.full"]),
            ("gone", &["ydb.generic.use"]),
        ]);
        assert_eq!(
            grant_statements("new", &old, &new),
            [
                "REVOKE 'ydb.generic.full' ON `new` FROM `app`",
                "REVOKE 'ydb.generic.use' ON `new` FROM `gone`",
                "GRANT 'ydb.generic.list', 'ydb.tables.modify' ON `new` TO `app`",
                "GRANT 'ydb.generic.read' ON `new` TO `reader@builtin`",
            ]
        );
    }

    #[test]
    fn what_is_lost_is_named() {
        let old = LiveRights {
            owner: "alice".into(),
            grants: grants(&[("app", &["ydb.generic.read"])]),
            effective: grants(&[("app", &["ydb.generic.read"])]),
        };
        assert!(lost_rights(&TablePath::new("/local", "t"), &old, &old).is_empty());
        let new = LiveRights {
            owner: "bob".into(),
            grants: grants(&[("other", &["ydb.generic.use"])]),
            ..LiveRights::default()
        };
        assert_eq!(
            lost_rights(&TablePath::new("/local", "dir/t"), &old, &new),
            [
                "`app` has no grant of ydb.generic.read",
                "`other` has a grant of ydb.generic.use that the old table does not give",
                "the owner is `bob`, not `alice`; change it with: ydb scheme permissions chown /local/dir/t alice",
            ]
        );
        let wider = LiveRights {
            effective: grants(&[("app", &["ydb.generic.read"]), ("all", &["ydb.generic.list"])]),
            ..old.clone()
        };
        assert_eq!(
            lost_rights(&TablePath::new("/local", "t"), &old, &wider),
            ["the old table inherits different grants from its directory; compare `ydb scheme permissions list` of \
                 both tables, and see `ydb scheme permissions clear-inheritance /local/t`"]
        );
    }

    #[test]
    fn attributes_are_made_equal() {
        let old = attributes(&[("team", "shop"), ("__reserved", "x"), (Layout::ATTRIBUTE, "v1: a Uint64")]);
        let new = attributes(&[("gone", "x"), (Layout::ATTRIBUTE, "v1: h = ...")]);
        assert_eq!(attributes_to_set(&old, &new), attributes(&[("gone", ""), ("team", "shop")]));
        assert_eq!(
            lost_attributes(&old, &new),
            ["the attribute `gone` is not on the old table", "the attribute `team` is not 'shop'"]
        );
        assert!(lost_attributes(&old, &attributes(&[("team", "shop")])).is_empty());
    }
}
