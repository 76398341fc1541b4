//! Tests grants, owner and attributes: the new table has them before it takes the name of the old one.

use std::collections::BTreeMap;

use e2e_tests::Database;
use tokio::runtime::Handle;
use tokio::task::block_in_place;
use ydb::Client;
use ydb_embedded::{Behavior, Server};
use ydb_keys::YdbTable;
use ydb_keys_migrate::{Event, MigrateError, RekeyPhase, rekey};

use super::support::{attributes_of, exists, plan, rights_of, run, set_attribute, small};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
}

const TABLE: &str = "CREATE TABLE orders (order_id Uint64 NOT NULL, PRIMARY KEY (order_id))";
const ROWS: &str = "UPSERT INTO orders (order_id) VALUES (1), (2), (3), (4), (5)";

/// Creates a table with an attribute, which `reader` may read and `writer` may read and write.
async fn orders() -> Database {
    let database = Database::own().await;
    database.run(TABLE).await;
    database.run(ROWS).await;
    database.run("GRANT SELECT ON orders TO reader").await;
    database.run("GRANT 'ydb.tables.modify', SELECT ON orders TO `writer@builtin`").await;
    set_attribute(&database, "orders", "team", "shop").await;
    database
}

#[tokio::test]
async fn they_are_carried_over() {
    let database = orders().await;
    let before = rights_of(database.client(), "orders").await;
    assert_eq!(before.1["reader"], ["ydb.generic.read"]);
    let report = run(&database, Order::TABLE).await.unwrap();
    assert_eq!(report.notes, [""; 0]);
    assert_eq!(rights_of(database.client(), "orders").await, before);
    assert_eq!(rights_of(database.client(), "orders__ydb_keys_old").await, before);
    assert_eq!(attributes_of(&database, "orders").await, BTreeMap::from([("team".into(), "shop".into())]));
}

/// Runs statements when a phase starts.
async fn run_with(database: &Database, at: RekeyPhase, statements: &[&str]) -> Result<Vec<String>, MigrateError> {
    let mut on_event = |event: Event<'_>| {
        if matches!(event, Event::Phase { phase, .. } if phase == at) {
            block_in_place(|| {
                Handle::current().block_on(async {
                    for statement in statements {
                        database.run(statement).await;
                    }
                });
            });
        }
    };
    rekey(database.client(), &plan(Order::TABLE), &small(), &mut on_event).await.map(|report| report.notes)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changes_during_the_copy_is_carried_over() {
    let database = orders().await;
    let statements = [
        "GRANT 'ydb.generic.list' ON orders TO late",
        "REVOKE SELECT ON orders FROM reader",
        "REVOKE 'ydb.granular.erase_row' ON orders FROM `writer@builtin`",
        "GRANT SELECT ON orders__ydb_keys_new TO stranger",
    ];
    let notes = run_with(&database, RekeyPhase::Verify, &statements).await.unwrap();
    assert_eq!(notes, [""; 0]);
    let (_, grants) = rights_of(database.client(), "orders").await;
    assert_eq!(grants.keys().collect::<Vec<_>>(), ["late", "writer@builtin"]);
    assert_eq!(grants["late"], ["ydb.generic.list"]);
    assert_eq!(rights_of(database.client(), "orders__ydb_keys_old").await.1, grants);
}

/// Starts a server with an administrator and two users, who may do everything in the database.
async fn users() -> (Server, Client) {
    let server = Server::builder().user("root", "1").user("ann", "2").user("bob", "3").behavior(Behavior::strict());
    let server = server.start().await.unwrap();
    let root = Database::client_of(&server, "root", "1").await;
    for user in ["ann", "bob"] {
        root.query_client().exec(format!("GRANT ALL ON `/local` TO {user}")).await.unwrap();
    }
    (server, root)
}

/// Tests another owner: the new table belongs to its creator, so the owner must be set by hand.
#[tokio::test]
async fn another_owner_is_refused_before_the_first_row() {
    let (server, _root) = users().await;
    let ann = Database::client_of(&server, "ann", "2").await;
    ann.query_client().exec(TABLE).await.unwrap();
    ann.query_client().exec(ROWS).await.unwrap();
    let bob = Database::client_of(&server, "bob", "3").await;
    let mut phases = Vec::new();
    let mut on_event = |event: Event<'_>| {
        if let Event::Phase { phase, .. } = event {
            phases.push(phase);
        }
    };
    let error = rekey(&bob, &plan(Order::TABLE), &small(), &mut on_event).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `orders__ydb_keys_new` differs from `orders` in its rights or attributes\n\
         - the owner is `bob`, not `ann`; change it with: ydb scheme permissions chown /local/orders__ydb_keys_new ann\n\
         help: correct this and run it again, or allow the loss: `--allow-lost-rights`, \
         `RekeyOptions::allow_lost_rights`; the tables are not swapped"
    );
    assert_eq!(phases, [RekeyPhase::Create]);

    // The owner can copy it without further steps. Bob owns the unfinished new table, so it is created again.
    bob.query_client().exec("DROP TABLE orders__ydb_keys_new").await.unwrap();
    let report = rekey(&ann, &plan(Order::TABLE), &small(), &mut |_: Event<'_>| {}).await.unwrap();
    assert_eq!((report.rows, report.notes.len()), (5, 0));
    assert_eq!(rights_of(&ann, "orders").await.0, "ann");
}

#[tokio::test]
async fn another_owner_can_be_allowed() {
    let (server, root) = users().await;
    let ann = Database::client_of(&server, "ann", "2").await;
    ann.query_client().exec(TABLE).await.unwrap();
    let options = small().allow_lost_rights(true);
    let report = rekey(&root, &plan(Order::TABLE), &options, &mut |_: Event<'_>| {}).await.unwrap();
    assert_eq!(
        report.notes,
        [
            "unlike `orders__ydb_keys_old`, on `orders` the owner is `root`, not `ann`; change it with: ydb scheme permissions chown \
          /local/orders ann"
        ]
    );
}

/// Tests a run that finds the tables swapped: it reports differences, but changes nothing, since the rights may have
/// been changed on purpose.
#[tokio::test]
async fn a_later_run_only_names_what_differs() {
    let database = orders().await;
    run(&database, Order::TABLE).await.unwrap();
    database.run("REVOKE SELECT ON orders FROM reader").await;
    set_attribute(&database, "orders", "team", "other").await;
    let report = run(&database, Order::TABLE).await.unwrap();
    assert!(report.already_done);
    assert_eq!(
        report.notes,
        [
            "unlike `orders__ydb_keys_old`, on `orders` `reader` has no grant of ydb.generic.read",
            "unlike `orders__ydb_keys_old`, on `orders` the attribute `team` is not 'shop'",
        ]
    );
    assert!(!rights_of(database.client(), "orders").await.1.contains_key("reader"));
    assert!(exists(&database, "orders__ydb_keys_old").await);
}
