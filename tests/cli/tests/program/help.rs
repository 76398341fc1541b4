//! Tests the help of the program and of its commands.

use insta::assert_snapshot;

use crate::{TABLES, session};

#[test]
fn of_the_program() {
    assert_snapshot!(session(TABLES, &["--help"]));
}

#[test]
fn of_ddl() {
    assert_snapshot!("of_ddl", session(TABLES, &["ddl", "--help"]));
    assert_snapshot!("of_ddl_in_short", session(TABLES, &["ddl", "-h"]));
}

#[test]
fn of_hash_sql() {
    assert_snapshot!(session(TABLES, &["hash-sql", "--help"]));
}

#[test]
fn of_diff() {
    assert_snapshot!(session(TABLES, &["diff", "--help"]));
}

#[test]
fn of_apply() {
    assert_snapshot!(session(TABLES, &["apply", "--help"]));
}

#[test]
fn of_check() {
    assert_snapshot!(session(TABLES, &["check", "--help"]));
}

#[test]
fn of_keys() {
    assert_snapshot!(session(TABLES, &["keys", "--help"]));
}

#[test]
fn of_queries() {
    assert_snapshot!("of_queries", session(TABLES, &["queries", "--help"]));
    assert_snapshot!("of_queries_check", session(TABLES, &["queries", "check", "--help"]));
    assert_snapshot!("of_queries_live", session(TABLES, &["queries", "live", "--help"]));
    assert_snapshot!("of_queries_vet", session(TABLES, &["queries", "vet", "--help"]));
}

#[test]
fn of_lint() {
    assert_snapshot!(session(TABLES, &["lint", "--help"]));
}

#[test]
fn of_status() {
    assert_snapshot!(session(TABLES, &["status", "--help"]));
}

#[test]
fn of_query_and_explain() {
    assert_snapshot!("of_query", session(TABLES, &["query", "--help"]));
    assert_snapshot!("of_explain", session(TABLES, &["explain", "--help"]));
}

#[test]
fn of_load_and_export() {
    assert_snapshot!("of_load", session(TABLES, &["load", "--help"]));
    assert_snapshot!("of_export", session(TABLES, &["export", "--help"]));
}
