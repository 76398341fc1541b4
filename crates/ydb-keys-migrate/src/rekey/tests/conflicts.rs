//! The statements that find rows because of which a copy fails, and those about sequences.

use ydb_keys::{Layout, YdbType};
use ydb_keys_core::schema::path::TablePath;

use super::{ORDERS, live, orders};
use crate::rekey::{Pair, Paths, greatest, restart, serials};

#[test]
fn rows_that_a_copy_fails_at() {
    let (old, paths) = (orders(), Paths::of("dir/orders"));
    let pair = Pair::new(&ORDERS, &old, &paths);
    assert_eq!(pair.nulls(&ORDERS.columns[2]), "SELECT `order_id`\nFROM `dir/orders`\nWHERE `note` IS NULL\nLIMIT 3");
    assert_eq!(
        pair.collisions(),
        "SELECT `order_id`, COUNT(*) AS __ydb_keys_rows\nFROM `dir/orders`\nGROUP BY `order_id`\n\
         HAVING COUNT(*) > 1\nLIMIT 3"
    );
    let unique: Vec<_> = pair.unique().collect();
    assert_eq!(
        unique,
        [(
            "by_note",
            vec!["note", "amount"],
            "SELECT `note`, `amount`, COUNT(*) AS __ydb_keys_rows\nFROM `dir/orders`\n\
             WHERE `note` IS NOT NULL AND `amount` IS NOT NULL\nGROUP BY `note`, `amount`\nHAVING COUNT(*) > 1\nLIMIT 3"
                .to_owned()
        )]
    );
    let serials: Vec<_> = serials(&ORDERS).collect();
    assert_eq!(serials[0].name, "number");
    assert_eq!(greatest("dir/orders", serials[0]), "SELECT MAX(`number`) AS __ydb_keys_rows\nFROM `dir/orders`");
    assert_eq!(
        restart(&TablePath::new("/Root/db", "dir/orders"), serials[0], 8),
        "ALTER SEQUENCE `/Root/db/dir/orders/_serial_column_number`\nRESTART WITH 8"
    );
}

/// Rows can collide if a column is removed from the key, unless the layout says that it is a hash of other columns.
#[test]
fn keys_that_may_collide() {
    let collide = |key: &[&str], layout: Option<&str>| {
        let columns = [
            ("order_id", YdbType::Uint64, false),
            ("old_hash", YdbType::Uint64, false),
            ("note", YdbType::Utf8, false),
        ];
        let mut old = live("orders", &columns, key);
        old.attributes.extend(layout.map(|layout| (Layout::ATTRIBUTE.to_owned(), layout.to_owned())));
        Pair::new(&ORDERS, &old, &Paths::of("orders")).may_collide()
    };
    assert!(!collide(&["order_id"], None));
    assert!(collide(&["order_id", "note"], None));
    assert!(collide(&["old_hash", "order_id"], None));
    assert!(!collide(&["old_hash", "order_id"], Some("v1: old_hash = xxh3(order_id Uint64), order_id Uint64")));
    assert!(collide(&["old_hash", "note"], Some("v1: old_hash = xxh3(order_id Uint64), order_id Uint64, note Utf8")));
}
