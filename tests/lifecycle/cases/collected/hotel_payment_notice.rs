//! The table `hotel/paymentNotice`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `hotel/paymentNotice`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "hotel/paymentNotice")]
#[ydb(primary_key(house_id, bank_code, notice_key))]
#[ydb(partitioning(by_load))]
#[ydb(ttl(column = checked_at, after = "P30D"))]
#[ydb(index(ixPaymentNoticeHandled, on(house_id, handled_at)))]
pub struct PaymentNotice {
    #[ydb(rename = "houseId")]
    pub house_id: String,
    #[ydb(rename = "bankCode")]
    pub bank_code: String,
    #[ydb(rename = "noticeKey")]
    pub notice_key: String,
    #[ydb(type = "Json")]
    pub body: String,
    #[ydb(rename = "checkedAt")]
    pub checked_at: SystemTime,
    #[ydb(rename = "handledAt")]
    pub handled_at: Option<SystemTime>,
    pub fault: Option<String>,
    #[ydb(rename = "handledBy")]
    pub handled_by: Option<String>,
}
