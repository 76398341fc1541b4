//! Tests statements of a table whose rows have a version.

use ydb_keys::statements::ParamValue;
use ydb_keys::{Statement, Value, YdbTable};

use super::golden::golden;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "pages")]
#[ydb(primary_key(id_hash = numeric_hash(id), id))]
struct Page {
    id: u64,
    title: Option<String>,
    #[ydb(version)]
    revision: u32,
}

/// Returns the version that an insert sends.
fn version(statement: &Statement<'_>) -> u32 {
    let value = statement.params().find_map(|param| match param.value {
        ParamValue::One(value) if param.name == "$revision" => Some(value.clone()),
        ParamValue::Rows(rows) => rows[0].last().cloned(),
        ParamValue::One(_) => None,
    });
    match value {
        Some(Value::Uint32(version)) => version,
        other => panic!("{other:?}"),
    }
}

/// Tests that a row that is deleted and inserted anew does not get a version that it had.
#[test]
fn a_new_row_has_a_random_version() {
    let page = Page { id: 1001, title: None, revision: 0 };
    let rows = std::slice::from_ref(&page);
    let mut versions: Vec<u32> = (0..20)
        .flat_map(|_| [page.insert().statement(), page.upsert().statement(), Page::insert_many(rows).statement()])
        .map(|statement| version(&statement.unwrap()))
        .collect();
    assert!(versions.iter().all(|version| (1..=1 << 30).contains(version)), "{versions:?}");
    versions.sort_unstable();
    versions.dedup();
    assert_eq!(versions.len(), 60);
}

#[test]
fn goldens() {
    let new = Page { id: 1001, title: None, revision: 0 };
    let loaded = Page { revision: 6, ..new.clone() };
    let rows = std::slice::from_ref(&loaded);
    let inserts = [
        ("insert", loaded.insert().statement().unwrap()),
        ("insert_many", Page::insert_many(rows).statement().unwrap()),
        ("upsert of a new row", new.upsert().statement().unwrap()),
        ("replace of a new row", new.replace().statement().unwrap()),
    ];
    let inserts = inserts.map(|(shape, statement)| {
        let version = format!("Uint32({})", version(&statement));
        golden(&[(shape, Ok(statement))]).replace(&version, "Uint32(random)")
    });
    let changes = golden(&[
        ("upsert of a row that was read", loaded.upsert().statement()),
        ("replace of a row that was read", loaded.replace().statement()),
        ("update", Page::update(1001).title(None).statement()),
        ("delete", Page::delete(1001).when(Page::COLUMNS.revision.eq(6)).statement()),
    ]);
    insta::assert_snapshot!("pages", inserts.concat() + &changes);
}
