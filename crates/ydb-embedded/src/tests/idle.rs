//! Idle sessions end, and their transactions end with them.

use std::time::Duration;

use super::database::Client;
use crate::clock::Clock;
use crate::error::Status;
use crate::session::{Config, Engine};

/// Creates a database whose sessions end at the first sweep, unless something keeps them.
fn impatient() -> Client {
    Client::new(Engine::new(Config { session_idle_time: Duration::ZERO, ..Config::default() }))
}

fn status_of(client: &Client) -> Option<Status> {
    client.engine.touch_session(&client.session).err().map(|error| error.status)
}

#[test]
fn what_an_idle_session_had_open_is_rolled_back() {
    let mut idle = impatient();
    idle.ok("CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))");
    idle.begin();
    idle.ok("UPSERT INTO t (k) VALUES (1)");
    idle.engine.maintain();
    assert_eq!(idle.refused("UPSERT INTO t (k) VALUES (2)").status, Status::BadSession);
    let mut other = idle.other();
    assert_eq!(other.rows("SELECT COUNT(*) FROM t"), ["0"]);
}

#[test]
fn an_attached_session_is_not_idle() {
    let client = impatient();
    let attachment = client.engine.attach(&client.session).unwrap();
    client.engine.maintain();
    assert_eq!(status_of(&client), None);
    drop(attachment);
    assert_eq!(status_of(&client), Some(Status::BadSession));
}

#[test]
fn a_query_under_way_keeps_its_session() {
    let client = impatient();
    let execution = client.engine.execute(client.request("SELECT 1")).unwrap();
    client.engine.maintain();
    assert!(client.engine.touch_session(&client.session).unwrap());
    drop(execution);
    assert!(!client.engine.touch_session(&client.session).unwrap());
    client.engine.maintain();
    assert_eq!(status_of(&client), Some(Status::BadSession));
}

#[test]
fn sessions_live_ten_minutes_by_default() {
    let client = Client::new(Engine::new(Config { clock: Clock::manual(), ..Config::default() }));
    client.engine.advance(Duration::from_secs(400)).unwrap();
    assert_eq!(status_of(&client), None);
    // `touch_session` has restarted the idle time.
    client.engine.advance(Duration::from_secs(599)).unwrap();
    assert_eq!(status_of(&client), None);
    client.engine.advance(Duration::from_secs(600)).unwrap();
    assert_eq!(status_of(&client), Some(Status::BadSession));
}
