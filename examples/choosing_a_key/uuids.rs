//! Measures keys with UUIDs of each kind that programs generate.

use std::time::Duration;

use support::Result;
use uuid::{Builder, Uuid};
use ydb_keys::YdbTable;
use ydb_keys::ids::{ColumnId, RowId};

use crate::made::{random_bits, since_epoch};
use crate::measure::{Measure, ROWS};
use crate::story::{Picture, Story};

#[derive(YdbTable)]
#[ydb(table = "uuid/plain", primary_key(id))]
#[ydb(allow(monotonic_leading_key, reason = "the UUIDs of version 7 of this comparison"))]
struct Plain {
    id: Uuid,
    created: u64,
}

#[derive(YdbTable)]
#[ydb(table = "uuid/text", primary_key(id))]
struct AsText {
    id: String,
    created: u64,
}

#[derive(YdbTable)]
#[ydb(table = "uuid/hash", primary_key(id_hash = xxh3(id), id))]
struct Hash {
    id: Uuid,
    created: u64,
}

#[derive(YdbTable)]
#[ydb(table = "uuid/row_id", primary_key(id))]
struct OfRows {
    id: RowId,
    created: u64,
}

#[derive(YdbTable)]
#[ydb(table = "uuid/column_id", primary_key(id))]
#[ydb(allow(monotonic_leading_key, reason = "the bad key of this comparison"))]
struct OfColumns {
    id: ColumnId,
    created: u64,
}

fn v4(n: u64) -> Uuid {
    Builder::from_random_bytes(random_bits(n).to_be_bytes()).into_uuid()
}

fn v7(n: u64) -> Uuid {
    let mut random = [0; 10];
    random.copy_from_slice(&random_bits(n).to_be_bytes()[..10]);
    Builder::from_unix_timestamp_millis(since_epoch(n).as_millis() as u64, &random).into_uuid()
}

/// Returns the result of `RowId::at`, with random bits that are the same in each run.
pub(crate) fn row_id(n: u64, since_epoch: Duration) -> RowId {
    uuid_v8(random_bits(n), 12, since_epoch).into()
}

/// Returns the result of `ColumnId::at`, with random bits that are the same in each run.
fn column_id(n: u64) -> ColumnId {
    uuid_v8(random_bits(n), 0, since_epoch(n)).into()
}

/// Returns a UUID of version 8 in the order of storage: a prefix, then 31 bits of the second, and random bits
/// elsewhere.
fn uuid_v8(random: u128, prefix_bits: u32, since_epoch: Duration) -> Uuid {
    let put = |bits: u128, at: u32, width: u32, value: u64| {
        let mask = (1 << width) - 1;
        bits & !(mask << at) | (u128::from(value) & mask) << at
    };
    let bits = put(random, 128 - prefix_bits - 31, 31, since_epoch.as_secs());
    Uuid::from_bytes_le(put(put(bits, 68, 4, 8), 62, 2, 0b10).to_be_bytes())
}

pub(crate) async fn story(measure: &Measure) -> Result<Story<'_>> {
    let client = &measure.client;
    let latest_by_hand = "ORDER BY created DESC LIMIT 50";
    let mut choices = Vec::new();

    let rows: Vec<_> = (0..ROWS).map(|n| Plain { id: v4(n), created: n }).collect();
    let mut choice = measure.write("version 4", &rows).await?;
    choice.read(Plain::get(v4(8_000)).fetch(client)).await?;
    choice.query(latest_by_hand).await?;
    choices.push(choice);
    measure.client.query_client().exec(format!("DROP TABLE `{}`", Plain::TABLE.name)).await?;

    let rows: Vec<_> = (0..ROWS).map(|n| Plain { id: v7(n), created: n }).collect();
    let mut choice = measure.write("version 7", &rows).await?;
    choice.read(Plain::get(v7(8_000)).fetch(client)).await?;
    choice.query(latest_by_hand).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| AsText { id: v7(n).to_string(), created: n }).collect();
    let mut choice = measure.write("version 7, stored as a text", &rows).await?;
    choice.read(AsText::get(v7(8_000).to_string()).fetch(client)).await?;
    choice.read(AsText::scan().full_scan().descending().limit(50).fetch(client)).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| Hash { id: v7(n), created: n }).collect();
    let mut choice = measure.write("version 7, id_hash = xxh3(id), id", &rows).await?;
    choice.read(Hash::get(v7(8_000)).fetch(client)).await?;
    choice.query(latest_by_hand).await?;
    choices.push(choice);

    let id = |n| row_id(n, since_epoch(n));
    let rows: Vec<_> = (0..ROWS).map(|n| OfRows { id: id(n), created: n }).collect();
    let mut choice = measure.write("version 8, RowId", &rows).await?;
    choice.read(OfRows::get(id(8_000)).fetch(client)).await?;
    choice.query(latest_by_hand).await?;
    choices.push(choice);

    let rows: Vec<_> = (0..ROWS).map(|n| OfColumns { id: column_id(n), created: n }).collect();
    let mut choice = measure.write("version 8, ColumnId", &rows).await?;
    choice.read(OfColumns::get(column_id(8_000)).fetch(client)).await?;
    choice.read(OfColumns::scan().full_scan().descending().limit(50).fetch(client)).await?;
    choices.push(choice);

    Ok(Story {
        title: "A UUID: documents",
        reads: &["one document", "the latest 50"],
        choices,
        picture: Picture {
            file: "key-uuid",
            title: "A UUID: 16,000 documents in order of arrival",
            panels: &[
                (0, "Version 4", "id: Uuid"),
                (1, "Version 7", "id: Uuid"),
                (4, "Version 8 of YDB's layout", "id: RowId"),
            ],
        },
    })
}
