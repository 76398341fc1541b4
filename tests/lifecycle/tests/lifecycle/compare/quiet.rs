//! Tests values that never differ: those that the model leaves to the server, and other spellings of the same value.

use ydb_keys::YdbTable;
use ydb_keys_migrate::__internal::{LiveFamily, LiveIndexKind, LiveSettings, LiveTable, compare};
use ydb_keys_migrate::TablePlan;

use super::orders::{column, index, orders, plan, required, ttl, with, with_settings};

#[derive(YdbTable)]
#[ydb(table = "plain", primary_key(id))]
struct Plain {
    #[ydb(dispersed)]
    id: u64,
    note: Option<String>,
}

fn plain(settings: LiveSettings) -> LiveTable {
    let mut table = orders();
    table.columns = vec![required("id", ydb_keys::YdbType::Uint64), column("note", ydb_keys::YdbType::Utf8)];
    table.primary_key = vec!["id".into()];
    table.indexes.clear();
    table.attributes.insert(ydb_keys::Layout::ATTRIBUTE.into(), "v1: id Uint64".into());
    table.settings = Some(settings);
    table
}

fn assert_quiet(plan: &TablePlan) {
    assert!(plan.differences.is_empty() && plan.steps.is_empty() && plan.not_compared.is_empty(), "{plan}");
    assert!(plan.rekey.is_none() && plan.by_hand.is_empty(), "{plan}");
}

#[test]
fn a_model_without_settings_takes_whatever_the_table_has() {
    let family = |name: &str| LiveFamily {
        name: name.into(),
        data: Some("ssd".into()),
        compression: Some("lz4".into()),
        cache_mode: Some("in_memory".into()),
    };
    let live = plain(LiveSettings {
        by_size: Some(false),
        size_mb: Some(7),
        by_load: Some(true),
        min: Some(50),
        max: Some(70),
        split_points: vec!["(10)".into(), "(20)".into()],
        simple: [("KEY_BLOOM_FILTER", "ENABLED".to_owned()), ("READ_REPLICAS_SETTINGS", "ANY_AZ:3".to_owned())].into(),
        families: vec![family("default"), family("unused")],
        changefeeds: vec!["updates".into()],
        index_settings: vec![("i".into(), "AUTO_PARTITIONING_BY_LOAD = ENABLED".into())],
        other: vec!["COMPACTION_POLICY = 'x'".into()],
        ..LiveSettings::default()
    });
    assert_quiet(&compare(Plain::TABLE, "plain", Some(&live)));
}

#[test]
fn the_order_of_columns_and_covers() {
    assert_quiet(&plan(&with(|table| table.columns.reverse())));
    assert_quiet(&plan(&with(|table| table.indexes[0].cover.reverse())));
}

#[test]
fn durations_of_the_same_length() {
    for after in ["P30D", "PT720H", "P29DT24H", "PT2592000S"] {
        assert_quiet(&plan(&with_settings(|settings| settings.ttl = ttl("created", after))));
    }
}

#[derive(YdbTable)]
#[ydb(table = "plain", primary_key(id), partitioning(uniform = 4))]
struct Uniform {
    #[ydb(dispersed)]
    id: u64,
    note: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "plain", primary_key(id), partitioning(by_load))]
struct ByLoad {
    #[ydb(dispersed)]
    id: u64,
    note: Option<String>,
}

/// Tests a minimum that SHOW CREATE TABLE omits, since it equals the number of partitions.
#[test]
fn the_least_number_of_partitions_that_is_not_printed() {
    let points = |count: usize| LiveSettings {
        by_size: Some(true),
        size_mb: Some(2048),
        split_points: (0..count).map(|point| format!("({point})")).collect(),
        ..LiveSettings::default()
    };
    let uniform = |count| compare(Uniform::TABLE, "plain", Some(&plain(points(count))));
    assert!(uniform(3).differences.is_empty());
    assert_eq!(uniform(3).not_compared[0].what, "first partitions");
    assert_eq!(uniform(5).differences.len(), 1);
    // Some releases omit a minimum of one, however many partitions there are.
    let one = LiveSettings { by_load: Some(true), ..points(5) };
    assert_quiet(&compare(ByLoad::TABLE, "plain", Some(&plain(one))));
}

#[test]
fn an_index_of_another_kind_is_named_but_not_a_difference() {
    let live = with(|table| table.indexes.push(index("words", LiveIndexKind::Other, &["note"], &[])));
    let plan = plan(&live);
    assert_quiet(&plan);
    assert_eq!(plan.left_alone, ["INDEX `words` ON (`note`), of a kind that a model cannot declare"]);
}

#[test]
fn an_uncompressed_family_and_one_that_says_nothing() {
    #[derive(YdbTable)]
    #[ydb(table = "plain", primary_key(id), family(default, compression = "off"))]
    struct Off {
        #[ydb(dispersed)]
        id: u64,
        note: Option<String>,
    }
    assert_quiet(&compare(Off::TABLE, "plain", Some(&plain(LiveSettings::default()))));
}
