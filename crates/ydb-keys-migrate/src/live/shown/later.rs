//! Tests of what later releases may print: an unknown clause at each place where the grammar allows one.

use super::{Shown, read};
use crate::live::LiveSettings;

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

/// The text with a clause at the mark with this number, and without the other marks; `None` after the last mark.
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

/// What was understood of a table, and separately what was kept as printed.
fn known(shown: Shown) -> (String, Vec<String>) {
    let Shown { columns, indexes, store, settings } = shown;
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

/// With a word inserted anywhere, reading may fail, but it never panics.
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
