//! Made workloads: a table with fixed partitions, keys from a generator, and the expected report.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use ydb_keys::{Value, YdbType};
use ydb_keys_bulk::__internal::Partitioned;

use super::{Cause, HotBasis, HotReport, Measure, TableReport, busy, report};
use crate::stats::{PartitionCounters, PartitionSample, SampledPartition};

/// Generator SplitMix64: a seed gives the same keys on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Simulated table whose partitions are equal parts of the numbers, with the load of ten seconds.
struct Table {
    rows: Vec<HashSet<u64>>,
    partitions: Vec<SampledPartition>,
    table: Partitioned,
    /// Operations per second that use one core.
    capacity: f64,
}

const START: u64 = 1_700_000_000_000_000;
const WINDOW: u64 = 10;

impl Table {
    fn of(partitions: u64) -> Self {
        let started_us = Some(START - 3_600_000_000);
        let partition = |tablet| SampledPartition {
            tablet: 72_000 + tablet,
            started_us,
            node: Some(1),
            ..SampledPartition::default()
        };
        let bound = |number: u64| vec![Value::Uint64(u64::MAX / partitions * number)];
        let table = Partitioned {
            key: vec![("id".to_owned(), Some(YdbType::Uint64))],
            bounds: (1..partitions).map(bound).collect(),
            by_size: Some(true),
            size_mb: Some(2048),
            by_load: Some(true),
            min: Some(1),
            ..Partitioned::default()
        };
        Self {
            rows: vec![HashSet::new(); partitions as usize],
            partitions: (0..partitions).map(partition).collect(),
            table,
            capacity: 10_000.0,
        }
    }

    fn place(&self, key: u64) -> usize {
        let of = self.partitions.len() as u64;
        ((key / (u64::MAX / of)).min(of - 1)) as usize
    }

    fn write(&mut self, key: u64) {
        let place = self.place(key);
        self.rows[place].insert(key);
        let partition = &mut self.partitions[place];
        partition.counters.writes += 1;
        partition.counters.transactions += 1;
    }

    fn read(&mut self, key: u64) {
        let place = self.place(key);
        self.partitions[place].counters.reads += 1;
        self.partitions[place].counters.read_requests += 1;
    }

    fn sample(&mut self, at_us: u64, since: &[PartitionCounters]) -> PartitionSample {
        for (place, partition) in self.partitions.iter_mut().enumerate() {
            partition.rows = self.rows[place].len() as u64;
            partition.bytes = partition.rows * 100;
            let before = since.get(place).copied().unwrap_or_default();
            let operations = partition.counters.writes + partition.counters.reads - before.writes - before.reads;
            partition.cores = (operations as f64 / WINDOW as f64 / self.capacity).min(1.0);
        }
        PartitionSample { at_us, tables: BTreeMap::from([("orders".to_owned(), self.partitions.clone())]) }
    }

    /// Runs the load once before the first sample, and once more between the samples.
    fn run(&mut self, mut load: impl FnMut(&mut Self)) -> (PartitionSample, PartitionSample) {
        load(self);
        let before = self.sample(START, &[]);
        let counters: Vec<PartitionCounters> = self.partitions.iter().map(|partition| partition.counters).collect();
        load(self);
        let after = self.sample(START + WINDOW * 1_000_000, &counters);
        (before, after)
    }

    fn report(&self, (before, after): &(PartitionSample, PartitionSample)) -> HotReport {
        let tables = BTreeMap::from([("orders".to_owned(), self.table.clone())]);
        report(before, after, &HotBasis { tables, patience: 60.0, ..HotBasis::default() })
    }

    fn judged(&mut self, load: impl FnMut(&mut Self)) -> TableReport {
        let samples = self.run(load);
        self.report(&samples).tables.remove(0)
    }
}

/// Draws a key by weights, such as those of a Zipf distribution. A hash spreads the keys over the numbers.
fn zipf(random: &mut Random, weights: &[f64]) -> u64 {
    let mut at = random.unit() * weights.iter().sum::<f64>();
    let rank = weights.iter().position(|weight| {
        at -= weight;
        at < 0.0
    });
    Random(rank.unwrap_or(0) as u64).next()
}

#[test]
fn even_load_is_no_alarm_in_a_hundred_seeds() {
    for seed in 0..100 {
        for partitions in [1, 2, 3, 8, 64, 500] {
            for operations in [5, 50, 300, 2_000] {
                let mut random = Random(seed * 1_000 + partitions);
                let judged = Table::of(partitions).judged(|table| {
                    for _ in 0..operations {
                        let key = random.next();
                        table.write(key);
                        table.read(random.next());
                    }
                });
                assert!(!judged.cause.is_hot(), "seed {seed}, {operations} on {partitions}: {judged:?}");
            }
        }
    }
}

/// Each statement writes a hundred neighbouring rows: few events, although there are many rows.
#[test]
fn even_load_in_batches_is_no_alarm() {
    for seed in 0..100 {
        let statements = [1, 5, 40, 400][seed as usize % 4];
        let mut random = Random(seed);
        let judged = Table::of(16).judged(|table| {
            for _ in 0..statements {
                let key = random.next();
                let place = table.place(key);
                (0..100).for_each(|row| table.write(key.saturating_sub(row)));
                table.partitions[place].counters.transactions -= 99;
            }
        });
        assert!(!judged.cause.is_hot(), "seed {seed}, {statements} statements: {judged:?}");
    }
}

/// Each partition reports every ten seconds, a little sooner or later (`gDbStatsReportInterval` of datashard.cpp). In a
/// window of ten seconds most have reported once, some twice, and some not at all.
#[test]
fn counters_that_are_late_are_no_alarm() {
    for seed in 0..100 {
        let mut table = Table::of(8);
        let mut random = Random(seed);
        let (before, mut after) = table.run(|table| (0..8_000).for_each(|key| table.write(Random(key).next())));
        for (old, new) in before.tables["orders"].iter().zip(after.tables.get_mut("orders").unwrap()) {
            let grown = new.counters.since(&old.counters).unwrap();
            let phase = random.unit() * 10.0;
            let times = (0..5).map(|number| phase + 10.0 * f64::from(number) + random.unit() * 2.0);
            let reports = times.filter(|time| (20.0..30.0).contains(time)).count() as u64;
            new.counters.writes = old.counters.writes + grown.writes * reports;
            new.counters.transactions = old.counters.transactions + grown.transactions * reports;
        }
        let judged = table.report(&(before, after)).tables.remove(0);
        assert!(!judged.cause.is_hot(), "seed {seed}: {judged:?}");
    }
}

#[test]
fn even_load() {
    let mut random = Random(1);
    let judged = Table::of(8).judged(|table| (0..30_000).for_each(|_| table.write(random.next())));
    assert_eq!((judged.cause, judged.cures.len()), (Cause::Even, 0));
    assert!(judged.max_over_mean.writes < 1.1, "{judged:?}");
}

#[test]
fn sequential_load() {
    let mut next = u64::MAX / 8 * 7;
    let mut table = Table::of(8);
    let judged = table.judged(|table| {
        for _ in 0..30_000 {
            next += 1;
            table.write(next);
        }
    });
    assert_eq!((judged.cause, judged.measure), (Cause::GrowingEdge, Measure::Writes));
    assert_eq!((judged.hottest[0].partition, judged.hottest[0].share.writes), (8, 1.0));
    assert_eq!(judged.max_over_mean.writes, 8.0);
    assert_eq!(judged.cures[0].attribute.as_deref(), Some("primary_key(id_hash = xxh3(id), id)"));
    assert_eq!(judged.cures[0].statement, None);
    // Ids begin at 0, and the partitions divide all numbers: all rows are in the first partition.
    let mut next = 0;
    let judged = Table::of(8).judged(|table| {
        for _ in 0..30_000 {
            next += 1;
            table.write(next);
        }
    });
    assert_eq!((judged.cause, judged.hottest[0].partition), (Cause::GrowingEdge, 1));
}

#[test]
fn zipf_load() {
    let weights: Vec<f64> = (1..=2_000).map(|rank| 1.0 / f64::from(rank).powf(1.3)).collect();
    let mut random = Random(3);
    let judged = Table::of(32).judged(|table| (0..30_000).for_each(|_| table.write(zipf(&mut random, &weights))));
    assert_eq!(judged.cause, Cause::SkewedKeys, "{judged:?}");
    // The most frequent key has 28 % of the writes: 1 / zeta(1.3) for 2,000 keys is 0.28.
    assert!((0.25..0.36).contains(&judged.hottest[0].share.writes), "{judged:?}");
}

#[test]
fn one_key() {
    let mut random = Random(4);
    let load = |table: &mut Table, random: &mut Random| {
        for operation in 0..80_000 {
            // The load is on a single row, among others that were there before.
            table.write(if operation % 10 == 0 { random.below(1_000) << 54 } else { 77 << 54 });
        }
    };
    let mut table = Table::of(8);
    let judged = table.judged(|table| load(table, &mut random));
    assert_eq!((judged.cause, judged.over_limit), (Cause::OneKey, true), "{judged:?}");
    assert!(judged.cures[0].text.starts_with("No key cures one hot value"), "{judged:?}");
    // YDB has not had the time to split yet.
    let mut young = Table::of(8);
    young.partitions.iter_mut().for_each(|partition| partition.started_us = Some(START - 20_000_000));
    assert_eq!(young.judged(|table| load(table, &mut random)).cause, Cause::SkewedKeys);
    // A partition of one row cannot be split at any age.
    let mut alone = Table::of(8);
    alone.partitions.iter_mut().for_each(|partition| partition.started_us = Some(START - 20_000_000));
    assert_eq!(alone.judged(|table| (0..80_000).for_each(|_| table.write(77 << 54))).cause, Cause::OneKey);
    // All reads are of one row.
    let mut read = Table::of(8);
    let judged = read.judged(|table| {
        (0..500).for_each(|row| table.write(row << 54));
        (0..80_000).for_each(|_| table.read(77 << 54));
    });
    assert_eq!((judged.cause, judged.measure), (Cause::OneKey, Measure::Reads), "{judged:?}");
}

/// Writes many keys of one range. Its partition could be split if YDB were allowed to.
fn narrow(table: &mut Table, random: &mut Random) {
    for _ in 0..80_000 {
        table.write((3 << 61) + random.below(500));
    }
}

#[test]
fn by_load_off() {
    let mut table = Table::of(8);
    table.table.by_load = Some(false);
    let mut random = Random(5);
    let judged = table.judged(|table| narrow(table, &mut random));
    assert_eq!((judged.cause, judged.hottest[0].partition), (Cause::ByLoadOff, 4), "{judged:?}");
    assert_eq!(
        judged.cures[0].statement.as_deref(),
        Some(
            "ALTER TABLE `orders` SET (AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048, \
             AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 2)"
        )
    );
    // A single partition takes everything.
    let mut single = Table::of(1);
    single.table.by_load = Some(false);
    assert_eq!(single.judged(|table| narrow(table, &mut random)).cause, Cause::ByLoadOff);
    // Nothing is over the limit, and YDB would not split.
    let mut calm = Table::of(1);
    calm.table.by_load = Some(false);
    calm.capacity = 1e6;
    assert_eq!(calm.judged(|table| narrow(table, &mut random)).cause, Cause::Even);
}

#[test]
fn max_reached() {
    let mut table = Table::of(8);
    table.table.max = Some(8);
    let mut random = Random(6);
    let judged = table.judged(|table| narrow(table, &mut random));
    assert_eq!(judged.cause, Cause::MaxReached, "{judged:?}");
    let statement = judged.cures[0].statement.as_deref().unwrap();
    assert!(
        statement.ends_with("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 1, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 16)"),
        "{statement}"
    );
    // The load is even but too much for all partitions.
    let even = table.judged(|table| (0..500_000).for_each(|_| table.write(random.next())));
    assert_eq!(even.cause, Cause::MaxReached, "{even:?}");
    // MAX leaves room for more partitions: YDB should have split.
    table.table.max = Some(9);
    assert_eq!(table.judged(|table| narrow(table, &mut random)).cause, Cause::OneKey);
}

#[test]
fn too_few_partitions() {
    let mut table = Table::of(2);
    let mut random = Random(7);
    let judged = table.judged(|table| (0..140_000).for_each(|_| table.write(random.next())));
    assert_eq!(judged.cause, Cause::TooFewPartitions, "{judged:?}");
    // 1.4 cores need five partitions with 0.3 cores each.
    assert_eq!(judged.cures[0].attribute.as_deref(), Some("partitioning(min = 5)"));
}

#[test]
fn hardly_any_load() {
    let judged = Table::of(8).judged(|table| (0..90).for_each(|_| table.write(77)));
    assert_eq!(judged.cause, Cause::Quiet);
    let mut table = Table::of(8);
    let (before, after) = table.run(|table| (0..90).for_each(|_| table.write(77)));
    assert!(busy(&before, &after, 60.0).is_empty());
    let (before, after) = table.run(|table| (0..900).for_each(|_| table.write(77)));
    assert_eq!(busy(&before, &after, 60.0), BTreeSet::from(["orders".to_owned()]));
}

/// YDB reads a table with an index at each write, and new rows are read most: the writes are the cause.
#[test]
fn reads_that_follow_an_edge_hide_nothing() {
    for reads in [1, 10] {
        let mut next = u64::MAX / 8 * 7;
        let judged = Table::of(8).judged(|table| {
            for _ in 0..5_000 {
                next += 1;
                table.write(next);
                (0..reads).for_each(|_| table.read(next));
            }
        });
        assert_eq!((judged.cause, judged.measure), (Cause::GrowingEdge, Measure::Writes), "{reads}");
    }
    // If a value elsewhere is read far more, the reads are the cause.
    let mut next = u64::MAX / 8 * 7;
    let judged = Table::of(8).judged(|table| {
        for _ in 0..1_000 {
            next += 1;
            table.write(next);
            (0..20).for_each(|_| table.read(7));
        }
    });
    assert_eq!((judged.cause, judged.measure), (Cause::SkewedKeys, Measure::Reads));
    // If a value at the edge is read far more and little is written, the reads are the cause.
    let mut next = u64::MAX / 8 * 7;
    let judged = Table::of(8).judged(|table| {
        next += 1;
        table.write(next);
        (0..20_000).for_each(|_| table.read(next));
    });
    assert_eq!((judged.cause, judged.measure), (Cause::SkewedKeys, Measure::Reads));
}

/// The index is over a time: its table has the growing edge, and the indexed table is even.
#[test]
fn an_index_is_named_by_its_table() {
    let mut random = Random(8);
    let mut table = Table::of(8);
    let samples = table.run(|table| (0..30_000).for_each(|_| table.write(random.next())));
    let mut index = Table::of(4);
    let mut now = u64::MAX / 4 * 3;
    let of_index = index.run(|table| {
        for _ in 0..30_000 {
            now += 1;
            table.write(now);
        }
    });
    let path = "shop/orders/by_time/indexImplTable";
    let with = |main: &PartitionSample, of_index: &PartitionSample| PartitionSample {
        at_us: main.at_us,
        tables: BTreeMap::from([
            ("shop/orders".to_owned(), main.tables["orders"].clone()),
            (path.to_owned(), of_index.tables["orders"].clone()),
        ]),
    };
    let (before, after) = (with(&samples.0, &of_index.0), with(&samples.1, &of_index.1));
    let key = |names: &[(&str, YdbType)]| names.iter().map(|&(name, ty)| (name.to_owned(), Some(ty))).collect();
    let of_time = Partitioned {
        key: key(&[("placed_at", YdbType::Timestamp), ("id", YdbType::Uint64)]),
        by_load: Some(false),
        ..Partitioned::default()
    };
    let tables = BTreeMap::from([("shop/orders".to_owned(), table.table.clone()), (path.to_owned(), of_time)]);
    let known = HotBasis { tables, patience: 60.0, ..HotBasis::default() };
    assert_eq!(busy(&before, &after, known.patience).len(), 2);
    let report = report(&before, &after, &known);
    let [hot, even] = &*report.tables else { panic!("{report:?}") };
    assert_eq!((&*hot.table, hot.index.as_deref(), hot.cause), ("shop/orders", Some("by_time"), Cause::GrowingEdge));
    assert_eq!((&*even.table, even.index.as_deref(), even.cause), ("shop/orders", None, Cause::Even));
    let attribute = "index(by_time, on(by_time_bucket = xxh3(id) % 16, placed_at))";
    assert_eq!(hot.cures[0].attribute.as_deref(), Some(attribute));
    // The cure of an index is a statement on the index's table.
    let mut narrow_index = Table::of(4);
    narrow_index.table.by_load = Some(false);
    let samples = narrow_index.run(|table| narrow(table, &mut random));
    let renamed = |sample: &PartitionSample| PartitionSample {
        at_us: sample.at_us,
        tables: BTreeMap::from([(path.to_owned(), sample.tables["orders"].clone())]),
    };
    let tables = BTreeMap::from([(path.to_owned(), narrow_index.table.clone())]);
    let report = super::report(
        &renamed(&samples.0),
        &renamed(&samples.1),
        &HotBasis { tables, patience: 60.0, ..HotBasis::default() },
    );
    let statement = report.tables[0].cures[0].statement.as_deref().unwrap();
    assert!(statement.starts_with("ALTER TABLE `shop/orders` ALTER INDEX `by_time` SET ("), "{statement}");
}

/// No difference is negative or infinite after splits, merges and restarts between the samples.
#[test]
fn splits_merges_and_restarts_between_the_samples() {
    let mut random = Random(9);
    let mut table = Table::of(8);
    let (before, after) = table.run(|table| (0..30_000).for_each(|_| table.write(random.next())));
    let late = |tablet: u64, of: &SampledPartition| SampledPartition {
        tablet,
        started_us: Some(START + 5_000_000),
        counters: PartitionCounters {
            writes: of.counters.writes / 8,
            transactions: of.counters.writes / 8,
            ..PartitionCounters::default()
        },
        rows: of.rows / 2,
        ..of.clone()
    };
    let mut partitions = after.tables["orders"].clone();
    // The second partition is split, the fourth and fifth are merged, the last restarts. Each has half of the window's
    // writes.
    let halves = [late(90_001, &partitions[1]), late(90_002, &partitions[1])];
    let mut merged = late(90_003, &partitions[3]);
    merged.counters.writes *= 4;
    let mut restarted = late(partitions[7].tablet, &partitions[7]);
    restarted.counters.writes *= 2;
    partitions[7] = restarted;
    partitions.splice(3..5, [merged]);
    partitions.splice(1..2, halves);
    let after = PartitionSample { at_us: after.at_us, tables: BTreeMap::from([("orders".to_owned(), partitions)]) };
    let judged = table.report(&(before, after)).tables.remove(0);
    assert_eq!((judged.splits, judged.merges, judged.restarts, judged.partitions), (1, 1, 1, 8));
    assert_eq!(judged.cause, Cause::Even, "{judged:?}");
    // There are 30,000 writes in ten seconds. The split partition shows half of its own.
    assert!((2_500.0..3_500.0).contains(&judged.total.writes), "{judged:?}");
    let [most, least] = [&judged.hottest[0], judged.hottest.last().unwrap()];
    assert!(most.load.writes < 2.5 * 375.0 && least.load.writes > 375.0 / 3.0, "{judged:?}");
}
