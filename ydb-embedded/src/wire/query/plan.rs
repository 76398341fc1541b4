//! A query's plan as JSON, in the shape of YDB's own plans: `tables` with their reads, `Plan` with a node for
//! each.

use serde_json::{Value, json};

use crate::session::PlannedRead;

/// The JSON of a plan.
pub(crate) fn plan_json(reads: &[PlannedRead]) -> String {
    let nodes: Vec<Value> = reads.iter().map(node).collect();
    let tables: Vec<Value> = reads.iter().map(table).collect();
    json!({
        "meta": { "type": "query", "version": "0.2" },
        "tables": tables,
        "Plan": { "Node Type": "Query", "PlanNodeType": "Query", "Plans": nodes },
    })
    .to_string()
}

fn node(read: &PlannedRead) -> Value {
    json!({ "Node Type": kind(read), "Tables": [read.path], "KeyColumns": read.key, "ReadRanges": read.keys })
}

fn table(read: &PlannedRead) -> Value {
    json!({ "name": read.path, "reads": [{ "type": scan(read), "scan_by": [read.keys] }] })
}

fn kind(read: &PlannedRead) -> &'static str {
    match scan(read) {
        "FullScan" => "TableFullScan",
        "Lookup" => "TableLookup",
        "Point" => "TablePointLookup",
        _ => "TableRangeScan",
    }
}

fn scan(read: &PlannedRead) -> &'static str {
    match read.keys.split(' ').next() {
        Some("all") => "FullScan",
        Some("lookup") => "Lookup",
        Some("point") => "Point",
        _ => "Scan",
    }
}
