//! The program: its port, its output, and its end.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use ydb::{ClientBuilder, StaticCredentials};

use crate::support::{build, one};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_ydb-embedded"))
}

/// Starts the program on a free port. Returns it with the connection string that it printed.
fn started(arguments: &[&str]) -> (Child, String) {
    let mut child =
        program().args(["--port", "0"]).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (child, line.trim_end().to_owned())
}

/// Ends the program as Ctrl-C does. Returns its exit code and its output on stderr.
fn ended(mut child: Child) -> (Option<i32>, String) {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    (child.wait().unwrap().code(), errors)
}

#[tokio::test]
async fn it_serves_until_it_is_interrupted_and_logs_refusals() {
    let (child, connection_string) = started(&["--database", "/Root/db"]);
    assert!(connection_string.starts_with("grpc://127.0.0.1:") && connection_string.ends_with("/Root/db"));
    let client = build(ClientBuilder::new_from_connection_string(&connection_string).unwrap()).await.unwrap();
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
    client.query_client().exec("SELECT *\nFROM nothing").await.unwrap_err();
    let (code, errors) = ended(child);
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = errors.lines().collect();
    let [line] = lines[..] else { panic!("{errors}") };
    assert!(line.contains("SCHEME_ERROR") && line.ends_with("| SELECT *"), "{line}");
}

#[tokio::test]
async fn it_lets_in_only_its_user() {
    let (child, connection_string) = started(&["--user", "root", "--password", "1234"]);
    let anonymous = ClientBuilder::new_from_connection_string(&connection_string).unwrap().build().await;
    assert!(anonymous.is_err());
    let uri = connection_string.replace("grpc://", "http://").parse().unwrap();
    let user = StaticCredentials::new("root".into(), "1234".into(), uri, "/local".into());
    let builder = ClientBuilder::new_from_connection_string(&connection_string).unwrap();
    let client = build(builder.with_credentials(user)).await.unwrap();
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
    assert_eq!(ended(child).0, Some(0));
}

#[test]
fn a_taken_port_is_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = program().args(["--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with(&format!("error: cannot listen on 127.0.0.1:{port}")), "{errors}");
}

#[test]
fn its_help_tells_all_options() {
    let output = program().arg("--help").output().unwrap();
    assert!(output.status.success());
    let help = String::from_utf8(output.stdout).unwrap();
    for option in
        ["--port", "--host", "--database", "--user", "--password", "--anonymous", "--strict", "--help", "--version"]
    {
        assert!(help.contains(option), "{option}");
    }
    assert!(!program().arg("--unknown").output().unwrap().status.success());
}

#[tokio::test]
async fn it_is_a_server_of_today_unless_it_is_strict() {
    let long = format!("SELECT 1 -- {}", "x".repeat(10_240));
    let (child, connection_string) = started(&[]);
    let client = build(ClientBuilder::new_from_connection_string(&connection_string).unwrap()).await.unwrap();
    let mut row = client.query_client().query_row("SELECT $a + 1").param("$a", 41).await.unwrap();
    assert_eq!(row.remove_field(0).unwrap(), ydb::Value::Int32(42));
    assert_eq!(one::<i32>(&client, &long).await, 1);
    assert_eq!(ended(child).0, Some(0));
    let (child, connection_string) = started(&["--strict"]);
    let client = build(ClientBuilder::new_from_connection_string(&connection_string).unwrap()).await.unwrap();
    let undeclared = client.query_client().query_row("SELECT $a").param("$a", 1).await.unwrap_err();
    assert!(undeclared.to_string().contains("Unknown name: $a"), "{undeclared}");
    client.query_client().query_row("DECLARE $a AS Int32; SELECT $a").param("$a", 1).await.unwrap();
    let refused = client.query_client().query_row(&long).await.unwrap_err();
    assert!(refused.to_string().contains("Query text size exceeds limit (10252b > 10240b)"), "{refused}");
    assert_eq!(ended(child).0, Some(0));
}
