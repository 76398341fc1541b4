//! The statements that find and delete extra rows.

use ydb_keys::{Layout, YdbType};

use super::{ORDERS, VISITS, ends, live, orders, visits};
use crate::rekey::{Pair, Paths};

/// A range of the new table, searched for in the old one by the old key.
#[test]
fn rows_that_only_the_new_table_has() {
    let (old, paths) = (orders(), Paths::of("orders"));
    let pair = Pair::new(&ORDERS, &old, &paths);
    assert!(pair.looks_up());
    assert_eq!(
        pair.last_new_key(Some(vec![false, false])),
        "DECLARE $after_0 AS Uint64;\nDECLARE $after_1 AS Uint64;\nDECLARE $skip AS Uint64;\n\
         SELECT `order_hash`, `order_id`\nFROM `orders__ydb_keys_new`\n\
         WHERE (`order_hash`, `order_id`) > ($after_0, $after_1)\nORDER BY `order_hash`, `order_id`\n\
         LIMIT 1 OFFSET $skip"
    );
    assert_eq!(
        pair.extra(&ends(None, Some(&[false, false]))),
        "DECLARE $upto_0 AS Uint64;\nDECLARE $upto_1 AS Uint64;\n\
         SELECT n.`order_hash` AS `order_hash`, n.`order_id` AS `order_id`\n\
         FROM (SELECT `order_hash`, `order_id` FROM `orders__ydb_keys_new`\n\
         WHERE (`order_hash`, `order_id`) <= ($upto_0, $upto_1)) AS n\n\
         LEFT ONLY JOIN `orders` AS o ON n.`order_id` = o.`order_id`"
    );
    assert_eq!(
        pair.delete_new(),
        "DECLARE $keys AS List<Struct<`order_hash`: Uint64, `order_id`: Uint64>>;\n\
         DELETE FROM `orders__ydb_keys_new` ON\nSELECT * FROM AS_TABLE($keys)"
    );
}

/// The old key starts with a hash that the model does not have, or with a column that is no longer in the key.
#[test]
fn the_old_table_is_searched_by_its_own_key() {
    let columns = [("h", YdbType::Uint64, false), ("order_id", YdbType::Uint64, false), ("note", YdbType::Utf8, false)];
    let paths = Paths::of("orders");
    let mut old = live("orders", &columns, &["h", "order_id"]);
    assert!(!Pair::new(&ORDERS, &old, &paths).looks_up());
    old.attributes.insert(Layout::ATTRIBUTE.into(), "v1: h = xxh3(order_id Uint64), order_id Uint64".into());
    let pair = Pair::new(&ORDERS, &old, &paths);
    assert!(pair.looks_up());
    assert_eq!(
        pair.extra(&ends(None, None)),
        "SELECT n.`order_hash` AS `order_hash`, n.`order_id` AS `order_id`, n.`__ydb_keys_hash` AS `__ydb_keys_hash`\n\
         FROM (SELECT `order_hash`, `order_id`, Digest::XXH3(ToBytes(`order_id`)) AS `__ydb_keys_hash` \
         FROM `orders__ydb_keys_new`) AS n\n\
         LEFT ONLY JOIN `orders` AS o ON n.`order_id` = o.`order_id` AND n.`__ydb_keys_hash` = o.`h`"
    );
    let old = live("orders", &columns, &["note", "order_id"]);
    let pair = Pair::new(&ORDERS, &old, &paths);
    assert!(pair.looks_up());
    assert!(
        pair.extra(&ends(None, None))
            .ends_with("LEFT ONLY JOIN `orders` AS o ON n.`order_id` = o.`order_id` AND n.`note` = o.`note`")
    );
}

/// A join never matches NULL, so these rows are searched for with NULL in the text.
#[test]
fn rows_with_null_are_searched_for_one_by_one() {
    let old = visits(true);
    let paths = Paths::of("visits");
    let pair = Pair::new(&VISITS, &old, &paths);
    assert_eq!(
        pair.found(&[vec![false, true, false], vec![false, true, true]]),
        "DECLARE $row0_0 AS Utf8;\nDECLARE $row0_2 AS Uint64;\nDECLARE $row1_0 AS Utf8;\n\
         SELECT `site`, `page`, `visitor`\nFROM `visits`\n\
         WHERE (`site` = $row0_0 AND `page` IS NULL AND `visitor` = $row0_2)\n\
         OR (`site` = $row1_0 AND `page` IS NULL AND `visitor` IS NULL)"
    );
    assert_eq!(
        pair.delete_new(),
        "DECLARE $keys AS List<Struct<`site`: Utf8, `page`: Utf8?, `visitor`: Uint64?>>;\n\
         DELETE FROM `visits__ydb_keys_new` ON\nSELECT * FROM AS_TABLE($keys)"
    );
}
