//! Tests of the cost of each step, by the way YDB runs it.

use ydb_keys::schema::{ColumnDef, IndexDef, IndexKind};
use ydb_keys::{Column as _, Table};
use ydb_keys_migrate::__internal::{LiveColumn, LiveDefault, LiveIndex, LiveIndexKind, LiveTable, compare};
use ydb_keys_migrate::{Action, Plan, StatementKind, TablePlan};

use super::{Cost, CostBasis, Programs, Rates, copy, cost, order};
use crate::lint::TableCounters;

const ID: ColumnDef = ColumnDef::new("id", u64::INFO);
const NAME: ColumnDef = ColumnDef::new("name", <Option<String>>::INFO);
const NOTE: ColumnDef = ColumnDef::new("note", <Option<String>>::INFO);

static MODEL: Table = Table {
    name: "visits",
    columns: &[ID, NAME, NOTE],
    key: &[0],
    indexes: &[IndexDef { name: "by_name", kind: IndexKind::Sync, hash: None, on: &[1], cover: &[] }],
    ..Table::EMPTY
};

const COUNTERS: TableCounters = TableCounters {
    partitions: 4,
    rows: 1_200_000,
    bytes: 340_000_000,
    row_updates: 0,
    row_deletes: 0,
    row_reads: 0,
    range_read_rows: 0,
    cpu_cores: 0.0,
};

fn column(name: &str, ty: ydb_keys::YdbType, nullable: bool) -> LiveColumn {
    let default = LiveDefault::Unreported;
    LiveColumn {
        name: name.to_owned(),
        ty: Some(ty),
        type_text: ty.to_string(),
        nullable,
        family: None,
        serial: None,
        default,
    }
}

/// Returns a table with a column and an index that the model lacks. The model's column `note` and index `by_name` are
/// missing.
fn live() -> LiveTable {
    LiveTable {
        path: "visits".to_owned(),
        columns: vec![
            column("id", u64::INFO.ty, false),
            column("name", String::INFO.ty, true),
            column("old", String::INFO.ty, true),
        ],
        primary_key: vec!["id".to_owned()],
        store: ydb_keys::schema::Store::Row,
        indexes: vec![LiveIndex {
            name: "by_old".to_owned(),
            kind: LiveIndexKind::Sync,
            on: vec!["name".to_owned()],
            cover: Vec::new(),
            ready: true,
        }],
        attributes: [(ydb_keys::Layout::ATTRIBUTE.to_owned(), ydb_keys::Layout::of(&MODEL).to_string())].into(),
        settings: None,
        hash_sample: None,
        index_samples: Default::default(),
        rights: None,
    }
}

fn plan() -> TablePlan {
    compare(&MODEL, "visits", Some(&live()))
}

fn of(plan: &TablePlan, is_it: impl Fn(&StatementKind) -> bool, known: &CostBasis<'_>) -> Cost {
    let is_it = |action: &Action| matches!(action, Action::Statement { kind, .. } if is_it(kind));
    let step = plan.steps.iter().find(|step| is_it(&step.action)).unwrap_or_else(|| panic!("{plan}"));
    cost(plan, step, known)
}

#[test]
fn only_what_goes_through_rows_takes_time() {
    let known = CostBasis { counters: Some(&COUNTERS), ..CostBasis::default() };
    let plan = plan();
    let index = of(&plan, |kind| matches!(kind, StatementKind::AddIndex { .. }), &known).touched;
    // 1,200,000 rows at 10,000 per second.
    assert_eq!((index.rows, index.bytes, index.minutes), (Some(1_200_000), Some(340_000_000), Some(2.0)));
    for kind in
        [StatementKind::AddColumn { column: "note".to_owned() }, StatementKind::DropColumn { column: "old".to_owned() }]
    {
        let touched = of(&plan, |other| *other == kind, &known).touched;
        assert_eq!((touched.rows, touched.minutes, touched.rate), (Some(0), Some(0.0), None), "{kind:?}");
    }
    // Three passes at 5,000 rows per second.
    let copied = copy(&plan, &known).touched;
    assert_eq!((copied.rows, copied.minutes), (Some(3_600_000), Some(12.0)));
}

#[test]
fn without_statistics_rows_are_unknown() {
    let index = of(&plan(), |kind| matches!(kind, StatementKind::AddIndex { .. }), &CostBasis::default());
    assert_eq!((index.touched.rows, index.touched.minutes), (None, None));
    assert_eq!(index.touched.rate, Some(Rates::default().build));
}

#[test]
fn programs_end_and_the_way_back() {
    let (plan, known) = (plan(), CostBasis::default());
    let programs = |kind: StatementKind| {
        let cost = of(&plan, |other| *other == kind, &known);
        (cost.old_programs, cost.undoable)
    };
    let name = |name: &str| name.to_owned();
    assert_eq!(programs(StatementKind::AddColumn { column: name("note") }), (Programs::GoOn, true));
    assert_eq!(programs(StatementKind::AddIndex { index: name("by_name") }), (Programs::SomeFail, true));
    assert_eq!(programs(StatementKind::DropIndex { index: name("by_old") }), (Programs::Fail, true));
    assert_eq!(programs(StatementKind::DropColumn { column: name("old") }), (Programs::Fail, false));
    let undo = of(&plan, |kind| matches!(kind, StatementKind::AddIndex { .. }), &known).undo;
    assert_eq!(undo, "ALTER TABLE `visits` DROP INDEX `by_name`");
}

#[test]
fn what_is_added_comes_before_the_programs_and_what_is_dropped_after_them() {
    let order = order(&Plan { tables: vec![plan()] });
    let begins =
        ["Stop the programs of `visits`", "Run `apply`:", "Deploy the new programs", "Run `apply --allow-destructive`"];
    assert_eq!(order.len(), begins.len(), "{order:#?}");
    for (sentence, begin) in order.iter().zip(begins) {
        assert!(sentence.starts_with(begin), "{order:#?}");
    }
    assert_eq!(super::order(&Plan { tables: vec![compare(&MODEL, "visits", None)] }).len(), 2);
    assert!(super::order(&Plan { tables: Vec::new() }).is_empty());
}
