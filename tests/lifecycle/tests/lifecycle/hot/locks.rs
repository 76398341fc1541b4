//! Tests broken locks, on the engine: transactions that read a row which another one writes before they commit.

use tokio::runtime::{Builder, Runtime};
use ydb::Client;
use ydb_embedded::Server;
use ydb_keys::{query, transact};
use ydb_keys_cli::Status;

use super::{WINDOW, client, hot_during, json, run, server, table};

const QUICK: [&str; 2] = ["--seconds", "1"];

/// Workload that reads a row and writes it; the first attempt loses its lock to another writer.
struct Conflicts {
    runtime: Runtime,
    client: Client,
}

impl Conflicts {
    fn new(server: &Server) -> Self {
        run(
            server,
            &[
                "CREATE TABLE `shop/stock` (id Uint64 NOT NULL, v Int32, PRIMARY KEY (id)) \
                 WITH (PARTITION_AT_KEYS = (200, 400, 600))",
                "UPSERT INTO `shop/stock` (id, v) VALUES (250ul, 0)",
            ],
        );
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let client = runtime.block_on(client(server.connection_string()));
        Self { runtime, client }
    }

    fn one(&self) {
        let client = &self.client;
        let read = "SELECT v FROM `shop/stock` WHERE id = 250ul";
        let done = transact(client, async |tx| {
            let v: i32 = query(read).fetch_one::<Option<i32>>(&tx).await?.unwrap_or_default();
            if tx.attempt() == 1 {
                query("UPSERT INTO `shop/stock` (id, v) VALUES (250ul, 7)").exec(client).await?;
            }
            query(format!("UPSERT INTO `shop/stock` (id, v) VALUES (250ul, {})", v + 1)).exec(&tx).await
        });
        self.runtime.block_on(done).unwrap();
    }
}

#[test]
fn locks_that_are_broken_are_a_finding() {
    let server = server(10_000_000);
    let conflicts = Conflicts::new(&server);
    let (report, status) = json(hot_during(&server, &[&QUICK[..], &["--json"]].concat(), WINDOW, |_| {
        (0..2).for_each(|_| conflicts.one());
    }));
    assert_eq!(status, Status::Differs, "{report:#}");
    let stock = table(&report, "shop/stock");
    let locks = &stock["locks"];
    assert_eq!(locks["much"], true, "{stock:#}");
    let at = &locks["partitions"][0];
    assert_eq!((&at["partition"], &at["share"]), (&2.into(), &1.0.into()), "{stock:#}");
    assert_eq!((&at["from"], &at["to"]), (&"200".into(), &"400".into()), "{stock:#}");
    // The engine does not count them for each statement, as releases before 26.1.
    let notes = report["notes"].to_string();
    assert!(notes.contains("Which statements break locks is unknown"), "{notes}");
    let (page, _, _) = hot_during(&server, &QUICK, WINDOW, |_| conflicts.one());
    assert!(page.contains("\nshop/stock: broken locks\n"), "{page}");
    assert!(page.contains("100 % in partition 2 of 4, from 200 to\n  400."), "{page}");
}

#[test]
fn without_conflicts_there_is_nothing_to_say() {
    let server = server(10_000_000);
    let conflicts = Conflicts::new(&server);
    let read =
        || conflicts.runtime.block_on(query("SELECT COUNT(*) FROM `shop/stock`").fetch_one::<u64>(&conflicts.client));
    let (report, status) = json(hot_during(&server, &[&QUICK[..], &["--json"]].concat(), WINDOW, |_| {
        read().unwrap();
    }));
    assert_eq!((status, table(&report, "shop/stock").get("locks")), (Status::Done, None), "{report:#}");
    assert!(!report["notes"].to_string().contains("locks"), "{report:#}");
}
