//! The review as JSON: the plan, with the costs and the queries where they are wanted.

use serde::Serialize;
use ydb_keys_migrate::{Difference, NotCompared, Rekey, Step, TablePlan};

use super::queries::Changed;
use super::review::Review;
use crate::cost::{Cost, order};

#[derive(Serialize)]
struct Json<'a> {
    version: u32,
    command: &'static str,
    tables: Vec<OfTable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    queries: Option<&'a [Changed]>,
}

/// A [`TablePlan`], field by field.
#[derive(Serialize)]
struct OfTable<'a> {
    path: &'a str,
    differences: &'a [Difference],
    steps: Vec<Costing<'a, Step>>,
    rekey: Option<Costing<'a, Rekey>>,
    by_hand: &'a [String],
    not_compared: &'a [NotCompared],
    left_alone: &'a [String],
}

#[derive(Serialize)]
struct Costing<'a, T> {
    #[serde(flatten)]
    what: &'a T,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Cost>,
}

pub(super) fn json(review: &Review) -> serde_json::Result<String> {
    serde_json::to_string_pretty(&Json {
        version: 1,
        command: "diff",
        tables: review.plan.tables.iter().map(|table| of_table(review, table)).collect(),
        order: review.statistics.as_ref().map(|_| order(&review.plan)),
        queries: review.queries.as_deref(),
    })
}

fn of_table<'a>(review: &Review, table: &'a TablePlan) -> OfTable<'a> {
    let step = |step: &'a Step| Costing { what: step, cost: review.cost(table, Some(step)) };
    OfTable {
        path: &table.path,
        differences: &table.differences,
        steps: table.steps.iter().map(step).collect(),
        rekey: table.rekey.as_ref().map(|rekey| Costing { what: rekey, cost: review.cost(table, None) }),
        by_hand: &table.by_hand,
        not_compared: &table.not_compared,
        left_alone: &table.left_alone,
    }
}
