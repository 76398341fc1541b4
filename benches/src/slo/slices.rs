//! Runs both sides under the same faults, in turns: a slice of operations with `ydb-keys`, then the same slice on the
//! bare SDK. A busy machine disturbs both alike, so the median of the slices' ratios changes little.

use std::future::Future;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::sleep_until;
use ydb_embedded::{Behavior, Server};

use super::faults::Schedule;
use super::store::{Pair, Side, Store};
use super::{Kind, percentile};
use crate::Outcome;
use crate::clock::median;

/// Number of rows that reads choose from.
const ROWS: u64 = 1000;
/// Number of sessions of a client.
const SESSIONS: usize = 50;
/// Longest time of an operation with all its repetitions.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Number of slices between two slices in which the node goes away.
const AWAY_EVERY: u64 = 20;

/// Settings of a run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Number of slices of each side.
    pub slices: u64,
    /// Number of operations in a slice; every second one is a write.
    pub operations: usize,
    /// Operations a second, each begun when it is due; `None` for one after the other.
    pub rate: Option<f64>,
    /// Number of calls that fail while the node is away, once in 20 slices.
    pub away: usize,
}

/// Results of the operations of one kind.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Sorted latencies of the operations that succeeded.
    pub done: Vec<Duration>,
    /// Number of operations that failed.
    pub failed: usize,
}

impl Tally {
    /// Returns the share of operations that succeeded.
    #[must_use]
    pub fn availability(&self) -> f64 {
        let all = self.done.len() + self.failed;
        if all == 0 { 1.0 } else { self.done.len() as f64 / all as f64 }
    }

    fn add(&mut self, other: &Self) {
        self.done.extend(&other.done);
        self.failed += other.failed;
    }
}

/// Results of a slice of one side: reads and writes.
pub type Slice = [Tally; 2];

/// Largest allowed ratio of a 99th percentile to the bare SDK's.
pub const P99_BOUND: f64 = 1.05;

/// Results of both sides.
#[derive(Debug)]
pub struct Report {
    /// Slices in pairs: with `ydb-keys`, and on the bare SDK.
    pub pairs: Vec<[Slice; 2]>,
    /// Number of operations of each side that met an answer that no client repeats.
    pub refused: usize,
    /// Number of attempts after the first one, of each side.
    pub retries: [u64; 2],
}

impl Report {
    /// Returns all slices of each side as one.
    #[must_use]
    pub fn whole(&self, kind: Kind) -> [Tally; 2] {
        [0, 1].map(|side| {
            let mut whole = Tally::default();
            self.pairs.iter().for_each(|pair| whole.add(&pair[side][kind as usize]));
            whole.done.sort();
            whole
        })
    }

    /// Returns the median over the slices of a percentile, in seconds: of each side, and of the ratio.
    #[must_use]
    pub fn percentile(&self, kind: Kind, part: f64) -> [f64; 3] {
        let of = |pair: &[Slice; 2]| {
            let [ours, bare] = pair.each_ref().map(|slice| percentile(&slice[kind as usize].done, part));
            Some((ours?.as_secs_f64(), bare?.as_secs_f64()))
        };
        let pairs: Vec<_> = self.pairs.iter().filter_map(of).collect();
        [
            median(pairs.iter().map(|(ours, _)| *ours)),
            median(pairs.iter().map(|(_, bare)| *bare)),
            median(pairs.iter().map(|(ours, bare)| ours / bare)),
        ]
    }

    /// Returns the share of all operations of each side that succeeded. A fault meant for a read may meet a write that
    /// runs at the same time, so both sides meet the same faults only over reads and writes together.
    #[must_use]
    pub fn availability(&self) -> [f64; 2] {
        [0, 1].map(|side| {
            let mut all = Tally::default();
            self.pairs.iter().flat_map(|pair| &pair[side]).for_each(|tally| all.add(tally));
            all.availability()
        })
    }

    /// Returns a sentence for each figure that is worse than on the bare SDK by more than is allowed.
    #[must_use]
    pub fn exceeded(&self) -> Vec<String> {
        let mut exceeded = Vec::new();
        let [ours, bare] = self.availability();
        if ours < bare {
            exceeded.push(format!("the availability is {ours}, and {bare} on the bare SDK"));
        }
        for kind in Kind::ALL {
            let [.., ratio] = self.percentile(kind, 0.99);
            if ratio > P99_BOUND {
                exceeded.push(format!("the ratio of the p99 of {}s is {ratio:.3}, above {P99_BOUND}", kind.name()));
            }
        }
        exceeded
    }
}

/// Runs slices of both sides, after one slice of each without faults to warm up.
///
/// # Errors
/// A server does not start, or the first rows are not written.
pub async fn run(settings: Settings) -> Outcome<Report> {
    let sides = [Player::start(Side::Keys).await?, Player::start(Side::Sdk).await?];
    let quiet = Schedule::default();
    for side in &sides {
        side.play(0, settings, &quiet).await?;
    }
    let mut report = Report { pairs: Vec::new(), refused: 0, retries: [0; 2] };
    for seed in 1..=settings.slices {
        let away = (seed % AWAY_EVERY == 1).then_some(settings.away);
        let schedule = Schedule::new(seed, settings.operations, away);
        report.refused += schedule.refused();
        let mut pair = [Slice::default(), Slice::default()];
        let order = if seed.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        for side in order {
            pair[side] = sides[side].play(seed, settings, &schedule).await?;
        }
        report.pairs.push(pair);
    }
    report.retries = sides.each_ref().map(|side| Kind::ALL.iter().map(|&kind| side.store.retries(kind)).sum());
    Ok(report)
}

/// Side of the comparison, with its own server.
struct Player {
    server: Server,
    store: Store,
}

impl Player {
    async fn start(side: Side) -> Outcome<Self> {
        let server = Server::builder().behavior(Behavior::strict()).start().await?;
        let store = Store::open(side, server.connection_string(), "slo", SESSIONS, TIMEOUT).await?;
        store.prefill(ROWS, &mut fastrand::Rng::with_seed(ROWS)).await?;
        Ok(Player { server, store })
    }

    async fn play(&self, seed: u64, settings: Settings, schedule: &Schedule) -> Outcome<Slice> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut running = JoinSet::new();
        let mut slice = Slice::default();
        let begun = Instant::now();
        for number in 0..settings.operations {
            if let Some(rate) = settings.rate {
                sleep_until((begun + Duration::from_secs_f64(number as f64 / rate)).into()).await;
            }
            schedule.order(number, &self.server, self.store.path())?;
            let store = self.store.clone();
            if number.is_multiple_of(2) {
                let id = random.u64(..ROWS);
                running.spawn(timed(Kind::Read, async move { store.read(id).await.map(drop) }));
            } else {
                let id = ROWS + seed * settings.operations as u64 + number as u64;
                let row = Pair::random(id, &mut random);
                running.spawn(timed(Kind::Write, async move { store.write(row).await }));
            }
            if settings.rate.is_none() {
                collect(&mut running, &mut slice).await?;
            }
        }
        collect(&mut running, &mut slice).await?;
        for tally in &mut slice {
            tally.done.sort();
        }
        Ok(slice)
    }
}

/// Returns the kind of an operation and its latency; `None` if it failed.
async fn timed(kind: Kind, operation: impl Future<Output = Outcome>) -> (Kind, Option<Duration>) {
    let begun = Instant::now();
    let done = operation.await.is_ok();
    (kind, done.then(|| begun.elapsed()))
}

/// Waits for all running operations.
async fn collect(running: &mut JoinSet<(Kind, Option<Duration>)>, slice: &mut Slice) -> Outcome {
    while let Some(ended) = running.join_next().await {
        let (kind, latency) = ended?;
        let tally = &mut slice[kind as usize];
        match latency {
            Some(latency) => tally.done.push(latency),
            None => tally.failed += 1,
        }
    }
    Ok(())
}
