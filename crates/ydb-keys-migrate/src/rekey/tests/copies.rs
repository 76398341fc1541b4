//! The statements that copy and compare, and their length.

use std::collections::BTreeSet;

use ydb_keys::schema::ColumnDef;
use ydb_keys::{Table, YdbType};
use ydb_keys_core::schema::settings::{Ttl, TtlUnit};

use super::{ORDERS, VISITS, ends, live, nullable, orders, required, visits};
use crate::live::{LiveSettings, LiveTtl, LiveTtlTier};
use crate::rekey::{Pair, Paths};

/// The statements of a copy into a hashed key: `note` becomes NOT NULL, `later` is new, `gone` is not copied.
#[test]
fn statements_of_a_hashed_key() {
    let (old, paths) = (orders(), Paths::of("orders"));
    // The column `gone` is kept; see `kept_columns`.
    let pair = Pair::new(&ORDERS, &old, &paths).dropping(true);
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

/// A column that only the old table has is created, copied and compared, as the old table has it.
#[test]
fn kept_columns() {
    let (old, paths) = (orders(), Paths::of("orders"));
    let pair = Pair::new(&ORDERS, &old, &paths);
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
        // Nothing is deleted, only moved.
        (Some(ttl("n", &[("P1D", Some("/cold"))])), by_time.to_owned()),
    ] {
        old.settings = Some(LiveSettings { ttl, ..LiveSettings::default() });
        let pair = Pair::new(&SEEN, &old, &paths);
        assert_eq!(pair.counts().matches(&format!("\nWHERE {wanted}")).count(), 2, "{}", pair.counts());
        let page = pair.compare(&ends(None, Some(&[false, false])), &["id"]);
        assert_eq!(page.matches(&format!(" AND {wanted}")).count(), 2, "{page}");
        assert_eq!(pair.extra(&ends(None, None)).matches(&wanted).count(), 1);
        // All rows are copied, and who copies does not ask.
        assert!(!pair.copy(&ends(None, None)).contains("CurrentUtcTimestamp"));
        assert!(pair.obstacles().is_empty());
    }
}

/// Nullable columns are compared after the join.
#[test]
fn joins_of_keys_with_null() {
    let old = visits(true);
    let paths = Paths::of("visits");
    let pair = Pair::new(&VISITS, &old, &paths);
    assert!(pair.compare(&ends(None, None), &pair.groups(10_000)[0]).ends_with(
        "\nJOIN `visits__ydb_keys_new` AS n ON n.`site` = o.`site`\n\
         WHERE (n.`page` = o.`page` OR (n.`page` IS NULL AND o.`page` IS NULL)) \
         AND (n.`visitor` = o.`visitor` OR (n.`visitor` IS NULL AND o.`visitor` IS NULL))"
    ));
}

/// A table of 200 columns with names of 27 characters: statements are split where possible, and each part has the key.
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
    let pair = Pair::new(table, &old, &paths);
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
    // Each column that becomes NOT NULL is named three more times, in a statement that cannot be split.
    let old = of(true);
    let obstacle = Pair::new(table, &old, &paths).too_long(LIMIT).unwrap();
    assert!(obstacle.contains("declare some of the 199 columns that become NOT NULL as an `Option`"), "{obstacle}");
}
