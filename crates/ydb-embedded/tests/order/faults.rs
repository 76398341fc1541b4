//! Long faults: a request that is done hours later, a clock that goes back, an overloaded server.

use std::cell::Cell;
use std::time::{Duration, SystemTime};

use ydb::YdbResult;
use ydb_embedded::__internal::{History, Upset};
use ydb_embedded::Server;

use crate::support::{ACCOUNTS, all, at_last, connect, found, prepared, schedules};

fn has(history: &History, what: impl Fn(Upset) -> bool) -> bool {
    history.events.iter().any(|event| event.upset.is_some_and(&what))
}

/// Planted bug: a client takes an error for "not done", checks that the work is not done, and then writes something
/// else.
#[test]
fn a_write_that_is_done_hours_later_is_found() {
    let simulation = prepared(Server::builder(), ACCOUNTS);
    let test = async |server: Server| -> YdbResult<()> {
        let client = connect(&server).await?;
        let amount = async || {
            at_last(async || all::<Option<i64>>(&client, "SELECT amount FROM accounts WHERE id = 1").await).await
        };
        let first = client.query_client().exec("UPSERT INTO accounts (id, amount) VALUES (1, 7)").await;
        let wanted = if first.is_err() && amount().await != [Some(7)] {
            let again = "UPSERT INTO accounts (id, amount) VALUES (1, 8)";
            at_last(async || client.query_client().exec(again).idempotent(true).await).await;
            Some(8)
        } else {
            Some(7)
        };
        // Other requests are made meanwhile.
        for _ in 0..10 {
            at_last(async || all::<u64>(&client, "SELECT id FROM accounts").await).await;
        }
        assert_eq!(amount().await, [wanted], "what was given up is done");
        Ok(())
    };
    let history = found(&simulation, LATE, 2, "what was given up is done", test);
    assert!(has(&history, |upset| matches!(upset, Upset::Late { .. })), "{history}");
    let late = history.events.iter().filter(|event| event.method.ends_with("sent long before"));
    assert_eq!(late.count(), 1, "{history}");
}

const LATE: u64 = 112;

/// Planted bug: a client assumes that the server's time never goes back.
#[test]
fn a_clock_that_goes_back_is_found() {
    let simulation = prepared(Server::builder(), ACCOUNTS);
    let test = async |server: Server| -> YdbResult<()> {
        let client = connect(&server).await?;
        let mut last = SystemTime::UNIX_EPOCH;
        for _ in 0..5 {
            let now: Vec<SystemTime> = at_last(async || all(&client, "SELECT CurrentUtcTimestamp()").await).await;
            assert!(now[0] >= last, "the time goes back");
            last = now[0];
        }
        Ok(())
    };
    let history = found(&simulation, BACK, 2, "the time goes back", test);
    assert!(has(&history, |upset| matches!(upset, Upset::ClockBack(_))), "{history}");
}

const BACK: u64 = 30;

/// The server is overloaded for minutes of its clock, but not for ever, although this client does not wait.
#[test]
fn an_overloaded_server_takes_minutes() {
    let simulation = prepared(Server::builder(), ACCOUNTS);
    let mut overloaded = 0;
    for schedule in schedules(100, 1) {
        let (passed, asked) = (Cell::new(Duration::ZERO), Cell::new(0));
        let run = async |server: Server| -> YdbResult<()> {
            let (client, began) = (connect(&server).await?, server.clock().now());
            for _ in 0..3 {
                at_last(async || all::<u64>(&client, "SELECT id FROM accounts").await).await;
                asked.set(asked.get() + 1);
            }
            passed.set(server.clock().now().duration_since(began).unwrap_or_default());
            Ok(())
        };
        let history = simulation.history(&schedule, run).unwrap();
        assert_eq!(asked.get(), 3, "{history}");
        let for_how_long = history.events.iter().find_map(|event| match event.upset {
            Some(Upset::Overloaded(time)) => Some(time),
            _ => None,
        });
        let Some(time) = for_how_long else { continue };
        let refused = history.events.iter().filter(|event| event.upset == Some(Upset::StillOverloaded)).count();
        // The first refusal and each later one take their share of the time.
        assert_eq!(passed.get(), time / 4 * (1 + u32::try_from(refused).unwrap()), "{history}");
        assert!(refused == 3 || history.events.len() < 40, "{history}");
        overloaded += 1;
    }
    assert!(overloaded > 0);
}
