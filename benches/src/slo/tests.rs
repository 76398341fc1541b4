//! Runs the SLO workload briefly, one operation after the other: results depend on the schedule of faults alone.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use super::faults::Schedule;
use super::slices::{Report, Settings, Slice, run};
use super::{Kind, percentile};

/// Number of operations in a slice.
const OPERATIONS: usize = 300;

/// Tests that on both sides exactly the operations fail that no client repeats.
#[tokio::test(flavor = "multi_thread")]
async fn both_sides_are_equally_available() {
    let settings = Settings { slices: 4, operations: OPERATIONS, rate: None, away: 6 };
    let report = run(settings).await.unwrap();
    // The schedule must have failures, or the test would not see whether they are counted.
    assert!(report.refused > 0);
    let failed = |side: usize| Kind::ALL.map(|kind| report.whole(kind)[side].failed);
    assert_eq!(failed(0), failed(1));
    assert_eq!(failed(0).iter().sum::<usize>(), report.refused);
    let done: usize = Kind::ALL.iter().map(|&kind| report.whole(kind)[0].done.len()).sum();
    assert_eq!(done + report.refused, 4 * OPERATIONS);
    let [ours, bare] = report.retries;
    assert!(ours > 0 && bare > 0, "{ours} and {bare} retries");
}

#[test]
fn a_seed_makes_one_schedule() {
    let schedule = |seed| Schedule::new(seed, OPERATIONS, Some(6));
    assert_eq!(schedule(1), schedule(1));
    assert_ne!(schedule(1), schedule(2));
    assert_eq!(Schedule::default().refused(), 0);
}

#[test]
fn a_percentile_is_a_latency_that_was_measured() {
    let latencies: Vec<_> = (1..=100).map(Duration::from_millis).collect();
    for (part, milliseconds) in [(0.5, 50), (0.95, 95), (0.99, 99), (0.0, 1), (1.0, 100)] {
        assert_eq!(percentile(&latencies, part), Some(Duration::from_millis(milliseconds)), "{part}");
    }
    assert_eq!(percentile(&latencies[..1], 0.99), Some(Duration::from_millis(1)));
    assert_eq!(percentile(&[], 0.99), None);
}

/// Tests that the program fails if either bound is exceeded.
#[test]
fn what_is_worse_is_reported() {
    let slice = |latency: u64, failed: usize| {
        let mut slice = Slice::default();
        for tally in &mut slice {
            tally.done = vec![Duration::from_micros(latency); 100];
            tally.failed = failed;
        }
        slice
    };
    let exceeded = |ours, bare| Report { pairs: vec![[ours, bare]], refused: 0, retries: [0; 2] }.exceeded().len();
    assert_eq!(exceeded(slice(1049, 1), slice(1000, 1)), 0);
    assert_eq!(exceeded(slice(1051, 1), slice(1000, 1)), 2);
    assert_eq!(exceeded(slice(1000, 2), slice(1000, 1)), 1);
    assert_eq!(exceeded(slice(900, 1), slice(1000, 2)), 0);
}
