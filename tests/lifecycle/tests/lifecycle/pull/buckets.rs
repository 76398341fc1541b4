//! Tests that buckets are found in the rows, or read from the layout.

use e2e_tests::Database;
use ydb::AlterTableRequest;
use ydb_keys::{Layout, Table, YdbTable};
use ydb_keys_migrate::{Action, plan, pull};

use super::cases::{in_step, model};
use super::random::Random;

#[derive(YdbTable)]
#[ydb(table = "feed", primary_key(shard = xxh3(event_id, at) % 24, at, event_id))]
#[ydb(index(by_note, on(note_shard = numeric_hash(event_id) % 3, note)))]
struct Feed {
    at: u64,
    event_id: u64,
    note: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "sales", primary_key(sale_hash = numeric_hash(sale_id), sale_id))]
#[ydb(index(by_time, on(time_shard = xxh3(sale_id) % 16, sold_at)))]
struct Sale {
    sale_id: u64,
    sold_at: u64,
}

/// Creates a table by the output of `ddl`, without a layout.
async fn made(table: &'static Table) -> Database {
    let database = Database::own().await;
    table.create_table().exec(database.client()).await.unwrap();
    for set in table.create_table().index_settings() {
        set.exec(database.client()).await.unwrap();
    }
    database
}

fn events(of: u64) -> Vec<Feed> {
    (0..of).map(|event_id| Feed { at: event_id / 3, event_id, note: None }).collect()
}

#[tokio::test]
async fn in_the_rows() {
    let database = made(Feed::TABLE).await;
    Feed::upsert_many(&events(1500)).exec(database.client()).await.unwrap();
    in_step("bucket_leads", &database, "feed").await;

    let database = made(Sale::TABLE).await;
    let sales: Vec<Sale> = (0..50).map(|sale_id| Sale { sale_id, sold_at: sale_id }).collect();
    Sale::upsert_many(&sales).exec(database.client()).await.unwrap();
    in_step("bucket_of_an_index", &database, "sales").await;

    // No model leaves its partitions together, and a run that stops before it splits them leaves the same table.
    let database = Database::own().await;
    Sale::TABLE.create_table().exec(database.client()).await.unwrap();
    Sale::upsert_many(&sales).exec(database.client()).await.unwrap();
    in_step("bucket_not_split", &database, "sales").await;
}

/// Tests any settings that people set on an index with buckets: the model is the same, the comment names the settings,
/// a plan leaves them alone, and nothing differs. With a layout and without one.
#[tokio::test]
async fn any_settings_of_an_index() {
    let mut random = Random::new(7);
    let Some(model) = model("bucket_of_an_index") else { return };
    for round in 0..24 {
        let database = Database::embedded().await;
        Sale::TABLE.create_table().exec(database.client()).await.unwrap();
        let sales: Vec<Sale> = (0..50).map(|sale_id| Sale { sale_id, sold_at: sale_id }).collect();
        Sale::upsert_many(&sales).exec(database.client()).await.unwrap();
        if round % 2 == 0 {
            let path = format!("{}/sales", database.client().database());
            let alter =
                AlterTableRequest::new(path).add_attribute(Layout::ATTRIBUTE, Layout::of(Sale::TABLE).to_string());
            database.client().table_client().alter_table(alter).await.unwrap();
        }
        let set = random.index_settings();
        if let Some(set) = &set {
            database.run(&format!("ALTER TABLE sales ALTER INDEX by_time SET ({set})")).await;
        }
        let text = pull(database.client(), "sales").await.unwrap();
        assert!(text.contains("index(by_time, on(time_shard = xxh3(sale_id) % 16, sold_at))"), "{set:?}: {text}");
        let plan = plan(database.client(), &[model], None).await.unwrap();
        let table = &plan.tables[0];
        let steps = table.steps.iter().filter(|step| !matches!(step.action, Action::WriteLayout { .. })).count();
        assert!(table.differences.is_empty() && steps == 0 && table.by_hand.is_empty(), "{set:?}: {plan}");
        let said = text.contains("Settings of the index `by_time`");
        let left: Vec<&String> = table.left_alone.iter().filter(|text| text.contains("by_time")).collect();
        assert_eq!(usize::from(said), left.len(), "{set:?}: {text}{plan}");
        // What is in the list is in the comment, which is broken into lines.
        let words = |text: &str| text.replace("//", " ").split_whitespace().collect::<Vec<_>>().join(" ");
        for left in left {
            let (_, settings) = left.split_once(": ").unwrap();
            assert!(words(&text).contains(&words(settings)), "{set:?}: {left}: {text}");
        }
        // Of all that was set, only what a model says as well is not there.
        for one in set.iter().flat_map(|set| set.split(", ")) {
            let of_model = one.ends_with("BY_LOAD = ENABLED") || one.ends_with("COUNT = 16");
            assert!(of_model || words(&text).contains(one), "{one} of {set:?}: {text}");
        }
    }
}

#[tokio::test]
async fn in_the_layout() {
    let database = made(Feed::TABLE).await;
    let path = format!("{}/feed", database.client().database());
    let alter = AlterTableRequest::new(path).add_attribute(Layout::ATTRIBUTE, Layout::of(Feed::TABLE).to_string());
    database.client().table_client().alter_table(alter).await.unwrap();
    in_step("layout_tells_bucket", &database, "feed").await;
}

/// Tests few rows, rows of another hash, and an ordinary number: no bucket is guessed.
#[tokio::test]
async fn nothing_is_guessed() {
    let few = made(Feed::TABLE).await;
    Feed::upsert_many(&events(19)).exec(few.client()).await.unwrap();
    assert!(!pull(few.client(), "feed").await.unwrap().contains('%'));
    let other = made(Feed::TABLE).await;
    Feed::upsert_many(&events(500)).exec(other.client()).await.unwrap();
    other
        .run("UPSERT INTO feed (shard, at, event_id, note_shard) VALUES (23u, 7ul, 7ul, 1u), (23u, 8ul, 8ul, 1u)")
        .await;
    let text = pull(other.client(), "feed").await.unwrap();
    assert!(!text.contains("shard = xxh3"), "{text}");
    let plain = Database::own().await;
    plain.run("CREATE TABLE users (id Uint32 NOT NULL, at Uint64 NOT NULL, PRIMARY KEY (id, at))").await;
    let rows: Vec<String> = (0..300).map(|id| format!("({}, {id})", id % 16)).collect();
    plain.run(&format!("UPSERT INTO users (id, at) VALUES {}", rows.join(", "))).await;
    assert!(!pull(plain.client(), "users").await.unwrap().contains('%'));
}
