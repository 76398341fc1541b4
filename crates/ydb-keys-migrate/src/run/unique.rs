//! Reads unique indexes back: a server may build a plain one instead, without a word. YDB does that for `ADD INDEX ..
//! UNIQUE` of an existing table (ydb #15959), and did it for an index of `CREATE TABLE` without `SYNC` (ydb #15958).

use ydb::Client;
use ydb_keys::schema::{IndexDef, IndexKind};

use super::describe::describe;
use super::error::{Detail, MigrateError};
use crate::diff::{Action, StatementKind, Step, TablePlan};
use crate::live::LiveIndexKind;

/// Checks that the unique indexes that a step has made are unique.
pub(super) async fn check_unique(client: &Client, plan: &TablePlan, step: &Step) -> Result<(), MigrateError> {
    let made = made_by(plan.table.indexes, &step.action);
    if made.is_empty() {
        return Ok(());
    }
    // If the table is gone already, the next look says so.
    let Some(live) = describe(client, plan.path.as_str()).await? else { return Ok(()) };
    let is_plain = |index: &&IndexDef| live.index(index.name).is_some_and(|live| live.kind != LiveIndexKind::Unique);
    match made.into_iter().find(is_plain) {
        None => Ok(()),
        Some(index) => Err(Detail::NotMadeUnique { table: plan.path.clone(), index: index.name }.into()),
    }
}

/// The unique indexes of a model that a step makes.
fn made_by(indexes: &'static [IndexDef], action: &Action) -> Vec<&'static IndexDef> {
    let creates_all = matches!(action, Action::Statement { kind: StatementKind::CreateTable, .. });
    let makes = |index: &&IndexDef| creates_all || action.builds_index() == Some(index.name);
    indexes.iter().filter(|index| index.kind == IndexKind::Unique).filter(makes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn index(name: &'static str, kind: IndexKind) -> IndexDef {
        IndexDef { name, kind, hash: None, on: &[1], cover: &[] }
    }

    static INDEXES: [IndexDef; 3] = [
        index("by_email", IndexKind::Unique),
        index("by_city", IndexKind::Sync),
        index("by_number", IndexKind::Unique),
    ];

    fn names(kind: StatementKind) -> Vec<&'static str> {
        let action = Action::Statement { kind, statement: String::new() };
        made_by(&INDEXES, &action).iter().map(|index| index.name).collect()
    }

    #[test]
    fn only_the_unique_indexes_that_a_step_makes_are_read_back() {
        assert_eq!(names(StatementKind::CreateTable), ["by_email", "by_number"]);
        assert_eq!(names(StatementKind::AddIndex { index: "by_number".to_owned() }), ["by_number"]);
        assert!(names(StatementKind::AddIndex { index: "by_city".to_owned() }).is_empty());
        assert!(names(StatementKind::DropIndex { index: "by_email".to_owned() }).is_empty());
    }
}
