//! The texts of the statements, and what digests tell apart.

use std::collections::BTreeSet;

use super::{Digest, Ends, Pair, Paths, greatest, restart, row_hash, serials};
use crate::migrate::live::{LiveColumn, LiveDefault, LiveTable};
use crate::schema::{ColumnDef, HashDef, HashFunction, IndexDef, IndexKind, Layout, Store, Table};
use crate::types::{ColumnInfo, Value, YdbType};

const fn required(name: &'static str, ty: &'static [YdbType]) -> ColumnDef {
    ColumnDef::new(name, ColumnInfo::new(ty))
}

const fn nullable(name: &'static str, ty: &'static [YdbType]) -> ColumnDef {
    ColumnDef::new(name, ColumnInfo { nullable: true, ..ColumnInfo::new(ty) })
}

/// `primary_key(order_hash = numeric_hash(order_id), order_id)`
static ORDERS: Table = Table {
    name: "orders",
    columns: &[
        required("order_id", &[YdbType::Uint64]),
        nullable("amount", &[YdbType::Double]),
        required("note", &[YdbType::Utf8]),
        nullable("weight", &[YdbType::DyNumber]),
        nullable("later", &[YdbType::Utf8]),
        required("number", &[YdbType::Int32]).serial(),
    ],
    key: &[0],
    hash: Some(HashDef { name: "order_hash", function: HashFunction::NumericHash, inputs: &[0] }),
    indexes: &[IndexDef { name: "by_note", kind: IndexKind::Unique, on: &[2, 1], cover: &[] }],
    ..Table::EMPTY
};

/// `primary_key(site, page, visitor)` with NULL allowed in the last two.
static VISITS: Table = Table {
    name: "visits",
    columns: &[
        required("site", &[YdbType::Utf8]),
        nullable("page", &[YdbType::Utf8]),
        nullable("visitor", &[YdbType::Uint64]),
    ],
    key: &[0, 1, 2],
    ..Table::EMPTY
};

fn live(path: &str, columns: &[(&str, YdbType, bool)], key: &[&str]) -> LiveTable {
    let column = |&(name, ty, nullable): &(&str, YdbType, bool)| LiveColumn {
        name: name.to_owned(),
        ty: Some(ty),
        type_text: ty.to_string(),
        nullable,
        family: None,
        serial: None,
        default: LiveDefault::Untold,
    };
    LiveTable {
        path: path.to_owned(),
        columns: columns.iter().map(column).collect(),
        primary_key: key.iter().map(|name| (*name).to_owned()).collect(),
        store: Store::Row,
        indexes: Vec::new(),
        attributes: Default::default(),
        settings: None,
        hash_sample: None,
        rights: None,
    }
}

fn orders() -> LiveTable {
    let columns = [
        ("order_id", YdbType::Uint64, false),
        ("amount", YdbType::Double, true),
        ("note", YdbType::Utf8, true),
        ("weight", YdbType::DyNumber, true),
        ("number", YdbType::Int32, false),
        ("gone", YdbType::Utf8, true),
    ];
    live("orders", &columns, &["order_id"])
}

/// Visits in another order of the key.
fn visits(nullable: bool) -> LiveTable {
    let columns =
        [("site", YdbType::Utf8, false), ("page", YdbType::Utf8, nullable), ("visitor", YdbType::Uint64, nullable)];
    live("visits", &columns, &["visitor", "page", "site"])
}

fn ends(after: Option<&[bool]>, upto: Option<&[bool]>) -> Ends {
    Ends { after: after.map(<[bool]>::to_vec), upto: upto.map(<[bool]>::to_vec) }
}

/// The statements of a copy into a hashed key: `note` becomes NOT NULL, `later` is new, `gone` is left behind.
#[test]
fn statements_of_a_hashed_key() {
    let (old, paths) = (orders(), Paths::of("orders"));
    let pair = Pair::new(&ORDERS, &old, &paths);
    assert_eq!(
        pair.last_key(None),
        "DECLARE $skip AS Uint64;\nSELECT `order_id`\nFROM `orders`\nORDER BY `order_id`\nLIMIT 1 OFFSET $skip"
    );
    assert_eq!(
        pair.last_key(Some(vec![false])),
        "DECLARE $after_0 AS Uint64;\nDECLARE $skip AS Uint64;\nSELECT `order_id`\nFROM `orders`\nWHERE `order_id` > $after_0\nORDER BY `order_id`\nLIMIT 1 OFFSET $skip"
    );
    assert_eq!(
        pair.copy(&ends(Some(&[false]), Some(&[false]))),
        "DECLARE $after_0 AS Uint64;\nDECLARE $upto_0 AS Uint64;\n\
         UPSERT INTO `orders__ydb_keys_new`\n\
         SELECT Digest::NumericHash(`order_id`) AS `order_hash`, `order_id`, `amount`, `note`, `weight`, `number`\n\
         FROM (SELECT `order_id`, `amount`, \
         Unwrap(`note`, 'NULL in column note, which is NOT NULL in the new table') AS `note`, `weight`, `number` FROM `orders`\n\
         WHERE `order_id` > $after_0 AND `order_id` <= $upto_0)"
    );
    assert_eq!(
        pair.compare(&ends(None, Some(&[false])), &pair.groups(10_000)[0]),
        "DECLARE $upto_0 AS Uint64;\n\
         SELECT false AS __ydb_keys_new, o.`order_hash` AS `order_hash`, o.`order_id` AS `order_id`, o.`amount` AS `amount`, \
         o.`note` AS `note`, CAST(o.`weight` AS Utf8) AS `weight`, o.`number` AS `number`\n\
         FROM (SELECT Digest::NumericHash(`order_id`) AS `order_hash`, `order_id`, `amount`, `note`, `weight`, `number`\n\
         FROM (SELECT `order_id`, `amount`, \
         Unwrap(`note`, 'NULL in column note, which is NOT NULL in the new table') AS `note`, `weight`, `number` FROM `orders`\n\
         WHERE `order_id` <= $upto_0)) AS o\n\
         UNION ALL\n\
         SELECT true AS __ydb_keys_new, n.`order_hash` AS `order_hash`, n.`order_id` AS `order_id`, n.`amount` AS `amount`, \
         n.`note` AS `note`, CAST(n.`weight` AS Utf8) AS `weight`, n.`number` AS `number`\n\
         FROM (SELECT Digest::NumericHash(`order_id`) AS `order_hash`, `order_id`\n\
         FROM `orders`\n\
         WHERE `order_id` <= $upto_0) AS o\n\
         JOIN `orders__ydb_keys_new` AS n ON n.`order_hash` = o.`order_hash` AND n.`order_id` = o.`order_id`"
    );
    assert_eq!(
        pair.counts(),
        "SELECT false AS __ydb_keys_new, COUNT(*) AS __ydb_keys_rows\nFROM `orders`\n\
         UNION ALL\n\
         SELECT true AS __ydb_keys_new, COUNT(*) AS __ydb_keys_rows\nFROM `orders__ydb_keys_new`"
    );
    assert_eq!(pair.count_old(), "SELECT COUNT(*) AS __ydb_keys_rows\nFROM `orders`");
}

/// A range of the new table, and the old one asked by its own key.
#[test]
fn rows_that_only_the_new_table_has() {
    let (old, paths) = (orders(), Paths::of("orders"));
    let pair = Pair::new(&ORDERS, &old, &paths);
    assert!(pair.looks_up());
    assert_eq!(
        pair.last_new_key(Some(vec![false, false])),
        "DECLARE $after_0 AS Uint64;\nDECLARE $after_1 AS Uint64;\nDECLARE $skip AS Uint64;\n\
         SELECT `order_hash`, `order_id`\nFROM `orders__ydb_keys_new`\n\
         WHERE (`order_hash`, `order_id`) > ($after_0, $after_1)\nORDER BY `order_hash`, `order_id`\nLIMIT 1 OFFSET $skip"
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

/// The old key begins with a hash that the model does not have, or with a column that is no key column any more.
#[test]
fn the_old_table_is_asked_by_its_own_key() {
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

/// A join leaves NULL out: those rows are asked for with NULL in the text.
#[test]
fn rows_with_null_are_asked_for_one_by_one() {
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

/// A server may be configured not to infer types: every parameter of every text is declared, and nothing else is.
#[test]
fn every_parameter_is_declared() {
    let (orders, visits) = (orders(), visits(true));
    let hashed = {
        let mut hashed = self::orders();
        hashed.columns.push(LiveColumn { name: "h".into(), ..hashed.columns[0].clone() });
        hashed.primary_key = vec!["h".into(), "order_id".into()];
        hashed.attributes.insert(Layout::ATTRIBUTE.into(), "v1: h = xxh3(order_id Uint64), order_id Uint64".into());
        hashed
    };
    let cases = [(&ORDERS, &orders), (&ORDERS, &hashed), (&VISITS, &visits)];
    for (table, old) in cases {
        let paths = Paths::of(&old.path);
        let pair = Pair::new(table, old, &paths);
        let old_key: Vec<bool> = pair.old_key().map(|column| column.nullable).collect();
        let new_key: Vec<bool> = pair.new_key().map(|column| column.nullable).collect();
        let compared: Vec<bool> = pair.compared_keys().iter().map(|column| column.nullable).collect();
        let bounds = |key: &[bool]| [None, Some(vec![false; key.len()]), Some(key.to_vec())];
        let mut texts = vec![pair.counts(), pair.count_old(), pair.delete_new(), pair.collisions()];
        texts.extend(bounds(&old_key).map(|after| pair.last_key(after)));
        texts.extend(bounds(&new_key).map(|after| pair.last_new_key(after)));
        for after in bounds(&old_key) {
            for upto in bounds(&old_key) {
                let ends = Ends { after: after.clone(), upto };
                texts.push(pair.copy(&ends));
                texts.extend(pair.groups(400).iter().map(|group| pair.compare(&ends, group)));
            }
        }
        for after in bounds(&new_key) {
            texts.extend(bounds(&new_key).map(|upto| pair.extra(&Ends { after: after.clone(), upto })));
        }
        texts.push(pair.found(&[vec![false; compared.len()], compared]));
        texts.extend(pair.unique().map(|(_, _, text)| text));
        texts.extend(pair.tightened().map(|column| pair.nulls(column)));
        texts.extend(
            serials(table).flat_map(|column| [greatest(&paths.new, column), restart("/db", &paths.new, column, 8)]),
        );
        for text in texts {
            assert_eq!(declared(&text), used(&text), "{text}");
        }
    }
}

/// The parameters that a text declares.
fn declared(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("DECLARE "));
    lines.filter_map(|line| line.split_once(" AS ")).map(|(name, _)| name).collect()
}

/// The parameters that it uses.
fn used(text: &str) -> BTreeSet<&str> {
    let body = text.lines().filter(|line| !line.starts_with("DECLARE "));
    let names = body.flat_map(|line| line.match_indices('$').map(|(at, _)| &line[at..]));
    let end =
        |name: &str| name[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(name.len(), |at| at + 1);
    names.map(|name| &name[..end(name)]).collect()
}

#[test]
fn statements_that_explain_and_settle() {
    let (old, paths) = (orders(), Paths::of("dir/orders"));
    let pair = Pair::new(&ORDERS, &old, &paths);
    assert_eq!(pair.nulls(&ORDERS.columns[2]), "SELECT `order_id`\nFROM `dir/orders`\nWHERE `note` IS NULL\nLIMIT 3");
    assert_eq!(
        pair.collisions(),
        "SELECT `order_id`, COUNT(*) AS __ydb_keys_rows\nFROM `dir/orders`\nGROUP BY `order_id`\nHAVING COUNT(*) > 1\nLIMIT 3"
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
        restart("/Root/db", "dir/orders", serials[0], 8),
        "ALTER SEQUENCE `/Root/db/dir/orders/_serial_column_number`\nRESTART WITH 8"
    );
}

/// NULL sorts before all values, and no comparison is true of it.
#[test]
fn ranges_of_keys_with_null() {
    let old = visits(true);
    let paths = Paths::of("visits");
    let pair = Pair::new(&VISITS, &old, &paths);
    let condition = |after, upto| {
        let text = pair.copy(&ends(after, upto));
        text.split_once("\nWHERE ").unwrap().1.to_owned()
    };
    assert_eq!(
        condition(Some(&[false, false, false]), None),
        "(`visitor` > $after_0 \
         OR (`visitor` = $after_0 AND (`page` > $after_1 OR (`page` = $after_1 AND `site` > $after_2))))"
    );
    assert_eq!(
        condition(Some(&[true, false, false]), None),
        "(`visitor` IS NOT NULL \
         OR (`visitor` IS NULL AND (`page` > $after_1 OR (`page` = $after_1 AND `site` > $after_2))))"
    );
    assert_eq!(
        condition(None, Some(&[false, true, false])),
        "(`visitor` < $upto_0 OR `visitor` IS NULL \
         OR (`visitor` = $upto_0 AND (`page` IS NULL AND `site` <= $upto_2)))"
    );
    assert_eq!(
        condition(None, Some(&[true, true, false])),
        "(`visitor` IS NULL AND (`page` IS NULL AND `site` <= $upto_2))"
    );
}

/// Columns that may hold NULL are compared after the join.
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

#[test]
fn tuples_where_nothing_is_null() {
    let old = LiveTable { primary_key: vec!["visitor".into(), "site".into()], ..visits(false) };
    let paths = Paths::of("visits");
    let pair = Pair::new(&VISITS, &old, &paths);
    assert!(
        pair.copy(&ends(Some(&[false, false]), Some(&[false, false]))).ends_with(
            "\nWHERE (`visitor`, `site`) > ($after_0, $after_1) AND (`visitor`, `site`) <= ($upto_0, $upto_1)"
        )
    );
}

/// Rows may fall together when a column leaves the key, unless the table says that it is the hash of others.
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

#[test]
fn digests_tell_rows_apart_in_any_order() {
    let mut bytes = Vec::new();
    let mut hash = |values: &[Value<'_>]| row_hash(values, &mut bytes);
    let text = |text: &'static str| Value::Utf8(text.into());
    let digest = |hashes: &[u64]| {
        let mut digest = Digest::default();
        hashes.iter().for_each(|hash| digest.add(*hash));
        digest
    };
    let (ab, ba) = (hash(&[text("a"), text("b")]), hash(&[text("b"), text("a")]));
    assert_eq!(digest(&[ab, ba]), digest(&[ba, ab]));
    assert_ne!(ab, ba);
    assert_ne!(digest(&[ab]), digest(&[ab, ab]));
    // Lengths, kinds and NULL count.
    assert_ne!(hash(&[text("ab"), text("")]), hash(&[text("a"), text("b")]));
    assert_ne!(hash(&[Value::Null, text("")]), hash(&[text(""), Value::Null]));
    assert_ne!(hash(&[Value::Uint32(1)]), hash(&[Value::Int32(1)]));
    assert_ne!(hash(&[Value::Double(0.0)]), hash(&[Value::Double(-0.0)]));
    assert_eq!(hash(&[Value::Double(f64::NAN)]), hash(&[Value::Double(f64::NAN)]));
}

/// A table of 200 columns with names of 27 characters: what can be cut is cut, and each part has the key.
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
    // Each column that becomes NOT NULL is named three times more, in a statement that cannot be cut.
    let old = of(true);
    let obstacle = Pair::new(table, &old, &paths).too_long(LIMIT).unwrap();
    assert!(obstacle.contains("declare some of the 199 columns that become NOT NULL as an `Option`"), "{obstacle}");
}
