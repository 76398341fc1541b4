//! Tests the messages of `hot` when it cannot read the load.

use std::thread::spawn;
use std::time::Duration;

use e2e_tests::wait_until;
use ydb_embedded::{Call, Fault};
use ydb_keys_cli::Status;

use super::{hot, run, server};

#[test]
fn a_table_that_is_not_there() {
    let server = server(1_000);
    run(&server, &["CREATE TABLE t (id Uint64 NOT NULL, PRIMARY KEY (id))"]);
    let (out, err, status) = hot(server.connection_string(), &["--table", "t", "--table", "nothing", "--seconds", "1"]);
    assert_eq!((&*out, status), ("", Status::Failed));
    assert!(err.starts_with("error: no table at `nothing` has partitions in `.sys/partition_stats`: "), "{err}");
}

/// Tests a user without the right to see a view, which does not exist for that user's queries.
#[test]
fn a_user_without_the_right() {
    let server = server(1_000);
    run(&server, &["CREATE TABLE t (id Uint64 NOT NULL, PRIMARY KEY (id))"]);
    let message = "Cannot find table 'db.[/local/.sys/partition_stats]' because it does not exist or you do not have \
                   access permissions.";
    // The database answers, and the first sample is taken. The second one fails.
    server.faults().fail_next(2, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    server.faults().fail_next(1, Call::ExecuteQuery, Fault::Status(ydb_embedded::Status::SchemeError, message.into()));
    let (out, err, status) = hot(server.connection_string(), &["--seconds", "1"]);
    assert_eq!((&*out, status), ("", Status::Failed));
    assert!(err.contains("error: `/local/.sys/partition_stats` cannot be read: "), "{err}");
    assert!(err.contains("GRANT SELECT ON `/local/.sys` TO"), "{err}");
}

#[test]
fn a_server_that_goes_away() {
    let server = server(1_000);
    run(&server, &["CREATE TABLE t (id Uint64 NOT NULL, PRIMARY KEY (id))"]);
    let connection = server.connection_string().to_owned();
    // The database answers, and the first sample is taken. It goes away under the second one.
    server.faults().fail_next(2, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    server.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(Duration::from_secs(3600)));
    let looking = spawn(move || hot(&connection, &["--seconds", "1"]));
    wait_until(|| server.faults().pending() == 0);
    server.stop();
    let (out, err, status) = looking.join().unwrap();
    assert_eq!((&*out, status), ("", Status::Failed), "{err}");
    assert!(err.contains("error: `/local/.sys/partition_stats` cannot be read: "), "{err}");
}

#[test]
fn nobody_listens() {
    let (_, err, status) = hot("grpc://localhost:1/local", &["--seconds", "1"]);
    assert_eq!(status, Status::Failed);
    assert!(err.starts_with("error: cannot connect to `grpc://localhost:1/local`"), "{err}");
}

#[test]
fn options_that_need_a_watch() {
    for args in [["--html", "map.html"], ["--for", "5"]] {
        let (_, err, status) = hot("grpc://localhost:1/local", &args);
        assert!(status == Status::Failed && err.contains("--watch"), "{err}");
    }
    let (_, err, status) = hot("grpc://localhost:1/local", &["--seconds", "0"]);
    assert!(status == Status::Failed && err.contains("0 is not in 1..=3600"), "{err}");
}
