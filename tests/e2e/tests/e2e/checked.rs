//! Tests checked queries: the computed columns that are added to their texts find the rows, and are written.

use std::collections::BTreeSet;
use std::time::SystemTime;

use e2e_tests::Database;
use ydb_keys::{Access, ErrorKind, YdbRow, YdbTable, transact, yql};

use crate::models::*;
use crate::partitions::touched;

/// Checks that a call touches exactly these partitions of a model's table.
macro_rules! touches {
    ($database:expr, $model:ty, $expected:expr, $call:expr) => {{
        let before = $database.partitions(<$model>::TABLE).await;
        let result = $call.await.unwrap();
        assert_eq!(touched::<$model>(&$database, &before).await, $expected, "{}", stringify!($call));
        result
    }};
}

async fn orders() -> Database {
    let database = Database::with::<Order>().await;
    let rows: Vec<_> = (0..50).chain([1001, 1002, 1003]).map(Order::sample).collect();
    Order::upsert_many(&rows).exec(database.client()).await.unwrap();
    database
}

/// Tests parameters. NumericHash of 1001 begins with 8, of 1002 and 1003 with d, of 0 with 6.
#[tokio::test]
async fn values_find_their_partitions() {
    let database = orders().await;
    let client = database.client();
    let id = 1001_u64;
    let one = yql!("SELECT * FROM {Order} WHERE order_id = $id", id);
    assert_eq!(one.access()[0].access, Access::Point);
    assert_eq!(touches!(database, Order, [8], one.fetch::<Order>(client)), [Order::sample(1001)]);
    let one = yql!("SELECT * FROM {Order} WHERE order_id = 1001 AND amount > 1.0");
    assert_eq!(touches!(database, Order, [8], one.first::<Order>(client)), Some(Order::sample(1001)));
    let by_expression = yql!("SELECT * FROM {Order} WHERE $id + 1 = order_id", id = id as Uint64);
    assert_eq!(touches!(database, Order, [13], by_expression.fetch::<Order>(client)), [Order::sample(1002)]);
    let either = yql!("SELECT * FROM {Order} AS o WHERE o.order_id = $id OR o.order_id = $other", id = 0, other = &id);
    assert_eq!(touches!(database, Order, [6, 8], either.fetch::<Order>(client)).len(), 2);
}

#[tokio::test]
async fn lists_find_their_partitions() {
    let database = orders().await;
    let client = database.client();
    let ids = vec![1001_u64, 0, 1002, 1003, 7_000_000];
    let many = yql!("SELECT * FROM {Order} WHERE order_id IN $ids ORDER BY order_id", ids);
    // NumericHash of 7000000 begins with 1.
    let found = touches!(database, Order, [1, 6, 8, 13], many.clone().fetch::<Order>(client));
    assert_eq!(found, [0, 1001, 1002, 1003].map(Order::sample));
    assert_eq!(many.access()[0].access, Access::Point);
    for list in [&ids[..0], &ids[..1]] {
        let few = yql!("SELECT * FROM {Order} WHERE order_id IN $list", list);
        assert_eq!(few.fetch::<Order>(client).await.unwrap().len(), list.len());
    }
    let spelled = yql!("SELECT * FROM {Order} WHERE order_id IN (1001, $id)", id = 0);
    assert_eq!(touches!(database, Order, [6, 8], spelled.fetch::<Order>(client)).len(), 2);
    let one = yql!("SELECT * FROM {Order} AS o WHERE o.order_id IN (1001)");
    assert_eq!(touches!(database, Order, [8], one.fetch::<Order>(client)).len(), 1);
    let set: BTreeSet<u64> = [1001, 1002].into();
    let of_set = yql!("SELECT COUNT(*) AS n FROM {Order} WHERE order_id IN $set", set);
    #[derive(YdbRow)]
    struct Count {
        n: u64,
    }
    assert_eq!(touches!(database, Order, [8, 13], of_set.first::<Count>(client)).unwrap().n, 2);
}

#[derive(YdbRow, Debug, PartialEq)]
struct Line {
    order_id: u64,
    sum: Option<i64>,
}

#[tokio::test]
async fn joins_look_rows_up() {
    let database = orders().await;
    database.create::<Account>().await;
    let client = database.client();
    let rows: Vec<_> = (0..500).map(Account::sample).collect();
    Account::upsert_many(&rows).exec(client).await.unwrap();
    let lines = yql!(
        "SELECT o.order_id AS order_id, a.sum AS sum FROM {Order} AS o LEFT JOIN {Account} AS a ON a.number = o.customer_id
         WHERE o.order_id IN $ids ORDER BY order_id",
        ids = [1001_u64, 0]
    );
    assert_eq!(lines.access().iter().map(|source| source.access).collect::<Vec<_>>(), [Access::Point; 2]);
    let before = database.partitions(Account::TABLE).await;
    let found: Vec<Line> = touches!(database, Order, [6, 8], lines.fetch(client));
    assert_eq!(found, [Line { order_id: 0, sum: Some(0) }, Line { order_id: 1001, sum: Some(-333) }]);
    assert!(touched::<Account>(&database, &before).await.len() <= 2);
    let inner = yql!(
        "SELECT Order.order_id AS order_id, Account.sum AS sum FROM {Order} JOIN {Account} ON Account.number = Order.customer_id
         WHERE order_id = $id",
        id = 1001
    );
    let found: Vec<Line> = touches!(database, Order, [8], inner.fetch(client));
    assert_eq!(found, [Line { order_id: 1001, sum: Some(-333) }]);
    let keys = [Key { id: 1001 }, Key { id: 1002 }];
    let of_rows =
        yql!("SELECT o.order_id AS order_id FROM AS_TABLE($keys) AS k JOIN {Order} AS o ON o.order_id = k.id", keys);
    assert_eq!(touches!(database, Order, [8, 13], of_rows.fetch::<Id>(client)).len(), 2);
}

#[derive(YdbRow, Clone)]
struct Key {
    id: u64,
}

#[derive(YdbRow)]
#[allow(dead_code, reason = "only read")]
struct Id {
    order_id: u64,
}

#[tokio::test]
async fn texts_times_and_several_inputs() {
    let database = Database::with::<Member>().await;
    database.create::<UserEvent>().await;
    database.create::<Visit>().await;
    let client = database.client();
    let members: Vec<_> = (0..40).map(Member::sample).collect();
    Member::upsert_many(&members).exec(client).await.unwrap();
    let events: Vec<_> = (0..40).map(UserEvent::sample).collect();
    UserEvent::upsert_many(&events).exec(client).await.unwrap();
    let visits: Vec<_> = (0..40).map(Visit::sample).collect();
    Visit::upsert_many(&visits).exec(client).await.unwrap();

    let email = &*members[3].email;
    let one = yql!("SELECT * FROM {Member} WHERE email = $email", email);
    let before = database.partitions(Member::TABLE).await;
    assert_eq!(one.fetch::<Member>(client).await.unwrap(), [members[3].clone()]);
    assert_eq!(touched::<Member>(&database, &before).await.len(), 1);
    let emails: Vec<&str> = members.iter().map(|member| &*member.email).collect();
    let all = yql!("SELECT * FROM {Member} WHERE email IN $emails", emails);
    assert_eq!(all.fetch::<Member>(client).await.unwrap().len(), 40);

    let since = events[22].timestamp;
    let later = yql!("SELECT * FROM {UserEvent} WHERE userid = $user AND timestamp > $since", user = 2, since);
    assert_eq!(later.access()[0].access, Access::Range);
    let before = database.partitions(UserEvent::TABLE).await;
    let expected = events.iter().filter(|event| event.userid == 2 && event.timestamp > since).count();
    assert_eq!(later.fetch::<UserEvent>(client).await.unwrap().len(), expected);
    assert_eq!(touched::<UserEvent>(&database, &before).await.len(), 1);

    let (user, sites) = (1, vec!["site 1".to_owned(), "site 2".to_owned()]);
    let both = yql!("SELECT * FROM {Visit} AS v WHERE v.site IN $sites AND v.user = $user", sites, user);
    assert_eq!(both.access()[0].access, Access::Prefix);
    let before = database.partitions(Visit::TABLE).await;
    let expected = visits.iter().filter(|visit| visit.user == 1 && sites.contains(&visit.site)).count();
    assert_eq!(both.fetch::<Visit>(client).await.unwrap().len(), expected);
    assert!((1..=2).contains(&touched::<Visit>(&database, &before).await.len()));
    let spelled = [
        yql!("SELECT * FROM {Visit} WHERE site IN ('site 1', 'site 2') AND user = $user", user)
            .fetch::<Visit>(client)
            .await,
        yql!("SELECT * FROM {Visit} WHERE site IN $sites AND user = 1", sites).fetch::<Visit>(client).await,
        yql!("SELECT * FROM {Visit} WHERE site IN ('site 1', 'site 2') AND user = 1").fetch::<Visit>(client).await,
    ];
    for found in spelled {
        assert_eq!(found.unwrap().len(), expected);
    }
}

#[tokio::test]
async fn written_rows_are_found_by_their_keys() {
    let database = Database::with::<Order>().await;
    database.create::<Member>().await;
    let client = database.client();
    let note = Some("from yql");
    yql!(
        "INSERT INTO {Order} (order_id, amount, note) VALUES ($id, $amount, $note), (2, 2.5, 'two'u)",
        id = 1,
        amount = 1.5,
        note = note.map(str::to_owned)
    )
    .exec(client)
    .await
    .unwrap();
    let row = |order_id, amount, note: &str| Order { order_id, customer_id: None, amount, note: Some(note.into()) };
    assert_eq!(Order::get(1).fetch(client).await.unwrap(), Some(row(1, Some(1.5), "from yql")));
    assert_eq!(Order::get(2).fetch(client).await.unwrap(), Some(row(2, Some(2.5), "two")));

    let rows = [row(3, None, "three"), row(4, Some(4.0), "four")];
    yql!("UPSERT INTO {Order} SELECT * FROM AS_TABLE($rows)", rows).exec(client).await.unwrap();
    assert_eq!(Order::get_many([3, 4]).fetch(client).await.unwrap().len(), 2);
    let keys = vec![Key { id: 5 }, Key { id: 6 }];
    yql!("UPSERT INTO {Order} (order_id, note) SELECT id, 'k'u FROM AS_TABLE($keys)", keys).exec(client).await.unwrap();
    assert_eq!(Order::get(6).fetch(client).await.unwrap(), Some(row(6, None, "k")));
    yql!(
        "UPSERT INTO {Order} SELECT order_id + 100 AS order_id, note FROM {Order} WHERE order_id IN $ids",
        ids = [5_u64, 6]
    )
    .exec(client)
    .await
    .unwrap();
    assert_eq!(Order::get(106).fetch(client).await.unwrap(), Some(row(106, None, "k")));
    yql!("REPLACE INTO {Member} (points, email) VALUES ($points, $email)", points = 7, email = "ü@example.com")
        .exec(client)
        .await
        .unwrap();
    assert_eq!(Member::get("ü@example.com").fetch(client).await.unwrap().map(|member| member.points), Some(7));

    let id = 1;
    yql!("UPDATE {Order} SET amount = $amount WHERE order_id = $id", id, amount = None::<f64>)
        .exec(client)
        .await
        .unwrap();
    assert_eq!(Order::get(1).fetch(client).await.unwrap(), Some(row(1, None, "from yql")));
    yql!("UPDATE {Order} ON SELECT order_id, 'on'u AS note FROM {Order} WHERE order_id = $id", id)
        .exec(client)
        .await
        .unwrap();
    assert_eq!(Order::get(1).fetch(client).await.unwrap(), Some(row(1, None, "on")));
    yql!("DELETE FROM {Order} WHERE order_id = $id", id).exec(client).await.unwrap();
    yql!("DELETE FROM {Order} ON SELECT order_id FROM {Order} WHERE order_id IN $ids", ids = [2_u64, 3])
        .exec(client)
        .await
        .unwrap();
    assert_eq!(Order::get_many([1, 2, 3]).fetch(client).await.unwrap(), []);
    let gone =
        yql!("DELETE FROM {Order} WHERE order_id = $id RETURNING order_id", id = 4).fetch::<Id>(client).await.unwrap();
    assert_eq!(gone.len(), 1);

    // In batches, which stand alone.
    let noted =
        yql!("BATCH UPDATE {Order} SET note = 'batch'u, amount = NULL WHERE order_id IN $ids", ids = [5_u64, 6]);
    noted.clone().exec(client).await.unwrap();
    assert_eq!(Order::get(6).fetch(client).await.unwrap(), Some(row(6, None, "batch")));
    yql!("BATCH DELETE FROM {Order} WHERE order_id = $id", id = 5).exec(client).await.unwrap();
    assert_eq!(Order::get(5).fetch(client).await.unwrap(), None);
    let error = transact(client, async |tx| noted.clone().exec(&tx).await).await.unwrap_err();
    assert!(error.to_string().contains("only in the implicit transaction mode"), "{error}");
}

#[tokio::test]
async fn it_runs_in_transactions_and_at_other_places() {
    let database = Database::with::<Order>().await;
    let elsewhere = Order::in_directory("ydb_keys_e2e/tenants/acme");
    elsewhere.create_table().exec(database.client()).await.unwrap();
    let client = database.client();
    transact(client, async |tx| {
        yql!("INSERT INTO {Order at elsewhere} (order_id) VALUES ($id)", id = 9).exec(&tx).await?;
        let own = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = 9).first::<Order>(&tx).await?;
        assert_eq!(own, None);
        Ok(())
    })
    .await
    .unwrap();
    let there = yql!("SELECT * FROM {Order at &elsewhere} WHERE order_id = $id", id = 9);
    assert!(there.text().unwrap().contains("FROM `ydb_keys_e2e/tenants/acme/"), "{there:?}");
    assert!(there.first::<Order>(client).await.unwrap().is_some());
    assert!(elsewhere.get(9).fetch(client).await.unwrap().is_some());
}

/// Tests that the name of a model qualifies its columns, unless the text gives it an alias.
#[tokio::test]
async fn a_model_without_an_alias_has_its_own_name() {
    let database = Database::with::<Purchase>().await;
    let rows: Vec<_> = (0..20).map(Purchase::sample).collect();
    Purchase::upsert_many(&rows).exec(database.client()).await.unwrap();
    let customer = &*rows[3].customer;
    let expected = rows.iter().filter(|row| row.customer == customer).count();
    let found = [
        yql!("SELECT Purchase.* FROM {Purchase:by_customer} WHERE Purchase.customer = $customer", customer)
            .fetch::<Purchase>(database.client())
            .await,
        yql!("SELECT * FROM {Purchase} VIEW by_customer WHERE Purchase.customer = $customer", customer)
            .fetch::<Purchase>(database.client())
            .await,
        yql!(
            "SELECT * FROM -- all\n{Purchase}/**/VIEW by_customer -- as o\nWHERE Purchase.customer = $customer",
            customer
        )
        .fetch::<Purchase>(database.client())
        .await,
        yql!("SELECT * FROM {Purchase} VIEW by_customer i WHERE i.customer = $customer", customer)
            .fetch::<Purchase>(database.client())
            .await,
        yql!(
            "SELECT * FROM {Purchase} VIEW by_customer /* so */ AS Purchase WHERE Purchase.customer = $customer",
            customer
        )
        .fetch::<Purchase>(database.client())
        .await,
    ];
    for found in found {
        assert_eq!(found.unwrap().len(), expected);
    }
    let any = yql!(
        "SELECT * FROM ANY {Purchase} JOIN ANY {Order} AS o ON Purchase.id = o.order_id WHERE o.order_id = $id",
        id = 1
    );
    let text = any.text().unwrap();
    assert!(text.contains("FROM ANY `ydb_keys_e2e/purchases` AS `Purchase` JOIN ANY `"), "{text}");
}

#[tokio::test]
async fn a_value_that_its_column_cannot_hold_is_refused() {
    let database = Database::with::<UserEvent>().await;
    let before_1970 = SystemTime::UNIX_EPOCH - std::time::Duration::from_secs(1);
    let query = yql!("SELECT * FROM {UserEvent} WHERE userid = 1 AND timestamp = $at", at = before_1970);
    let error = query.fetch::<UserEvent>(database.client()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidValue);
    assert!(error.to_string().starts_with("parameter `$at` of type Timestamp: "), "{error}");
    let times = [SystemTime::UNIX_EPOCH, before_1970];
    let error = yql!("SELECT * FROM {UserEvent} WHERE userid = 1 AND timestamp IN $times", times).text().unwrap_err();
    assert!(error.to_string().starts_with("parameter `$times` of type Timestamp: "), "{error}");
}
