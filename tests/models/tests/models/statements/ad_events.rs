//! Tests statements of the documentation's ad events, a column table.

use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use ydb_keys::YdbTable;

use super::golden::golden;
use super::user_events::{any_time, at};

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "ad_events", store = column)]
#[ydb(primary_key(event_timestamp, user_id, campaign_id))]
#[ydb(partition_by_hash(user_id, event_timestamp))]
pub(crate) struct AdEvent {
    pub(crate) user_id: String,
    pub(crate) event_timestamp: SystemTime,
    pub(crate) event_id: Option<u64>,
    pub(crate) campaign_id: u64,
    pub(crate) ad_id: Option<u64>,
    pub(crate) event_type: Option<String>,
}

pub(crate) fn any_ad_event() -> impl Strategy<Value = AdEvent> {
    (".{0,20}", any_time(), any::<Option<u64>>(), any::<u64>(), any::<Option<u64>>(), any::<Option<String>>()).prop_map(
        |(user_id, event_timestamp, event_id, campaign_id, ad_id, event_type)| AdEvent {
            user_id,
            event_timestamp,
            event_id,
            campaign_id,
            ad_id,
            event_type,
        },
    )
}

#[test]
fn goldens() {
    let at = at();
    let later = at + Duration::from_secs(3600);
    let alice = || "alice".to_owned();
    let click = AdEvent {
        user_id: alice(),
        event_timestamp: at,
        event_id: Some(1),
        campaign_id: 7,
        ad_id: None,
        event_type: Some("click".to_owned()),
    };
    let rows =
        [click.clone(), AdEvent { campaign_id: 8, event_id: None, event_type: None, ad_id: Some(70), ..click.clone() }];
    let key = || (at, alice(), 7);
    insta::assert_snapshot!(
        "ad_events",
        golden(&[
            ("insert", click.insert().statement()),
            ("upsert", click.upsert().statement()),
            ("replace", click.replace().statement()),
            ("insert_many", AdEvent::insert_many(&rows).statement()),
            ("upsert_many", AdEvent::upsert_many(&rows).statement()),
            ("replace_many", AdEvent::replace_many(&rows).statement()),
            ("update", AdEvent::update(key()).ad_id(Some(71)).event_type(None).statement()),
            ("update_many", AdEvent::update_many(&rows).statement()),
            ("delete", AdEvent::delete(key()).statement()),
            ("delete_many", AdEvent::delete_many([key()]).statement()),
            ("get", AdEvent::get(key()).statement()),
            ("get_many", AdEvent::get_many([key()]).statement()),
            ("prefix", AdEvent::scan().event_timestamp(at).statement()),
            ("longer prefix", AdEvent::scan().event_timestamp(at).user_id(alice()).statement()),
            ("range", AdEvent::scan().event_timestamp(at..later).statement()),
            ("range, page", AdEvent::scan().event_timestamp(at..later).after(key()).limit(50).statement()),
            (
                "prefix, range, page, descending",
                AdEvent::scan().event_timestamp(at).user_id(alice()..).descending().after(key()).limit(50).statement()
            ),
            ("full scan", AdEvent::scan().full_scan().limit(1).statement()),
            ("delete a range", AdEvent::scan().event_timestamp(..at).delete().statement()),
        ])
    );
}
