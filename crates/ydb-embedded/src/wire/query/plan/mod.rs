//! A query's plan as JSON, in the form of YDB's plans (`kqp_query_plan.cpp`).
//!
//! The section `Plan` has a node for each stage: a run of operators that pass rows on one by one. Reads and lookups are
//! nodes by themselves. `SimplifiedPlan` has a node for each operator. The section `tables` lists what is done with each
//! table.

mod operator;
mod simplified;
mod stages;
mod tables;
#[cfg(test)]
mod tests;

use serde_json::json;

use crate::session::Planned;

/// The JSON of a plan.
pub(crate) fn plan_json(planned: &Planned) -> String {
    json!({
        "meta": { "type": "query", "version": "0.2" },
        "tables": tables::tables(planned),
        "Plan": { "Node Type": "Query", "PlanNodeType": "Query", "Plans": stages::plans(planned) },
        "SimplifiedPlan": simplified::plan(planned),
    })
    .to_string()
}
