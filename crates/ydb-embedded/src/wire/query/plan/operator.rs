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
    let mut set = |name: &str, value: Option<Value>| out.extend(value.map(|value| (name.to_owned(), value)));
    let list = |items: &[String]| (!items.is_empty()).then(|| items.into());
    // A list without items is null here, and left out everywhere else.
    set("ReadColumns", Some(list(&read.columns).unwrap_or_default()));
    match &read.keys {
        PlannedKeys::All(columns) => {
            set("ReadRanges", Some(columns.clone().into()));
            set("ReadRangesPointPrefixLen", Some("0".into()));
        }
        PlannedKeys::Range(points, others) => set("ReadRange", Some([&points[..], &others[..]].concat().into())),
        PlannedKeys::Ranges { ranges, used, expected, points } => {
            set("ReadRanges", ranges.as_deref().map_or_else(|name| Some(name.clone().into()), list));
            set("ReadRangesKeys", list(used));
            set("ReadRangesExpectedSize", expected.map(|expected| expected.to_string().into()));
            set("ReadRangesPointPrefixLen", Some(points.to_string().into()));
        }
        PlannedKeys::Point(_) | PlannedKeys::Given(_) => {}
    }
    set("ReadLimit", read.limit.clone().map(Into::into));
    set("Reverse", read.reverse.then(|| true.into()));
}

/// A table's path below the database, if it is there.
pub(super) fn relative<'p>(path: &'p str, database: &str) -> &'p str {
    below(database, path).unwrap_or(path)
}

/// The number of the subquery whose rows a node gives.
pub(super) fn precomputed(node: &Node, planned: &Planned) -> Option<usize> {
    let Operator::Other { properties, .. } = &node.operator else { return None };
    (0..planned.precomputed.len()).find(|position| {
        let name = format!("precompute_0_{position}");
        properties.iter().any(|(_, value)| *value == name)
    })
}
