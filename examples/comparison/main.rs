//! Compares ten tasks of a shop, written with ydb-keys, with the crate `ydb` alone and with the Drizzle adapter: the
//! lines of code of each, and the partitions that YDB touched for it.
#![recursion_limit = "256"] // for the statements of `bare.rs`: the client's futures are deeply nested

mod bare;
mod keys;
mod meter;
mod source;

use clap::Parser;
use meter::Meter;
use support::{Database, Failure, Result};
use ydb::Client;
use ydb_keys::YdbTable;

const TASKS: [&str; 10] = [
    "declare two tables and create them",
    "insert an order, or learn that it exists",
    "read an order by its key",
    "upsert 1,000 orders",
    "list a customer's orders, newest first, a page and its token",
    "mark an order as paid if it is new",
    "take from the stock and insert an order in one transaction",
    "read 20 orders by a secondary index",
    "add a column to the table, safe to run again",
    "find out that a key is bad",
];

/// Number of partitions that each of the ten tasks touched, then that of task 3's read without the hash.
type Touched = [Option<usize>; 11];

/// Runs ten tasks with ydb-keys and with the bare SDK, and compares their code and the partitions that they touch
#[derive(Parser)]
struct Options {}

#[tokio::main]
async fn main() -> Result {
    Options::parse();
    let database = Database::open(&[keys::Order::TABLE, keys::Stock::TABLE]).await?;
    let measured = measure(&database.client).await;
    drop_bare(&database.client).await?;
    database.close().await?;
    let (keys, bare) = measured?;

    println!("| task | lines: ydb-keys | bare SDK | Drizzle | partitions: ydb-keys | bare SDK | Drizzle |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let sources = [include_str!("keys.rs"), include_str!("bare.rs"), include_str!("drizzle.ts")];
    let drizzle = source::touched(include_str!("drizzle.txt"))?;
    let mut totals = [0; 3];
    for (i, task) in TASKS.iter().enumerate() {
        let lines = sources.map(|source| source::lines(source, i + 1));
        totals = [0, 1, 2].map(|library| totals[library] + lines[library]);
        let [a, b, c] = lines;
        println!("| {}. {task} | {a} | {b} | {c} | {} |", i + 1, cells([keys[i], bare[i], drizzle[i]]).join(" | "));
    }
    let [a, b, c] = totals;
    println!("| all ten | {a} | {b} | {c} | | | |");
    let [_, forgotten @ ..] = cells([None, bare[10], drizzle[10]]);
    println!("| task 3, and somebody forgets the hash | | | | does not compile | {} |", forgotten.join(" | "));
    Ok(())
}

fn cells<const N: usize>(touched: [Option<usize>; N]) -> [String; N] {
    touched.map(|touched| touched.map_or_else(|| "-".to_owned(), |touched| touched.to_string()))
}

/// Makes the same calls with either library, whose modules have functions of the same names.
macro_rules! run {
    ($library:ident, $client:expr, $meter:expr) => {{
        let (client, meter): (&Client, &mut Meter) = ($client, $meter);
        let order = |customer_id: u64, order_id: u64| $library::Order {
            customer_id,
            order_id,
            sku: format!("sku-{}", (customer_id + order_id) % 50),
            amount: 9.5,
            status: "new".to_owned(),
        };
        let mut touched: Touched = [None; 11];
        $library::create(client).await?;
        $library::create(client).await?;

        meter.begin().await?;
        check("the order is new", $library::insert(client, &order(7, 100)).await?)?;
        touched[1] = Some(meter.end(1, 1, 0).await?);
        check("the order is known", !$library::insert(client, &order(7, 100)).await?)?;

        meter.begin().await?;
        let found = $library::get(client, 7, 100).await?;
        touched[2] = Some(meter.end(1, 0, 0).await?);
        check("the order is found", found.is_some_and(|found| found.order_id == 100 && found.sku == "sku-7"))?;

        let orders: Vec<_> = (1..=100).flat_map(|customer| (1..=10).map(move |id| order(customer, id))).collect();
        meter.begin().await?;
        $library::upsert_all(client, &orders).await?;
        touched[3] = Some(meter.end(1000, 1000, 0).await?);

        meter.begin().await?;
        let (first, token) = $library::page(client, 7, None).await?;
        let (second, _) = $library::page(client, 7, token.as_deref()).await?;
        touched[4] = Some(meter.end(8, 0, 0).await?);
        let ids: Vec<u64> = first.iter().chain(&second).map(|order| order.order_id).collect();
        check("two pages, newest first", ids == [100, 10, 9, 8, 7, 6, 5, 4])?;

        meter.begin().await?;
        check("the order was new", $library::pay(client, 7, 100).await?)?;
        touched[5] = Some(meter.end(1, 0, 0).await?);
        check("the order was paid", !$library::pay(client, 7, 100).await?)?;

        $library::stock_up(client, "sku-8", 1).await?;
        meter.begin().await?;
        check("there was one in the stock", $library::place(client, &order(7, 101)).await?)?;
        touched[6] = Some(meter.end(1, 1, 1).await?);
        check("the stock is empty", !$library::place(client, &order(7, 151)).await?)?;
        check("and nothing is written", $library::get(client, 7, 151).await?.is_none())?;

        meter.begin().await?;
        let found = $library::by_sku(client, "sku-3").await?;
        touched[7] = Some(meter.end(20, 20, 0).await?);
        check("twenty orders", found.len() == 20 && found.iter().all(|order| order.sku == "sku-3"))?;

        $library::add_note(client).await?;
        $library::add_note(client).await?;
        touched
    }};
}

async fn measure(client: &Client) -> Result<(Touched, Touched)> {
    let mut meter = Meter::new(client, keys::Order::TABLE.name, keys::Stock::TABLE.name);
    let keys = run!(keys, client, &mut meter);

    let mut meter = Meter::new(client, bare::ORDERS, bare::STOCK);
    let mut bare = run!(bare, client, &mut meter);
    check("the busiest partition has the mean or more", bare::skew(client).await?.is_some_and(|skew| skew >= 1.0))?;
    meter.begin().await?;
    check("the order is found", bare::get_without_hash(client, 7, 100).await?.is_some())?;
    bare[10] = Some(meter.end(1002, 0, 0).await?);
    Ok((keys, bare))
}

fn check(what: &str, holds: bool) -> Result {
    if holds { Ok(()) } else { Err(Failure::new(format!("this is not so: {what}"))) }
}

async fn drop_bare(client: &Client) -> Result {
    for table in [bare::ORDERS, bare::STOCK] {
        client.query_client().exec(format!("DROP TABLE IF EXISTS `{table}`")).await?;
    }
    Ok(())
}
