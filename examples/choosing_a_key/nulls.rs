//! NULL in a key column: a row that no comparison finds.

use support::Result;
use ydb::Client;

/// Prints the rows that comparisons find among three rows, one of them with NULL in its key.
pub(crate) async fn story(client: &Client) -> Result {
    let mut q = client.query_client();
    q.exec("CREATE TABLE visits (referrer Utf8, id Uint64, PRIMARY KEY (referrer, id))").await?;
    q.exec("UPSERT INTO visits (referrer, id) VALUES ('a.example', 1), ('b.example', 2), (NULL, 3)").await?;
    println!("NULL in a key column: three visits, one of them without a referrer\n");
    for condition in ["referrer = 'a.example'", "referrer != 'a.example'", "referrer IS NULL"] {
        let mut row = q.query_row(format!("SELECT COUNT(*) AS found FROM visits WHERE {condition}")).await?;
        let found: u64 = row.remove_field_by_name("found")?.try_into()?;
        println!("  WHERE {condition:<24} finds {found}");
    }
    Ok(())
}
