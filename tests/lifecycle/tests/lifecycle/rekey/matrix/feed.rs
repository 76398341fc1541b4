//! Consumer of a changefeed that begins when the change of the key is over, while the writers continue.

use std::collections::BTreeMap;

use ydb_keys::{ChangeRecord, YdbTable as _};

use super::models::{Change, Model, Row};
use super::scene::{Scene, first, rows};

/// Id of the row that ends the consumer.
const LAST: u64 = 999;

/// Returns `true` if this history has a consumer. The e2e tests' `changefeeds.rs` tests consumers with faults.
fn is_followed(scene: &Scene<'_>) -> bool {
    scene.faults == 0 && scene.seed.is_multiple_of(3)
}

/// Adds the changefeed at the end of the change, since YDB cannot rename a table with one. The writers then have one
/// more stage.
pub(super) async fn add<P: Change>(scene: &Scene<'_>) {
    if is_followed(scene) {
        let add = "ALTER TABLE orders ADD CHANGEFEED feed WITH (MODE = 'NEW_AND_OLD_IMAGES', FORMAT = 'JSON')";
        scene.database.run(add).await;
        scene.database.run("ALTER TOPIC `orders/feed` ADD CONSUMER reader").await;
        scene.stages.next();
        for _ in 0..10 {
            P::New::all(scene.database.client()).await.unwrap();
        }
    }
}

/// Checks that the last record of each row equals the table. Records of one partition of the topic are in order, those
/// of several partitions come in any order, so the consumer reads on after its last row. With a lost record it would
/// never end, and the simulation would report that nothing more can happen.
pub(super) async fn check<P: Change>(scene: &Scene<'_>) {
    if !is_followed(scene) {
        return;
    }
    let client = scene.database.client();
    P::New::of(first(LAST)).insert().exec(client).await.unwrap();
    let table: BTreeMap<u64, Row> =
        rows(&P::New::all(client).await.unwrap()).into_iter().map(|row| (row.id, row)).collect();
    let mut reader = client.topic_client().create_reader("reader", "orders/feed").await.unwrap();
    let mut last: BTreeMap<u64, Option<Row>> = BTreeMap::new();
    while !last.contains_key(&LAST) || last.iter().any(|(id, row)| *row != table.get(id).copied()) {
        for mut message in reader.read_batch().await.unwrap().messages {
            let data = message.read_and_take().await.unwrap().unwrap();
            let ChangeRecord::Change(change) = ChangeRecord::<P::New>::from_json(&data).unwrap() else {
                panic!("a barrier")
            };
            let (old, new) = (change.old.map(|row| row.row()), change.new.map(|row| row.row()));
            let id = new.or(old).unwrap().id;
            // The records of a row follow one another.
            assert!(last.get(&id).is_none_or(|before| *before == old), "{id}: {old:?} follows {last:?}");
            last.insert(id, new);
        }
    }
}
