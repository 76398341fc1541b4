//! Prints the DDL of the tables of YDB's documentation and, with `--statements`, the statements that write and read
//! their rows; or draws the tables.

mod tables;

use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use tables::{AdEvent, Order, UserEvent};
use ydb_keys::{Result, Statement, Table, YdbTable, schema};
use ydb_keys_cli::{Streams, run};

const USAGE: &str = "usage: cargo run --example schema [-- --statements] [-- --plot FILE]

Prints the CREATE TABLE statements of the tables of YDB's documentation.
  --statements  also print the statements that write and read rows, with their parameters
  --plot FILE   draw the tables instead: schema.svg, or schema.mmd for mermaid
  --help        print this text";

fn main() -> ExitCode {
    let mut statements = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--statements" => statements = true,
            "--plot" => return plot(&arguments.next().unwrap_or_default()),
            "--help" | "-h" => {
                println!("{USAGE}");
                return ExitCode::SUCCESS;
            }
            other => {
                eprintln!("error: unknown option `{other}`\n{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    match print(statements) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command `tables` of a program over these models.
fn plot(file: &str) -> ExitCode {
    let (mut input, mut out, mut err) = (std::io::empty(), std::io::stdout(), std::io::stderr());
    let streams = Streams::new(&mut input, &mut out, &mut err);
    run(["schema", "tables", "--plot", file], schema![Order, UserEvent, AdEvent], streams).into()
}

fn print(statements: bool) -> Result<()> {
    ddl(Order::TABLE);
    if statements {
        orders()?;
    }
    ddl(UserEvent::TABLE);
    if statements {
        user_events()?;
    }
    ddl(AdEvent::TABLE);
    if statements {
        ad_events()?;
    }
    Ok(())
}

fn ddl(table: &Table) {
    println!("{};\n", table.create_table());
}

fn show(what: &str, statement: &Statement<'_>) {
    println!("-- {what}\n{statement}\n");
}

fn orders() -> Result<()> {
    let order = Order { order_id: 1001, customer_id: Some(10), amount: Some(999.99) };
    show("order.insert()", &order.insert().statement()?);
    show("Order::get(1001)", &Order::get(1001).statement()?);
    show("Order::update(1001).amount(Some(899.99))", &Order::update(1001).amount(Some(899.99)).statement()?);
    show("Order::delete(1001)", &Order::delete(1001).statement()?);
    Ok(())
}

fn user_events() -> Result<()> {
    // 2024-05-06T07:08:09Z
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_714_979_289);
    let event = UserEvent { userid: 42, timestamp: at, userevent: Some("login".to_owned()) };
    show("event.upsert()", &event.upsert().statement()?);
    show("UserEvent::get((42, at))", &UserEvent::get((42, at)).statement()?);
    let last_hour = UserEvent::scan().userid(42).timestamp(at - Duration::from_secs(3600)..at);
    show(
        "UserEvent::scan().userid(42).timestamp(from..to).descending().limit(100)",
        &last_hour.descending().limit(100).statement()?,
    );
    Ok(())
}

fn ad_events() -> Result<()> {
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_714_979_289);
    let click = AdEvent {
        user_id: "alice".to_owned(),
        event_timestamp: at,
        event_id: Some(1),
        campaign_id: 7,
        ad_id: Some(70),
        event_type: Some("click".to_owned()),
    };
    show("AdEvent::upsert_many(&[click])", &AdEvent::upsert_many(&[click]).statement()?);
    show("AdEvent::scan().event_timestamp(at..)", &AdEvent::scan().event_timestamp(at..).statement()?);
    Ok(())
}
