//! Tests descriptions of live tables.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use e2e_tests::Database;
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::schema::Store;
use ydb_keys::{YdbTable, YdbType};
use ydb_keys_core::schema::settings::TtlUnit;
use ydb_keys_migrate::__internal::{
    HashSample, LiveColumn, LiveDefault, LiveFamily, LiveIndex, LiveIndexKind, LiveSequence, LiveSettings, LiveTable,
    LiveTtl, LiveTtlTier, describe,
};
use ydb_keys_migrate::MigrateErrorKind;

async fn described(database: &Database, path: &str) -> LiveTable {
    describe(database.client(), path).await.unwrap().unwrap_or_else(|| panic!("there is no `{path}`"))
}

async fn created(ddl: &str) -> LiveTable {
    let database = Database::own().await;
    database.run(ddl).await;
    let path = ddl.split('`').nth(1).unwrap();
    described(&database, path).await
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn column(name: &str, ty: YdbType) -> LiveColumn {
    LiveColumn {
        name: name.to_owned(),
        ty: Some(ty),
        type_text: ty.to_string(),
        nullable: false,
        family: None,
        serial: Some(false),
        default: LiveDefault::None,
    }
}

fn nullable(name: &str, ty: YdbType) -> LiveColumn {
    LiveColumn { nullable: true, ..column(name, ty) }
}

fn index(name: &str, kind: LiveIndexKind, on: &[&str], cover: &[&str]) -> LiveIndex {
    LiveIndex { name: name.to_owned(), kind, on: texts(on), cover: texts(cover), ready: true }
}

fn deleted(after: &str, column: &str, unit: Option<TtlUnit>) -> LiveTtl {
    LiveTtl { column: column.to_owned(), tiers: vec![LiveTtlTier { after: after.to_owned(), to: None }], unit }
}

/// Returns the settings that the engine prints for a row table without partitioning settings.
fn usual() -> LiveSettings {
    LiveSettings { by_size: Some(true), size_mb: Some(2048), ..LiveSettings::default() }
}

/// Returns the name and type of a column of every type.
fn every_type() -> Vec<(&'static str, YdbType)> {
    use YdbType::*;
    vec![
        ("bool", Bool),
        ("int8", Int8),
        ("int16", Int16),
        ("int32", Int32),
        ("int64", Int64),
        ("uint8", Uint8),
        ("uint16", Uint16),
        ("uint32", Uint32),
        ("uint64", Uint64),
        ("float", Float),
        ("double", Double),
        ("money", Decimal { precision: 22, scale: 9 }),
        ("wide", Decimal { precision: 35, scale: 0 }),
        ("narrow", Decimal { precision: 1, scale: 1 }),
        ("dynumber", DyNumber),
        ("string", String),
        ("utf8", Utf8),
        ("json", Json),
        ("json_document", JsonDocument),
        ("yson", Yson),
        ("uuid", Uuid),
        ("date", Date),
        ("datetime", Datetime),
        ("timestamp", Timestamp),
        ("interval", Interval),
        ("date32", Date32),
        ("datetime64", Datetime64),
        ("timestamp64", Timestamp64),
        ("interval64", Interval64),
    ]
}

#[tokio::test]
async fn every_type_required_and_nullable() {
    for (words, live) in [(" NOT NULL", column as fn(&str, YdbType) -> LiveColumn), ("", nullable)] {
        let columns: Vec<_> = every_type().iter().map(|(name, ty)| format!("`{name}` {ty}{words},\n")).collect();
        let ddl = format!("CREATE TABLE `dir/types` (`id` Uint64 NOT NULL, {} PRIMARY KEY (`id`))", columns.concat());
        let mut expected = vec![column("id", YdbType::Uint64)];
        expected.extend(every_type().into_iter().map(|(name, ty)| live(name, ty)));
        let table = created(&ddl).await;
        assert_eq!(table.columns, expected);
        assert_eq!((table.path.as_str(), table.primary_key), ("dir/types", texts(&["id"])));
        assert_eq!((table.store, table.indexes, table.attributes), (Store::Row, vec![], BTreeMap::new()));
        assert_eq!((table.settings, table.hash_sample), (Some(usual()), None));
    }
}

#[tokio::test]
async fn keys_keep_their_order() {
    let table = created(
        "CREATE TABLE `t` (`a` Uint64, `order_hash` Uint64 NOT NULL, `b` Utf8 NOT NULL, PRIMARY KEY (`order_hash`, `b`, `a`))",
    )
    .await;
    assert_eq!(table.primary_key, texts(&["order_hash", "b", "a"]));
    let names: Vec<_> = table.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["a", "order_hash", "b"]);
}

#[tokio::test]
async fn families() {
    let table = created(
        "CREATE TABLE `archive` (
            `id` Uuid FAMILY `default` NOT NULL,
            `title` Utf8 NOT NULL,
            `body` Utf8 FAMILY `cold`,
            `copies` Uint32 FAMILY `very-cold` NOT NULL DEFAULT 7u,
            FAMILY `default` (DATA = \"ssd\", COMPRESSION = \"off\"),
            FAMILY `cold` (DATA = \"rot\", COMPRESSION = \"lz4\"),
            FAMILY `very-cold` (DATA = \"rot\"),
            PRIMARY KEY (`id`)
        )",
    )
    .await;
    let family = |name: &str, data: &str, compression: Option<&str>| LiveFamily {
        name: name.into(),
        data: Some(data.into()),
        compression: compression.map(Into::into),
        cache_mode: None,
    };
    let expected =
        [family("default", "ssd", Some("off")), family("cold", "rot", Some("lz4")), family("very-cold", "rot", None)];
    assert_eq!(table.settings, Some(LiveSettings { families: expected.into(), ..usual() }));
    let columns = [
        column("id", YdbType::Uuid),
        column("title", YdbType::Utf8),
        LiveColumn { family: Some("cold".into()), ..nullable("body", YdbType::Utf8) },
        LiveColumn {
            family: Some("very-cold".into()),
            default: LiveDefault::Literal("7".into()),
            ..column("copies", YdbType::Uint32)
        },
    ];
    assert_eq!(table.columns, columns);
}

#[tokio::test]
async fn indexes_of_every_kind() {
    let table = created(
        "CREATE TABLE `purchases` (
            `id` Uuid NOT NULL, `customer` Uint64 NOT NULL, `made` Timestamp, `shop` Utf8, `number` Utf8, `amount` Double, `note` Utf8,
            INDEX `by_time` GLOBAL ON (`made`, `customer`),
            INDEX `by_shop` GLOBAL ASYNC ON (`shop`) COVER (`amount`, `note`),
            INDEX `by-number` GLOBAL UNIQUE SYNC ON (`number`, `shop`) COVER (`amount`),
            PRIMARY KEY (`id`)
        )",
    )
    .await;
    let mut indexes = table.indexes.clone();
    indexes.sort_by(|a, b| a.name.cmp(&b.name));
    let expected = [
        index("by-number", LiveIndexKind::Unique, &["number", "shop"], &["amount"]),
        index("by_shop", LiveIndexKind::Async, &["shop"], &["amount", "note"]),
        index("by_time", LiveIndexKind::Sync, &["made", "customer"], &[]),
    ];
    assert_eq!(indexes, expected);
    assert_eq!(table.settings, Some(usual()));
}

#[tokio::test]
async fn an_index_added_later_and_its_settings() {
    let database = Database::own().await;
    database.run("CREATE TABLE `t` (`id` Uint64 NOT NULL, `a` Utf8, PRIMARY KEY (`id`))").await;
    database.run("ALTER TABLE `t` ADD INDEX `i` GLOBAL SYNC ON (`a`)").await;
    database.run("ALTER TABLE `t` ALTER INDEX `i` SET (AUTO_PARTITIONING_BY_LOAD = ENABLED)").await;
    let table = described(&database, "t").await;
    assert_eq!(table.indexes, [index("i", LiveIndexKind::Sync, &["a"], &[])]);
    let settings = table.settings.unwrap();
    assert_eq!(settings.index_settings, [("i".to_owned(), "AUTO_PARTITIONING_BY_LOAD = ENABLED".to_owned())]);
    assert!(settings.other.is_empty(), "{:?}", settings.other);
}

#[tokio::test]
async fn ttl_with_and_without_units() {
    let cases = [
        ("Timestamp", "Interval(\"P30D\") ON `made-at`", deleted("P30D", "made-at", None)),
        ("Uint64", "Interval(\"PT1H\") ON `made-at` AS SECONDS", deleted("PT1H", "made-at", Some(TtlUnit::Seconds))),
        (
            "Uint64",
            "Interval(\"PT1H\") ON `made-at` AS MILLISECONDS",
            deleted("PT1H", "made-at", Some(TtlUnit::Milliseconds)),
        ),
        (
            "Uint64",
            "Interval(\"P1DT2H\") DELETE ON `made-at` AS MICROSECONDS",
            deleted("P1DT2H", "made-at", Some(TtlUnit::Microseconds)),
        ),
        (
            "Uint64",
            "Interval(\"PT0S\") ON `made-at` AS NANOSECONDS",
            deleted("PT0S", "made-at", Some(TtlUnit::Nanoseconds)),
        ),
    ];
    for (ty, ttl, expected) in cases {
        let table = created(&format!(
            "CREATE TABLE `t` (`id` Uint64 NOT NULL, `made-at` {ty}, PRIMARY KEY (`id`)) WITH (TTL = {ttl})"
        ))
        .await;
        assert_eq!(table.settings, Some(LiveSettings { ttl: Some(expected), ..usual() }), "{ttl}");
    }
}

#[tokio::test]
async fn partitioning_and_other_settings() {
    let table = created(
        "CREATE TABLE `t` (`hash` Uint64 NOT NULL, `id` Utf8 NOT NULL, PRIMARY KEY (`hash`, `id`))
        WITH (
            AUTO_PARTITIONING_BY_SIZE = ENABLED,
            AUTO_PARTITIONING_PARTITION_SIZE_MB = 100,
            AUTO_PARTITIONING_BY_LOAD = ENABLED,
            AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 8,
            AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 80,
            PARTITION_AT_KEYS = ((10), (100, \"a, (b\")),
            KEY_BLOOM_FILTER = ENABLED,
            READ_REPLICAS_SETTINGS = \"PER_AZ:1\"
        )",
    )
    .await;
    let expected = LiveSettings {
        by_size: Some(true),
        size_mb: Some(100),
        by_load: Some(true),
        min: Some(8),
        max: Some(80),
        split_points: texts(&["(10)", "(100, 'a, (b')"]),
        simple: [("KEY_BLOOM_FILTER", "ENABLED".to_owned()), ("READ_REPLICAS_SETTINGS", "PER_AZ:1".to_owned())].into(),
        ..LiveSettings::default()
    };
    assert_eq!(table.settings, Some(expected));
}

#[tokio::test]
async fn serials_and_their_sequences() {
    let database = Database::own().await;
    database
        .run("CREATE TABLE `s` (`t` Uint64 NOT NULL, `a` BigSerial NOT NULL, `b` Serial, `c` SmallSerial, PRIMARY KEY (`t`, `a`))")
        .await;
    database.run("UPSERT INTO `s` (`t`) VALUES (1), (2)").await;
    let table = described(&database, "s").await;
    let serial = |name, ty| LiveColumn { serial: Some(true), ..column(name, ty) };
    let expected = [
        column("t", YdbType::Uint64),
        serial("a", YdbType::Int64),
        serial("b", YdbType::Int32),
        serial("c", YdbType::Int16),
    ];
    assert_eq!(table.columns, expected);
    // Each sequence has given 1 and 2.
    let sequence = |column: &str| LiveSequence { column: column.into(), start: 1, increment: 1, next: 3 };
    assert_eq!(table.settings, Some(LiveSettings { sequences: ["a", "b", "c"].map(sequence).to_vec(), ..usual() }));
}

#[tokio::test]
async fn defaults_as_the_server_prints_them() {
    let table = created(
        "CREATE TABLE `d` (
            `id` Uint64 NOT NULL,
            `bool` Bool NOT NULL DEFAULT true,
            `number` Int64 DEFAULT -5000000000l,
            `text` Utf8 NOT NULL DEFAULT 'it\\'s \"a\" \\\\ b\\n'u,
            `decimal` Decimal(3,2) DEFAULT Decimal('-0.5',3,2),
            `day` Date DEFAULT Date('2024-02-29'),
            `at` Timestamp DEFAULT Timestamp('2024-01-31T12:00:00.5Z'),
            PRIMARY KEY (`id`)
        )",
    )
    .await;
    let default =
        |name, ty, text: &str| LiveColumn { default: LiveDefault::Literal(text.to_owned()), ..nullable(name, ty) };
    let required = |live: LiveColumn| LiveColumn { nullable: false, ..live };
    let expected = [
        column("id", YdbType::Uint64),
        required(default("bool", YdbType::Bool, "TRUE")),
        default("number", YdbType::Int64, "-5000000000"),
        required(default("text", YdbType::Utf8, "'it\\'s \"a\" \\\\ b\\n'")),
        default("decimal", YdbType::Decimal { precision: 3, scale: 2 }, "CAST('-0.5' AS Decimal(3, 2))"),
        default("day", YdbType::Date, "DATE('2024-02-29')"),
        default("at", YdbType::Timestamp, "TIMESTAMP('2024-01-31T12:00:00.500000Z')"),
    ];
    assert_eq!(table.columns, expected);
}

#[tokio::test]
async fn column_tables() {
    let table = created(
        "CREATE TABLE `olap/clicks` (
            `at` Timestamp NOT NULL, `user` Utf8 NOT NULL, `url` Utf8, PRIMARY KEY (`at`, `user`)
        )
        PARTITION BY HASH (`user`)
        WITH (STORE = COLUMN, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 12, TTL = Interval(\"P90D\") ON `at`)",
    )
    .await;
    assert_eq!((table.store, table.primary_key), (Store::Column, texts(&["at", "user"])));
    assert_eq!(
        table.columns,
        [column("at", YdbType::Timestamp), column("user", YdbType::Utf8), nullable("url", YdbType::Utf8)]
    );
    let expected = LiveSettings {
        partition_by: texts(&["user"]),
        min: Some(12),
        ttl: Some(deleted("P90D", "at", None)),
        ..LiveSettings::default()
    };
    assert_eq!(table.settings, Some(expected));
}

#[tokio::test]
async fn changefeeds() {
    let database = Database::own().await;
    database.run("CREATE TABLE `t` (`id` Uint64 NOT NULL, PRIMARY KEY (`id`))").await;
    database.run("ALTER TABLE `t` ADD CHANGEFEED `feed` WITH (MODE = 'KEYS_ONLY', FORMAT = 'JSON')").await;
    let table = described(&database, "t").await;
    // By default, YDB keeps the records of a changefeed for a day.
    let settings = "MODE = 'KEYS_ONLY', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('P1D')";
    let expected = LiveSettings {
        changefeeds: texts(&["feed"]),
        changefeed_settings: vec![("feed".into(), settings.into())],
        ..usual()
    };
    assert_eq!(table.settings, Some(expected));
}

#[tokio::test]
async fn every_golden_table_is_read_to_its_last_word() {
    let database = Database::own().await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/models/ddl/snapshots");
    let mut read = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = fs::read_to_string(&path).unwrap();
        let (_, ddl) = file.split_once("\n---\n").unwrap();
        // YDB requires that the key of a column table starts with its TTL column.
        if path.ends_with("models__ddl__column_tables__Days.snap") {
            continue;
        }
        database.run(ddl).await;
        // Only the table with odd names has escapes.
        let name =
            ddl.split_once('`').unwrap().1.split_once("` (").unwrap().0.replace("\\`", "`").replace("\\\\", "\\");
        let table = described(&database, &name).await;
        let settings = table.settings.unwrap();
        assert!(settings.other.is_empty(), "{}: {:?}", path.display(), settings.other);
        assert_eq!(table.path, name);
        for column in &table.columns {
            assert!(column.ty.is_some() && column.serial.is_some(), "{}: {column:?}", path.display());
            assert_ne!(column.default, LiveDefault::Unreported, "{}: {column:?}", path.display());
        }
        // Several models share a table name.
        let quoted = ddl.split_once('`').unwrap().1.split_once("` (").unwrap().0;
        database.run(&format!("DROP TABLE `{quoted}`")).await;
        read += 1;
    }
    assert!(read > 50, "{read} golden files");
}

#[tokio::test]
async fn nothing_and_other_things_at_the_path() {
    let database = Database::own().await;
    assert_eq!(describe(database.client(), "nothing").await.unwrap(), None);
    assert_eq!(describe(database.client(), "no/such/directory").await.unwrap(), None);
    database.run("CREATE TABLE `dir/t` (`id` Uint64 NOT NULL, PRIMARY KEY (`id`))").await;
    assert_eq!(describe(database.client(), "dir/other").await.unwrap(), None);
    assert_eq!(describe(database.client(), "dir/t/other").await.unwrap(), None);
    let error = describe(database.client(), "dir").await.unwrap_err();
    assert_eq!((error.kind(), error.table()), (MigrateErrorKind::Obstacle, Some("dir")));
    assert_eq!(
        error.to_string(),
        "`dir` is a directory, not a table\nhelp: move it away, or give the model another path"
    );
}

#[tokio::test]
async fn an_absolute_path_becomes_relative_to_the_database() {
    let database = Database::own().await;
    database.run("CREATE TABLE `dir/t` (`id` Uint64 NOT NULL, PRIMARY KEY (`id`))").await;
    let path = format!("/{}/dir/t", database.client().database().trim_matches('/'));
    assert_eq!(described(&database, &path).await, described(&database, "dir/t").await);
}

#[tokio::test]
async fn an_older_server_does_not_report_settings() {
    let database = Database::embedded().await;
    database
        .run(
            "CREATE TABLE `t` (`id` Uint64 NOT NULL, `n` Serial, `d` Decimal(10,3) DEFAULT Decimal('1.5',10,3), `y` DyNumber NOT NULL,
            `f` Utf8 FAMILY `cold`, INDEX `i` GLOBAL ASYNC ON (`f`), FAMILY `cold` (COMPRESSION = \"lz4\"), PRIMARY KEY (`id`))
            WITH (KEY_BLOOM_FILTER = ENABLED)",
        )
        .await;
    let untold = |live: LiveColumn| LiveColumn { serial: None, default: LiveDefault::Unreported, ..live };
    let expected = [
        untold(column("id", YdbType::Uint64)),
        untold(column("n", YdbType::Int32)),
        untold(nullable("d", YdbType::Decimal { precision: 10, scale: 3 })),
        // The client does not support the type, and does not report whether it is optional.
        LiveColumn { ty: None, type_text: "DyNumber".into(), ..untold(nullable("y", YdbType::DyNumber)) },
        LiveColumn { family: Some("cold".into()), ..untold(nullable("f", YdbType::Utf8)) },
    ];
    let answers = [
        Fault::Status(Status::GenericError, "mismatched input 'SHOW' expecting {';', '(', ALTER}".into()),
        Fault::Status(Status::Unsupported, "SHOW CREATE statement is not supported".into()),
    ];
    for answer in answers {
        database.faults().fail_next(1, Call::ExecuteQuery, answer);
        let table = described(&database, "t").await;
        assert_eq!(table.settings, None);
        assert_eq!(table.columns, expected);
        assert_eq!(table.indexes, [index("i", LiveIndexKind::Async, &["f"], &[])]);
        assert_eq!(database.faults().pending(), 0);
    }
}

#[tokio::test]
async fn other_errors_are_reported() {
    let database = Database::embedded().await;
    database.run("CREATE TABLE `t` (`id` Uint64 NOT NULL, PRIMARY KEY (`id`))").await;
    let cases = [
        (1, Call::DescribeTable, Status::Unauthorized, "table `t`: cannot read the description: UNAUTHORIZED: no"),
        (1, Call::ExecuteQuery, Status::SchemeError, "table `t`: cannot read SHOW CREATE TABLE: SCHEME_ERROR: no"),
        // The path is a table, but it cannot be described the second time either.
        (2, Call::DescribeTable, Status::SchemeError, "table `t`: cannot read the description: SCHEME_ERROR: no"),
    ];
    for (times, call, status, expected) in cases {
        database.faults().fail_next(times, call, Fault::Status(status, "no".into()));
        assert_eq!(describe(database.client(), "t").await.unwrap_err().to_string(), expected);
    }
    database.faults().fail_next(1, Call::DescribeTable, Fault::Status(Status::SchemeError, "no".into()));
    database.faults().fail_next(1, Call::DescribePath, Fault::Status(Status::Unauthorized, "no".into()));
    let error = describe(database.client(), "t").await.unwrap_err().to_string();
    assert_eq!(error, "table `t`: cannot read the kind: UNAUTHORIZED: no");
}

/// Tests two programs that migrate at the same time: the table is created between DescribeTable and the request for its
/// path.
#[tokio::test]
async fn a_table_that_is_made_meanwhile_is_described() {
    let database = Database::embedded().await;
    database.run("CREATE TABLE `t` (`id` Uint64 NOT NULL, PRIMARY KEY (`id`))").await;
    database.faults().fail_next(1, Call::DescribeTable, Fault::Status(Status::SchemeError, "not there yet".into()));
    assert_eq!(described(&database, "t").await.primary_key, ["id"]);
    assert_eq!(database.faults().pending(), 0);
}

#[tokio::test]
async fn passing_troubles_are_sat_out() {
    let database = Database::embedded().await;
    database.run("CREATE TABLE `t` (`id` Uint64 NOT NULL, PRIMARY KEY (`id`))").await;
    let busy = || Fault::Status(Status::Unavailable, "busy".into());
    database.faults().fail_next(2, Call::DescribeTable, busy());
    database.faults().fail_next(1, Call::DescribeTable, Fault::Status(Status::Undetermined, "lost".into()));
    database.faults().fail_next(2, Call::ExecuteQuery, busy());
    assert_eq!(described(&database, "t").await.settings, Some(usual()));
    assert_eq!(database.faults().pending(), 0);
}

/// Tests that futures can be sent to other threads, and that callers need no higher recursion limit.
#[tokio::test]
async fn futures_go_to_other_threads() {
    let database = Database::own().await;
    database.run("CREATE TABLE `t` (`id` Uint64 NOT NULL, PRIMARY KEY (`id`))").await;
    let client = database.no_retry();
    let task = tokio::spawn(async move { describe(&client, "t").await.map(|table| table.is_some()) });
    assert!(task.await.unwrap().unwrap());
}

#[derive(YdbTable, Debug, Clone, PartialEq)]
#[ydb(table = "events", primary_key(user_hash = xxh3(user, day), user, day))]
struct Event {
    user: String,
    day: u32,
    note: Option<String>,
}

fn event(user: &str, day: u32) -> Event {
    Event { user: user.into(), day, note: None }
}

#[tokio::test]
async fn samples_count_rows_with_another_hash() {
    let database = Database::own_with::<Event>().await;
    let sample = async |rows| {
        let sample = HashSample::of(database.client(), Event::TABLE, "events", rows).await.unwrap();
        (sample.rows, sample.differing)
    };
    assert_eq!(sample(1000).await, (0, 0));
    for user in ["ann", "bob", "eve"] {
        event(user, 1).upsert().exec(&mut database.q()).await.unwrap();
        event(user, 31).upsert().exec(&mut database.q()).await.unwrap();
    }
    assert_eq!(sample(1000).await, (6, 0));
    assert_eq!(sample(4).await, (4, 0));
    database.run("UPSERT INTO `events` (`user_hash`, `user`, `day`) VALUES (0ul, 'mia'u, 1u)").await;
    assert_eq!(sample(1000).await, (7, 1));
    // The smallest key comes first.
    assert_eq!(sample(1).await, (1, 1));
}

#[tokio::test]
async fn a_sample_of_other_columns_is_an_error() {
    let database = Database::own().await;
    database.run("CREATE TABLE `events` (`user` Utf8 NOT NULL, PRIMARY KEY (`user`))").await;
    let error = HashSample::of(database.client(), Event::TABLE, "events", 10).await.unwrap_err();
    assert_eq!((error.kind(), error.table()), (MigrateErrorKind::Database, Some("events")));
    assert!(error.to_string().starts_with("table `events`: cannot read a sample of the rows: "), "{error}");
}
