//! Runs the programs of the guide's page on other languages, on tables that `apply` has created.

use std::path::Path;

use ydb_embedded::{Behavior, Server};

use super::Runner;
use crate::keys::{TABLES, apply};

fn prints_one_row_each(runner: Runner) {
    let Some(packages) = runner.packages() else { return };
    let server = Server::builder().behavior(Behavior::strict()).start_blocking().unwrap();
    apply(&server, TABLES);
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/languages/orders");
    let printed = runner.run(&packages, TABLES, &program, &[server.connection_string()]);
    assert_eq!(printed, "9.5\n1\n1\n");
}

#[test]
fn of_python() {
    prints_one_row_each(Runner::Python);
}

#[test]
fn of_typescript() {
    prints_one_row_each(Runner::TypeScript);
}
