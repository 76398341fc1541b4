//! Tests `status`.

use e2e_tests::Database;
use insta::assert_snapshot;

use super::{IN_CENTS, REHASHED, session};
use crate::shop::{first, make_first, second};

#[tokio::test]
async fn from_nothing_to_applied() {
    let database = Database::embedded().await;
    assert_snapshot!("status_empty", session(&database, first::TABLES, &["status"], ""));
    session(&database, first::TABLES, &["apply", "--yes"], "");
    let applied = "$ migrate status\n`shop/orders`: applied\n`shop/visits`: applied\n[exit code 0]";
    assert_eq!(session(&database, first::TABLES, &["status"], ""), applied);
    assert_snapshot!("status_pending", session(&database, second::TABLES, &["status"], ""));
    assert_snapshot!("status_by_hand", session(&database, IN_CENTS, &["status"], ""));
}

/// Tests a copy: the swapped table, the kept table, and its removal.
#[tokio::test]
async fn of_a_copy() {
    let database = Database::embedded().await;
    make_first(&database).await;
    let status = || session(&database, REHASHED, &["status"], "");
    assert_eq!(status(), "$ migrate status\n`shop/orders`: needs a copy, `apply --rekey`\n[exit code 1]");
    session(&database, REHASHED, &["apply", "--yes", "--rekey", "--fence", "--runner", "me"], "");
    let swapped = status();
    let lines: Vec<&str> = swapped.lines().collect();
    assert_eq!(lines[1], "`shop/orders`: applied");
    let key = "  swapped to the key `v1: order_hash = xxh3(order_id Uint64), order_id Uint64`, by `me`, begun 20";
    assert!(lines[2].starts_with(key) && lines[2].ends_with('Z'), "{swapped}");
    let kept = "  `shop/orders__ydb_keys_old` is kept with the old key; `apply --drop-old` drops it";
    assert_eq!(lines[3..], [kept, "[exit code 0]"]);
    session(&database, REHASHED, &["apply", "--yes", "--drop-old"], "");
    let lines = status();
    assert!(lines.contains(key) && !lines.contains("__ydb_keys_old"), "{lines}");
}

#[tokio::test]
async fn of_an_unfinished_copy() {
    let database = Database::embedded().await;
    make_first(&database).await;
    let ddl = REHASHED[0].create_table().at_path("shop/orders__ydb_keys_new").to_string();
    database.run(&ddl).await;
    assert_eq!(
        session(&database, REHASHED, &["status"], ""),
        "$ migrate status\n`shop/orders`: needs a copy, `apply --rekey`\n  `shop/orders__ydb_keys_new` is an unfinished copy: \
         `apply --rekey` goes on with it, `apply --drop-new` gives it up\n[exit code 1]"
    );
}
