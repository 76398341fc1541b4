//! Tests a foreign hash function that was changed under the same name and version: the layout is equal, but rows
//! differ.

use e2e_tests::Database;
use ydb_keys::{ForeignHash, YdbTable, schema};
use ydb_keys_migrate::plan;

use super::{ALL, run};

mod doubled {
    use super::*;

    pub(super) const HASH: ForeignHash = ForeignHash::new("doubled", 1);

    pub(super) fn hash(sale_id: &u64) -> u64 {
        sale_id * 2
    }
}

mod changed {
    use super::*;

    pub(super) const HASH: ForeignHash = ForeignHash::new("doubled", 1);

    pub(super) fn hash(sale_id: &u64) -> u64 {
        sale_id * 2 + sale_id % 2
    }
}

#[derive(YdbTable)]
#[ydb(table = "sales", primary_key(sale_hash = with(doubled)(sale_id), sale_id))]
struct Sale {
    sale_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "sales", primary_key(sale_hash = with(changed)(sale_id), sale_id))]
struct Changed {
    sale_id: u64,
}

mod next {
    use super::*;

    pub(super) const HASH: ForeignHash = ForeignHash::new("next", 2).yql("{sale_id} * 3");

    pub(super) fn hash(sale_id: &u64) -> u64 {
        sale_id * 3
    }
}

#[derive(YdbTable)]
#[ydb(table = "sales", primary_key(sale_hash = with(next)(sale_id), sale_id))]
struct Next {
    sale_id: u64,
}

/// Tests that the model that the message suggests can be written.
#[tokio::test]
async fn another_function_needs_another_column() {
    let database = Database::own().await;
    run(database.client(), schema![Sale], &ALL).await.unwrap();
    let text = plan(database.client(), schema![Next], None).await.unwrap().to_string();
    let part =
        "give the column of the new model another name, `primary_key(sale_hash_2 = with(next)(sale_id), sale_id)`";
    assert!(text.contains(part), "{text}");
}

#[tokio::test]
async fn rows_tell_that_a_function_was_changed() {
    let database = Database::own().await;
    let client = database.client();
    run(client, schema![Sale], &ALL).await.unwrap();
    assert!(plan(client, schema![Changed], None).await.unwrap().is_in_step());
    Sale::upsert_many(&[4, 6, 7].map(|sale_id| Sale { sale_id })).exec(client).await.unwrap();
    assert!(plan(client, schema![Sale], None).await.unwrap().is_in_step());
    let found = plan(client, schema![Changed], None).await.unwrap();
    assert_eq!(found.steps().count(), 0);
    let text = found.to_string();
    for part in [
        "hash: 1 of 3 sampled rows has a hash that differs from the model's",
        "the function `doubled@1` computes other values than `sale_hash` has, so the model does not find these rows",
        "give it another version: then `apply --rekey` copies the rows; sale_id = 7: stored 14, computed 15",
    ] {
        assert!(text.contains(part), "{text}");
    }
    // The check at start-up reads no row of a table with a layout.
    ydb_keys::check(client, schema![Changed]).await.unwrap();
}
