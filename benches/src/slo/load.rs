//! Puts one side under load for a time, on any YDB: the container that `ydb-slo-action` runs.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use super::metrics::Metrics;
use super::store::{Pair, Side, Store};
use super::{Kind, metrics};
use crate::Outcome;

/// What is run. The defaults are those of the SLO test of YDB's Rust SDK.
#[derive(Args, Clone, Debug)]
pub struct Load {
    /// Who makes the statements
    #[arg(value_enum)]
    pub side: Side,
    /// The database
    #[arg(long, env = "YDB_CONNECTION_STRING", hide_env_values = true)]
    pub connection: String,
    /// How many seconds to run; 0 for no end
    #[arg(long, env = "WORKLOAD_DURATION", default_value_t = 600)]
    pub duration: u64,
    /// The label `ref` of all metrics
    #[arg(long = "ref", env = "WORKLOAD_REF", default_value = "current")]
    pub reference: String,
    /// The directory of the table, with one below it for each `ref`
    #[arg(long, env = "WORKLOAD_NAME", default_value = "ydb-keys-slo")]
    pub name: String,
    /// Reads a second
    #[arg(long, default_value_t = 1000)]
    pub read_rps: u32,
    /// Writes a second
    #[arg(long, default_value_t = 100)]
    pub write_rps: u32,
    /// How many milliseconds an operation may take with all its repetitions
    #[arg(long, default_value_t = 10_000)]
    pub timeout: u64,
    /// Rows that reads choose from
    #[arg(long, default_value_t = 1000)]
    pub prefill: u64,
    /// Sessions of the client, and the most operations of a kind at once
    #[arg(long, default_value_t = 1100)]
    pub sessions: usize,
}

/// Runs the load, prints its results, and drops the table.
///
/// # Errors
/// The database does not answer, or refuses the table or the first rows. Operations that fail later are counted.
pub async fn run(load: &Load) -> Outcome {
    let timeout = Duration::from_millis(load.timeout);
    // A ref may be the name of a branch.
    let directory = format!("{}/{}", load.name, load.reference.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    let store = Store::open(load.side, &load.connection, &directory, load.sessions, timeout).await?;
    if let Err(error) = store.prefill(load.prefill, &mut fastrand::Rng::new()).await {
        // The first error says more than one of the drop would.
        let _ = store.drop_table().await;
        return Err(error);
    }
    let metrics = Metrics::default();
    #[cfg(feature = "otlp")]
    let export = metrics::Export::begin(&metrics, &store, &load.reference)?;

    let end = (load.duration > 0).then(|| Instant::now() + Duration::from_secs(load.duration));
    let at_most = load.sessions;
    let last_errors: [Arc<Mutex<Option<String>>>; 2] = Default::default();
    let paced = |kind: Kind, rate| {
        let last_error = Arc::clone(&last_errors[kind as usize]);
        Paced { kind, rate, end, at_most, metrics: metrics.clone(), last_error }
    };
    let reads = paced(Kind::Read, load.read_rps).run(|_| {
        let (store, id) = (store.clone(), fastrand::u64(..load.prefill.max(1)));
        async move { store.read(id).await.map(drop) }
    });
    let writes = paced(Kind::Write, load.write_rps).run(|number| {
        let (store, row) = (store.clone(), Pair::random(load.prefill + number, &mut fastrand::Rng::new()));
        async move { store.write(row).await }
    });
    tokio::select! {
        _ = async { tokio::join!(reads, writes) } => {}
        _ = stopped() => {}
    }

    for kind in Kind::ALL {
        let [done, failed] = [0, 1].map(|status| metrics.count(kind, status));
        print!("{}s: {done} succeeded, {failed} failed, {} retries", kind.name(), store.retries(kind));
        for (name, part) in metrics::PERCENTILES {
            let latency = metrics.latency(kind, 0, part).unwrap_or_default();
            print!(", {name} {:.2} ms", latency.as_secs_f64() * 1000.0);
        }
        println!();
        if let Some(error) = &*last_errors[kind as usize].lock().unwrap_or_else(PoisonError::into_inner) {
            println!("    the last error: {error}");
        }
    }
    #[cfg(feature = "otlp")]
    if let Some(export) = export {
        // It waits for the network.
        tokio::task::spawn_blocking(move || export.end()).await??;
    }
    store.drop_table().await
}

/// Waits for the signal that stops a container, or for Ctrl-C.
async fn stopped() {
    #[cfg(unix)]
    if let Ok(mut terminated) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = terminated.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        return;
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Operations of one kind; each begins when it is due.
struct Paced {
    kind: Kind,
    rate: u32,
    end: Option<Instant>,
    at_most: usize,
    metrics: Metrics,
    last_error: Arc<Mutex<Option<String>>>,
}

impl Paced {
    async fn run<F: Future<Output = Outcome> + Send + 'static>(self, mut operation: impl FnMut(u64) -> F) {
        let begun = Instant::now();
        let mut running = JoinSet::new();
        // With more at once, a long outage would fill the memory.
        let free = Arc::new(Semaphore::new(self.at_most));
        for number in 0.. {
            let due = begun + Duration::from_secs_f64(number as f64 / f64::from(self.rate.max(1)));
            if self.end.is_some_and(|end| due >= end) {
                break;
            }
            sleep_until(due.into()).await;
            let Ok(permit) = Arc::clone(&free).acquire_owned().await else { break };
            if self.end.is_some_and(|end| Instant::now() >= end) {
                break;
            }
            let (kind, metrics, operation) = (self.kind, self.metrics.clone(), operation(number));
            let last_error = Arc::clone(&self.last_error);
            running.spawn(async move {
                let begun = Instant::now();
                let result = operation.await;
                metrics.record(kind, result.is_ok(), begun.elapsed());
                if let Err(error) = result {
                    *last_error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
                }
                drop(permit);
            });
            while running.try_join_next().is_some() {}
        }
        while running.join_next().await.is_some() {}
    }
}
