//! The store, the settings of one value, and what older servers do not report.

use ydb_keys::schema::Store;
use ydb_keys_core::ddl::{Change, simple};
use ydb_keys_core::schema::simple::{SETTINGS, Setting};

use super::findings::{Findings, Turn};
use crate::diff::Difference;

pub(super) fn compare_store(found: &mut Findings<'_>) {
    let (model, live) = (found.table.store, found.live.store);
    if model != live {
        found.differs(Difference::Store { model: store(model).into(), live: store(live).into() });
        found.needs_copy(format!(
            "the table is a {} table, but the model declares a {} table: YDB cannot change the store of a table",
            store(live),
            store(model)
        ));
    }
}

const fn store(store: Store) -> &'static str {
    match store {
        Store::Row => "row",
        Store::Column => "column",
    }
}

pub(super) fn compare(found: &mut Findings<'_>) {
    if found.settings().is_none() {
        return;
    }
    for setting in &SETTINGS {
        let Some(model) = (setting.of)(found.table) else { continue };
        let live = found.live.simple(setting);
        if setting.effective(&model).ok().flatten().as_deref() != live {
            let text = simple(setting, &model);
            let live = live.unwrap_or(setting.nothing).to_owned();
            found.differs(Difference::Setting { name: setting.name.into(), model, live });
            found.step(Turn::Settings, Change::Set(&[text]));
        }
    }
}

/// What a server before 26.1 does not report, in one sentence.
pub(super) fn not_reported(found: &mut Findings<'_>) {
    if found.settings().is_some() {
        return;
    }
    let table = found.table;
    // Defaults, sequences and a TTL of the table matter even if the model has none.
    let mut what: Vec<String> = match found.is_row_table() {
        true => vec!["default values".to_owned(), "serial columns".to_owned(), "TTL".to_owned()],
        false => vec!["TTL".to_owned()],
    };
    let declared = [
        (table.store == Store::Column, "PARTITION BY HASH"),
        (table.partitioning.is_some(), "partitioning"),
        (table.indexes.iter().any(|index| index.hash.is_some()), "partitioning of indexes"),
        (!table.families.is_empty(), "families"),
    ];
    what.extend(declared.into_iter().filter(|(declared, _)| *declared).map(|(_, what)| what.to_owned()));
    what.extend(SETTINGS.iter().filter(|setting| (setting.of)(table).is_some()).map(Setting::title));
    if found.needs_a_copy_already() || !table.changefeeds.is_empty() {
        what.push("changefeeds".to_owned());
    }
    found.not_compared(what.join(", "), "SHOW CREATE TABLE is unavailable on this server (YDB 26.1 introduced it)");
}
