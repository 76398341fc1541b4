//! The ten tasks with ydb-keys. The lines between the marks `[task n]` and `[end]` are counted.

use support::Result;
use ydb::Client;
use ydb_keys::{ErrorKind, Page, PageToken, WriteOutcome, YdbTable, sub, transact};
use ydb_keys_migrate::{ApplyOptions, apply, plan};

// [task 1]
#[derive(YdbTable, Clone)]
#[ydb(table = "ydb_keys_examples/comparison/keys_orders")]
#[ydb(primary_key(customer_hash = numeric_hash(customer_id), customer_id, order_id))]
#[ydb(index(by_sku, on(sku)), partitioning(uniform = 16))]
pub(crate) struct Order {
    pub(crate) customer_id: u64,
    pub(crate) order_id: u64,
    pub(crate) sku: String,
    pub(crate) amount: f64,
    pub(crate) status: String,
}

#[derive(YdbTable)]
#[ydb(table = "ydb_keys_examples/comparison/keys_stock")]
#[ydb(primary_key(sku_hash = xxh3(sku), sku), partitioning(uniform = 4))]
pub(crate) struct Stock {
    pub(crate) sku: String,
    pub(crate) left: i64,
}

pub(crate) async fn create(client: &Client) -> Result {
    Order::TABLE.create_table().if_not_exists().exec(client).await?;
    Ok(Stock::TABLE.create_table().if_not_exists().exec(client).await?)
}
// [end]

// [task 2]
/// Inserts an order; returns `true` if it is new.
pub(crate) async fn insert(client: &Client, order: &Order) -> Result<bool> {
    match order.insert().exec(client).await {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        other => Ok(other.map(|()| true)?),
    }
}
// [end]

// [task 3]
pub(crate) async fn get(client: &Client, customer_id: u64, order_id: u64) -> Result<Option<Order>> {
    Ok(Order::get((customer_id, order_id)).fetch(client).await?)
}
// [end]

// [task 4]
pub(crate) async fn upsert_all(client: &Client, orders: &[Order]) -> Result {
    Ok(Order::upsert_many(orders).exec(client).await?)
}
// [end]

// [task 5]
/// Returns one page of a customer's orders, the newest first, and the token of the next page.
pub(crate) async fn page(client: &Client, customer: u64, token: Option<&str>) -> Result<(Vec<Order>, Option<String>)> {
    let token: Option<PageToken> = token.map(str::parse).transpose()?;
    let newest = Order::scan().customer_id(customer).descending();
    let Page { rows, next, .. } = newest.page(4, token.as_ref()).fetch(client).await?;
    Ok((rows, next.map(|token| token.to_string())))
}
// [end]

// [task 6]
/// Marks a new order as paid; returns `true` if it was new.
pub(crate) async fn pay(client: &Client, customer_id: u64, order_id: u64) -> Result<bool> {
    let update = Order::update((customer_id, order_id)).status("paid".to_owned());
    let changed = update.when(Order::COLUMNS.status.eq("new".to_owned())).fetch(client).await?;
    Ok(matches!(changed, WriteOutcome::Row(_)))
}
// [end]

// [task 7]
/// Takes an item from the stock and inserts the order; returns `true` if there was an item.
pub(crate) async fn place(client: &Client, order: &Order) -> Result<bool> {
    Ok(transact(client, async |tx| {
        let one = Stock::update(order.sku.clone()).left(sub(1)).when(Stock::COLUMNS.left.gt(0));
        let taken = matches!(one.fetch(&tx).await?, WriteOutcome::Row(_));
        if taken {
            order.insert().exec(&tx).await?;
        }
        Ok(taken)
    })
    .await?)
}
// [end]

// [task 8]
pub(crate) async fn by_sku(client: &Client, sku: &str) -> Result<Vec<Order>> {
    Ok(Order::index::<OrderBySku>().sku(sku).limit(20).fetch(client).await?)
}
// [end]

/// Model with the new field `note`. The field is not counted: each library needs it.
mod next {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "ydb_keys_examples/comparison/keys_orders")]
    #[ydb(primary_key(customer_hash = numeric_hash(customer_id), customer_id, order_id))]
    #[ydb(index(by_sku, on(sku)), partitioning(uniform = 16))]
    pub(super) struct Order {
        customer_id: u64,
        order_id: u64,
        sku: String,
        amount: f64,
        status: String,
        note: Option<String>,
    }
}
use next::Order as OrderWithNote;

// [task 9]
pub(crate) async fn add_note(client: &Client) -> Result {
    let plan = plan(client, ydb_keys::schema![OrderWithNote], None).await?;
    apply(client, &plan, &ApplyOptions::default(), &mut |_| ()).await?;
    Ok(())
}
// [end]

// Task 10, to find out that a key is bad, takes no code: a bad key does not compile.

pub(crate) async fn stock_up(client: &Client, sku: &str, left: i64) -> Result {
    Ok(Stock { sku: sku.to_owned(), left }.upsert().exec(client).await?)
}
