//! Tests statements of a table hashed over two key columns, in another order than in the key.

use std::time::SystemTime;

use proptest::prelude::*;
use ydb_keys::YdbTable;

use super::golden::golden;
use super::user_events::{any_time, at};

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "stats/visits")]
#[ydb(primary_key(visit_hash = xxh3(site, device), device, site, at))]
pub(crate) struct Visit {
    pub(crate) site: String,
    pub(crate) device: u32,
    #[ydb(type = "Datetime")]
    pub(crate) at: SystemTime,
    pub(crate) pages: Option<u32>,
}

pub(crate) fn any_visit() -> impl Strategy<Value = Visit> {
    (".{0,20}", any::<u32>(), any_time(), any::<Option<u32>>()).prop_map(|(site, device, at, pages)| Visit {
        site,
        device,
        at,
        pages,
    })
}

#[test]
fn goldens() {
    let at = at();
    let docs = || "docs".to_owned();
    let visit = Visit { site: docs(), device: 7, at, pages: Some(3) };
    let rows = [visit.clone(), Visit { site: "blog".to_owned(), device: 9, at, pages: None }];
    let key = || (7, docs(), at);
    insta::assert_snapshot!(
        "visits",
        golden(&[
            ("insert", visit.insert().statement()),
            ("upsert_many", Visit::upsert_many(&rows).statement()),
            ("update", Visit::update(key()).pages(Some(4)).statement()),
            ("update_many", Visit::update_many(&rows).statement()),
            ("delete", Visit::delete(key()).statement()),
            ("delete_many", Visit::delete_many([key()]).statement()),
            ("get", Visit::get(key()).statement()),
            ("get_many", Visit::get_many([key(), (9, "blog".to_owned(), at)]).statement()),
            ("prefix", Visit::scan().device(7).site(docs()).statement()),
            ("prefix and range", Visit::scan().device(7).site(docs()).at(at..).statement()),
            (
                "prefix and range, page, descending",
                Visit::scan().device(7).site(docs()).at(..at).descending().after(key()).limit(9).statement()
            ),
            ("one input of the hash", Visit::scan().device(7).full_scan().statement()),
            (
                "one input of the hash and a range, page",
                Visit::scan().device(7).site("a".to_owned().."n".to_owned()).full_scan().after(key()).statement()
            ),
            ("delete a prefix", Visit::scan().device(7).site(docs()).delete().statement()),
        ])
    );
}
