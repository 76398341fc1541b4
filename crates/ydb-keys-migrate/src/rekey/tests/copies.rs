//! Tests of the statements that copy and compare, and of their length.

use std::collections::BTreeSet;

use ydb_keys::schema::ColumnDef;
use ydb_keys::{Layout, Table, YdbType};
use ydb_keys_core::schema::path::TablePath;
use ydb_keys_core::schema::settings::{Ttl, TtlUnit};

use super::super::{Paths, TablePair, greatest, restart, serials};
use super::{ORDERS, VISITS, ends, live, nullable, orders, required, visits};
use crate::live::{LiveSettings, LiveTtl, LiveTtlTier};

/// The statements of a copy into a hashed key: `note` becomes NOT NULL, `later` is new, `gone` is not copied.
#[test]
fn statements_of_a_hashed_key() {
    let (old, paths) = (orders(), Paths::of("orders"));
    // Without `dropping`, the column `gone` is kept; see `kept_columns`.
    let pair = TablePair::new(&ORDERS, &old, &paths).dropping(true);
    assert_eq!(
        pair.last_key(None),
        "DECLARE $skip AS Uint64;\nSELECT `order_id`\nFROM `orders`\nORDER BY `order_id`\nLIMIT 1 OFFSET $skip"
    );
    assert_eq!(
        pair.last_key(Some(vec![false])),
        "DECLARE $after_0 AS Uint64;\nDECLARE $skip AS Uint64;\nSELECT `order_id`\nFROM `orders`\n\
         WHERE `order_id` > $after_0\nORDER BY `order_id`\nLIMIT 1 OFFSET $skip"
    );
    assert_eq!(
        pair.copy(&ends(Some(&[false]), Some(&[false]))),
        "DECLARE $after_0 AS Uint64;\nDECLARE $upto_0 AS Uint64;\n\
         UPSERT INTO `orders__ydb_keys_new`\n\
         SELECT Digest::NumericHash(`order_id`) AS `order_hash`, `order_id`, `amount`, `note`, `weight`, `number`\n\
         FROM (SELECT `order_id`, `amount`, \
         Unwrap(`note`, 'NULL in column note, which is NOT NULL in the new table') AS `note`, `weight`, \
         `number` FROM `orders`\n\
         WHERE `order_id` > $after_0 AND `order_id` <= $upto_0)"
    );
    assert_eq!(
        pair.compare(&ends(None, Some(&[false])), &pair.groups(10_000)[0]),
        "DECLARE $upto_0 AS Uint64;\n\
         SELECT false AS __ydb_keys_new, o.`order_hash` AS `order_hash`, o.`order_id` AS `order_id`, \
         o.`amount` AS `amount`, \
         o.`note` AS `note`, CAST(o.`weight` AS Utf8) AS `weight`, o.`number` AS `number`\n\
         FROM (SELECT Digest::NumericHash(`order_id`) AS `order_hash`, `order_id`, `amount`, `note`, `weight`, \
         `number`\n\
         FROM (SELECT `order_id`, `amount`, \
         Unwrap(`note`, 'NULL in column note, which is NOT NULL in the new table') AS `note`, `weight`, \
         `number` FROM `orders`\n\
         WHERE `order_id` <= $upto_0)) AS o\n\
         UNION ALL\n\
         SELECT true AS __ydb_keys_new, n.`order_hash` AS `order_hash`, n.`order_id` AS `order_id`, \
         n.`amount` AS `amount`, \
         n.`note` AS `note`, CAST(n.`weight` AS Utf8) AS `weight`, n.`number` AS `number`\n\
         FROM (SELECT Digest::NumericHash(`order_id`) AS `order_hash`, `order_id`\n\
         FROM `orders`\n\
         WHERE `order_id` <= $upto_0) AS o\n\
         JOIN `orders__ydb_keys_new` AS n ON n.`order_hash` = o.`order_hash` AND n.`order_id` = o.`order_id`"
    );
    let digests = pair.digests(&ends(None, Some(&[false])), &["order_hash", "order_id", "note"]);
    let (before, rest) = digests.split_once("FROM (\n").unwrap();
    let (rows, after) = rest.rsplit_once("\n)\n").unwrap();
    assert_eq!(
        [before, after],
        [
            "DECLARE $upto_0 AS Uint64;\n\
             SELECT __ydb_keys_new, COUNT(*) AS __ydb_keys_rows, \
             SUM(Digest::XXH3(StablePickle(AsTuple(`order_hash`, `order_id`, `note`))) >> 16) AS __ydb_keys_sum\n",
            "GROUP BY __ydb_keys_new"
        ]
    );
    let compare = pair.compare(&ends(None, Some(&[false])), &["order_hash", "order_id", "note"]);
    assert_eq!(compare, format!("DECLARE $upto_0 AS Uint64;\n{rows}"));
    assert_eq!(
        pair.counts(),
        "SELECT false AS __ydb_keys_new, COUNT(*) AS __ydb_keys_rows\nFROM `orders`\n\
         UNION ALL\n\
         SELECT true AS __ydb_keys_new, COUNT(*) AS __ydb_keys_rows\nFROM `orders__ydb_keys_new`"
    );
    assert_eq!(pair.count_old(), "SELECT COUNT(*) AS __ydb_keys_rows\nFROM `orders`");
}

/// A column that only the old table has is created, copied and compared with its old definition.
#[test]
fn kept_columns() {
    let (old, paths) = (orders(), Paths::of("orders"));
    let pair = TablePair::new(&ORDERS, &old, &paths);
    assert_eq!(
        pair.keep(&live("orders__ydb_keys_new", &[], &[])),
        ["ALTER TABLE `orders__ydb_keys_new` ADD COLUMN `gone` Utf8"]
    );
    assert!(pair.keep(&old).is_empty());
    assert!(
        pair.copy(&ends(None, None))
            .contains("AS `order_hash`, `order_id`, `amount`, `note`, `weight`, `number`, `gone`\n")
    );
    let compared = pair.compare(&ends(None, None), &pair.groups(10_000)[0]);
    assert!(compared.contains("o.`gone` AS `gone`") && compared.contains("n.`gone` AS `gone`"), "{compared}");
}

/// Rows that have expired by the server's clock of the statement are left out on both sides.
#[test]
fn rows_that_expired() {
    static SEEN: Table = Table {
        name: "seen",
        columns: &[required("id", &[YdbType::Uint64]), nullable("at", &[YdbType::Timestamp])],
        key: &[0],
        ttl: Some(Ttl { column: 1, after: "PT1H", unit: None }),
        ..Table::EMPTY
    };
    let columns = [("id", YdbType::Uint64, false), ("at", YdbType::Timestamp, true), ("n", YdbType::Uint32, false)];
    let (mut old, paths) = (live("seen", &columns, &["at", "id"]), Paths::of("seen"));
    let ttl = |column: &str, tiers: &[(&str, Option<&str>)]| {
        let tier = |&(after, to): &(&str, Option<&str>)| LiveTtlTier { after: after.into(), to: to.map(Into::into) };
        let unit = (column == "n").then_some(TtlUnit::Milliseconds);
        LiveTtl { column: column.into(), tiers: tiers.iter().map(tier).collect(), unit }
    };
    let by_time = "COALESCE(CAST(DateTime::ToSeconds(`at`) AS Int64) > \
                   CAST(DateTime::ToSeconds(CurrentUtcTimestamp()) AS Int64) - 3600, true)";
    let by_number = "COALESCE(CAST(`n` AS Int64) / 1000 > \
                     CAST(DateTime::ToSeconds(CurrentUtcTimestamp()) AS Int64) - 86400, true)";
    for (ttl, wanted) in [
        (None, by_time.to_owned()),
        (Some(ttl("at", &[("PT1H", None)])), by_time.to_owned()),
        // Both tables delete rows, each by its own TTL.
        (Some(ttl("n", &[("PT1S", Some("/cold")), ("P1D", None)])), format!("{by_number} AND {by_time}")),
        // Rows are only moved, not deleted.
        (Some(ttl("n", &[("P1D", Some("/cold"))])), by_time.to_owned()),
    ] {
        old.settings = Some(LiveSettings { ttl, ..LiveSettings::default() });
        let pair = TablePair::new(&SEEN, &old, &paths);
        assert_eq!(pair.counts().matches(&format!("\nWHERE {wanted}")).count(), 2, "{}", pair.counts());
        let page = pair.compare(&ends(None, Some(&[false, false])), &["id"]);
        assert_eq!(page.matches(&format!(" AND {wanted}")).count(), 2, "{page}");
        assert_eq!(pair.extra(&ends(None, None)).matches(&wanted).count(), 1);
        // All rows are copied; the copy does not leave out expired ones.
        assert!(!pair.copy(&ends(None, None)).contains("CurrentUtcTimestamp"));
        assert!(pair.obstacles().is_empty());
    }
}

/// Nullable columns are compared after the join.
#[test]
fn joins_of_keys_with_null() {
    let old = visits(true);
    let paths = Paths::of("visits");
    let pair = TablePair::new(&VISITS, &old, &paths);
    assert!(pair.compare(&ends(None, None), &pair.groups(10_000)[0]).ends_with(
        "\nJOIN `visits__ydb_keys_new` AS n ON n.`site` = o.`site`\n\
         WHERE (n.`page` = o.`page` OR (n.`page` IS NULL AND o.`page` IS NULL)) \
         AND (n.`visitor` = o.`visitor` OR (n.`visitor` IS NULL AND o.`visitor` IS NULL))"
    ));
}

/// A table has 200 columns with names of 27 characters: statements are split if possible, and each part has the key.
#[test]
fn texts_of_a_wide_table_stay_below_the_limit() {
    const LIMIT: usize = 10_000;
    let name = |i: usize| -> &'static str { format!("a_column_with_a_long_name_{i:03}").leak() };
    let columns: Vec<ColumnDef> = (0..200).map(|i| ColumnDef { name: name(i), ..ORDERS.columns[0] }).collect();
    let table: &'static Table = Box::leak(Box::new(Table { columns: columns.leak(), indexes: &[], ..ORDERS }));
    let of = |nullable: bool| {
        let columns: Vec<_> = table
            .columns
            .iter()
            .enumerate()
            .map(|(i, column)| (column.name, YdbType::Uint64, nullable && i > 0))
            .collect();
        live("wide", &columns, &[table.columns[0].name])
    };
    let (old, paths) = (of(false), Paths::of("wide"));
    let pair = TablePair::new(table, &old, &paths);
    assert_eq!(pair.too_long(LIMIT), None);
    let groups = pair.groups(LIMIT);
    assert!(groups.len() > 1);
    let mut all: BTreeSet<&str> = BTreeSet::new();
    for group in &groups {
        assert!(pair.compare(&ends(Some(&[false]), Some(&[false])), group).len() <= LIMIT);
        assert_eq!(group[..2], ["order_hash", table.columns[0].name]);
        all.extend(group.iter().copied());
    }
    assert_eq!(all.len(), 201);
    // Each column that becomes NOT NULL is named three more times in a statement that cannot be split.
    let old = of(true);
    let obstacle = TablePair::new(table, &old, &paths).too_long(LIMIT).unwrap();
    assert!(obstacle.contains("declare some of the 199 columns that become NOT NULL as an `Option`"), "{obstacle}");
}

#[test]
fn rows_that_a_copy_fails_at() {
    let (old, paths) = (orders(), Paths::of("dir/orders"));
    let pair = TablePair::new(&ORDERS, &old, &paths);
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

/// Rows can collide if a column is removed from the key, unless the layout declares it as a hash of other columns.
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
        TablePair::new(&ORDERS, &old, &Paths::of("orders")).may_collide()
    };
    assert!(!collide(&["order_id"], None));
    assert!(collide(&["order_id", "note"], None));
    assert!(collide(&["old_hash", "order_id"], None));
    assert!(!collide(&["old_hash", "order_id"], Some("v1: old_hash = xxh3(order_id Uint64), order_id Uint64")));
    assert!(collide(&["old_hash", "note"], Some("v1: old_hash = xxh3(order_id Uint64), order_id Uint64, note Utf8")));
}

/// A range of the new table, searched for in the old one by the old key.
#[test]
fn rows_that_only_the_new_table_has() {
    let (old, paths) = (orders(), Paths::of("orders"));
    let pair = TablePair::new(&ORDERS, &old, &paths);
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
    assert!(!TablePair::new(&ORDERS, &old, &paths).looks_up());
    old.attributes.insert(Layout::ATTRIBUTE.into(), "v1: h = xxh3(order_id Uint64), order_id Uint64".into());
    let pair = TablePair::new(&ORDERS, &old, &paths);
    assert!(pair.looks_up());
    assert_eq!(
        pair.extra(&ends(None, None)),
        "SELECT n.`order_hash` AS `order_hash`, n.`order_id` AS `order_id`, n.`__ydb_keys_hash` AS `__ydb_keys_hash`\n\
         FROM (SELECT `order_hash`, `order_id`, Digest::XXH3(ToBytes(`order_id`)) AS `__ydb_keys_hash` \
         FROM `orders__ydb_keys_new`) AS n\n\
         LEFT ONLY JOIN `orders` AS o ON n.`order_id` = o.`order_id` AND n.`__ydb_keys_hash` = o.`h`"
    );
    let old = live("orders", &columns, &["note", "order_id"]);
    let pair = TablePair::new(&ORDERS, &old, &paths);
    assert!(pair.looks_up());
    assert!(
        pair.extra(&ends(None, None))
            .ends_with("LEFT ONLY JOIN `orders` AS o ON n.`order_id` = o.`order_id` AND n.`note` = o.`note`")
    );
}

/// A join never matches NULL; rows with NULL are searched for with NULL in the text.
#[test]
fn rows_with_null_are_searched_for_one_by_one() {
    let old = visits(true);
    let paths = Paths::of("visits");
    let pair = TablePair::new(&VISITS, &old, &paths);
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
