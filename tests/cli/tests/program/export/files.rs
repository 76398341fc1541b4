//! Tests the contents of exported files.

use crate::directory::Directory;
use crate::load::{Shop, visit};

use super::export;

fn shop() -> Shop {
    let shop = Shop::open();
    let text = "user,at,page,cost\nann,7,\"a, \"\"b\"\"\nc\",-0.5\nbob,8,\"\",\ncy,9,,1e300\n";
    let args = ["shop/visits", "-", "--format", "csv"];
    shop.load(&mut text.as_bytes(), &args).assert_done("`shop/visits`: 3 rows loaded, ");
    shop.assert_rows(&[
        visit("ann", 7, Some("a, \"b\"\nc"), Some(-0.5)),
        visit("bob", 8, Some(""), None),
        visit("cy", 9, None, Some(1e300)),
    ]);
    shop
}

/// Returns the lines of the only file, sorted: rows are in the order of their hashes.
fn lines(directory: &Directory, name: &str) -> Vec<String> {
    assert_eq!(directory.names(), [name]);
    let mut lines: Vec<String> = directory.read(name).split_inclusive("\n").map(str::to_owned).collect();
    lines.sort();
    lines
}

/// Tests CSV by RFC 4180: fields with separators, quotes and line breaks are in quotes. NULL and an empty string differ
/// as in PostgreSQL.
#[test]
fn csv_has_a_header_and_no_hash() {
    let (shop, directory) = (shop(), Directory::new());
    let done = "`shop/visits`: 3 rows exported into 1 file in `";
    export(&shop, "shop/visits", &directory, &[]).assert_done(done);
    let large = format!("cy,9,,1{}\n", "0".repeat(300));
    let expected = ["ann,7,\"a, \"\"b\"\"\n", "bob,8,\"\",\n", "c\",-0.5\n", &large, "user,at,page,cost\n"];
    assert_eq!(lines(&directory, "visits-000-00000.csv"), expected);
}

#[test]
fn tsv_has_tabs() {
    let (shop, directory) = (shop(), Directory::new());
    export(&shop, "shop/visits", &directory, &["--format", "tsv", "--ignore", "cost", "--ignore", "page"])
        .assert_done("`shop/visits`: 3 rows exported into 1 file in `");
    assert_eq!(lines(&directory, "visits-000-00000.tsv"), ["ann\t7\n", "bob\t8\n", "cy\t9\n", "user\tat\n"]);
}

#[test]
fn json_has_numbers_and_strings() {
    let (shop, directory) = (shop(), Directory::new());
    export(&shop, "shop/visits", &directory, &["--format", "jsonl", "--ignore", "cost"])
        .assert_done("`shop/visits`: 3");
    let expected = [
        "{\"user\":\"ann\",\"at\":7,\"page\":\"a, \\\"b\\\"\\nc\"}\n",
        "{\"user\":\"bob\",\"at\":8,\"page\":\"\"}\n",
        "{\"user\":\"cy\",\"at\":9,\"page\":null}\n",
    ];
    assert_eq!(lines(&directory, "visits-000-00000.jsonl"), expected);
}

/// Tests `--computed`, for tools that do not compute hashes.
#[test]
fn hashes_are_written_if_asked_for() {
    let (shop, directory) = (shop(), Directory::new());
    let args = ["--computed", "--ignore", "cost", "--ignore", "page"];
    export(&shop, "shop/visits", &directory, &args).assert_done("`shop/visits`: 3");
    let text = directory.read("visits-000-00000.csv");
    let (header, rows) = text.split_once('\n').unwrap();
    assert_eq!(header, "visit_hash,user,at");
    // XXH3 of the user, as `ydb-keys hash xxh3 ann` prints it.
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = std::io::empty();
    let streams = ydb_keys_cli::Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO);
    ydb_keys_cli::run_without_models(["ydb-keys", "hash", "xxh3", "Utf8:ann"], streams);
    let hash = String::from_utf8(out).unwrap();
    let hash = hash.lines().next().unwrap();
    assert!(rows.lines().any(|row| row == format!("{hash},ann,7")), "{hash} {rows}");
}

/// Tests that a table without rows is exported as a file without rows, which can be loaded.
#[test]
fn an_empty_table_is_an_empty_file() {
    let shop = Shop::open();
    for (format, text) in [("csv", Some("user,at,page,cost\n")), ("jsonl", Some("")), ("parquet", None)] {
        let directory = Directory::new();
        export(&shop, "shop/visits", &directory, &["--format", format])
            .assert_done("`shop/visits`: 0 rows exported into 1 file in `");
        assert_eq!(directory.names(), [format!("visits-000-00000.{format}")]);
        let path = &super::paths(&directory)[0];
        assert!(text.is_none_or(|text| text == crate::load::read(path)));
        shop.load(&mut std::io::empty(), &["shop/visits", path]).assert_done("`shop/visits`: 0 rows loaded, ");
    }
}

/// Tests that another file begins at the given size, and that each partition is a part.
#[test]
fn a_large_table_is_many_files() {
    let shop = Shop::open();
    shop.exec(
        "CREATE TABLE `shop/many` (id Uint64 NOT NULL, text Utf8, PRIMARY KEY (id)) WITH (UNIFORM_PARTITIONS = 4)",
    );
    // 3 MB in the first partition, and 1 row in the third one.
    let text = "x".repeat(1000);
    let rows: String = (0..3000).map(|id| format!("{id},{text}\n")).collect();
    let third = 1_u64 << 63;
    let csv = format!("id,text\n{rows}{third},last\n");
    let csv = crate::load::file("many.csv", csv);
    shop.load(&mut std::io::empty(), &["shop/many", csv.to_str().unwrap()]).assert_done("`shop/many`: 3001 rows");
    let directory = Directory::new();
    export(&shop, "shop/many", &directory, &["--file-mb", "1"]).assert_done("`shop/many`: 3001 rows exported into ");
    let names = directory.names();
    assert!(names.len() > 2 && names.iter().filter(|name| name.starts_with("many-000-0000")).count() > 1, "{names:?}");
    assert_eq!(directory.read("many-002-00000.csv"), format!("id,text\n{third},last\n"));
    let mut ids: Vec<u64> = Vec::new();
    for name in names {
        let read = directory.read(&name);
        ids.extend(read.lines().skip(1).map(|line| line.split(',').next().unwrap().parse::<u64>().unwrap()));
    }
    assert!(ids.is_sorted() && ids.len() == 3001, "{}", ids.len());
}
