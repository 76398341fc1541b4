//! Spans carry the table and the operation, and never a value.

use std::fmt::{self, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use e2e_tests::Database;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use ydb_keys::YdbTable;

use crate::models::*;

/// What the library's own spans and events were given.
#[derive(Clone, Default)]
struct Seen(Arc<State>);

#[derive(Default)]
struct State {
    next: AtomicU64,
    /// The fields of each span, as `name=value` one a line, by the span's id.
    spans: Mutex<Vec<(u64, String)>>,
}

impl Seen {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.spans.lock().unwrap()).into_iter().map(|(_, fields)| fields).collect()
    }
}

/// Writes all fields down.
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

/// Runs an operation, whose only span has these words and no marker.
macro_rules! span {
    ($seen:ident, $operation:literal, $table:expr, $call:expr) => {{
        $seen.take();
        let _ = $call.await;
        let spans = $seen.take();
        let [span] = &spans[..] else { panic!("{}: {spans:?}", $operation) };
        let lines: Vec<&str> = span.lines().collect();
        assert!(lines.contains(&"db.system.name=ydb"), "{span}");
        assert!(lines.contains(&concat!("db.operation.name=", $operation)), "{span}");
        let table = format!("db.collection.name={}", $table);
        assert!(lines.contains(&table.as_str()), "{span}");
        for marker in ["SECRET", "987654321"] {
            assert!(!span.contains(marker), "{span}");
        }
    }};
}

#[tokio::test]
async fn of_reads_and_writes() {
    let database = Database::with::<Customer>().await;
    let seen = Seen::default();
    let _guard = tracing::subscriber::set_default(seen.clone());
    let (client, mut q) = (database.client(), database.q());
    let row =
        Customer { email: "SECRET".into(), name: Some("SECRET 987654321".into()), photo: Some(b"SECRET".to_vec()) };
    let rows = std::slice::from_ref(&row);
    let (table, key) = (Customer::TABLE.name, || "SECRET".to_owned());
    span!(seen, "insert", table, row.insert().exec(&mut q));
    // Fails, and tells nobody but the caller why.
    span!(seen, "insert", table, row.insert().exec(&mut q));
    span!(seen, "insert", table, row.insert().fetch(&mut q));
    span!(seen, "insert_many", table, Customer::insert_many(rows).exec(&mut q));
    span!(seen, "upsert", table, row.upsert().exec(&mut q));
    span!(seen, "upsert_many", table, Customer::upsert_many(rows).exec(&mut q));
    span!(seen, "replace", table, row.replace().exec(&mut q));
    span!(seen, "replace_many", table, Customer::replace_many(rows).exec(&mut q));
    span!(seen, "bulk_upsert", table, Customer::bulk_upsert(rows).exec(client));
    span!(seen, "update", table, Customer::update(key()).name(Some("SECRET".into())).exec(&mut q));
    span!(seen, "update_many", table, Customer::update_many(rows).exec(&mut q));
    span!(seen, "get", table, Customer::get(key()).fetch(&mut q));
    span!(seen, "get_many", table, Customer::get_many([key()]).fetch(&mut q));
    span!(seen, "exists", table, Customer::exists(key()).fetch(&mut q));
    span!(seen, "read_rows", table, Customer::read_rows([key()]).fetch(client));
    span!(seen, "scan", table, Customer::scan().email(key()..).fetch(&mut q));
    span!(seen, "first", table, Customer::scan().email(key()..).first(&mut q));
    span!(seen, "count", table, Customer::scan().email(key()..).count().fetch(&mut q));
    span!(seen, "exists", table, Customer::scan().email(key()..).exists().fetch(&mut q));
    span!(seen, "page", table, Customer::scan().email(key()..).page(987654321, None).fetch(&mut q));
    span!(seen, "stream", table, Customer::scan().email(key()..).stream(&mut q).batch(987654321).try_next());
    span!(seen, "delete_range", table, Customer::scan().email(key()..).delete().exec(&mut q));
    span!(seen, "delete", table, Customer::delete(key()).exec(&mut q));
    span!(seen, "delete_many", table, Customer::delete_many([key()]).exec(&mut q));
}

/// The path with the directory; each batch of a stream is a span.
#[tokio::test]
async fn of_located_tables_and_of_batches() {
    let database = Database::start().await;
    let located = Account::below("ydb_keys_e2e/tenants/spans");
    database.create_at(located.path(), located.create_table().to_string()).await;
    let seen = Seen::default();
    let _guard = tracing::subscriber::set_default(seen.clone());
    let mut q = database.q();
    let path = "ydb_keys_e2e/tenants/spans/ydb_keys_e2e/accounts";
    span!(seen, "upsert_many", path, located.upsert_many(&samples::<Account>(10)).exec(&mut q));
    span!(seen, "get", path, located.get(987654321).fetch(&mut q));
    let mut stream = located.scan().full_scan().stream(&mut q).batch(4);
    while stream.try_next().await.unwrap().is_some() {}
    let spans = seen.take();
    assert_eq!(spans.len(), 3);
    assert!(spans.iter().all(|span| span.contains(path)), "{spans:?}");
}

/// Spans of an operation that fails before anything is sent have no values either.
#[tokio::test]
async fn of_rows_that_are_refused() {
    let database = Database::embedded().await;
    let seen = Seen::default();
    let _guard = tracing::subscriber::set_default(seen.clone());
    let row = Customer { email: "SECRET".repeat(500), name: None, photo: None };
    assert!(row.upsert().exec(&mut database.q()).await.is_err());
    assert!(seen.take().iter().all(|span| !span.contains("SECRET")));
}
