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

/// A query's tree as an s-expression. In YDB it is what the query was translated to, which changes with each release;
/// here it is one node, with the text as a string. So a client may rely on an s-expression that is not empty, and on
/// nothing in it.
pub(crate) fn ast(text: &str) -> String {
    format!("(\n(return (String '{text:?}))\n)\n")
}
