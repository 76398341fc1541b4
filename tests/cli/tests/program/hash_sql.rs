//! Tests `hash-sql`.

use insta::assert_snapshot;

use crate::{TABLES, session};

#[test]
fn prints_expressions_and_statements() {
    assert_snapshot!(session(TABLES, &["hash-sql"]));
}

#[test]
fn prints_those_of_one_table() {
    assert_snapshot!(session(TABLES, &["hash-sql", "--table", "orders"]));
}
