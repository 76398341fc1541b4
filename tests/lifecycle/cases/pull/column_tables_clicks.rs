use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `olap/clicks`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "olap/clicks")]
#[ydb(store = column)]
#[ydb(primary_key(at, user))]
#[ydb(partition_by_hash(user))]
#[ydb(partitioning(min = 12))]
#[ydb(ttl(column = at, after = "P90D"))]
#[ydb(family(packed, compression = "zstd"))]
#[ydb(family(plain, compression = "off"))]
pub struct Clicks {
    pub at: SystemTime,
    pub user: String,
    #[ydb(family = "packed")]
    pub url: Option<String>,
    #[ydb(rename = "referrer-url", family = "plain")]
    pub referrer_url: Option<String>,
}
