//! Tests of the texts of statements, and the tables that they are about.

mod conflicts;
mod copies;
mod declared;
mod digests;
mod extra;
mod ranges;

use ydb_keys::schema::{ColumnDef, HashDef, HashFunction, IndexDef, IndexKind, Store};
use ydb_keys::types::ColumnInfo;
use ydb_keys::{Table, YdbType};

use crate::live::{LiveColumn, LiveDefault, LiveTable};
use crate::rekey::Ends;

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
        ColumnDef { serial: true, ..required("number", &[YdbType::Int32]) },
    ],
    key: &[0],
    hash: Some(HashDef { name: "order_hash", function: HashFunction::NumericHash, inputs: &[0], buckets: None }),
    indexes: &[IndexDef { name: "by_note", kind: IndexKind::Unique, hash: None, on: &[2, 1], cover: &[] }],
    ..Table::EMPTY
};

/// `primary_key(site, page, visitor)`; the last two are nullable.
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

/// Visits with another order of the key.
fn visits(nullable: bool) -> LiveTable {
    let columns =
        [("site", YdbType::Utf8, false), ("page", YdbType::Utf8, nullable), ("visitor", YdbType::Uint64, nullable)];
    live("visits", &columns, &["visitor", "page", "site"])
}

fn ends(after: Option<&[bool]>, upto: Option<&[bool]>) -> Ends {
    Ends { after: after.map(<[bool]>::to_vec), upto: upto.map(<[bool]>::to_vec) }
}
