//! Tests the program's answers to wrong arguments.

use insta::assert_snapshot;
use ydb_keys::YdbTable;

use crate::models::{Order, SecondOrder, UserEvent};
use crate::{TABLES, session};

#[test]
fn no_command_is_answered_with_the_help() {
    assert_snapshot!(session(TABLES, &[]));
}

#[test]
fn unknown_words() {
    assert_snapshot!("unknown_command", session(TABLES, &["dll"]));
    assert_snapshot!("unknown_option", session(TABLES, &["ddl", "--if-exists"]));
    assert_snapshot!("unknown_format", session(TABLES, &["ddl", "--out", "x", "--format", "flywey"]));
    assert_snapshot!("missing_value", session(TABLES, &["ddl", "--table"]));
    assert_snapshot!("stray_value", session(TABLES, &["hash-sql", "orders"]));
}

#[test]
fn a_format_without_a_directory() {
    assert_snapshot!(session(TABLES, &["ddl", "--format", "flyway"]));
}

#[test]
fn nothing_to_work_on() {
    assert_snapshot!("a_pull_of_nothing", session(TABLES, &["pull"]));
    assert_snapshot!("advice_on_nothing", session(TABLES, &["advise"]));
}

/// Tests `plan`, which is the name of `diff` in other tools.
#[test]
fn plan_is_diff() {
    let answer = |command| session(TABLES, &[command, "--help"]).lines().skip(1).collect::<Vec<_>>().join("\n");
    assert_eq!(answer("plan"), answer("diff"));
    assert!(answer("plan").contains("Usage: migrate diff "), "{}", answer("plan"));
}

#[test]
fn unknown_tables() {
    assert_snapshot!("unknown_table", session(TABLES, &["ddl", "--table", "ordres"]));
    assert_snapshot!("unknown_table_without_its_directory", session(TABLES, &["hash-sql", "--table", "user_events"]));
    assert_snapshot!("unknown_table_like_none", session(TABLES, &["ddl", "--table", "orders", "--table", "invoices"]));
}

#[test]
fn wrong_schemas() {
    assert_snapshot!("no_models", session(ydb_keys::schema![], &["ddl"]));
    // `schema!` does not compile with these.
    let same = &[Order::TABLE, UserEvent::TABLE, SecondOrder::TABLE];
    assert_snapshot!("same_table", session(same, &["ddl"]));
}
