//! Tests the program with a database: every message of `diff`, `apply`, `status`, `query` and `lint`.

mod apply;
mod collected;
mod connection;
mod credentials;
mod diff;
mod files;
mod lint;
mod options;
mod queries;
mod query;
mod state;
mod workload;

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use e2e_tests::Database;
use ydb_keys::{Table, YdbTable};
use ydb_keys_cli::{Status, Streams, run};

/// Model with another order of the key and another hash, which ALTER TABLE cannot change, and another type of a column,
/// which a copy cannot change either.
#[derive(YdbTable)]
#[ydb(table = "shop/orders", primary_key(order_hash = xxh3(order_id), order_id))]
#[ydb(index(by_customer, on(customer)))]
#[allow(dead_code, reason = "read as a schema")]
struct Rehashed {
    order_id: u64,
    customer: Option<String>,
    created: std::time::SystemTime,
    amount: Option<f64>,
    note: Option<String>,
}

/// Model with an amount in cents.
#[derive(YdbTable)]
#[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer)))]
#[allow(dead_code, reason = "read as a schema")]
struct InCents {
    order_id: u64,
    customer: Option<String>,
    created: std::time::SystemTime,
    amount: Option<i64>,
    note: Option<String>,
    city: Option<String>,
}

const REHASHED: &[&Table] = ydb_keys::schema![Rehashed];
const IN_CENTS: &[&Table] = ydb_keys::schema![InCents];

/// Standard output and standard error, both to the same terminal.
#[derive(Clone, Default)]
struct Screen(Rc<RefCell<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the contents of a terminal, including the user's input, and the exit code.
fn session(database: &Database, tables: &[&'static Table], args: &[&str], typed: &str) -> String {
    let connection = ["--connection", database.connection_string()];
    let screen = show(tables, &[args, &connection].concat(), typed, true);
    format!("$ migrate {}\n{screen}", args.join(" "))
}

fn show(tables: &[&'static Table], args: &[&str], typed: &str, interactive: bool) -> String {
    let screen = Screen::default();
    // The line break that the user types ends the line of the question.
    let mut input = Typed { rest: typed.as_bytes().to_vec(), screen: screen.clone() };
    let mut input = io::BufReader::new(&mut input);
    let (mut out, mut err) = (screen.clone(), screen.clone());
    let streams =
        Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO).interactive(interactive);
    let status = run(["migrate"].iter().chain(args), tables, streams);
    let text = String::from_utf8(screen.0.take()).unwrap();
    format!("{text}[exit code {}]", status.code())
}

/// Input of a user at the keyboard, with echo.
struct Typed {
    rest: Vec<u8>,
    screen: Screen,
}

impl io::Read for Typed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let n = self.rest.len().min(bytes.len());
        bytes[..n].copy_from_slice(&self.rest[..n]);
        self.screen.write_all(&self.rest[..n])?;
        self.rest.drain(..n);
        Ok(n)
    }
}

/// Returns the standard output and the status.
fn stdout(database: &Database, tables: &[&'static Table], args: &[&str]) -> (String, Status) {
    let (mut input, mut out, mut err) = (io::empty(), Vec::new(), Vec::new());
    let connection = ["--connection", database.connection_string()];
    let streams = Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO);
    let status = run(["migrate"].iter().chain(args).chain(&connection), tables, streams);
    (String::from_utf8(out).unwrap(), status)
}
