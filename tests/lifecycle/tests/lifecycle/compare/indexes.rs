//! Indexes that differ.

use insta::assert_snapshot;
use ydb_keys::YdbTable;
use ydb_keys::migrate::{LiveIndexKind, LiveSettings, compare};

use super::orders::{index, plan, with};

#[test]
fn a_missing_index() {
    assert_snapshot!(plan(&with(|table| drop(table.indexes.remove(0)))), @"");
}

#[test]
fn an_extra_index() {
    let extra = index("by_note", LiveIndexKind::Async, &["note", "created"], &["customer"]);
    assert_snapshot!(plan(&with(|table| table.indexes.push(extra))), @"");
}

#[test]
fn an_extra_index_of_a_kind_that_models_do_not_have() {
    let extra = index("by_meaning", LiveIndexKind::Other, &["note"], &[]);
    assert_snapshot!(plan(&with(|table| table.indexes.push(extra))), @"");
}

#[test]
fn another_column_order() {
    assert_snapshot!(plan(&with(|table| table.indexes[0].on.reverse())), @"");
}

#[test]
fn another_cover() {
    assert_snapshot!(plan(&with(|table| drop(table.indexes[0].cover.pop()))), @"");
}

#[test]
fn another_kind() {
    assert_snapshot!(plan(&with(|table| table.indexes[1].kind = LiveIndexKind::Unique)), @"");
    assert_snapshot!(plan(&with(|table| table.indexes[1].kind = LiveIndexKind::Other)), @"");
}

#[test]
fn an_index_that_is_not_built_yet() {
    assert_snapshot!(plan(&with(|table| table.indexes[1].ready = false)), @"");
}

#[test]
fn no_room_for_another_index() {
    let live = with(|table| {
        table.indexes[0].on.reverse();
        let more = (2..20).map(|number| index(&format!("vector{number}"), LiveIndexKind::Other, &["note"], &[]));
        table.indexes.extend(more);
    });
    let text = plan(&live).to_string();
    let steps = text.split("  Not compared:").next().unwrap();
    assert_snapshot!(steps, @"");
}

#[derive(YdbTable)]
#[ydb(table = "users", primary_key(id), index(by_mail, on(mail), unique))]
struct User {
    #[ydb(dispersed)]
    id: u64,
    mail: String,
}

#[test]
fn a_unique_index_on_a_table_that_is_there() {
    use super::orders::required;
    use ydb_keys::YdbType;
    let live = |indexes| {
        with(|table| {
            table.columns = vec![required("id", YdbType::Uint64), required("mail", YdbType::Utf8)];
            table.primary_key = vec!["id".into()];
            table.indexes = indexes;
            table.attributes.insert(ydb_keys::LAYOUT_ATTRIBUTE.into(), "v1: id Uint64".into());
            table.settings = Some(LiveSettings::default());
        })
    };
    let missing = live(vec![]);
    assert_snapshot!(compare(User::TABLE, "users", Some(&missing)), @"");
    let other_kind = live(vec![index("by_mail", LiveIndexKind::Sync, &["mail"], &[])]);
    assert_snapshot!(compare(User::TABLE, "users", Some(&other_kind)), @"");
}
