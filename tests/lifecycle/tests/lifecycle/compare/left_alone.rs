//! Tests objects of later releases that a model cannot declare: a plan names them and never drops them.

use insta::assert_snapshot;
use ydb_keys::YdbTable;
use ydb_keys::{Layout, YdbType};
use ydb_keys_migrate::__internal::{LiveIndexKind, LiveTable, compare};
use ydb_keys_migrate::{Effect, TablePlan};

use super::orders::{column, index, orders, required};

#[derive(YdbTable)]
#[ydb(table = "docs", primary_key(path, part))]
struct Doc {
    path: String,
    part: u32,
    text: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "docs", primary_key(path, part), bloom_filter)]
struct Filtered {
    path: String,
    part: u32,
    text: Option<String>,
}

/// Returns the table of [`Doc`], with the text that a later release prints for it. The client does not report unknown
/// kinds of indexes, and leaves out local indexes.
fn docs(show_create: &str) -> LiveTable {
    let mut table = orders();
    table.path = "docs".into();
    table.columns =
        vec![required("path", YdbType::Utf8), required("part", YdbType::Uint32), column("text", YdbType::Utf8)];
    table.primary_key = vec!["path".into(), "part".into()];
    table.indexes.clear();
    table.attributes = [(Layout::ATTRIBUTE.to_owned(), "v1: path Utf8, part Uint32".to_owned())].into();
    table.settings = None;
    table.read_show_create(show_create).unwrap();
    table
}

/// Returns a table with a full-text index, whose key is not a single integer, so YDB adds a column and a unique index;
/// and with everything else that the formatter of YDB's main branch can print.
fn later() -> LiveTable {
    let mut table = docs(
        "CREATE TABLE `docs` (
    `path` Utf8 NOT NULL,
    `part` Uint32 NOT NULL,
    `text` Utf8,
    `__ydb_row_id` Uint64,
    `upper` Utf8 GENERATED ALWAYS AS (Unicode::ToUpper(`text`)) STORED,
    `shape` pgpoint,
    INDEX `words` GLOBAL USING fulltext_relevance ON (`text`) WITH (tokenizer=standard, use_filter_lowercase=true),
    INDEX `__ydb_unique_row_id` GLOBAL UNIQUE SYNC ON (`__ydb_row_id`),
    INDEX `near` GLOBAL USING vector_kmeans_tree ON (`text`) COVER (`part`) WITH (distance=cosine, vector_type=\"float\", levels=2),
    INDEX `paths` LOCAL USING bloom_filter ON (`path`) WITH (false_positive_probability=0.01),
    STATISTICS `together` ON (`path`, `text`) WITH (COUNT_MIN_SKETCH),
    PRIMARY KEY (`path`, `part`)
)
WITH (
    AUTO_PARTITIONING_BY_SIZE = ENABLED,
    AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048,
    DETAILED_METRICS = 'partition'
);

ALTER TABLE `docs`
    ADD CHANGEFEED `feed` WITH (MODE = 'UPDATES', FORMAT = 'JSON', USER_SIDS = TRUE, SCHEMA_CHANGES = TRUE)
;

ALTER TABLE `docs`
    ALTER INDEX `words` SET (AUTO_PARTITIONING_BY_LOAD = ENABLED)
;

ALTER OBJECT `/local/docs` (TYPE TABLE) SET (ACTION = UPSERT_OPTIONS, `SCAN_READER_POLICY_NAME` = `SIMPLE`);
",
    );
    let mut computed = column("upper", YdbType::Utf8);
    computed.default = ydb_keys_migrate::__internal::LiveDefault::Generated;
    let mut foreign = column("shape", YdbType::Bool);
    (foreign.ty, foreign.type_text) = (None, "pgpoint".into());
    table.columns.extend([column("__ydb_row_id", YdbType::Uint64), computed, foreign]);
    table.indexes.iter_mut().for_each(|index| index.ready = true);
    table
}

fn assert_drops_nothing(plan: &TablePlan) {
    assert!(plan.differences.is_empty() && plan.steps.is_empty(), "{plan}");
    assert!(plan.by_hand.is_empty() && plan.rekey.is_none(), "{plan}");
    assert!(plan.steps.iter().all(|step| step.effect == Effect::Additive), "{plan}");
}

#[test]
fn everything_that_a_later_release_prints() {
    let plan = compare(Doc::TABLE, "docs", Some(&later()));
    assert_drops_nothing(&plan);
    assert_snapshot!(plan, @r#"
    docs: no difference
      Left alone, because a model cannot declare it:
        - column `__ydb_row_id` Uint64
        - column `upper` Utf8
        - column `shape` pgpoint
        - INDEX `words` GLOBAL USING fulltext_relevance ON (`text`) WITH (tokenizer=standard, use_filter_lowercase=true)
        - INDEX `__ydb_unique_row_id` GLOBAL UNIQUE SYNC ON (`__ydb_row_id`)
        - INDEX `near` GLOBAL USING vector_kmeans_tree ON (`text`) COVER (`part`) WITH (distance=cosine, vector_type="float", levels=2)
        - INDEX `paths` LOCAL USING bloom_filter ON (`path`) WITH (false_positive_probability=0.01)
        - changefeed `feed`
        - settings of index `words`: AUTO_PARTITIONING_BY_LOAD = ENABLED
        - `upper` GENERATED ALWAYS AS (Unicode::ToUpper(`text`)) STORED
        - STATISTICS `together` ON (`path`, `text`) WITH (COUNT_MIN_SKETCH)
        - DETAILED_METRICS = 'partition'
        - ALTER OBJECT `/local/docs` (TYPE TABLE) SET (ACTION = UPSERT_OPTIONS, `SCAN_READER_POLICY_NAME` = `SIMPLE`)
    "#);
}

/// Tests that the plan of a copy names all of this as lost.
#[test]
fn a_copy_names_what_it_loses() {
    let mut live = later();
    live.primary_key.reverse();
    let rekey = compare(Doc::TABLE, "docs", Some(&live)).rekey.unwrap();
    for lost in ["column `shape` pgpoint", "DETAILED_METRICS = 'partition'", "STATISTICS `together`", "INDEX `near`"] {
        assert!(rekey.not_copied.iter().any(|what| what.starts_with(lost)), "{lost}: {:#?}", rekey.not_copied);
    }
}

#[test]
fn a_local_filter_of_the_whole_key_is_the_filter_of_the_model() {
    let with_filter = |on: &str| {
        docs(&format!(
            "CREATE TABLE `docs` (`path` Utf8 NOT NULL, `part` Uint32 NOT NULL, `text` Utf8,
                INDEX `idx_bloom_2` LOCAL USING bloom_filter ON ({on}), PRIMARY KEY (`path`, `part`)) WITH (
                AUTO_PARTITIONING_BY_SIZE = ENABLED);"
        ))
    };
    let whole = compare(Filtered::TABLE, "docs", Some(&with_filter("`path`, `part`")));
    assert!(whole.differences.is_empty() && whole.steps.is_empty() && whole.left_alone.is_empty(), "{whole}");
    // A filter on a part of the key is another filter.
    let part = compare(Filtered::TABLE, "docs", Some(&with_filter("`path`")));
    assert_eq!((part.differences.len(), part.steps.len(), part.left_alone.len()), (1, 1, 1), "{part}");
    // If the model does not declare a filter, it is left alone.
    assert_drops_nothing(&compare(Doc::TABLE, "docs", Some(&with_filter("`path`, `part`"))));
}

#[test]
fn an_index_in_the_place_of_a_replacement() {
    let mut live = orders();
    live.indexes[0].on.reverse();
    live.indexes.push(index("by_customer__ydb_keys_new", LiveIndexKind::Other, &["note"], &[]));
    let plan = super::orders::plan(&live);
    assert!(plan.steps.iter().all(|step| step.effect == Effect::Additive), "{plan}");
    assert!(plan.by_hand[0].contains("the table's index `by_customer__ydb_keys_new` is of a kind"), "{plan}");
}
