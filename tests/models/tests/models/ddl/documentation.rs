//! Models of the three tables of YDB's documentation, compared with its DDL, and the table of README.md.

use std::time::SystemTime;

use ydb_keys::{Table, YdbTable};

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    customer_id: Option<u64>,
    amount: Option<f64>,
}

#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
struct UserEvent {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

/// Model whose hash is over the whole key.
#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(timestamp, userid), userid, timestamp))]
struct SpreadUserEvent {
    timestamp: SystemTime,
    userid: u64,
    userevent: Option<String>,
}

/// Model without a hash: the columns of the key change places.
#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userid, timestamp))]
struct ReorderedUserEvent {
    #[ydb(dispersed)]
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

/// Model of README.md, which adds settings to the table with the hash.
#[derive(YdbTable, Debug)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
#[ydb(partitioning(uniform = 16, by_load), ttl(column = timestamp, after = "P30D"))]
struct ReadmeUserEvent {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "ad_events", store = column)]
#[ydb(primary_key(event_timestamp, user_id, campaign_id))]
#[ydb(partition_by_hash(user_id, event_timestamp))]
struct AdEvent {
    user_id: String,
    event_timestamp: SystemTime,
    event_id: Option<u64>,
    campaign_id: u64,
    ad_id: Option<u64>,
    event_type: Option<String>,
}

#[test]
fn goldens() {
    golden!(Order, UserEvent, SpreadUserEvent, AdEvent);
}

/// Returns a statement without white space and backticks.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '`').collect()
}

fn ours(table: &Table) -> String {
    bare(&table.create_table().to_string())
}

/// Tests "Good example" of YDB's page on keys of row tables. Its key columns are nullable, ours are not.
#[test]
fn orders_are_those_of_the_documentation() {
    let documented = "
        CREATE TABLE orders (
            order_hash Uint64,
            order_id Uint64,
            customer_id Uint64,
            amount Double,
            PRIMARY KEY (order_hash, order_id)
        )";
    assert_eq!(ours(Order::TABLE).replace("NOTNULL", ""), bare(documented));
    assert_eq!(ours(Order::TABLE).matches("NOTNULL").count(), 2);
}

/// Tests "Using a hash of key column values as a primary key" of that page: it writes the schema without types.
#[test]
fn user_events_are_those_of_the_documentation() {
    let documented = "( userhash, userid, timestamp, userevent, PRIMARY KEY (userhash, userid, timestamp) )";
    assert_eq!(without_types(UserEvent::TABLE), bare(documented));
    assert!(ours(UserEvent::TABLE).starts_with(
        "CREATETABLEuser_events(userhashUint64NOTNULL,useridUint64NOTNULL,timestampTimestampNOTNULL,usereventUtf8,"
    ));
}

/// Tests the page in older releases. It writes the hash as an expression, which no CREATE TABLE can hold, so a column
/// takes its place.
#[test]
fn user_events_hashed_over_both_columns_are_those_of_the_documentation() {
    let documented = "( HASH(timestamp, userid), timestamp, userid, userevent, \
                       PRIMARY KEY (HASH(timestamp, userid), userid, timestamp) )";
    assert_eq!(without_types(SpreadUserEvent::TABLE), bare(&documented.replace("HASH(timestamp, userid)", "userhash")));
}

/// Tests the page's table with the columns of the key swapped.
#[test]
fn reordered_user_events_are_those_of_the_documentation() {
    let documented = "( userid, timestamp, userevent, PRIMARY KEY (userid, timestamp) )";
    assert_eq!(without_types(ReorderedUserEvent::TABLE), bare(documented));
}

/// Tests that an order is written with the page's hash, `Digest::NumericHash(1001)`.
#[test]
fn an_order_is_written_with_its_hash() {
    let statement = Order { order_id: 1001, customer_id: Some(10), amount: Some(999.99) }.upsert().statement();
    assert!(statement.unwrap().to_string().contains("$order_hash = 10138685143802077350\n"));
}

#[test]
fn readme_scans_the_events_of_a_user() {
    assert!(without_types(ReadmeUserEvent::TABLE).contains("PRIMARYKEY(userhash,userid,timestamp))WITH("));
    let scan = ReadmeUserEvent::scan().userid(42).timestamp(SystemTime::UNIX_EPOCH..);
    assert!(scan.statement().is_ok());
}

fn without_types(table: &Table) -> String {
    let ddl = table.create_table().to_string();
    let columns = ddl.strip_prefix("CREATE TABLE `user_events` ").unwrap().to_owned();
    let words = [" NOT NULL", " Uint64", " Timestamp", " Utf8"];
    bare(&words.iter().fold(columns, |columns, word| columns.replace(word, "")))
}

/// Tests "The resulting table structure" of YDB's page on keys of column tables, without its comments.
#[test]
fn ad_events_are_those_of_the_documentation() {
    let documented = "
        CREATE TABLE ad_events (
            user_id Utf8 NOT NULL,
            event_timestamp Timestamp NOT NULL,
            event_id Uint64,
            campaign_id Uint64 NOT NULL,
            ad_id Uint64,
            event_type Utf8,
            PRIMARY KEY(event_timestamp, user_id, campaign_id)
        )
        PARTITION BY HASH(user_id, event_timestamp)
        WITH (
            STORE = COLUMN
        )";
    assert_eq!(ours(AdEvent::TABLE), bare(documented));
}
