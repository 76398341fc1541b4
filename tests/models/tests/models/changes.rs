//! Tests records of changefeeds of tables with buckets.

use ydb_keys::{ChangeError, ChangeRecord, YdbTable};

#[derive(YdbTable, Debug, PartialEq)]
#[ydb(table = "feed", primary_key(shard = numeric_hash(event_id) % 16, at, event_id))]
#[ydb(index(by_note, on(note_shard = xxh3(event_id) % 4, note)))]
#[ydb(changefeed(updates, mode = new_image))]
struct Event {
    at: u64,
    event_id: u64,
    note: Option<String>,
}

/// Tests the bucket of a record. `Digest::NumericHash(1001)` is 10138685143802077350 (`docs/guide/src/hashes.md`),
/// which is 6 modulo 16.
#[test]
fn the_bucket_of_a_record_is_that_of_its_key() {
    let read = |shard: u64| {
        let image = r#"{"note_shard": 3, "note": "lorem"}"#;
        let record = format!(r#"{{"key": [{shard}, 1700, 1001], "update": {{}}, "newImage": {image}}}"#);
        ChangeRecord::<Event>::from_json(record.as_bytes())
    };
    let Ok(ChangeRecord::Change(change)) = read(6) else { panic!("not a change") };
    assert_eq!((change.key.at, change.key.event_id), (1700, 1001));
    assert_eq!(change.new, Some(Event { at: 1700, event_id: 1001, note: Some("lorem".to_owned()) }));
    // Another bucket, one of 32 buckets, and the whole hash.
    for shard in [7, 22, 10_138_685_143_802_077_350] {
        let Err(error) = read(shard) else { panic!("{shard}") };
        let ChangeError::Hash { column: "shard", found, computed, .. } = &error else { panic!("{error}") };
        assert_eq!((found.to_string(), computed), (shard.to_string(), &ydb_keys::Value::Uint32(6)));
    }
}
