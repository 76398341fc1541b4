//! Tests notes that depend on the release of the server.

use e2e_tests::Database;
use ydb_embedded::{Behavior, Release, Server};
use ydb_keys::YdbTable;
use ydb_keys_migrate::{MigrateErrorKind, plan};

use super::{ALL, run};

#[derive(YdbTable)]
#[ydb(table = "files", primary_key(path), bloom_filter)]
#[allow(dead_code, reason = "only its table is used")]
struct File {
    path: String,
    size: Option<u64>,
}

async fn database(release: Release) -> Database {
    let mut behavior = Behavior::strict();
    behavior.release = release;
    Database::on(Server::builder().behavior(behavior).start().await.unwrap()).await
}

#[derive(YdbTable)]
#[ydb(table = "users", primary_key(user_hash = xxh3(user), user))]
#[ydb(index(by_email, on(email), unique), index(by_city, on(city)))]
#[allow(dead_code, reason = "only its table is used")]
struct User {
    user: String,
    email: Option<String>,
    city: Option<String>,
}

/// Tests servers that build a plain index for a `UNIQUE` one, and report success.
#[tokio::test]
async fn a_unique_index_is_read_back() {
    let tables = ydb_keys::schema![User];
    for builds_it in [true, false] {
        let mut behavior = Behavior::strict();
        behavior.unique_indexes = builds_it;
        let database = Database::on(Server::builder().behavior(behavior).start().await.unwrap()).await;
        let applied = run(database.client(), tables, &ALL).await;
        if builds_it {
            applied.unwrap();
            continue;
        }
        let error = applied.unwrap_err();
        assert_eq!((error.kind(), error.table()), (MigrateErrorKind::Obstacle, Some("users")), "{error}");
        assert_eq!(
            error.to_string(),
            "table `users`: the server has built a plain index `by_email`, although the statement said `UNIQUE`\n\
             help: nothing keeps two rows from having the same values: update the server, drop the table or the index, and \
             run this again; or make the index `sync`"
        );
        // It is still so: the next plan says that it needs a copy.
        let again = plan(database.client(), tables, None).await.unwrap().to_string();
        assert!(again.contains("YDB creates a unique index only together with its table"), "{again}");
    }
}

/// Tests the note that `KEY_BLOOM_FILTER` is deprecated since 26.2, although every release accepts it.
#[tokio::test]
async fn a_bloom_filter_is_noted_where_it_is_deprecated() {
    let tables = ydb_keys::schema![File];
    for (release, deprecated) in [(Release::V26_1, false), (Release::V26_2, true)] {
        let database = database(release).await;
        let text = plan(database.client(), tables, None).await.unwrap().to_string();
        assert!(text.contains("KEY_BLOOM_FILTER = ENABLED"), "{text}");
        assert_eq!(text.contains("YDB 26.2 accepts KEY_BLOOM_FILTER, but 26.2 deprecated it"), deprecated, "{text}");
        run(database.client(), tables, &ALL).await.unwrap();
        let again = plan(database.client(), tables, None).await.unwrap();
        assert!(again.is_in_step(), "{again}");
    }
}
