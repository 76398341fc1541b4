//! Access rights: granted, revoked, inherited, renamed, and missing.

use std::sync::Arc;

use super::super::database::{Client, is};
use super::with;
use crate::catalog::{AccessChange, Permission};
use crate::error::Error;

/// Returns the administrator of a database with the table `d/t`, and the user `ann@builtin`, who has no rights yet.
fn two(checked: bool) -> (Client, Client) {
    let mut root = with(|behavior| behavior.access_rights = checked);
    root.ok("CREATE TABLE `d/t` (k Int32 NOT NULL, v Int32, PRIMARY KEY (k))");
    root.ok("UPSERT INTO `d/t` (k, v) VALUES (1, 10)");
    let ann = Client::new(root.engine.acting_as("ann@builtin".into()));
    (root, ann)
}

#[track_caller]
fn is_unknown(error: &Error) {
    is(
        error,
        "SCHEME_ERROR",
        2003,
        "Cannot find table 'db.[/local/d/t]' because it does not exist or you do not have access",
    );
}

/// Checks the error for a user who may describe the table `d/t`, but not read or write it.
#[track_caller]
fn is_unresolved(error: &Error) {
    is(error, "ABORTED", 2028, "Failed to resolve table `/local/d/t` status: AccessDenied.");
}

#[track_caller]
fn is_denied<T: std::fmt::Debug>(result: Result<T, Error>, text: &str) {
    is(&result.unwrap_err(), "UNAUTHORIZED", 200_000, text);
}

/// Returns the own and the effective permissions of a path, as `subject: names`.
fn permissions(client: &Client, path: &str) -> (Vec<String>, Vec<String>) {
    let entry = client.engine.describe_path(path).unwrap();
    let shown = |list: Vec<(String, Vec<&str>)>| {
        list.into_iter().map(|(subject, names)| format!("{subject}: {}", names.join(" "))).collect()
    };
    (shown(entry.permissions), shown(entry.effective_permissions))
}

#[test]
fn nothing_is_checked_by_default() {
    let (_, mut ann) = two(false);
    assert_eq!(ann.rows("SELECT v FROM `d/t`"), ["10"]);
    ann.ok("DROP TABLE `d/t`");
}

#[test]
fn a_table_that_may_not_be_described_does_not_exist() {
    let (_, mut ann) = two(true);
    is_unknown(&ann.refused("SELECT v FROM `d/t`"));
    is_unknown(&ann.refused("UPSERT INTO `d/t` (k) VALUES (1)"));
    is_unknown(&ann.refused("ALTER TABLE `d/t` ADD COLUMN w Int32"));
    is_unknown(&ann.refused("DROP TABLE `d/t`"));
    is_unknown(&ann.refused("SHOW CREATE TABLE `d/t`"));
    let text = "Access denied for ann@builtin on path /local/d/t with access DescribeSchema";
    is_denied(ann.engine.describe_table("d/t").map(|_| ()), text);
    is_denied(ann.engine.describe_path("d/t"), text);
}

#[test]
fn reads_and_writes_need_their_rights() {
    let (mut root, mut ann) = two(true);
    root.ok("GRANT DESCRIBE SCHEMA ON `d/t` TO `ann@builtin`");
    is_unresolved(&ann.refused("SELECT v FROM `d/t`"));
    is_unresolved(&ann.refused("UPSERT INTO `d/t` (k) VALUES (1)"));
    is_denied(
        ann.engine.read_rows("d/t", &[("k".into(), crate::types::Primitive::Int32.into())], vec![], &[]),
        "Access denied for ann@builtin with access SelectRow to path '/local/d/t'",
    );
    is_denied(
        ann.engine.bulk_upsert("d/t", &[], vec![]),
        "Access denied for ann@builtin with access UpdateRow to table '/local/d/t'",
    );

    root.ok("GRANT SELECT ROW ON `d/t` TO `ann@builtin`");
    assert_eq!(ann.rows("SELECT v FROM `d/t`"), ["10"]);
    is_unresolved(&ann.refused("UPDATE `d/t` SET v = 1 WHERE k = 1"));

    root.ok("GRANT 'ydb.granular.update_row' ON `d/t` TO `ann@builtin`");
    ann.ok("UPDATE `d/t` SET v = 1 WHERE k = 1");
    is_unresolved(&ann.refused("DELETE FROM `d/t` WHERE k = 1"));

    root.ok("GRANT MODIFY TABLES ON `d/t` TO `ann@builtin`");
    ann.ok("DELETE FROM `d/t` WHERE k = 1");

    root.ok("REVOKE SELECT ROW ON `d/t` FROM `ann@builtin`");
    is_unresolved(&ann.refused("SELECT v FROM `d/t`"));
    ann.ok("UPSERT INTO `d/t` (k) VALUES (2)");
}

#[test]
fn changes_of_the_schema_need_their_rights() {
    let (mut root, mut ann) = two(true);
    let denied = |client: &mut Client, text: &str, access: &str| {
        is_denied(client.run(text), &format!("Access denied for ann@builtin on path {access}"));
    };
    root.ok("GRANT SELECT ON `d/t` TO `ann@builtin`");
    denied(&mut ann, "ALTER TABLE `d/t` ADD COLUMN w Int32", "/local/d/t with access AlterSchema");
    denied(&mut ann, "DROP TABLE `d/t`", "/local/d/t with access RemoveSchema");
    denied(&mut ann, "CREATE TABLE `d/u` (k Int32, PRIMARY KEY (k))", "/local/d with access CreateTable");
    denied(&mut ann, "CREATE TABLE `d/e/u` (k Int32, PRIMARY KEY (k))", "/local/d with access CreateTable");
    denied(&mut ann, "GRANT SELECT ON `d/t` TO bob", "/local/d/t with access GrantAccessRights");
    is_denied(
        ann.engine.make_directory("d/e"),
        "Access denied for ann@builtin on path /local/d with access CreateDirectory",
    );
    is_denied(
        ann.engine.rename_tables(&[("d/t", "d/u", false)]),
        "Access denied for ann@builtin on path /local/d/t with access SelectRow|RemoveSchema",
    );
    is_denied(
        ann.engine.copy_tables(&[("d/t", "d/u", true)]),
        "Access denied for ann@builtin on path /local/d with access CreateTable",
    );

    root.ok("GRANT INSERT ON d TO `ann@builtin`");
    ann.ok("ALTER TABLE `d/t` ADD COLUMN w Int32");
    ann.engine.rename_tables(&[("d/t", "d/u", false)]).unwrap();
}

#[test]
fn who_makes_a_path_owns_it() {
    let (mut root, mut ann) = two(true);
    root.ok("GRANT CREATE TABLE ON d TO `ann@builtin`");
    ann.ok("CREATE TABLE `d/e/own` (k Int32, PRIMARY KEY (k))");
    ann.ok("SELECT k FROM `d/e/own`");
    assert_eq!(ann.engine.describe_path("d/e/own").unwrap().owner, "ann@builtin");
    assert_eq!(ann.engine.describe_path("d/e").unwrap().owner, "ann@builtin");
    assert_eq!(root.engine.describe_path("d").unwrap().owner, "root@builtin");
    ann.ok("GRANT SELECT ON `d/e/own` TO bob");
    ann.ok("DROP TABLE `d/e/own`");
}

#[test]
fn nobody_grants_more_than_they_have() {
    let (mut root, mut ann) = two(true);
    root.ok("GRANT SELECT ON `d/t` TO `ann@builtin` WITH GRANT OPTION");
    ann.ok("GRANT SELECT ROW ON `d/t` TO bob");
    let denied = ann.run("GRANT SELECT, ERASE ROW ON `d/t` TO bob");
    is_denied(denied, "Access denied for ann@builtin on path /local/d/t with access EraseRow");
}

#[test]
fn grants_are_described_with_what_is_handed_down() {
    let (mut root, _) = two(true);
    root.ok("GRANT CONNECT, LIST ON `/local` TO ann, bob");
    root.ok("GRANT SELECT ROW ON `d/t` TO ann");
    let (own, effective) = permissions(&root, "d/t");
    assert_eq!(own, ["ann: ydb.granular.select_row"]);
    assert_eq!(effective, ["ann: ydb.generic.read", "bob: ydb.generic.list"]);
    let (own, _) = permissions(&root, "/local");
    assert_eq!(
        own,
        ["ann: ydb.database.connect", "ann: ydb.generic.list", "bob: ydb.database.connect", "bob: ydb.generic.list"]
    );

    root.ok("GRANT ALL PRIVILEGES ON `d/t` TO bob");
    root.ok("REVOKE ALL ON `d/t` FROM ann");
    assert_eq!(permissions(&root, "d/t").0, ["bob: ydb.generic.full"]);
    let table = root.engine.describe_table("d/t").unwrap().entry;
    assert_eq!(table.permissions, [("bob".to_owned(), vec!["ydb.generic.full"])]);
    let (_, listed) = root.engine.list_directory("d").unwrap();
    assert!(listed[0].permissions.is_empty());
}

#[test]
fn permissions_are_modified_by_the_scheme_service_too() {
    let (root, _) = two(true);
    let names = |names: &[&str]| names.iter().map(|name| Permission::of_name(name).unwrap()).collect::<Vec<_>>();
    let grant = |subject: &str, of: &[&str]| AccessChange::Grant(subject.into(), names(of));
    let engine = Arc::clone(&root.engine);
    engine
        .modify_permissions("d/t", &[grant("ann", &["ydb.generic.use"]), grant("bob", &["ydb.tables.read"])])
        .unwrap();
    assert_eq!(permissions(&root, "d/t").0, ["ann: ydb.generic.use", "bob: ydb.tables.read"]);
    let set = AccessChange::Set("ann".into(), names(&["ydb.generic.list"]));
    let revoke = AccessChange::Revoke("bob".into(), names(&["ydb.tables.read"]));
    engine.modify_permissions("d/t", &[set, revoke, AccessChange::Owner("eve".into())]).unwrap();
    assert_eq!(permissions(&root, "d/t").0, ["ann: ydb.generic.list"]);
    assert_eq!(engine.describe_path("d/t").unwrap().owner, "eve");
    engine.modify_permissions("d/t", &[AccessChange::Clear, grant("eve", &["ydb.access.grant"])]).unwrap();
    assert_eq!(permissions(&root, "d/t").0, ["eve: ydb.access.grant"]);
    let nowhere = engine.modify_permissions("d/nothing", &[AccessChange::Clear]);
    is(&nowhere.unwrap_err(), "SCHEME_ERROR", 2003, "Path does not exist");
}

/// R3: a table that replaces another one keeps its own owner, grants and attributes; those of the replaced table are
/// gone.
#[test]
fn a_rename_takes_owner_grants_and_attributes_of_its_source() {
    let (mut root, _) = two(false);
    root.ok("CREATE TABLE `d/new` (k Int32 NOT NULL, v Int32, PRIMARY KEY (k))");
    root.ok("GRANT SELECT ON `d/t` TO ann");
    root.ok("GRANT LIST ON `d/new` TO bob");
    root.engine.modify_permissions("d/t", &[AccessChange::Owner("eve".into())]).unwrap();
    root.engine.rename_tables(&[("d/t", "d/old", false), ("d/new", "d/t", false)]).unwrap();
    assert_eq!(permissions(&root, "d/t").0, ["bob: ydb.generic.list"]);
    assert_eq!(root.engine.describe_path("d/t").unwrap().owner, "root@builtin");
    assert_eq!(permissions(&root, "d/old").0, ["ann: ydb.generic.read"]);
    assert_eq!(root.engine.describe_path("d/old").unwrap().owner, "eve");
    root.engine.rename_tables(&[("d/old", "d/t", true)]).unwrap();
    assert_eq!(permissions(&root, "d/t").0, ["ann: ydb.generic.read"]);
}

#[test]
fn a_table_made_anew_has_nothing_of_the_dropped_one() {
    let (mut root, _) = two(false);
    root.ok("GRANT SELECT ON `d/t` TO ann");
    root.ok("DROP TABLE `d/t`");
    root.ok("CREATE TABLE `d/t` (k Int32, PRIMARY KEY (k))");
    assert!(permissions(&root, "d/t").0.is_empty());
}

#[test]
fn grants_stay_out_of_transactions() {
    let (mut root, _) = two(false);
    root.begin();
    let refused = root.refused("GRANT SELECT ON `d/t` TO ann");
    is(&refused, "PRECONDITION_FAILED", 0, "Scheme operations cannot be executed inside transaction");
}
