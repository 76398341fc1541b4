//! Tests single writes: sequences, setters, existing keys, and many rows in several requests.

use e2e_tests::{Database, is};
use ydb_keys::{ErrorKind, Outcome, YdbTable};

use crate::models::*;

#[tokio::test]
async fn sequences_fill_serial_columns() {
    let database = Database::with::<Ticket>().await;
    let mut q = database.q();
    let ticket = Ticket { tenant: "a".into(), number: 77, queue: 88, status: None };
    let first = ticket.insert().fetch(&mut q).await.unwrap();
    let second = ticket.insert().fetch(&mut q).await.unwrap();
    // Sequences begin at 1, and may have gaps.
    assert_eq!((first.number, first.queue), (1, 1));
    assert!(second.number > first.number && second.queue > first.queue, "{second:?}");
    for row in [&first, &second] {
        assert_eq!((row.tenant.as_str(), row.status.as_deref()), ("a", None));
        assert_eq!(Ticket::get(row.key().unwrap()).fetch(&mut q).await.unwrap().as_ref(), Some(row));
    }
    // What the row said was not written.
    assert!(!Ticket::exists(("a".to_owned(), 77)).fetch(&mut q).await.unwrap());
    assert_eq!(database.count(Ticket::TABLE).await, 2);
    Ticket::insert_many(&[ticket.clone(), ticket.clone()]).exec(&mut q).await.unwrap();
    let rows = Ticket::scan().tenant("a").fetch(&mut q).await.unwrap();
    assert_eq!(rows.len(), 4);
    assert!(rows.windows(2).all(|pair| pair[0].number < pair[1].number), "{rows:?}");
}

#[tokio::test]
async fn an_insert_gives_the_row_as_it_is_stored() {
    let database = Database::with::<Visit>().await;
    let mut q = database.q();
    let precise =
        Visit { user: 1, site: "a".into(), at: at(5) + std::time::Duration::from_micros(999_999), pages: None };
    let stored = precise.insert().fetch(&mut q).await.unwrap();
    assert_eq!(stored, Visit { at: at(5), ..precise });
    assert_eq!(Visit::get(stored.key().unwrap()).fetch(&mut q).await.unwrap(), Some(stored));
}

#[tokio::test]
async fn setters_change_their_columns_only() {
    let database = Database::with::<Order>().await;
    let mut q = database.q();
    let order = Order { order_id: 1001, customer_id: Some(7), amount: Some(1.0), note: Some("x".into()) };
    Order::insert_many(&[order.clone(), Order::sample(2)]).exec(&mut q).await.unwrap();
    Order::update(1001).amount(Some(2.5)).exec(&mut q).await.unwrap();
    let expected = Order { amount: Some(2.5), ..order.clone() };
    assert_eq!(Order::get(1001).fetch(&mut q).await.unwrap(), Some(expected.clone()));
    Order::update(1001).note(None).customer_id(Some(8)).exec(&mut q).await.unwrap();
    let expected = Order { note: None, customer_id: Some(8), ..expected };
    assert_eq!(Order::get(1001).fetch(&mut q).await.unwrap(), Some(expected));
    assert_eq!(Order::get(2).fetch(&mut q).await.unwrap(), Some(Order::sample(2)));
    // An absent row stays absent.
    Order::update(3).amount(Some(2.5)).exec(&mut q).await.unwrap();
    assert_eq!(database.count(Order::TABLE).await, 2);
    let error = Order::update(1001).exec(&mut q).await.unwrap_err();
    assert!(is(&error, ErrorKind::Usage, &["table `ydb_keys_e2e/orders`", "the update sets no column"]), "{error:?}");
}

#[tokio::test]
async fn setters_of_documents_enums_and_renamed_columns() {
    let database = Database::with::<Task>().await;
    let mut q = database.q();
    let task = Task::sample(1);
    task.insert().exec(&mut q).await.unwrap();
    let settings = Settings { theme: "ніч".into(), sizes: vec![9] };
    let update = Task::update(task.key().unwrap())
        .old_status(Some(Status::New))
        .old_priority(Some(Priority::High))
        .parent_task(None)
        .raw_json(Some(RawJson("{}".into())))
        .settings(settings.clone())
        .more_settings(None)
        .any_json(Some(serde_json::json!([1])));
    update.exec(&mut q).await.unwrap();
    let expected = Task {
        old_status: Some(Status::New),
        old_priority: Some(Priority::High),
        parent_task: None,
        raw_json: Some(RawJson("{}".into())),
        settings,
        more_settings: None,
        any_json: Some(serde_json::json!([1])),
        ..task
    };
    assert_eq!(Task::get(expected.key().unwrap()).fetch(&mut q).await.unwrap(), Some(expected));

    database.create::<Odd>().await;
    let odd = Odd::sample(3);
    odd.insert().exec(&mut q).await.unwrap();
    Odd::update(odd.key().unwrap())
        .other(Some(1))
        .order_(None)
        .second(Some(2))
        .select(None)
        .exec(&mut q)
        .await
        .unwrap();
    let expected = Odd { other: Some(1), order_: None, second: Some(2), select: None, ..odd };
    assert_eq!(Odd::get(expected.key().unwrap()).fetch(&mut q).await.unwrap(), Some(expected));
}

#[tokio::test]
async fn many_inserts_of_which_one_exists_write_nothing() {
    let database = Database::with::<Order>().await;
    let mut q = database.q();
    let rows = samples::<Order>(10);
    rows[6].changed().insert().exec(&mut q).await.unwrap();
    let error = Order::insert_many(&rows).exec(&mut q).await.unwrap_err();
    let text = "table `ydb_keys_e2e/orders`: insert_many failed: the key already exists: one of rows 0 to 9\n";
    assert!(is(&error, ErrorKind::AlreadyExists, &[text]), "{error:?}");
    assert_eq!(error.key(), Some("one of rows 0 to 9"));
    assert_eq!(database.count(Order::TABLE).await, 1);
    assert_eq!(Order::get(6).fetch(&mut q).await.unwrap(), Some(rows[6].changed()));
    // Two rows with one key are refused before anything is sent.
    let twice = [Order::sample(100), Order::sample(100)];
    let error = Order::insert_many(&twice).exec(&mut q).await.unwrap_err();
    assert!(is(&error, ErrorKind::Usage, &["rows 0 and 1 of "]), "{error:?}");
    assert_eq!(database.count(Order::TABLE).await, 1);
}

/// Tests that many rows are sent in several requests of at most 10,000 rows.
#[tokio::test]
async fn many_rows_go_in_several_requests() {
    let database = Database::with::<Account>().await;
    let mut q = database.q();
    let rows = samples::<Account>(10_001);
    Account::insert_many(&rows).exec(&mut q).await.unwrap();
    assert_eq!(database.count(Account::TABLE).await, 10_001);
    let mut found = Account::get_many(0..10_001_u64).fetch(&mut q).await.unwrap();
    found.sort_by_key(|account| account.number);
    assert_eq!(found, rows);
    let changed: Vec<_> = rows.iter().map(|row| Account { sum: row.sum - 1, ..row.clone() }).collect();
    Account::update_many(&changed).exec(&mut q).await.unwrap();
    let mut found = Account::read_rows(0..10_001_u64).fetch(database.client()).await.unwrap();
    found.sort_by_key(|account| account.number);
    assert_eq!(found, changed);
    Account::delete_many(1..10_001_u64).exec(&mut q).await.unwrap();
    assert_eq!(database.column::<u64>("SELECT number FROM `ydb_keys_e2e/accounts`").await, [0]);
}

/// Tests that the rows of the second request are written after those of the first, up to an existing row.
#[tokio::test]
async fn what_is_written_of_many_rows_is_told() {
    let database = Database::with::<Account>().await;
    let mut q = database.q();
    let rows = samples::<Account>(25_000);
    rows[15_000].insert().exec(&mut q).await.unwrap();
    let error = Account::insert_many(&rows).exec(&mut q).await.unwrap_err();
    assert!(
        is(&error, ErrorKind::PartlyWritten, &["table `ydb_keys_e2e/accounts`: insert_many stopped: "]),
        "{error:?}"
    );
    let rows = error.partly_written().unwrap();
    assert_eq!((rows.written.clone(), rows.failed.clone(), rows.total), (0..10_000, 10_000..20_000, 25_000));
    assert_eq!((rows.cause.kind(), error.outcome()), (ErrorKind::AlreadyExists, Outcome::PartlyWritten), "{error:?}");
    assert_eq!(database.count(Account::TABLE).await, 10_001);
}

/// Tests that a request of large rows is cut by their bytes.
#[tokio::test]
async fn large_rows_go_in_several_requests() {
    let database = Database::with::<File>().await;
    let mut q = database.q();
    let rows: Vec<_> = (0..15).map(|n| File { bytes: vec![n as u8; 4_000_000], ..File::sample(n) }).collect();
    File::upsert_many(&rows).exec(&mut q).await.unwrap();
    let bytes = database.one::<Option<u64>>("SELECT SUM(LENGTH(bytes)) FROM `ydb_keys_e2e/files`").await;
    assert_eq!((database.count(File::TABLE).await, bytes), (15, Some(60_000_000)));
    File::bulk_upsert(&rows).exec(database.client()).await.unwrap();
    assert_eq!(File::get(rows[7].id).fetch(&mut q).await.unwrap().as_ref(), Some(&rows[7]));
}

/// Tests a read by many keys whose result is more than one message can carry.
#[tokio::test]
async fn large_rows_are_read() {
    let database = Database::with::<File>().await;
    let rows: Vec<_> = (0..15).map(|n| File { bytes: vec![n as u8; 5_000_000], ..File::sample(n) }).collect();
    File::bulk_upsert(&rows).exec(database.client()).await.unwrap();
    let keys = || rows.iter().map(|row| row.id);
    let mut found = File::get_many(keys()).fetch(&mut database.q()).await.unwrap();
    found.sort_by_key(|row| row.bytes[0]);
    assert!(found == rows);
    let mut found = File::read_rows(keys()).fetch(database.client()).await.unwrap();
    found.sort_by_key(|row| row.bytes[0]);
    assert!(found == rows);
}

/// Tests that a bad row is found before the first request is sent.
#[tokio::test]
async fn one_bad_row_among_many_stops_them_all() {
    let database = Database::with::<Customer>().await;
    let mut rows = samples::<Customer>(12_000);
    rows[11_999].email = "x".repeat(3000);
    let mut q = database.q();
    for error in [
        Customer::insert_many(&rows).exec(&mut q).await.unwrap_err(),
        Customer::upsert_many(&rows).exec(&mut q).await.unwrap_err(),
        Customer::bulk_upsert(&rows).exec(database.client()).await.unwrap_err(),
    ] {
        assert!(is(&error, ErrorKind::TooLarge, &["the key ", "has 3000 bytes"]), "{error:?}");
    }
    assert_eq!(database.count(Customer::TABLE).await, 0);
}

/// Tests a table with only its key.
#[tokio::test]
async fn rows_of_keys_alone() {
    let database = Database::with::<Tag>().await;
    let mut q = database.q();
    let tag = |name: &str| Tag { name: name.into() };
    tag("a").insert().exec(&mut q).await.unwrap();
    let error = tag("a").insert().exec(&mut q).await.unwrap_err();
    assert!(is(&error, ErrorKind::AlreadyExists, &[]), "{error:?}");
    tag("a").upsert().exec(&mut q).await.unwrap();
    tag("b").replace().exec(&mut q).await.unwrap();
    Tag::upsert_many(&[tag("b"), tag("c")]).exec(&mut q).await.unwrap();
    Tag::bulk_upsert(&[tag("c"), tag("d")]).exec(database.client()).await.unwrap();
    assert_eq!(Tag::get("d".to_owned()).fetch(&mut q).await.unwrap(), Some(tag("d")));
    let mut all = Tag::scan().full_scan().fetch(&mut q).await.unwrap();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(all, ["a", "b", "c", "d"].map(tag));
    // There is nothing to change, and no row is made.
    let error = Tag::update_many(&[tag("a"), tag("e")]).exec(&mut q).await.unwrap_err();
    assert!(is(&error, ErrorKind::Usage, &["the update sets no column"]), "{error:?}");
    assert_eq!(database.count(Tag::TABLE).await, 4);
}
