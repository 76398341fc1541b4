//! Tests with whole texts, formatted as in YDB's documentation and in its own tests.

use std::collections::BTreeMap;

use ydb_keys::YdbType;
use ydb_keys::schema::Store;
use ydb_keys_core::schema::settings::TtlUnit;

use super::{ShownTable, read};
use crate::live::{
    LiveColumn, LiveDefault, LiveFamily, LiveIndex, LiveIndexKind, LiveSequence, LiveSettings, LiveTable, LiveTtl,
    LiveTtlTier,
};

/// Returns a table like one from DescribeTable.
fn described(columns: &[(&str, YdbType, bool)]) -> LiveTable {
    let column = |&(name, ty, nullable): &(&str, YdbType, bool)| LiveColumn {
        name: name.to_owned(),
        ty: Some(ty),
        type_text: ty.to_string(),
        nullable,
        family: None,
        serial: None,
        default: LiveDefault::Unreported,
    };
    LiveTable {
        path: "my_table".into(),
        columns: columns.iter().map(column).collect(),
        primary_key: vec![columns[0].0.to_owned()],
        store: Store::Row,
        indexes: Vec::new(),
        attributes: BTreeMap::new(),
        settings: None,
        hash_sample: None,
        index_samples: BTreeMap::new(),
        rights: None,
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn the_sample_of_the_documentation() {
    let mut table = described(&[
        ("Key1", YdbType::Uint32, false),
        ("Key2", YdbType::Utf8, false),
        ("Key3", YdbType::Int32, false),
        ("Value1", YdbType::Utf8, true),
    ]);
    let mut expected = table.clone();
    for column in &mut expected.columns {
        (column.serial, column.default) = (Some(column.name == "Key3"), LiveDefault::None);
    }
    expected.columns[3].family = Some("my_family".into());
    expected.indexes = vec![LiveIndex {
        name: "my_index".into(),
        kind: LiveIndexKind::Sync,
        on: texts(&["Key2", "Value1"]),
        cover: vec![],
        ready: true,
    }];
    expected.settings = Some(LiveSettings {
        by_size: Some(true),
        size_mb: Some(1000),
        families: vec![LiveFamily {
            name: "my_family".into(),
            data: None,
            compression: Some("lz4".into()),
            cache_mode: None,
        }],
        ..LiveSettings::default()
    });
    table
        .read_show_create(
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
",
        )
        .unwrap();
    assert_eq!(table, expected);
}

#[test]
fn everything_of_a_row_table() {
    let decimal = YdbType::Decimal { precision: 22, scale: 9 };
    let mut table = described(&[("k", YdbType::Uint64, true), ("d", decimal, true), ("s", YdbType::Utf8, true)]);
    table
        .read_show_create(
            "CREATE TABLE `dir/my_table` (
    `k` Uint64,
    `d` Decimal(22, 9) DEFAULT CAST('11.11' AS Decimal(22, 9)),
    `s` Utf8 FAMILY `f` DEFAULT 'it\\'s \\\\ é\\n',
    FAMILY `default` (DATA = 'ssd'),
    FAMILY `f` (DATA = 'rot', COMPRESSION = 'LZ4', CACHE_MODE = 'in_memory', COMPRESSION_LEVEL = 5),
    PRIMARY KEY (`k`)
)
WITH (
    AUTO_PARTITIONING_BY_SIZE = DISABLED,
    AUTO_PARTITIONING_BY_LOAD = ENABLED,
    AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 8,
    AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50,
    PARTITION_AT_KEYS = ((10), (100, TIMESTAMP('2000-01-02T02:20:10.999900Z')), ('a, (b')),
    READ_REPLICAS_SETTINGS = 'ANY_AZ:3',
    KEY_BLOOM_FILTER = ENABLED,
    COMPACTION_POLICY = 'small, fast',
    TTL = INTERVAL('PT1H') DELETE ON made-at AS MICROSECONDS
);

ALTER TABLE `dir/my_table`
    ADD CHANGEFEED `feed` WITH (MODE = 'KEYS_ONLY', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('P1D'))
;

ALTER SEQUENCE `/local/dir/my_table/_serial_column_k` RESTART WITH 5;

ALTER SEQUENCE `/local/dir/my_table/_serial_column_m` START WITH 50 INCREMENT BY 11 RESTART;

ALTER TABLE `dir/my_table`
    ALTER INDEX `i` SET (AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 5000)
;

ALTER TABLE `dir/my_table` FREEZE (1, 2), MELT;
",
        )
        .unwrap();
    let default = |text: &str| LiveDefault::Literal(text.to_owned());
    assert_eq!(table.columns[0].default, LiveDefault::None);
    assert_eq!(table.columns[1].default, default("CAST('11.11' AS Decimal(22, 9))"));
    assert_eq!(table.columns[2].default, default("'it\\'s \\\\ é\\n'"));
    let family = |name: &str, data: &str| LiveFamily {
        name: name.into(),
        data: Some(data.into()),
        compression: None,
        cache_mode: None,
    };
    let tiers = vec![LiveTtlTier { after: "PT1H".into(), to: None }];
    let sequence =
        |column: &str, start, increment, next| LiveSequence { column: column.into(), start, increment, next };
    let expected = LiveSettings {
        partition_by: vec![],
        by_size: Some(false),
        size_mb: None,
        by_load: Some(true),
        min: Some(8),
        max: Some(50),
        split_points: texts(&["(10)", "(100, TIMESTAMP('2000-01-02T02:20:10.999900Z'))", "('a, (b')"]),
        simple: [("KEY_BLOOM_FILTER", "ENABLED".to_owned()), ("READ_REPLICAS_SETTINGS", "ANY_AZ:3".to_owned())].into(),
        ttl: Some(LiveTtl { column: "made-at".into(), tiers, unit: Some(TtlUnit::Microseconds) }),
        families: vec![
            family("default", "ssd"),
            LiveFamily { compression: Some("lz4".into()), cache_mode: Some("in_memory".into()), ..family("f", "rot") },
        ],
        changefeeds: texts(&["feed"]),
        changefeed_settings: vec![(
            "feed".into(),
            "MODE = 'KEYS_ONLY', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('P1D')".into(),
        )],
        sequences: vec![sequence("k", 1, 1, 5), sequence("m", 50, 11, 50)],
        index_settings: vec![(
            "i".into(),
            "AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 5000".into(),
        )],
        other: texts(&[
            "FAMILY `f` (COMPRESSION_LEVEL = 5)",
            "COMPACTION_POLICY = 'small, fast'",
            "ALTER SEQUENCE `/local/dir/my_table/_serial_column_m` START WITH 50 INCREMENT BY 11 RESTART",
            "ALTER TABLE `dir/my_table` FREEZE (1, 2)",
            "ALTER TABLE `dir/my_table` MELT",
        ]),
    };
    assert_eq!(table.settings, Some(expected));
}

/// YDB's formatter prints START WITH and INCREMENT BY only if they are not 1, and RESTART WITH only if the next number
/// is not the first.
#[test]
fn where_sequences_are() {
    let next = |text: &str| {
        let mut table = described(&[("k", YdbType::Int64, false)]);
        let create = "CREATE TABLE `my_table` (`k` Serial8 NOT NULL, PRIMARY KEY (`k`));";
        table.read_show_create(&format!("{create}\n\n{text}")).unwrap();
        table.settings.unwrap().next_number("k")
    };
    let path = "ALTER SEQUENCE `/local/my_table/_serial_column_k`";
    assert_eq!(next(""), 1);
    assert_eq!(next(&format!("{path} RESTART WITH 9223372036854775807;")), i64::MAX);
    assert_eq!(next(&format!("{path} START WITH 5 RESTART;")), 5);
    assert_eq!(next(&format!("{path} START WITH 5 INCREMENT BY 2 RESTART WITH 11;")), 11);
    assert_eq!(next(&format!("{path} START WITH -5 RESTART WITH -3;")), -3);
    assert_eq!(next(&format!("{path} INCREMENT BY 2;")), 1);
    assert_eq!(next("ALTER SEQUENCE `/local/my_table/_serial_column_other` RESTART WITH 5;"), 1);
}

#[test]
fn column_tables() {
    let mut table = described(&[
        ("Key1", YdbType::Uint64, false),
        ("Key2", YdbType::Utf8, false),
        ("Value1", YdbType::Utf8, true),
        ("Value2", YdbType::Int16, true),
    ]);
    table
        .read_show_create(
            "CREATE TABLE `my_table` (
    `Key1` Uint64 NOT NULL,
    `Key2` Utf8 NOT NULL,
    `Value1` Utf8 COMPRESSION (algorithm = lz4),
    `Value2` Int16 COMPRESSION (algorithm = zstd, level = 1),
    INDEX `bloom` LOCAL USING bloom_filter ON (`Value1`) WITH (false_positive_probability=0.01),
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
",
        )
        .unwrap();
    assert_eq!(table.store, Store::Column);
    let index = &table.indexes[0];
    assert_eq!((index.name.as_str(), index.kind, &index.on), ("bloom", LiveIndexKind::Other, &texts(&["Value1"])));
    let tiers = vec![
        LiveTtlTier { after: "PT10S".into(), to: Some("/Root/tier1".into()) },
        LiveTtlTier { after: "PT1H".into(), to: None },
    ];
    let expected = LiveSettings {
        partition_by: texts(&["Key1", "Key2"]),
        min: Some(100),
        ttl: Some(LiveTtl { column: "Key1".into(), tiers, unit: Some(TtlUnit::Seconds) }),
        other: texts(&[
            "`Value1` COMPRESSION (algorithm = lz4)",
            "`Value2` COMPRESSION (algorithm = zstd, level = 1)",
            "INDEX `bloom` LOCAL USING bloom_filter ON (`Value1`) WITH (false_positive_probability=0.01)",
        ]),
        ..LiveSettings::default()
    };
    assert_eq!(table.settings, Some(expected));
}

#[test]
fn a_type_that_the_client_does_not_report_is_read_from_the_text() {
    let mut table = described(&[("k", YdbType::Uint64, true), ("d", YdbType::Bool, true), ("p", YdbType::Bool, true)]);
    for column in &mut table.columns[1..] {
        (column.ty, column.type_text) = (None, "unknown".into());
    }
    table
        .read_show_create(
            "CREATE TABLE `t` (`k` Uint64, `d` DyNumber NOT NULL, `p` pgint4, PRIMARY KEY (`k`))
WITH (AUTO_PARTITIONING_BY_SIZE = DISABLED);",
        )
        .unwrap();
    let read = |at: usize| (table.columns[at].ty, table.columns[at].type_text.as_str(), table.columns[at].nullable);
    assert_eq!(read(0), (Some(YdbType::Uint64), "Uint64", true));
    assert_eq!(read(1), (Some(YdbType::DyNumber), "DyNumber", false));
    assert_eq!(read(2), (None, "pgint4", true));
}

#[test]
fn entries_and_clauses_of_other_versions_are_kept() {
    let mut table = described(&[("k", YdbType::Uint64, true)]);
    let text = "CREATE TEMPORARY TABLE t (`k` Uint64, STATISTICS s ON (`k`, `l`) WITH (a, b), PRIMARY KEY (`k`),) TABLESTORE `x`, y;;
GRANT SELECT ON `t` TO `a`, `b`;";
    table.read_show_create(text).unwrap();
    assert_eq!(
        table.settings.unwrap().other,
        [
            "CREATE TEMPORARY TABLE",
            "STATISTICS s ON (`k`, `l`) WITH (a, b)",
            "TABLESTORE `x`, y",
            "GRANT SELECT ON `t` TO `a`, `b`"
        ]
    );
}

#[test]
fn what_cannot_be_read_is_named_and_changes_nothing() {
    let cases = [
        ("", "line 1: expected CREATE TABLE"),
        ("CREATE VIEW `v` AS SELECT 1;", "line 1: mismatched input ';' expecting TABLE"),
        ("CREATE TABLE `t` (\n    `k`\n)", "line 3: a column without a type is not understood"),
        (
            "CREATE TABLE `t` (\n    `k` Uint64 NOT NULL",
            "line 2: mismatched input '<EOF>' expecting {FAMILY, NOT, NULL, DEFAULT, COMPRESSION, ',', ')'}",
        ),
        (
            "CREATE TABLE `t` (\n`k` Uint64)\nWITH (\nKEY_BLOOM_FILTER = MAYBE)",
            "line 4: expected ENABLED or DISABLED, found `MAYBE`",
        ),
        (
            "CREATE TABLE `t` (`k` Uint64) WITH (AUTO_PARTITIONING_PARTITION_SIZE_MB = many)",
            "line 1: expected a number, found `many`",
        ),
        (
            "CREATE TABLE `t` (`k` Uint64) WITH (READ_REPLICAS_SETTINGS = 'ALL:3')",
            "line 1: expected 'PER_AZ:n' or 'ANY_AZ:n', found `'ALL:3'`",
        ),
        ("CREATE TABLE `t` (`k` Uint64 DEFAULT 'x)", "line 1: the string that begins here is not closed"),
        ("CREATE TABLE `t` (`k` Uint64) WITH (A = (1, 2", "line 1: mismatched input '<EOF>' expecting ')'"),
        ("CREATE TABLE `t` (`k` Uint64))", "line 1: extraneous input ')' expecting {<EOF>, ';'}"),
    ];
    let before = described(&[("k", YdbType::Uint64, true)]);
    for (text, reason) in cases {
        let mut table = before.clone();
        assert_eq!(table.read_show_create(text), Err(reason.to_owned()), "{text}");
        assert_eq!(table, before, "{text}");
    }
}

/// Tables with a mark wherever a later release could print something new: `§` for a clause, `¤` for an item of a list,
/// `¶` for a statement.
const ROW_TABLE: &str = "CREATE § TABLE § `dir/my_table` (
    ¤ `k` Uint64 § NOT NULL §, ¤
    `d` Decimal(22, 9) § DEFAULT CAST('11.11' AS Decimal(22, 9)) §,
    `s` Utf8 § FAMILY `f` § DEFAULT 'it\\'s; (x' § NOT NULL §, ¤
    INDEX `i` GLOBAL ASYNC ON (`d`, `s`) § COVER (`t`) §, ¤
    INDEX `u` GLOBAL UNIQUE SYNC ON (`d`) §,
    FAMILY `default` (DATA = \"ssd\" §, ¤ CACHE_MODE = 'in_memory') §, ¤
    FAMILY `f` (¤ DATA = 'rot', COMPRESSION = 'lz4' §) §,
    PRIMARY KEY (`k` §) §
) §
WITH (
    ¤ AUTO_PARTITIONING_BY_SIZE = ENABLED §, ¤
    AUTO_PARTITIONING_PARTITION_SIZE_MB = 1000 §,
    AUTO_PARTITIONING_BY_LOAD = ENABLED §,
    AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 8 §,
    AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50 §,
    PARTITION_AT_KEYS = ((10), (100, TIMESTAMP('2000-01-02T02:20:10.999900Z')), ('a, (b')) §, ¤
    READ_REPLICAS_SETTINGS = 'ANY_AZ:3' §,
    KEY_BLOOM_FILTER = ENABLED §,
    TTL = INTERVAL('PT1H') DELETE ON made-at AS MICROSECONDS §
) §;

¶ ALTER TABLE `dir/my_table`
    ADD CHANGEFEED `feed` § WITH (MODE = 'KEYS_ONLY', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('P1D')) §
; ¶

ALTER TABLE `dir/my_table`
    ALTER INDEX `i` SET (AUTO_PARTITIONING_BY_LOAD = ENABLED) §
; ¶
";

const COLUMN_TABLE: &str = "CREATE § TABLE `my_table` (
    ¤ `k` Uint64 § NOT NULL §, ¤
    `v` Int16 COMPRESSION (algorithm = zstd, level = 1) §,
    PRIMARY KEY (`k`) §
) §
PARTITION BY HASH (`k` §) §
WITH (
    STORE = COLUMN §, ¤
    AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 100 §,
    TTL =
        INTERVAL('PT10S') TO EXTERNAL DATA SOURCE `/Root/tier1`,
        INTERVAL('PT1H') DELETE
    ON k AS SECONDS §
) §; ¶
";

/// Clauses that no release has, containing quotes, brackets and words that have a meaning elsewhere.
const CLAUSES: [&str; 6] = [
    "LATELY",
    "LATELY 'a, b); (' ON UPDATE",
    "LATELY (x = 1, 'y;)', (`z`, NOT 5ul))",
    "LATELY `WITH` = \"it's\"",
    "LATELY BY SHARD (`k`) -5.5e+10",
    "LATELY :: <- [é] $x",
];

/// Replaces the mark with this number by a clause, and removes all other marks; `None` after the last mark.
fn marked(text: &str, number: usize, clause: &str) -> Option<String> {
    let mut seen = 0;
    let mut out = String::new();
    let mut found = false;
    for c in text.chars() {
        if !matches!(c, '§' | '¤' | '¶') {
            out.push(c);
            continue;
        }
        if seen == number {
            found = true;
            out.push_str(clause);
            match c {
                '¤' => out.push_str(", "),
                '¶' => out.push_str(";\n"),
                _ => {}
            }
        }
        seen += 1;
    }
    found.then_some(out)
}

/// Separates the parts of a table that were understood from those that were kept as printed.
fn known(shown: ShownTable) -> (String, Vec<String>) {
    let ShownTable { columns, indexes, store, settings } = shown;
    let other = settings.other.clone();
    let settings = LiveSettings { other: Vec::new(), ..settings };
    (format!("{columns:#?} {indexes:#?} {store:?} {settings:#?}"), other)
}

#[test]
fn a_clause_of_a_later_release_hides_nothing() {
    for text in [ROW_TABLE, COLUMN_TABLE] {
        let plain = text.replace(['§', '¤', '¶'], "");
        let (expected, printed) = known(read(&plain).unwrap());
        let mut number = 0;
        for clause in CLAUSES.iter().cycle() {
            let Some(later) = marked(text, number / CLAUSES.len(), clause) else { break };
            number += 1;
            let (found, other) = known(read(&later).unwrap_or_else(|error| panic!("{error}\n{later}")));
            assert_eq!(found, expected, "{later}");
            assert!(other.iter().any(|other| other.contains("LATELY")), "{later}\n{other:#?}");
            assert!(other.len() >= printed.len(), "{later}\n{other:#?}");
        }
        assert!(number > 15 * CLAUSES.len(), "{number} texts were read");
    }
}

/// With a word inserted at any place, reading may fail but must not panic.
#[test]
fn nothing_makes_it_panic() {
    for text in [ROW_TABLE, COLUMN_TABLE] {
        let plain = text.replace(['§', '¤', '¶'], "");
        let borders =
            plain.char_indices().map(|(at, _)| at).filter(|&at| !plain[at..].starts_with(char::is_alphanumeric));
        for at in borders {
            for clause in ["LATELY", " ( ", " ) ", ",", ";", "= ", " ON ", " WITH (", "'", "`"] {
                let _ = read(&format!("{}{clause}{}", &plain[..at], &plain[at..]));
                let _ = read(&plain[..at]);
            }
        }
    }
}
