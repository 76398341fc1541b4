//! Tests pages and JSON of `hot` with made-up samples; comments beside the samples compute the expected numbers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ydb_keys::{Value, YdbType};
use ydb_keys_bulk::__internal::Partitioned;

use super::observe::Observed;
use super::page::print;
use super::terminal::{columns, lines};
use super::watch::{Watched, html_page as html};
use super::{found, json};
use crate::commands::findings::{FindingLevel, Lines};
use crate::commands::page::Page;
use crate::hot::{HotBasis, Measure, TableReport, report};
use crate::stats::{BrokenLocks, Contender, PartitionCounters, PartitionSample, SampledPartition};

const SECOND: u64 = 1_000_000;

/// Microseconds of 2026-11-23 06:00 UTC.
const START: u64 = 1_795_413_600 * SECOND;

/// Returns a partition with these rows written and read since its start; a row has 150 bytes.
fn tablet(tablet: u64, cores: f64, writes: u64, reads: u64, rows: u64) -> SampledPartition {
    let counters =
        PartitionCounters { writes, reads, read_requests: reads, transactions: writes, ..PartitionCounters::default() };
    SampledPartition {
        tablet,
        node: Some(1),
        started_us: Some(START - 3600 * SECOND),
        cores,
        rows,
        bytes: rows * 150,
        counters,
    }
}

fn sample(seconds: u64, tables: Vec<(&str, Vec<SampledPartition>)>) -> PartitionSample {
    let tables = tables.into_iter().map(|(path, partitions)| (path.to_owned(), partitions)).collect();
    PartitionSample { at_us: START + seconds * SECOND, tables }
}

fn described(key: &[(&str, YdbType)], bounds: Vec<Value<'static>>, by_load: bool) -> Partitioned {
    Partitioned {
        key: key.iter().map(|&(name, ty)| (name.to_owned(), Some(ty))).collect(),
        bounds: bounds.into_iter().map(|bound| vec![bound]).collect(),
        by_size: Some(true),
        size_mb: Some(2048),
        by_load: Some(by_load),
        min: Some(4),
        ..Partitioned::default()
    }
}

/// Returns the report of four tables. In `events`, whose key begins with the time, the last of four partitions takes
/// 20,000 of 20,100 writes. In `users`, a partition that may not be split takes all reads. The load of `orders` is
/// even, while a tablet restarts and a partition is split. Nobody uses the fourth table.
fn observed() -> Observed {
    let hour = |hour: u64| Value::Timestamp(START + hour * 3600 * SECOND);
    let hash = |quarter: u64| Value::Uint64(quarter << 62);
    let before = sample(
        0,
        vec![
            ("shop/events", (0..4).map(|n| tablet(100 + n, 0.1, 50_000, 0, 80_000)).collect()),
            ("shop/users", (0..4).map(|n| tablet(200 + n, 0.6, 10, 90_000, 1_000)).collect()),
            ("shop/orders", (0..4).map(|n| tablet(300 + n, 0.1, 9_000, 9_000, 2_000)).collect()),
            ("shop/idle", vec![tablet(400, 0.0, 10, 10, 10)]),
        ],
    );
    let mut events: Vec<_> = (0..3).map(|n| tablet(100 + n, 0.01, 50_000, 0, 80_000)).collect();
    events[1].counters.writes += 100;
    events.push(tablet(103, 0.62, 70_000, 0, 100_000));
    let mut users: Vec<_> = (0..4).map(|n| tablet(200 + n, 0.02, 10, 90_000, 1_000)).collect();
    users[2] = tablet(202, 0.93, 10, 180_000, 1_000);
    let mut orders: Vec<_> = (0..4).map(|n| tablet(300 + n, 0.11, 10_000, 10_500, 2_100)).collect();
    // Restarted four seconds ago: 100 writes and 150 reads a second, like the other tablets.
    orders[0] = SampledPartition { started_us: Some(START + 6 * SECOND), ..tablet(300, 0.11, 400, 600, 2_100) };
    // Split five seconds ago.
    let half =
        |number| SampledPartition { started_us: Some(START + 5 * SECOND), ..tablet(number, 0.05, 250, 375, 1_050) };
    orders.splice(3..4, [half(310), half(311)]);
    let idle = vec![tablet(400, 0.0, 15, 10, 15)];
    let after =
        sample(10, vec![("shop/events", events), ("shop/users", users), ("shop/orders", orders), ("shop/idle", idle)]);
    let at = [("at", YdbType::Timestamp), ("event_id", YdbType::Uint64)];
    let tables = BTreeMap::from([
        ("shop/events".to_owned(), described(&at, vec![hour(0), hour(1), hour(2)], true)),
        ("shop/users".to_owned(), described(&[("user_hash", YdbType::Uint64)], vec![hash(1), hash(2), hash(3)], false)),
        (
            "shop/orders".to_owned(),
            described(
                &[("order_hash", YdbType::Uint64)],
                vec![hash(1), hash(2), hash(3), Value::Uint64(u64::MAX)],
                true,
            ),
        ),
    ]);
    let known = HotBasis { tables, peaks: BTreeMap::from([(202, 0.97)]), patience: 60.0, ..HotBasis::default() };
    let notes = vec!["YDB refreshes the counters of a partition every 10 seconds.".to_owned()];
    Observed { report: report(&before, &after, &known), notes }
}

fn shown(width: usize) -> String {
    let mut out = Vec::new();
    print(&mut Page::new(&mut out, width, false), &observed()).unwrap();
    String::from_utf8(out).unwrap()
}

/// Compares the output with a file of `golden/`.
#[track_caller]
fn golden(name: &str, expected: &str, shown: &str) {
    assert!(shown == expected, "{name} differs; it is now\n{shown}");
}

#[test]
fn pages() {
    golden("80.txt", include_str!("golden/80.txt"), &shown(80));
    golden("120.txt", include_str!("golden/120.txt"), &shown(120));
    assert!(shown(80).lines().all(|line| line.chars().count() <= 80), "{}", shown(80));
}

/// Returns the report of a calm table whose transactions break each other's locks.
fn contended() -> Observed {
    let stock = |number, locks_broken| {
        let calm = tablet(number, 0.05, 40, 0, 500);
        let counters =
            PartitionCounters { locks_broken, locks_taken: 3 * locks_broken, locks_whole: 0, ..calm.counters };
        SampledPartition { counters, ..calm }
    };
    let before = sample(0, vec![("shop/stock", vec![stock(1, 0), stock(2, 0)])]);
    let mut after = vec![stock(1, 12), stock(2, 228)];
    after[1].counters.locks_whole = 4;
    let after = sample(10, vec![("shop/stock", after)]);
    let of_text = |text: &str, breaks, loses| Contender { text: text.to_owned(), breaks, loses };
    let reads = "SELECT available FROM `shop/stock` WHERE sku = $sku";
    let writes = "DECLARE $sku AS Uint64;\nUPDATE `shop/stock` SET available = available - 1\nWHERE sku = $sku";
    let locks = BrokenLocks {
        tablets: BTreeMap::from([(2, 1_300)]),
        statements: vec![of_text(reads, 0, 1_204), of_text(writes, 1_310, 2)],
    };
    let tables = BTreeMap::from([(
        "shop/stock".to_owned(),
        described(&[("sku", YdbType::Uint64)], vec![Value::Uint64(250)], true),
    )]);
    Observed {
        report: report(&before, &after, &HotBasis { tables, locks, patience: 60.0, ..HotBasis::default() }),
        notes: Vec::new(),
    }
}

#[test]
fn a_page_with_broken_locks() {
    let mut out = Vec::new();
    print(&mut Page::new(&mut out, 80, false), &contended()).unwrap();
    golden("locks.txt", include_str!("golden/locks.txt"), &String::from_utf8(out).unwrap());
    let json = json("/local", &contended()).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let locks = &json["tables"][0]["locks"];
    assert_eq!((&locks["much"], &locks["broken"], &locks["taken"]), (&true.into(), &24.0.into(), &72.0.into()));
    assert_eq!((&locks["whole_partition"], &locks["broken_lately"]), (&4.into(), &1_300.into()));
    assert_eq!((&locks["partitions"][0]["partition"], &locks["partitions"][0]["share"]), (&2.into(), &0.95.into()));
    assert_eq!((&locks["breaks_most"]["locks"], &locks["loses_most"]["locks"]), (&1_310.into(), &1_204.into()));
}

#[test]
fn numbers_of_the_report() {
    let tables = observed().report.tables;
    let of = |path: &str| tables.iter().find(|table| table.path == path).unwrap();
    // 2,000 + 10 writes a second on four partitions: 2000 / 502.5 is 3.98.
    let events = of("shop/events");
    assert_eq!((events.total.writes, events.hottest[0].load.writes), (2_010.0, 2_000.0));
    assert!((events.max_over_mean.writes - 3.98).abs() < 0.001);
    assert_eq!((events.hottest[0].from.as_deref(), &events.hottest[0].to), (Some("2026-11-23T08:00:00Z"), &None));
    // One of four partitions takes 9,000 reads a second.
    let users = of("shop/users");
    assert_eq!(
        (users.total.reads, users.hottest[0].share.reads, users.hottest[0].peak_cores),
        (9_000.0, 1.0, Some(0.97))
    );
    // 100 writes a second in each of three, and 50 in each half of the fourth.
    let orders = of("shop/orders");
    assert_eq!((orders.total.writes, orders.total.reads), (400.0, 600.0));
    assert_eq!((orders.restarts, orders.splits, orders.partitions), (1, 1, 5));
}

#[test]
fn as_json() {
    let text = json("/local", &observed()).unwrap();
    golden("report.json", include_str!("golden/report.json"), &format!("{text}\n"));
}

/// Returns a watch of twelve columns of ten seconds: the last partition takes the writes, and splits in the middle.
fn watched() -> Watched {
    let bound = |key: u64| vec![Value::Uint64(key)];
    let table = |bounds: &[u64]| Partitioned {
        key: vec![("id".to_owned(), Some(YdbType::Uint64))],
        bounds: bounds.iter().map(|&key| bound(key)).collect(),
        by_load: Some(true),
        ..Partitioned::default()
    };
    let mut watched = Watched::default();
    let at = |column: u64| {
        let late = column > 6;
        let wrote = 1_000 * column.min(6);
        let mut ids = vec![tablet(1, 0.1, 100 * column, 0, 500), tablet(2, 0.1, 0, 0, 500)];
        if late {
            let split = Some(START + 60 * SECOND);
            let new = 1_000 * (column - 6);
            ids.push(SampledPartition { started_us: split, ..tablet(4, 0.0, 0, 0, 3_000) });
            ids.push(SampledPartition { started_us: split, ..tablet(5, 0.6, new, 0, 3_000 + new) });
        } else {
            ids.push(tablet(3, 0.6, wrote, 0, wrote))
        }
        let names = (10..14).map(|n| tablet(n, 0.1, 50 * column, 90 * column, 100)).collect();
        sample(column * 10, vec![("ids", ids), ("names/by_name/indexImplTable", names)])
    };
    let first = at(0);
    for column in 1..=12 {
        let after = at(column);
        let bounds: &[u64] = if column > 6 { &[1_000, 2_000, 5_000] } else { &[1_000, 2_000] };
        let tables = BTreeMap::from([("ids".to_owned(), table(bounds))]);
        watched.describe(tables, &after);
        watched.add(&first, &at(column - 1), &after, 60.0, None);
    }
    watched
}

#[test]
fn maps() {
    let watched = watched();
    let mut text = String::new();
    for (width, measure) in [(80, Measure::Writes), (120, Measure::Reads)] {
        let mut out = Vec::new();
        let page = Page::new(&mut out, width, false);
        let map = watched.heat.map(12, columns(width));
        for line in lines(&page, &map, measure) {
            let _ = writeln!(text, "{}", line.trim_end());
        }
        let _ = writeln!(text);
    }
    let _ = writeln!(text, "{}", watched.seen().join("\n"));
    golden("maps.txt", include_str!("golden/maps.txt"), &text);
}

#[test]
fn maps_in_colour() {
    let mut out = Vec::new();
    let page = Page::new(&mut out, 80, true);
    let map = watched().heat.map(12, 12);
    let lines = lines(&page, &map, Measure::Writes);
    // The busiest range has the last colour; a range without load has no colour.
    assert!(lines.iter().any(|line| line.contains("\u{1b}[48;5;228m")), "{lines:?}");
    assert!(lines.iter().any(|line| !line.contains('\u{1b}') && line.starts_with("  1000")), "{lines:?}");
}

/// Tests that the page's data is one line of JSON, and that no text in it can end the script.
#[test]
fn a_page_of_html() {
    let mut watched = watched();
    let of_table = watched.report.as_mut().unwrap().tables.first_mut().unwrap();
    of_table.why = "</script><script>alert(1)</script>".to_owned();
    let page = html("/local", &watched).unwrap();
    assert_eq!(page.matches("</script>").count(), 1);
    let data = page.lines().find_map(|line| line.strip_prefix("const data = ")).unwrap().trim_end_matches(';');
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!((data["columns"].as_array().unwrap().len(), data["rows"].as_array().unwrap().len()), (12, 8));
    // The third range of `ids` in the first column has half of the load of the partition that was split later.
    assert_eq!(data["rows"][2]["from"], "2000");
    assert_eq!(data["rows"][2]["values"][0][0], 50.0);
    assert_eq!((&data["rows"][3]["values"][0][0], &data["rows"][3]["values"][0][11]), (&50.0.into(), &100.0.into()));
    assert_eq!(data["rows"][3]["causes"][0][2], "growing edge");
}

/// Returns a watch of ten minutes for the pictures of the documentation: `orders` spread by a hash, their index by
/// time, `events` that begin with the time and split again and again, and `users` with one user who is suddenly busy.
fn shop() -> Watched {
    let noise = |seed: u64| {
        let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        0.8 + 0.4 * ((mixed >> 11) as f64 / (1u64 << 53) as f64)
    };
    let grown = |per_second: f64, from: u64, to: u64, seed: u64| -> u64 {
        (from..to).map(|column| (per_second * 10.0 * noise(seed * 1_000 + column)) as u64).sum()
    };
    // Splits happen in the middle of a column.
    let with = |number, cores, writes, reads, rows, since: u64| SampledPartition {
        started_us: Some(START + (since * 10).saturating_sub(5) * SECOND),
        ..tablet(number, cores, writes, reads, rows)
    };
    // The tables that split at the end: one more partition every ten columns.
    let tail = |first: u64, rate: f64, column: u64| -> Vec<SampledPartition> {
        // Rows that the last partition has written since the previous split; older rows stay in their partitions.
        let written = |part: u64, to: u64| {
            let half = if part > 0 { rate as u64 * 5 } else { 20_000 };
            grown(rate, part * 10, to.min(part * 10 + 10), first) + half
        };
        let parts = column / 10;
        let old = (0..4 + parts).map(|part| {
            let (born, rows) = match part.checked_sub(4) {
                Some(part) => ((part + 1) * 10, written(part, column)),
                None => (0, 40_000),
            };
            with(first + part, 0.02, 0, grown(rate / 30.0, born, column, first + part), rows, born)
        });
        let rows = written(parts, column);
        old.chain([with(first + 50 + parts, 0.55, rows, rows / 4, rows, parts * 10)]).collect()
    };
    let hours = |parts: u64| -> Vec<Vec<Value<'static>>> {
        let bound = |part: u64| {
            // Bounds: one an hour before the start, then one every hundred seconds.
            let at = if part < 4 { START - (4 - part) * 3_600 * SECOND } else { START + (part - 4) * 100 * SECOND };
            vec![Value::Timestamp(at)]
        };
        (0..parts).map(bound).collect()
    };
    let hashes = |of: u64| -> Vec<Vec<Value<'static>>> {
        (1..of).map(|part| vec![Value::Uint64(u64::MAX / of * part)]).collect()
    };
    let at = |column: u64| {
        let orders = (0..16).map(|part| {
            let writes = grown(60.0, 0, column, 500 + part);
            with(500 + part, 0.06, writes, grown(90.0, 0, column, 540 + part), 30_000 + writes, 0)
        });
        let users = (0..12).map(|part| {
            let busy = part == 7;
            let late = if busy { grown(2_600.0, 25, column.max(25), 900) } else { 0 };
            let cores = if busy && column > 25 { 0.88 } else { 0.03 };
            with(
                600 + part,
                cores,
                grown(4.0, 0, column, 660 + part),
                grown(40.0, 0, column, 630 + part) + late,
                9_000,
                0,
            )
        });
        sample(
            column * 10,
            vec![
                ("shop/events", tail(100, 1_400.0, column)),
                ("shop/orders", orders.collect()),
                ("shop/orders/by_time/indexImplTable", tail(300, 960.0, column)),
                ("shop/users", users.collect()),
            ],
        )
    };
    let table = |key: &[(&str, YdbType)], bounds: Vec<Vec<Value<'static>>>| Partitioned {
        bounds,
        ..described(key, Vec::new(), true)
    };
    let mut watched = Watched::default();
    for column in 1..=60 {
        let after = at(column);
        let parts = 4 + column / 10;
        let by_time =
            [("placed_at", YdbType::Timestamp), ("order_hash", YdbType::Uint64), ("order_id", YdbType::Uint64)];
        let tables = BTreeMap::from([
            (
                "shop/events".to_owned(),
                table(&[("at", YdbType::Timestamp), ("event_id", YdbType::Uint64)], hours(parts)),
            ),
            (
                "shop/orders".to_owned(),
                table(&[("order_hash", YdbType::Uint64), ("order_id", YdbType::Uint64)], hashes(16)),
            ),
            ("shop/orders/by_time/indexImplTable".to_owned(), table(&by_time, hours(parts))),
            (
                "shop/users".to_owned(),
                table(&[("user_hash", YdbType::Uint64), ("user_id", YdbType::Uint64)], hashes(12)),
            ),
        ]);
        watched.describe(tables, &after);
        watched.add(&at(0), &at(column - 1), &after, 60.0, None);
    }
    watched
}

/// Checks the causes that the pictures of the documentation show.
#[test]
fn the_pictures_show_what_they_say() {
    let watched = shop();
    let of = |path: &str| watched.spells.get(path).and_then(|spells| spells.last()).map(|spell| spell.cause.name());
    assert_eq!(of("shop/events"), Some("growing edge"));
    assert_eq!(of("shop/orders/by_time/indexImplTable"), Some("growing edge"));
    assert_eq!(of("shop/users"), Some("one hot key"));
    assert_eq!(of("shop/orders"), None);
    let page = html("/local", &watched).unwrap();
    // A browser can read a page of this size at once.
    assert!(page.len() < 400_000, "{}", page.len());
    if let Some(path) = std::env::var_os("HOT_PAGE") {
        std::fs::write(path, page).unwrap();
    }
}

/// Tests that each hot table is one finding with its cures, and a table with even load is none.
#[test]
fn as_findings() {
    let observed = observed();
    let hot: Vec<&TableReport> = observed.report.tables.iter().filter(|table| table.cause.is_hot()).collect();
    let found = found(&observed.report, &Lines::default());
    assert!(!hot.is_empty() && hot.len() < observed.report.tables.len());
    assert_eq!(found.len(), hot.len());
    for (found, table) in found.iter().zip(hot) {
        assert_eq!(found.rule, serde_json::to_value(table.cause).unwrap());
        assert_eq!(found.level == FindingLevel::Error, table.over_limit, "{found:?}");
        assert!(found.message.starts_with(&table.why), "{found:?}");
        assert!(table.cures.iter().all(|cure| found.message.contains(&cure.text)), "{found:?}");
        assert!(found.subject.as_ref().is_some_and(|subject| subject.starts_with(&table.table)), "{found:?}");
    }
}
