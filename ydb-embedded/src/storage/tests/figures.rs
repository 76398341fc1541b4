//! Timings to look at:
//! `cargo test --release -p ydb-embedded --lib storage::tests::figures -- --ignored --nocapture`.

use std::time::Instant;

use super::{T, UINT, storage_at};
use crate::catalog::ColumnId;
use crate::storage::{Direction, Isolation, KeyRange, key, row};
use crate::types::Value;
use std::ops::ControlFlow;

const ROWS: u64 = 300_000;

fn measure(what: &str, work: impl FnOnce()) {
    let start = Instant::now();
    work();
    println!("{what}: {:?} each", start.elapsed() / ROWS as u32);
}

#[test]
#[ignore = "measures, does not test"]
fn figures() {
    let storage = storage_at(&[]);
    let payload = Value::text("x".repeat(64));
    let key = |number: u64| key::encode(&[Value::Uint(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))], [&UINT]);
    let resident = || {
        let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or_default() * 4096
    };
    let before = resident();
    measure("commit of one row", || {
        for number in 0..ROWS {
            let values = [Value::Uint(number), Value::Uint(1_700_000_000_000_000 + number), payload.clone()];
            let columns = [ColumnId(2), ColumnId(3), ColumnId(4)].into_iter().zip(&values);
            let mut tx = storage.begin(Isolation::Serializable);
            tx.put(T, key(number), row::encode(columns));
            assert!(tx.commit().is_ok());
        }
    });
    println!("resident: {} bytes a row", (resident() - before) / ROWS);
    measure("get in a snapshot", || {
        let mut tx = storage.begin(Isolation::Snapshot);
        (0..ROWS).for_each(|number| assert!(tx.get_with(T, &key(number), |row| row.is_some())));
    });
    measure("get, lock, commit", || {
        for number in 0..ROWS {
            let mut tx = storage.begin(Isolation::Serializable);
            assert!(tx.get(T, &key(number)).is_some());
            assert!(tx.commit().is_ok());
        }
    });
    measure("scan", || {
        let mut rows = 0;
        let visit = |_: &[u8], row: &[u8]| {
            rows += usize::from(!row.is_empty());
            ControlFlow::Continue(())
        };
        let mut tx = storage.begin(Isolation::Snapshot);
        assert_eq!(tx.scan_with(T, &KeyRange::all(), Direction::Forward, usize::MAX, None, visit), None);
        assert_eq!(rows as u64, ROWS);
    });
    measure("bulk merge by 1000", || {
        for start in (0..ROWS).step_by(1000) {
            let rows = (start..start + 1000)
                .map(|number| (key(number), vec![(ColumnId(2), row::encode_value(&Value::Uint(7)))]));
            assert!(storage.bulk_merge(T, rows.collect()));
        }
    });
}
