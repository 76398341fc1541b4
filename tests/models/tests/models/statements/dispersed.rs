//! Tests statements of a table without a hash, keyed by an integer that is declared spread.

use proptest::prelude::*;
use ydb_keys::YdbTable;

use super::golden::golden;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "documents", primary_key(document, version))]
pub(crate) struct Document {
    #[ydb(dispersed)]
    pub(crate) document: u64,
    pub(crate) version: i32,
    pub(crate) text: String,
}

pub(crate) fn any_document() -> impl Strategy<Value = Document> {
    (any::<u64>(), any::<i32>(), any::<String>()).prop_map(|(document, version, text)| Document {
        document,
        version,
        text,
    })
}

#[test]
fn goldens() {
    let document = Document { document: u64::MAX, version: -1, text: "it's".to_owned() };
    let rows = std::slice::from_ref(&document);
    insta::assert_snapshot!(
        "documents",
        golden(&[
            ("insert", document.insert().statement()),
            ("upsert_many", Document::upsert_many(rows).statement()),
            ("update", Document::update((u64::MAX, -1)).text(String::new()).statement()),
            ("update_many", Document::update_many(rows).statement()),
            ("delete", Document::delete((u64::MAX, -1)).statement()),
            ("delete_many", Document::delete_many([(1, 2)]).statement()),
            ("get", Document::get((u64::MAX, -1)).statement()),
            ("get_many", Document::get_many([(1, 2), (3, 4)]).statement()),
            ("prefix", Document::scan().document(1).statement()),
            ("range of the leading column", Document::scan().document(1..=9).statement()),
            ("prefix and range, descending", Document::scan().document(1).version(-3..3).descending().statement()),
            ("range, page", Document::scan().document(1..).after((5, 6)).limit(7).statement()),
            ("range, page, descending", Document::scan().document(..9).descending().after((5, 6)).limit(7).statement()),
            ("prefix, page", Document::scan().document(5).after((5, 6)).statement()),
            ("full scan", Document::scan().full_scan().statement()),
            ("delete a range", Document::scan().document(1).version(..0).delete().statement()),
        ])
    );
}
