//! Tests `hot --watch`.

use std::fs;

use ydb_keys_cli::Status;

use super::{Load, WINDOW, hot, hot_during, run, server};

#[test]
fn a_map_and_a_page() {
    let server = server(100_000);
    run(
        &server,
        &["CREATE TABLE t (id Uint64 NOT NULL, v Int32, PRIMARY KEY (id)) \
        WITH (PARTITION_AT_KEYS = (1000, 2000, 3000))"],
    );
    let mut id = 5000;
    let mut load = Load::new(&server, "t (id, v)", move || {
        id += 1;
        format!("({id}ul, 1)")
    });
    load.windows(&server, 4);
    let directory = std::env::temp_dir().join(format!("ydb-keys-hot-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let file = directory.join("map.html");
    let args = ["--watch", "--seconds", "1", "--for", "4", "--html", file.to_str().unwrap()];
    let (out, err, status) = hot_during(&server, &args, WINDOW, |_| load.write());
    assert_eq!(status, Status::Differs, "{out}{err}");
    // Four ranges; only the last one has load, in each column.
    let rows: Vec<&str> = out.lines().skip(1).take(4).collect();
    assert!(rows[0] == "t" && rows[3].starts_with("  3000 "), "{out}");
    assert!(rows[..3].iter().all(|row| !row.contains(['#', '@'])), "{out}");
    assert!(rows[3].contains('@'), "{out}");
    assert!(out.contains("growing edge"), "{out}");
    let page = fs::read_to_string(&file).unwrap();
    assert!(page.contains("growing_edge") && !page.contains("/*DATA*/null"));
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside} in the page");
    }
    // Nothing else is left beside it.
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_page_that_cannot_be_written_is_said_at_once() {
    let server = server(100_000);
    // The second time is longer than any clock has.
    for time in ["60", "18446744073709551615"] {
        let args = ["--watch", "--for", time, "--html", "/nowhere/at/all/map.html"];
        let (_, err, status) = hot(server.connection_string(), &args);
        assert_eq!(status, Status::Failed);
        assert!(err.starts_with("error: cannot write `/nowhere/at/all/map.html`: "), "{err}");
    }
}
