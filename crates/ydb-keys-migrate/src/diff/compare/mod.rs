//! Comparison of a model with a live table, one subject per file.

mod changefeeds;
mod columns;
mod defaults;
mod findings;
mod indexes;
mod key;
mod settings;

use ydb_keys::schema::Store;
use ydb_keys::{Layout, Table};

use super::{Action, Difference, Effect, StatementKind, Step, TablePlan};
use crate::live::LiveTable;
use findings::{TableFindings, layout_note};

/// Compares a model with the table at `path`, and returns the differences and the steps that make them equal. The path
/// is relative to the database.
///
/// `live` is the description of the table, `None` if it does not exist. This function sends no requests: the same
/// arguments always give the same plan. Settings that a model leaves to the server, such as partitioning without
/// `partitioning(...)`, never differ. The order of columns outside the key is ignored.
pub fn compare(table: &'static Table, path: &str, live: Option<&LiveTable>) -> TablePlan {
    let Some(live) = live else { return missing(table, path) };
    let mut found = TableFindings::new(table, path, live);
    columns::compare_columns(&mut found);
    key::compare_computed_columns(&mut found);
    key::compare_key(&mut found);
    settings::compare_store(&mut found);
    // A change of the store needs a new table, which is created with all settings of the model.
    if live.store == table.store {
        settings::compare_families(&mut found);
        settings::compare_ttl(&mut found);
        indexes::compare_indexes(&mut found);
        settings::compare_partitioning(&mut found);
        settings::compare_settings(&mut found);
        changefeeds::compare_changefeeds(&mut found);
    }
    key::compare_layout(&mut found);
    settings::not_reported(&mut found);
    key::compare_copied(&mut found);
    found.finish()
}

fn missing(table: &'static Table, path: &str) -> TablePlan {
    let create = table.create_table().at_path(path);
    let step = |action| Step { action, effect: Effect::Additive, note: None, part_of: None };
    let statement = |kind, statement| step(Action::Statement { kind, statement });
    let mut steps = vec![statement(StatementKind::CreateTable, create.to_string())];
    steps.extend(
        create
            .index_settings()
            .map(|set| statement(StatementKind::AlterIndex { index: set.index.to_owned() }, set.to_string())),
    );
    steps.extend(create.changefeeds().zip(table.changefeeds).map(|(add, feed)| {
        statement(StatementKind::AddChangefeed { changefeed: feed.name.to_owned() }, add.to_string())
    }));
    let note = layout_note(table);
    steps.push(Step { note, ..step(Action::WriteLayout { layout: Layout::of(table).to_string() }) });
    TablePlan {
        table,
        path: path.to_owned(),
        differences: vec![Difference::MissingTable],
        steps,
        rekey: None,
        by_hand: Vec::new(),
        not_compared: Vec::new(),
        left_alone: Vec::new(),
    }
}

impl TableFindings<'_> {
    fn is_row_table(&self) -> bool {
        self.live.store == Store::Row
    }
}
