//! Tests wrong input of each kind, with the whole message.

use std::fs;
use std::io;

use super::export;
use crate::directory::Directory;
use crate::load::{Printed, Shop};

/// Checks that the run failed with this error, in which `DIR` stands for the directory.
fn assert_failed(printed: &Printed, directory: &Directory, error: &str) {
    let err = printed.err.replace(directory.path().to_str().unwrap(), "DIR");
    assert_eq!((printed.status, printed.out.as_str(), err.trim_end()), (ydb_keys_cli::Status::Failed, "", error));
    assert!(err.lines().next().unwrap().len() <= 120, "{err}");
}

#[test]
fn tables_and_columns_that_are_not_there() {
    let (shop, directory) = (Shop::open(), Directory::new());
    let failed = |table: &str, args: &[&str], error: &str| {
        assert_failed(&export(&shop, table, &directory, args), &directory, error);
    };
    failed("shop/visit", &[], "error: there is no table `shop/visit` in the database; did you mean `shop/visits`?");
    failed(
        "shop/visits",
        &["--ignore", "pgae"],
        "error: the table `shop/visits` has no column `pgae`; did you mean `page`?",
    );
    let all = ["--ignore", "user", "--ignore", "at", "--ignore", "page", "--ignore", "cost"];
    failed("shop/visits", &all, "error: `--ignore` names all columns of the table `shop/visits`");
    failed("shop", &[], "error: `shop` is a directory, not a table; `--below shop` looks at the tables in a directory");
    assert!(!directory.path().exists(), "nothing was made");
    let unknown = export(&shop, "shop/visits", &directory, &["--format", "xml"]);
    assert!(unknown.err.contains("[possible values: csv, tsv, jsonl, parquet]"), "{}", unknown.err);
}

/// Tests that files of the same table are never overwritten; files of other tables may be next to them.
#[test]
fn files_that_exist_stay() {
    let shop = Shop::open();
    for name in ["visits-000-00000.csv", "visits-012-00003.csv.part"] {
        let directory = Directory::with(&["other-000-00000.csv", "visits-old-000-00000.csv", name]);
        let before = directory.names();
        assert_failed(
            &export(&shop, "shop/visits", &directory, &[]),
            &directory,
            &format!(
                "error: `DIR` has files of this table already, e.g. `{name}`; nothing was overwritten\n\
                 help: name another directory, or remove them; with the `--state` of the export that wrote them it goes on"
            ),
        );
        assert_eq!((directory.names(), directory.read(name)), (before, "theirs".to_owned()));
        // Another format has other names.
        export(&shop, "shop/visits", &directory, &["--format", "jsonl"]).assert_done("`shop/visits`: 0 rows");
    }
}

#[test]
fn directories_that_cannot_be_written() {
    let shop = Shop::open();
    let directory = Directory::with(&["file"]);
    let out = directory.path().join("file");
    let printed = shop.run(&mut io::empty(), &["export", "shop/visits", "--out", out.to_str().unwrap()]);
    let error = "error: cannot make the directory `DIR/file`: File exists (os error 17)";
    assert_failed(&printed, &directory, error);
    // A name that is taken by a directory: nothing is left of the export.
    shop.load_file("taken.csv", "user,at\nann,7\n", &[]).assert_done("`shop/visits`: 1 row");
    let directory = Directory::with(&[]);
    fs::create_dir(directory.path().join("visits-000-00000.csv.part.d")).unwrap();
    let state = directory.path().join("none/state");
    let printed = export(&shop, "shop/visits", &directory, &["--state", state.to_str().unwrap()]);
    assert_failed(&printed, &directory, "error: cannot write `DIR/none/state`: No such file or directory (os error 2)");
    assert_eq!(directory.names(), ["visits-000-00000.csv.part.d"]);
}

#[test]
fn a_state_is_of_one_export() {
    let shop = Shop::open();
    shop.exec("CREATE TABLE `shop/other` (id Uint64 NOT NULL, PRIMARY KEY (id))");
    let directory = Directory::with(&[]);
    let state = directory.path().join("state");
    let args = ["--state", state.to_str().unwrap()];
    // What a run leaves that is killed before its first file.
    let identity = format!(
        "{{\"table\":\"/local/shop/visits\",\"directory\":{:?},\"format\":\"csv\",\"columns\":[[\"user\",\"Utf8\"]]}}",
        fs::canonicalize(directory.path()).unwrap()
    );
    let part = "{\"from\":[],\"to\":[],\"after\":null,\"files\":0,\"rows\":0,\"is_done\":false}";
    fs::write(&state, format!("{{\"version\":1,\"export\":{identity},\"parts\":[{part}]}}")).unwrap();
    let other = |what: &str| {
        format!(
            "error: `DIR/state` is the state of another export: {what}\n\
             help: run that command again to finish it, or remove the file and what it wrote to begin anew"
        )
    };
    let failed = |table: &str, more: &[&str], what: &str| {
        assert_failed(&export(&shop, table, &directory, &[&args, more].concat()), &directory, &other(what));
    };
    failed("shop/other", &[], "its table is `/local/shop/visits`");
    failed("shop/visits", &["--format", "jsonl"], "its files have another format");
    failed("shop/visits", &[], "its files have other columns, or the table has changed since");
    // A file that the state counts is not there any more.
    let columns = "[\"user\",\"Utf8\"],[\"at\",\"Uint32\"],[\"page\",\"Utf8\"],[\"cost\",\"Double\"]";
    let identity = identity.replace("[\"user\",\"Utf8\"]", columns);
    let part = part.replace("\"files\":0", "\"files\":1");
    fs::write(&state, format!("{{\"version\":1,\"export\":{identity},\"parts\":[{part}]}}")).unwrap();
    let gone = "error: an earlier run has written `DIR/visits-000-00000.csv.part`, which is gone\n\
                help: remove the state and the other files to export from the beginning";
    assert_failed(&export(&shop, "shop/visits", &directory, &args), &directory, gone);
    fs::write(&state, "{}").unwrap();
    failed("shop/visits", &[], "it cannot be read");
    assert_eq!(directory.names(), ["state"]);
}
