//! The store, the settings beside partitioning and TTL, and what a server does not tell.

use super::findings::{Findings, Turn};
use crate::ddl::{BLOOM_FILTER, Change, read_replicas, replicas_text, switch};
use crate::migrate::diff::Difference;
use crate::schema::{ReadReplicas, Store};

pub(super) fn compare_store(found: &mut Findings<'_>) {
    let (model, live) = (found.table.store, found.live.store);
    if model != live {
        found.differs(Difference::Store { model: store(model).into(), live: store(live).into() });
        found.needs_copy(format!(
            "a {} table shall be a {} table: YDB never changes the store",
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
    let Some(settings) = found.settings() else { return };
    if found.table.bloom_filter && settings.bloom_filter != Some(true) && !has_key_filter(found) {
        differs(found, "KEY_BLOOM_FILTER", switch(true).into(), switch(false).into());
        found.step(Turn::Settings, Change::Set(&[BLOOM_FILTER.to_owned()]));
    }
    if let Some(model) = found.table.read_replicas {
        let live = settings.read_replicas;
        if some(model) != live.and_then(some) {
            let live = live.map_or_else(|| "none".into(), replicas_text);
            differs(found, "READ_REPLICAS_SETTINGS", replicas_text(model), live);
            found.step(Turn::Settings, Change::Set(&[read_replicas(model)]));
        }
    }
}

/// From YDB 26.2 on a filter of the key may be shown as a local index.
fn has_key_filter(found: &Findings<'_>) -> bool {
    found.live.indexes.iter().any(|index| found.live.is_key_filter(index))
}

/// No replicas are the same in each zone and in all of them.
pub(super) fn some(replicas: ReadReplicas) -> Option<ReadReplicas> {
    match replicas {
        ReadReplicas::PerAz(0) | ReadReplicas::AnyAz(0) => None,
        some => Some(some),
    }
}

fn differs(found: &mut Findings<'_>, name: &str, model: String, live: String) {
    found.differs(Difference::Setting { name: name.into(), model, live });
}

/// What a server before 26.1 does not tell, in one sentence.
pub(super) fn untold(found: &mut Findings<'_>) {
    if found.settings().is_some() {
        return;
    }
    let table = found.table;
    // A default, a sequence and a TTL of the table matter though the model has none.
    let mut what = match found.is_row_table() {
        true => vec!["default values", "serial columns", "TTL"],
        false => vec!["TTL"],
    };
    let told_of_column_tables = table.store == Store::Column;
    if told_of_column_tables {
        what.push("PARTITION BY HASH");
    }
    let declared = [
        (table.partitioning.is_some(), "partitioning"),
        (!table.families.is_empty(), "families"),
        (table.bloom_filter, "bloom filter"),
        (table.read_replicas.is_some(), "read replicas"),
        (found.needs_a_copy_already(), "changefeeds"),
    ];
    what.extend(declared.into_iter().filter(|(declared, _)| *declared).map(|(_, what)| what));
    found.not_compared(what.join(", "), "this server does not know SHOW CREATE TABLE (YDB has it from 26.1 on)");
}
