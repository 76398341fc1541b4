//! Tests tables that were not created from a model.

use e2e_tests::Database;
use ydb::AlterTableRequest;
use ydb_keys::Layout;
use ydb_keys_migrate::pull;

use super::cases::in_step;

/// Opens a database, and runs these statements.
async fn made(statements: &[&str]) -> Database {
    let database = Database::own().await;
    for statement in statements {
        database.run(statement).await;
    }
    database
}

#[tokio::test]
async fn a_sequence_leads_the_key() {
    let database = made(&["CREATE TABLE `shop/invoices` (
        `id` BigSerial NOT NULL, `total` Decimal(12, 2) NOT NULL, `paid` Bool NOT NULL DEFAULT false, PRIMARY KEY (`id`)
    )"])
    .await;
    in_step("sequence_leads", &database, "shop/invoices").await;
}

/// Tests leading columns with few values by the rules: 8-bit integers at the start of a key and of an index, and a hash
/// of dates.
#[tokio::test]
async fn few_values_lead() {
    let database = made(&[
        "CREATE TABLE `readings` (
            `kind` Uint8 NOT NULL, `day` Date NOT NULL, `level` Int8, INDEX `by_level` GLOBAL SYNC ON (`level`),
            PRIMARY KEY (`kind`, `day`)
        ) WITH (AUTO_PARTITIONING_BY_SIZE = DISABLED)",
        "CREATE TABLE `visits` (
            `hash` Uint64 NOT NULL, `day` Date NOT NULL, `user` Uint64 NOT NULL, PRIMARY KEY (`hash`, `day`, `user`)
        )",
    ])
    .await;
    in_step("few_values_lead", &database, "readings").await;
    write_layout(&database, "visits", "v1: hash = xxh3(day Date), day Date, user Uint64").await;
    in_step("hash_of_a_date", &database, "visits").await;
}

#[tokio::test]
async fn a_nullable_column_leads_the_key() {
    let statement = "CREATE TABLE `legacy` (`id` Uint64, `note` Utf8, PRIMARY KEY (`id`))";
    let database = made(&[statement]).await;
    in_step("nullable_leads", &database, "legacy").await;
}

/// Tests the table of the load tests of YDB's SDKs: the hash is recognized by its rows, also beside rows with NULL in
/// the key.
#[tokio::test]
async fn a_hash_without_not_null() {
    let statement = "CREATE TABLE `key_value` (
        `hash` Uint64, `id` Uint64, `payload_str` Utf8, `payload_double` Double, PRIMARY KEY (`hash`, `id`)
    )";
    let rows = "UPSERT INTO `key_value` (`hash`, `id`) VALUES (Digest::NumericHash(7ul), 7ul),
        (Digest::NumericHash(8ul), 8ul), (NULL, 1ul), (5ul, NULL), (NULL, NULL)";
    let database = made(&[statement, rows]).await;
    in_step("nullable_hash", &database, "key_value").await;
}

/// Creates a table with rows whose first column is an expression of the second one.
async fn hashed_by(table: &str, ty: &str, expression: &str) -> Database {
    let database = made(&[&format!(
        "CREATE TABLE `{table}` (`user_hash` {ty}, `user_id` Uint64, `name` Utf8, PRIMARY KEY (`user_hash`, `user_id`))"
    )])
    .await;
    for id in 0..40 {
        let hash = expression.replace("{}", &format!("{id}ul"));
        database.run(&format!("UPSERT INTO `{table}` (`user_hash`, `user_id`) VALUES ({hash}, {id}ul)")).await;
    }
    database
}

/// Tests hashes of other programs: of the decimal digits, of the bytes and signed, one that is no function of YDB, and
/// texts.
#[tokio::test]
async fn hashes_of_other_programs() {
    let database = hashed_by("of_digits", "Uint64", "Digest::Fnv64(CAST({} AS String))").await;
    in_step("foreign_of_digits", &database, "of_digits").await;
    let database = hashed_by("signed", "Int64", "BITCAST(Digest::CityHash(ToBytes({})) AS Int64)").await;
    in_step("foreign_signed", &database, "signed").await;
    let database = hashed_by("unknown", "Uint64", "Digest::XXH3('salt' || CAST({} AS String))").await;
    in_step("foreign_unknown", &database, "unknown").await;
    let digits = "CAST(String::AsciiToLower(String::HexEncode(Digest::Sha256(ToBytes({})))) AS Utf8)";
    let database = hashed_by("hexadecimal", "Utf8", digits).await;
    in_step("foreign_hexadecimal", &database, "hexadecimal").await;
    let database = hashed_by("raw", "String", "Digest::Md5Raw(CAST({} AS String))").await;
    in_step("foreign_raw", &database, "raw").await;
}

/// Tests a layout from a program with the model, whose hash function is not available here.
#[tokio::test]
async fn the_layout_names_a_function_of_other_programs() {
    let statement = "CREATE TABLE `tokens` (`h` Int64, `token` Utf8, PRIMARY KEY (`h`, `token`))";
    let database = made(&[statement]).await;
    write_layout(&database, "tokens", "v3: h Int64 = length@3(token Utf8), token Utf8; key_not_null = false").await;
    super::cases::printed_as("layout_tells_foreign", &database, "tokens").await;
}

/// Tests a hash over key columns of which some are NOT NULL.
#[tokio::test]
async fn a_hash_over_columns_of_which_one_is_not_null() {
    let statement = "CREATE TABLE `lines` (
        `line_hash` Uint64, `order` Utf8 NOT NULL, `line` Int32, PRIMARY KEY (`line_hash`, `order`, `line`)
    )";
    let row = "UPSERT INTO `lines` (`line_hash`, `order`, `line`) VALUES
        (Digest::XXH3(ToBytes(LENGTH('a'u)) || 'a'u || ToBytes(1)), 'a'u, 1)";
    let database = made(&[statement, row]).await;
    in_step("nullable_hash_of_several", &database, "lines").await;
}

#[tokio::test]
async fn nullable_key_columns_behind_the_first() {
    let database = made(&["CREATE TABLE `stock` (
        `shop` Utf8 NOT NULL, `shelf` Int32, `sku` Utf8, `count` Int64, PRIMARY KEY (`shop`, `shelf`, `sku`)
    )"])
    .await;
    in_step("nullable_behind", &database, "stock").await;
}

const PAIRS: &str = "CREATE TABLE `pairs` (
    `hash` Uint64 NOT NULL, `left` Uint64 NOT NULL, `right` Uint64 NOT NULL, PRIMARY KEY (`hash`, `left`, `right`)
)";

#[tokio::test]
async fn several_hashes_fit() {
    let row = "UPSERT INTO `pairs` (`hash`, `left`, `right`) VALUES (Digest::XXH3(ToBytes(7ul)), 7ul, 7ul)";
    let database = made(&[PAIRS, row]).await;
    in_step("several_hashes_fit", &database, "pairs").await;
}

#[tokio::test]
async fn no_hash_fits_all_rows() {
    let rows = "UPSERT INTO `pairs` (`hash`, `left`, `right`) VALUES
        (Digest::XXH3(ToBytes(7ul)), 7ul, 8ul), (Digest::NumericHash(9ul), 9ul, 8ul)";
    let database = made(&[PAIRS, rows]).await;
    in_step("no_hash_fits", &database, "pairs").await;
}

/// Tests that no rows are read if there is a layout attribute, which is trusted.
#[tokio::test]
async fn the_layout_tells_the_hash() {
    let row = "UPSERT INTO `pairs` (`hash`, `left`, `right`) VALUES (1ul, 7ul, 8ul)";
    let database = made(&[PAIRS, row]).await;
    let layout = "v1: hash = xxh3(right Uint64, left Uint64), left Uint64, right Uint64";
    write_layout(&database, "pairs", layout).await;
    in_step("layout_tells_hash", &database, "pairs").await;
    write_layout(&database, "pairs", "v1: hash Uint64, left Uint64, right Uint64").await;
    in_step("layout_tells_no_hash", &database, "pairs").await;
}

async fn write_layout(database: &Database, table: &str, layout: &str) {
    let path = format!("/{}/{table}", database.client().database().trim_matches('/'));
    let request = AlterTableRequest::new(path).alter_attribute(Layout::ATTRIBUTE, layout);
    database.client().table_client().alter_table(request).await.unwrap();
}

#[tokio::test]
async fn names_that_rust_does_not_take() {
    let database = made(&["CREATE TABLE `reports/2024-totals` (
            `limit` Utf8 NOT NULL, `Self` Utf8 NOT NULL, `type` Utf8, `homePage` Utf8, `home_page` Utf8, `home-page` Utf8,
            `SELECT` Utf8, `2nd` Utf8, `-` Utf8, `exec` Utf8, `count` Uint64, `a__b` Utf8,
            INDEX `by-home` GLOBAL SYNC ON (`home-page`, `type`), INDEX `type` GLOBAL ASYNC ON (`exec`) COVER (`2nd`),
            PRIMARY KEY (`limit`, `Self`)
        )"])
    .await;
    in_step("odd_names", &database, "reports/2024-totals").await;
}

#[tokio::test]
async fn settings_of_a_row_table() {
    let database = made(&["CREATE TABLE `events` (
            `at` Timestamp NOT NULL, `id` Uuid NOT NULL, `done` Bool, `until` Uint32, `body` String FAMILY `cold`,
            `took` Interval, FAMILY `cold` (COMPRESSION = 'lz4'), INDEX `by_done` GLOBAL ASYNC ON (`done`) COVER (`took`),
            PRIMARY KEY (`at`, `id`)
        ) WITH (
            AUTO_PARTITIONING_BY_SIZE = DISABLED, AUTO_PARTITIONING_BY_LOAD = ENABLED,
            AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 3, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 30,
            KEY_BLOOM_FILTER = ENABLED, READ_REPLICAS_SETTINGS = 'ANY_AZ:2',
            TTL = Interval('PT36H') ON `until` AS SECONDS
        )"])
    .await;
    in_step("row_settings", &database, "events").await;
}

#[tokio::test]
async fn a_column_table() {
    let database = made(&["CREATE TABLE `olap/daily` (
            `day` Date NOT NULL, `hour` Datetime NOT NULL, `clicks` Uint64, `price` Decimal(35, 10),
            PRIMARY KEY (`day`, `hour`)
        ) PARTITION BY HASH (`hour`) WITH (
            STORE = COLUMN, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 8, TTL = Interval('P365D') ON `day`
        )"])
    .await;
    in_step("column_table", &database, "olap/daily").await;
}

/// Tests that a comment above the struct names everything that it does not declare, and a plan leaves it alone.
#[tokio::test]
async fn what_a_model_does_not_say() {
    let database = made(&[
        "CREATE TABLE `queue` (
            `shard` Uint32 NOT NULL, `id` Utf8 NOT NULL, `kind` Utf8, `payload` Json DEFAULT '{}'j, `note` Utf8 FAMILY `memory`,
            `pause` Interval DEFAULT Interval('-PT5S'),
            FAMILY `memory` (CACHE_MODE = 'in_memory'), FAMILY `unused` (),
            INDEX `by_shard` GLOBAL SYNC ON (`shard`), INDEX `key` GLOBAL SYNC ON (`kind`),
            INDEX `by_kind` GLOBAL SYNC ON (`kind`, `note`), INDEX `by-kind` GLOBAL ASYNC ON (`note`),
            PRIMARY KEY (`shard`, `id`)
        )",
        "ALTER TABLE `queue` ADD CHANGEFEED `updates` WITH (MODE = 'UPDATES', FORMAT = 'JSON')",
        "ALTER TABLE `queue` ALTER INDEX `by_kind` SET (AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4)",
    ])
    .await;
    in_step("unsaid", &database, "queue").await;
}

/// Tests that tables of a key change have no model.
#[tokio::test]
async fn tables_of_a_key_change_have_no_model() {
    let create = |path| format!("CREATE TABLE `{path}` (id Utf8 NOT NULL, PRIMARY KEY (id))");
    let database = made(&[create("orders__ydb_keys_new").as_str(), &create("dir/orders__ydb_keys_old")]).await;
    for (path, why) in [("orders__ydb_keys_new", "swaps it in"), ("dir/orders__ydb_keys_old", "`apply --drop-old`")] {
        let error = pull(database.client(), path).await.unwrap_err().to_string();
        assert!(error.contains(path) && error.contains(why), "{error}");
    }
}

#[tokio::test]
async fn what_is_no_table() {
    let database = made(&["CREATE TABLE `shop/orders` (`id` Utf8 NOT NULL, PRIMARY KEY (`id`))"]).await;
    let error = pull(database.client(), "shop/order").await.unwrap_err().to_string();
    assert_eq!(
        error,
        "table `shop/order` does not exist\nhelp: give its path relative to the database, as in `shop/orders`"
    );
    let error = pull(database.client(), "shop").await.unwrap_err().to_string();
    assert!(error.contains("`shop`") && error.contains("a directory"), "{error}");
}
