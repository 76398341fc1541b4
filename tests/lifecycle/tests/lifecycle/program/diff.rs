//! Tests `diff`.

use std::time::Duration;

use e2e_tests::Database;
use insta::assert_snapshot;
use serde_json::Value;
use ydb_embedded::{Call, Fault};
use ydb_keys_cli::Status;

use super::{IN_CENTS, REHASHED, session, stdout};
use crate::shop::{first, make_first, second};

#[tokio::test]
async fn with_an_empty_database() {
    let database = Database::embedded().await;
    assert_snapshot!("diff_empty", session(&database, first::TABLES, &["diff"], ""));
    assert_snapshot!(
        "diff_empty_json",
        session(&database, first::TABLES, &["diff", "--json", "--table", "shop/orders"], "")
    );
}

#[tokio::test]
async fn with_an_older_schema() {
    let database = Database::embedded().await;
    make_first(&database).await;
    assert_snapshot!("diff_older", session(&database, second::TABLES, &["diff"], ""));
    assert_snapshot!("diff_one_table", session(&database, second::TABLES, &["diff", "--table", "shop/customers"], ""));
    assert_snapshot!(
        "diff_below",
        session(&database, first::TABLES, &["diff", "--below", "/tests/", "--table", "shop/visits"], "")
    );
}

#[tokio::test]
async fn with_the_same_schema() {
    let database = Database::embedded().await;
    make_first(&database).await;
    // Nothing differs, but the layout has to be written.
    assert_snapshot!("diff_no_layout", session(&database, first::TABLES, &["diff"], ""));
    session(&database, first::TABLES, &["apply", "--yes"], "");
    assert_snapshot!("diff_same", session(&database, first::TABLES, &["diff"], ""));
    assert_snapshot!("diff_same_json", session(&database, first::TABLES, &["diff", "--json"], ""));
}

#[tokio::test]
async fn with_what_no_alter_can_change() {
    let database = Database::embedded().await;
    make_first(&database).await;
    assert_snapshot!("diff_rekey", session(&database, REHASHED, &["diff"], ""));
    assert_snapshot!("diff_by_hand", session(&database, IN_CENTS, &["diff"], ""));
    // The steps of another table are numbered without those that do not run.
    let both = [IN_CENTS, &second::TABLES[2..]].concat();
    assert_snapshot!("diff_by_hand_and_steps", session(&database, &both, &["diff"], ""));
}

/// Tests a server before 26.1, which does not have SHOW CREATE TABLE.
#[tokio::test]
async fn with_an_older_server() {
    let database = Database::embedded().await;
    make_first(&database).await;
    // The first query is the one that tests the connection.
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    let refused = Fault::Status(ydb_embedded::Status::GenericError, "mismatched input 'SHOW'".into());
    database.faults().fail_next(1, Call::ExecuteQuery, refused);
    let output = session(&database, second::TABLES, &["diff", "--table", "shop/orders"], "");
    assert_eq!(database.faults().pending(), 0);
    assert_snapshot!("diff_older_server", output);
}

/// Tests that the standard output is JSON from the first byte to the last, so it can be piped into another program.
#[tokio::test]
async fn json_is_alone_on_stdout() {
    let database = Database::embedded().await;
    make_first(&database).await;
    let (text, status) = stdout(&database, second::TABLES, &["diff", "--json"]);
    assert_eq!(status, Status::Differs);
    let plan: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(plan["tables"].as_array().unwrap().len(), 3);
    assert_eq!(plan["tables"][2]["differences"][0]["difference"], "missing_table");
    assert_eq!(plan["tables"][2]["path"], "shop/customers");
}

#[tokio::test]
async fn with_something_else_at_the_path() {
    let database = Database::embedded().await;
    database.run("CREATE TABLE `shop/orders/old` (id Uint64 NOT NULL, PRIMARY KEY (id))").await;
    assert_snapshot!("diff_directory", session(&database, first::TABLES, &["diff"], ""));
}

#[tokio::test]
async fn of_an_unknown_table() {
    let database = Database::embedded().await;
    assert_snapshot!("diff_unknown_table", session(&database, first::TABLES, &["diff", "--table", "orders"], ""));
}
