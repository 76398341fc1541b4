//! Tests hashes of other programs: checked queries, joins, start-up checks and changefeeds compute them as they are
//! stored.

use e2e_tests::Database;
use ydb_keys::{Access, ChangeError, ChangeRecord, ForeignHash, Layout, YdbTable, check, schema, yql};

use crate::models::*;

async fn users() -> Database {
    let database = Database::with::<ForeignUser>().await;
    ForeignUser::upsert_many(&samples::<ForeignUser>(30)).exec(database.client()).await.unwrap();
    database
}

/// Tests that the Rust function and the server's expression agree: FNV-1 of "7".
#[tokio::test]
async fn the_hash_is_what_the_server_computes() {
    let database = users().await;
    let text = "SELECT user_hash FROM `ydb_keys_e2e/foreign/users` WHERE user_id = 7";
    let by_server = "SELECT Digest::Fnv64('7')";
    assert_eq!(database.one::<u64>(text).await, database.one::<u64>(by_server).await);
}

#[tokio::test]
async fn checked_queries_compute_it() {
    let database = users().await;
    let client = database.client();
    let id = 7_u64;
    let one = yql!("SELECT * FROM {ForeignUser} WHERE user_id = $id", id);
    assert_eq!(one.access()[0].access, Access::Point);
    assert_eq!(one.fetch::<ForeignUser>(client).await.unwrap(), [ForeignUser::sample(7)]);
    let literal = yql!("SELECT * FROM {ForeignUser} WHERE user_id = 8");
    assert_eq!(literal.access()[0].access, Access::Point);
    assert_eq!(literal.fetch::<ForeignUser>(client).await.unwrap(), [ForeignUser::sample(8)]);
    let ids = vec![1_u64, 2, 900];
    let many = yql!("SELECT * FROM {ForeignUser} WHERE user_id IN $ids ORDER BY user_id", ids);
    assert_eq!(many.fetch::<ForeignUser>(client).await.unwrap(), [1, 2].map(ForeignUser::sample));
    let expression = yql!("SELECT * FROM {ForeignUser} WHERE user_id = $id + 2", id);
    assert_eq!(expression.fetch::<ForeignUser>(client).await.unwrap(), [ForeignUser::sample(9)]);
    yql!("UPSERT INTO {ForeignUser} (user_id, name) VALUES ($id, 'new'u)", id = 77).exec(client).await.unwrap();
    yql!("DELETE FROM {ForeignUser} WHERE user_id = $id", id).exec(client).await.unwrap();
    let named = |n| ForeignUser::get(n).fetch(client);
    assert_eq!(named(77).await.unwrap().unwrap().name.as_deref(), Some("new"));
    assert_eq!(named(7).await.unwrap(), None);
}

/// Tests that a join finds the rows by the expression.
#[tokio::test]
async fn joins_use_the_expression() {
    let database = users().await;
    database.create::<Account>().await;
    Account::upsert_many(&samples::<Account>(5)).exec(database.client()).await.unwrap();
    let joined = yql!(
        "SELECT u.user_id AS user_id, u.name AS name FROM {Account} AS a JOIN {ForeignUser} AS u ON u.user_id = a.number \
         WHERE a.number = 3"
    );
    assert_eq!(joined.access()[1].access, Access::Point);
    assert_eq!(joined.fetch::<ForeignUser>(database.client()).await.unwrap(), [ForeignUser::sample(3)]);
}

/// Tests that the program computes a hash without an expression, also from literals.
#[tokio::test]
async fn without_an_expression_the_program_computes_it() {
    let database = Database::with::<ForeignVisit>().await;
    let rows = samples::<ForeignVisit>(12);
    ForeignVisit::upsert_many(&rows).exec(database.client()).await.unwrap();
    let range = yql!("SELECT * FROM {ForeignVisit} WHERE site = 'site 1' AND user = $user ORDER BY at", user = -1);
    assert_eq!(range.access()[0].access, Access::Prefix);
    let expected: Vec<_> = rows.into_iter().filter(|row| row.site == "site 1" && row.user == -1).collect();
    assert!(!expected.is_empty());
    assert_eq!(range.fetch::<ForeignVisit>(database.client()).await.unwrap(), expected);
}

/// Model with another version of the function, for a table of the same path.
mod later {
    use super::*;

    pub(super) struct Later;

    impl Later {
        pub(super) const HASH: ForeignHash = ForeignHash::new("fnv1_digits", 2);

        pub(super) fn hash(user_id: &u64) -> u64 {
            fnv_of_digits::hash(user_id).swap_bytes()
        }
    }

    #[derive(YdbTable, Clone, Debug, PartialEq)]
    #[ydb(table = "ydb_keys_e2e/foreign/users", primary_key(user_hash = with(Later)(user_id), user_id))]
    pub(super) struct LaterUser {
        pub(super) user_id: u64,
        pub(super) name: Option<String>,
    }
}

#[tokio::test]
async fn a_program_with_another_function_is_found_at_its_start() {
    let database = users().await;
    let client = database.client();
    // By the rows, which are compared with the function: the table has no layout yet.
    check(client, schema![ForeignUser]).await.unwrap();
    let error = check(client, schema![later::LaterUser]).await.unwrap_err().to_string();
    assert!(error.contains("no layout attribute; 30 of 30 sampled rows differ"), "{error}");
    let stored = fnv_of_digits::hash(&7);
    let named = error.lines().filter(|line| line.contains(": stored ")).count();
    assert_eq!(named, 3, "{error}");
    let row = format!("user_id = 7: stored {stored}, computed {}", stored.swap_bytes());
    assert!(error.contains(&row) || !error.contains("user_id = 7:"), "{error}");
    // By the layout.
    let path = format!("/{}/{}", client.database().trim_matches('/'), ForeignUser::TABLE.name);
    let layout = Layout::of(ForeignUser::TABLE).to_string();
    let request = ydb::AlterTableRequest::new(path).alter_attribute(Layout::ATTRIBUTE, layout);
    client.table_client().alter_table(request).await.unwrap();
    let error = check(client, schema![later::LaterUser]).await.unwrap_err().to_string();
    assert!(error.contains("model  v3: user_hash Uint64 = fnv1_digits@2(user_id Uint64), user_id Uint64"), "{error}");
    assert!(error.contains("table  v3: user_hash Uint64 = fnv1_digits@1(user_id Uint64), user_id Uint64"), "{error}");
    check(client, schema![ForeignUser]).await.unwrap();
}

#[test]
fn records_of_changefeeds_have_it() {
    let record = |hash: &str| {
        let record = format!(r#"{{"key": [{hash}, "код 1"], "update": {{}}, "newImage": {{"text": "t"}}}}"#);
        ChangeRecord::<ForeignNote>::from_json(record.as_bytes())
    };
    let right = hexadecimal::hash("код 1");
    assert!(matches!(record(&format!("\"{right}\"")), Ok(ChangeRecord::Change(change)) if change.key.code == "код 1"));
    let Err(ChangeError::Hash { column: "prefix", found, computed, .. }) = record("\"zzzz\"") else {
        panic!("accepted")
    };
    assert_eq!((found.to_string(), computed.to_string()), ("\"zzzz\"".to_owned(), format!("\"{right}\"")));
}
