//! Observes which of the three tables of a copy exist: the table itself, the new one, and the kept old one.

use ydb::Client;
use ydb_keys::Table;

use crate::diff::{Difference, compare};
use crate::live::LiveTable;
use crate::rekey::Paths;
use crate::run::describe::describe;
use crate::run::error::MigrateError;

/// The tables that exist. They decide what a copy does next; no other state is stored anywhere.
pub(super) struct Observed {
    pub(super) table: Option<LiveTable>,
    pub(super) new: Option<LiveTable>,
    pub(super) kept: Option<LiveTable>,
}

impl Observed {
    pub(super) async fn of(client: &Client, paths: &Paths) -> Result<Self, MigrateError> {
        Ok(Observed {
            table: describe(client, &paths.path).await?,
            new: describe(client, &paths.new).await?,
            kept: describe(client, &paths.kept).await?,
        })
    }

    /// The same. Another run may swap the names between the three requests: then it looks again.
    pub(super) async fn steadily(client: &Client, paths: &Paths) -> Result<Self, MigrateError> {
        let mut observed = Self::of(client, paths).await?;
        while observed.kept.is_some() {
            let before = std::mem::replace(&mut observed, Self::of(client, paths).await?);
            if before.keys() == observed.keys() {
                break;
            }
        }
        Ok(observed)
    }

    fn keys(&self) -> [Option<&[String]>; 3] {
        [&self.table, &self.new, &self.kept].map(|live| live.as_ref().map(|live| &*live.primary_key))
    }

    /// Whether the name is taken away: the old table is kept, and nothing is at the path.
    pub(super) fn is_away(&self) -> bool {
        self.table.is_none() && self.kept.is_some()
    }

    /// Whether the tables were swapped: the table at the path is the model's, and the old one is kept.
    pub(super) fn is_swapped(&self, table: &'static Table) -> bool {
        let in_place = self.table.as_ref().is_some_and(|live| differences(table, live).is_empty());
        in_place && self.new.is_none() && self.kept.is_some()
    }
}

/// What differs between a model and a table, one line each. How its indexes are partitioned is set again in each run.
pub(super) fn differences(table: &'static Table, live: &LiveTable) -> Vec<String> {
    let differences = compare(table, &live.path, Some(live)).differences;
    let matter = |found: &&Difference| !matches!(found, Difference::IndexSetting { .. });
    differences.iter().filter(matter).map(ToString::to_string).collect()
}
