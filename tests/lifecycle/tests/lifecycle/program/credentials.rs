//! Tests credentials from the environment and from the connection string. Each test starts a process, because all
//! threads share the environment.

use std::process::Command;
use std::{env, fs};

use insta::assert_snapshot;
use ydb_embedded::Server;

use super::show;
use crate::shop::first;

/// Environment variables that a connection reads.
const VARIABLES: [&str; 10] = [
    "YDB_CONNECTION_STRING",
    "YDB_SERVICE_ACCOUNT_KEY_FILE_CREDENTIALS",
    "YDB_ANONYMOUS_CREDENTIALS",
    "YDB_METADATA_CREDENTIALS",
    "YDB_ACCESS_TOKEN_CREDENTIALS",
    "YDB_STATIC_CREDENTIALS_USER",
    "YDB_STATIC_CREDENTIALS_PASSWORD",
    "YDB_STATIC_CREDENTIALS_ENDPOINT",
    "YDB_SSL_ROOT_CERTIFICATES_FILE",
    "YDB_CA_FILE",
];

const TOKEN: (&str, &str) = ("YDB_ACCESS_TOKEN_CREDENTIALS", "t0ken");
const WRONG: (&str, &str) = ("YDB_ACCESS_TOKEN_CREDENTIALS", "wr0ng");

/// Runs `diff` in the other process, on the database that the environment names.
#[test]
#[ignore = "runs in a process of its own, which the tests below start"]
fn child() {
    println!("<<<{}>>>", show(first::TABLES, &["diff", "--table", "shop/orders"], "", true));
}

/// Returns the output of `diff` with a connection string and environment variables.
fn diff(connection: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "program::credentials::child", "--ignored", "--nocapture"]);
    for name in VARIABLES {
        command.env_remove(name);
    }
    let output = command.env(VARIABLES[0], connection).envs(variables.iter().copied()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let shown = text.split_once("<<<").and_then(|(_, shown)| shown.split_once(">>>")).map(|(shown, _)| shown);
    let shown = shown.unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&output.stderr))).to_owned();
    let panics = String::from_utf8_lossy(&output.stderr).contains("panicked");
    assert!(!panics && !shown.contains("t0ken") && !shown.contains("wr0ng") && !shown.contains("s3cret"), "{shown}");
    shown
}

/// Returns the output of `diff` for a server, with its port replaced.
fn on(server: &Server, parameters: &str, variables: &[(&str, &str)]) -> String {
    let address = server.connection_string();
    let host = address.split_once("://").unwrap().1.split_once('/').unwrap().0;
    diff(&format!("{address}{parameters}"), variables).replace(host, "ydb:2136")
}

fn assert_connects(shown: &str) {
    assert!(shown.contains("the table does not exist") && shown.ends_with("[exit code 1]"), "{shown}");
}

#[tokio::test]
async fn a_token() {
    let server = Server::builder().token("t0ken").start().await.unwrap();
    assert_connects(&on(&server, "", &[TOKEN]));
    assert_connects(&on(&server, "?token=t0ken", &[]));
    // The connection string takes precedence over the environment; the order of the variables is that of YDB's SDKs.
    assert_connects(&on(&server, "?token=t0ken", &[WRONG]));
    assert_connects(&on(&server, "", &[TOKEN, ("YDB_STATIC_CREDENTIALS_USER", "nobody")]));
    assert_connects(&on(&server, "", &[TOKEN, ("YDB_ANONYMOUS_CREDENTIALS", "0"), ("YDB_METADATA_CREDENTIALS", "")]));
    assert_snapshot!("token_wrong", on(&server, "", &[WRONG]));
    assert_snapshot!("token_wrong_in_the_string", on(&server, "?token=wr0ng", &[TOKEN]));
    assert_snapshot!("token_missing", on(&server, "", &[]));
    assert_snapshot!("token_anonymous", on(&server, "", &[TOKEN, ("YDB_ANONYMOUS_CREDENTIALS", "1")]));
}

#[tokio::test]
async fn a_token_in_a_file() {
    let server = Server::builder().token("t0ken").start().await.unwrap();
    let file = env::temp_dir().join(format!("ydb keys token {}", std::process::id()));
    fs::write(&file, "t0ken\n").unwrap();
    assert_connects(&on(&server, &format!("?token_file={}", file.display().to_string().replace(' ', "%20")), &[]));
    fs::remove_file(file).unwrap();
    assert_snapshot!("token_file_missing", on(&server, "?token_file=/nowhere/token", &[]));
}

#[tokio::test]
async fn user_and_password() {
    let server = Server::builder().user("root", "s3cret").start().await.unwrap();
    let (user, password) = (("YDB_STATIC_CREDENTIALS_USER", "root"), ("YDB_STATIC_CREDENTIALS_PASSWORD", "s3cret"));
    assert_connects(&on(&server, "", &[user, password]));
    assert_connects(&on(&server, "?token_static_username=root&token_static_password=s3cret", &[]));
    let login = server.connection_string().rsplit_once('/').unwrap().0;
    assert_connects(&on(&server, "", &[user, password, ("YDB_STATIC_CREDENTIALS_ENDPOINT", login)]));
    assert_snapshot!("password_wrong", on(&server, "", &[user, ("YDB_STATIC_CREDENTIALS_PASSWORD", "wr0ng")]));
    assert_snapshot!("password_missing", on(&server, "", &[user]));
    assert_snapshot!(
        "password_endpoint",
        on(&server, "", &[user, password, ("YDB_STATIC_CREDENTIALS_ENDPOINT", "auth")])
    );
}

#[test]
fn files_that_are_not_there() {
    let key = "YDB_SERVICE_ACCOUNT_KEY_FILE_CREDENTIALS";
    let with = |connection, name, path| diff(connection, &[(name, path)]);
    assert_snapshot!("key_missing", with("grpc://ydb:2136/local", key, "/nowhere/key.json"));
    assert_snapshot!("ca_missing", with("grpcs://ydb:2135/local", "YDB_CA_FILE", "/nowhere/ca.pem"));
    assert_snapshot!(
        "ca_missing_sdk",
        with("grpcs://ydb:2135/local", "YDB_SSL_ROOT_CERTIFICATES_FILE", "/nowhere/ca.pem")
    );
    assert_snapshot!("ca_missing_in_the_string", diff("grpcs://ydb:2135/local?ca_certificate=/nowhere/ca.pem", &[]));
    let file = env::temp_dir().join(format!("ydb-keys-key-{}.json", std::process::id()));
    fs::write(&file, "{\"id\": \"s3cret\"}").unwrap();
    let path = file.display().to_string();
    assert_snapshot!("key_wrong", with("grpc://ydb:2136/local", key, &path).replace(&path, "key.json"));
    fs::remove_file(file).unwrap();
}
