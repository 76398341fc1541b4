//! Tests `ddl` without a directory.

use insta::assert_snapshot;

use crate::{TABLES, session};

#[test]
fn prints_all_tables_in_the_order_of_the_schema() {
    assert_snapshot!(session(TABLES, &["ddl"]));
}

#[test]
fn prints_the_tables_that_are_named() {
    assert_snapshot!(session(TABLES, &["ddl", "--if-not-exists", "--table", "ad_events", "--table=orders"]));
}
