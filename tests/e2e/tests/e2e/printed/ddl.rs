//! Tests that every golden `CREATE TABLE` creates a table.

use super::database::Database;
use super::golden::texts;

/// Golden file that YDB refuses: the TTL column of a column table must lead the key or have a MAX index.
const REFUSED: (&str, &str) = ("models__ddl__column_tables__Days", "Haven't MAX-index for TTL column");

#[tokio::test]
async fn every_golden_create_table_is_taken() {
    let database = Database::start().await;
    let texts = texts("ddl");
    assert!(texts.len() > 50, "golden files are missing");
    let mut refused = String::new();
    for (name, text) in texts {
        let table =
            text.lines().next().unwrap().trim_start_matches("CREATE TABLE ").trim_start_matches("IF NOT EXISTS ");
        let table = table.trim_end_matches(" (");
        match database.run(&text).await {
            // Several models have one table name.
            Ok(()) => database.run(&format!("DROP TABLE {table}")).await.unwrap(),
            Err(error) if name == REFUSED.0 => assert!(error.contains(REFUSED.1), "{error}"),
            Err(error) => refused += &format!("{name}: {error}\n"),
        }
    }
    assert!(refused.is_empty(), "{refused}");
}
