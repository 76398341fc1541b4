//! Measures keys for a sequence: orders that another system numbers.

use support::Result;
use ydb_keys::YdbTable;
use ydb_keys::ids::{BitReversed, RowId};

use crate::made::{random, since_epoch};
use crate::measure::{Measure, ROWS};
use crate::story::{Picture, Story};
use crate::uuids::row_id;

/// Number of the first order.
const FIRST: u64 = 15_000_001;

#[derive(YdbTable)]
#[ydb(table = "sequence/plain", primary_key(order_id))]
#[ydb(allow(undeclared_leading_key, reason = "the bad key of this comparison"))]
struct Plain {
    order_id: u64,
    customer_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "sequence/hash", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Hash {
    order_id: u64,
    customer_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "sequence/reversed", primary_key(order_id))]
struct ReversedBits {
    order_id: BitReversed<u64>,
    customer_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "sequence/bucket", primary_key(shard = numeric_hash(order_id) % 16, order_id))]
struct Bucket {
    order_id: u64,
    customer_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "sequence/row_id", primary_key(id))]
struct OwnId {
    id: RowId,
    order_id: u64,
    customer_id: u64,
}

pub(crate) async fn story(measure: &Measure) -> Result<Story<'_>> {
    let ids = || FIRST..FIRST + ROWS;
    let customer_id = |order_id| random(order_id, 0) % 1_000;
    let (one, hundred) = (FIRST + 8_000, FIRST + 8_000..FIRST + 8_100);
    let by_hand = format!("WHERE order_id >= {} AND order_id < {}", hundred.start, hundred.end);
    let client = &measure.client;

    let rows: Vec<_> = ids().map(|order_id| Plain { order_id, customer_id: customer_id(order_id) }).collect();
    let mut plain = measure.write("order_id", &rows).await?;
    plain.read(Plain::get(one).fetch(client)).await?;
    plain.read(Plain::scan().order_id(hundred.clone()).fetch(client)).await?;

    let rows: Vec<_> = ids().map(|order_id| Hash { order_id, customer_id: customer_id(order_id) }).collect();
    let mut hash = measure.write("order_hash = numeric_hash(order_id), order_id", &rows).await?;
    hash.read(Hash::get(one).fetch(client)).await?;
    hash.query(&by_hand).await?;

    let reversed = |id| ReversedBits { order_id: BitReversed(id), customer_id: customer_id(id) };
    let rows: Vec<_> = ids().map(reversed).collect();
    let mut reversed = measure.write("order_id: BitReversed<u64>", &rows).await?;
    reversed.read(ReversedBits::get(BitReversed(one)).fetch(client)).await?;
    reversed.query("").await?;

    let rows: Vec<_> = ids().map(|order_id| Bucket { order_id, customer_id: customer_id(order_id) }).collect();
    let mut bucket = measure.write("shard = numeric_hash(order_id) % 16, order_id", &rows).await?;
    bucket.read(Bucket::get(one).fetch(client)).await?;
    bucket.read(Bucket::scan().order_id(hundred).fetch(client)).await?;

    let id = |n| row_id(n, since_epoch(n));
    let own = |n| OwnId { id: id(n), order_id: FIRST + n, customer_id: customer_id(FIRST + n) };
    let rows: Vec<_> = (0..ROWS).map(own).collect();
    let mut own = measure.write("id: RowId, in place of the number", &rows).await?;
    own.read(OwnId::get(id(8_000)).fetch(client)).await?;
    own.query(&by_hand).await?;

    Ok(Story {
        title: "A sequence: orders that another system numbers",
        reads: &["one order", "100 in a row"],
        choices: vec![plain, hash, reversed, bucket, own],
        picture: Picture {
            file: "key-sequence",
            title: "A sequence: 16,000 orders in order of arrival",
            panels: &[
                (0, "The number", "order_id"),
                (1, "A hash in front", "order_hash, order_id"),
                (3, "A bucket in front", "shard, order_id"),
            ],
        },
    })
}
