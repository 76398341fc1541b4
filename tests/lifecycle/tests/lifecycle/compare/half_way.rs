//! Tests the places where the replacement of an index can be interrupted, and the plan of the next run.

use ydb_keys_migrate::__internal::{LiveIndex, LiveIndexKind, LiveTable};
use ydb_keys_migrate::{Action, Effect, Step};

use super::orders::{index, plan, with};

const ADD: &str = "ALTER TABLE `shop/orders` ADD INDEX `by_customer__ydb_keys_new` GLOBAL SYNC \
                   ON (`customer`, `created`) COVER (`note`, `status`)";
const DROP: &str = "ALTER TABLE `shop/orders` DROP INDEX `by_customer`";
const RENAME: &str = "ALTER TABLE `shop/orders` RENAME INDEX `by_customer__ydb_keys_new` TO `by_customer`";
const DROP_TEMPORARY: &str = "ALTER TABLE `shop/orders` DROP INDEX `by_customer__ydb_keys_new`";
const AWAIT: &str = "await by_customer__ydb_keys_new";

fn old() -> LiveIndex {
    index("by_customer", LiveIndexKind::Sync, &["created"], &[])
}

fn temporary() -> LiveIndex {
    index("by_customer__ydb_keys_new", LiveIndexKind::Sync, &["customer", "created"], &["note", "status"])
}

fn with_indexes(indexes: impl IntoIterator<Item = LiveIndex>) -> LiveTable {
    with(|table| {
        table.indexes.remove(0);
        table.indexes.extend(indexes);
    })
}

fn steps(live: &LiveTable) -> Vec<String> {
    let text = |step: &Step| match &step.action {
        Action::Statement { statement, .. } => statement.clone(),
        Action::AwaitIndex { index } => format!("await {index}"),
        other => format!("{other:?}"),
    };
    plan(live).steps.iter().map(text).collect()
}

#[test]
fn from_the_beginning() {
    let live = with_indexes([old()]);
    assert_eq!(steps(&live), [ADD, DROP, RENAME]);
    let effects: Vec<Effect> = plan(&live).steps.iter().map(|step| step.effect).collect();
    assert_eq!(effects, [Effect::Additive, Effect::Destructive, Effect::Additive]);
    assert_eq!(plan(&live).steps[0].action.builds_index(), Some("by_customer__ydb_keys_new"));
}

#[test]
fn the_new_index_is_being_built() {
    assert_eq!(steps(&with_indexes([old(), LiveIndex { ready: false, ..temporary() }])), [AWAIT, DROP, RENAME]);
}

#[test]
fn the_new_index_is_built() {
    assert_eq!(steps(&with_indexes([old(), temporary()])), [DROP, RENAME]);
}

#[test]
fn the_old_index_is_gone() {
    let live = with_indexes([temporary()]);
    assert_eq!(steps(&live), [RENAME]);
    assert!(plan(&live).steps.iter().all(|step| step.effect == Effect::Additive));
    assert_eq!(steps(&with_indexes([LiveIndex { ready: false, ..temporary() }])), [AWAIT, RENAME]);
}

#[test]
fn the_model_has_changed_meanwhile() {
    let outdated = LiveIndex { on: vec!["note".into()], ..temporary() };
    assert_eq!(steps(&with_indexes([old(), outdated.clone()])), [DROP_TEMPORARY, ADD, DROP, RENAME]);
    let add = ADD.replace("__ydb_keys_new", "");
    assert_eq!(steps(&with_indexes([outdated.clone()])), [DROP_TEMPORARY, &add]);
    // The model is changed back to what the table has.
    let as_wanted = LiveIndex { name: "by_customer".into(), ..temporary() };
    let live = with_indexes([as_wanted, outdated]);
    assert_eq!(steps(&live), [DROP_TEMPORARY]);
    assert_eq!(plan(&live).steps[0].effect, Effect::Additive);
}
