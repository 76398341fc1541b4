//! Runs YDB's SLO workload with `ydb-keys` and on the bare SDK: a key-value table under faults.
//!
//! `cargo run --release -p ydb-keys-benches --bin slo [-- compare --slices 120]` runs both in turns on embedded
//! engines, under the same faults. It prints availability and percentiles, and fails if `ydb-keys` is less available,
//! or if the median of its slices' p99 is above 1.05 times that of the bare SDK.
//!
//! `slo run keys` and `slo run sdk` put one of them under load on the YDB in `YDB_CONNECTION_STRING`. With the feature
//! `otlp` they export the metrics that `ydb-slo-action` reads; `benches/slo/Dockerfile` makes the image.

#![recursion_limit = "256"]

use clap::{Parser, Subcommand};
use ydb_keys_benches::slo::load::{self, Load};
use ydb_keys_benches::slo::metrics::PERCENTILES;
use ydb_keys_benches::slo::slices::{Report, Settings, run};
use ydb_keys_benches::slo::{Kind, percentile};
use ydb_keys_benches::{Outcome, sized};

/// YDB's SLO workload
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Both sides in turns on embedded engines, under the same faults
    Compare {
        /// Slices of 500 operations of each side
        #[arg(long, default_value_t = slices())]
        slices: u64,
    },
    /// One side under load on any YDB
    Run(Load),
}

fn slices() -> u64 {
    sized(120, 1)
}

#[tokio::main]
async fn main() -> Outcome {
    match Arguments::parse().command.unwrap_or(Command::Compare { slices: slices() }) {
        Command::Compare { slices } => compare(slices).await,
        Command::Run(load) => load::run(&load).await,
    }
}

async fn compare(slices: u64) -> Outcome {
    let rate = 500.0;
    let settings = Settings { slices: slices.max(1), operations: sized(500, 50), rate: Some(rate), away: 200 };
    let report = run(settings).await?;
    println!(
        "{} slices of {} operations of each side, {rate} operations a second, medians of the slices",
        settings.slices, settings.operations
    );
    println!("{:<24} {:>10} {:>10} {:>7}", "", "ydb-keys", "bare SDK", "ratio");
    let [ours, bare] = report.availability();
    println!("{:<24} {:>10.3} {:>10.3} {:>7.3}", "available [%]", ours * 100.0, bare * 100.0, ours / bare);
    for kind in Kind::ALL {
        print(&report, kind);
    }
    let [ours, bare] = report.retries;
    println!("{:<24} {ours:>10} {bare:>10}", "retries");
    println!("{} operations of each side met an answer that nobody repeats", report.refused);
    match report.exceeded() {
        // It compares percentiles, of which a few operations have none.
        _ if sized(false, true) => Ok(()),
        exceeded if exceeded.is_empty() => Ok(()),
        exceeded => Err(exceeded.join("; ").into()),
    }
}

fn print(report: &Report, kind: Kind) {
    let name = kind.name();
    let whole = report.whole(kind);
    println!("{name}s");
    for (label, part) in PERCENTILES {
        let [ours, bare, ratio] = report.percentile(kind, part);
        println!("{:<24} {:>10.3} {:>10.3} {ratio:>7.3}", format!("    {label} [ms]"), ours * 1e3, bare * 1e3);
    }
    let [ours, bare] = whole.each_ref().map(|tally| percentile(&tally.done, 0.99).unwrap_or_default().as_secs_f64());
    println!("{:<24} {:>10.3} {:>10.3} {:>7.3}", "    p99 of all [ms]", ours * 1e3, bare * 1e3, ours / bare);
}
