use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `newtypes`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "newtypes")]
#[ydb(primary_key(id))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Newtypes {
    pub id: u64,
    #[ydb(type = "Datetime")]
    pub made: SystemTime,
    #[ydb(type = "Datetime")]
    pub changed: Option<SystemTime>,
    #[ydb(type = "Timestamp64")]
    pub exact: Option<SystemTime>,
    pub sequence: u64,
    pub label: Option<String>,
}
