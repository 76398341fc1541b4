//! Tests every kind of difference on the engine: creates the table in its old form and runs the plan; then nothing
//! differs.

use std::time::SystemTime;

use e2e_tests::Database;
use ydb_keys::{Table, YdbTable};
use ydb_keys_migrate::{Action, ApplyOptions, Difference, Plan, TablePlan, apply, plan};

#[derive(YdbTable)]
#[ydb(table = "items", primary_key(id_hash = numeric_hash(id), id))]
#[ydb(partitioning(by_load, min = 2, max = 8), ttl(column = created, after = "P30D"))]
#[ydb(index(by_owner, on(owner, created), cover(note, rank)))]
#[ydb(family(cold, data = "hdd", compression = "lz4"), bloom_filter, read_replicas = "PER_AZ:1")]
struct Item {
    id: u64,
    created: SystemTime,
    owner: String,
    #[ydb(default = "new")]
    state: String,
    #[ydb(default = 3)]
    rank: Option<u8>,
    #[ydb(family = "cold")]
    note: Option<String>,
}

/// DDL of [`Item`], written by hand.
const ITEMS: &str = r#"CREATE TABLE `items` (
    `id_hash` Uint64 NOT NULL,
    `id` Uint64 NOT NULL,
    `created` Timestamp NOT NULL,
    `owner` Utf8 NOT NULL,
    `state` Utf8 NOT NULL DEFAULT 'new'u,
    `rank` Uint8 DEFAULT 3ut,
    `note` Utf8 FAMILY `cold`,
    INDEX `by_owner` GLOBAL SYNC ON (`owner`, `created`) COVER (`note`, `rank`),
    FAMILY `cold` (DATA = "hdd", COMPRESSION = "lz4"),
    PRIMARY KEY (`id_hash`, `id`)
) WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048,
    AUTO_PARTITIONING_BY_LOAD = ENABLED,
    AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 2, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 8,
    KEY_BLOOM_FILTER = ENABLED,
    READ_REPLICAS_SETTINGS = "PER_AZ:1",
    TTL = Interval("P30D") ON `created`
)"#;

const INDEX: &str = "    INDEX `by_owner` GLOBAL SYNC ON (`owner`, `created`) COVER (`note`, `rank`),\n";

/// Statement that writes three rows of this hour, at different times.
const ROWS: &str = r#"UPSERT INTO `items` (`id_hash`, `id`, `created`, `owner`)
    SELECT Digest::NumericHash(`id`) AS `id_hash`, `id`, Unwrap(CurrentUtcTimestamp() - `age`) AS `created`, 'a'u AS `owner`
    FROM AS_TABLE(AsList(
        AsStruct(1ul AS `id`, Interval("PT1S") AS `age`),
        AsStruct(2ul AS `id`, Interval("PT2S") AS `age`),
        AsStruct(3ul AS `id`, Interval("PT3S") AS `age`)
    ))"#;

/// Replacements that turn the statement into its old form.
type Edits<'a> = &'a [(&'a str, &'a str)];

fn old_shape(edits: Edits<'_>) -> String {
    edits.iter().fold(ITEMS.to_owned(), |ddl, (from, to)| {
        assert_eq!(ddl.matches(from).count(), 1, "{from}");
        ddl.replace(from, to)
    })
}

async fn plan_of(database: &Database, table: &'static Table) -> TablePlan {
    plan(database.client(), &[table], None).await.unwrap().tables.remove(0)
}

/// Creates the table in its old form with rows, and runs the plan. Checks that nothing differs then, and no row is
/// lost.
async fn assert_cured(database: &Database, edits: Edits<'_>, kinds: &[&str]) {
    database.run("DROP TABLE IF EXISTS `items`").await;
    database.run(&old_shape(edits)).await;
    database.run(ROWS).await;
    let found = Plan { tables: vec![plan_of(database, Item::TABLE).await] };
    let names: Vec<String> = found.tables[0].differences.iter().map(kind).collect();
    assert_eq!(names, kinds, "{edits:?}\n{found}");
    let applied = apply(database.client(), &found, &ApplyOptions::default().destructive(true), &mut |_| ()).await;
    let applied = applied.unwrap_or_else(|error| panic!("{edits:?}\n{found}{error}"));
    assert!(applied.is_complete() && applied.done == found.steps().count(), "{applied:?}");
    assert_in_step(database).await;
}

async fn assert_in_step(database: &Database) {
    let after = plan_of(database, Item::TABLE).await;
    assert!(after.differences.is_empty() && after.steps.is_empty() && after.not_compared.is_empty(), "{after}");
    assert_eq!(database.one::<u64>("SELECT COUNT(*) FROM `items`").await, 3);
    let text = "SELECT COUNT(*) FROM `items` VIEW `by_owner` WHERE `owner` = 'a'u";
    assert_eq!(database.one::<u64>(text).await, 3);
}

/// Returns the tag of the difference in JSON.
fn kind(difference: &Difference) -> String {
    serde_json::to_value(difference).unwrap()["difference"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_shape_that_the_model_says() {
    let database = Database::own().await;
    assert_cured(&database, &[], &[]).await;
}

#[tokio::test]
async fn columns_alone() {
    let database = Database::own().await;
    let rank = "`rank` Uint8 DEFAULT 3ut";
    let note = "`note` Utf8 FAMILY `cold`";
    let cases: &[(Edits<'_>, &[&str])] = &[
        (&[(rank, "`legacy` Int32"), (", `rank`)", ")")], &["missing_column", "extra_column", "index"]),
        (&[(rank, "`rank` Uint8 DEFAULT 3ut, `legacy` Int32 NOT NULL DEFAULT 7")], &["extra_column"]),
        (&[(rank, "`rank` Uint8 NOT NULL DEFAULT 3ut")], &["not_null"]),
        (&[("'new'u", "'old'u")], &["default"]),
        (&[(rank, "`rank` Uint8")], &["default"]),
        (&[(note, "`note` Utf8 FAMILY `cold` DEFAULT '-'u")], &["default"]),
        (&[(note, "`note` Utf8 FAMILY `cold` NOT NULL DEFAULT '-'u")], &["not_null", "default"]),
        (&[(note, "`note` Utf8")], &["column_family"]),
        (&[("`state` Utf8", "`state` Utf8 FAMILY `cold`")], &["column_family"]),
    ];
    for (edits, kinds) in cases {
        assert_cured(&database, edits, kinds).await;
    }
}

#[tokio::test]
async fn indexes_alone() {
    let database = Database::own().await;
    let more = format!("{INDEX}    INDEX `more` GLOBAL ASYNC ON (`rank`),\n");
    let cases: &[(Edits<'_>, &[&str])] = &[
        (&[(INDEX, "")], &["missing_index"]),
        (&[(INDEX, &more)], &["extra_index"]),
        (&[("(`owner`, `created`)", "(`created`, `owner`)")], &["index"]),
        (&[(" COVER (`note`, `rank`)", "")], &["index"]),
        (&[("GLOBAL SYNC", "GLOBAL ASYNC")], &["index"]),
        (&[("GLOBAL SYNC", "GLOBAL UNIQUE SYNC")], &["index"]),
        (&[(" COVER (`note`, `rank`)", " COVER (`rank`, `note`)")], &[]),
    ];
    for (edits, kinds) in cases {
        assert_cured(&database, edits, kinds).await;
    }
}

#[tokio::test]
async fn settings_alone() {
    let database = Database::own().await;
    let ttl = "TTL = Interval(\"P30D\") ON `created`";
    let columns = ("    `note`", "    `seen` Uint32,\n    `note`");
    let cases: &[(Edits<'_>, &[&str])] = &[
        (&[("AUTO_PARTITIONING_BY_LOAD = ENABLED,", "")], &["setting"]),
        (&[("MB = 2048", "MB = 100")], &["setting"]),
        (&[("MIN_PARTITIONS_COUNT = 2", "MIN_PARTITIONS_COUNT = 3")], &["setting"]),
        (&[("MAX_PARTITIONS_COUNT = 8", "MAX_PARTITIONS_COUNT = 9")], &["setting"]),
        (&[("BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048", "BY_SIZE = DISABLED")], &["setting"]),
        (&[("KEY_BLOOM_FILTER = ENABLED,", "")], &["setting"]),
        (&[("PER_AZ:1", "ANY_AZ:2")], &["setting"]),
        (&[("READ_REPLICAS_SETTINGS = \"PER_AZ:1\",", "")], &["setting"]),
        (&[(ttl, "")], &["ttl"]),
        (&[("P30D", "P7D")], &["ttl"]),
        (&[("P30D", "P90D")], &["ttl"]),
        (&[("P30D", "PT720H")], &[]),
        (&[columns, (ttl, "TTL = Interval(\"P30D\") ON `seen` AS SECONDS")], &["extra_column", "ttl"]),
        (&[("\"lz4\"", "\"off\"")], &["family"]),
        (&[("\"hdd\"", "\"ssd\"")], &["family"]),
        (
            &[("    FAMILY `cold` (DATA = \"hdd\", COMPRESSION = \"lz4\"),\n", ""), (" FAMILY `cold`", "")],
            &["column_family", "family"],
        ),
    ];
    for (edits, kinds) in cases {
        assert_cured(&database, edits, kinds).await;
    }
}

/// DDL of a table that differs from the model in almost everything.
const FAR_OFF: &str = "CREATE TABLE `items` (
    `legacy` Utf8 NOT NULL DEFAULT 'l'u,
    `id` Uint64 NOT NULL,
    `owner` Utf8 NOT NULL,
    `created` Timestamp NOT NULL,
    `rank` Uint8 NOT NULL DEFAULT 1ut,
    `id_hash` Uint64 NOT NULL,
    INDEX `by_owner` GLOBAL ASYNC ON (`legacy`),
    INDEX `by_rank` GLOBAL SYNC ON (`rank`) COVER (`legacy`),
    PRIMARY KEY (`id_hash`, `id`)
) WITH (AUTO_PARTITIONING_BY_SIZE = DISABLED)";

async fn far_off() -> Database {
    let database = Database::own().await;
    database.run(FAR_OFF).await;
    database.run(ROWS).await;
    database
}

#[tokio::test]
async fn all_at_once() {
    let database = far_off().await;
    let found = plan(database.client(), &[Item::TABLE], None).await.unwrap();
    let names: Vec<String> = found.tables[0].differences.iter().map(kind).collect();
    let columns = ["missing_column", "not_null", "default", "missing_column", "extra_column"];
    let settings = ["setting", "setting", "setting", "setting", "setting", "setting"];
    let expected: Vec<&str> =
        columns.into_iter().chain(["family", "ttl", "index", "extra_index"]).chain(settings).collect();
    assert_eq!(names, expected, "{found}");
    apply(database.client(), &found, &ApplyOptions::default().destructive(true), &mut |_| ()).await.unwrap();
    assert_in_step(&database).await;
}

/// Tests that after each step a new plan consists of the remaining steps.
#[tokio::test]
async fn all_at_once_planned_anew_after_each_step() {
    let database = far_off().await;
    let mut rest = plan_of(&database, Item::TABLE).await.steps;
    while let Some(step) = rest.first() {
        match &step.action {
            Action::Statement { statement, .. } => database.run(statement).await,
            Action::AwaitIndex { .. } => tokio::task::yield_now().await,
            _ => {
                let found = plan(database.client(), &[Item::TABLE], None).await.unwrap();
                apply(database.client(), &found, &ApplyOptions::default(), &mut |_| ()).await.unwrap();
            }
        }
        let now = plan_of(&database, Item::TABLE).await.steps;
        let is_awaited = now.iter().any(|step| matches!(step.action, Action::AwaitIndex { .. }));
        if !is_awaited {
            let left = rest.iter().skip(1).filter(|step| !matches!(step.action, Action::AwaitIndex { .. }));
            assert!(left.map(|step| &step.action).eq(now.iter().map(|step| &step.action)), "{rest:#?}\n{now:#?}");
        }
        rest = now;
    }
    assert_in_step(&database).await;
}

/// Checks that a difference that no statement can remove is planned as a copy, without other steps.
async fn assert_copied(database: &Database, edits: Edits<'_>, rows: Option<&str>, kinds: &[&str]) {
    database.run("DROP TABLE IF EXISTS `items`").await;
    database.run(&old_shape(edits)).await;
    if let Some(rows) = rows {
        database.run(rows).await;
    }
    let found = plan_of(database, Item::TABLE).await;
    assert_eq!(found.differences.iter().map(kind).collect::<Vec<_>>(), kinds, "{edits:?}\n{found}");
    assert!(found.steps.is_empty() && found.by_hand.is_empty(), "{found}");
    assert!(found.rekey.is_some_and(|rekey| rekey.obstacles.is_empty()), "{edits:?}");
}

#[tokio::test]
async fn what_only_a_copy_changes() {
    let database = Database::own().await;
    let key = "PRIMARY KEY (`id_hash`, `id`)";
    let other_hash = ROWS.replace("NumericHash", "IntHash64");
    assert_copied(&database, &[(key, "PRIMARY KEY (`id`, `id_hash`)")], None, &["primary_key"]).await;
    let no_hash: Edits<'_> = &[("    `id_hash` Uint64 NOT NULL,\n", ""), (key, "PRIMARY KEY (`id`)")];
    assert_copied(&database, no_hash, None, &["primary_key"]).await;
    assert_copied(&database, &[], Some(&other_hash), &["hash"]).await;
    assert_copied(&database, &[("`owner` Utf8 NOT NULL", "`owner` Utf8")], None, &["not_null"]).await;
    let hash = ("`id_hash` Uint64 NOT NULL", "`id_hash` Uint64");
    assert_copied(&database, &[hash], None, &["not_null"]).await;
    let default = ("`owner` Utf8 NOT NULL", "`owner` Utf8 NOT NULL DEFAULT ''u");
    assert_copied(&database, &[default], None, &["default"]).await;
}

#[tokio::test]
async fn what_is_done_by_hand() {
    let database = Database::own().await;
    let cases: &[(Edits<'_>, &[&str])] = &[
        (&[("`rank` Uint8 DEFAULT 3ut", "`rank` Uint16")], &["column_type"]),
        (&[("    `owner` Utf8 NOT NULL,\n", ""), (INDEX, "")], &["missing_column", "missing_index"]),
    ];
    for (edits, kinds) in cases {
        database.run("DROP TABLE IF EXISTS `items`").await;
        database.run(&old_shape(edits)).await;
        let found = plan_of(&database, Item::TABLE).await;
        assert_eq!(found.differences.iter().map(kind).collect::<Vec<_>>(), *kinds, "{found}");
        assert!(found.rekey.is_none() && found.by_hand.len() == 1 && found.runnable().is_empty(), "{found}");
    }
}

#[derive(YdbTable)]
#[ydb(table = "events", store = column, partition_by_hash(user), partitioning(min = 4), primary_key(user, at))]
struct Event {
    user: u64,
    at: SystemTime,
    text: Option<String>,
    size: Option<u32>,
}

/// DDL of [`Event`], written by hand.
const EVENTS: &str = "CREATE TABLE `events` (
    `user` Uint64 NOT NULL,
    `at` Timestamp NOT NULL,
    `text` Utf8,
    `size` Uint32,
    PRIMARY KEY (`user`, `at`)
) PARTITION BY HASH (`user`) WITH (STORE = COLUMN, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4)";

#[tokio::test]
async fn column_tables() {
    let database = Database::own().await;
    let cases: &[(&str, &str, &[&str])] = &[
        ("    `text` Utf8,\n", "", &["missing_column"]),
        ("`text` Utf8,", "`text` Utf8, `legacy` Int32,", &["extra_column"]),
        ("`text` Utf8,", "`text` Utf8 NOT NULL,", &["not_null"]),
        ("HASH (`user`)", "HASH (`user`, `at`)", &["partition_by"]),
        ("COUNT = 4", "COUNT = 2", &["setting"]),
        (
            " PARTITION BY HASH (`user`) WITH (STORE = COLUMN, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4)",
            "",
            &["store"],
        ),
    ];
    for (from, to, kinds) in cases {
        database.run("DROP TABLE IF EXISTS `events`").await;
        let ddl = EVENTS.replace(from, to);
        assert_ne!(ddl, EVENTS);
        database.run(&ddl).await;
        let found = plan_of(&database, Event::TABLE).await;
        assert_eq!(found.differences.iter().map(kind).collect::<Vec<_>>(), *kinds, "{found}");
        assert_eq!(found.rekey.is_some(), kinds.iter().any(|kind| ["partition_by", "setting", "store"].contains(kind)));
        if found.rekey.is_none() {
            let found = Plan { tables: vec![found] };
            apply(database.client(), &found, &ApplyOptions::default().destructive(true), &mut |_| ()).await.unwrap();
            let after = plan_of(&database, Event::TABLE).await;
            assert!(after.differences.is_empty() && after.steps.is_empty(), "{after}");
        }
    }
}
