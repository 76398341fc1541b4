//! Tests of the texts of statements, with their tables.

mod copies;

use std::collections::BTreeSet;

use ydb_keys::schema::{ColumnDef, HashDef, HashFunction, IndexDef, IndexKind, Store};
use ydb_keys::types::ColumnInfo;
use ydb_keys::{Layout, Table, Value, YdbType};
use ydb_keys_core::schema::path::TablePath;

use super::{Digest, Paths, RangeEnds, TablePair, greatest, restart, row_hash, serials};
use crate::live::{LiveColumn, LiveDefault, LiveTable};

const fn required(name: &'static str, ty: &'static [YdbType]) -> ColumnDef {
    ColumnDef::new(name, ColumnInfo::new(ty))
}

const fn nullable(name: &'static str, ty: &'static [YdbType]) -> ColumnDef {
    ColumnDef::new(name, ColumnInfo { nullable: true, ..ColumnInfo::new(ty) })
}

/// Table with `primary_key(order_hash = numeric_hash(order_id), order_id)`.
static ORDERS: Table = Table {
    name: "orders",
    columns: &[
        required("order_id", &[YdbType::Uint64]),
        nullable("amount", &[YdbType::Double]),
        required("note", &[YdbType::Utf8]),
        nullable("weight", &[YdbType::DyNumber]),
        nullable("later", &[YdbType::Utf8]),
        ColumnDef { serial: true, ..required("number", &[YdbType::Int32]) },
    ],
    key: &[0],
    hash: Some(HashDef { name: "order_hash", function: HashFunction::NumericHash, inputs: &[0], buckets: None }),
    indexes: &[IndexDef { name: "by_note", kind: IndexKind::Unique, hash: None, on: &[2, 1], cover: &[] }],
    ..Table::EMPTY
};

/// Table with `primary_key(site, page, visitor)`; the last two are nullable.
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
        default: LiveDefault::Unreported,
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
        index_samples: std::collections::BTreeMap::new(),
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

/// Returns the table `visits` with another order of the key.
fn visits(nullable: bool) -> LiveTable {
    let columns =
        [("site", YdbType::Utf8, false), ("page", YdbType::Utf8, nullable), ("visitor", YdbType::Uint64, nullable)];
    live("visits", &columns, &["visitor", "page", "site"])
}

fn ends(after: Option<&[bool]>, upto: Option<&[bool]>) -> RangeEnds {
    RangeEnds { after: after.map(<[bool]>::to_vec), upto: upto.map(<[bool]>::to_vec) }
}

/// A server can be configured not to infer types. Every parameter of every statement must be declared, and nothing
/// else.
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
        let paths = Paths::of(&*old.path);
        let pair = TablePair::new(table, old, &paths);
        let old_key: Vec<bool> = pair.old_key().map(|column| column.nullable).collect();
        let new_key: Vec<bool> = pair.new_key().map(|column| column.nullable).collect();
        let compared: Vec<bool> = pair.compared_keys().iter().map(|column| column.nullable).collect();
        let bounds = |key: &[bool]| [None, Some(vec![false; key.len()]), Some(key.to_vec())];
        let mut texts = vec![pair.counts(), pair.count_old(), pair.delete_new(), pair.collisions()];
        texts.extend(bounds(&old_key).map(|after| pair.last_key(after)));
        texts.extend(bounds(&new_key).map(|after| pair.last_new_key(after)));
        for after in bounds(&old_key) {
            for upto in bounds(&old_key) {
                let ends = RangeEnds { after: after.clone(), upto };
                texts.push(pair.copy(&ends));
                texts.extend(pair.groups(400).iter().map(|group| pair.compare(&ends, group)));
            }
        }
        for after in bounds(&new_key) {
            texts.extend(bounds(&new_key).map(|upto| pair.extra(&RangeEnds { after: after.clone(), upto })));
        }
        texts.push(pair.found(&[vec![false; compared.len()], compared]));
        texts.extend(pair.unique().map(|(_, _, text)| text));
        texts.extend(pair.tightened().map(|column| pair.nulls(column)));
        texts.extend(
            serials(table).flat_map(|column| {
                [greatest(&paths.new, column), restart(&TablePath::new("/db", &paths.new), column, 8)]
            }),
        );
        for text in texts {
            assert_eq!(declared(&text), used(&text), "{text}");
        }
    }
}

/// Returns the parameters that a statement declares.
fn declared(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("DECLARE "));
    lines.filter_map(|line| line.split_once(" AS ")).map(|(name, _)| name).collect()
}

/// Returns the parameters that a statement uses.
fn used(text: &str) -> BTreeSet<&str> {
    let body = text.lines().filter(|line| !line.starts_with("DECLARE "));
    let names = body.flat_map(|line| line.match_indices('$').map(|(at, _)| &line[at..]));
    let end =
        |name: &str| name[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(name.len(), |at| at + 1);
    names.map(|name| &name[..end(name)]).collect()
}

#[test]
fn hashes_tell_rows_apart() {
    let mut bytes = Vec::new();
    let mut hash = |values: &[Value<'_>]| row_hash(values, &mut bytes);
    let text = |text: &'static str| Value::Utf8(text.into());
    assert_ne!(hash(&[text("a"), text("b")]), hash(&[text("b"), text("a")]));
    // Lengths, types and NULL make a difference.
    assert_ne!(hash(&[text("ab"), text("")]), hash(&[text("a"), text("b")]));
    assert_ne!(hash(&[Value::Null, text("")]), hash(&[text(""), Value::Null]));
    assert_ne!(hash(&[Value::Uint32(1)]), hash(&[Value::Int32(1)]));
    assert_ne!(hash(&[Value::Double(0.0)]), hash(&[Value::Double(-0.0)]));
    assert_eq!(hash(&[Value::Double(f64::NAN)]), hash(&[Value::Double(f64::NAN)]));
}

/// If two groups of columns exchange their digests, the whole digest differs.
#[test]
fn digests_of_groups_count_in_their_order() {
    let [one, two] = [3, 5].map(|sum| Digest { rows: 2, sum });
    let all = |groups: [Digest; 2]| groups.into_iter().fold(Digest::default(), Digest::and);
    assert_eq!(all([one, two]), all([one, two]));
    assert_ne!(all([one, two]), all([two, one]));
    assert_ne!(all([one, two]), all([Digest { rows: 3, ..one }, two]));
}

/// NULL sorts before all values, and no comparison with it is true.
#[test]
fn ranges_of_keys_with_null() {
    let old = visits(true);
    let paths = Paths::of("visits");
    let pair = TablePair::new(&VISITS, &old, &paths);
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

#[test]
fn tuples_where_nothing_is_null() {
    let old = LiveTable { primary_key: vec!["visitor".into(), "site".into()], ..visits(false) };
    let paths = Paths::of("visits");
    let pair = TablePair::new(&VISITS, &old, &paths);
    assert!(
        pair.copy(&ends(Some(&[false, false]), Some(&[false, false]))).ends_with(
            "\nWHERE (`visitor`, `site`) > ($after_0, $after_1) AND (`visitor`, `site`) <= ($upto_0, $upto_1)"
        )
    );
}
