use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `http_request_log`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "http_request_log")]
#[ydb(primary_key(id))]
pub struct HttpRequestLog {
    pub id: Uuid,
    pub line: String,
}
