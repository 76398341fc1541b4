//! Tests results that cannot be read: the outcome in the error must agree with the stored rows.

use std::sync::Mutex;
use std::time::Duration;

use e2e_tests::{Database, is};
use ydb::{Transaction, closure};
use ydb_keys::{
    Call, Error, ErrorKind, Executor, Outcome, RawQuery, Result, YdbColumn, YdbRow, YdbTable, query, transact,
};

use crate::models::*;

#[derive(YdbColumn, Debug)]
enum Colour {
    Red,
}

#[derive(YdbRow, Debug)]
struct Named {
    #[allow(dead_code)]
    name: String,
}

/// Reason why a result cannot be read.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    OtherType,
    Returning,
    Null,
    OutOfRange,
    Invalid,
    NotOfAColumn,
    TypeOfNoClient,
    MissingColumn,
    OtherColumns,
    First,
    NoRow,
    ManyRows,
    NoResult,
    ManyResults,
}

use Fault::*;

const FAULTS: [Fault; 14] = [
    OtherType,
    Returning,
    Null,
    OutOfRange,
    Invalid,
    NotOfAColumn,
    TypeOfNoClient,
    MissingColumn,
    OtherColumns,
    First,
    NoRow,
    ManyRows,
    NoResult,
    ManyResults,
];

impl Fault {
    /// Returns the statement that makes a result with this fault.
    fn result(self) -> &'static str {
        match self {
            OtherType | First => "; SELECT 'x' AS a",
            Returning => " RETURNING id",
            Null => "; SELECT CAST(NULL AS Int32) AS a",
            OutOfRange => "; SELECT Interval('-PT1S') AS a",
            Invalid => "; SELECT 'Blue'u AS a",
            NotOfAColumn => "; SELECT AsList(1, 2) AS a",
            TypeOfNoClient => "; SELECT AsTuple(1, 2) AS a",
            MissingColumn => "; SELECT 'x'u AS other",
            OtherColumns => "; SELECT 1 AS a, 2 AS b",
            NoRow => "; SELECT 1 AS a LIMIT 0",
            ManyRows => "; SELECT 1 AS a UNION ALL SELECT 2 AS a",
            NoResult => "",
            ManyResults => "; SELECT 1 AS a; SELECT 2 AS a",
        }
    }

    /// Runs a text and reads its faulty result; `how` may change the call. Returns the error.
    async fn meet(self, text: String, how: How, executor: impl Executor) -> Error {
        let q: RawQuery = query(text);
        match self {
            OtherType | Null | NoResult | ManyResults | TypeOfNoClient => how.of(q.fetch::<i32>(executor)).await,
            Returning => how.of(q.fetch::<String>(executor)).await,
            OutOfRange => how.of(q.fetch::<Duration>(executor)).await,
            Invalid => how.of(q.fetch::<Colour>(executor)).await,
            NotOfAColumn => how.of(q.fetch::<u64>(executor)).await,
            MissingColumn => how.of(q.fetch::<Named>(executor)).await,
            OtherColumns => how.of(q.fetch::<(i32,)>(executor)).await,
            First => how.of(q.first::<i32>(executor)).await,
            NoRow | ManyRows => how.of(q.fetch_one::<i32>(executor)).await,
        }
    }

    /// Returns `true` if the client finds the fault, and not the library.
    fn is_of_client(self) -> bool {
        matches!(self, NoResult | ManyResults)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum How {
    Plain,
    Commit,
    Once,
}

impl How {
    async fn of<'q, R: Send + 'q>(self, call: Call<'q, R>) -> Error {
        let result = match self {
            How::Plain => call.await,
            How::Commit => call.with_commit().await,
            How::Once => call.exactly_once().await,
        };
        result.map(drop).unwrap_err()
    }
}

/// Database with a table of numbers.
struct Numbers {
    database: Database,
}

impl Numbers {
    async fn new() -> Self {
        let database = Database::embedded().await;
        database.run("CREATE TABLE numbers (id Uint64 NOT NULL, PRIMARY KEY (id))").await;
        Numbers { database }
    }

    /// Returns a text that writes the number, and has the fault.
    fn text(id: u64, fault: Fault) -> String {
        format!("UPSERT INTO numbers (id) VALUES ({id}ul){}", fault.result())
    }

    async fn holds(&self, id: u64) -> bool {
        self.database.one::<u64>(&format!("SELECT COUNT(*) FROM numbers WHERE id = {id}ul")).await == 1
    }

    /// Checks that the outcome in the error agrees with the stored rows.
    async fn check(&self, id: u64, fault: Fault, error: &Error, expected: Outcome) {
        assert_eq!(error.outcome(), expected, "{fault:?}: {error}");
        match expected {
            Outcome::Written => assert!(self.holds(id).await, "{fault:?}: {error}"),
            Outcome::NotWritten => assert!(!self.holds(id).await, "{fault:?}: {error}"),
            _ => {}
        }
        let text = error.to_string();
        assert!(text.matches("help: ").count() <= 1 && !error.is_retryable(), "{fault:?}: {text}");
    }
}

#[tokio::test]
async fn by_itself_a_write_is_done() {
    let numbers = Numbers::new().await;
    let client = numbers.database.client();
    for (id, fault) in (0..).zip(FAULTS) {
        let error = fault.meet(Numbers::text(id, fault), How::Plain, client).await;
        numbers.check(id, fault, &error, Outcome::Written).await;
        assert_eq!(error.kind(), ErrorKind::Decode, "{fault:?}: {error}");
        let first = "the query is done, but its result cannot be read\nhelp: do not repeat it; ";
        assert!(error.to_string().starts_with(first), "{fault:?}: {error}");
    }
}

/// Tests calls with a marker: a result that the client refuses is not committed, and a committed call has written.
#[tokio::test]
async fn exactly_once_a_write_is_done_or_not() {
    let numbers = Numbers::new().await;
    for (id, fault) in (0..).zip(FAULTS) {
        let error = fault.meet(Numbers::text(id, fault), How::Once, numbers.database.client()).await;
        let expected = if fault.is_of_client() { Outcome::NotWritten } else { Outcome::Written };
        numbers.check(id, fault, &error, expected).await;
    }
}

#[tokio::test]
async fn a_read_has_written_nothing() {
    let numbers = Numbers::new().await;
    let client = numbers.database.client();
    for fault in FAULTS.into_iter().filter(|fault| !matches!(fault, Returning | NoResult)) {
        let text = format!("PRAGMA a;{}", fault.result()).replace("PRAGMA a;; ", "");
        let error = fault.meet(text, How::Plain, client).await;
        assert_eq!(error.outcome(), Outcome::NotWritten, "{fault:?}: {error}");
        assert!(!error.to_string().contains("done"), "{fault:?}: {error}");
    }
}

#[tokio::test]
async fn in_a_transact_it_is_undone_unless_it_commits() {
    let numbers = Numbers::new().await;
    let client = numbers.database.client();
    let mut id = 0;
    for fault in FAULTS {
        id += 1;
        let returned =
            transact(client, async |tx| Err::<(), _>(fault.meet(Numbers::text(id, fault), How::Plain, &tx).await));
        numbers.check(id, fault, &returned.await.unwrap_err(), Outcome::NotWritten).await;
        // The error that the closure ignores says that nothing is written. So nothing may be.
        id += 1;
        let ignored = Mutex::new(None);
        let ended = transact(client, async |tx| {
            *ignored.lock().unwrap() = Some(fault.meet(Numbers::text(id, fault), How::Plain, &tx).await);
            Ok(())
        });
        numbers.check(id, fault, &ended.await.unwrap_err(), Outcome::NotWritten).await;
        let ignored = ignored.into_inner().unwrap().unwrap();
        numbers.check(id, fault, &ignored, Outcome::NotWritten).await;
        // With the commit it is written, and so is what was written before.
        id += 2;
        let committed = transact(client, async |tx| {
            query(format!("UPSERT INTO numbers (id) VALUES ({}ul)", id - 1)).exec(&tx).await?;
            Err::<(), _>(fault.meet(Numbers::text(id, fault), How::Commit, &tx).await)
        });
        let error = committed.await.unwrap_err();
        numbers.check(id, fault, &error, Outcome::Written).await;
        assert!(numbers.holds(id - 1).await, "{fault:?}");
    }
}

/// Tests that a read that commits has committed the earlier writes.
#[tokio::test]
async fn a_read_that_commits_has_written() {
    let numbers = Numbers::new().await;
    let client = numbers.database.client();
    let committed = transact(client, async |tx| {
        query("UPSERT INTO numbers (id) VALUES (1ul)").exec(&tx).await?;
        query("SELECT 'x' AS a").fetch::<i32>(&tx).with_commit().await
    });
    numbers.check(1, OtherType, &committed.await.unwrap_err(), Outcome::Written).await;
}

/// Tests the client's transaction: a closure that ignores the error may commit it.
#[tokio::test]
async fn in_a_retry_tx_it_is_unknown() {
    let numbers = Numbers::new().await;
    let q = numbers.database.q();
    for (id, fault) in (0..).zip(FAULTS) {
        let found = &Mutex::new(None);
        let (id, fault) = (&id, &fault);
        q.retry_tx(closure!([&found, &id, &fault], async |tx: &mut Transaction| {
            let error = fault.meet(Numbers::text(**id, **fault), How::Plain, &mut *tx).await;
            *found.lock().unwrap() = Some(error);
            Ok(())
        }))
        .await
        .unwrap();
        assert!(numbers.holds(*id).await, "{fault:?}");
        let error = found.lock().unwrap().take().unwrap();
        numbers.check(*id, *fault, &error, Outcome::Unknown).await;
        assert!(error.to_string().contains("return the error"), "{error}");
    }
}

/// Tests a fault in the second row, which is read after the first one was taken.
#[tokio::test]
async fn a_stream_of_a_write() {
    let numbers = Numbers::new().await;
    let text = |id: u64| {
        format!("UPSERT INTO numbers (id) VALUES ({id}ul); SELECT a FROM AS_TABLE([<|a: Just(1)|>, <|a: NULL|>])")
    };
    let taken = async |rows: &mut ydb_keys::Rows<'_, RawQuery, i32>| -> Result<()> {
        while rows.try_next().await?.is_some() {}
        Ok(())
    };
    let error = taken(&mut query(text(1)).stream(numbers.database.client())).await.unwrap_err();
    numbers.check(1, Null, &error, Outcome::Written).await;
    let ended = transact(numbers.database.client(), async |tx| {
        assert!(taken(&mut query(text(2)).stream(&tx)).await.is_err());
        Ok(())
    });
    numbers.check(2, Null, &ended.await.unwrap_err(), Outcome::NotWritten).await;
    let read = "SELECT a FROM AS_TABLE([<|a: Just(1)|>, <|a: NULL|>])";
    let error = taken(&mut query(read).stream(numbers.database.client())).await.unwrap_err();
    assert!(is(&error, ErrorKind::Decode, &["unexpected NULL"]) && error.outcome() == Outcome::NotWritten, "{error}");
}

/// Tests that a transaction with a changed version fails, and is not committed.
#[tokio::test]
async fn a_conflict_commits_nothing() {
    let database = Database::with::<Page>().await;
    let client = database.client();
    Page::of("first").insert().exec(client).await.unwrap();
    let read = Page::get(1).fetch(client).await.unwrap().unwrap();
    read.upsert().exec(client).await.unwrap();
    let error = transact(client, async |tx| {
        Page { id: 2, ..Page::of("second") }.insert().exec(&tx).await?;
        read.upsert().exec(&tx).with_commit().await
    });
    let error = error.await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Conflict, Outcome::NotWritten), "{error}");
    assert_eq!(Page::get(2).fetch(client).await.unwrap(), None);
}
