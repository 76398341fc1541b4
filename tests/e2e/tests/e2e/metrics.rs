//! Tests the counters and histograms of operations, with a recorder of the crate `metrics`.

use std::sync::{Arc, Mutex};

use e2e_tests::{Database, is};
use metrics::{
    Counter, CounterFn, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};
use ydb_keys::{Error, ErrorKind, YdbTable, transact};

#[derive(YdbTable, Clone)]
#[ydb(table = "ydb_keys_e2e/metered", primary_key(hash = numeric_hash(number), number))]
struct Metered {
    number: u64,
    text: Option<String>,
}

/// Recorder that writes `name{label=value, ..} +n` for a counter, `name{..} =x` for a histogram.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Lines {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    fn at(&self, key: &Key) -> Arc<At> {
        let mut labels: Vec<_> = key.labels().map(|label| format!("{}={}", label.key(), label.value())).collect();
        labels.sort();
        Arc::new(At { lines: self.clone(), name: format!("{}{{{}}}", key.name(), labels.join(", ")) })
    }
}

struct At {
    lines: Lines,
    name: String,
}

impl CounterFn for At {
    fn increment(&self, value: u64) {
        self.lines.0.lock().unwrap().push(format!("{} +{value}", self.name));
    }

    fn absolute(&self, _: u64) {}
}

impl HistogramFn for At {
    fn record(&self, value: f64) {
        // Times differ.
        let value = if self.name.contains("duration") { f64::from(value > 0.0 && value < 10.0) } else { value };
        self.lines.0.lock().unwrap().push(format!("{} ={value}", self.name));
    }
}

impl Recorder for Lines {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.at(key))
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(self.at(key))
    }
}

#[tokio::test]
async fn operations_are_counted() {
    let lines = Lines::default();
    let database = Database::embedded_with::<Metered>().await;
    // Of this thread, which runs the operations: other tests run in other threads.
    let _recorder = metrics::set_default_local_recorder(&lines);
    let rows = [1, 2, 3].map(|number| Metered { number, text: Some("SECRET".to_owned()) });

    Metered::upsert_many(&rows).exec(database.client()).await.unwrap();
    let labels = "{db.collection.name=ydb_keys_e2e/metered, db.operation.name=upsert_many, db.system.name=ydb}";
    assert_eq!(
        lines.take(),
        [
            format!("db.client.operation.duration{labels} =1"),
            format!("ydb_keys.operations{labels} +1"),
            format!("ydb_keys.sent_rows{labels} +3"),
        ]
    );

    Metered::scan().full_scan().limit(2).fetch(database.client()).await.unwrap();
    let labels = "{db.collection.name=ydb_keys_e2e/metered, db.operation.name=scan, db.system.name=ydb}";
    assert_eq!(
        lines.take(),
        [
            format!("db.client.operation.duration{labels} =1"),
            format!("ydb_keys.operations{labels} +1"),
            format!("db.client.response.returned_rows{labels} =2"),
        ]
    );

    let refused = transact(database.client(), async |tx| rows[0].insert().exec(&tx).with_commit().await).await;
    assert!(is(&refused, ErrorKind::AlreadyExists, &[]));
    let insert = "{db.collection.name=ydb_keys_e2e/metered, db.operation.name=insert, \
                  db.response.status_code=PRECONDITION_FAILED, db.system.name=ydb, error.type=ydb_error}";
    let error = std::any::type_name::<Error>();
    let whole = format!("{{db.operation.name=transact, db.system.name=ydb, error.type={error}}}");
    assert_eq!(
        lines.take(),
        [
            format!("db.client.operation.duration{insert} =1"),
            format!("ydb_keys.operations{insert} +1"),
            format!("db.client.operation.duration{whole} =1"),
            format!("ydb_keys.operations{whole} +1"),
            "ydb_keys.attempts{db.operation.name=transact, db.system.name=ydb} +1".to_owned(),
        ]
    );
}
