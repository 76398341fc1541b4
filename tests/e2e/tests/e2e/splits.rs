//! Tests whole tables read in equal parts at the same time, and streams that continue where they ended.

use e2e_tests::{Database, is};
use futures_util::TryStreamExt;
use futures_util::future::try_join_all;
use uuid::Uuid;
use ydb_keys::hash::numeric_hash;
use ydb_keys::statements::Select;
use ydb_keys::{ErrorKind, PageToken, YdbRow, YdbTable};

use crate::models::*;

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/spread_ids", primary_key(id, part))]
struct Spread {
    #[ydb(dispersed)]
    id: i64,
    part: u8,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/random_ids", primary_key(id))]
struct Random {
    id: Uuid,
}

#[derive(YdbRow, Clone, Debug, PartialEq)]
#[ydb(of = Order)]
struct Amount {
    amount: Option<f64>,
}

/// Hash of another program: the last step of MurmurHash3, signed.
mod mixed {
    use ydb_keys::ForeignHash;

    pub(super) const HASH: ForeignHash = ForeignHash::new("fmix64", 1).dispersed();

    pub(super) fn hash(id: &u64) -> i64 {
        let step = |bits: u64, factor| (bits ^ (bits >> 33)).wrapping_mul(factor);
        let mixed = step(step(*id, 0xff51_afd7_ed55_8ccd), 0xc4ce_b9fe_1a85_ec53);
        (mixed ^ (mixed >> 33)) as i64
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/mixed_ids", primary_key(id_hash = with(mixed)(id), id))]
struct Mixed {
    id: u64,
}

/// Returns a UUID of version 4.
fn random(n: u64) -> Uuid {
    uuid::Builder::from_random_bytes(Uuid::from_u64_pair(numeric_hash(n), n).into_bytes()).into_uuid()
}

/// Returns the rows of all parts, read at the same time, in the order of the parts.
async fn parts<T: YdbTable + Send, R: YdbRow + Send>(database: &Database, parts: Vec<Select<T, R>>) -> Vec<Vec<R>> {
    let streams = parts.into_iter().map(|part| part.stream(database.client()).batch(100).try_collect());
    try_join_all(streams).await.unwrap()
}

#[tokio::test]
async fn parts_are_the_table() {
    let database = Database::with::<Order>().await;
    Order::bulk_upsert(&samples::<Order>(2_000)).exec(database.client()).await.unwrap();
    let all = Order::scan().full_scan().fetch(database.client()).await.unwrap();
    let nothing = Order::scan().full_scan().split(0).unwrap_err();
    assert!(is(&nothing, ErrorKind::Usage, &["a split into 0 parts holds nothing"]), "{nothing}");
    for n in [1, 2, 7, 16] {
        let read = parts(&database, Order::scan().full_scan().split(n).unwrap()).await;
        assert_eq!(read.len(), n as usize);
        let sizes: Vec<usize> = read.iter().map(Vec::len).collect();
        let equal = 2_000.0 / f64::from(n);
        assert!(sizes.iter().all(|size| (*size as f64 / equal - 1.0).abs() < 0.3), "{n}: {sizes:?}");
        assert_eq!(read.concat(), all, "{n}");
    }
    let reversed: Vec<Order> = all.iter().rev().cloned().collect();
    let mut read = parts(&database, Order::scan().descending().full_scan().split(3).unwrap()).await;
    read.reverse();
    assert_eq!(read.concat(), reversed);
    let some = Order::scan().order_id(100..200).full_scan();
    let expected: Vec<Option<f64>> =
        all.iter().filter(|row| (100..200).contains(&row.order_id)).map(|row| row.amount).collect();
    let some = some.split(4).unwrap().into_iter().map(|part| part.select::<Amount>()).collect();
    let read = parts(&database, some).await.concat();
    assert_eq!(read.into_iter().map(|row| row.amount).collect::<Vec<_>>(), expected);
    // A part can be read at once as well.
    let first = Order::scan().full_scan().split(2).unwrap().remove(0).fetch(database.client()).await.unwrap();
    assert_eq!(first, all[..first.len()]);
}

/// Tests that a hash of other programs is split if its author declares it spread.
#[tokio::test]
async fn parts_of_hashes_of_other_programs() {
    let database = Database::with::<Mixed>().await;
    let rows: Vec<Mixed> = (0..2_000).map(|id| Mixed { id }).collect();
    Mixed::bulk_upsert(&rows).exec(database.client()).await.unwrap();
    let all = Mixed::scan().full_scan().fetch(database.client()).await.unwrap();
    let read = parts(&database, Mixed::scan().full_scan().split(4).unwrap()).await;
    assert!(
        read.iter().all(|part| (400..600).contains(&part.len())),
        "{:?}",
        read.iter().map(Vec::len).collect::<Vec<_>>()
    );
    assert_eq!(read.concat(), all);
    let refused = ForeignVisit::scan().full_scan().split(4).unwrap_err();
    let words =
        ["begins with `visit_hash`", "nothing says that `signed@2`", "write `.dispersed()` at its `ForeignHash`"];
    assert!(is(&refused, ErrorKind::Usage, &words), "{refused}");
}

#[tokio::test]
async fn parts_of_tables_without_a_hash() {
    let database = Database::with::<Spread>().await;
    database.create::<Random>().await;
    let ids = [i64::MIN, -1, 0, 1, i64::MAX / 2, i64::MAX / 2 + 1, i64::MAX];
    let rows: Vec<Spread> = ids.into_iter().flat_map(|id| [1, 2].map(|part| Spread { id, part })).collect();
    Spread::upsert_many(&rows).exec(database.client()).await.unwrap();
    let read = parts(&database, Spread::scan().full_scan().split(4).unwrap()).await;
    assert_eq!(read.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 6, 4]);
    assert_eq!(read.concat(), rows);

    let rows: Vec<Random> = (0..500).map(|n| Random { id: random(n) }).collect();
    Random::upsert_many(&rows).exec(database.client()).await.unwrap();
    let all = Random::scan().full_scan().fetch(database.client()).await.unwrap();
    let read = parts(&database, Random::scan().full_scan().split(5).unwrap()).await;
    assert!(read.iter().all(|part| part.len() > 50), "{:?}", read.iter().map(Vec::len).collect::<Vec<_>>());
    assert_eq!(read.concat(), all);
}

/// Tests a part that is left after every number of rows: another stream continues after the stored position.
#[tokio::test]
async fn a_part_continues_where_it_ended() {
    let database = Database::with::<Order>().await;
    Order::bulk_upsert(&samples::<Order>(40)).exec(database.client()).await.unwrap();
    let client = database.client();
    let mut rows = 0;
    for number in 0..3 {
        let part = || Order::scan().full_scan().split(3).unwrap().remove(number);
        let expected = part().fetch(client).await.unwrap();
        rows += expected.len();
        for taken in 0..=expected.len() {
            let mut stream = part().stream(client).batch(3);
            let mut seen = Vec::new();
            for _ in 0..taken {
                seen.push(stream.try_next().await.unwrap().unwrap());
            }
            let stored = stream.position().unwrap().map(|token| token.to_string());
            assert_eq!(stored.is_none(), taken == 0);
            let rest = match stored {
                None => part(),
                Some(text) => part().resume(&text.parse::<PageToken>().unwrap()),
            };
            let mut rest = rest.stream(client).batch(4);
            while let Some(row) = rest.try_next().await.unwrap() {
                seen.push(row);
            }
            assert_eq!(seen, expected, "part {number} after {taken} rows");
            // At the end the position is that of the last row.
            let end = rest.position().unwrap().unwrap();
            assert_eq!(part().resume(&end).first(client).await.unwrap(), None);
        }
    }
    assert_eq!(rows, 40);
}

#[tokio::test]
async fn a_token_of_another_part_is_refused() {
    let database = Database::with::<Order>().await;
    Order::bulk_upsert(&samples::<Order>(40)).exec(database.client()).await.unwrap();
    let client = database.client();
    let part = |of, number: usize| Order::scan().full_scan().split(of).unwrap().remove(number);
    let mut stream = part(4, 1).stream(client);
    stream.try_next().await.unwrap().unwrap();
    let token = stream.position().unwrap().unwrap();
    assert!(part(4, 1).resume(&token).first(client).await.unwrap().is_some());
    for other in [part(4, 2), part(2, 1), Order::scan().full_scan().select::<Order>()] {
        let error = other.resume(&token).fetch(client).await.unwrap_err();
        assert!(is(&error, ErrorKind::PageToken, &["the page token belongs to another table or scan"]), "{error:?}");
    }
    // The tokens of pages and of streams of one scan are the same.
    let page = Order::scan().full_scan().page(7, None).fetch(client).await.unwrap();
    let rest = Order::scan().full_scan().select::<Amount>().resume(&page.next.unwrap());
    assert_eq!(rest.fetch(client).await.unwrap().len(), 33);
}

/// Tests streams of rows without the columns of their position, in both directions.
#[tokio::test]
async fn streams_of_some_columns_know_their_position() {
    let database = Database::with::<UserEvent>().await;
    let client = database.client();
    UserEvent::upsert_many(&samples::<UserEvent>(50)).exec(client).await.unwrap();
    #[derive(YdbRow, Clone, Debug, PartialEq)]
    #[ydb(of = UserEvent)]
    struct Text {
        userevent: Option<String>,
    }
    for descending in [false, true] {
        let scan = || match descending {
            true => UserEvent::scan().userid(2).descending().select::<Text>(),
            false => UserEvent::scan().userid(2).select::<Text>(),
        };
        let all = scan().fetch(client).await.unwrap();
        for batch in [1, 3, 100] {
            let mut stream = scan().stream(client).batch(batch);
            for taken in 1..=all.len() {
                assert_eq!(stream.try_next().await.unwrap().as_ref(), all.get(taken - 1));
                let token = stream.position().unwrap().unwrap();
                let mut rest = scan().resume(&token).stream(client);
                // Before its first row, the position of a stream is where it begins.
                assert_eq!(rest.position().unwrap(), Some(token));
                assert_eq!(rest.try_next().await.unwrap().as_ref(), all.get(taken));
            }
        }
    }
}

#[test]
fn what_cannot_be_split_is_an_error() {
    let error = Nullable::scan().full_scan().split(2).unwrap_err().to_string();
    assert!(error.contains("cannot be split into equal parts") && error.contains("`name`"), "{error}");
    let error = Order::scan().limit(10).full_scan().split(2).unwrap_err();
    assert!(is(&error, ErrorKind::Usage, &["a scan that is split cannot have a limit"]), "{error:?}");
}
