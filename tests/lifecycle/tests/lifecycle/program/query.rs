//! Tests `query`, and `explain --query`.

use e2e_tests::Database;
use insta::assert_snapshot;
use ydb_embedded::{Call, Fault, Status as YdbStatus};

use super::{session, show, stdout};
use crate::shop::{first, make_first};

const ORDERS: &str = "SELECT order_id, customer, amount FROM `shop/orders` ORDER BY order_id";

#[tokio::test]
async fn rows_are_printed() {
    let database = Database::embedded().await;
    make_first(&database).await;
    let run = |args: &[&str]| session(&database, first::TABLES, args, "");
    assert_snapshot!("query_rows", run(&["query", ORDERS]));
    let two = run(&["query", "--rows", "2", ORDERS]);
    assert!(two.ends_with("\n(the first 2 rows; `--rows` prints more, `--jsonl` all)\n[exit code 0]"), "{two}");
    assert_snapshot!("query_two_results", run(&["query", "SELECT 1 AS a, 'x'u AS b; SELECT 2 AS c LIMIT 0;"]));
    // A parameter gets its value in the text.
    let one = "$id = 1ul; SELECT COUNT(*) AS n FROM `shop/orders` WHERE order_hash = Digest::NumericHash($id)";
    assert!(run(&["query", one]).contains("\nn\n1\n(1 row)\n"), "{}", run(&["query", one]));
}

/// Tests that a query may begin with a comment, `-- ..`. An option with a wrong name is still refused.
#[tokio::test]
async fn a_comment_in_front_of_a_query() {
    let database = Database::embedded().await;
    let run = |args: &[&str]| session(&database, first::TABLES, args, "");
    for comment in ["-- all of it\n", "--!syntax_v1\n", "--\n", "-- a = b\n", "--a comment\n"] {
        let text = format!("{comment}SELECT 7 AS n");
        assert!(run(&["query", &text]).ends_with("\nn\n7\n(1 row)\n[exit code 0]"), "{}", run(&["query", &text]));
        assert!(run(&["query", "--rows", "1", &text]).ends_with("\nn\n7\n(1 row)\n[exit code 0]"), "{comment}");
        assert!(
            run(&["explain", "--query", &text]).ends_with("[exit code 0]"),
            "{}",
            run(&["explain", "--query", &text])
        );
    }
    for option in ["--written", "--written=SELECT 1"] {
        assert!(run(&["query", option, "SELECT 1"]).contains("unexpected argument '--written' found"), "{option}");
    }
}

/// Tests that a file's name in place of its text is found before the database reports a syntax error.
#[tokio::test]
async fn the_name_of_a_file_as_a_query() {
    let database = Database::embedded().await;
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("one.yql");
    std::fs::write(&file, "SELECT 1 AS n").unwrap();
    let name = file.to_str().unwrap();
    let said = format!(
        "error: `{name}` is a file, not a query\nhelp: write `-` in its place, and give the file as the input: `- < {name}`\n"
    );
    for args in [["query", name].as_slice(), &["explain", "--query", name]] {
        let session = session(&database, first::TABLES, args, "");
        assert!(session.contains(&said) && session.ends_with("[exit code 2]"), "{session}");
    }
}

#[tokio::test]
async fn rows_as_lines_of_json() {
    let database = Database::embedded().await;
    let text = "SELECT 18446744073709551615ul AS z, 'it\\'s'u AS a, CAST(NULL AS Int32) AS n, 1.5 AS d, true AS b, \
                Timestamp('2026-01-01T00:00:00Z') AS t, 'raw' AS s";
    let (out, status) = stdout(&database, first::TABLES, &["query", "--jsonl", text]);
    assert_eq!(
        out,
        "{\"z\":18446744073709551615,\"a\":\"it's\",\"n\":null,\"d\":1.5,\"b\":true,\"t\":\"2026-01-01T00:00:00Z\",\
         \"s\":\"cmF3\"}\n"
    );
    assert_eq!(status.code(), 0);
}

#[tokio::test]
async fn it_writes_only_if_it_may() {
    let database = Database::embedded().await;
    make_first(&database).await;
    let delete = "DELETE FROM `shop/orders` WHERE order_hash = Digest::NumericHash(1ul) AND order_id = 1ul";
    let count = "SELECT COUNT(*) FROM `shop/orders`";
    let refused = session(&database, first::TABLES, &["query", delete], "");
    assert!(refused.contains("help: pass `--write` to let it change rows or the schema\n[exit code 2]"), "{refused}");
    assert_eq!(database.one::<u64>(count).await, 3);
    let done = session(&database, first::TABLES, &["query", "--write", delete], "");
    assert!(done.ends_with("\nDone.\n[exit code 0]"), "{done}");
    assert_eq!(database.one::<u64>(count).await, 2);
    let batch = "BATCH DELETE FROM `shop/orders` WHERE order_id = 2ul";
    let refused = session(&database, first::TABLES, &["query", batch], "");
    assert!(refused.contains("help: pass `--write`"), "{refused}");
    assert!(session(&database, first::TABLES, &["query", "--write", batch], "").ends_with("Done.\n[exit code 0]"));
    assert_eq!(database.one::<u64>(count).await, 1);
    let create = "CREATE TABLE made (id Uint64 NOT NULL, PRIMARY KEY (id))";
    let refused = session(&database, first::TABLES, &["query", create], "");
    assert!(refused.contains("help: pass `--write`"), "{refused}");
    assert!(session(&database, first::TABLES, &["query", "--write", create], "").ends_with("Done.\n[exit code 0]"));
}

#[tokio::test]
async fn from_the_input() {
    let database = Database::embedded().await;
    let args = ["query", "-", "--connection", database.connection_string()];
    assert_eq!(show(first::TABLES, &args, "SELECT 1 AS one", false), "SELECT 1 AS oneone\n1\n(1 row)\n[exit code 0]");
}

#[tokio::test]
async fn what_cannot_be_run() {
    let database = Database::embedded().await;
    let run = |text| session(&database, first::TABLES, &["query", text], "");
    let typo = run("PICK 1");
    assert!(
        typo.contains("error: the query failed: GENERIC_ERROR\nmismatched input 'PICK'")
            && typo.ends_with("[exit code 2]"),
        "{typo}"
    );
    let unknown = run("SELECT $id");
    assert!(
        unknown.contains("\nhelp: give the parameter a value at the beginning of the text: `$id = 42ul;`"),
        "{unknown}"
    );
    let list = run("SELECT AsList(1, 2) AS several");
    assert!(list.contains("the column `several` is of the type List, which no table has"), "{list}");
}

#[tokio::test]
async fn a_write_without_an_answer() {
    let database = Database::embedded().await;
    // The program's first request comes before that of the query.
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(std::time::Duration::ZERO));
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Status(YdbStatus::Undetermined, "lost".into()));
    let write = session(&database, first::TABLES, &["query", "--write", "SELECT 1 AS one"], "");
    assert!(
        write.contains("error: the query failed: UNDETERMINED: lost\nhelp: what it writes may be written"),
        "{write}"
    );
}

#[tokio::test]
async fn which_tables_are_read_by_which_keys() {
    let database = Database::embedded().await;
    make_first(&database).await;
    let explain = |text| session(&database, first::TABLES, &["explain", "--query", text], "");
    let scan = explain(ORDERS);
    assert!(scan.ends_with("\n`shop/orders`: a full scan: it reads all rows\n[exit code 1]"), "{scan}");
    let point = explain("SELECT * FROM `shop/orders` WHERE order_hash = 7ul AND order_id = 1ul");
    assert!(point.ends_with("\n`shop/orders`: by the whole key\n[exit code 0]"), "{point}");
    let range = explain("SELECT * FROM `shop/orders` WHERE order_hash = 7ul AND order_id > 1ul");
    let said = "`shop/orders`: a range by the first column of the key, with an end in the next one";
    assert!(range.ends_with(&format!("\n{said}\n[exit code 0]")), "{range}");
    let index = explain("SELECT order_id FROM `shop/orders` VIEW by_customer WHERE customer = 'ann'u");
    assert!(index.contains("\n`shop/orders`, index `by_customer`: a range by the first column of the key"), "{index}");
    assert!(explain("SELECT 1").ends_with("\nIt reads no table.\n[exit code 0]"), "{}", explain("SELECT 1"));
    // Nothing was run.
    let delete = explain("DELETE FROM `shop/orders` WHERE order_hash = 7ul");
    assert!(delete.ends_with("[exit code 0]"), "{delete}");
    assert_eq!(database.one::<u64>("SELECT COUNT(*) FROM `shop/orders`").await, 3);
    let (plan, _) = stdout(&database, first::TABLES, &["explain", "--json", "--query", ORDERS]);
    let plan: serde_json::Value = serde_json::from_str(&plan).unwrap();
    assert!(plan["Plan"].is_object(), "{plan}");
    let both = session(&database, first::TABLES, &["explain", "nullable_key", "--query", "SELECT 1"], "");
    assert!(both.contains("cannot be used with") && both.ends_with("[exit code 2]"), "{both}");
}
