//! Tests that spans carry the table and the operation, and never a value.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use e2e_tests::Database;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing::{Dispatch, Event, Metadata, Subscriber};
use ydb_embedded::{Call as DbCall, Fault, Status};
use ydb_keys::{DualWriter, Transact, YdbTable, query, transact};
use ydb_keys_bulk::Bulk as _;

use crate::models::*;

/// Spans and events of the library.
#[derive(Clone, Default)]
struct Seen(Arc<State>);

#[derive(Default)]
struct State {
    next: AtomicU64,
    /// Fields of each span by the span's id, as `name=value`, one a line.
    spans: Mutex<Vec<(u64, String)>>,
}

impl Seen {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.spans.lock().unwrap()).into_iter().map(|(_, fields)| fields).collect()
    }
}

/// Visitor that writes all fields down.
struct Writer<'a>(&'a mut String);

impl Visit for Writer<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        writeln!(self.0, "{}={value:?}", field.name()).unwrap();
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        writeln!(self.0, "{}={value}", field.name()).unwrap();
    }
}

impl Subscriber for Seen {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("ydb_keys")
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let id = self.0.next.fetch_add(1, Ordering::Relaxed) + 1;
        let mut fields = String::new();
        attributes.record(&mut Writer(&mut fields));
        self.0.spans.lock().unwrap().push((id, fields));
        Id::from_u64(id)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut spans = self.0.spans.lock().unwrap();
        if let Some((_, fields)) = spans.iter_mut().find(|(id, _)| *id == span.into_u64()) {
            values.record(&mut Writer(fields));
        }
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = String::new();
        event.record(&mut Writer(&mut fields));
        self.0.spans.lock().unwrap().push((0, fields));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Runs an operation, a method of the library's source. Its only span must have these words and no marker.
macro_rules! span {
    ($seen:ident, $methods:ident, $method:literal, $operation:literal, $table:expr, $call:expr) => {{
        $methods.insert($method.to_owned());
        $seen.take();
        let _ = $call.await;
        let spans = $seen.take();
        let [span] = &spans[..] else { panic!("{}: {spans:?}", $operation) };
        has(span, &["db.system.name=ydb", concat!("db.operation.name=", $operation)]);
        has(span, &[&format!("db.collection.name={}", $table)]);
        has(span, &[&format!("db.query.summary={} {}", $operation, $table)]);
        for marker in ["SECRET", "987654321"] {
            assert!(!span.contains(marker), "{span}");
        }
        kept(span)
    }};
}

/// Returns the span, for tests that look at more of it.
fn kept(span: &str) -> String {
    span.to_owned()
}

/// Collects the library's spans and events from now on. A second subscriber is needed: with a single one `tracing` asks
/// that of the thread that meets a span or event first, and other tests run in threads without any.
fn watch() -> (Seen, DefaultGuard, Dispatch) {
    let seen = Seen::default();
    let guard = tracing::subscriber::set_default(seen.clone());
    (seen, guard, Dispatch::new(Seen::default()))
}

/// Checks that the span has these fields with these values.
fn has(span: &str, fields: &[&str]) {
    let lines: Vec<&str> = span.lines().collect();
    for field in fields {
        assert!(lines.contains(field), "no {field} in\n{span}");
    }
}

#[tokio::test]
async fn of_each_method() {
    let database = Database::with::<Customer>().await;
    let (seen, _guard, _other) = watch();
    let (client, mut q) = (database.client(), database.q());
    let row =
        Customer { email: "SECRET".into(), name: Some("SECRET 987654321".into()), photo: Some(b"SECRET".to_vec()) };
    let rows = std::slice::from_ref(&row);
    let (table, key) = (Customer::TABLE.name, || "SECRET".to_owned());
    let scan = || Customer::scan().email(key()..);
    let mut methods = BTreeSet::new();
    let text = span!(seen, methods, "Write::exec", "insert", table, row.insert().exec(&mut q));
    assert!(!text.contains("error.type") && !text.contains("rows"), "{text}");
    // Fails, and tells nobody but the caller why.
    let text = span!(seen, methods, "Write::exec", "insert", table, row.insert().exec(client));
    has(&text, &["error.type=ydb_error", "db.response.status_code=PRECONDITION_FAILED"]);
    span!(seen, methods, "Write::fetch", "insert", table, row.insert().fetch(&mut q));
    span!(seen, methods, "WriteMany::exec", "insert_many", table, Customer::insert_many(rows).exec(&mut q));
    span!(seen, methods, "Write::exec", "upsert", table, row.upsert().exec(&mut q));
    let text = span!(seen, methods, "WriteMany::exec", "upsert_many", table, Customer::upsert_many(rows).exec(client));
    has(&text, &["db.operation.batch.size=1"]);
    span!(seen, methods, "Write::exec", "replace", table, row.replace().exec(&mut q));
    span!(seen, methods, "WriteMany::exec", "replace_many", table, Customer::replace_many(rows).exec(&mut q));
    let text = span!(seen, methods, "BulkUpsert::exec", "bulk_upsert", table, Customer::bulk_upsert(rows).exec(client));
    has(&text, &["db.operation.batch.size=1"]);
    span!(seen, methods, "Update::exec", "update", table, Customer::update(key()).name(Some(key())).exec(&mut q));
    let update = Customer::update(key()).name(Some(key()));
    let text = span!(seen, methods, "Update::fetch", "update", table, update.fetch(client));
    has(&text, &["db.response.returned_rows=1"]);
    span!(seen, methods, "UpdateMany::exec", "update_many", table, Customer::update_many(rows).exec(&mut q));
    let text = span!(seen, methods, "Get::fetch", "get", table, Customer::get(key()).fetch(client));
    has(&text, &["db.response.returned_rows=1"]);
    let text = span!(seen, methods, "Get::fetch", "get", table, Customer::get("no".to_owned()).fetch(client));
    has(&text, &["db.response.returned_rows=0"]);
    let text = span!(seen, methods, "GetMany::fetch", "get_many", table, Customer::get_many([key()]).fetch(&mut q));
    has(&text, &["db.response.returned_rows=1", "db.operation.batch.size=1"]);
    span!(seen, methods, "Exists::fetch", "exists", table, Customer::exists(key()).fetch(&mut q));
    span!(seen, methods, "ReadRows::fetch", "read_rows", table, Customer::read_rows([key()]).fetch(client));
    let text = span!(seen, methods, "Scan::fetch", "scan", table, scan().fetch(&mut q));
    has(&text, &["db.response.returned_rows=1"]);
    span!(seen, methods, "Scan::first", "first", table, scan().first(&mut q));
    span!(seen, methods, "Scan::stream", "stream", table, scan().stream(&mut q).try_next());
    let select = || scan().select::<Customer>();
    span!(seen, methods, "Select::fetch", "scan", table, select().fetch(&mut q));
    span!(seen, methods, "Select::first", "first", table, select().first(&mut q));
    span!(seen, methods, "Count::fetch", "count", table, scan().count().fetch(&mut q));
    span!(seen, methods, "Exists::fetch", "exists", table, scan().exists().fetch(&mut q));
    span!(seen, methods, "PageQuery::fetch", "page", table, scan().page(987654321, None).fetch(&mut q));
    let text = span!(seen, methods, "Select::stream", "stream", table, select().stream(&mut q).batch(9).try_next());
    has(&text, &["db.response.returned_rows=1"]);
    let text = span!(
        seen,
        methods,
        "Modify::fetch",
        "modify",
        table,
        Customer::modify(key(), |row| row.photo = None).fetch(client)
    );
    has(&text, &["ydb_keys.attempts=1", "db.response.returned_rows=1"]);
    let change = Customer::modify(key(), |row| row.email = "SECRETS".into());
    let text = span!(seen, methods, "Modify::fetch", "modify", table, change.fetch(client));
    has(&text, &["error.type=Usage"]);
    span!(seen, methods, "DeleteRange::exec", "delete_range", table, scan().delete().exec(&mut q));
    let batch = scan().batch_update().name(Some(key())).when(Customer::COLUMNS.email.ne("SECRETS"));
    span!(seen, methods, "Update::exec", "batch_update", table, batch.exec(client));
    let batch = scan().batch_delete();
    span!(seen, methods, "BatchDelete::exec", "batch_delete", table, batch.exec(&mut q));
    span!(seen, methods, "Delete::exec", "delete", table, Customer::delete(key()).exec(&mut q));
    span!(seen, methods, "Delete::fetch", "delete", table, Customer::delete(key()).fetch(client));
    span!(seen, methods, "DeleteMany::exec", "delete_many", table, Customer::delete_many([key()]).exec(&mut q));
    // The same key twice: what counts here is the span.
    let path = Customer::TABLE.name;
    seen.take();
    let writer = DualWriter::<Customer, Customer>::open(client).await.unwrap();
    DualWriter::<Customer, Customer>::open_at(client, path).await.unwrap();
    // What they do to the control table has spans too.
    let of_table = format!("db.collection.name={table}");
    let (own, inner): (Vec<_>, Vec<_>) = seen.take().into_iter().partition(|span| span.contains(&of_table));
    assert_eq!(own.iter().filter(|span| span.contains("db.operation.name=dual_open")).count(), 2, "{own:?}");
    assert!(inner.iter().any(|span| span.contains("db.collection.name=ydb_keys/changes")), "{inner:?}");
    span!(seen, methods, "DualWrite::exec", "dual_upsert", table, writer.upsert(&row).exec(client));
    span!(seen, methods, "DualWrite::exec", "dual_delete", table, writer.delete(&row).exec(client));
    let update = || Customer::update(key()).name(Some(key()));
    let updated = writer.update(update(), update()).exec(client);
    span!(seen, methods, "DualWrite::exec", "dual_update", table, updated);
    let read = async || Ok(());
    span!(seen, methods, "DualWriter::read", "dual_read", table, writer.read(client, read, read));
    let create = Customer::TABLE.create_table().if_not_exists();
    span!(seen, methods, "CreateTable::exec", "create_table", table, create.exec(client));
    let feed = Fed::TABLE.create_table().changefeeds().next().unwrap();
    span!(seen, methods, "AddChangefeed::exec", "add_changefeed", Fed::TABLE.name, feed.exec(client));
    let set = Timed::TABLE.create_table().index_settings().next().unwrap();
    span!(seen, methods, "AlterIndex::exec", "alter_index", Timed::TABLE.name, set.exec(client));
    methods.extend(WITHOUT_TABLE.map(str::to_owned));
    let public = public_methods();
    let missing: Vec<_> = public.symmetric_difference(&methods).collect();
    assert!(missing.is_empty(), "public methods that talk to the database without a test of their span: {missing:?}");
}

#[derive(YdbTable)]
#[ydb(table = "ydb_keys_e2e/fed", primary_key(hash = numeric_hash(number), number))]
#[ydb(changefeed(feed, mode = updates))]
struct Fed {
    number: u64,
}

#[derive(YdbTable)]
#[ydb(table = "ydb_keys_e2e/timed", primary_key(hash = numeric_hash(number), number))]
#[ydb(index(by_time, on(shard = xxh3(number) % 4, at)))]
struct Timed {
    number: u64,
    at: u64,
}

/// Operations without a table, which have their own tests here.
const WITHOUT_TABLE: [&str; 12] = [
    "transact",
    "Transact::with_error",
    "RawQuery::exec",
    "RawQuery::fetch",
    "RawQuery::fetch_one",
    "RawQuery::first",
    "RawQuery::stream",
    "Yql::exec",
    "Yql::fetch",
    "Yql::fetch_one",
    "Yql::first",
    "Yql::stream",
];

/// Returns the public functions of the library's source that take an executor: `Write::exec`, `transact`.
fn public_methods() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("ydb-keys/src/sdk"), root.join("crates/ydb-keys-core/src/ddl")];
    let mut found = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap();
            let (mut owner, mut name) = (String::new(), None);
            for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
                if let Some(rest) = line.strip_prefix("impl") {
                    owner = word(after_parameters(rest));
                }
                if let Some((before, rest)) = line.split_once("fn ") {
                    let method = if before.is_empty() || before == "pub " {
                        word(rest)
                    } else {
                        format!("{owner}::{}", word(rest))
                    };
                    name = before.trim_start().starts_with("pub ").then_some(method);
                }
                let takes = ["impl Executor + 'q", "impl ClientExecutor", "&impl TableAccess", "RunDdl<Library>,"];
                if takes.iter().any(|taken| line.contains(taken)) {
                    found.extend(name.clone());
                }
            }
        }
    }
    found
}

fn word(text: &str) -> String {
    text.trim_start().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// Returns the text after the `<..>` of an `impl`, if it has one.
fn after_parameters(rest: &str) -> &str {
    let mut depth = 0;
    for (at, letter) in rest.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return if at == 0 { rest } else { &rest[at + 1..] };
        }
    }
    rest
}

/// Tests that a transaction has one span for the whole, and one for each of its operations.
#[tokio::test]
async fn of_transactions() {
    let database = Database::embedded_with::<Account>().await;
    let (seen, _guard, _other) = watch();
    let aborted = Fault::Status(Status::Aborted, "on order".into());
    database.faults().fail_next(1, DbCall::ExecuteQuery, aborted);
    let done = transact(database.client(), async |tx| {
        Account::get(987654321).fetch(&tx).await?;
        Account { number: 987654321, sum: 1 }.insert().exec(&tx).await
    });
    done.await.unwrap();
    let spans = seen.take();
    let [whole, first, second, insert] = &spans[..] else { panic!("{spans:#?}") };
    has(whole, &["db.operation.name=transact", "db.system.name=ydb", "ydb_keys.attempts=2"]);
    has(whole, &["db.query.summary=transact"]);
    assert!(!whole.contains("db.collection.name") && !whole.contains("error.type"), "{whole}");
    has(first, &["db.operation.name=get", "error.type=ydb_error", "db.response.status_code=ABORTED"]);
    has(second, &["db.operation.name=get", "db.response.returned_rows=0"]);
    has(insert, &["db.operation.name=insert"]);
    assert!(spans.iter().all(|span| !span.contains("987654321")), "{spans:#?}");
    // The database of the client that began it.
    spans.iter().for_each(|span| has(span, &["db.namespace=/local"]));
    // The span names the type of the caller's error, and the status of a failed commit.
    let refused: Result<(), Mine> = Transact::with_error(database.client(), async |_| Err(Mine)).await;
    assert!(refused.is_err());
    let spans = seen.take();
    has(&spans[0], &[&format!("error.type={}", std::any::type_name::<Mine>())]);
    let late = transact(database.client(), async |tx| Account { number: 987654321, sum: 2 }.insert().exec(&tx).await);
    assert!(late.await.is_err());
    let spans = seen.take();
    has(&spans[0], &["error.type=ydb_error", "db.response.status_code=PRECONDITION_FAILED", "ydb_keys.attempts=1"]);
    database.faults().fail_next(1, DbCall::ExecuteQuery, Fault::BreakStreamAfter(0));
    assert!(Account { number: 1, sum: 2 }.insert().exec(database.client()).await.is_err());
    has(&seen.take()[0], &["error.type=transport_error"]);
}

#[tokio::test]
async fn of_queries_by_hand() {
    let database = Database::with::<Account>().await;
    let (seen, _guard, _other) = watch();
    let query = || query("DECLARE $n AS Uint64; SELECT $n AS number, 987654321 AS sum").param("$n", &987654321_u64);
    query().exec(database.client()).await.unwrap();
    let _ = query().fetch::<Account>(database.client()).await;
    let _ = query().first::<Account>(database.client()).await;
    let _ = query().stream::<Account>(database.client()).try_next().await;
    let spans = seen.take();
    assert_eq!(spans.len(), 4, "{spans:?}");
    for span in spans {
        has(&span, &["db.operation.name=query", "db.system.name=ydb", "db.query.summary=query"]);
        has(&span, &[&format!("db.namespace={}", database.client().database())]);
        assert!(!span.contains("987654321") && !span.contains("db.collection.name"), "{span}");
    }
}

#[derive(Debug)]
struct Mine;

impl From<ydb_keys::Error> for Mine {
    fn from(_: ydb_keys::Error) -> Self {
        Mine
    }
}

/// Tests slow operations. No other test changes the threshold, which belongs to the process, or lasts so long.
#[tokio::test]
async fn slow_operations_are_reported() {
    let database = Database::embedded_with::<Account>().await;
    let (seen, _guard, _other) = watch();
    let read = async |delay| {
        database.faults().fail_next(1, DbCall::ExecuteQuery, Fault::Delay(Duration::from_millis(delay)));
        Account::get(1).fetch(database.client()).await.unwrap();
        seen.take()
    };
    assert_eq!(read(0).await.len(), 1);
    let spans = read(1100).await;
    let [_, event] = &spans[..] else { panic!("{spans:?}") };
    has(event, &["message=slow operation", "db.operation.name=get", "db.collection.name=ydb_keys_e2e/accounts"]);
    let seconds = event.lines().find_map(|line| line.strip_prefix("seconds=")).unwrap();
    assert!(seconds.parse::<f64>().unwrap() >= 1.1, "{seconds}");
    ydb_keys::set_slow_threshold(None);
    let switched_off = read(1100).await.len();
    ydb_keys::set_slow_threshold(Some(Duration::from_secs(1)));
    assert_eq!(switched_off, 1);
}

/// Tests that spans have the path with the directory, and that each batch of a stream is a span.
#[tokio::test]
async fn of_located_tables_and_of_batches() {
    let database = Database::start().await;
    let located = Account::in_directory("ydb_keys_e2e/tenants/spans");
    database.create_at(located.path(), located.create_table().to_string()).await;
    let (seen, _guard, _other) = watch();
    let mut q = database.q();
    let path = "ydb_keys_e2e/tenants/spans/ydb_keys_e2e/accounts";
    let mut methods = BTreeSet::new();
    let rows = samples::<Account>(10);
    span!(seen, methods, "WriteMany::exec", "upsert_many", path, located.upsert_many(&rows).exec(&mut q));
    span!(seen, methods, "Get::fetch", "get", path, located.get(987654321).fetch(&mut q));
    assert_eq!(methods.len(), 2);
    let mut stream = located.scan().full_scan().stream(&mut q).batch(4);
    while stream.try_next().await.unwrap().is_some() {}
    let spans = seen.take();
    assert_eq!(spans.len(), 3);
    assert!(spans.iter().all(|span| span.contains(path)), "{spans:?}");
}

/// Tests that spans of an operation that fails before anything is sent have no values either.
#[tokio::test]
async fn of_rows_that_are_refused() {
    let database = Database::embedded().await;
    let (seen, _guard, _other) = watch();
    let row = Customer { email: "SECRET".repeat(500), name: None, photo: None };
    assert!(row.upsert().exec(&mut database.q()).await.is_err());
    assert!(seen.take().iter().all(|span| !span.contains("SECRET")));
}

/// Tests that rows of a loader that is dropped before `finish` are reported as not written.
#[tokio::test]
async fn a_dropped_loader_is_reported() {
    let database = Database::with::<Account>().await;
    let connection = database.bulk().await;
    let (seen, _guard, _other) = watch();
    let mut loader = Account::loader(&connection).rows_per_request(100);
    for row in samples::<Account>(7) {
        loader.push(row).await.unwrap();
    }
    drop(loader);
    let warnings = seen.take();
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    has(
        warning,
        &[
            "db.collection.name=ydb_keys_e2e/accounts",
            "not_sent=7",
            "in_flight=0",
            "message=a loader was dropped before `finish`: its rows are not written, or may not be",
        ],
    );
    // Finished, and without rows: nothing to say.
    Account::loader(&connection).load(samples::<Account>(7)).await.unwrap();
    drop(Account::loader(&connection));
    assert_eq!(seen.take(), [] as [String; 0]);
}
