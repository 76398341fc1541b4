//! Runs every example as a program: checks its output, its exit code, and its answer to a wrong option or a wrong
//! address.
//!
//! `EXAMPLES_BLESS=1` writes the files and the page that show outputs (`.ci/bless` writes all expected texts).
#![allow(clippy::panic, clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs, process};

/// Result of `Digest::NumericHash(1001)` in YDB.
const HASH_OF_1001: &str = "10138685143802077350";

#[track_caller]
fn example(name: &str) -> Command {
    support::example(name).unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[track_caller]
fn success(output: &Output) -> &str {
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Returns the error that a program ends with, and checks its exit code.
#[track_caller]
fn failure(output: &Output, code: i32) -> &str {
    let printed = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{}\n{printed}", text(&output.stdout));
    printed
}

/// Compares a text with a file of the repository. With `EXAMPLES_BLESS=1`, writes the file instead.
#[track_caller]
fn same_as(file: &str, text: &str) {
    let path = root().join(file);
    if env::var_os("EXAMPLES_BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(&path).unwrap(), "{file} differs; EXAMPLES_BLESS=1 writes it");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Replaces the console blocks of a page by the printed runs of the same commands, in their order.
fn with_runs(page: &str, printed: &str) -> String {
    let mut blocks = page.split("```console\n");
    let mut out = blocks.next().unwrap_or_default().to_owned();
    let mut rest = printed;
    for block in blocks {
        let (shown, text) = block.split_once("```").unwrap();
        let command = shown.lines().next().unwrap();
        let (_, run) = rest.split_once(&format!("{command}\n")).unwrap_or_else(|| panic!("`{command}` is not run"));
        let (lines, exit) = run.split_once("(exit code ").unwrap();
        let (code, after) = exit.split_once('\n').unwrap();
        rest = after;
        out += &format!("```console\n{command}\n{lines}(exit code {code}\n```{text}");
    }
    out
}

#[test]
fn http_prints_its_file() {
    let output = example("http").output().unwrap();
    let printed = success(&output);
    same_as("examples/http.txt", printed);
    let answers = ["200 OK", "201 Created", "404 Not Found", "400 Bad Request", "409 Conflict"];
    for answer in answers.into_iter().chain(["503 Service Unavailable\n   retry-after: 1"]) {
        assert!(printed.contains(answer), "{answer} is not in\n{printed}");
    }
}

#[test]
fn schema_changes_prints_its_file_and_what_its_page_shows() {
    let output = example("schema_changes").output().unwrap();
    let printed = success(&output);
    same_as("examples/schema_changes.txt", printed);
    assert!(printed.contains("the server computes `order_hash` = Digest::NumericHash(`order_id`)"), "{printed}");
    // The page shows runs of two examples.
    let printed = fs::read_to_string(root().join("examples/add_column.txt")).unwrap() + printed;
    let page = fs::read_to_string(root().join("docs/guide/src/schema-changes.md")).unwrap();
    assert_eq!(page.matches("```console\n").count(), 3);
    same_as("docs/guide/src/schema-changes.md", &with_runs(&page, &printed));
}

#[test]
fn add_column_prints_its_file() {
    let output = example("add_column").output().unwrap();
    let printed = success(&output);
    same_as("examples/add_column.txt", printed);
    // Neither `check` nor `lint` looks at columns outside of the key.
    for command in ["check", "lint --severity medium"] {
        let run = printed.split_once(&format!("$ cargo run --example migrate -- {command}\n")).unwrap().1;
        let code = run.split_once("(exit code ").unwrap().1;
        assert!(code.starts_with("0)"), "{command}: {run}");
    }
    // The default stands in rows from before, and in those of programs that do not know the column.
    assert_eq!(printed.matches("currency: None, parcels: 1 }").count(), 2, "{printed}");
}

#[test]
fn adopting_prints_its_file_and_what_its_page_shows() {
    let output = example("adopting").output().unwrap();
    let printed = success(&output);
    same_as("examples/adopting.txt", printed);
    let page = fs::read_to_string(root().join("docs/guide/src/adopting.md")).unwrap();
    assert_eq!(page.matches("```console\n").count(), 2);
    same_as("docs/guide/src/adopting.md", &with_runs(&page, printed));
    assert!(printed.contains("\nNo table differs from its model") || printed.contains("no difference"), "{printed}");
    assert!(printed.contains("3 orders, found by Point"), "{printed}");
}

/// Tests the pages on operating. Skips the numbers of `hot`: the load of two seconds differs from run to run.
#[test]
fn operate_prints_what_the_pages_on_operating_show() {
    let output = example("operate").output().unwrap();
    let printed = success(&output);
    for (page, runs) in [("operating-lint", 1), ("operating-hot", 1), ("operating", 3)] {
        let file = format!("docs/guide/src/{page}.md");
        let text = fs::read_to_string(root().join(&file)).unwrap();
        assert_eq!(text.matches("```console\n").count(), runs, "{file}");
        let shown = with_runs(&text, printed);
        if page != "operating-hot" || without_numbers(&text) != without_numbers(&shown) {
            same_as(&file, &shown);
        }
    }
    assert!(printed.contains("audit/events: growing edge\n  Partition 8 of 8 takes "), "{printed}");
    assert!(printed.contains(&format!("\n{HASH_OF_1001}\nDigest::NumericHash(1001ul)\n")), "{printed}");
}

/// Replaces each number by 0, and several spaces by one.
fn without_numbers(text: &str) -> String {
    let digit = |c: char| c.is_ascii_digit() || [',', '.'].contains(&c);
    let mut out = String::new();
    for c in text.chars().map(|c| if digit(c) { '0' } else { c }) {
        if !(['0', ' '].contains(&c) && out.ends_with(c)) {
            out.push(c);
        }
    }
    out
}

/// Tests the numbers of partitions, which follow from the tables: 16 partitions of the orders, 4 of the stock, and one
/// of the index, which each new order is written to.
#[test]
fn comparison_prints_its_file_and_the_table_of_its_page() {
    let output = example("comparison").output().unwrap();
    let printed = success(&output);
    same_as("examples/comparison/comparison.txt", printed);
    let (_, table) = printed.split_once("\n\n").unwrap();
    let page = fs::read_to_string(root().join("docs/guide/src/comparison.md")).unwrap();
    assert!(page.contains(table), "the page does not show\n{table}");

    let cells = |start: &str| -> Vec<&str> {
        let line = table.lines().find(|line| line.starts_with(start)).unwrap();
        line.trim_matches('|').split('|').map(str::trim).collect()
    };
    // Uniform partitions of a hash are told apart by its highest four bits.
    let partition = |customer| ydb_keys::hash::numeric_hash(customer) >> 60;
    let of_sku = (1..=100).filter(|customer| (1..=10).any(|order| (customer + order) % 50 == 3));
    let looked_up = of_sku.map(partition).collect::<std::collections::BTreeSet<u64>>().len();
    let expected = [None, Some(2), Some(1), Some(17), Some(1), Some(1), Some(3), Some(1 + looked_up), None, None];
    for (task, touched) in (1..).zip(expected) {
        let touched = touched.map_or("-".to_owned(), |touched| touched.to_string());
        assert_eq!(cells(&format!("| {task}. "))[4..], [touched.as_str(); 3], "task {task}");
    }
    assert_eq!(cells("| task 3, and somebody")[4..], ["does not compile", "16", "16"]);
    // The three lines of `keys::get`, and none for a key that does not compile.
    assert_eq!((cells("| 3. ")[1], cells("| 10. ")[1]), ("3", "0"));
    let total =
        |column: usize| (1..=10).map(|task| cells(&format!("| {task}. "))[column].parse::<usize>().unwrap()).sum();
    let totals: [usize; 3] = [1, 2, 3].map(total);
    assert_eq!(cells("| all ten ")[1..4], totals.map(|lines| lines.to_string()));
}

#[test]
fn schema_prints_the_tables_of_the_documentation() {
    let output = example("schema").output().unwrap();
    let ddl = success(&output);
    assert_eq!(ddl.matches("CREATE TABLE ").count(), 3);
    assert!(ddl.contains("PRIMARY KEY (`order_hash`, `order_id`)"), "{ddl}");
    assert!(ddl.contains("PRIMARY KEY (`userhash`, `userid`, `timestamp`)"), "{ddl}");
    assert!(ddl.contains("PARTITION BY HASH (`user_id`, `event_timestamp`)"), "{ddl}");

    let output = example("schema").arg("--statements").output().unwrap();
    let statements = success(&output);
    assert!(statements.contains(&format!("-- $order_hash = {HASH_OF_1001}\n")), "{statements}");

    let file = env::temp_dir().join(format!("ydb-keys-schema-{}.svg", process::id()));
    let output = example("schema").arg("--plot").arg(&file).output().unwrap();
    success(&output);
    let drawing = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert!(drawing.contains("# order_hash Uint64 = numeric_hash(order_id)"), "{drawing}");
}

#[test]
fn event_log_reads_one_partition() {
    let output = example("event_log").output().unwrap();
    let lines: Vec<&str> = success(&output).lines().filter(|line| line.ends_with(" of 16")).collect();
    // By key one partition, by time alone all of them.
    let touched: Vec<&str> = lines.iter().filter_map(|line| line.split_whitespace().rev().nth(2)).collect();
    assert_eq!(touched, ["1", "1", "1", "16"]);
}

#[test]
fn hot_spot_shows_one_busy_partition_and_an_even_load() {
    let svg = env::temp_dir().join(format!("hot-spot-{}.svg", process::id()));
    let output = example("hot_spot").arg("--svg").arg(&svg).output().unwrap();
    let skews: Vec<f64> = success(&output)
        .lines()
        .filter_map(|line| line.split_once("max/mean of writes per partition:"))
        .map(|(_, skew)| skew.trim().parse().unwrap())
        .collect();
    assert!(matches!(skews[..], [16.0, even] if even < 1.1), "{skews:?}");
    // Of the table by id, the last partition alone has rows.
    let rows = |line: &str| -> Option<[u64; 2]> {
        let mut words = line.split_whitespace().map(|word| word.parse().ok());
        Some([words.next()??, words.next()??])
    };
    let busy: Vec<[u64; 2]> = success(&output).lines().filter_map(rows).filter(|[_, rows]| *rows > 0).collect();
    assert_eq!(busy, [[16, 100_000]]);
    let picture = fs::read_to_string(&svg).unwrap();
    fs::remove_file(&svg).unwrap();
    assert_eq!(picture.matches("<title>partition ").count(), 32);
    assert!(picture.ends_with("</svg>\n"));
}

#[test]
fn latest_reads_every_bucket_and_writes_evenly() {
    let svg = env::temp_dir().join(format!("latest-{}.svg", process::id()));
    let output = example("latest").arg("--svg").arg(&svg).output().unwrap();
    let printed = success(&output);
    let line = |start: &str, part: &str| printed.lines().any(|line| line.starts_with(start) && line.contains(part));
    assert!(line("INDEX by_time ON (at) ", "51 rows from 1 of 1 partitions"), "{printed}");
    assert!(line("PRIMARY KEY (shard, at, event_id) ", "816 rows from 16 of 16 partitions"), "{printed}");
    assert!(line("INDEX by_time ON (at) ", "one partition takes all the writes"), "{printed}");
    let skew = printed.lines().find_map(|line| line.split_once("max/mean of writes per partition:"));
    let skew: f64 = skew.unwrap().1.trim().parse().unwrap();
    assert!(skew < 1.2, "{skew}");
    let picture = fs::read_to_string(&svg).unwrap();
    fs::remove_file(&svg).unwrap();
    assert_eq!(picture.matches("<title>partition ").count(), 17);
}

#[test]
fn ad_events_counts_clicks() {
    let output = example("ad_events").output().unwrap();
    assert!(success(&output).contains("campaign   clicks   impressions"));
}

#[test]
fn transactions_lose_no_money() {
    let output = example("transactions").output().unwrap();
    // 100 each; Ann sent 30 and 10 to Bob and 20 to Cem, and was refused twice.
    assert!(success(&output).trim_end().ends_with("Ann 40.00, Bob 140.00, Cem 120.00"));
}

#[test]
fn bulk_load_reports_its_progress() {
    let output = example("bulk_load").args(["--rows", "50001"]).output().unwrap();
    let printed = success(&output);
    assert!(printed.contains("100 %     50001 rows\n"), "{printed}");
    assert!(printed.contains("The table has 50001 rows"), "{printed}");
}

#[test]
fn migrate_prints_the_ddl_of_schema() {
    let output = example("migrate").arg("ddl").output().unwrap();
    let schema = example("schema").output().unwrap();
    // The layouts are comments of the files only.
    let (layouts, statements): (Vec<&str>, Vec<&str>) =
        success(&output).lines().partition(|line| line.starts_with("-- ydb_keys.layout: v1: "));
    assert_eq!(layouts.len(), 3);
    assert_eq!(statements.join("\n").trim_end(), success(&schema).trim_end());
}

#[test]
fn migrate_prints_the_hash_in_yql() {
    let output = example("migrate").arg("hash-sql").output().unwrap();
    let printed = success(&output);
    assert!(printed.contains("SELECT Digest::NumericHash(`order_id`) AS `order_hash`"), "{printed}");
    let page = include_str!("../../docs/guide/src/migrations.md");
    let shown = page.split("```sql\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(printed.contains(shown), "the page shows\n{shown}\nbut the program prints\n{printed}");
}

#[test]
fn migrate_writes_files_once() {
    let folder = env::temp_dir().join(format!("migrations-{}", process::id()));
    let files = || {
        let paths = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<(PathBuf, String)> =
            paths.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect();
        files.sort();
        files
    };
    let run = || example("migrate").args(["ddl", "--out"]).arg(&folder).output().unwrap();
    success(&run());
    let written = files();
    let names: Vec<_> = written.iter().map(|(path, _)| path.file_name().unwrap()).collect();
    assert_eq!(names, ["00001_create_orders.sql", "00002_create_user_events.sql", "00003_create_ad_events.sql"]);

    let second = run();
    assert!(failure(&second, 2).contains("nothing was written"), "{}", text(&second.stderr));
    assert_eq!(files(), written);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn migrate_names_the_variable_when_no_database_is_given() {
    for command in ["diff", "apply", "check"] {
        let output = example("migrate").arg(command).output().unwrap();
        let printed = failure(&output, 2);
        assert!(printed.contains("YDB_CONNECTION_STRING"), "{command}: {printed}");
    }
}

const ALL: [&str; 16] = [
    "ad_events",
    "add_column",
    "adopting",
    "bulk_load",
    "choosing_a_key",
    "comparison",
    "copy_table",
    "event_log",
    "hot_spot",
    "http",
    "latest",
    "migrate",
    "operate",
    "schema",
    "schema_changes",
    "transactions",
];

#[test]
fn unknown_options_are_refused_with_the_usage() {
    for name in ALL {
        let output = example(name).arg("--wrong").output().unwrap();
        let printed = failure(&output, 2).to_lowercase();
        assert!(printed.contains("--wrong") && printed.contains("usage: "), "{name}: {printed}");
    }
}
