//! Statements of a table whose rows have a version.

use ydb_keys::YdbTable;

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

#[test]
fn goldens() {
    let new = Page { id: 1001, title: None, revision: 0 };
    let loaded = Page { revision: 6, ..new.clone() };
    insta::assert_snapshot!(
        "pages",
        golden(&[
            ("insert", loaded.insert().statement()),
            ("insert_many", Page::insert_many(std::slice::from_ref(&loaded)).statement()),
            ("upsert of a new row", new.upsert().statement()),
            ("replace of a new row", new.replace().statement()),
            ("upsert of a row that was read", loaded.upsert().statement()),
            ("replace of a row that was read", loaded.replace().statement()),
            ("update", Page::update(1001).title(None).statement()),
            ("delete", Page::delete(1001).when(Page::COLUMNS.revision.eq(6)).statement()),
        ])
    );
}
