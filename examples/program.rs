//! Runs the program of `migrate.rs` over the models of an example, within the example.

use std::io;

use support::Database;
use ydb_keys::Table;
use ydb_keys_cli::Streams;

/// Runs the program with these models, like `cargo run --example migrate -- <arguments>`, and prints its output.
pub(crate) fn migrate(database: &Database, arguments: &[&str], schema: &[&'static Table]) {
    println!("$ cargo run --example migrate -- {}", arguments.join(" "));
    let mut all = vec!["migrate"];
    all.extend(arguments);
    all.extend(["--connection", database.address()]);
    // Both to stdout, so that the lines keep their order.
    let (mut input, mut out, mut err) = (io::empty(), io::stdout(), io::stdout());
    let status = ydb_keys_cli::run(all, schema, Streams::new(&mut input, &mut out, &mut err));
    println!("(exit code {})\n", status.code());
}
