//! Random transactions of several sessions, recorded, and a search for an order in which they could have run one by
//! one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

mod order;
mod script;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use proptest::prelude::*;
use proptest::strategy::ValueTree;

use self::order::{Done, State, explained};
use self::script::{Actor, Step, steps};
use super::database::{Client, Params, database};
use crate::types::Value;

/// The keys are 0 to 5; rows begin at the even ones.
fn fill(client: &mut Client) -> State {
    client.ok("DELETE FROM h");
    client.ok("UPSERT INTO h (k, v) VALUES (0, 0), (2, 2), (4, 4)");
    State::from([(0, 0), (2, 2), (4, 4)])
}

fn created(index: bool) -> Client {
    let mut client = database();
    let index = if index { ", INDEX by_v GLOBAL ON (v)" } else { "" };
    client.ok(&format!("CREATE TABLE h (k Int64 NOT NULL, v Int64, PRIMARY KEY (k){index})"));
    client
}

fn state(client: &mut Client) -> State {
    let rows = client.query("SELECT k, v FROM h", Params::new()).unwrap();
    let pair = |row: Vec<Value>| match row[..] {
        [Value::Int(k), Value::Int(v)] => (k, v),
        _ => panic!("no pair: {row:?}"),
    };
    rows.into_iter().map(pair).collect()
}

fn check(start: &State, done: &[Done], end: &State) {
    assert!(explained(start, done, end), "no order explains\n{start:?}\n{done:#?}\n{end:?}");
}

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(150);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    /// One thread that runs the sessions' steps in a random order.
    #[test]
    fn interleaved_transactions_have_an_order(
        index in any::<bool>(),
        scripts in prop::collection::vec(steps(2..16), 2..5),
        turns in prop::collection::vec(0_usize..4, 60),
    ) {
        let mut client = created(index);
        let start = fill(&mut client);
        let clock = AtomicU64::new(0);
        let mut actors: Vec<Actor> = (0..scripts.len()).map(|actor| Actor::new(client.other(), actor, index)).collect();
        let mut scripts: Vec<std::vec::IntoIter<Step>> = scripts.into_iter().map(Vec::into_iter).collect();
        for turn in turns {
            let turn = turn % actors.len();
            if let Some(step) = scripts[turn].next() {
                actors[turn].step(&step, &clock);
            }
        }
        let done: Vec<Done> = actors.into_iter().flat_map(|actor| actor.finish(&clock)).collect();
        check(&start, &done, &state(&mut client));
    }
}

#[test]
fn transactions_of_threads_have_an_order() {
    for index in [false, true] {
        let mut client = created(index);
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        for _ in 0..60 {
            let start = fill(&mut client);
            let clock = AtomicU64::new(0);
            let done: Vec<Done> = thread::scope(|scope| {
                let threads: Vec<_> = (0..3)
                    .map(|thread| {
                        let script = steps(8..12).new_tree(&mut runner).unwrap().current();
                        let mut actor = Actor::new(client.other(), thread, index);
                        let clock = &clock;
                        scope.spawn(move || {
                            for step in &script {
                                actor.step(step, clock);
                                thread::yield_now();
                            }
                            actor.finish(clock)
                        })
                    })
                    .collect();
                threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
            });
            check(&start, &done, &state(&mut client));
            assert!(clock.load(Ordering::Relaxed) > 0);
        }
    }
}
