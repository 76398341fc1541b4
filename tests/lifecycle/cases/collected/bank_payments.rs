//! The table `bank/payments`.

use std::time::SystemTime;

use ydb_keys::{Decimal, YdbTable};

// What this model does not declare of the table `bank/payments`:
// - The starts of its 56 partitions: ('4-'), ('44'), ('4A'), ....

/// A row of the table `bank/payments`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "bank/payments")]
#[ydb(primary_key(id))]
#[ydb(partitioning(by_load, min = 56, max = 56))]
#[ydb(index(IX_PAYMENTS_PAYER_ACCOUNT, on(payer_account)))]
#[ydb(index(IX_PAYMENTS_PAYER_BANK, on(payer_bank)))]
#[ydb(index(IX_PAYMENTS_PAYER_ID, on(payer_id)))]
#[ydb(index(IX_PAYMENTS_PAYEE_ACCOUNT, on(payee_account)))]
#[ydb(index(IX_PAYMENTS_PAYEE_BANK, on(payee_bank)))]
#[ydb(index(IX_PAYMENTS_PAYEE_ID, on(payee_id)))]
#[ydb(index(ix_payments_check_id, on(check_id)))]
#[ydb(index(ix_payments_day, on(day)))]
#[ydb(index(
    ix_payments_run_at,
    on(run_at, payer_account, payee_account),
    cover(sys_state, book_state)
))]
#[ydb(index(ix_payments_from_ident, on(from_ident)))]
#[ydb(index(ix_payments_to_ident, on(to_ident)))]
#[ydb(index(ix_payments_parts, on(parts)))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `ix_payments_day`"
))]
pub struct Payments {
    pub id: String,
    pub kind_id: Option<String>,
    pub direction: Option<String>,
    pub sum: Option<Decimal<22, 9>>,
    pub sum_payee: Option<Decimal<22, 9>>,
    pub currency: Option<String>,
    pub made_at: Option<SystemTime>,
    pub day: Option<SystemTime>,
    pub run_at: Option<SystemTime>,
    pub rejected: Option<bool>,
    pub fault: Option<String>,
    pub payer_type: Option<i32>,
    pub payer_id: Option<String>,
    pub payer_account: Option<String>,
    pub payer_bank: Option<String>,
    pub payee_type: Option<i32>,
    pub payee_id: Option<String>,
    pub payee_account: Option<String>,
    pub payee_bank: Option<String>,
    pub book_state: Option<String>,
    pub sys_state: Option<String>,
    pub priority: Option<i32>,
    pub document: Option<Vec<u8>>,
    pub attributes: Option<Vec<u8>>,
    pub parts: Option<String>,
    pub check_id: Option<String>,
    pub sys_sn: Option<i64>,
    pub from_ident: Option<String>,
    pub to_ident: Option<String>,
}
