//! Tests the command `pull`.

use e2e_tests::Database;
use ydb_keys_cli::{Status, Streams, run};

/// Returns the status of the program, its standard output and its standard error.
fn program(args: &[&str]) -> (Status, String, String) {
    let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
    let args = ["migrate", "pull"].iter().chain(args);
    let status = run(
        args,
        ydb_keys::schema![],
        Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO),
    );
    (status, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

#[tokio::test]
async fn it_prints_the_struct_and_needs_no_model() {
    let database = Database::embedded().await;
    database.run("CREATE TABLE `shop/tags` (`name` Utf8 NOT NULL, `uses` Uint32, PRIMARY KEY (`name`))").await;
    let pull = |table| program(&["--table", table, "--connection", database.connection_string()]);

    let (status, out, err) = pull("shop/tags");
    assert_eq!((status, err.as_str()), (Status::Done, ""));
    assert_eq!(
        out,
        r#"use ydb_keys::YdbTable;

/// A row of the table `shop/tags`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "shop/tags")]
#[ydb(primary_key(name))]
pub struct Tags {
    pub name: String,
    pub uses: Option<u32>,
}
"#
    );

    let (status, out, err) = pull("shop/tag");
    assert_eq!((status, out.as_str()), (Status::Failed, ""));
    assert_eq!(err, "error: there is no table `shop/tag` in the database; did you mean `shop/tags`?\n");
    let (status, out, err) = pull("shop");
    assert_eq!((status, out.as_str()), (Status::Failed, ""));
    assert_eq!(
        err,
        "error: `shop` is a directory, not a table; `pull --all --below shop --out DIR` writes models of the tables in a \
         directory\n"
    );
}

#[test]
fn it_asks_for_one_table() {
    let (status, _, err) = program(&[]);
    assert_eq!(status, Status::Failed);
    assert!(err.contains("--table <PATH>"), "{err}");
    let (status, _, err) = program(&["--table", "a", "--table", "b"]);
    assert_eq!(status, Status::Failed);
    assert!(err.contains("cannot be used multiple times"), "{err}");
    // Not all tables in place of the one.
    for of_all in ["--out", "--below"] {
        let (status, _, err) = program(&["--table", "a", of_all, "x"]);
        assert_eq!(status, Status::Failed);
        assert!(err.contains("'--table <PATH>' cannot be used with") && err.contains(of_all), "{err}");
    }
}
