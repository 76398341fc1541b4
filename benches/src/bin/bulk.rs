//! Measures the client's processor time for a row of a load and of an export, beside the bare SDK and plain gRPC
//! messages. Then measures the rows a second that the embedded engine takes and gives, and the client's memory for more
//! and more rows. The server is another process.
//!
//! `cargo run --release -p ydb-keys-benches --bin bulk [-- TURNS]`. Every turn measures each way once. A ratio is the
//! median of the turns' ratios, so a busy machine disturbs it little.

#![recursion_limit = "256"]

use std::process::Command;
use std::time::Instant;

use tokio::runtime::{Builder, Runtime};
use tonic::transport::Channel;
use ydb::Client;
use ydb_keys::YdbTable as _;
use ydb_keys_benches::clock::{median, peak_memory, spent};
use ydb_keys_benches::model::{BULK, ELSEWHERE, Order, READ, prepare};
use ydb_keys_benches::server::{ServerProcess, serve_if_asked};
use ydb_keys_benches::{Outcome, by_hand, plain, sized};
use ydb_keys_bulk::{Bulk, BulkAt, Connection, Format};

/// Argument with which the program starts itself to measure its memory.
const MEMORY: &str = "memory";

/// Number of rows in a turn: five requests of the SDK.
fn turn_rows() -> u64 {
    sized(5 * BULK, READ)
}

fn main() -> Outcome {
    let mut arguments = std::env::args().skip(1);
    match arguments.next() {
        Some(role) if role == MEMORY => {
            let [connection, what, rows] = [0; 3].map(|_| arguments.next().unwrap_or_default());
            memory(&connection, &what, rows.parse()?)
        }
        _ if serve_if_asked()? => Ok(()),
        turns => measure(turns.map_or(Ok(sized(21, 1)), |turns| turns.parse())?.max(1)),
    }
}

fn measure(turns: usize) -> Outcome {
    let server = ServerProcess::start()?;
    // One thread: more would spend time looking for work.
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let (client, connection, channel) = runtime.block_on(async {
        let client = server.connect().await?;
        prepare(&client).await?;
        let connection = Connection::open(server.connection_string()).await?;
        Order::loader(&connection).load((0..turn_rows()).map(Order::number)).await?;
        let channel = plain::connect(server.connection_string()).await?;
        Outcome::Ok((client, connection, channel))
    })?;

    println!("processor time of the client for a row of five columns, median of {turns} turns [ns]");
    let loaded = Turns::run(turns, || loads(&runtime, &client, &connection, &channel))?;
    loaded.print(["the bare SDK", "plain gRPC", "loader, protobuf", "loader"], "load");
    let exported = Turns::run(turns, || exports(&runtime, &client, &connection))?;
    exported.print(["the bare SDK", "export, protobuf", "export"], "export");

    let million = sized(1_000_000, READ);
    println!("rows a second, {million} rows, client and embedded engine on this machine");
    let threads = Builder::new_multi_thread().enable_all().build()?;
    for in_flight in [1, 4, 16] {
        let connection = threads.block_on(Connection::open(server.connection_string()))?;
        let seconds = threads.block_on(load_many(&connection, in_flight, million))?;
        println!("    load, {in_flight:>2} in flight {:>22.0}", million as f64 / seconds);
    }
    for parts in [1, 4, 16] {
        let connection = threads.block_on(Connection::open(server.connection_string()))?;
        let seconds = threads.block_on(export_many(&connection, parts, million))?;
        println!("    export, {parts:>2} streams {:>22.0}", million as f64 / seconds);
    }

    println!("peak memory of the client [MB]");
    for rows in [million, 10 * million] {
        let [load, export] = ["load", "export"].map(|what| peak(&server, what, rows));
        println!("    {rows:>8} rows: load {:>6.1}, export {:>6.1}", load? as f64 / 1e6, export? as f64 / 1e6);
    }
    println!("load {:.1}", loaded.ratio());
    println!("export {:.1}", exported.ratio());
    Ok(())
}

/// Returns the seconds of each way to write the same rows, including dropping them.
fn loads(runtime: &Runtime, client: &Client, connection: &Connection, channel: &Channel) -> Outcome<[f64; 4]> {
    let rows = || Order::first(turn_rows());
    let load = |format: Option<Format>| {
        let rows = rows();
        spent(|| {
            runtime.block_on(async {
                let loader = Order::in_directory(ELSEWHERE).loader(connection);
                let mut loader = format.into_iter().fold(loader, |loader, format| loader.format(format));
                let report = loader.load(rows).await?;
                if report.rows != turn_rows() {
                    return Err("rows are missing".into());
                }
                Ok(())
            })
        })
    };
    let chunks = BULK as usize;
    let (hand, grpc) = (rows(), rows());
    Ok([
        spent(|| {
            hand.chunks(chunks).try_for_each(|rows| runtime.block_on(by_hand::bulk_upsert(client, rows)))?;
            drop(hand);
            Ok(())
        })?,
        spent(|| {
            grpc.chunks(chunks).try_for_each(|rows| runtime.block_on(plain::bulk_upsert(channel, rows)))?;
            drop(grpc);
            Ok(())
        })?,
        load(Some(Format::Protobuf))?,
        load(None)?,
    ])
}

/// Returns the seconds of each way to read the same rows into a list.
fn exports(runtime: &Runtime, client: &Client, connection: &Connection) -> Outcome<[f64; 3]> {
    let mut q = client.query_client();
    let export = |format| {
        spent(|| {
            runtime.block_on(async {
                let mut rows = Vec::new();
                let mut stream = Order::export(connection).format(format).stream();
                while let Some(row) = stream.try_next().await? {
                    rows.push(row);
                }
                complete(&rows)
            })
        })
    };
    Ok([
        spent(|| complete(&runtime.block_on(by_hand::fetch(&mut q))?))?,
        export(Format::Protobuf)?,
        export(Format::Arrow)?,
    ])
}

fn complete(rows: &[Order]) -> Outcome {
    match (rows.len() as u64, turn_rows()) {
        (read, all) if read == all => Ok(()),
        (read, all) => Err(format!("{read} rows instead of {all}").into()),
    }
}

/// Seconds of each way, for each turn; the first way is by hand, the last is compared with it.
struct Turns<const WAYS: usize>(Vec<[f64; WAYS]>);

impl<const WAYS: usize> Turns<WAYS> {
    /// Runs the turns, after one turn to warm up.
    fn run(turns: usize, mut turn: impl FnMut() -> Outcome<[f64; WAYS]>) -> Outcome<Self> {
        turn()?;
        Ok(Turns((0..turns).map(|_| turn()).collect::<Outcome<_>>()?))
    }

    fn print(&self, names: [&str; WAYS], what: &str) {
        for (way, name) in names.into_iter().enumerate() {
            let time = median(self.0.iter().map(|turn| turn[way] * 1e9 / turn_rows() as f64));
            let ratio = median(self.0.iter().map(|turn| turn[0] / turn[way]));
            println!("    {what} by {name:<20} {time:>8.0} {ratio:>7.1} times less");
        }
    }

    fn ratio(&self) -> f64 {
        median(self.0.iter().map(|turn| turn[0] / turn[WAYS - 1]))
    }
}

/// Writes this many rows, the same ones each time, and returns the seconds.
async fn load_many(connection: &Connection, in_flight: usize, rows: u64) -> Outcome<f64> {
    let begun = Instant::now();
    let mut loader = Order::loader(connection).in_flight(in_flight);
    loader.load((0..rows).map(Order::number)).await?;
    Ok(begun.elapsed().as_secs_f64())
}

/// Reads the whole table, which has this many rows, in parallel parts, and returns the seconds.
async fn export_many(connection: &Connection, parts: u32, rows: u64) -> Outcome<f64> {
    let begun = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for mut stream in Order::export(connection).split(parts).await? {
        tasks.spawn(async move {
            let mut rows = 0;
            while stream.try_next().await?.is_some() {
                rows += 1;
            }
            Ok::<u64, ydb_keys::Error>(rows)
        });
    }
    let read: u64 = tasks.join_all().await.into_iter().sum::<Result<_, _>>()?;
    match read == rows {
        true => Ok(begun.elapsed().as_secs_f64()),
        false => Err(format!("{read} rows instead of {rows}").into()),
    }
}

/// Returns the peak memory of a process that loads or exports this many rows, in bytes.
fn peak(server: &ServerProcess, what: &str, rows: u64) -> Outcome<u64> {
    let mut process = Command::new(std::env::current_exe()?);
    let output = process.args([MEMORY, server.connection_string(), what, &rows.to_string()]).output()?;
    let text = String::from_utf8(output.stdout)?;
    text.trim().parse().map_err(|_| format!("{what}: {text}{}", String::from_utf8_lossy(&output.stderr)).into())
}

fn memory(connection_string: &str, what: &str, rows: u64) -> Outcome {
    Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let connection = Connection::open(connection_string).await?;
        match what {
            "load" => load_many(&connection, 16, rows).await?,
            _ => export_many(&connection, 16, rows).await?,
        };
        println!("{}", peak_memory()?);
        Ok(())
    })
}
