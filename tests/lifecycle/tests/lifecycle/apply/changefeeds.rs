//! Tests changefeeds: added with their table and to an old one, dropped, and replaced.

use e2e_tests::Database;
use ydb_keys::{Table, YdbTable};
use ydb_keys_migrate::{ApplyOptions, plan};

use super::{ALL, run, state};

/// Declares a table in one of three releases of a program.
macro_rules! release {
    ($name:ident, $($attribute:tt)*) => {
        mod $name {
            #[derive(ydb_keys::YdbTable)]
            #[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
            #[ydb($($attribute)*)]
            #[allow(dead_code)]
            pub(super) struct Order {
                order_id: u64,
                amount: Option<u64>,
            }
        }
    };
}

release!(without, index(by_amount, on(amount)));
release!(one, index(by_amount, on(amount)), changefeed(updates, mode = updates, min_partitions = 4));
release!(
    two,
    index(by_amount, on(amount)),
    changefeed(updates, mode = new_and_old_images, min_partitions = 4, virtual_timestamps, barriers = "PT10S"),
    changefeed("to-debezium", mode = new_image, format = debezium_json, retention = "PT12H", auto_partitioning)
);

const WITHOUT: &[&Table] = ydb_keys::schema![without::Order];
const ONE: &[&Table] = ydb_keys::schema![one::Order];
const TWO: &[&Table] = ydb_keys::schema![two::Order];

async fn feeds(database: &Database) -> Vec<String> {
    state(database, ONE).await.remove(0).settings.unwrap().changefeeds
}

async fn assert_in_step(database: &Database, tables: &[&'static Table]) {
    let plan = plan(database.client(), tables, None).await.unwrap();
    assert!(plan.is_in_step() && plan.steps().count() == 0, "{plan}");
}

#[tokio::test]
async fn with_a_new_table() {
    let database = Database::own().await;
    run(database.client(), TWO, &ApplyOptions::default()).await.unwrap();
    assert_eq!(feeds(&database).await, ["updates", "to-debezium"]);
    assert_in_step(&database, TWO).await;
}

#[tokio::test]
async fn added_replaced_and_dropped() {
    let database = Database::own().await;
    run(database.client(), WITHOUT, &ALL).await.unwrap();
    assert_eq!(feeds(&database).await, [""; 0]);
    run(database.client(), ONE, &ApplyOptions::default()).await.unwrap();
    assert_eq!(feeds(&database).await, ["updates"]);
    assert_in_step(&database, ONE).await;
    // Without leave to destroy, the new one is added and the old one stays as it is.
    run(database.client(), TWO, &ApplyOptions::default()).await.unwrap_err();
    let additive = plan(database.client(), TWO, None).await.unwrap().additive();
    ydb_keys_migrate::apply(database.client(), &additive, &ApplyOptions::default(), &mut |_| ()).await.unwrap();
    assert_eq!(feeds(&database).await, ["updates", "to-debezium"]);
    run(database.client(), TWO, &ALL).await.unwrap();
    assert_in_step(&database, TWO).await;
    run(database.client(), ONE, &ALL).await.unwrap();
    assert_eq!(feeds(&database).await, ["updates"]);
    assert_in_step(&database, ONE).await;
    // A model that declares none leaves them alone.
    assert_in_step(&database, WITHOUT).await;
}

#[tokio::test]
async fn by_hand() {
    let database = Database::own().await;
    let mut q = database.q();
    let create = two::Order::TABLE.create_table();
    create.exec(&mut q).await.unwrap();
    for add in create.changefeeds() {
        add.exec(&mut q).await.unwrap();
    }
    assert_eq!(feeds(&database).await, ["updates", "to-debezium"]);
    let again = create.changefeeds().next().unwrap().exec(&mut q).await.unwrap_err();
    assert!(again.to_string().starts_with("table `shop/orders`: add_changefeed failed: "), "{again}");
}
