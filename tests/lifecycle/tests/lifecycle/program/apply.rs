//! Tests `apply`.

use std::time::Duration;

use e2e_tests::Database;
use insta::assert_snapshot;
use ydb_embedded::{Call, Fault, Status};
use ydb_keys_migrate::plan;

use super::{IN_CENTS, REHASHED, session, show};
use crate::shop::{first, make_first, second};

#[tokio::test]
async fn yes() {
    let database = Database::embedded().await;
    assert_snapshot!("apply_yes", session(&database, first::TABLES, &["apply"], "yes\n"));
    assert_snapshot!("apply_nothing", session(&database, first::TABLES, &["apply"], ""));
}

#[tokio::test]
async fn no() {
    let database = Database::embedded().await;
    let one = ["apply", "--table", "shop/visits"];
    assert_snapshot!("apply_no", session(&database, first::TABLES, &one, "no\n"));
    for answer in ["\n", "n\n", "yess\n", "of course\n"] {
        let shown = session(&database, first::TABLES, &one, answer);
        assert!(shown.ends_with("Nothing was done.\n[exit code 1]"), "{shown}");
    }
    // Without a line break at the end, and in upper case.
    let shown = session(&database, first::TABLES, &one, "Y");
    assert!(shown.ends_with("[exit code 0]"), "{shown}");
}

#[tokio::test]
async fn nobody_answers() {
    let database = Database::embedded().await;
    let one = ["apply", "--table", "shop/visits"];
    assert_snapshot!("apply_closed_input", session(&database, first::TABLES, &one, ""));
    let connection = ["--connection", database.connection_string()];
    let piped = show(first::TABLES, &[&one[..], &connection].concat(), "yes\n", false);
    assert_snapshot!("apply_not_interactive", piped);
    let shown = show(first::TABLES, &[&one[..], &connection, &["--yes"]].concat(), "", false);
    assert!(shown.ends_with("[exit code 0]"), "{shown}");
}

#[tokio::test]
async fn what_is_destructive_is_left_out_unless_allowed() {
    let database = Database::embedded().await;
    make_first(&database).await;
    assert_snapshot!("apply_additive", session(&database, second::TABLES, &["apply"], "yes\n"));
    assert_snapshot!("apply_destructive_only", session(&database, second::TABLES, &["apply", "--yes"], ""));
    assert_snapshot!(
        "apply_destructive",
        session(&database, second::TABLES, &["apply", "--allow-destructive"], "yes\n")
    );
    assert!(plan(database.client(), second::TABLES, None).await.unwrap().is_in_step());
}

#[tokio::test]
async fn what_it_cannot_do() {
    let database = Database::embedded().await;
    make_first(&database).await;
    assert_snapshot!("apply_rekey", session(&database, REHASHED, &["apply"], ""));
    assert_snapshot!("apply_by_hand", session(&database, IN_CENTS, &["apply"], ""));
}

#[tokio::test]
async fn a_step_fails() {
    let database = Database::embedded().await;
    // The program's first request, one for each table that may be under way to another key, and the statement of the first.
    database.faults().fail_next(6, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    let refused = "Path does not have enough quota to create a table";
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Status(Status::PreconditionFailed, refused.into()));
    // The requests that describe an existing table come first.
    let shown = session(&database, first::TABLES, &["apply", "--yes"], "");
    assert_snapshot!("apply_step_fails", shown);
    // The first step of a run has none before it. Its statement comes after the description of the other table.
    database.faults().fail_next(4, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Status(Status::PreconditionFailed, refused.into()));
    let shown = session(&database, first::TABLES, &["apply", "--yes"], "");
    assert_snapshot!("apply_first_step_fails", shown);
    assert_snapshot!("apply_goes_on", session(&database, first::TABLES, &["apply", "--yes"], ""));
}

#[tokio::test]
async fn below_a_directory() {
    let database = Database::embedded().await;
    let shown = session(&database, first::TABLES, &["apply", "--below", "tests", "--table", "shop/visits"], "yes\n");
    assert_snapshot!("apply_below", shown);
}

/// Tests that a copy needs an option that says how the writers behave.
#[tokio::test]
async fn a_copy_without_a_word_of_the_writers() {
    let database = Database::embedded().await;
    make_first(&database).await;
    assert_snapshot!("apply_rekey_writers", session(&database, REHASHED, &["apply", "--rekey"], ""));
    let two = ["apply", "--rekey", "--fence", "--dual-writers"];
    let shown = session(&database, REHASHED, &two, "");
    assert!(shown.contains("cannot be used with") && shown.ends_with("[exit code 2]"), "{shown}");
    for option in [&["--fence"][..], &["--lease", "5"], &["--runner", "me"], &["--passes", "2"], &["--batch-rows", "9"]]
    {
        let shown = session(&database, REHASHED, &[&["apply"], option].concat(), "");
        assert!(shown.contains("--rekey") && shown.ends_with("[exit code 2]"), "{shown}");
    }
    let fence = [
        "apply",
        "--yes",
        "--rekey",
        "--fence",
        "--lease",
        "5",
        "--runner",
        "me",
        "--passes",
        "2",
        "--batch-rows",
        "2",
    ];
    let shown = session(&database, REHASHED, &fence, "");
    assert!(shown.contains("`shop/orders`: the name is taken away; reads and writes fail for about "), "{shown}");
    assert!(shown.contains("; there was no table of that name for ") && shown.ends_with("[exit code 0]"), "{shown}");
}

/// Tests the output of a copy, and of dropping the old table.
#[tokio::test]
async fn a_copy_and_the_end_of_the_old_table() {
    let database = Database::embedded().await;
    make_first(&database).await;
    assert_snapshot!(
        "apply_rekey_copies",
        session(&database, REHASHED, &["apply", "--rekey", "--writers-stopped"], "yes\n")
    );
    let count = "SELECT COUNT(*) FROM `shop/orders`";
    assert_eq!(database.one::<u64>(count).await, 3);
    assert_eq!(database.one::<u64>("SELECT COUNT(*) FROM `shop/orders__ydb_keys_old`").await, 3);
    // A step that waits for `apply` is not run by the way.
    database.run("ALTER TABLE `shop/orders` DROP COLUMN `note`").await;
    assert_snapshot!("apply_drop_old", session(&database, REHASHED, &["apply", "--drop-old"], "yes\n"));
    assert_snapshot!("apply_drop_old_again", session(&database, REHASHED, &["apply", "--drop-old", "--yes"], ""));
    assert_eq!(database.one::<u64>(count).await, 3);
    let left = plan(database.client(), REHASHED, None).await.unwrap();
    assert!(left.to_string().contains("ADD COLUMN `note` Utf8"), "{left}");
    for option in ["--rekey", "--allow-destructive"] {
        let shown = session(&database, REHASHED, &["apply", "--drop-old", option], "");
        assert!(shown.contains("cannot be used with") && shown.ends_with("[exit code 2]"), "{shown}");
    }
}
