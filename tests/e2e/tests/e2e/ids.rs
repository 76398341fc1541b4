//! Tests ids that need no hash, as the server stores and sorts them.

use std::time::{Duration, UNIX_EPOCH};

use e2e_tests::Database;
use ydb_keys::YdbTable;
use ydb_keys::ids::{BitReversed, ColumnId, JavaRowId, JavaTextId, RowId};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/spread", primary_key(id))]
struct Spread {
    id: RowId,
    java: JavaRowId<18>,
    text: Option<JavaTextId>,
    number: i32,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/spread_texts", primary_key(id))]
struct SpreadText {
    id: JavaTextId,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/messages_by_id", primary_key(user, id))]
struct Message {
    user: String,
    id: ColumnId,
    number: i32,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/invoices", primary_key(number), partitioning(uniform = 4))]
struct Invoice {
    number: BitReversed<u64>,
}

/// Tests that the server's order equals `Ord`, and within a prefix the order of time.
#[tokio::test]
async fn row_ids_sort_by_prefix_and_time() {
    let database = Database::with::<Spread>().await;
    let mut q = database.q();
    let at = |number: i32| UNIX_EPOCH + Duration::from_secs(1_700_000_000 + 1_000_000 * number as u64);
    // Ids of a few prefixes at many times: `at` has a random prefix, so it is put in.
    let id = |prefix: u128, number: i32| {
        let stored = u128::from_be_bytes(RowId::at(at(number)).uuid().to_bytes_le());
        RowId::from(uuid::Uuid::from_bytes_le((stored << 12 >> 12 | prefix << 116).to_be_bytes()))
    };
    let rows: Vec<Spread> = [0x7ff, 0x800, 0x001, 0x010]
        .into_iter()
        .flat_map(|prefix| (0..20).map(move |number| (prefix, number)))
        .map(|(prefix, number)| Spread {
            id: id(prefix, number),
            java: JavaRowId::generate(),
            text: (number % 2 == 0).then(JavaTextId::generate),
            number,
        })
        .collect();
    Spread::insert_many(&rows).exec(&mut q).await.unwrap();
    let found = Spread::scan().full_scan().fetch(&mut q).await.unwrap();
    let mut expected = rows.clone();
    expected.sort_by_key(|row| row.id);
    assert_eq!(found, expected);
    let prefixes: Vec<u16> = found.iter().map(|row| row.id.prefix()).collect();
    assert_eq!(prefixes, [[0x001; 20], [0x010; 20], [0x7ff; 20], [0x800; 20]].concat());
    assert!(found.chunks(20).all(|chunk| chunk.is_sorted_by_key(|row| row.number)));
    let one = &rows[7];
    assert_eq!(Spread::get(one.id).fetch(&mut q).await.unwrap().as_ref(), Some(one));
}

#[tokio::test]
async fn column_ids_sort_by_time() {
    let database = Database::with::<Message>().await;
    let mut q = database.q();
    let rows: Vec<Message> = (0..50)
        .map(|number| {
            let at = UNIX_EPOCH + Duration::from_secs(1_700_000_000 + 977 * number as u64);
            Message { user: "ann".to_owned(), id: ColumnId::at(at), number }
        })
        .collect();
    Message::insert_many(&rows).exec(&mut q).await.unwrap();
    let latest = Message::scan().user("ann").descending().limit(50).fetch(&mut q).await.unwrap();
    assert_eq!(latest, rows.into_iter().rev().collect::<Vec<_>>());
}

#[tokio::test]
async fn texts_and_reversed_numbers_sort_as_their_ord() {
    let database = Database::with::<SpreadText>().await;
    database.create::<Invoice>().await;
    let mut q = database.q();
    let mut texts: Vec<SpreadText> = (0..100).map(|_| SpreadText { id: JavaTextId::generate() }).collect();
    SpreadText::insert_many(&texts).exec(&mut q).await.unwrap();
    texts.sort_by_key(|row| row.id);
    assert_eq!(SpreadText::scan().full_scan().fetch(&mut q).await.unwrap(), texts);
    let mut invoices: Vec<Invoice> = (1..=100).map(|number| Invoice { number: BitReversed(number) }).collect();
    Invoice::insert_many(&invoices).exec(&mut q).await.unwrap();
    // A run of numbers goes to all partitions alike. A real YDB collects its counters now and then.
    if database.is_embedded() {
        let written: Vec<u64> = database.partitions(Invoice::TABLE).await.iter().map(|counters| counters[2]).collect();
        assert_eq!(written, [25; 4]);
    }
    assert!(Invoice::exists(BitReversed(7)).fetch(&mut q).await.unwrap());
    invoices.sort_by_key(|row| row.number);
    assert_eq!(Invoice::scan().full_scan().fetch(&mut q).await.unwrap(), invoices);
}
