//! Tests the stored hash, read by hand: every write stores YDB's golden number, which the engine's expression also
//! gives.

use e2e_tests::Database;
use ydb_keys::__private::tests::{BulkUpsertable, ReadableRows};
use ydb_keys::YdbTable;

use crate::models::*;
use crate::ways::{ALL, Way, write, write_bulk};

/// Model with rows whose hashes are known.
trait Hashed: Sample {
    /// Name of the hash column, and YQL expression that computes it, both by hand.
    const HASH: &str;
    const EXPRESSION: &str;

    /// Returns rows with the hashes that YDB computes.
    fn golden() -> Vec<(Self, u64)>;

    /// Returns a hand-written `UPSERT` of the row under a hash.
    fn by_hand(&self, hash: u64) -> String;
}

impl Hashed for Order {
    const HASH: &str = "order_hash";
    const EXPRESSION: &str = "Digest::NumericHash(order_id)";

    fn golden() -> Vec<(Self, u64)> {
        let numbers = [
            (0, 7654268697807496793),
            (1, 2320827452992767577),
            (2, 6174653592142994962),
            (3, 13529992206878991808),
            (42, 13135115513944745397),
            (1001, 10138685143802077350),
            (1002, 15958305154223385373),
            (1003, 15691952052099529436),
            (1 << 63, 4151121942852960556),
            (u64::MAX, 11347797999152016406),
            (0x0123_4567_89ab_cdef, 2602480231338512580),
            (1_700_000_000_000_000, 4824594750381757054),
            (123_456_789, 1734215268924325803),
        ];
        numbers.into_iter().map(|(id, hash)| (Order::sample(id), hash)).collect()
    }

    fn by_hand(&self, hash: u64) -> String {
        format!("UPSERT INTO `ydb_keys_e2e/orders` (order_hash, order_id) VALUES ({hash}ul, {}ul)", self.order_id)
    }
}

impl Hashed for Account {
    const HASH: &str = "hash";
    const EXPRESSION: &str = "Digest::IntHash64(number)";

    fn golden() -> Vec<(Self, u64)> {
        let numbers = [
            (0, 4761183170873013810),
            (1, 10577349846663553072),
            (2, 18198135717204167749),
            (3, 9624464864560415994),
            (42, 11490350930367293593),
            (1001, 13312534164578192006),
            (1 << 63, 7378616448805205431),
            (u64::MAX, 14600443904207254319),
            (0x0123_4567_89ab_cdef, 6754740165898618715),
        ];
        numbers.into_iter().map(|(number, hash)| (Account { number, sum: 1 }, hash)).collect()
    }

    fn by_hand(&self, hash: u64) -> String {
        format!("UPSERT INTO `ydb_keys_e2e/accounts` (hash, number, sum) VALUES ({hash}ul, {}ul, 0)", self.number)
    }
}

impl Hashed for UserEvent {
    const HASH: &str = "userhash";
    const EXPRESSION: &str = "Digest::XXH3(ToBytes(userid))";

    fn golden() -> Vec<(Self, u64)> {
        let numbers = [
            (0, 14374147212387527897),
            (1, 3439722301264460078),
            (42, 15395265915043915720),
            (1001, 10450027629588570757),
            (1 << 63, 9407778237848358495),
            (u64::MAX, 5841669975847748627),
        ];
        let event = |userid| UserEvent { userid, timestamp: at(0), userevent: None };
        numbers.into_iter().map(|(userid, hash)| (event(userid), hash)).collect()
    }

    fn by_hand(&self, hash: u64) -> String {
        // The second that `at(0)` is.
        format!(
            "UPSERT INTO `ydb_keys_e2e/user_events` (userhash, userid, timestamp) \
             VALUES ({hash}ul, {}ul, Timestamp('2023-11-14T22:13:20Z'))",
            self.userid
        )
    }
}

impl Hashed for Member {
    const HASH: &str = "hash";
    const EXPRESSION: &str = "Digest::XXH3(email)";

    fn golden() -> Vec<(Self, u64)> {
        let texts = [
            ("", 3244421341483603138),
            ("1", 7335560060985733464),
            ("2", 18128579709034668820),
            ("3", 8296998437054084336),
            ("alice@example.com", 8569093714482247167),
        ];
        texts.into_iter().map(|(email, hash)| (Member { email: email.into(), points: 1 }, hash)).collect()
    }

    fn by_hand(&self, hash: u64) -> String {
        format!("UPSERT INTO `ydb_keys_e2e/members` (hash, email, points) VALUES ({hash}ul, '{}'u, 0u)", self.email)
    }
}

impl Hashed for Visit {
    const HASH: &str = "visit_hash";
    const EXPRESSION: &str = "Digest::XXH3(ToBytes(user) || ToBytes(LENGTH(site)) || site)";

    fn golden() -> Vec<(Self, u64)> {
        vec![(Visit { user: 42, site: "abc".into(), at: at(0), pages: Some(1) }, 10574828529380286516)]
    }

    fn by_hand(&self, hash: u64) -> String {
        format!(
            "UPSERT INTO `ydb_keys_e2e/stats/visits` (visit_hash, user, site, at) \
             VALUES ({hash}ul, {}ul, '{}'u, Datetime('2023-11-14T22:13:20Z'))",
            self.user, self.site
        )
    }
}

/// Checks that the stored hashes are the golden ones, and the engine's.
async fn check<T: Hashed>(database: &Database, label: &str) {
    let (hash, expression, table) = (T::HASH, T::EXPRESSION, T::TABLE.name);
    let mut golden: Vec<u64> = T::golden().into_iter().map(|(_, hash)| hash).collect();
    golden.sort_unstable();
    let stored = database.column::<u64>(&format!("SELECT `{hash}` FROM `{table}` ORDER BY `{hash}`")).await;
    assert_eq!(stored, golden, "{label}");
    let agree = format!("SELECT COUNT(*) FROM `{table}` WHERE `{hash}` = {expression}");
    assert_eq!(database.one::<u64>(&agree).await, golden.len() as u64, "{label}");
    // The expression that the library prints is the same number.
    let agree =
        format!("SELECT COUNT(*) FROM `{table}` WHERE `{hash}` = {}", T::TABLE.hash.unwrap().yql(T::TABLE).unwrap());
    assert_eq!(database.one::<u64>(&agree).await, golden.len() as u64, "{label}");
}

async fn every_write<T: Hashed + BulkUpsertable<T::SyncIndexes>>() {
    let database = Database::with::<T>().await;
    let rows: Vec<T> = T::golden().into_iter().map(|(row, _)| row).collect();
    for way in ALL {
        write(&database, *way, &rows).await;
        check::<T>(&database, &format!("{way:?}")).await;
        // A deletion finds them by the hash too.
        for row in &rows {
            T::delete(row.key().unwrap()).exec(&mut database.q()).await.unwrap();
        }
        assert_eq!(database.count(T::TABLE).await, 0);
    }
    write_bulk(&database, &rows).await;
    check::<T>(&database, "bulk_upsert").await;
    T::delete_many(rows.iter().map(|row| row.key().unwrap())).exec(&mut database.q()).await.unwrap();
    assert_eq!(database.count(T::TABLE).await, 0);
}

/// Tests that updates find rows that were written by hand under the golden hashes, and leave their hashes.
async fn every_update<T: Hashed>() {
    let database = Database::with::<T>().await;
    let mut rows = Vec::new();
    for (row, hash) in T::golden() {
        database.run(&row.by_hand(hash)).await;
        rows.push(row.changed());
    }
    T::update_many(&rows).exec(&mut database.q()).await.unwrap();
    check::<T>(&database, "update_many").await;
    for row in &rows {
        assert_eq!(T::get(row.key().unwrap()).fetch(&mut database.q()).await.unwrap().as_ref(), Some(row));
    }
}

/// Tests that rows that were written by hand under the golden hashes are found by key.
async fn every_read<T: Hashed + ReadableRows<T::AnyIndexes>>() {
    let database = Database::with::<T>().await;
    for (row, hash) in T::golden() {
        assert!(T::get(row.key().unwrap()).fetch(&mut database.q()).await.unwrap().is_none());
        database.run(&row.by_hand(hash)).await;
        let found = T::get(row.key().unwrap()).fetch(&mut database.q()).await.unwrap().unwrap();
        assert_eq!(found.key().unwrap(), row.key().unwrap());
        assert!(T::exists(row.key().unwrap()).fetch(&mut database.q()).await.unwrap());
    }
    let keys = || T::golden().into_iter().map(|(row, _)| row.key().unwrap());
    let found = T::get_many(keys()).fetch(&mut database.q()).await.unwrap();
    assert_eq!(found.len(), T::golden().len());
    let found = T::read_rows(keys()).fetch(database.client()).await.unwrap();
    assert_eq!(found.len(), T::golden().len());
}

macro_rules! hashes {
    ($($name:ident: $model:ty;)*) => {$(
        mod $name {
            use super::*;

            #[tokio::test]
            async fn of_every_write() {
                every_write::<$model>().await;
            }

            #[tokio::test]
            async fn of_every_update() {
                every_update::<$model>().await;
            }

            #[tokio::test]
            async fn of_every_read() {
                every_read::<$model>().await;
            }
        }
    )*};
}

hashes! {
    numeric_hash: Order;
    int_hash64: Account;
    xxh3_of_a_number: UserEvent;
    xxh3_of_a_text: Member;
    xxh3_of_several: Visit;
}

/// Tests hashes over columns of all types, at the limits of their ranges and between, against the engine.
#[tokio::test]
async fn of_every_type() {
    let database = Database::with::<KeyTypes>().await;
    let rows = samples::<KeyTypes>(30);
    KeyTypes::upsert_many(&rows[..10]).exec(&mut database.q()).await.unwrap();
    KeyTypes::bulk_upsert(&rows[10..20]).exec(database.client()).await.unwrap();
    write(&database, Way::Insert, &rows[20..]).await;
    let expression = KeyTypes::TABLE.hash.unwrap().yql(KeyTypes::TABLE).unwrap().to_string();
    let agree = format!("SELECT COUNT(*) FROM `ydb_keys_e2e/key_types` WHERE hash = {expression}");
    assert_eq!(database.one::<u64>(&agree).await, 30);
    let hashes = database.column::<u64>("SELECT DISTINCT hash FROM `ydb_keys_e2e/key_types`").await;
    assert_eq!(hashes.len(), 30);
}

#[tokio::test]
async fn an_update_finds_its_row_by_the_golden_hash_and_leaves_it() {
    let database = Database::with::<Order>().await;
    for (row, hash) in Order::golden() {
        database.run(&row.by_hand(hash)).await;
        Order::update(row.order_id).amount(Some(7.0)).exec(&mut database.q()).await.unwrap();
    }
    let updated = "SELECT COUNT(*) FROM `ydb_keys_e2e/orders` WHERE amount = 7.0";
    assert_eq!(database.one::<u64>(updated).await, Order::golden().len() as u64);
    check::<Order>(&database, "update").await;
}

/// DDL of a table without a hash, whose rows YDB alone moves.
const OLD_ORDERS: &str =
    "CREATE TABLE `ydb_keys_e2e/old_orders` (order_id Uint64 NOT NULL, amount Double, PRIMARY KEY (order_id))";

#[tokio::test]
async fn rows_that_a_backfill_by_the_expression_has_written_are_found() {
    let database = Database::with::<Order>().await;
    database.create_at("ydb_keys_e2e/old_orders", OLD_ORDERS.into()).await;
    let values: Vec<_> = (0..50).map(|n| format!("({n}ul, {n}.5)")).collect();
    database
        .run(&format!("UPSERT INTO `ydb_keys_e2e/old_orders` (order_id, amount) VALUES {}", values.join(", ")))
        .await;
    let expression = Order::TABLE.hash.unwrap().yql(Order::TABLE).unwrap().to_string();
    assert_eq!(expression, "Digest::NumericHash(`order_id`)");
    let backfill = format!(
        "UPSERT INTO `ydb_keys_e2e/orders` SELECT {expression} AS order_hash, order_id, amount FROM `ydb_keys_e2e/old_orders`"
    );
    database.run(&backfill).await;
    let moved = |n: u64| Order { order_id: n, customer_id: None, amount: Some(n as f64 + 0.5), note: None };
    let mut q = database.q();
    for n in 0..50 {
        assert_eq!(Order::get(n).fetch(&mut q).await.unwrap(), Some(moved(n)));
    }
    assert_eq!(Order::get(50).fetch(&mut q).await.unwrap(), None);
    let mut found = Order::get_many(0..60_u64).fetch(&mut q).await.unwrap();
    found.sort_by_key(|order| order.order_id);
    assert_eq!(found, (0..50).map(moved).collect::<Vec<_>>());
    assert_eq!(Order::scan().order_id(7).fetch(&mut q).await.unwrap(), [moved(7)]);
}

/// DDL of users' events without a hash.
const OLD_EVENTS: &str = "CREATE TABLE `ydb_keys_e2e/old_events` (userid Uint64 NOT NULL, timestamp Timestamp NOT NULL, \
                          userevent Utf8, PRIMARY KEY (userid, timestamp))";

#[tokio::test]
async fn a_backfilled_user_is_scanned_by_time() {
    let database = Database::with::<UserEvent>().await;
    database.create_at("ydb_keys_e2e/old_events", OLD_EVENTS.into()).await;
    let values: Vec<_> =
        (0..60).map(|n| format!("({}ul, Timestamp('2023-11-14T22:13:{n:02}Z'), 'event {n}'u)", n % 3)).collect();
    let text = "UPSERT INTO `ydb_keys_e2e/old_events` (userid, timestamp, userevent) VALUES ";
    database.run(&format!("{text}{}", values.join(", "))).await;
    let expression = UserEvent::TABLE.hash.unwrap().yql(UserEvent::TABLE).unwrap().to_string();
    assert_eq!(expression, "Digest::XXH3(ToBytes(`userid`))");
    let text = "UPSERT INTO `ydb_keys_e2e/user_events` SELECT";
    database.run(&format!("{text} {expression} AS userhash, t.* FROM `ydb_keys_e2e/old_events` AS t")).await;
    let found = UserEvent::scan().userid(2).descending().fetch(&mut database.q()).await.unwrap();
    let texts: Vec<_> = found.into_iter().map(|event| event.userevent.unwrap()).collect();
    assert_eq!(texts, (0..60).rev().filter(|n| n % 3 == 2).map(|n| format!("event {n}")).collect::<Vec<_>>());
}
