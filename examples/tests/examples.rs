//! Every example as a program: what it prints, how it ends, and what it says to a wrong option or a wrong address.
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::path::PathBuf;
use std::process::{Command, Output};

/// `cargo test` builds the examples beside the folder of the tests.
fn example(name: &str) -> Command {
    let mut path: PathBuf = std::env::current_exe().unwrap();
    path.pop();
    path.set_file_name("examples");
    path.push(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is not built; run `cargo test -p ydb-keys-examples`", path.display());
    let mut command = Command::new(path);
    command.env_remove("YDB_CONNECTION_STRING");
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[track_caller]
fn success(output: &Output) -> &str {
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn quickstart_prints_what_its_page_shows() {
    let output = example("quickstart").output().unwrap();
    assert_eq!(success(&output), include_str!("../quickstart.txt"));
}

#[test]
fn schema_changes_prints_what_its_page_shows() {
    let output = example("schema_changes").output().unwrap();
    let printed = include_str!("../schema_changes.txt");
    assert_eq!(success(&output), printed);
    let page = include_str!("../../docs/schema-changes.md");
    let shown: Vec<&str> = page.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(shown.len(), 10);
    for block in shown {
        assert!(printed.contains(block), "the page shows what the example does not print:\n{block}");
    }
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
    let svg = std::env::temp_dir().join(format!("hot-spot-{}.svg", std::process::id()));
    let output = example("hot_spot").arg("--svg").arg(&svg).output().unwrap();
    let skews: Vec<f64> = success(&output)
        .lines()
        .filter_map(|line| line.split_once("max/mean of writes per partition:"))
        .map(|(_, skew)| skew.trim().parse().unwrap())
        .collect();
    assert!(matches!(skews[..], [16.0, even] if even < 1.1), "{skews:?}");
    let picture = std::fs::read_to_string(&svg).unwrap();
    std::fs::remove_file(&svg).unwrap();
    assert_eq!(picture.matches("<title>partition ").count(), 32);
    assert!(picture.ends_with("</svg>\n"));
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
fn bulk_load_needs_no_terminal() {
    let output = example("bulk_load").args(["--rows", "50001"]).output().unwrap();
    let printed = success(&output);
    assert!(printed.contains("100 %     50001 rows\n"), "{printed}");
    assert!(printed.contains("The table has 50001 rows"), "{printed}");
}

#[test]
fn migrate_prints_the_ddl_of_schema() {
    let output = example("migrate").arg("ddl").output().unwrap();
    let schema = example("schema").output().unwrap();
    assert_eq!(success(&output).trim_end(), success(&schema).trim_end());
}

#[test]
fn unknown_options_are_refused_with_the_usage() {
    for name in ["ad_events", "bulk_load", "event_log", "hot_spot", "migrate", "quickstart", "schema", "transactions"] {
        let output = example(name).arg("--wrong").output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        let told = text(&output.stderr).to_lowercase();
        assert!(told.contains("--wrong") && told.contains("usage: "), "{name}: {told}");
    }
}

#[test]
fn a_wrong_address_is_a_sentence_without_its_password() {
    let address = "grpc://localhost:1/local?token=secret";
    let output = example("quickstart").env("YDB_CONNECTION_STRING", address).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.starts_with("Error: cannot connect to `grpc://localhost:1/local`: "), "{told}");
    assert!(!told.contains("secret"), "{told}");
}
