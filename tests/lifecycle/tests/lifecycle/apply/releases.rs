//! Notes that depend on the release of the server.

use e2e_tests::Database;
use ydb_embedded::{Behavior, Release, Server};
use ydb_keys::YdbTable;
use ydb_keys_migrate::plan;

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

/// `KEY_BLOOM_FILTER` is deprecated since 26.2, but every release accepts it.
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
