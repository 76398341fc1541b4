//! The table `hotel/inboxProbe`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `hotel/inboxProbe`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "hotel/inboxProbe")]
#[ydb(primary_key(address, caught_at))]
#[ydb(partitioning(by_load))]
#[ydb(ttl(column = caught_at, after = "PT6M"))]
pub struct InboxProbe {
    pub address: String,
    #[ydb(rename = "caughtAt")]
    pub caught_at: SystemTime,
    #[ydb(rename = "linkUrl")]
    pub link_url: Option<String>,
    pub topic: String,
}
