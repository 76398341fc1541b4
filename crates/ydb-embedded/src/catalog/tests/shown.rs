//! Tests of SHOW CREATE TABLE. The texts are those of YDB's own tests, with the partition size of a cluster's table
//! profile.

use super::super::spec::{DefaultSpec, InitialPartitions};
use super::super::{Changefeed, Compression, Family, IndexKind, Table, TableId, TtlUnit, show_create};
use super::{DAY, column, create, family, index, int, olap, row, strings, text, ttl, with};
use crate::types::{Primitive, Type, Value};

fn shown(table: &Table) -> String {
    show_create(table, "/local", |_| 1).unwrap()
}

#[test]
fn the_sample_of_the_documentation() {
    let columns = ["Key1 Uint32!", "Key2 Utf8!", "Key3 Serial", "Value1 Utf8 my_family"];
    let table = create(with(row(&columns, &["Key1", "Key2", "Key3"]), |t| {
        t.path = "/local/my_table".into();
        t.indexes = vec![index("my_index", &["Key2", "Value1"], &[])];
        t.families = vec![family("my_family", Some("lz4"), None)];
        t.partitioning.size_mb = Some(1000);
    }));
    assert_eq!(
        shown(&table.unwrap()),
        "CREATE TABLE `my_table` (
    `Key1` Uint32 NOT NULL,
    `Key2` Utf8 NOT NULL,
    `Key3` Serial4 NOT NULL,
    `Value1` Utf8 FAMILY `my_family`,
    INDEX `my_index` GLOBAL SYNC ON (`Key2`, `Value1`),
    FAMILY `my_family` (COMPRESSION = 'lz4'),
    PRIMARY KEY (`Key1`, `Key2`, `Key3`)
)
WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_PARTITION_SIZE_MB = 1000
);
"
    );
}

#[test]
fn everything_of_a_row_table() {
    let spec = row(&["k Uint64", "n Int64!", "at Timestamp", "s Utf8 f", "b Bool", "d Decimal"], &["k", "n"]);
    let mut table = create(with(spec, |t| {
        let micros = 946_779_000_000_000 + 610_999_900;
        for (column, ty, value) in [
            (1, Primitive::Int32.into(), Value::Int(-100)),
            (2, Primitive::Timestamp.into(), Value::Uint(micros)),
            (3, Primitive::Utf8.into(), Value::text("it's \\ é\n")),
            (4, Primitive::Bool.into(), Value::Bool(true)),
            (5, Type::Decimal { precision: 22, scale: 9 }, Value::Decimal(11_110_000_000)),
        ] {
            t.columns[column].default = Some(DefaultSpec::Literal(ty, value));
        }
        t.indexes = vec![index("z", &["s"], &["b"]), index("a", &["n"], &[])];
        t.indexes[1].kind = IndexKind::GlobalUnique;
        t.families =
            vec![Family { data: Some("ssd".into()), cache_mode: Some("in_memory".into()), ..family("f", None, None) }];
        t.partitions = InitialPartitions::AtKeys(vec![vec![int(10)], vec![int(100), int(5)]]);
        t.partitioning.by_load = Some(true);
        t.partitioning.by_size = Some(false);
        t.partitioning.max = Some(50);
        t.key_bloom_filter = Some(true);
        t.ttl = Some(ttl("at", None, &[(DAY / 24, None)]));
    }))
    .unwrap();
    let setting = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    table.changefeeds.push(Changefeed {
        id: TableId(9),
        name: "feed".into(),
        settings: vec![setting("FORMAT", "JSON"), setting("MODE", "KEYS_ONLY"), setting("VIRTUAL_TIMESTAMPS", "true")],
        disabled: false,
    });
    assert_eq!(
        shown(&table),
        "CREATE TABLE `t` (
    `k` Uint64,
    `n` Int64 NOT NULL DEFAULT -100,
    `at` Timestamp DEFAULT TIMESTAMP('2000-01-02T02:20:10.999900Z'),
    `s` Utf8 FAMILY `f` DEFAULT 'it\\'s \\\\ é\\n',
    `b` Bool DEFAULT TRUE,
    `d` Decimal(22, 9) DEFAULT CAST('11.11' AS Decimal(22, 9)),
    INDEX `a` GLOBAL UNIQUE SYNC ON (`n`),
    INDEX `z` GLOBAL SYNC ON (`s`) COVER (`b`),
    FAMILY `f` (DATA = 'ssd', CACHE_MODE = 'in_memory'),
    PRIMARY KEY (`k`, `n`)
)
WITH (
    AUTO_PARTITIONING_BY_SIZE = DISABLED,
    AUTO_PARTITIONING_BY_LOAD = ENABLED,
    AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50,
    PARTITION_AT_KEYS = ((10), (100, 5)),
    KEY_BLOOM_FILTER = ENABLED,
    TTL = INTERVAL('PT1H') DELETE ON at
);

ALTER TABLE `t`
    ADD CHANGEFEED `feed` WITH (MODE = 'KEYS_ONLY', FORMAT = 'JSON', VIRTUAL_TIMESTAMPS = TRUE, RETENTION_PERIOD = INTERVAL('P1D'))
;
"
    );
}

#[test]
fn a_single_setting_stays_on_its_line() {
    let table = create(with(row(&["k Uint64"], &["k"]), |t| t.partitioning.by_size = Some(false))).unwrap();
    assert!(shown(&table).ends_with(")\nWITH (AUTO_PARTITIONING_BY_SIZE = DISABLED);\n"));
}

#[test]
fn uniform_partitions_are_shown_as_keys() {
    let table = create(with(row(&["k Uint32"], &["k"]), |t| t.partitions = InitialPartitions::Uniform(2))).unwrap();
    let text = shown(&table);
    assert!(text.contains("PARTITION_AT_KEYS = ((2147483647))"), "{text}");
    assert!(!text.contains("UNIFORM") && !text.contains("MIN_PARTITIONS"), "{text}");
    let points = vec![vec![text_value("str")], vec![text_value("t")]];
    let strings = with(row(&["k String"], &["k"]), |t| t.partitions = InitialPartitions::AtKeys(points));
    assert!(shown(&create(strings).unwrap()).contains("PARTITION_AT_KEYS = (('str'), ('t'))"));
}

fn text_value(value: &str) -> (Type, Value) {
    text(value)
}

#[test]
fn sequences_and_index_settings_follow() {
    let mut table =
        create(with(row(&["k Serial2", "v Utf8"], &["k"]), |t| t.indexes = vec![index("i", &["v"], &[])])).unwrap();
    let super::super::Partitioning::Ranges { settings, .. } =
        &mut std::sync::Arc::make_mut(&mut table.indexes[0].table).partitioning
    else {
        panic!("not ranges")
    };
    (settings.by_load, settings.max) = (true, Some(5000));
    let text = show_create(&table, "/local", |_| 5).unwrap();
    let further = text.split_once(");\n").unwrap().1;
    assert_eq!(
        further,
        "
ALTER SEQUENCE `/local/t/_serial_column_k` RESTART WITH 5;

ALTER TABLE `t`
    ALTER INDEX `i` SET (AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 5000)
;
"
    );
}

#[test]
fn column_tables() {
    let mut compressed = column("Value2 Int16");
    compressed.compression = Some(Compression { algorithm: "zstd".into(), level: None });
    let table = create(with(olap(&["Key1 Uint64!", "Key2 Utf8!", "Value1 Utf8"], &["Key1", "Key2"]), |t| {
        t.columns.push(compressed);
        t.columns[2].compression = Some(Compression { algorithm: "lz4".into(), level: None });
        t.hash_columns = Some(strings(&["Key1", "Key2"]));
        t.partitioning.min = Some(100);
        let tiers = [(10_000_000, Some("/Root/tier1")), (DAY / 24, None)];
        t.ttl = Some(ttl("Key1", Some(TtlUnit::Seconds), &tiers));
    }));
    assert_eq!(
        shown(&table.unwrap()),
        "CREATE TABLE `t` (
    `Key1` Uint64 NOT NULL,
    `Key2` Utf8 NOT NULL,
    `Value1` Utf8 COMPRESSION (algorithm = lz4),
    `Value2` Int16 COMPRESSION (algorithm = zstd, level = 1),
    PRIMARY KEY (`Key1`, `Key2`)
)
PARTITION BY HASH (`Key1`, `Key2`)
WITH (
    STORE = COLUMN,
    AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 100,
    TTL =
        INTERVAL('PT10S') TO EXTERNAL DATA SOURCE `/Root/tier1`,
        INTERVAL('PT1H') DELETE
    ON Key1 AS SECONDS
);
"
    );
}
