//! Tests the program `ydb_keys_cli`: every message that a user can see, and the files that it writes.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod advise;
mod ddl;
mod directory;
mod errors;
mod export;
mod files;
mod findings;
mod hash_sql;
mod help;
mod keys;
mod languages;
mod load;
mod manual;
mod models;
mod pipe;
mod queries;
mod report;
mod rules_and_hashes;
#[path = "../../../models/tests/models/vectors.rs"]
mod vectors;

use ydb_keys::Table;
use ydb_keys_cli::{Status, Streams, run};

/// Tables as a constant; models are given by paths, the trait is not in scope, and there is a trailing comma.
const TABLES: &[&Table] = ydb_keys::schema![models::Order, models::UserEvent, models::AdEvent,];

/// Returns the output of the program, as a terminal shows it, with the exit code.
fn session(tables: &[&'static Table], args: &[&str]) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = std::io::empty();
    let streams = Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO);
    let status = run(["migrate"].iter().chain(args), tables, streams);
    assert_eq!(status == Status::Done, err.is_empty(), "only what fails writes to stderr");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    format!("$ migrate {}\n{}{}[exit code {}]", args.join(" "), text(out), text(err), status.code())
}
