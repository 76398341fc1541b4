//! Models of the golden files' statements, as schemas, and random rows of models with a hash.

use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use uuid::Uuid;
use ydb_keys::{Table, YdbColumn, YdbTable};

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
pub(crate) struct Order {
    pub(crate) order_id: u64,
    pub(crate) customer_id: Option<u64>,
    pub(crate) amount: Option<f64>,
}

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "messages", primary_key(chat_hash = numeric_hash(chat), chat, number))]
#[ydb(index(by_author, on(author, number)))]
pub(crate) struct Message {
    pub(crate) chat: u64,
    pub(crate) number: u64,
    pub(crate) author: u64,
    pub(crate) body: Option<String>,
    pub(crate) limit: Option<u64>,
}

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
pub(crate) struct UserEvent {
    pub(crate) userid: u64,
    pub(crate) timestamp: SystemTime,
    pub(crate) userevent: Option<String>,
}

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(timestamp, userid), userid, timestamp))]
pub(crate) struct SpreadUserEvent {
    pub(crate) timestamp: SystemTime,
    pub(crate) userid: u64,
    pub(crate) userevent: Option<String>,
}

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "stats/visits")]
#[ydb(primary_key(visit_hash = xxh3(site, device), device, site, at))]
pub(crate) struct Visit {
    pub(crate) site: String,
    pub(crate) device: u32,
    #[ydb(type = "Datetime")]
    pub(crate) at: SystemTime,
    pub(crate) pages: Option<u32>,
}

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "tickets", primary_key(tenant_hash = xxh3(tenant), tenant, number))]
pub(crate) struct Ticket {
    pub(crate) tenant: String,
    #[ydb(serial)]
    pub(crate) number: i64,
    #[ydb(serial)]
    pub(crate) queue: i32,
    #[ydb(default = "new")]
    pub(crate) status: Option<String>,
}

#[derive(YdbColumn, Clone, Copy, Debug)]
pub(crate) struct Points(u32);

#[derive(YdbTable)]
#[ydb(table = "accounts")]
#[ydb(primary_key(account_hash = xxh3(account), account, region))]
#[ydb(allow(nullable_key, reason = "a condition on the key with NULL"))]
pub(crate) struct Account {
    account: String,
    #[ydb(rename = "select")]
    region: Option<String>,
    balance: i64,
    #[ydb(rename = "the-limit")]
    limit: Option<i64>,
    points: Points,
    label: Option<String>,
    log: Vec<u8>,
    changed_at: SystemTime,
    #[ydb(type = "Date32")]
    day: Option<SystemTime>,
    #[ydb(type = "Json")]
    extra: String,
}

#[derive(YdbTable)]
#[ydb(table = "pages")]
#[ydb(primary_key(id_hash = numeric_hash(id), id))]
pub(crate) struct Page {
    id: u64,
    title: Option<String>,
    #[ydb(version)]
    revision: u32,
}

#[derive(YdbTable)]
#[ydb(table = "ad_events", store = column)]
#[ydb(primary_key(event_timestamp, user_id, campaign_id))]
#[ydb(partition_by_hash(user_id, event_timestamp))]
#[allow(dead_code, reason = "read as a schema")]
struct AdEvent {
    user_id: String,
    event_timestamp: SystemTime,
    event_id: Option<u64>,
    campaign_id: u64,
    ad_id: Option<u64>,
    event_type: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "documents", primary_key(document, version))]
#[allow(dead_code, reason = "read as a schema")]
struct Document {
    #[ydb(dispersed)]
    document: u64,
    version: i32,
    text: String,
}

#[derive(YdbTable)]
#[ydb(table = "sales", primary_key(account, region, id))]
#[ydb(allow(nullable_key, reason = "sales of before 2020 have no region"))]
#[allow(dead_code, reason = "read as a schema")]
struct Sale {
    #[ydb(dispersed)]
    account: u64,
    region: Option<String>,
    id: i32,
    amount: Option<f64>,
}

#[derive(YdbTable)]
#[ydb(table = "odd/na-mes", primary_key(my_col, limit_, r#type))]
#[allow(dead_code, reason = "read as a schema")]
struct Odd {
    #[ydb(rename = "my-col")]
    my_col: Uuid,
    #[ydb(rename = "limit")]
    limit_: u32,
    r#type: String,
    #[ydb(rename = "my_col")]
    other: Option<u64>,
    #[ydb(rename = "order")]
    order_: Option<u64>,
    rows: Option<u64>,
    keys: Option<u64>,
    #[ydb(rename = "2nd")]
    second: Option<u64>,
    #[ydb(rename = "_2nd")]
    other_second: Option<u64>,
    #[ydb(rename = "SELECT")]
    select: Option<u64>,
    #[ydb(rename = "null")]
    null: Option<u64>,
    r#true: Option<u64>,
    #[ydb(rename = "limit_from")]
    limit_from: Option<u64>,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "shop/purchases")]
#[ydb(primary_key(purchase_hash = xxh3(shop, number), shop, number))]
#[ydb(index(by_customer, on(customer, at), cover(amount)))]
#[ydb(index("by-region", on(region, shop), async))]
#[ydb(index(by_number, on(number), unique))]
pub(crate) struct Purchase {
    pub(crate) shop: String,
    pub(crate) number: u64,
    pub(crate) customer: u64,
    pub(crate) at: SystemTime,
    pub(crate) region: Option<String>,
    pub(crate) amount: Option<f64>,
}

#[derive(YdbTable)]
#[ydb(table = "members", primary_key(club, name))]
#[ydb(index(by_name, on(name, club)))]
#[ydb(index(by_card, on(card)))]
#[allow(dead_code, reason = "read as a schema")]
struct Member {
    club: String,
    name: String,
    card: Option<u32>,
}

#[derive(YdbTable)]
#[ydb(table = "feed", primary_key(shard = xxh3(event_id) % 3, at, event_id))]
#[allow(dead_code, reason = "read as a schema")]
struct Feed {
    at: u64,
    event_id: u64,
    note: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "topics", primary_key(part = numeric_hash(id) % 2, day, topic, id))]
#[ydb(allow(nullable_key, reason = "a condition on the key with NULL"))]
#[ydb(index(by_size, on(size_part = numeric_hash(id) % 2, size)))]
#[allow(dead_code, reason = "read as a schema")]
struct Topic {
    day: u32,
    topic: Option<String>,
    id: u64,
    size: i64,
    text: String,
}

#[derive(YdbTable)]
#[ydb(table = "messages", primary_key(chat_hash = numeric_hash(chat), chat, number, part))]
#[ydb(allow(nullable_key, reason = "a condition on the key with NULL"))]
#[allow(dead_code, reason = "read as a schema")]
struct Batched {
    chat: u64,
    number: u64,
    part: Option<u32>,
    author: u64,
    editor: u64,
    body: Option<String>,
    #[ydb(rename = "seen-at")]
    seen_at: Option<SystemTime>,
}

#[derive(YdbTable)]
#[ydb(table = "shop/timed", primary_key(order_hash = xxh3(order_id), order_id))]
#[ydb(index(by_time, on(time_shard = xxh3(order_id) % 3, placed_at), cover(cents)))]
#[allow(dead_code, reason = "read as a schema")]
struct Timed {
    order_id: u64,
    placed_at: Option<u64>,
    cents: i64,
    note: Option<String>,
}

/// Returns the path and the CREATE TABLE of the table that a golden file's statements use.
pub(crate) fn table_of(file: &str) -> (String, String) {
    let name = file.rsplit("__").next().unwrap();
    if name == "orders_of_a_tenant" {
        let orders = Order::in_directory("tenants/acme");
        return (orders.path().to_owned(), orders.create_table().to_string());
    }
    let table = schema_of(name);
    (table.name.to_owned(), table.create_table().to_string())
}

fn schema_of(name: &str) -> &'static Table {
    match name {
        "orders" | "totals" => Order::TABLE,
        "user_events" | "parts_of_user_events" => UserEvent::TABLE,
        "spread_user_events" => SpreadUserEvent::TABLE,
        "visits" => Visit::TABLE,
        "tickets" => Ticket::TABLE,
        "ad_events" => AdEvent::TABLE,
        "documents" => Document::TABLE,
        "sales" | "sales_null" | "parts_of_sales" => Sale::TABLE,
        "odd_names" => Odd::TABLE,
        "purchases" => Purchase::TABLE,
        "members" => Member::TABLE,
        "accounts" => Account::TABLE,
        "pages" => Page::TABLE,
        "filters" => Message::TABLE,
        "batches" => Batched::TABLE,
        "feed" | "parts_of_feed" | "filters_of_feed" | "batches_of_feed" => Feed::TABLE,
        "topics" | "parts_of_topics" => Topic::TABLE,
        "timed" | "filters_of_timed" => Timed::TABLE,
        other => panic!("no model for {other}"),
    }
}

/// Generates any second that a Timestamp can hold.
fn any_time() -> impl Strategy<Value = SystemTime> {
    (0..4_291_747_200_u64).prop_map(|second| SystemTime::UNIX_EPOCH + Duration::from_secs(second))
}

pub(crate) fn any_order() -> impl Strategy<Value = Order> {
    (any::<u64>(), any::<Option<u64>>(), any::<Option<f64>>()).prop_map(|(order_id, customer_id, amount)| Order {
        order_id,
        customer_id,
        amount,
    })
}

pub(crate) fn any_user_event() -> impl Strategy<Value = UserEvent> {
    (any::<u64>(), any_time(), any::<Option<String>>()).prop_map(|(userid, timestamp, userevent)| UserEvent {
        userid,
        timestamp,
        userevent,
    })
}

pub(crate) fn any_spread_user_event() -> impl Strategy<Value = SpreadUserEvent> {
    any_user_event().prop_map(|UserEvent { userid, timestamp, userevent }| SpreadUserEvent {
        timestamp,
        userid,
        userevent,
    })
}

pub(crate) fn any_visit() -> impl Strategy<Value = Visit> {
    (".{0,20}", any::<u32>(), any_time(), any::<Option<u32>>()).prop_map(|(site, device, at, pages)| Visit {
        site,
        device,
        at,
        pages,
    })
}

pub(crate) fn any_ticket() -> impl Strategy<Value = Ticket> {
    (".{0,20}", any::<i64>(), any::<i32>(), any::<Option<String>>())
        .prop_map(|(tenant, number, queue, status)| Ticket { tenant, number, queue, status })
}
