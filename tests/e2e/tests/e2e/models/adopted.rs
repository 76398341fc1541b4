//! Models of tables from before this library: key columns without NOT NULL, like the good example of a hash in YDB's
//! documentation.

use std::time::SystemTime;

use ydb_keys::YdbTable;

use super::{Sample, at};

/// Model of `order_hash Uint64, order_id Uint64, .. PRIMARY KEY (order_hash, order_id)`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/adopted/orders", key_not_null = false, partitioning(uniform = 16))]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
pub(crate) struct AdoptedOrder {
    pub(crate) order_id: u64,
    pub(crate) customer: Option<String>,
    pub(crate) amount: f64,
}

impl Sample for AdoptedOrder {
    fn sample(n: u64) -> Self {
        AdoptedOrder { order_id: n, customer: (!n.is_multiple_of(3)).then(|| format!("c{n}")), amount: n as f64 / 4.0 }
    }

    fn changed(&self) -> Self {
        AdoptedOrder { customer: None, amount: -1.0, ..self.clone() }
    }
}

/// Model with a hash over two columns of several types, before a time.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/adopted/visits", key_not_null = false)]
#[ydb(primary_key(visit_hash = xxh3(site, user), site, user, at), partitioning(uniform = 16))]
pub(crate) struct AdoptedVisit {
    pub(crate) user: i32,
    pub(crate) site: String,
    #[ydb(type = "Datetime")]
    pub(crate) at: SystemTime,
    pub(crate) pages: Option<u32>,
}

impl Sample for AdoptedVisit {
    fn sample(n: u64) -> Self {
        AdoptedVisit { user: -((n % 2) as i32), site: format!("site {}", n % 3), at: at(n), pages: Some(n as u32) }
    }

    fn changed(&self) -> Self {
        AdoptedVisit { pages: None, ..self.clone() }
    }
}

/// Model without a hash.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/adopted/names", key_not_null = false, primary_key(name, version))]
pub(crate) struct AdoptedName {
    pub(crate) name: String,
    pub(crate) version: i64,
    pub(crate) owner: Option<u64>,
}

impl Sample for AdoptedName {
    fn sample(n: u64) -> Self {
        AdoptedName { name: format!("name {}", n % 7), version: 50 - n as i64, owner: Some(n) }
    }

    fn changed(&self) -> Self {
        AdoptedName { owner: None, ..self.clone() }
    }
}

/// Model with indexes, one of them with a leading bucket.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/adopted/receipts", key_not_null = false)]
#[ydb(primary_key(receipt_hash = int_hash64(receipt_id), receipt_id), partitioning(uniform = 16))]
#[ydb(index(by_customer, on(customer)), index(by_day, on(day_bucket = xxh3(receipt_id) % 4, day)))]
pub(crate) struct AdoptedReceipt {
    pub(crate) receipt_id: i64,
    pub(crate) customer: Option<u64>,
    #[ydb(type = "Date")]
    pub(crate) day: SystemTime,
}

impl Sample for AdoptedReceipt {
    fn sample(n: u64) -> Self {
        AdoptedReceipt { receipt_id: n as i64 - 5, customer: Some(n / 2), day: at(n * 86_400 + 6_400) }
    }

    fn changed(&self) -> Self {
        AdoptedReceipt { customer: None, ..self.clone() }
    }
}

/// Model with a leading bucket.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/adopted/feed", key_not_null = false, primary_key(shard = xxh3(id) % 4, at, id))]
pub(crate) struct AdoptedFeed {
    pub(crate) at: u64,
    pub(crate) id: u64,
    pub(crate) note: Option<String>,
}

impl Sample for AdoptedFeed {
    fn sample(n: u64) -> Self {
        AdoptedFeed { at: n / 3, id: n, note: n.is_multiple_of(2).then(|| "n".into()) }
    }

    fn changed(&self) -> Self {
        AdoptedFeed { note: Some("later".into()), ..self.clone() }
    }
}
