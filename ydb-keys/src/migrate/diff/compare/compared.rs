//! The comparison of one model with one live table.

use super::findings::Findings;
use super::{columns, copied, families, indexes, key, partitioning, settings, ttl};
use crate::migrate::diff::{Action, Difference, Effect, StatementKind, Step, TablePlan};
use crate::migrate::live::LiveTable;
use crate::schema::{Layout, Store, Table};

/// What differs between a model and the table at `path` below the database, and the steps that make them equal.
///
/// `live` is the table's description, `None` where there is none. Nothing is asked here: the same two sides always give the
/// same plan. What a model leaves to the server (partitioning without `partitioning(...)`, say) never differs, nor does the order of
/// columns outside the key.
pub fn compare(table: &'static Table, path: &str, live: Option<&LiveTable>) -> TablePlan {
    let Some(live) = live else { return missing(table, path) };
    let mut found = Findings::new(table, path, live);
    columns::compare(&mut found);
    key::compare(&mut found);
    settings::compare_store(&mut found);
    // Of another store, a table has other settings too: the new table is made with all that the model says.
    if live.store == table.store {
        families::compare(&mut found);
        ttl::compare(&mut found);
        indexes::compare(&mut found);
        partitioning::compare(&mut found);
        settings::compare(&mut found);
    }
    key::compare_layout(&mut found);
    settings::untold(&mut found);
    copied::compare(&mut found);
    found.finish()
}

fn missing(table: &'static Table, path: &str) -> TablePlan {
    let create = table.create_table().at(path).to_string();
    let step = |action| Step { action, effect: Effect::Additive, note: None, part_of: None };
    TablePlan {
        table,
        path: path.to_owned(),
        differences: vec![Difference::MissingTable],
        steps: vec![
            step(Action::Statement { kind: StatementKind::CreateTable, statement: create }),
            step(Action::WriteLayout { layout: Layout::of(table).to_string() }),
        ],
        rekey: None,
        by_hand: Vec::new(),
        not_compared: Vec::new(),
        left_alone: Vec::new(),
    }
}

impl Findings<'_> {
    pub(super) fn is_row_table(&self) -> bool {
        self.live.store == Store::Row
    }
}
