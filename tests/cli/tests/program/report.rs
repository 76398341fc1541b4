//! `tables` and its drawing.

use std::fs;

use insta::assert_snapshot;

use crate::directory::Directory;
use crate::findings::{fixture, printed, shop};

#[test]
fn wrong_input() {
    let refused = |args: &[&str]| {
        let output = shop(args);
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_snapshot!("no_kind_of_drawing", refused(&["tables", "--plot", "schema.png"]));
    assert_snapshot!("no_such_table", refused(&["tables", "--table", "shop/order"]));
}

#[test]
fn tables_and_their_drawing() {
    assert_snapshot!("tables", printed(&["tables"], 0));
    let directory = Directory::with(&[]);
    let [svg, mermaid] =
        ["schema.svg", "schema.mmd"].map(|name| directory.path().join(name).to_str().unwrap().to_owned());
    assert_eq!(printed(&["tables", "--plot", &svg], 0), "");
    assert_eq!(printed(&["tables", "--plot", &mermaid], 0), "");
    assert!(directory.read("schema.svg").starts_with("<svg "));
    assert_snapshot!("mermaid", directory.read("schema.mmd"));
    // The picture of the guide; `GUIDE_BLESS=1` renews it.
    let picture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../guide/src/pictures/schema.svg");
    if std::env::var_os("GUIDE_BLESS").is_some() {
        fs::write(picture, directory.read("schema.svg")).unwrap();
    }
    assert_eq!(fs::read_to_string(picture).unwrap(), directory.read("schema.svg"));
    // Without models the database says what it has: another key of the visits.
    let live = ydb_keys_cli_without_models(&["tables"]);
    assert_snapshot!("tables_live", live);
    assert!(fixture().join("src").is_dir());
}

fn ydb_keys_cli_without_models(args: &[&str]) -> String {
    let connection = ["--connection", crate::findings::SERVER.connection_string()];
    let args: Vec<&str> = ["ydb-keys"].iter().chain(args).chain(&connection).copied().collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = std::io::empty();
    let streams = ydb_keys_cli::Streams::new(&mut input, &mut out, &mut err);
    let status = ydb_keys_cli::run_without_models(args, streams);
    assert_eq!(status, ydb_keys_cli::Status::Done, "{}", String::from_utf8_lossy(&err));
    String::from_utf8(out).unwrap()
}
