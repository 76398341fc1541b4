//! Tests the choice of the database, and the messages if it is unavailable.

use std::env;
use std::net::TcpListener;

use insta::assert_snapshot;

use super::show;
use crate::shop::first;

#[test]
fn none_is_named() {
    if env::var_os("YDB_CONNECTION_STRING").is_some() {
        return;
    }
    assert_snapshot!("no_connection", show(first::TABLES, &["diff"], "", true));
    assert_eq!(show(first::TABLES, &["apply"], "", true), show(first::TABLES, &["diff"], "", true));
}

#[test]
fn a_wrong_string() {
    let with = |connection| show(first::TABLES, &["diff", "--connection", connection], "", true);
    assert_snapshot!("wrong_connection", with("localhost"));
    assert_snapshot!("wrong_connection_without_host", with("grpc://:2136/local"));
    assert_snapshot!("wrong_connection_without_port", with("grpcs://ydb.example/local?token=secret"));
    if env::var_os("YDB_CONNECTION_STRING").is_none() {
        assert_snapshot!("empty_connection", with(" "));
    }
}

#[test]
fn nobody_listens() {
    // No server listens on port 1.
    let shown = show(first::TABLES, &["diff", "--connection", "grpc://localhost:1/local?token=secret"], "", true);
    assert!(shown.starts_with("error: cannot connect to `grpc://localhost:1/local`: transport error"), "{shown}");
    assert!(shown.contains("; is YDB running there, ") && shown.ends_with("[exit code 2]"), "{shown}");
}

/// Tests the time limit: without it, the client would wait forever.
#[test]
fn nobody_answers() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let shown = show(first::TABLES, &["diff", "--connection", &format!("grpc://{address}/local")], "", true);
    assert_snapshot!("silent_connection", shown.replace(&address, "localhost:2136"));
}
