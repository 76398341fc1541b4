//! The table `site_builder/lines`.

use ydb_keys::YdbTable;

/// A row of the table `site_builder/lines`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "site_builder/lines")]
#[ydb(primary_key(talk_id, made_at, line_id))]
#[ydb(index(site_idx, on(site_id, made_at)))]
pub struct Lines {
    pub talk_id: String,
    pub made_at: String,
    pub line_id: String,
    pub site_id: String,
    pub kind: String,
    pub body: String,
}
