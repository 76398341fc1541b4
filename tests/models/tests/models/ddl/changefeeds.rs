//! Models with changefeeds, which are separate statements: YDB accepts none within CREATE TABLE.

use ydb_keys::{MigrationFormat, Table, YdbTable};

/// Model of the examples on YDB's page on ADD CHANGEFEED, with the options in this library's order.
#[derive(YdbTable)]
#[ydb(table = "series", primary_key(series_id))]
#[ydb(changefeed(updates_feed, mode = updates))]
#[ydb(changefeed(short, mode = updates, format = json, retention = "PT12H"))]
#[ydb(changefeed(barriers, mode = updates, virtual_timestamps, barriers = "PT10S"))]
#[ydb(changefeed(scanned, mode = updates, initial_scan))]
#[ydb(changefeed(topic, mode = updates, auto_partitioning, min_partitions = 2))]
struct Series {
    #[ydb(dispersed)]
    series_id: u64,
    title: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id), index(by_amount, on(amount)))]
#[ydb(changefeed("to-debezium", mode = new_and_old_images, format = debezium_json, user_sids, trace_ids))]
#[ydb(changefeed(keys, mode = keys_only, min_partitions = 1), changefeed(old, mode = old_image))]
#[ydb(changefeed(new, mode = new_image, min_partitions = 64, retention = "P7D"))]
struct Order {
    order_id: i64,
    amount: Option<u64>,
}

fn statements(table: &'static Table) -> Vec<String> {
    table.create_table().changefeeds().map(|add| add.to_string()).collect()
}

#[test]
fn the_examples_of_the_documentation() {
    assert_eq!(
        statements(Series::TABLE),
        [
            "ALTER TABLE `series` ADD CHANGEFEED `updates_feed` WITH (MODE = 'UPDATES', FORMAT = 'JSON')",
            "ALTER TABLE `series` ADD CHANGEFEED `short` WITH (MODE = 'UPDATES', FORMAT = 'JSON', \
             RETENTION_PERIOD = Interval('PT12H'))",
            "ALTER TABLE `series` ADD CHANGEFEED `barriers` WITH (MODE = 'UPDATES', FORMAT = 'JSON', \
             VIRTUAL_TIMESTAMPS = TRUE, BARRIERS_INTERVAL = Interval('PT10S'))",
            "ALTER TABLE `series` ADD CHANGEFEED `scanned` WITH (MODE = 'UPDATES', FORMAT = 'JSON', \
             INITIAL_SCAN = TRUE)",
            "ALTER TABLE `series` ADD CHANGEFEED `topic` WITH (MODE = 'UPDATES', FORMAT = 'JSON', \
             TOPIC_AUTO_PARTITIONING = 'ENABLED', TOPIC_MIN_ACTIVE_PARTITIONS = 2)",
        ]
    );
}

#[test]
fn modes_formats_and_settings() {
    assert_eq!(
        statements(Order::TABLE),
        [
            "ALTER TABLE `shop/orders` ADD CHANGEFEED `to-debezium` WITH (MODE = 'NEW_AND_OLD_IMAGES', \
             FORMAT = 'DEBEZIUM_JSON', USER_SIDS = TRUE, TRACE_IDS = TRUE)",
            "ALTER TABLE `shop/orders` ADD CHANGEFEED `keys` WITH (MODE = 'KEYS_ONLY', FORMAT = 'JSON', \
             TOPIC_MIN_ACTIVE_PARTITIONS = 1)",
            "ALTER TABLE `shop/orders` ADD CHANGEFEED `old` WITH (MODE = 'OLD_IMAGE', FORMAT = 'JSON')",
            "ALTER TABLE `shop/orders` ADD CHANGEFEED `new` WITH (MODE = 'NEW_IMAGE', FORMAT = 'JSON', \
             RETENTION_PERIOD = Interval('P7D'), TOPIC_MIN_ACTIVE_PARTITIONS = 64)",
        ]
    );
    assert!(!Order::TABLE.create_table().to_string().contains("CHANGEFEED"));
    let elsewhere = Order::in_directory("blue");
    let first = elsewhere.create_table().changefeeds().next().map(|add| add.to_string());
    assert!(first.is_some_and(|add| add.starts_with("ALTER TABLE `blue/shop/orders` ADD CHANGEFEED `to-debezium`")));
}

/// Tests that migrations have a separate statement for each changefeed: YDB runs one schema change in a request.
#[test]
fn migrations_have_them_after_the_table() {
    let file = |format| Series::TABLE.create_table().migration(format, 1).text;
    let goose = file(MigrationFormat::Goose);
    let up = goose.split("-- +goose Down").next().unwrap();
    assert_eq!(up.matches("-- +goose StatementBegin").count(), 6);
    assert!(up.contains("StatementBegin\nALTER TABLE `series` ADD CHANGEFEED `updates_feed` WITH (MODE = 'UPDATES', FORMAT = 'JSON');\n-- +goose StatementEnd\n"));
    for format in [MigrationFormat::Flyway, MigrationFormat::Plain] {
        let text = file(format);
        assert_eq!((text.matches(");\n").count(), text.matches("ADD CHANGEFEED").count()), (6, 5), "{text}");
    }
}
