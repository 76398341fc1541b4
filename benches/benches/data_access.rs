//! Wall-clock time of one upsert, one get, 10,000 rows read and 20,000 rows written, with `ydb-keys` and by hand on the
//! bare SDK, against the embedded engine. The bin `data-access` measures the client's processor time of the same.

#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, reason = "a benchmark has no other way to fail")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tokio::runtime::{Builder, Runtime};
use ydb::{Client, ClientBuilder};
use ydb_embedded::Server;
use ydb_keys_benches::model::{BULK, Order, READ, prepare};
use ydb_keys_benches::server::{hold, with_one_session};
use ydb_keys_benches::{by_hand, by_keys};

fn start() -> (Server, Runtime, Client) {
    let server = Server::start_blocking().unwrap();
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let client = runtime.block_on(async {
        let builder = ClientBuilder::new_from_connection_string(server.connection_string()).unwrap();
        let client = builder.build().await.unwrap();
        prepare(&client).await.unwrap();
        client
    });
    (server, runtime, client)
}

fn requests(c: &mut Criterion) {
    let (_server, runtime, client) = start();
    // A call with a timeout starts a timer, also where a request is only built.
    let _entered = runtime.enter();
    let client = runtime.block_on(with_one_session(client)).unwrap();
    let (mut q, mut holder) = (client.query_client(), client.query_client());
    let _stream = runtime.block_on(hold(&mut holder)).unwrap();
    let row = Order::number(42);

    let mut group = c.benchmark_group("request without text and parameters");
    group.bench_function("by hand", |b| b.iter(|| by_hand::build_nothing(&mut q)));
    group.finish();

    let mut group = c.benchmark_group("request of an upsert");
    group.bench_function("by hand", |b| b.iter(|| by_hand::build_upsert(&mut q, black_box(&row))));
    group.bench_function("ydb-keys", |b| b.iter(|| by_keys::build_upsert(&mut q, black_box(&row))));
    group.finish();

    let mut group = c.benchmark_group("request of a get");
    group.bench_function("by hand", |b| b.iter(|| by_hand::build_get(&mut q, black_box(42))));
    group.bench_function("ydb-keys", |b| b.iter(|| by_keys::build_get(&mut q, black_box(42))));
    group.finish();
}

fn points(c: &mut Criterion) {
    let (_server, runtime, client) = start();
    let mut q = client.query_client();
    let row = Order::number(42);

    let mut group = c.benchmark_group("upsert");
    group.bench_function("by hand", |b| b.iter(|| runtime.block_on(by_hand::upsert(&mut q, &row)).unwrap()));
    group.bench_function("ydb-keys", |b| b.iter(|| runtime.block_on(by_keys::upsert(&mut q, &row)).unwrap()));
    group.finish();

    let mut group = c.benchmark_group("get");
    group.bench_function("by hand", |b| b.iter(|| runtime.block_on(by_hand::get(&mut q, 42)).unwrap()));
    group.bench_function("ydb-keys", |b| b.iter(|| runtime.block_on(by_keys::get(&mut q, 42)).unwrap()));
    group.finish();
}

fn many(c: &mut Criterion) {
    let (_server, runtime, client) = start();
    let mut q = client.query_client();
    let rows = Order::first(BULK);

    let mut group = c.benchmark_group("fetch of 10,000 rows");
    group.sample_size(30).throughput(Throughput::Elements(READ));
    group.bench_function("by hand", |b| b.iter(|| runtime.block_on(by_hand::fetch(&mut q)).unwrap()));
    group.bench_function("ydb-keys", |b| b.iter(|| runtime.block_on(by_keys::fetch(&mut q)).unwrap()));
    group.finish();

    let mut group = c.benchmark_group("bulk upsert of 20,000 rows");
    group.sample_size(30).throughput(Throughput::Elements(BULK));
    group.bench_function("by hand", |b| b.iter(|| runtime.block_on(by_hand::bulk_upsert(&client, &rows)).unwrap()));
    group.bench_function("ydb-keys", |b| b.iter(|| runtime.block_on(by_keys::bulk_upsert(&client, &rows)).unwrap()));
    group.finish();
}

criterion_group!(benches, requests, points, many);
criterion_main!(benches);
