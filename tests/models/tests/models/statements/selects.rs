//! Tests statements that read only some of the columns, and statements that read a scan in batches.

use crate::refusal::is;
use ydb_keys::__private::RowDecoder;
use ydb_keys::schema::ColumnDef;
use ydb_keys::{Column, ErrorKind, ProjectionOf, Result, Value, YdbRow, YdbTable};

use super::golden::golden;
use super::orders::Order;
use super::user_events::UserEvent;

/// Row that is only read.
struct Total;

impl YdbRow for Total {
    const FIELDS: &'static [ColumnDef] = &[
        ColumnDef::new("customer_id", <Option<u64> as Column>::INFO),
        ColumnDef::new("amount", <Option<f64> as Column>::INFO),
    ];
    const NAME: &'static str = "Total";

    fn decode_row(row: &mut RowDecoder<'_>) -> Result<Self> {
        match (row.take(<Option<u64> as Column>::decode), row.take(<Option<f64> as Column>::decode)) {
            (Some(_), Some(_)) => Ok(Total),
            _ => Err(row.error()),
        }
    }
}

impl ProjectionOf<Order> for Total {}

/// Result of `Digest::NumericHash` for 1001.
const HASH_1001: u64 = 10138685143802077350;

#[test]
fn goldens() {
    let orders = || Order::scan().full_scan();
    let place = || vec![Value::Uint64(HASH_1001), Value::Uint64(1001)];
    let order = Order { order_id: 1001, customer_id: Some(10), amount: Some(999.99) };
    insta::assert_snapshot!(
        "totals",
        golden(&[
            ("upsert_many", Order::upsert_many(std::slice::from_ref(&order)).statement()),
            ("get", Order::get(1001).select::<Total>().statement()),
            ("get_many", Order::get_many([1001]).select::<Total>().statement()),
            ("prefix", Order::scan().order_id(1001).select::<Total>().statement()),
            ("full scan, page", orders().after(1001).limit(10).select::<Total>().statement()),
            ("batch of some columns", orders().select::<Total>().batch(100, None)),
            ("next batch of some columns", orders().descending().select::<Total>().batch(100, Some(place()))),
            ("batch of all columns", orders().select::<Order>().batch(100, Some(place()))),
            ("batch after a key", orders().after(1001).select::<Order>().batch(100, None)),
        ])
    );
}

#[test]
fn the_place_of_a_row_has_its_hash() {
    let scan = Order::scan().full_scan().select::<Total>();
    let names: Vec<&str> = scan.position_columns().iter().map(|column| column.name).collect();
    assert_eq!(names, ["order_id"]);
    let place = scan.position(vec![Value::Uint64(1001)]);
    assert_eq!(place.unwrap(), vec![Value::Uint64(HASH_1001), Value::Uint64(1001)]);
    assert!(is(
        &scan.position(vec![Value::Null]),
        ErrorKind::InvalidValue,
        &["column `order_hash`: ", "cannot be hashed"]
    ));
}

#[test]
fn a_scan_goes_on_behind_a_row_of_its_own() {
    let at = std::time::SystemTime::UNIX_EPOCH;
    let scan = UserEvent::scan().userid(42).after((43, at));
    assert_eq!(
        scan.statement().unwrap_err().to_string(),
        "table `user_events`, column `userid`: `after` is the key of a row of (43), the scan reads rows of (42)\n\
         help: pass the key of a row that the scan has read"
    );
}
