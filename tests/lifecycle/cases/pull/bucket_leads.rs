use ydb_keys::YdbTable;

/// A row of the table `feed`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed")]
// `shard` was xxh3(event_id, at) % 24 in all 931 sampled rows.
#[ydb(primary_key(shard = xxh3(event_id, at) % 24, at, event_id))]
#[ydb(index(by_note, on(note_shard = numeric_hash(event_id) % 3, note)))]
pub struct Feed {
    pub at: u64,
    pub event_id: u64,
    pub note: Option<String>,
}
