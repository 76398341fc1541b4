//! One hash of a key, beside a bare `xxhash_rust` call on the same bytes.

#![allow(clippy::unwrap_used, reason = "a benchmark measures the number, as the statements use it")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use xxhash_rust::xxh3::xxh3_64;
use ydb_keys::{YdbKey, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(id), id))]
struct ById {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(name), name))]
struct ByName {
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(id, name), id, name))]
struct ByBoth {
    id: u64,
    name: String,
}

/// 20 bytes.
const NAME: &str = "alice.b@example.com!";

fn hashes(c: &mut Criterion) {
    let mut group = c.benchmark_group("u64");
    let key = ByIdKey::from(42);
    group.bench_function("bare", |b| b.iter(|| xxh3_64(&black_box(42_u64).to_le_bytes())));
    group.bench_function("key", |b| b.iter(|| black_box(&key).hash().unwrap().unwrap()));
    group.finish();

    let mut group = c.benchmark_group("20 bytes");
    let key = ByNameKey::from(NAME.to_owned());
    group.bench_function("bare", |b| b.iter(|| xxh3_64(black_box(&key.name).as_bytes())));
    group.bench_function("key", |b| b.iter(|| black_box(&key).hash().unwrap().unwrap()));
    group.finish();

    let mut group = c.benchmark_group("(u64, 20 bytes)");
    let key = ByBothKey::from((42, NAME.to_owned()));
    let bytes = [&42_u64.to_le_bytes()[..], &20_u32.to_le_bytes(), NAME.as_bytes()].concat();
    group.bench_function("bare", |b| b.iter(|| xxh3_64(black_box(&bytes))));
    group.bench_function("bare, bytes laid out by hand", |b| {
        b.iter(|| {
            let key = black_box(&key);
            let mut bytes = Vec::with_capacity(12 + key.name.len());
            bytes.extend(key.id.to_le_bytes());
            bytes.extend((key.name.len() as u32).to_le_bytes());
            bytes.extend(key.name.as_bytes());
            xxh3_64(&bytes)
        });
    });
    group.bench_function("key", |b| b.iter(|| black_box(&key).hash().unwrap().unwrap()));
    group.finish();
}

criterion_group!(benches, hashes);
criterion_main!(benches);
