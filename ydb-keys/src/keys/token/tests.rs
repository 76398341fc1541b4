//! Scans for tests, which make and read their tokens.

use std::ops::Bound;

use super::scope::Scope;
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::schema::{ColumnDef, HashDef, HashFunction, IndexDef, IndexKind, Table};
use ydb_keys_core::types::{Column, Value, YdbType};

pub(super) const ORDERS: Table = Table {
    name: "orders",
    columns: &[
        ColumnDef::new("order_id", <u64 as Column>::INFO),
        ColumnDef::new("customer", <Option<String> as Column>::INFO),
    ],
    key: &[0],
    hash: Some(HashDef { name: "order_hash", function: HashFunction::NumericHash, inputs: &[0], buckets: None }),
    ..Table::EMPTY
};
pub(super) const EVENTS: Table = Table {
    name: "dir/user events",
    columns: &[ColumnDef::new("part", <u8 as Column>::INFO), ColumnDef::new("id", <String as Column>::INFO)],
    hash: Some(HashDef { name: "h", function: HashFunction::Xxh3, inputs: &[1, 0], buckets: None }),
    ..Table::EMPTY
};
pub(super) const BY_CUSTOMER: IndexDef =
    IndexDef { name: "by_customer", kind: IndexKind::Sync, hash: None, on: &[], cover: &[] };
/// Makes a column of the order of a scan.
pub(super) const fn order_column(name: &'static str, ty: YdbType, nullable: bool) -> Member {
    Member { name, ty, optional: nullable, may_be_null: nullable }
}

pub(super) const ORDER_ID: Member = order_column("order_id", YdbType::Uint64, false);
pub(super) const CUSTOMER: Member = order_column("customer", YdbType::Utf8, true);

pub(super) fn orders() -> Scope<'static> {
    Scope {
        table: &ORDERS,
        index: None,
        order: &[ORDER_ID],
        fixed: &[],
        from: Bound::Unbounded,
        to: Bound::Unbounded,
        descending: false,
        slice: None,
        export: false,
    }
}

/// Makes the scan of one customer's orders by the index, up to some order, last first.
pub(super) fn by_customer<'a>(fixed: &'a [Value<'a>]) -> Scope<'a> {
    Scope {
        index: Some(&BY_CUSTOMER),
        order: &[CUSTOMER, ORDER_ID],
        fixed,
        to: Bound::Excluded(()),
        descending: true,
        ..orders()
    }
}

pub(super) const EVENT_BUCKET: HashDef =
    HashDef { name: "shard", function: HashFunction::Xxh3, inputs: &[1], buckets: Some(16) };
pub(super) const FEED: Table = Table {
    name: "feed",
    columns: &[ColumnDef::new("at", <u64 as Column>::INFO), ColumnDef::new("event_id", <u64 as Column>::INFO)],
    key: &[0, 1],
    hash: Some(EVENT_BUCKET),
    ..Table::EMPTY
};
pub(super) const AT: Member = order_column("at", YdbType::Uint64, false);
pub(super) const EVENT_ID: Member = Member { name: "event_id", ..AT };

pub(super) fn feed() -> Scope<'static> {
    Scope { table: &FEED, order: &[AT, EVENT_ID], ..orders() }
}

pub(super) fn utf8(text: &'static str) -> Value<'static> {
    Value::Utf8(text.into())
}
