//! The table `bank/payment_parts`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `bank/payment_parts`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "bank/payment_parts")]
#[ydb(primary_key(payment_id, bundle_id))]
#[ydb(partitioning(by_load, max = 6, at_keys(("-R"), ("A-"), ("F-"), ("a-"), ("k-"))))]
#[ydb(index(IX_PAYMENT_PARTS_BUNDLE_ID, on(bundle_id)))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct PaymentParts {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub payment_id: String,
    pub bundle_id: Option<String>,
    pub link_id: Option<String>,
    pub sys_made: Option<SystemTime>,
    pub sys_import: Option<bool>,
    pub sys_sn: Option<i64>,
}
