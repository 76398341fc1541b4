//! Tests `lint` of databases from hand-written DDL: each fault is found once, and nothing else.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use e2e_tests::Database;
use insta::assert_snapshot;
use serde_json::Value;
use ydb_embedded::{Behavior, Call, Fault, Release, Server};
use ydb_keys::{Table, YdbTable};
use ydb_keys_cli::{Status, Streams, run};

use crate::rekey::support::set_attribute;

/// Partitioning settings without a fault.
const SPLIT: &str = "AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4";

/// Tables without a fault: path, columns and key, settings.
const GOOD: [(&str, &str, &str); 7] = [
    ("good/customers", "email Utf8 NOT NULL, name Utf8, PRIMARY KEY (email)", ""),
    ("good/documents", "id Uuid NOT NULL, version Uint32 NOT NULL, PRIMARY KEY (id, version)", ""),
    (
        "good/orders",
        "h Uint64 NOT NULL, order_id Uint64 NOT NULL, customer Utf8, PRIMARY KEY (h, order_id), \
         INDEX by_customer GLOBAL ON (customer)",
        "",
    ),
    (
        "good/events",
        "part Uint32 NOT NULL, at Timestamp NOT NULL, id Uint64 NOT NULL, PRIMARY KEY (part, at, id)",
        "TTL = Interval('P30D') ON at",
    ),
    ("good/empty", "user_hash Uint64 NOT NULL, userid Utf8 NOT NULL, PRIMARY KEY (user_hash, userid)", ""),
    (
        "good/bounded",
        "name Utf8 NOT NULL, PRIMARY KEY (name)",
        "AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 5",
    ),
    ("good/deep/er/tags", "tag Utf8 NOT NULL, PRIMARY KEY (tag)", ""),
];

/// Tables with one fault: name, columns and key, settings. The name is that of the rule, with another word if the rule
/// has several tables.
const FAULTS: [(&str, &str, &str); 16] = [
    ("nullable_key", "shop Utf8 NOT NULL, receipt Utf8, PRIMARY KEY (shop, receipt)", ""),
    (
        "monotonic_leading_key",
        "at Timestamp NOT NULL, userid Utf8 NOT NULL, PRIMARY KEY (at, userid)",
        "TTL = Interval('P30D') ON at",
    ),
    ("monotonic_leading_key.serial", "id BigSerial NOT NULL, name Utf8, PRIMARY KEY (id)", ""),
    ("undeclared_leading_key", "id Uint64 NOT NULL, name Utf8, PRIMARY KEY (id)", ""),
    ("low_cardinality_leading_key", "done Bool NOT NULL, task Utf8 NOT NULL, PRIMARY KEY (done, task)", ""),
    (
        "low_cardinality_leading_key.hash",
        "h Uint64 NOT NULL, day Date NOT NULL, id Utf8 NOT NULL, PRIMARY KEY (h, day, id)",
        "TTL = Interval('P30D') ON day",
    ),
    ("hash_differs", "h Uint64 NOT NULL, id Uint64 NOT NULL, PRIMARY KEY (h, id)", ""),
    ("layout_attribute", "user_hash Uint64 NOT NULL, id Utf8 NOT NULL, PRIMARY KEY (user_hash, id)", ""),
    ("hot_index", "id Utf8 NOT NULL, at Timestamp, PRIMARY KEY (id), INDEX by_time GLOBAL ON (at)", ""),
    ("index", "a Utf8 NOT NULL, b Utf8 NOT NULL, PRIMARY KEY (a, b), INDEX by_a GLOBAL ON (a)", ""),
    ("partitioning.gap", "id Utf8 NOT NULL, PRIMARY KEY (id)", "AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 100"),
    (
        "partitioning_max",
        "id Utf8 NOT NULL, PRIMARY KEY (id)",
        "AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 5, PARTITION_AT_KEYS = ('d', 'h', 'm', 's')",
    ),
    ("ttl.missing", "h Uint64 NOT NULL, at Timestamp NOT NULL, id Uint64 NOT NULL, PRIMARY KEY (h, at, id)", ""),
    ("ttl.nullable", "id Utf8 NOT NULL, at Timestamp, PRIMARY KEY (id)", "TTL = Interval('P30D') ON at"),
    ("deprecated_setting", "id Utf8 NOT NULL, PRIMARY KEY (id)", "KEY_BLOOM_FILTER = ENABLED"),
    ("nullable_key.first", "shop Utf8, PRIMARY KEY (shop)", ""),
];

/// Tables with faulty partitioning settings, with all their settings.
const SPLITTING: [(&str, &str); 3] = [
    ("partitioning_by_load", "AUTO_PARTITIONING_BY_LOAD = DISABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4"),
    ("partitioning_by_load.never", "AUTO_PARTITIONING_BY_SIZE = DISABLED, AUTO_PARTITIONING_BY_LOAD = DISABLED"),
    ("partitioning.min", "AUTO_PARTITIONING_BY_LOAD = ENABLED"),
];

async fn create(database: &Database, path: &str, columns: &str, settings: &str) {
    let settings = if settings.is_empty() { SPLIT.to_owned() } else { format!("{SPLIT}, {settings}") };
    database.run(&format!("CREATE TABLE `{path}` ({columns}) WITH ({settings})")).await;
}

/// Writes `count` rows, the n-th with these values.
async fn fill(database: &Database, path: &str, columns: &str, count: u64, values: impl Fn(u64) -> String) {
    let rows: Vec<String> = (1..=count).map(|n| format!("({})", values(n))).collect();
    database.run(&format!("UPSERT INTO `{path}` ({columns}) VALUES {}", rows.join(", "))).await;
}

/// Starts a database with all faultless tables, and a table for each fault.
async fn database() -> Database {
    let database = Database::embedded().await;
    for (path, columns, settings) in GOOD {
        create(&database, path, columns, settings).await;
    }
    let views = "at Timestamp NOT NULL, id Utf8 NOT NULL, PRIMARY KEY (at, id)";
    let by = |column: &str| format!("PARTITION BY HASH ({column}) WITH (STORE = COLUMN, TTL = Interval('P30D') ON at)");
    database.run(&format!("CREATE TABLE `good/views` ({views}) {}", by("id"))).await;
    for (name, columns, settings) in FAULTS {
        create(&database, &format!("faults/{name}"), columns, settings).await;
    }
    for (name, settings) in SPLITTING {
        let id = "id Utf8 NOT NULL, PRIMARY KEY (id)";
        database.run(&format!("CREATE TABLE `faults/{name}` ({id}) WITH ({settings})")).await;
    }
    database.run(&format!("CREATE TABLE `faults/column_partition_key` ({views}) {}", by("at"))).await;

    // Rows show what a number is.
    let hash = |n: u64| format!("Digest::NumericHash({n}ul)");
    let at = |n: u64| format!("Timestamp('2026-01-01T00:00:{n:02}Z')");
    fill(&database, "good/orders", "h, order_id", 50, |n| format!("{}, {n}ul", hash(n))).await;
    let bucket = |n: u64| format!("BITCAST(Unwrap({} % 4ul) AS Uint32), {}, {n}ul", hash(n), at(n));
    fill(&database, "good/events", "part, at, id", 40, bucket).await;
    let timed = |n: u64| format!("{}, {}, {n}ul", hash(n), at(n));
    fill(&database, "faults/ttl.missing", "h, at, id", 30, timed).await;
    let by_day = |n: u64| {
        let day = format!("Date('2026-01-0{}')", n % 9 + 1);
        format!("Digest::XXH3(ToBytes({day})), {day}, '{n}'u")
    };
    fill(&database, "faults/low_cardinality_leading_key.hash", "h, day, id", 30, by_day).await;
    fill(&database, "faults/hot_index", "id, at", 3, |n| format!("'{n}'u, {}", at(n))).await;
    // Two of three rows have the hash of another number.
    let wrong = |n: u64| format!("{}, {n}ul", hash(n - n % 3));
    fill(&database, "faults/hash_differs", "h, id", 30, wrong).await;

    let layout = |table: &'static str, line: &'static str| {
        let database = &database;
        async move { set_attribute(database, table, "ydb_keys.layout", line).await }
    };
    layout("faults/hash_differs", "v1: h = numeric_hash(id Uint64), id Uint64").await;
    layout("faults/layout_attribute", "v1: name Utf8").await;
    database
}

/// Returns the standard output, the standard error and the status of the program.
fn lint(database: &Database, tables: &[&'static Table], args: &[&str], width: usize) -> (String, String, Status) {
    lint_on(database.connection_string(), tables, args, width)
}

fn lint_on(connection: &str, tables: &[&'static Table], args: &[&str], width: usize) -> (String, String, Status) {
    let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
    let connection = ["--connection", connection];
    let streams = Streams::new(&mut input, &mut out, &mut err).clock(|| Duration::ZERO).width(width);
    let status = run(["migrate", "lint"].iter().chain(args).chain(&connection), tables, streams);
    (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap(), status)
}

/// Returns the findings as JSON.
fn json(database: &Database, tables: &[&'static Table], args: &[&str]) -> (Value, Status) {
    let (out, err, status) = lint(database, tables, &[&["--json"], args].concat(), 80);
    (serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")), status)
}

/// Returns table and rule of each finding.
fn found(report: &Value) -> Vec<(String, String)> {
    let text = |finding: &Value, name: &str| finding[name].as_str().unwrap().to_owned();
    let findings = report["findings"].as_array().unwrap().iter();
    findings.map(|finding| (text(finding, "table"), text(finding, "rule"))).collect()
}

#[tokio::test]
async fn every_fault_is_found_and_none_is_invented() {
    let database = database().await;
    let (report, status) = json(&database, &[], &[]);
    assert_eq!(status, Status::Differs);
    let mut found = found(&report);
    found.sort();
    let names = FAULTS.iter().map(|(name, ..)| *name).chain(SPLITTING.iter().map(|(name, _)| *name));
    let names = names.chain(["column_partition_key"]);
    let mut expected: Vec<(String, String)> =
        names.map(|name| (format!("faults/{name}"), name.split('.').next().unwrap().to_owned())).collect();
    expected.sort();
    assert_eq!(found, expected);
    assert_eq!(report["tables"], GOOD.len() + 1 + expected.len());
    assert_eq!((&report["unread"], &report["warnings"]), (&Value::Array(vec![]), &Value::Array(vec![])));
    assert_eq!(report["release"], "26.2");

    // The worst first, and of these the busiest: rows were written to three tables.
    let severities: Vec<&str> =
        report["findings"].as_array().unwrap().iter().map(|finding| finding["severity"].as_str().unwrap()).collect();
    let rank = |severity: &&str| ["high", "medium", "low"].iter().position(|name| name == severity);
    assert!(severities.is_sorted_by_key(rank), "{severities:?}");
    let first: Vec<&str> = (0..3).map(|i| report["findings"][i]["table"].as_str().unwrap()).collect();
    assert_eq!(first, ["faults/hash_differs", "faults/low_cardinality_leading_key.hash", "faults/hot_index"]);
    assert_eq!(report["findings"][0]["counters"]["rows"], 30);
    assert_eq!(report["findings"][0]["counters"]["row_updates"], 30);
    // The counters of an index are those of its own table.
    assert_eq!(
        (&report["findings"][2]["index"], &report["findings"][2]["counters"]["rows"]),
        (&"by_time".into(), &3.into())
    );

    assert_snapshot!("lint_80", lint(&database, &[], &["--all"], 80).0);
    assert_snapshot!("lint_120", lint(&database, &[], &["--severity", "high"], 120).0);
    let tables =
        ["--table", "faults/hot_index", "--table", "faults/partitioning.gap", "--table", "faults/hash_differs"];
    let (out, ..) = lint(&database, &[], &[&["--json"], tables.as_slice()].concat(), 80);
    // It depends on the time.
    let masked = |line: &str| match line.split_once("\"cpu_cores\":") {
        Some((indent, _)) => format!("{indent}\"cpu_cores\": ..."),
        None => line.to_owned(),
    };
    assert_snapshot!("lint_json", out.lines().map(masked).collect::<Vec<_>>().join("\n"));
    assert_snapshot!("lint_short", lint(&database, &[], &[], 80).0);
}

/// Tests that the statements that the findings propose are valid, and remove the faults.
#[tokio::test]
async fn the_statements_cure() {
    let database = database().await;
    let (report, _) = json(&database, &[], &[]);
    let mut cured = 0;
    for finding in report["findings"].as_array().unwrap() {
        if let Some(statement) = finding["cure"]["statement"].as_str() {
            database.run(statement).await;
            cured += 1;
        }
    }
    assert_eq!(cured, 7);
    let (report, _) = json(&database, &[], &[]);
    let left = found(&report);
    assert!(left.iter().all(|(_, rule)| !rule.starts_with("partitioning") && rule != "index"), "{left:?}");
    assert!(left.iter().all(|(_, rule)| rule != "deprecated_setting"), "{left:?}");
}

#[tokio::test]
async fn a_database_without_faults() {
    let database = Database::embedded().await;
    create(&database, "shop/customers", GOOD[0].1, "").await;
    let (out, err, status) = lint(&database, &[], &[], 80);
    assert_eq!((out.as_str(), err.as_str(), status), ("No findings in 1 table of /local.\n", "", Status::Done));
}

/// Writes a file with this text into the temporary directory.
fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ydb-keys-lint-{}-{name}", std::process::id()));
    fs::write(&path, text).unwrap();
    path
}

#[tokio::test]
async fn what_is_known_is_allowed_in_a_file() {
    let database = Database::embedded().await;
    create(&database, "shop/countries", "id Uint32 NOT NULL, PRIMARY KEY (id)", "").await;
    create(&database, "shop/tasks", FAULTS[4].1, "").await;
    let path = file("good", "# known\nshop/countries:undeclared_leading_key=two hundred rows\n");
    let known = ["--allow", path.to_str().unwrap()];
    let (report, status) = json(&database, &[], &[&known, ["--table", "shop/countries"].as_slice()].concat());
    assert_eq!((found(&report), status), (vec![], Status::Done));
    assert_eq!(report["allowed"][0]["reason"], "two hundred rows");
    assert_snapshot!("lint_allowed", lint(&database, &[], &known, 80).0);
    fs::remove_file(path).unwrap();

    let path = file("idle", "shop/country:hot_index=a\nshop/tasks:hot_indx=b\nshop/tasks:hot_index=c\n");
    let idle = ["--allow", path.to_str().unwrap(), "--severity", "low"];
    assert_snapshot!("lint_idle", lint(&database, &[], &idle, 80).0);
    fs::remove_file(path).unwrap();
}

#[tokio::test]
async fn a_wrong_allow_file() {
    let database = Database::embedded().await;
    let path = file("bad", "a:hot_index=fine\nhot_index = x\n\nb:hot_index\n");
    let name = path.to_str().unwrap();
    let (out, err, status) = lint(&database, &[], &["--allow", name], 80);
    assert_eq!((out.as_str(), status), ("", Status::Failed));
    assert_snapshot!("lint_bad_allow", err.replace(name, "known.allow"));
    fs::remove_file(&path).unwrap();
    let (_, err, status) = lint(&database, &[], &["--allow", name], 80);
    assert_eq!(status, Status::Failed);
    assert_eq!(
        err.replace(name, "known.allow"),
        "error: cannot read `known.allow`: No such file or directory (os error 2)\n"
    );
}

#[tokio::test]
async fn a_wrong_place() {
    let database = Database::embedded().await;
    let said = |args: &[&str]| {
        let (out, err, status) = lint(&database, &[], args, 80);
        assert_eq!((out.as_str(), status), ("", Status::Failed));
        err
    };
    assert_eq!(said(&[]), "error: there are no tables in the database\n");
    create(&database, "shop/orders", GOOD[0].1, "").await;
    assert_eq!(said(&["--below", "nowhere"]), "error: there is no directory `nowhere` in the database\n");
    let near = "error: there is no table `shop/order` in the database; did you mean `shop/orders`?\n";
    assert_eq!(said(&["--table", "shop/order"]), near);
    let near = "error: there is no table `orders` in the database; did you mean `shop/orders`?\n";
    assert_eq!(said(&["--table", "orders"]), near);
    assert_eq!(
        said(&["--table", "shop"]),
        "error: `shop` is a directory, not a table; `--below shop` looks at the tables in a directory\n"
    );
    assert_eq!(
        said(&["--below", "shop/orders"]),
        "error: `shop/orders` is a table, not a directory; name it by `--table shop/orders`\n"
    );
    assert_eq!(lint(&database, &[], &["--below", "/shop/"], 80).2, Status::Done);
    assert_eq!(lint(&database, &[], &["--table", "/local/shop/orders"], 80).2, Status::Done);
}

/// Model of a table from hand-written DDL; it declares a property that the table cannot show.
#[derive(YdbTable)]
#[ydb(table = "faults/undeclared_leading_key", primary_key(id))]
#[allow(dead_code, reason = "read as a schema")]
struct Coupon {
    #[ydb(dispersed)]
    id: u64,
    name: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "faults/low_cardinality_leading_key", primary_key(done, task))]
#[ydb(allow(low_cardinality_leading_key, reason = "a few hundred tasks"))]
#[allow(dead_code, reason = "read as a schema")]
struct Task {
    done: bool,
    task: String,
}

#[tokio::test]
async fn models_declare_and_allow() {
    let database = database().await;
    let tables = ydb_keys::schema![Coupon, Task];
    let (report, _) = json(&database, tables, &["--severity", "medium"]);
    let found = found(&report);
    for table in [Coupon::TABLE, Task::TABLE] {
        assert!(found.iter().all(|(path, _)| path != table.name), "{found:?}");
    }
    assert_eq!(report["allowed"].as_array().unwrap().len(), 1);
    assert_eq!(report["allowed"][0]["by"], "model");
    assert_eq!(report["allowed"][0]["reason"], "a few hundred tasks");
}

/// Tests a user who may see nothing of one directory, and of another directory's tables the schema, but no rows.
#[tokio::test]
async fn a_user_with_few_rights() {
    let server = Server::builder().user("root", "1").user("ann", "2").behavior(Behavior::strict());
    let server = server.start().await.unwrap();
    let admin = Database::client_of(&server, "root", "1").await;
    for statement in [
        format!("CREATE TABLE `open/tags` ({}) WITH ({SPLIT})", GOOD[0].1),
        format!("CREATE TABLE `open/orders` ({}) WITH ({SPLIT})", GOOD[2].1),
        format!("CREATE TABLE `closed/tags` ({}) WITH ({SPLIT})", GOOD[0].1),
        "GRANT CONNECT ON `/local` TO ann".to_owned(),
        "GRANT 'ydb.granular.describe_schema' ON `/local/open` TO ann".to_owned(),
    ] {
        admin.query_client().exec(statement).await.unwrap();
    }
    let connection = format!("{}?token_static_username=ann&token_static_password=2", server.connection_string());
    // It takes so long to be sure that a line of progress is printed.
    let (out, _, status) = lint_on(&connection, &[], &["--below", "open"], 80);
    assert_eq!(status, Status::Done, "{out}");
    assert_snapshot!("lint_few_rights", out);
    let (out, err, status) = lint_on(&connection, &[], &["--below", "closed"], 80);
    assert_eq!((out.as_str(), status), ("", Status::Failed));
    assert!(err.starts_with("error: ") && err.contains("`closed`"), "{err}");
}

/// Tests that a table that YDB refuses to describe does not end the run; if there is no other, that is the error.
#[tokio::test]
async fn a_table_that_may_not_be_read_is_named() {
    let database = Database::embedded().await;
    create(&database, "shop/orders", GOOD[0].1, "").await;
    let refuse = || {
        let refused = Fault::Status(ydb_embedded::Status::Unauthorized, "Access denied".into());
        database.faults().fail_next(1, Call::DescribeTable, refused);
    };
    refuse();
    let (out, err, status) = lint(&database, &[], &[], 80);
    assert_eq!((out.as_str(), status), ("", Status::Failed));
    assert!(err.starts_with("error: none of the tables can be read; `shop/orders`: "), "{err}");
    create(&database, "shop/visits", GOOD[0].1, "").await;
    refuse();
    let (out, err, status) = lint(&database, &[], &[], 80);
    assert_eq!((err.as_str(), status), ("", Status::Done));
    assert!(out.starts_with("No findings in 1 table of /local.\n\nNot read:\n- shop/"), "{out}");
    assert!(out.contains("Access denied"), "{out}");
    refuse();
    let (report, _) = json(&database, &[], &[]);
    assert_eq!((&report["tables"], report["unread"].as_array().unwrap().len()), (&Value::from(1), 1));
}

/// Tests a database that becomes unavailable while tables are read.
#[tokio::test]
async fn a_server_that_stops_answering() {
    let database = Database::embedded().await;
    create(&database, "shop/orders", GOOD[0].1, "").await;
    let refused = Fault::Status(ydb_embedded::Status::Unavailable, "the database is being updated".into());
    database.faults().fail_next(1000, Call::DescribeTable, refused);
    let (out, err, status) = lint(&database, &[], &[], 80);
    database.faults().clear();
    assert_eq!((out.as_str(), status), ("", Status::Failed));
    assert!(err.contains("table `shop/orders`: cannot read the description") && err.contains("being updated"), "{err}");
}

/// Tests that the findings without the counters are the same.
#[tokio::test]
async fn counters_that_cannot_be_read() {
    let database = Database::embedded().await;
    create(&database, "shop/tasks", FAULTS[4].1, "").await;
    // The first query is the one that tests the connection.
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    let refused = Fault::Status(ydb_embedded::Status::Unauthorized, "Access denied".into());
    database.faults().fail_next(1, Call::ExecuteQuery, refused);
    let (report, status) = json(&database, &[], &[]);
    assert_eq!((database.faults().pending(), status), (0, Status::Differs));
    assert_eq!(found(&report), [("shop/tasks".to_owned(), "low_cardinality_leading_key".to_owned())]);
    assert_eq!(report["findings"][0]["counters"], Value::Null);
    let warning = report["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with("the counters of `.sys/partition_stats` cannot be read"), "{warning}");
    assert!(warning.contains("Access denied"), "{warning}");
}

/// Tests YDB before 26.1, without SHOW CREATE TABLE, which does not report how tables are split.
#[tokio::test]
async fn an_older_server() {
    let mut behavior = Behavior::strict();
    behavior.release = Release::V25_4;
    let database = Database::on(Server::builder().behavior(behavior).start().await.unwrap()).await;
    create(&database, "shop/tasks", FAULTS[4].1, "").await;
    database.run(&format!("CREATE TABLE `shop/tags` ({}) WITH ({})", GOOD[0].1, SPLITTING[1].1)).await;
    let (report, _) = json(&database, &[], &[]);
    assert_eq!(found(&report), [("shop/tasks".to_owned(), "low_cardinality_leading_key".to_owned())]);
    assert_eq!(report["release"], "25.4");
    let warning = report["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with("the server does not have SHOW CREATE TABLE"), "{warning}");
}

/// Tests a service with 84 tables without settings, like people write them: six have rows, and some have worse faults.
#[tokio::test]
async fn the_report_on_a_service_is_short() {
    let database = Database::embedded().await;
    for n in 0..84 {
        let columns = match n {
            0..10 => "id Utf8, name Utf8, PRIMARY KEY (id)",
            10..22 => "id Uint64 NOT NULL, name Utf8, PRIMARY KEY (id)",
            22..25 => "at Timestamp NOT NULL, id Utf8 NOT NULL, name Utf8, PRIMARY KEY (at, id)",
            _ => "id Utf8 NOT NULL, name Utf8, PRIMARY KEY (id)",
        };
        database.run(&format!("CREATE TABLE `service/table_{n:02}` ({columns})")).await;
    }
    for n in 78..84 {
        fill(&database, &format!("service/table_{n}"), "id, name", 3, |n| format!("'{n}'u, 'x'u")).await;
    }
    let (out, err, status) = lint(&database, &[], &[], 80);
    assert_eq!((err.as_str(), status), ("", Status::Differs));
    assert!(out.lines().count() <= 120, "{} lines: {out}", out.lines().count());
    assert_snapshot!("lint_service", out);

    // Each table is named if it has a finding that is not low, or rows; the others only by `--all`.
    let named = |out: &str, n: usize| out.lines().any(|line| line.contains(&format!("service/table_{n:02}")));
    for n in 0..84 {
        assert_eq!(named(&out, n), !(25..78).contains(&n), "{n}: {out}");
    }
    let (all, ..) = lint(&database, &[], &["--all"], 80);
    assert!((0..84).all(|n| named(&all, n)), "{all}");
    let statements = all.lines().filter(|line| line.trim_start().starts_with("ALTER TABLE")).count();

    // What programs read is complete.
    let (report, _) = json(&database, &[], &[]);
    let findings = report["findings"].as_array().unwrap();
    let with_statement = findings.iter().filter(|finding| !finding["cure"]["statement"].is_null()).count();
    // Each table has that of partitioning; those in order of time keep growing, too.
    assert_eq!((findings.len(), with_statement, statements), (84 + 10 + 12 + 3 + 3, 84, 84));
    let (github, ..) = lint(&database, &[], &["--format", "github"], 80);
    assert_eq!(github.lines().filter(|line| line.starts_with("::")).count(), findings.len());
}

/// Tests many tables, some of them with a fault.
#[tokio::test]
async fn a_thousand_tables() {
    let database = Database::embedded().await;
    for n in 0..1000 {
        let (columns, path) = if n % 10 == 0 { (FAULTS[4].1, "few") } else { (GOOD[2].1, "orders") };
        create(&database, &format!("d{}/{path}_{n}", n % 20), columns, "").await;
    }
    let (report, status) = json(&database, &[], &[]);
    assert_eq!((status, &report["tables"]), (Status::Differs, &Value::from(1000)));
    let found = found(&report);
    let few = found.iter().filter(|(table, rule)| table.contains("few_") && rule == "low_cardinality_leading_key");
    assert_eq!(few.count(), 100);
    // Nothing shows what the number `h` of an empty table is.
    assert_eq!(found.iter().filter(|(_, rule)| rule == "undeclared_leading_key").count(), 900);
    assert_eq!(found.len(), 1000);
}
