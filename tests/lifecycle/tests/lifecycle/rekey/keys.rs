//! Tests old and new keys: another order, another hash, several inputs, more columns, NULL.

use e2e_tests::Database;
use ydb_keys::YdbTable;

use super::support::{contents, key_of, layout_of, run};

#[derive(YdbTable)]
#[ydb(table = "events", primary_key(user_id, at, device))]
struct Reordered {
    #[ydb(dispersed)]
    user_id: u64,
    at: i64,
    device: String,
    payload: Option<Vec<u8>>,
}

#[tokio::test]
async fn another_order() {
    let database = Database::own().await;
    database
        .run(
            "CREATE TABLE events (user_id Uint64 NOT NULL, at Int64 NOT NULL, device Utf8 NOT NULL, payload String, \
             PRIMARY KEY (at, device, user_id))",
        )
        .await;
    let rows: Vec<String> = (0..25).map(|n| format!("({}ul, {}, 'd{}'u, 'p{n}')", n % 4, n / 3 - 4, n % 5)).collect();
    database.run(&format!("UPSERT INTO events (user_id, at, device, payload) VALUES {}", rows.join(", "))).await;
    let columns = ["user_id", "at", "device", "payload"];
    let before = contents(&database, "events", &columns).await;
    let report = run(&database, Reordered::TABLE).await.unwrap();
    assert_eq!(contents(&database, "events", &columns).await, before);
    assert_eq!(before.len(), 25);
    assert_eq!(report.rows, 25);
    assert_eq!(key_of(&database, "events").await, ["user_id", "at", "device"]);
    assert_eq!(layout_of(&database, "events").await.as_deref(), Some("v1: user_id Uint64, at Int64, device Utf8"));
}

#[derive(YdbTable)]
#[ydb(table = "users", primary_key(h = xxh3(tenant, name), tenant, name))]
struct TwoInputs {
    tenant: i32,
    name: String,
    score: Option<i64>,
}

#[tokio::test]
async fn another_hash_of_two_inputs() {
    let database = Database::own().await;
    // The old hash has another function and one input, in a column with the same name.
    database
        .run(
            "CREATE TABLE users (h Uint64 NOT NULL, tenant Int32 NOT NULL, name Utf8 NOT NULL, score Int64, \
             PRIMARY KEY (h, tenant, name))",
        )
        .await;
    let rows: Vec<String> =
        (0..20).map(|n| format!("(Digest::CityHash('{n}'), {}, 'name {n}'u, {n}l)", n - 10)).collect();
    for row in rows {
        database.run(&format!("UPSERT INTO users (h, tenant, name, score) VALUES {row}")).await;
    }
    let columns = ["tenant", "name", "score"];
    let before = contents(&database, "users", &columns).await;
    run(&database, TwoInputs::TABLE).await.unwrap();
    assert_eq!(contents(&database, "users", &columns).await, before);
    assert_eq!(before.len(), 20);
    // The bytes of -10 as Int32, the length 6 as u32, and the text, computed with YDB's own function.
    let hash: u64 = database.one("SELECT h FROM users WHERE name = 'name 0'u").await;
    let same: u64 = database.one("SELECT Digest::XXH3('\\xf6\\xff\\xff\\xff\\x06\\x00\\x00\\x00name 0')").await;
    assert_eq!(hash, same);
    let user = TwoInputs::get((-3, "name 7".to_owned())).fetch(&mut database.q()).await.unwrap().unwrap();
    assert_eq!((user.tenant, user.name.as_str(), user.score), (-3, "name 7", Some(7)));
}

#[derive(YdbTable)]
#[ydb(table = "tickets", primary_key(area, id))]
struct Ticket {
    area: String,
    #[ydb(serial)]
    id: i64,
    text: Option<String>,
}

#[tokio::test]
async fn a_serial_goes_on_behind_what_was_copied() {
    let database = Database::own().await;
    database.run("CREATE TABLE tickets (area Utf8 NOT NULL, id BigSerial, text Utf8, PRIMARY KEY (id))").await;
    for n in 0..8 {
        database.run(&format!("UPSERT INTO tickets (area, text) VALUES ('a{}'u, 't{n}'u)", n % 2)).await;
    }
    let columns = ["area", "id", "text"];
    let before = contents(&database, "tickets", &columns).await;
    run(&database, Ticket::TABLE).await.unwrap();
    assert_eq!(contents(&database, "tickets", &columns).await, before);
    // 1 to 8 are used.
    database.run("UPSERT INTO tickets (area, text) VALUES ('a0'u, 'later'u)").await;
    let ids: Vec<i64> = database.column("SELECT id FROM tickets WHERE text = 'later'u").await;
    assert_eq!(ids, [9]);
    assert_eq!(database.count(Ticket::TABLE).await, 9);
}

#[derive(YdbTable)]
#[ydb(table = "visits", primary_key(site, place, visitor))]
#[ydb(allow(nullable_key, reason = "not every visit has a page or a visitor"))]
struct Visit {
    site: String,
    place: Option<String>,
    visitor: Option<u64>,
    seen: Option<bool>,
}

#[tokio::test]
async fn null_in_the_keys_of_both_sides() {
    let database = Database::own().await;
    database
        .run("CREATE TABLE visits (site Utf8 NOT NULL, place Utf8, visitor Uint64, seen Bool, PRIMARY KEY (visitor, place, site))")
        .await;
    let mut rows = Vec::new();
    for visitor in ["NULL", "0ul", "1ul", "18446744073709551615ul"] {
        for place in ["NULL", "''u", "'n'u", "'NULL'u"] {
            for site in ["'a'u", "'b'u"] {
                rows.push(format!("({site}, {place}, {visitor}, true)"));
            }
        }
    }
    for row in &rows {
        database.run(&format!("UPSERT INTO visits (site, place, visitor, seen) VALUES {row}")).await;
    }
    let columns = ["site", "place", "visitor", "seen"];
    let before = contents(&database, "visits", &columns).await;
    assert_eq!(before.len(), 4 * 4 * 2);
    let report = run(&database, Visit::TABLE).await.unwrap();
    assert_eq!(contents(&database, "visits", &columns).await, before);
    assert_eq!((report.rows, report.repaired), (32, 0));
    assert_eq!(key_of(&database, "visits").await, ["site", "place", "visitor"]);
}
