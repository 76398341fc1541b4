//! A planted bug of a client: the token that says "this is done" is written after the effect, not together with it. If
//! the answer to the effect is lost, the effect is repeated.

use ydb::{Client, Transaction, YdbResult, YdbResultWithCustomerErr, closure};
use ydb_embedded::Server;

use crate::support::{CURED, all, at_last, connect, found, prepared, schedules};

const TABLES: &[&str] = &[
    "CREATE TABLE counters (id Uint64 NOT NULL, n Uint64, PRIMARY KEY (id))",
    "CREATE TABLE done (token Uint64 NOT NULL, PRIMARY KEY (token))",
    "INSERT INTO counters (id, n) VALUES (1, 0)",
];

const EFFECT: &str = "UPDATE counters SET n = n + 1 WHERE id = 1";
const DONE: &str = "SELECT COUNT(*) FROM done WHERE token = 5";
const TAKE: &str = "UPSERT INTO done (token) VALUES (5)";

/// Counts only once, even if it is called several times.
async fn count(client: &Client, planted: bool) -> YdbResultWithCustomerErr<()> {
    if planted {
        let taken: Vec<u64> = all(client, DONE).await?;
        if taken == [0] {
            client.query_client().exec(EFFECT).await?;
            client.query_client().exec(TAKE).await?;
        }
        return Ok(());
    }
    let once = closure!(async |tx: &mut Transaction| {
        let taken: u64 = tx.query_row(DONE).await?.remove_field(0)?.try_into()?;
        if taken == 0 {
            tx.exec(EFFECT).await?;
            tx.exec(TAKE).await?;
        }
        Ok(())
    });
    client.query_client().retry_tx(once).await
}

async fn job(server: &Server, planted: bool) -> YdbResult<()> {
    let client = connect(server).await?;
    at_last(async || count(&client, planted).await).await;
    let counted: Vec<Option<u64>> = all(&client, "SELECT n FROM counters").await?;
    assert_eq!(counted, [Some(1)], "the effect is not there once");
    Ok(())
}

#[test]
fn a_token_taken_after_the_effect_is_found() {
    let simulation = prepared(Server::builder(), TABLES);
    let test = async |server: Server| job(&server, true).await;
    let history = found(&simulation, 17, 2, "the effect is not there once", test);
    assert_eq!(history.faults(), 1, "{history}");
}

#[test]
fn a_token_taken_with_the_effect_counts_once() {
    let simulation = prepared(Server::builder(), TABLES);
    let cured = simulation.explore(schedules(CURED, 3), async |server: Server| job(&server, false).await);
    assert!(cured.unwrap().faults > CURED / 2);
}
