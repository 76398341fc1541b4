//! Tests `advise --table`, on the engine.

use std::io;
use std::sync::LazyLock;
use std::time::Duration;

use serde_json::Value;
use ydb_embedded::Server;
use ydb_keys_cli::Status;

use super::{Printed, advise};

/// Number of rows in `shop/orders`. Greater ids arrived earlier, so the order of the key is not the order of arrival.
const ROWS: u64 = 2000;

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let server = Server::start_blocking().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let builder = ydb::ClientBuilder::new_from_connection_string(server.connection_string()).unwrap();
        let client = Box::pin(builder.build()).await.unwrap();
        // On a busy machine a session may take longer than the half second of the default.
        let sessions = ydb::SessionPoolSettings::default().with_session_create_timeout(Duration::from_secs(60));
        let client = client.with_session_pool(sessions).await.unwrap();
        let mut statements = vec![
            "CREATE TABLE `shop/orders` (id Uint64 NOT NULL, created Timestamp NOT NULL, customer Uint64 NOT NULL, \
             weight DyNumber, PRIMARY KEY (id))"
                .to_owned(),
            "CREATE TABLE `shop/hashed` (h Uint64 NOT NULL, id Uint64 NOT NULL, customer Uint64 NOT NULL, \
             PRIMARY KEY (h, id))"
                .to_owned(),
            "CREATE TABLE `shop/names` (name Utf8 NOT NULL, PRIMARY KEY (name))".to_owned(),
            "CREATE TABLE `shop/nothing` (id Uint64 NOT NULL, PRIMARY KEY (id))".to_owned(),
            "UPSERT INTO `shop/names` (name) VALUES ('a'u), ('b'u)".to_owned(),
        ];
        for first in (0..ROWS).step_by(100) {
            let row = |id| {
                let created = 1_700_000_000_000_000 + (ROWS - id) * 1_000_000;
                format!("({id}ul, Unwrap(CAST({created}ul AS Timestamp)), {}ul)", id * 7919 % 1009)
            };
            let rows: Vec<String> = (first..first + 100).map(row).collect();
            statements.push(format!("UPSERT INTO `shop/orders` (id, created, customer) VALUES {}", rows.join(", ")));
        }
        statements.push(
            "UPSERT INTO `shop/hashed` SELECT Digest::NumericHash(id) AS h, id, customer FROM `shop/orders`".to_owned(),
        );
        for text in &statements {
            let done = Box::pin(async { client.query_client().exec(text.as_str()).await }).await;
            done.unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    });
    server
});

fn run(args: &[&str]) -> Printed {
    let connection = ["--connection", SERVER.connection_string()];
    advise(&mut io::empty(), 80, &[args, &connection].concat())
}

fn json(args: &[&str]) -> Value {
    let printed = run(&[args, &["--json"]].concat());
    assert_eq!(printed.status, Status::Done, "{}", printed.err);
    serde_json::from_str(&printed.out).unwrap()
}

fn refused(args: &[&str]) -> String {
    let printed = run(args);
    assert_eq!((printed.status, printed.out.as_str()), (Status::Failed, ""));
    printed.err
}

fn column<'a>(report: &'a Value, name: &str) -> Option<&'a Value> {
    report["columns"].as_array().unwrap().iter().find(|column| column["name"] == name)
}

fn has(report: &Value, remark: &str) -> bool {
    report["remarks"].as_array().unwrap().iter().any(|found| found.as_str().unwrap().contains(remark))
}

#[test]
fn a_table_with_growing_ids_gets_a_hash() {
    let report = json(&["--table", "/local/shop/orders", "--read", "id"]);
    assert_eq!(report["keys"][0]["primary_key"], "id_hash = xxh3(id), id");
    assert_eq!(
        (&report["rows"], &report["id"], &report["id_is_found"]),
        (&ROWS.into(), &["id"].as_slice().into(), &false.into())
    );
    assert!(has(&report, "The table has the key (id). All its rows were read."));
    assert!(has(&report, "that of `created` is taken for it"));
    // By the time, each id is less than the one before.
    assert_eq!(
        (&column(&report, "created").unwrap()["growth"], &column(&report, "id").unwrap()["growth"]),
        (&1.0.into(), &(-1.0).into())
    );
    assert_eq!(column(&report, "created").unwrap()["type"], "Timestamp");
    assert!(has(&report, "`weight` is left out: a column of type DyNumber cannot be read."));
    assert!(column(&report, "weight").is_none());
    assert!(report["model"].as_str().unwrap().contains("table = \"shop/orders\""));
}

#[test]
fn the_page_names_the_table_and_the_order() {
    let printed = run(&["--table", "shop/orders", "--rows", "500", "--arrival", "id", "--name", "orders_2"]);
    assert_eq!((printed.status, printed.err.as_str()), (Status::Done, ""));
    let page = printed.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "500 rows of the table `shop/orders`. A row is identified by `id`. ",
        "Its first 500 rows in the order of that key were read",
        "that of `id` is taken for it, so its growth is 1.",
        "#[ydb(table = \"orders_2\")]",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(!page.contains("--arrival"), "{page}");
}

#[test]
fn a_hash_is_left_out_and_makes_the_first_rows_a_random_sample() {
    let report = json(&["--table", "shop/hashed", "--rows", "1500"]);
    assert!(column(&report, "h").is_none());
    assert_eq!((&report["rows"], &report["id"]), (&1500.into(), &["id"].as_slice().into()));
    assert!(has(
        &report,
        "The table has the key (h = numeric_hash(id), id). Its first 1500 rows were read, which the hash makes a random \
         sample."
    ));
    assert!(has(&report, "that of `id` is taken for it"));
    assert_eq!(column(&report, "id").unwrap()["growth"], 1.0);
}

#[test]
fn without_a_time_or_a_number_the_order_is_unknown() {
    assert!(has(&json(&["--table", "shop/names"]), "The order in which the rows arrived is unknown"));
}

#[test]
fn what_cannot_be_read_is_said() {
    let of = |path| refused(&["--table", path]);
    assert_eq!(
        of("shop/order"),
        "error: there is no table `shop/order` in the database; did you mean `shop/orders`?\n"
    );
    assert_eq!(
        of("shop/nothing"),
        "error: the table `shop/nothing` has no rows: `advise` compares keys by them. Pass a file with rows that it will \
         have\n"
    );
    assert_eq!(of("shop"), "error: `shop` is a directory, not a table\n");
    assert_eq!(
        refused(&["--table", "shop/orders", "--arrival", "create"]),
        "error: --arrival: `create` is not a column that was read; did you mean `created`?\n"
    );
}

#[test]
fn a_file_and_a_table_exclude_each_other() {
    let err = refused(&["orders.csv", "--table", "shop/orders"]);
    assert!(err.contains("the argument '[FILE]' cannot be used with '--table <PATH>'"), "{err}");
    assert!(refused(&[]).contains("required"));
    assert!(refused(&["--table", "shop/orders", "--types", "id=Utf8"]).contains("cannot be used with"));
    assert!(refused(&["orders.csv", "--rows", "5"]).contains("cannot be used with"));
}
