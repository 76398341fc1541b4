//! What both forms of a plan say of an operator: its name and its properties.

use serde_json::{Map, Value};

use crate::catalog::below;
use crate::session::{Node, Operator, Planned, PlannedKeys, PlannedRead};

/// The names of a query's result sets, subqueries or writes: numbered if there are several.
pub(super) fn names(kind: &str, planned: &Planned, count: usize) -> Vec<String> {
    let phase = match kind {
        "Precompute" => "_0",
        "ResultSet" if !planned.precomputed.is_empty() => "_1",
        _ => "",
    };
    let number = |position| if count > 1 { format!("_{position}") } else { String::new() };
    (0..count).map(|position| format!("{kind}{phase}{}", number(position))).collect()
}

/// An operator's name in the type of its node, and its properties.
pub(super) fn operator(operator: &Operator, database: &str) -> (String, Map<String, Value>) {
    let mut out = Map::new();
    let mut table = |path: &str| {
        out.insert("Table".to_owned(), relative(path, database).into());
        out.insert("Path".to_owned(), path.into());
    };
    let (node, name) = match operator {
        Operator::Read(read) => {
            table(&read.path);
            let name = match read.kind() {
                "FullScan" => "TableFullScan",
                "Scan" => "TableRangeScan",
                _ => "TablePointLookup",
            };
            keys(read, &mut out);
            (name, name)
        }
        Operator::Lookup { read, join } => {
            table(&read.path);
            out.insert("Columns".to_owned(), read.columns.clone().into());
            if let PlannedKeys::Given(columns) = &read.keys {
                out.insert("LookupKeyColumns".to_owned(), columns.clone().into());
            }
            let name = if *join { "TableLookupJoin" } else { "TableLookup" };
            (name, name)
        }
        Operator::Write(write) => {
            table(&write.path);
            out.insert("SinkType".to_owned(), "KqpTableSink".into());
            ("Sink", write.name)
        }
        Operator::Other { node, name, properties } => {
            out.extend(properties.iter().map(|(name, value)| ((*name).to_owned(), value.clone().into())));
            (if node.is_empty() { &**name } else { node }, &**name)
        }
    };
    out.insert("Name".to_owned(), name.into());
    (node.to_owned(), out)
}

/// The properties of a read that are about its keys and columns.
fn keys(read: &PlannedRead, out: &mut Map<String, Value>) {
    let mut set = |name: &str, value: Value| drop(out.insert(name.to_owned(), value));
    // A list without items is null.
    let list = |items: &[String]| if items.is_empty() { Value::Null } else { items.into() };
    set("ReadColumns", list(&read.columns));
    match &read.keys {
        PlannedKeys::All(columns) => {
            set("ReadRanges", columns.clone().into());
            set("ReadRangesPointPrefixLen", "0".into());
        }
        PlannedKeys::Range(points, others) => set("ReadRange", [&points[..], &others[..]].concat().into()),
        PlannedKeys::Ranges { ranges, used, expected, points } => {
            match ranges {
                Ok(ranges) if ranges.is_empty() => {}
                Ok(ranges) => set("ReadRanges", ranges.clone().into()),
                Err(name) => set("ReadRanges", name.clone().into()),
            }
            if !used.is_empty() {
                set("ReadRangesKeys", used.clone().into());
            }
            if let Some(expected) = expected {
                set("ReadRangesExpectedSize", expected.to_string().into());
            }
            set("ReadRangesPointPrefixLen", points.to_string().into());
        }
        PlannedKeys::Point(_) | PlannedKeys::Given(_) => {}
    }
    if let Some(limit) = &read.limit {
        set("ReadLimit", limit.clone().into());
    }
    if read.reverse {
        set("Reverse", true.into());
    }
}

/// A table's path below the database, if it is there.
pub(super) fn relative<'p>(path: &'p str, database: &str) -> &'p str {
    below(database, path).unwrap_or(path)
}

/// Whether a node gives the rows of the subquery with this number.
pub(super) fn is_precomputed(node: &Node, position: usize) -> bool {
    let name = format!("precompute_0_{position}");
    matches!(&node.operator, Operator::Other { properties, .. } if properties.iter().any(|(_, value)| *value == name))
}
