//! The example `copy_table`.
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::env;
use std::process::Stdio;

#[test]
fn copy_table_copies_every_row() {
    let mut command = support::example("copy_table").unwrap();
    command.args(["--rows", "20001", "--parts", "3"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let running = command.spawn().unwrap();
    let folder = env::temp_dir().join(format!("ydb-keys-copy-table-{}", running.id()));
    let output = running.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    let exported =
        printed.lines().filter_map(|line| line.strip_prefix("ExportStream ")?.split_once(" rows to orders-"));
    let rows: Vec<u64> = exported.map(|(rows, _)| rows.parse().unwrap()).collect();
    assert_eq!((rows.len(), rows.iter().sum()), (3, 20_001_u64), "{printed}");
    assert!(printed.contains("\nLoaded 20001 rows, "), "{printed}");
    assert!(printed.ends_with("The copy has 20001 rows, 20 of them of customer 7, in one partition.\n"), "{printed}");
    assert!(!folder.exists(), "files are left");
}
