//! The table `bank/payment_parts`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `bank/payment_parts`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "bank/payment_parts")]
#[ydb(primary_key(payment_id, bundle_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `bank/payment_parts` WHERE `payment_id` IS NULL OR `bundle_id` IS NULL` lists such
// rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_load, max = 6, at_keys(("-R"), ("A-"), ("F-"), ("a-"), ("k-"))))]
#[ydb(index(IX_PAYMENT_PARTS_BUNDLE_ID, on(bundle_id)))]
pub struct PaymentParts {
    pub payment_id: String,
    pub bundle_id: String,
    pub link_id: Option<String>,
    pub sys_made: Option<SystemTime>,
    pub sys_import: Option<bool>,
    pub sys_sn: Option<i64>,
}
