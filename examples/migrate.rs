//! Program over the tables of YDB's documentation: prints their DDL, the differences of a database from the models, and
//! the steps that remove these differences, and runs those steps.

mod tables;

use std::process::ExitCode;

use tables::{AdEvent, Order, UserEvent};

fn main() -> ExitCode {
    ydb_keys_cli::main(ydb_keys::schema![Order, UserEvent, AdEvent])
}
