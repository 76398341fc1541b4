//! Pulls the tables of the models' golden DDL.

use std::fs;
use std::path::Path;

use e2e_tests::Database;

use super::cases::in_step;

/// Statements that write rows whose hash the server computes, as in YDB's documentation or from the bytes that
/// `docs/guide/src/hashes.md` defines.
const ROWS: [(&str, &str); 6] = [
    (
        "documentation_order",
        "UPSERT INTO `orders` (`order_hash`, `order_id`) SELECT Digest::NumericHash(id), id FROM AS_TABLE($ids)",
    ),
    (
        "documentation_userevent",
        "UPSERT INTO `user_events` (`userhash`, `userid`, `timestamp`) \
         SELECT Digest::XXH3(ToBytes(id)), id, Timestamp('2024-01-01T00:00:00Z') FROM AS_TABLE($ids)",
    ),
    (
        "documentation_spreaduserevent",
        "UPSERT INTO `user_events` (`userhash`, `userid`, `timestamp`) \
         SELECT Digest::XXH3(ToBytes(id) || ToBytes(1704067200000000ul)), id, Timestamp('2024-01-01T00:00:00Z') FROM AS_TABLE($ids)",
    ),
    (
        "keys_hashedinterval",
        "UPSERT INTO `hashed_interval` (`hash`, `took`) VALUES (Digest::NumericHash(1000000ul), Interval('PT1S'))",
    ),
    (
        "keys_reading",
        "UPSERT INTO `readings` (`hash`, `sensor`, `at`) VALUES (Digest::IntHash64(1704067200000000ul), \
         Uuid('f81d4fae-7dec-11d0-a765-00a0c91e6bf6'), Timestamp('2024-01-01T00:00:00Z'))",
    ),
    (
        "keys_visit",
        "UPSERT INTO `visits` (`visit_hash`, `site`, `device`, `at`) VALUES \
         (Digest::XXH3(ToBytes(4u) || 'blog' || ToBytes(7u)), 'blog'u, 7u, Timestamp('2024-01-01T00:00:00Z'))",
    ),
];

/// Golden file that YDB refuses: the TTL column of a column table must lead the key, or have a MAX index.
const REFUSED: &str = "column_tables_days";

const IDS: &str =
    "$ids = AsList(AsStruct(1001ul AS id), AsStruct(1002ul AS id), AsStruct(18446744073709551615ul AS id));\n";

#[tokio::test]
async fn goldens() {
    let database = Database::own().await;
    let texts = texts();
    assert!(texts.len() > 50, "golden files are missing");
    for (case, ddl) in texts.into_iter().filter(|(case, _)| case != REFUSED) {
        let path = path(&ddl);
        database.run(&ddl).await;
        if let Some((_, rows)) = ROWS.iter().find(|(filled, _)| *filled == case) {
            database.run(&format!("{}{rows}", if rows.contains("$ids") { IDS } else { "" })).await;
        }
        in_step(&case, &database, &path.replace("\\`", "`").replace("\\\\", "\\")).await;
        database.run(&format!("DROP TABLE `{path}`")).await;
    }
}

/// Returns the path of the table, as written between its backticks.
fn path(ddl: &str) -> String {
    let (_, rest) = ddl.split_once('`').unwrap();
    rest.split_once("` (").unwrap().0.to_owned()
}

/// Returns the name and text of each golden file, sorted by name.
fn texts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/tests/models/ddl/snapshots");
    let text = |file: &Path| {
        let text = fs::read_to_string(file).unwrap();
        let name = file.file_stem().unwrap().to_str().unwrap();
        let case = name.trim_start_matches("models__ddl__").replace("__", "_").to_lowercase();
        (case, text.split_once("\n---\n").unwrap().1.to_owned())
    };
    let mut texts: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| text(&entry.unwrap().path())).collect();
    texts.sort();
    texts
}
