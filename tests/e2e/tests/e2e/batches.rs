//! `BATCH UPDATE` and `BATCH DELETE` of the rows of a scan.

use e2e_tests::{Database, explore, is};
use futures_util::future::join;
use ydb_embedded::{Behavior, Call, Fault, Release, Server, Status};
use ydb_keys::{ErrorKind, Outcome, YdbTable, add, now};

use crate::models::*;

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/notes", primary_key(author_hash = xxh3(author), author, number))]
#[ydb(partitioning(uniform = 4), index(by_kind, on(kind)))]
struct Note {
    author: String,
    number: u64,
    kind: u32,
    seen: u32,
    text: Option<String>,
    at: std::time::SystemTime,
}

fn notes() -> Vec<Note> {
    let note = |n: u64| Note {
        author: format!("author {}", n % 5),
        number: n,
        kind: n as u32 % 3,
        seen: 0,
        text: (!n.is_multiple_of(4)).then(|| format!("text {n}")),
        at: std::time::SystemTime::UNIX_EPOCH,
    };
    (0..60).map(note).collect()
}

async fn some() -> (Database, Vec<Note>) {
    let (database, rows) = (Database::with::<Note>().await, notes());
    Note::upsert_many(&rows).exec(database.client()).await.unwrap();
    (database, rows)
}

async fn stored(database: &Database) -> Vec<Note> {
    let mut rows = Note::scan().full_scan().fetch(database.client()).await.unwrap();
    rows.sort_by_key(|row| row.number);
    rows
}

/// Tests that the statements change the table like Rust changes the rows.
#[tokio::test]
async fn the_rows_of_a_scan() {
    let (database, mut rows) = some().await;
    let (client, c) = (database.client(), Note::COLUMNS);
    let all = || Note::scan().full_scan();
    all().filter(c.kind.eq(1)).batch_update().seen(1).text(None).exec(client).await.unwrap();
    rows.iter_mut().filter(|row| row.kind == 1).for_each(|row| (row.seen, row.text) = (1, None));
    assert_eq!(stored(&database).await, rows);
    let one = Note::scan().author("author 3").number(20..).batch_update().kind(7).when(c.seen.eq(0));
    one.exec(&mut database.q()).await.unwrap();
    let is_one = |row: &&mut Note| row.author == "author 3" && row.number >= 20 && row.seen == 0;
    rows.iter_mut().filter(is_one).for_each(|row| row.kind = 7);
    assert_eq!(stored(&database).await, rows);
    // The index follows.
    let indexed = Note::index::<NoteByKind>().kind(7).count().fetch(client).await.unwrap();
    assert_eq!(indexed, rows.iter().filter(|row| row.kind == 7).count() as u64);
    all().batch_update().seen(c.kind).at(now()).exec(client).await.unwrap();
    let found = stored(&database).await;
    assert!(found.iter().all(|row| row.seen == row.kind && row.at > std::time::SystemTime::UNIX_EPOCH));
    all().filter(c.text.is_null()).batch_delete().exec(client).await.unwrap();
    rows.retain(|row| row.text.is_some());
    Note::scan().author("author 1").batch_delete().exec(client).await.unwrap();
    rows.retain(|row| row.author != "author 1");
    let numbers = |rows: &[Note]| rows.iter().map(|row| row.number).collect::<Vec<_>>();
    assert_eq!(numbers(&stored(&database).await), numbers(&rows));
    all().batch_delete().exec(client).await.unwrap();
    assert_eq!(stored(&database).await, []);
}

/// Tests that a part of the statement begins again with the current rows if another writer overtakes it.
#[test]
fn beside_another_writer() {
    let prepare = async |database: &Database| {
        database.create::<Note>().await;
        Note::upsert_many(&notes()).exec(database.client()).await.unwrap();
    };
    explore(20, 0, prepare, async |database| {
        let client = database.client();
        let write = async {
            for number in 0..6 {
                let key = (format!("author {}", number % 5), number);
                Note::update(key).seen(add(1)).exec(client).await.unwrap();
            }
        };
        let batch = async { Note::scan().full_scan().batch_update().kind(7).exec(client).await.unwrap() };
        join(batch, write).await;
        let mut expected = notes();
        expected.iter_mut().for_each(|note| (note.kind, note.seen) = (7, u32::from(note.number < 6)));
        assert_eq!(stored(database).await, expected);
    });
}

/// Tests that the statement is repeated after a lost answer, and does the remaining work.
#[tokio::test]
async fn it_is_repeated() {
    let database = Database::embedded_with::<Account>().await;
    Account::upsert_many(&samples::<Account>(20)).exec(database.client()).await.unwrap();
    let fault = || Fault::Status(Status::Undetermined, "lost".into());
    database.faults().fail_next(1, Call::ExecuteQuery, fault());
    let call = || Account::scan().full_scan().batch_update().sum(5).exec(database.client());
    call().await.unwrap();
    assert_eq!(database.faults().pending(), 0);
    assert!(Account::scan().full_scan().fetch(database.client()).await.unwrap().iter().all(|row| row.sum == 5));
    database.faults().fail_next(1, Call::ExecuteQuery, fault());
    let error = call().idempotent(false).await.unwrap_err();
    assert!(
        is(&error, ErrorKind::Database, &["batch_update failed", "\nsome of the rows may be changed"]),
        "{error:?}"
    );
    assert_eq!(error.outcome(), Outcome::Unknown);
    let error = call().exactly_once().await.unwrap_err();
    assert!(is(&error, ErrorKind::Usage, &["batch_update cannot be `exactly_once` here"]), "{error:?}");
}

/// Tests servers that do not know the statements or have them switched off, and statements that are refused as a whole.
#[tokio::test]
async fn servers_without_batches() {
    let mut behavior = Behavior::strict();
    behavior.release = Release::V25_2;
    let database = Database::on(Server::builder().behavior(behavior).start().await.unwrap()).await;
    database.create::<Account>().await;
    let delete = || Account::scan().full_scan().batch_delete().exec(database.client());
    let error = delete().await.unwrap_err();
    let help = "\nhelp: update YDB to 25.4 or later, and let its administrators switch `enable_batch_updates` on";
    assert!(is(&error, ErrorKind::Database, &["batch_delete failed: GENERIC_ERROR: ", "'BATCH'", help]), "{error}");
    assert_eq!((error.outcome(), error.is_retryable()), (Outcome::NotWritten, false));
    let off =
        Fault::Status(Status::PreconditionFailed, "BATCH operations are not supported at the current time.".into());
    database.faults().fail_next(1, Call::ExecuteQuery, off);
    let error = delete().await.unwrap_err();
    assert!(is(&error, ErrorKind::Database, &["PRECONDITION_FAILED", help]), "{error}");
    assert_eq!(error.outcome(), Outcome::NotWritten);
    // A table that is not there, and one with a unique index, which is not the release's fault.
    let database = Database::embedded_with::<Purchase>().await;
    let error = Account::scan().full_scan().batch_delete().exec(database.client()).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Schema, Outcome::NotWritten), "{error}");
    let error = Purchase::scan().full_scan().batch_delete().exec(database.client()).await.unwrap_err();
    assert!(is(&error, ErrorKind::Database, &["global sync unique secondary indexes (index: `by_number`)"]), "{error}");
    assert!(!error.to_string().contains("help:") && error.outcome() == Outcome::NotWritten, "{error}");
}
