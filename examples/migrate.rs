//! The tables of YDB's documentation as a program: their DDL, what a database has otherwise, and the changes that bring it there.

mod tables;

use std::process::ExitCode;

use tables::{AdEvent, Order, UserEvent};

fn main() -> ExitCode {
    ydb_keys::cli::main(ydb_keys::schema![Order, UserEvent, AdEvent])
}
