//! Tests properties: a row written in any way is read back equal, and any scan equals a filter of all rows.

mod bucket_indexes;
mod buckets;
mod changes;
mod foreign;
mod indexes;
mod scans;
mod values;

use std::sync::OnceLock;

use proptest::test_runner::{Config, TestCaseError, TestRunner};
use tokio::runtime::Runtime;

/// Runs an async property over this many cases.
fn check<S: proptest::strategy::Strategy>(cases: u32, strategy: &S, property: impl AsyncFn(S::Value)) {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| Runtime::new().unwrap());
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(strategy, |value| {
        runtime.block_on(property(value));
        Ok::<(), TestCaseError>(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
